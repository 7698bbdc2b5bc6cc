import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Variants and addons are stored alike. */
export const optionTables = [
  ['variants', 'menu_item_variants'],
  ['addons', 'menu_item_addons'],
] as const;
export type OptionTable = (typeof optionTables)[number][1];

interface OptionValues {
  title: string;
  /** minor units */
  price: number;
}

/** The option as it stands, locked until the commit; throws not-found unless it is one of this item's. */
export const getOptionToChange = async (db: Db, table: OptionTable, itemId: number, id: number): Promise<OptionValues> => {
  const option = await db
    .selectFrom(table)
    .select(['title', 'price'])
    .where('id', '=', id)
    .where('item_id', '=', itemId)
    .where('archived_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!option) throw new AppError('not_found', `This ${table === 'menu_item_variants' ? 'variant' : 'addon'} does not exist!`);
  return option;
};

export const insertOption = (db: Db, table: OptionTable, itemId: number, option: OptionValues) =>
  db
    .insertInto(table)
    .values({ item_id: itemId, ...option })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updateOptionRow = (db: Db, table: OptionTable, id: number, option: OptionValues) =>
  db.updateTable(table).set(option).where('id', '=', id).execute();

export const markOptionArchived = (db: Db, table: OptionTable, id: number, now: Date) =>
  db.updateTable(table).set({ archived_at: now }).where('id', '=', id).execute();

/** The variants of an item in their order, locked until the commit. */
export const findVariantOrderToChange = async (db: Db, itemId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number; position: number | null }>`
    select id, position from menu_item_variants where item_id = ${itemId} and archived_at is null order by id for no key update`.execute(
    db,
  );
  const placeOf = ({ position }: { position: number | null }) => position ?? Number.MAX_SAFE_INTEGER;
  return rows.sort((a, b) => placeOf(a) - placeOf(b) || a.id - b.id).map(({ id }) => id);
};

/** Numbers the variants in this order. */
export const updateVariantPositions = (db: Db, ids: readonly number[]) =>
  sql`update menu_item_variants set position = ordered.position
    from unnest(${ids}::bigint[]) with ordinality as ordered(id, position)
    where menu_item_variants.id = ordered.id and menu_item_variants.position is distinct from ordered.position`.execute(db);
