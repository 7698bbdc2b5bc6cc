import { sql } from 'kysely';
import type { Allergen, Diet } from '#contract/allergens.ts';
import { findCurrency, type Currency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import type { StoreClock } from '#server/platform/business-day.ts';
import type { Db } from '#server/platform/database/database.ts';
import { idsOf } from '#server/platform/database/batches.ts';

interface ItemValues {
  title: string;
  /** minor units */
  price: number;
  net_price: number | null;
  category_id: number | null;
  tax_id: number | null;
  tax_id_takeaway: number | null;
  station_id: number | null;
  description: string | null;
  allergens: Allergen[];
  diets: Diet[];
}

const noSuch = (what: string) => new AppError('not_found', `This ${what} does not exist!`);

const currency = (db: Db) => db.selectFrom('store_settings').select('currency');

/** What the menu's prices are in. */
export const getMenuCurrency = async (db: Db): Promise<Currency> => findCurrency((await currency(db).executeTakeFirstOrThrow()).currency)!;

/** The same, locked until the commit: a price must not be read in one currency and stored after a change to another. */
export const lockMenuCurrency = async (db: Db): Promise<Currency> =>
  findCurrency((await currency(db).forShare().executeTakeFirstOrThrow()).currency)!;

/** The store's time zone and day start, by which what is sold out is back. */
export const getMenuClock = (db: Db): Promise<StoreClock> =>
  db
    .selectFrom('store_settings')
    .select(['timezone', sql<string>`to_char(day_start, 'HH24:MI')`.as('dayStart')])
    .executeTakeFirstOrThrow();

/** The item as it stands, locked until the commit; throws not-found for an item that is no longer on the menu. */
export const getItemToChange = async (db: Db, id: number): Promise<ItemValues> => {
  const item = await db
    .selectFrom('menu_items')
    .select(['title', 'price', 'net_price', 'category_id', 'tax_id', 'tax_id_takeaway', 'station_id', 'description', 'allergens', 'diets'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!item) throw noSuch('item');
  return item;
};

type Id = number | null | undefined;

const lock = async (db: Db, table: 'categories' | 'taxes' | 'stations', id: Id, what: string): Promise<void> => {
  if (id == null) return;
  const row = await db.selectFrom(table).select('id').where('id', '=', id).where('archived_at', 'is', null).forShare().executeTakeFirst();
  if (!row) throw noSuch(what);
};

/** Throws not-found unless both are this tenant's and not deleted; locks them, so that neither is deleted before the item has them. */
export const lockCategoryAndTax = async (db: Db, categoryId: Id, taxId: Id): Promise<void> => {
  await lock(db, 'categories', categoryId, 'category');
  await lock(db, 'taxes', taxId, 'tax');
};

/** The same of a station, for a dish or a category that is to be made there. */
export const lockStation = (db: Db, id: Id): Promise<void> => lock(db, 'stations', id, 'station');

export const insertItem = (db: Db, item: ItemValues) =>
  db
    .insertInto('menu_items')
    .values({ ...item, position: sql<number>`(select coalesce(max(position), 0) + 1 from menu_items)` })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Another category is also that of the sales so far; an item that stays without one keeps them in its deleted category. */
export const updateItemRow = (db: Db, id: number, item: ItemValues) =>
  db
    .updateTable('menu_items')
    .set({
      ...item,
      last_category_id: sql`case when category_id is not distinct from ${item.category_id}::bigint then last_category_id end`,
    })
    .where('id', '=', id)
    .execute();

/** Off the menu, and without its photo. */
export const markItemArchived = (db: Db, id: number, now: Date) =>
  db.updateTable('menu_items').set({ archived_at: now, image: null }).where('id', '=', id).execute();

/** The photo's address and the day of selling out, locked until the commit; throws not-found for an item that is no longer on the menu. */
export const getItemStateToChange = async (db: Db, id: number) => {
  const item = await db
    .selectFrom('menu_items')
    .select(['title', 'image', 'sold_out_on'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!item) throw noSuch('item');
  return item;
};

export const updateItemImage = (db: Db, id: number, image: string | null) =>
  db.updateTable('menu_items').set({ image }).where('id', '=', id).execute();

export const updateSoldOut = (db: Db, id: number, soldOutOn: string | null) =>
  db.updateTable('menu_items').set({ sold_out_on: soldOutOn }).where('id', '=', id).execute();

/** All items on the menu in their order, locked until the commit. */
export const findItemOrderToChange = async (db: Db): Promise<number[]> => {
  const items = await db
    .selectFrom('menu_items')
    .select('id')
    .where('archived_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return idsOf(items);
};

/** Numbers the items in this order. */
export const updateItemPositions = (db: Db, ids: readonly number[]) =>
  sql`update menu_items set position = ordered.position
    from unnest(${ids}::bigint[]) with ordinality as ordered(id, position)
    where menu_items.id = ordered.id and menu_items.position <> ordered.position`.execute(db);

/** Takes the tax off the items that have it, and answers which. */
export const clearTaxOfItems = async (db: Db, taxId: number) =>
  idsOf(await db.updateTable('menu_items').set({ tax_id: null }).where('tax_id', '=', taxId).returning('id').execute());

/**
 * Takes a deleted station off the items that have it, and answers which: they go to the fallback. One whose category names another station
 * is given the fallback by name, or it would follow its category, where nobody sent it.
 */
export const clearStationOfItems = async (db: Db, stationId: number, fallbackId: number | null): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update menu_items set station_id = case when exists (
      select from categories c where c.tenant_id = menu_items.tenant_id and c.id = menu_items.category_id and c.archived_at is null
        and c.station_id <> ${stationId}) then ${fallbackId}::bigint end
    where station_id = ${stationId} returning id`.execute(db);
  return idsOf(rows);
};

/** Takes the items out of the category, where reports still find what they sold, and answers which. */
export const clearCategoryOfItems = async (db: Db, categoryId: number) =>
  idsOf(
    await db
      .updateTable('menu_items')
      .set({ category_id: null, last_category_id: categoryId })
      .where('category_id', '=', categoryId)
      .returning('id')
      .execute(),
  );

/** The whole menu, archived items too, in another currency: prices keep the numbers that they show (wire.md §3). */
export const updatePrices = async (db: Db, from: Currency, to: Currency): Promise<void> => {
  if (from.decimals === to.decimals) return;
  await sql`select change_prices(${from.decimals}::integer, ${to.decimals}::integer)`.execute(db);
};

/** Some prices, minor units, as they are and as they would be in another currency: first those that show another number. */
export const findPriceSamples = async (db: Db, from: Currency, to: Currency, limit: number) => {
  const { rows } = await sql<{ title: string; before: number; after: number }>`
    select title, before, after from (
      select i.position, i.id, i.title, i.price as before,
        rescaled(coalesce(e.price, i.price), coalesce(e.decimals, ${from.decimals}::integer), ${to.decimals}::integer) as after
      from menu_items i
      left join exact_prices e
        on e.kind = 'price' and e.id = i.id and e.rounded = i.price and e.rounded_decimals = ${from.decimals}::integer
      where i.archived_at is null) items
    order by after::numeric * ${10 ** from.decimals}::bigint = before::numeric * ${10 ** to.decimals}::bigint, position, id
    limit ${limit}`.execute(db);
  return rows;
};
