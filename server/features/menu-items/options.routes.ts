import type { Currency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { addAddon, addVariant, deleteAddon, deleteVariant, saveVariantOrder, updateAddon, updateVariant } from '#contract/menu-items.ts';
import { toText } from '#contract/pricing.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { assertMenuWithin } from './menu-import.queries.ts';
import { getItemToChange, lockMenuCurrency } from './menu-items.queries.ts';
import { putInOrder } from './order.rules.ts';
import {
  findVariantOrderToChange,
  getOptionToChange,
  insertOption,
  markOptionArchived,
  type OptionTable,
  updateOptionRow,
  updateVariantPositions,
} from './options.queries.ts';
import { toPrice } from './prices.rules.ts';

const toOptionPrice = (text: string, currency: Currency, table: OptionTable) =>
  toPrice(text, currency, 'price', `Please provide valid ${table === 'menu_item_variants' ? 'variant' : 'addon'} price!`);

const announceMenu = ({ db, now }: Context) => insertEvent(db, now, 'menu_update', {});

interface OptionBody {
  title: string;
  /** left out of an update, it stays */
  price?: string | undefined;
  basedOn?: Partial<Record<'title' | 'price', string | undefined>> | undefined;
}

const addOption = async (context: Context, table: OptionTable, itemId: number, { title, price = '0' }: OptionBody): Promise<number> => {
  const { db } = context;
  const option = { title, price: toOptionPrice(price, await lockMenuCurrency(db), table) };
  await getItemToChange(db, itemId);
  const { id } = await insertOption(db, table, itemId, option);
  await assertMenuWithin(db, 'menuOptions');
  await insertAudit(context, { action: 'add', entity: table, entityId: id, after: { itemId, ...option } });
  return id;
};

const changeOption = async (context: Context, table: OptionTable, itemId: number, id: number, given: OptionBody) => {
  const { db } = context;
  const currency = await lockMenuCurrency(db);
  await getItemToChange(db, itemId);
  const before = await getOptionToChange(db, table, itemId, id);
  const present = { title: before.title, price: toText(BigInt(before.price), currency.decimals) };
  const { title, price } = await mergedOfRow(context, { given, present, sums: ['price'] }, table, id);
  const after = { title, price: toOptionPrice(price, currency, table) };
  await updateOptionRow(db, table, id, after);
  await insertAudit(context, { action: 'update', entity: table, entityId: id, before, after });
  await announceMenu(context);
};

const removeOption = async (context: Context, table: OptionTable, itemId: number, id: number) => {
  await getItemToChange(context.db, itemId);
  const before = await getOptionToChange(context.db, table, itemId, id);
  await markOptionArchived(context.db, table, id, context.now);
  await insertAudit(context, { action: 'delete', entity: table, entityId: id, before });
  await announceMenu(context);
};

export const optionsRoutes = [
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

  handle(saveVariantOrder, async ({ params: { itemId }, body: { ids } }, context) => {
    const { db } = context;
    await getItemToChange(db, itemId);
    const order = putInOrder(await findVariantOrderToChange(db, itemId), ids);
    if (!order) throw new AppError('not_found', 'This variant does not exist!');
    await updateVariantPositions(db, order);
    await insertAudit(context, { action: 'reorder', entity: 'menu_item_variants', after: { itemId, ids } });
    await announceMenu(context);
    return { message: 'Order saved.' };
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
