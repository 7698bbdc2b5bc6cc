import type { Member } from '#contract/permissions.ts';
import { may } from '#contract/permissions.ts';
import { access } from './navigation.ts';

/** What the quick search finds beside pages, in this order, by the access of the screen that shows it. */
const kinds = [
  { title: 'Customers', noun: 'customer', access: access.customers },
  { title: 'Invoices', noun: 'invoice', access: access.invoices },
  { title: 'Menu Items', noun: 'menu item', access: access.settings },
  { title: 'Bills', noun: 'bill', access: access.checks },
] as const;

export type SearchedKind = (typeof kinds)[number];

export const searchedKindsOf = (member: Member | undefined): SearchedKind[] => kinds.filter((kind) => may(member, kind.access));
