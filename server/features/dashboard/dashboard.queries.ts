import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

/** What was invoiced on each of these business days in one currency, by the hour of the store's clock. Sums are texts of minor units. */
export const findHourlySales = async (db: Db, days: string[], timezone: string, currency: string) => {
  const { rows } = await sql<{ day: string; hour: number; total: string }>`
    select business_date as day, extract(hour from created_at at time zone ${timezone})::int as hour, sum(total)::text as total
    from invoices
    where business_date = any(${days}::date[]) and currency = ${currency}
    group by 1, 2`.execute(db);
  return rows;
};
