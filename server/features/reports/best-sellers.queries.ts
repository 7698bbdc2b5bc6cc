import { sql } from 'kysely';
import type { DateRange } from '#contract/periods.ts';
import type { Db } from '#server/platform/database/database.ts';
import { movements } from './sums.queries.ts';

const BEST_SELLERS = 10; // wire.md §3

/** What sold most pieces, paid or not, with its price on the menu: the last one there when it was taken off. */
export const findBestSellers = async (db: Db, range: DateRange) => {
  const { rows } = await sql<{ id: number; title: string; price: number; orders_count: number }>`
    select i.id, i.title, i.price, s.quantity as orders_count
    from (select key::bigint as item_id, sum(quantity)::bigint as quantity from ${movements(range, ['item'])} m group by key) s
    join menu_items i on i.id = s.item_id
    where s.quantity > 0
    order by s.quantity desc, i.title, i.id
    limit ${BEST_SELLERS}`.execute(db);
  return rows;
};
