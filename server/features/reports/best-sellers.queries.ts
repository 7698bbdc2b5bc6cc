import { sql } from 'kysely';
import type { DateRange } from '#contract/periods.ts';
import type { Db } from '#server/platform/database.ts';
import { movements } from './sums.queries.ts';

const BEST_SELLERS = 10; // wire.md §3

/** What sold most pieces, paid or not, with the menu's price. */
const findMostSold = async (db: Db, range: DateRange) => {
  const { rows } = await sql<{ id: number; title: string; price: number; is_archived: boolean; orders_count: number }>`
    select i.id, i.title, i.price, i.archived_at is not null as is_archived, s.quantity as orders_count
    from (select key::bigint as item_id, sum(quantity)::bigint as quantity from ${movements(range, ['item'])} m group by key) s
    join menu_items i on i.id = s.item_id
    where s.quantity > 0
    order by s.quantity desc, i.title, i.id
    limit ${BEST_SELLERS}`.execute(db);
  return rows;
};

/** What one piece last cost in the period, in this currency: read from the orders of the last day on which there are any. */
const findLastPrice = async (db: Db, { from, to }: DateRange, currency: string, itemId: number) => {
  const { rows } = await sql<{ price: number }>`
    with pending as (
      select day, sum(quantity) as quantity from report_deltas
      where figure = 'item' and key = ${String(itemId)} and currency = ${currency} group by day
    ),
    last_day as (
      select greatest(
        (select s.starts_on from report_sums s left join pending p on p.day = s.starts_on
         where s.grain = 'day' and s.figure = 'item' and s.key = ${String(itemId)} and s.currency = ${currency}
           and s.starts_on between ${from} and ${to} and s.quantity + coalesce(p.quantity, 0) > 0
         order by s.starts_on desc limit 1),
        (select max(p.day) from pending p
         left join report_sums s on s.grain = 'day' and s.figure = 'item' and s.starts_on = p.day and s.key = ${String(itemId)} and s.currency = ${currency}
         where p.day between ${from} and ${to} and p.quantity + coalesce(s.quantity, 0) > 0)
      ) as day
    )
    select l.unit_price as price
    from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
    where o.business_date = (select day from last_day) and o.currency = ${currency} and l.item_id = ${itemId} and l.status <> 'cancelled'
    order by l.id desc limit 1`.execute(db);
  return rows[0]?.price;
};

/** The price is the menu's, or that of the last sale for what is no longer on the menu, as far as it was in this currency. */
export const findBestSellers = async (db: Db, range: DateRange, currency: string) => {
  const items = await findMostSold(db, range);
  const sellers = [];
  for (const { is_archived, ...item } of items) {
    const last = is_archived ? await findLastPrice(db, range, currency, item.id) : undefined;
    sellers.push({ ...item, price: last ?? item.price });
  }
  return sellers;
};
