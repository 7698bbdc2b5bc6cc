import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** The category that each of these items stands in today, or stood in when that one was deleted. */
export const findCategoriesOf = async (db: Db, itemIds: number[]) => {
  const { rows } = await sql<{ item_id: number; category_id: number | null; title: string | null }>`
    select i.id as item_id, c.id as category_id, c.title
    from menu_items i
    left join categories c on c.tenant_id = i.tenant_id and c.id = coalesce(i.category_id, i.last_category_id)
    where i.id = any(${itemIds})`.execute(db);
  return new Map(rows.map(({ item_id, ...category }) => [item_id, category]));
};

export const findNamesOf = async (db: Db, memberIds: number[]) => {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from members where id = any(${memberIds})`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
};
