import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Variants and addons are stored alike. */
export type OptionTable = 'menu_item_variants' | 'menu_item_addons';

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
