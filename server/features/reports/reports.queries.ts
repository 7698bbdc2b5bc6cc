import { sql } from 'kysely';
import type { DateRange } from '#contract/periods.ts';
import type { Db } from '#server/platform/database.ts';

const BEST_SELLERS = 10; // wire.md §3

const firstOf = async <T>(db: Db, statement: ReturnType<typeof sql<T>>): Promise<T> => (await statement.execute(db)).rows[0]!;

/** Invoices of the period in one currency, and the paid orders on them. Sums are texts of minor units: they may pass 2^53. */
export const findSales = (db: Db, { from, to }: DateRange, currency: string) =>
  firstOf(
    db,
    sql<{ net: string; tax: string; total: string; orders: number }>`
      select
        coalesce(sum(sub_total), 0)::text as net,
        coalesce(sum(tax_total), 0)::text as tax,
        coalesce(sum(total), 0)::text as total,
        coalesce(sum(paid.orders), 0)::bigint as orders
      from invoices i
      cross join lateral (
        select count(*) as orders from orders o where o.tenant_id = i.tenant_id and o.invoice_id = i.id
      ) paid
      where i.business_date between ${from} and ${to} and i.currency = ${currency}`,
  );

/** Orders that were sent to the kitchen in the period and not cancelled, paid or not. */
export const findOrdersCount = (db: Db, { from, to }: DateRange) =>
  firstOf(
    db,
    sql<{ orders: number }>`
      select count(*) as orders from orders where business_date between ${from} and ${to} and status <> 'cancelled'`,
  );

/** New ones by the instants of the period, half-open; repeated ones by an order in it and another before that, ever. */
export const findCustomerCounts = (db: Db, { from, to }: DateRange, { start, end }: { start: Date; end: Date }) =>
  firstOf(
    db,
    sql<{ total: number; added: number; repeated: number }>`
      select
        (select count(*) from customers where erased_at is null) as total,
        (select count(*) from customers where created_at >= ${start} and created_at < ${end}) as added,
        (select count(distinct o.customer_id)
         from orders o
         where o.business_date between ${from} and ${to} and o.status <> 'cancelled' and o.customer_id is not null
           and exists (
             select from orders earlier
             where earlier.tenant_id = o.tenant_id and earlier.customer_id = o.customer_id
               and earlier.id < o.id and earlier.status <> 'cancelled'
           )) as repeated`,
  );

/**
 * What sold most pieces, paid or not. The price is the menu's, or that of the last sale for what is no longer on the menu,
 * as far as it was in this currency.
 */
export const findBestSellers = async (db: Db, { from, to }: DateRange, currency: string) => {
  const { rows } = await sql<{ id: number; title: string; price: number; orders_count: number }>`
    select m.id, m.title, sum(l.quantity)::bigint as orders_count,
      coalesce(
        case when m.archived_at is not null
          then (array_agg(l.unit_price order by l.id desc) filter (where coalesce(i.currency, ${currency}) = ${currency}))[1]
        end,
        m.price) as price
    from orders o
    join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
    join menu_items m on m.tenant_id = l.tenant_id and m.id = l.item_id
    left join invoices i on i.tenant_id = o.tenant_id and i.id = o.invoice_id
    where o.business_date between ${from} and ${to} and o.status <> 'cancelled' and l.status <> 'cancelled'
    group by m.id, m.title, m.price, m.archived_at
    order by orders_count desc, m.title, m.id
    limit ${BEST_SELLERS}`.execute(db);
  return rows;
};
