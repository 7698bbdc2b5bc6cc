import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { Face } from './sample-menu.rules.ts';

/** Takes the place of the sample menu; false when there is one. Of two at once the second waits here. */
export const insertSampleMenu = async (db: Db, decimals: number, now: Date): Promise<boolean> =>
  (await db
    .insertInto('sample_menus')
    .values({ added_at: now, decimals, items: '[]', category_ids: '[]' })
    .onConflict((row) => row.column('tenant_id').doNothing())
    .returning('tenant_id')
    .executeTakeFirst()) !== undefined;

export const updateSampleMenu = (db: Db, items: readonly Face[], categoryIds: number[]) =>
  db
    .updateTable('sample_menus')
    .set({ items: JSON.stringify(items), category_ids: JSON.stringify(categoryIds) })
    .execute();

/** What was put in, once: whoever asks again finds nothing. */
export const takeSampleMenu = async (db: Db) => {
  const row = await db.deleteFrom('sample_menus').returning(['decimals', 'items', 'category_ids']).executeTakeFirst();
  return row && { decimals: row.decimals, items: row.items as unknown as Face[], categoryIds: row.category_ids as unknown as number[] };
};

/** Of these items, those that somebody has ordered. */
export const findOrderedItems = async (db: Db, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) as items(id) where exists (select from order_lines l where l.item_id = items.id)`.execute(db);
  return rows.map(({ id }) => id);
};
