import { sql } from 'kysely';
import type { Allergen, Diet } from '#contract/allergens.ts';
import { assertWithin } from '#contract/tenant-limits.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { NamedTax } from './menu-file.rules.ts';
import type { MenuRow } from './menu.queries.ts';
import type { OptionTable } from './options.queries.ts';

/** The taxes that items may have, each with its id. */
export const findTaxesOfMenu = (db: Db): Promise<NamedTax[]> =>
  db.selectFrom('taxes').select(['id', 'title', 'rate', 'type']).where('archived_at', 'is', null).orderBy('id').execute();

/** The same, locked until the commit: none is deleted before an item has it. */
export const lockTaxesOfMenu = (db: Db): Promise<NamedTax[]> =>
  db.selectFrom('taxes').select(['id', 'title', 'rate', 'type']).where('archived_at', 'is', null).orderBy('id').forShare().execute();

/** How many items, and how many variants and addons together, the menu has. */
export const countMenu = async (db: Db): Promise<{ items: number; options: number }> => {
  const { rows } = await sql<{ items: number; options: number }>`
    select (select count(*) from menu_items where archived_at is null) as items,
      (select count(*) from menu_item_variants where archived_at is null)
        + (select count(*) from menu_item_addons where archived_at is null) as options`.execute(db);
  return rows[0]!;
};

/**
 * Throws conflict when the menu has grown beyond a limit of the tenant. After the insert, which has raised the tenant's version: of two
 * at once the second waits there for the first one's commit, and counts what it added.
 */
export const assertMenuWithin = async (db: Db, ...grown: ('menuItems' | 'menuOptions')[]): Promise<void> => {
  const { items, options } = await countMenu(db);
  for (const name of grown) assertWithin(name, { menuItems: items, menuOptions: options }[name]);
};

interface NewItem {
  title: string;
  /** minor units */
  price: number;
  net_price: number | null;
  category_id: number | null;
  tax_id: number | null;
  description?: string | null;
  allergens?: readonly Allergen[];
  diets?: readonly Diet[];
}

// One statement for any number of rows, whose text does not depend on how many: it is prepared once.

/** Adds items at the end of the menu; answers their ids in the same order. */
export const insertItems = async (db: Db, items: readonly NewItem[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number; position: number }>`
    insert into menu_items (title, price, net_price, category_id, tax_id, description, allergens, diets, position)
    select title, price, net_price, category_id, tax_id, description, coalesce(allergens, '{}'), coalesce(diets, '{}'), last + place
    from (select coalesce(max(position), 0) as last from menu_items) as menu,
      rows from (jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as (title text, price bigint, net_price bigint, category_id bigint, tax_id bigint, description text, allergens text[], diets text[]))
        with ordinality as item(title, price, net_price, category_id, tax_id, description, allergens, diets, place)
    order by place
    returning id, position`.execute(db);
  return rows.sort((a, b) => a.position - b.position).map(({ id }) => id);
};

/** Changes what a file may change of items, by their ids. */
export const updateItems = (
  db: Db,
  items: readonly Pick<MenuRow, 'id' | 'price' | 'net_price' | 'tax_id' | 'description' | 'allergens' | 'diets'>[],
) =>
  sql`update menu_items set price = item.price, net_price = item.net_price, tax_id = item.tax_id, description = item.description,
      allergens = item.allergens, diets = item.diets
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item(id bigint, price bigint, net_price bigint, tax_id bigint,
      description text, allergens text[], diets text[])
    where menu_items.id = item.id`.execute(db);

export const insertOptions = (db: Db, table: OptionTable, options: readonly { item_id: number; title: string; price: number }[]) =>
  sql`insert into ${sql.table(table)} (item_id, title, price)
    select item_id, title, price from rows from (jsonb_to_recordset(${JSON.stringify(options)}::jsonb)
      as (item_id bigint, title text, price bigint)) with ordinality as option(item_id, title, price, place)
    order by place`.execute(db);

export const updateOptionPrices = (db: Db, table: OptionTable, options: readonly { id: number; price: number }[]) =>
  sql`update ${sql.table(table)} as present set price = option.price
    from jsonb_to_recordset(${JSON.stringify(options)}::jsonb) as option(id bigint, price bigint)
    where present.id = option.id`.execute(db);

export const markOptionsArchived = (db: Db, table: OptionTable, ids: readonly number[], now: Date) =>
  sql`update ${sql.table(table)} set archived_at = ${now} where id = any(${ids}::bigint[])`.execute(db);
