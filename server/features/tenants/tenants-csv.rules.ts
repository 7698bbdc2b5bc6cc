import { stringify } from 'csv-stringify/sync';
import type { Tenant, TenantState } from '#contract/tenants.ts';

const columns = ['Name', 'Email', 'Status', 'Subscription_Start_Date', 'Subscription_End_Date', 'Plan'];

const dayOf = (instant: string | null) => instant?.slice(0, 10) ?? '';

/** Lines of the export (part-2 §9); cells that a spreadsheet would compute begin with an apostrophe. */
export const csvOf = (tenants: readonly Tenant[]): string =>
  stringify(
    tenants.map(({ name, email, is_active, subscription_start, subscription_end, plan }) => [
      name,
      email ?? '',
      is_active ? 'Active' : 'Inactive',
      dayOf(subscription_start),
      dayOf(subscription_end),
      plan ?? '',
    ]),
    { escape_formulas: true, record_delimiter: '\r\n' },
  );

/** The byte order mark tells Excel that the text is UTF-8. */
export const csvHead = `\uFEFF${columns.join(',')}\r\n`;

const words: Record<TenantState, string> = { all: 'All', active: 'Active', inactive: 'Inactive' };

/** Status, 'Tenants Data', date (part-2 §9). */
export const csvName = (status: TenantState, now: Date): string => `${words[status]} Tenants Data ${now.toISOString().slice(0, 10)}.csv`;
