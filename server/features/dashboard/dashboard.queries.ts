import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

/** Customers who were added between two instants, half-open, and those who ordered on the day and had ordered before, ever. */
export const findCustomersOfDay = async (db: Db, day: string, { start, end }: { start: Date; end: Date }) => {
  const { rows } = await sql<{ added: number; repeated: number }>`
    select
      (select count(*) from customers where created_at >= ${start} and created_at < ${end}) as added,
      (select count(distinct o.customer_id)
       from orders o
       where o.business_date = ${day} and o.status <> 'cancelled' and o.customer_id is not null
         and exists (
           select from orders earlier
           where earlier.tenant_id = o.tenant_id and earlier.customer_id = o.customer_id
             and earlier.id < o.id and earlier.status <> 'cancelled'
         )) as repeated`.execute(db);
  return rows[0]!;
};

/** What was invoiced on each of these business days in one currency, by the hour of the store's clock. Sums are texts of minor units. */
export const findHourlySales = async (db: Db, days: string[], timezone: string, currency: string) => {
  const { rows } = await sql<{ day: string; hour: number; total: string }>`
    select business_date as day, extract(hour from created_at at time zone ${timezone})::int as hour, sum(total)::text as total
    from invoices
    where business_date = any(${days}::date[]) and currency = ${currency}
    group by 1, 2`.execute(db);
  return rows;
};
