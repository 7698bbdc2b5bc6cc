import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/platform/database/database.ts';
import { lockCategoryAndTax } from './menu-items.queries.ts';

export interface ItemState {
  id: number;
  title: string;
  /** minor units */
  price: number;
  net_price: number | null;
  category_id: number | null;
  tax_id: number | null;
  sold_out_on: string | null;
}

export interface VariantState {
  id: number;
  item_id: number;
  title: string;
  price: number;
}

/** Throws not-found unless all are this tenant's and not deleted; locks them, so that none is deleted before the items have them. */
export const lockCategoriesAndTaxes = async (db: Db, categories: readonly number[], taxes: readonly number[]): Promise<void> => {
  // one after the other in one order, as every change of the menu locks
  for (const id of categories) await lockCategoryAndTax(db, id, null);
  for (const id of taxes) await lockCategoryAndTax(db, null, id);
};

/** These items with their variants as they stand, locked until the commit; throws not-found when one is not on the menu. */
export const getItemsToChange = async (db: Db, ids: readonly number[]): Promise<{ items: ItemState[]; variants: VariantState[] }> => {
  // in the menu's order, as findItemOrderToChange locks
  const { rows: items } = await sql<ItemState>`
    select id, title, price, net_price, category_id, tax_id, sold_out_on from menu_items
    where id = any(${ids}::bigint[]) and archived_at is null
    order by position, id for no key update`.execute(db);
  if (items.length < ids.length) throw new AppError('not_found', 'This item does not exist!');
  const { rows: variants } = await sql<VariantState>`
    select id, item_id, title, price from menu_item_variants
    where item_id = any(${ids}::bigint[]) and archived_at is null
    order by id for no key update`.execute(db);
  return { items, variants };
};

/** Changes items by their ids. Another category is also that of the sales so far, as with one item. */
export const updateItemStates = (db: Db, items: readonly ItemState[]) =>
  sql`update menu_items as present set price = item.price, tax_id = item.tax_id, category_id = item.category_id,
      sold_out_on = item.sold_out_on,
      last_category_id = case when present.category_id is not distinct from item.category_id then present.last_category_id end
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as item(id bigint, price bigint, tax_id bigint, category_id bigint, sold_out_on date)
    where present.id = item.id`.execute(db);
