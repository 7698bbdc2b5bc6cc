import type { Currency } from '#contract/currencies.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { getMenuFile } from '#contract/menu-files.ts';
import {
  addMenuItem,
  deleteItemPhoto,
  deleteMenuItem,
  getMenuItem,
  listMenuItems,
  PHOTO_FIELD,
  saveItemOrder,
  saveItemPhoto,
  toggleSoldOut,
  updateMenuItem,
} from '#contract/menu-items.ts';
import { toText } from '#contract/pricing.ts';
import { sendCsv } from '#server/platform/endpoints/answers.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { assertNotDouble } from '#server/platform/database/duplicates.queries.ts';
import { isChangedHere, mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { replacePhoto } from '#server/platform/files/photos.ts';
import { handle, handleSignedIn, handleUpload } from '#server/platform/endpoints/routes.ts';
import { mapInSlices, slicesOf } from '#server/platform/work/slices.ts';
import { labelTaxes, writeMenuFile } from './menu-file.rules.ts';
import { assertMenuWithin, findTaxesOfMenu } from './menu-import.queries.ts';
import { findMenu } from './menu.queries.ts';
import {
  findItemOrderToChange,
  getItemStateToChange,
  getItemToChange,
  getMenuClock,
  getMenuCurrency,
  lockCategoryAndTax,
  lockMenuCurrency,
  lockStation,
  insertItem,
  markItemArchived,
  updateItemImage,
  updateItemPositions,
  updateItemRow,
  updateSoldOut,
} from './menu-items.queries.ts';
import { rowsOf, toMenuItem } from './menu.rules.ts';
import { putInOrder } from './order.rules.ts';
import { toPrice } from './prices.rules.ts';

const toItemPrice = (text: string, currency: Currency, field: 'price' | 'netPrice') =>
  toPrice(text, currency, field, 'Please provide valid price!');

/** A dish as it is stored; what is left out is nothing. */
const toRow = (body: HandlerInput<typeof addMenuItem>['body'], currency: Currency) => ({
  title: body.title,
  price: toItemPrice(body.price, currency, 'price'),
  net_price: body.netPrice == null ? null : toItemPrice(body.netPrice, currency, 'netPrice'),
  category_id: body.categoryId ?? null,
  tax_id: body.taxId ?? null,
  tax_id_takeaway: body.taxIdTakeaway ?? null,
  station_id: body.stationId ?? null,
  description: body.description ?? null,
  allergens: body.allergens ?? [],
  diets: body.diets ?? [],
});

const DOUBLE = 'There is already an item with this title in this category!';

/** At every till at once: what an order would otherwise be refused for. What is only new or moved shows at the tills' next look. */
const announceMenu = ({ db, now }: Context) => insertEvent(db, now, 'menu_update', {});

const findShownMenu = async (db: Db, now: Date, itemId?: number) => {
  const { decimals } = await getMenuCurrency(db);
  const today = businessDateOf(now, await getMenuClock(db));
  return mapInSlices(await findMenu(db, itemId), (item) => toMenuItem(item, decimals, today), rowsOf);
};

export const menuItemsRoutes = [
  handle(listMenuItems, (_, { db, now }) => findShownMenu(db, now)),

  handle(getMenuItem, async ({ params }, { db, now }) => {
    const [item] = await findShownMenu(db, now, params.id);
    if (!item) throw new AppError('not_found', 'This item does not exist!');
    return item;
  }),

  handle(addMenuItem, async ({ body }, context) => {
    const { db } = context;
    const currency = await lockMenuCurrency(db);
    await lockCategoryAndTax(db, body.categoryId, body.taxId);
    await lockCategoryAndTax(db, null, body.taxIdTakeaway);
    await lockStation(db, body.stationId);
    const item = toRow(body, currency);
    const { id } = await insertItem(db, item);
    await assertMenuWithin(db, 'menuItems');
    await assertNotDouble(db, 'menu_items', id, DOUBLE);
    await insertAudit(context, { action: 'add', entity: 'menu_items', entityId: id, after: item });
    return { message: 'Item added.', id, menuItemId: id };
  }),

  handle(updateMenuItem, async ({ params: { id }, body }, context) => {
    const { db } = context;
    const currency = await lockMenuCurrency(db);
    const edit = { given: body, sums: ['price', 'netPrice'] as const };
    // what stays as it is may have been deleted meanwhile
    const chosen = (field: 'categoryId' | 'taxId' | 'taxIdTakeaway' | 'stationId') =>
      isChangedHere<typeof body>(edit, field) ? body[field] : undefined;
    await lockCategoryAndTax(db, chosen('categoryId'), chosen('taxId'));
    await lockCategoryAndTax(db, null, chosen('taxIdTakeaway'));
    await lockStation(db, chosen('stationId'));
    const before = await getItemToChange(db, id);
    const textOf = (minor: number) => toText(BigInt(minor), currency.decimals);
    const present = {
      title: before.title,
      price: textOf(before.price),
      netPrice: before.net_price === null ? null : textOf(before.net_price),
      categoryId: before.category_id,
      taxId: before.tax_id,
      taxIdTakeaway: before.tax_id_takeaway,
      stationId: before.station_id,
      description: before.description,
      allergens: before.allergens,
      diets: before.diets,
    };
    const after = toRow(await mergedOfRow(context, { ...edit, present }, 'menu_items', id), currency);
    await updateItemRow(db, id, after);
    if (after.title !== before.title || after.category_id !== before.category_id) await assertNotDouble(db, 'menu_items', id, DOUBLE);
    await insertAudit(context, { action: 'update', entity: 'menu_items', entityId: id, before, after });
    await announceMenu(context);
    return { message: 'Item updated.' };
  }),

  handle(deleteMenuItem, async ({ params: { id } }, context) => {
    const { db, now, session, photos, afterCommit } = context;
    const before = await getItemToChange(db, id);
    const { image } = await getItemStateToChange(db, id);
    await markItemArchived(db, id, now);
    if (image) afterCommit(() => photos.remove(session.tenantId, image));
    await insertAudit(context, { action: 'delete', entity: 'menu_items', entityId: id, before });
    await announceMenu(context);
    return { message: 'Item deleted.' };
  }),

  handle(saveItemOrder, async ({ body: { ids } }, context) => {
    const { db } = context;
    const order = putInOrder(await findItemOrderToChange(db), ids);
    if (!order) throw new AppError('not_found', 'This item does not exist!');
    await updateItemPositions(db, order);
    await insertAudit(context, { action: 'reorder', entity: 'menu_items', after: { ids } });
    return { message: 'Order saved.' };
  }),

  handle(toggleSoldOut, async ({ params: { id }, body: { isSoldOut } }, context) => {
    const { db, now } = context;
    const { title, sold_out_on: before } = await getItemStateToChange(db, id);
    const after = isSoldOut ? businessDateOf(now, await getMenuClock(db)) : null;
    await updateSoldOut(db, id, after);
    await insertAudit(context, {
      action: 'sold_out',
      entity: 'menu_items',
      entityId: id,
      before: { soldOutOn: before },
      after: { soldOutOn: after },
    });
    await announceMenu(context);
    return { message: isSoldOut ? `${title} is sold out for today.` : `${title} is back on the menu.` };
  }),

  handleUpload(saveItemPhoto, PHOTO_FIELD, async ({ params: { id } }, context) => {
    const { asTenant, session, now } = context;
    // nobody sends, and nothing decodes, a picture for an item that is not there
    await asTenant(session.tenantId, (db) => getItemStateToChange(db, id));
    const imageURL = await replacePhoto(context, (address) =>
      asTenant(session.tenantId, async (db) => {
        const { image } = await getItemStateToChange(db, id);
        await updateItemImage(db, id, address);
        await insertAudit(
          { db, session, now },
          { action: 'photo', entity: 'menu_items', entityId: id, before: { image }, after: { image: address } },
        );
        return image;
      }),
    );
    return { message: 'Photo saved.', imageURL };
  }),

  handle(deleteItemPhoto, async ({ params: { id } }, context) => {
    const { db, session, photos, afterCommit } = context;
    const { image } = await getItemStateToChange(db, id);
    if (image) {
      await updateItemImage(db, id, null);
      await insertAudit(context, { action: 'photo', entity: 'menu_items', entityId: id, before: { image }, after: { image: null } });
      afterCommit(() => photos.remove(session.tenantId, image));
    }
    return { message: 'Photo deleted.' };
  }),

  handleSignedIn(getMenuFile, async (_, { asTenant, session, now }) => {
    const { menu, currency, taxes, today } = await asTenant(
      session.tenantId,
      async (db) => ({
        menu: await findMenu(db),
        currency: await getMenuCurrency(db),
        taxes: labelTaxes(await findTaxesOfMenu(db)),
        today: businessDateOf(now, await getMenuClock(db)),
      }),
      'read only',
    );
    let file = menu.length === 0 ? writeMenuFile([], currency, taxes, true) : '';
    for await (const items of slicesOf(menu, rowsOf)) file += writeMenuFile(items, currency, taxes, file === '');
    return sendCsv(`menu-${today}.csv`, file);
  }),
];
