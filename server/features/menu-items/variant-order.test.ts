import { expect, test } from 'vitest';
import { restoreDeleted } from '#contract/deleted.ts';
import { getMenuFile } from '#contract/menu-files.ts';
import { addVariant, deleteVariant, getMenuItem, listMenuItems, saveVariantOrder } from '#contract/menu-items.ts';
import { initPos } from '#contract/pos.ts';
import { getQrMenu } from '#contract/qr-menu.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { openRestaurant, openVisitor } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

/** A restaurant whose soup comes in three sizes, added in this order. */
const open = async () => {
  const restaurant = await withMenu(await openRestaurant());
  const { admin, menu } = restaurant;
  const params = { itemId: String(menu.soup) };
  const add = async (title: string) => (await admin(addVariant, { params, body: { title, price: 1 } })).reply.id;
  const [large, small, medium] = [await add('L'), await add('S'), await add('M')];
  return {
    ...restaurant,
    add,
    ids: { large, small, medium },
    put: (ids: number[], as = admin) => as(saveVariantOrder, { params, body: { ids } }),
    titles: async () => (await admin(getMenuItem, { params: { id: params.itemId } })).reply.variants.map(({ title }) => title).join(''),
  };
};

test('variants stand in the order into which they were put, wherever they are shown; what comes later stands last', async () => {
  const { app, cookies, admin, menu, put, titles, add, ids } = await open();
  const { small, medium, large } = ids;
  expect(await titles()).toBe('LSM');

  expect((await put([small, medium, large])).reply).toEqual({ success: true, message: 'Order saved.' });

  expect(await titles()).toBe('SML');
  const soup = <Item extends { id: number; variants: { title: string }[] }>(items: Item[]) =>
    items
      .find(({ id }) => id === menu.soup)!
      .variants.map(({ title }) => title)
      .join('');
  expect(soup((await admin(listMenuItems, {})).reply)).toBe('SML');
  expect(soup((await admin(initPos, {})).reply.menuItems)).toBe('SML');
  await admin(saveStoreSetting, { body: { isQRMenuEnabled: true } });
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  expect(soup((await (await openVisitor(app))(getQrMenu, { params: { qrcode: qrcode! }, query: {} })).reply.menuItems)).toBe('SML');
  const file = await app.inject({ method: 'GET', url: `/api/v1${getMenuFile.path}`, cookies });
  expect(file.body).toContain('S=1.00|M=1.00|L=1.00');

  await add('XL');
  expect(await titles()).toBe('SMLXL');
  await put([large, small]);
  expect(await titles()).toBe('LMSXL');
  await admin(deleteVariant, { params: { itemId: String(menu.soup), variantId: String(medium) } });
  await admin(restoreDeleted, { body: { kind: 'menu_item_variants', id: medium } });
  expect(await titles()).toBe('LMSXL');
});

test('only variants of the item can be ordered, by whoever keeps the menu', async () => {
  const { put, titles, staff, menu, ids } = await open();
  const other = await open();

  const refused = await put([ids.small, menu.large]);
  expect([refused.status, refused.reply.message]).toEqual([404, 'This variant does not exist!']);
  expect((await put([ids.small, ids.large], other.admin)).status).toBe(404);
  expect((await put([ids.small, ids.small])).status).toBe(400);
  expect((await put([ids.small, ids.large], await staff('POS'))).status).toBe(403);
  expect(await titles()).toBe('LSM');
});
