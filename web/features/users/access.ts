import { type Right, rights, type Scope } from '#contract/permissions.ts';

interface ReadyRole {
  title: string;
  scopes: readonly Scope[];
  rights: readonly Right[];
}

/** Roles as most restaurants know them; choosing one fills scopes and rights, and they stay free to change. */
export const readyRoles: readonly ReadyRole[] = [
  { title: 'Waiter', scopes: ['POS', 'ORDERS'], rights: ['move_check'] },
  // no REPORTS: the X report says what a drawer should hold, which who counts it is not to know before
  { title: 'Cashier', scopes: ['POS', 'ORDERS', 'INVOICES'], rights: ['move_check', 'open_drawer'] },
  { title: 'Cook', scopes: ['KITCHEN'], rights: [] },
  { title: 'Host', scopes: ['RESERVATIONS', 'CUSTOMERS'], rights: [] },
  {
    title: 'Manager',
    scopes: ['DASHBOARD', 'POS', 'ORDERS', 'ORDER_STATUS', 'KITCHEN', 'RESERVATIONS', 'CUSTOMERS', 'INVOICES', 'SETTINGS', 'REPORTS'],
    rights,
  },
];

/** Scopes of the specification that open nothing yet: kept folded, so that nobody wonders what their ticks do. */
export const UNUSED = 'No screen yet';

/** The 21 scopes in the order of the work: selling, cooking, guests, office. */
export const scopeGroups: readonly { title: string; scopes: readonly Scope[] }[] = [
  { title: 'Selling', scopes: ['POS', 'ORDERS', 'ORDER_STATUS', 'ORDER_STATUS_DISPLAY', 'CUSTOMER_DISPLAY'] },
  { title: 'Kitchen', scopes: ['KITCHEN', 'KITCHEN_DISPLAY'] },
  { title: 'Reservations', scopes: ['RESERVATIONS', 'MANAGE_RESERVATIONS', 'VIEW_RESERVATIONS'] },
  { title: 'Customers', scopes: ['CUSTOMERS', 'MANAGE_CUSTOMERS', 'VIEW_CUSTOMERS'] },
  { title: 'Office', scopes: ['DASHBOARD', 'INVOICES', 'REPORTS', 'SETTINGS'] },
  { title: UNUSED, scopes: ['MEMBERSHIP', 'INVENTORY', 'MANAGE_INVENTORY', 'VIEW_INVENTORY'] },
];

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

/** The ready-made role with exactly these scopes, and rights where they are said. */
export const roleOf = (chosen: readonly Scope[], held?: readonly Right[]): string | undefined =>
  readyRoles.find(({ scopes, rights: theirs }) => isSame(scopes, chosen) && (!held || isSame(theirs, held)))?.title;
