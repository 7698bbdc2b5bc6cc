import { sql } from 'kysely';
import type { Restorable } from '#contract/deleted.ts';
import type { Db } from '#server/platform/database/database.ts';

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

/** What the audit of the deletion says of this: rows that lost something by it, or a value. */
const told = (kind: Restorable, id: number, name: string) => sql`(
  select after->${name} from audit_log
  where entity = ${kind} and entity_id = ${id} and action = 'delete'
  order by id desc limit 1)`;
const toldIds = (kind: Restorable, id: number, name: string) => sql`select jsonb_array_elements_text(${told(kind, id, name)})::bigint`;

/** How many of each have again what the deletion took from them. */
export interface GivenBack {
  items?: number;
  takeaways?: number;
  categories?: number;
  charges?: number;
}

const countOf = async (db: Db, table: 'menu_items' | 'charges', column: 'tax_id_takeaway' | 'tax_id', id: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${id} and archived_at is null`.execute(db);
  return rows[0]!.count;
};

/** The items that have no other tax since have it again. What names it for take-away, and charges, never lost its number. */
export const giveTaxBack = async (db: Db, id: number): Promise<GivenBack> => {
  const { rows } = await sql`
    update menu_items set tax_id = ${id}
    where tax_id is null and archived_at is null and id in (${toldIds('taxes', id, 'clearedItems')}) returning id`.execute(db);
  const takeaways = await countOf(db, 'menu_items', 'tax_id_takeaway', id);
  return { items: rows.length, takeaways, charges: await countOf(db, 'charges', 'tax_id', id) };
};

/** The items that are in no other category since are in it again. */
export const giveCategoryBack = async (db: Db, id: number): Promise<GivenBack> => {
  const { rows } = await sql`
    update menu_items set category_id = ${id}, last_category_id = null
    where category_id is null and archived_at is null and id in (${toldIds('categories', id, 'clearedItems')}) returning id`.execute(db);
  return { items: rows.length };
};

/**
 * Items and categories that are made nowhere else since are made there again. Who was the fallback is it again, unless another one than its
 * heir became it meanwhile.
 */
export const giveStationBack = async (db: Db, id: number): Promise<GivenBack> => {
  const given: number[] = [];
  for (const [table, name] of [
    ['menu_items', 'clearedItems'],
    ['categories', 'clearedCategories'],
  ] as const) {
    // an item whose category names another station was given the heir by name
    const byName =
      table === 'menu_items'
        ? sql`or to_jsonb(station_id) = ${told('stations', id, 'heir')} and exists (
            select from categories c where c.tenant_id = menu_items.tenant_id and c.id = menu_items.category_id
              and c.archived_at is null and c.station_id <> ${id})`
        : sql``;
    const { rows } = await sql`
      update ${sql.table(table)} set station_id = ${id}
      where (station_id is null ${byName}) and archived_at is null and id in (${toldIds('stations', id, name)}) returning id`.execute(db);
    given.push(rows.length);
  }
  const fallbacks = await sql<{ id: number }>`
    select id from stations where is_fallback and archived_at is null
      and to_jsonb(id) is distinct from ${told('stations', id, 'heir')}`.execute(db);
  const was = sql`coalesce((
    select (before->>'is_fallback')::boolean from audit_log
    where entity = 'stations' and entity_id = ${id} and action = 'delete' order by id desc limit 1), false)`;
  if (fallbacks.rows.length === 0) {
    await sql`update stations set is_fallback = false where is_fallback and ${was}`.execute(db);
    // the only one takes everything
    const isAlone = sql`not exists (select 1 from stations s where s.is_fallback and s.archived_at is null)`;
    await sql`update stations set is_fallback = true where id = ${id} and (${was} or ${isAlone})`.execute(db);
  }
  return { items: given[0]!, categories: given[1]! };
};
