import { sql } from 'kysely';
import { findTaxRows } from '#server/features/tax-rates/tax-rates.queries.ts';
import type { Db } from '#server/platform/database/database.ts';

// What arrives at once is read at once, and holds up everybody: a large menu comes in pages.
const PAGE = 2000; // rows

/** The places of variants that were put into an order; few ever are. */
const findVariantPlaces = async (db: Db, itemId: number | undefined): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('menu_item_variants')
    .select(['id', 'position'])
    .where('archived_at', 'is', null)
    .where('position', 'is not', null)
    .$if(itemId !== undefined, (query) => query.where('item_id', '=', itemId!))
    .execute();
  return new Map(rows.map(({ id, position }) => [id, position!]));
};

/** The menu as it stands, in its order: one query for each kind of row, and a few more for a very large menu. Prices in minor units, rates in 1/10,000 of a percent. */
export const findMenu = async (db: Db, itemId?: number) => {
  const items = await db
    .selectFrom('menu_items')
    .leftJoin('taxes', (join) => join.onRef('taxes.tenant_id', '=', 'menu_items.tenant_id').onRef('taxes.id', '=', 'menu_items.tax_id'))
    .leftJoin('categories', (join) =>
      join.onRef('categories.tenant_id', '=', 'menu_items.tenant_id').onRef('categories.id', '=', 'menu_items.category_id'),
    )
    .select([
      'menu_items.id',
      'menu_items.title',
      'price',
      'net_price',
      'tax_id',
      'taxes.title as tax_title',
      'taxes.rate as tax_rate',
      'taxes.type as tax_type',
      'category_id',
      'categories.title as category_title',
      'image',
      'sold_out_on',
      'menu_items.station_id',
      'tax_id_takeaway',
      'description',
      'allergens',
      'diets',
    ])
    .select(
      // once for the whole menu: it names no item
      sql<
        number | null
      >`coalesce(menu_items.station_id, categories.station_id, (select s.id from stations s where s.is_fallback and s.archived_at is null))`.as(
        'made_at',
      ),
    )
    .where('menu_items.archived_at', 'is', null)
    .$if(itemId !== undefined, (query) => query.where('menu_items.id', '=', itemId!))
    .orderBy('categories.position')
    .orderBy('category_id')
    .orderBy('menu_items.position')
    .orderBy('menu_items.id')
    .execute();
  const pageOf = (table: 'menu_item_variants' | 'menu_item_addons', after: number) =>
    db
      .selectFrom(table)
      .select(['id', 'item_id', 'title', 'price'])
      .where('archived_at', 'is', null)
      .where('id', '>', after)
      .$if(itemId !== undefined, (query) => query.where('item_id', '=', itemId!))
      .orderBy('id')
      .limit(PAGE)
      .execute();
  const optionsOf = async (table: 'menu_item_variants' | 'menu_item_addons') => {
    const pages = [await pageOf(table, 0)];
    while (pages.at(-1)!.length === PAGE) pages.push(await pageOf(table, pages.at(-1)!.at(-1)!.id));
    return pages.flat();
  };
  const places = await findVariantPlaces(db, itemId);
  const placeOf = ({ id }: { id: number }) => places.get(id) ?? Number.MAX_SAFE_INTEGER;
  const byPlace = (await optionsOf('menu_item_variants')).sort((a, b) => placeOf(a) - placeOf(b) || a.id - b.id);
  const variants = Map.groupBy(byPlace, (variant) => variant.item_id);
  const addons = Map.groupBy(await optionsOf('menu_item_addons'), (addon) => addon.item_id);
  // one row for all of its items; a deleted tax is none
  const taxes = new Map((await findTaxRows(db)).map((tax) => [tax.id, tax]));
  const taxWith = (id: number | null) => (id === null ? null : (taxes.get(id) ?? null));
  return items.map((item) => ({
    ...item,
    tax: taxWith(item.tax_id),
    takeaway_tax: taxWith(item.tax_id_takeaway),
    variants: variants.get(item.id) ?? [],
    addons: addons.get(item.id) ?? [],
  }));
};

export type MenuRow = Awaited<ReturnType<typeof findMenu>>[number];
