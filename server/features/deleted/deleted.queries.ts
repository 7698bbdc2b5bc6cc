import { sql } from 'kysely';
import type { Restorable } from '#contract/deleted.ts';
import type { Db } from '#server/platform/database.ts';

/** Back as it was; undefined for what is not deleted, or longer ago than `since`. Items, of an option its item, must be there. */
export const restoreRow = async (db: Db, kind: Restorable, id: number, since: Date): Promise<{ title: string } | undefined> => {
  const isOption = kind === 'menu_item_variants' || kind === 'menu_item_addons';
  const withItem = isOption ? sql`and exists (select 1 from menu_items i where i.id = item_id and i.archived_at is null)` : sql``;
  const { rows } = await sql<{ title: string }>`
    update ${sql.table(kind)} set archived_at = null
    where id = ${id} and archived_at >= ${since} ${withItem}
    returning title`.execute(db);
  return rows[0];
};

/** The items that lost the tax or category when it was deleted, by the audit of that. */
const clearedItems = (kind: Restorable, id: number) => sql`
  select jsonb_array_elements_text(after->'clearedItems')::bigint from (
    select after from audit_log
    where entity = ${kind} and entity_id = ${id} and action = 'delete'
    order by id desc limit 1) as deletion`;

/** Those of them that have no other tax since have it again; answers how many. */
export const giveTaxBack = async (db: Db, id: number): Promise<number> => {
  const { rows } = await sql`
    update menu_items set tax_id = ${id}
    where tax_id is null and archived_at is null and id in (${clearedItems('taxes', id)}) returning id`.execute(db);
  return rows.length;
};

/** Those of them that are in no other category since are in it again; answers how many. */
export const giveCategoryBack = async (db: Db, id: number): Promise<number> => {
  const { rows } = await sql`
    update menu_items set category_id = ${id}, last_category_id = null
    where category_id is null and archived_at is null and id in (${clearedItems('categories', id)}) returning id`.execute(db);
  return rows.length;
};
