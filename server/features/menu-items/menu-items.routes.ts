import type { Currency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import {
  addAddon,
  addMenuItem,
  addVariant,
  deleteAddon,
  deleteMenuItem,
  deleteVariant,
  getMenuItem,
  listMenuItems,
  updateAddon,
  updateMenuItem,
  updateVariant,
} from '#contract/menu-items.ts';
import { insertAudit } from '#server/platform/audit.queries.ts';
import { handle, type Context } from '#server/platform/routes.ts';
import { findMenu } from './menu.queries.ts';
import {
  getItemToChange,
  getMenuCurrency,
  lockCategoryAndTax,
  lockMenuCurrency,
  insertItem,
  markItemArchived,
  updateItemRow,
} from './menu-items.queries.ts';
import { toMenuItem } from './menu.rules.ts';
import { getOptionToChange, insertOption, markOptionArchived, updateOptionRow, type OptionTable } from './options.queries.ts';
import { toPrice } from './prices.rules.ts';

const toItemPrice = (text: string, currency: Currency, field: 'price' | 'netPrice') =>
  toPrice(text, currency, field, 'Please provide valid price!');

interface OptionBody {
  title: string;
  price: string;
}

const toOption = async ({ db }: Context, table: OptionTable, { title, price }: OptionBody) => ({
  title,
  price: toPrice(
    price,
    await lockMenuCurrency(db),
    'price',
    `Please provide valid ${table === 'menu_item_variants' ? 'variant' : 'addon'} price!`,
  ),
});

const addOption = async (context: Context, table: OptionTable, itemId: number, body: OptionBody): Promise<number> => {
  const option = await toOption(context, table, body);
  await getItemToChange(context.db, itemId);
  const { id } = await insertOption(context.db, table, itemId, option);
  await insertAudit(context, { action: 'add', entity: table, entityId: id, after: { itemId, ...option } });
  return id;
};

const changeOption = async (context: Context, table: OptionTable, itemId: number, id: number, body: OptionBody) => {
  const option = await toOption(context, table, body);
  await getItemToChange(context.db, itemId);
  const before = await getOptionToChange(context.db, table, itemId, id);
  await updateOptionRow(context.db, table, id, option);
  await insertAudit(context, { action: 'update', entity: table, entityId: id, before, after: option });
};

const removeOption = async (context: Context, table: OptionTable, itemId: number, id: number) => {
  await getItemToChange(context.db, itemId);
  const before = await getOptionToChange(context.db, table, itemId, id);
  await markOptionArchived(context.db, table, id, context.now);
  await insertAudit(context, { action: 'delete', entity: table, entityId: id, before });
};

export const menuItemsRoutes = [
  handle(listMenuItems, async (_, { db }) => {
    const { decimals } = await getMenuCurrency(db);
    return (await findMenu(db)).map((item) => toMenuItem(item, decimals));
  }),

  handle(getMenuItem, async ({ params }, { db }) => {
    const [item] = await findMenu(db, params.id);
    if (!item) throw new AppError('not_found', 'This item does not exist!');
    return toMenuItem(item, (await getMenuCurrency(db)).decimals);
  }),

  handle(addMenuItem, async ({ body: { title, price, netPrice, categoryId, taxId } }, context) => {
    const { db } = context;
    const currency = await lockMenuCurrency(db);
    await lockCategoryAndTax(db, categoryId, taxId);
    const item = {
      title,
      price: toItemPrice(price, currency, 'price'),
      net_price: netPrice == null ? null : toItemPrice(netPrice, currency, 'netPrice'),
      category_id: categoryId ?? null,
      tax_id: taxId ?? null,
    };
    const { id } = await insertItem(db, item);
    await insertAudit(context, { action: 'add', entity: 'menu_items', entityId: id, after: item });
    return { message: 'Item added.', id, menuItemId: id };
  }),

  handle(updateMenuItem, async ({ params: { id }, body: { title, price, netPrice, categoryId, taxId } }, context) => {
    const { db } = context;
    const currency = await lockMenuCurrency(db);
    await lockCategoryAndTax(db, categoryId, taxId);
    const before = await getItemToChange(db, id);
    // undefined: left out, so it stays
    const after = {
      title,
      price: toItemPrice(price, currency, 'price'),
      net_price: netPrice == null ? (netPrice === undefined ? before.net_price : null) : toItemPrice(netPrice, currency, 'netPrice'),
      category_id: categoryId === undefined ? before.category_id : categoryId,
      tax_id: taxId === undefined ? before.tax_id : taxId,
    };
    await updateItemRow(db, id, after);
    await insertAudit(context, { action: 'update', entity: 'menu_items', entityId: id, before, after });
    return { message: 'Item updated.' };
  }),

  handle(deleteMenuItem, async ({ params: { id } }, context) => {
    const { db, now } = context;
    const before = await getItemToChange(db, id);
    await markItemArchived(db, id, now);
    await insertAudit(context, { action: 'delete', entity: 'menu_items', entityId: id, before });
    return { message: 'Item deleted.' };
  }),

  handle(addVariant, async ({ params, body }, context) => {
    const id = await addOption(context, 'menu_item_variants', params.itemId, body);
    return { message: 'Variant added.', id, variantId: id };
  }),

  handle(updateVariant, async ({ params, body }, context) => {
    await changeOption(context, 'menu_item_variants', params.itemId, params.variantId, body);
    return { message: 'Variant updated.' };
  }),

  handle(deleteVariant, async ({ params }, context) => {
    await removeOption(context, 'menu_item_variants', params.itemId, params.variantId);
    return { message: 'Variant deleted.' };
  }),

  handle(addAddon, async ({ params, body }, context) => {
    const id = await addOption(context, 'menu_item_addons', params.itemId, body);
    return { message: 'Addon added.', id, addonId: id };
  }),

  handle(updateAddon, async ({ params, body }, context) => {
    await changeOption(context, 'menu_item_addons', params.itemId, params.addonId, body);
    return { message: 'Addon updated.' };
  }),

  handle(deleteAddon, async ({ params }, context) => {
    await removeOption(context, 'menu_item_addons', params.itemId, params.addonId);
    return { message: 'Addon deleted.' };
  }),
];
