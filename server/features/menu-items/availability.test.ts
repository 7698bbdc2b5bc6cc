import { expect, test } from 'vitest';
import {
  addMenuItem,
  deleteAddon,
  deleteMenuItem,
  getMenuItem,
  listMenuItems,
  saveItemOrder,
  toggleSoldOut,
  updateMenuItem,
  updateVariant,
} from '#contract/menu-items.ts';
import { listEvents } from '#contract/events.ts';
import { saveMenuFile } from '#contract/menu-files.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { deleteTax, updateTax } from '#contract/taxes.ts';
import { createOrder, createOrderAndInvoice, initPos } from '#contract/pos.ts';
import { database, openApp, openRestaurant, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const open = async () => withMenu(await openRestaurant());
const paramsOf = (id: number) => ({ params: { id: String(id) } });
const mark = (caller: Caller, id: number, isSoldOut: boolean) => caller(toggleSoldOut, { ...paramsOf(id), body: { isSoldOut } });
const soldOutAtTheTill = async (admin: Caller) =>
  (await admin(initPos, {})).reply.menuItems.filter(({ sold_out }) => sold_out).map(({ title }) => title);

test('what is sold out is shown so, and is back with one touch', async () => {
  const { admin, menu, tenantId } = await open();

  expect((await mark(admin, menu.soup, true)).reply).toEqual({ success: true, message: 'Soup is sold out for today.' });
  expect(await soldOutAtTheTill(admin)).toEqual(['Soup']);
  expect((await admin(getMenuItem, paramsOf(menu.soup))).reply.sold_out).toBe(true);
  expect((await admin(listMenuItems, {})).reply.map(({ title, sold_out }) => [title, sold_out])).toEqual([
    ['Soup', true],
    ['Wine', false],
    ['Bread', false],
  ]);

  expect((await mark(admin, menu.soup, false)).reply).toEqual({ success: true, message: 'Soup is back on the menu.' });
  expect(await soldOutAtTheTill(admin)).toEqual([]);
  const { rows } = await database.query(
    "select after->>'soldOutOn' as after from audit_log where tenant_id = $1 and action = 'sold_out' order by id",
    [tenantId],
  );
  expect(rows).toEqual([{ after: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }, { after: null }]);
});

test('what an order would be refused for is announced: sold out, back, other prices and taxes, what left the menu', async () => {
  const { admin, menu } = await open();
  const types = async () => (await admin(listEvents, { query: {} })).reply.events.map(({ type, payload }) => ({ type, payload }));
  expect(await types()).toEqual([]);
  const changes = [
    () => mark(admin, menu.soup, true),
    () => mark(admin, menu.soup, false),
    () => admin(updateMenuItem, { ...paramsOf(menu.soup), body: { title: 'Soup', price: '4.75' } }),
    () =>
      admin(updateVariant, { params: { itemId: String(menu.wine), variantId: String(menu.large) }, body: { title: 'Large', price: 9.5 } }),
    () => admin(deleteAddon, { params: { itemId: String(menu.wine), addonId: String(menu.ice) } }),
    () => admin(updateTax, { ...paramsOf(menu.vat), body: { title: 'VAT', rate: 12, type: 'exclusive' } }),
    () => admin(deleteTax, paramsOf(menu.duty)),
    () => admin(saveStoreSetting, { body: { currency: 'EUR' } }),
    () => admin(saveMenuFile, { body: { csv: 'title,price\nBread,2.50\n', dryRun: false } }),
    () => admin(deleteMenuItem, paramsOf(menu.bread)),
  ];

  for (const change of changes) expect((await change()).status).toBe(200);

  expect(await types()).toEqual(changes.map(() => ({ type: 'menu_update', payload: {} })));
  await admin(saveStoreSetting, { body: { storeName: 'Trattoria' } });
  expect(await types()).toHaveLength(changes.length);
});

test('a sold-out item is refused by name, with the lines that have one; nothing is stored', async () => {
  const { admin, menu } = await open();
  await mark(admin, menu.soup, true);
  await mark(admin, menu.wine, true);
  const cart = [
    { id: menu.bread, quantity: 1 },
    { id: menu.soup, quantity: 1 },
    { id: menu.wine, quantity: 1, variant_id: menu.large },
  ];

  for (const refused of [await admin(createOrder, { body: { cart } }), await admin(createOrderAndInvoice, { body: { cart } })]) {
    expect([refused.status, refused.reply.code, refused.reply.message]).toEqual([409, 'conflict', 'Soup is sold out!']);
    expect(refused.reply.errors).toEqual([
      { path: ['cart', 1], message: 'Soup is sold out!' },
      { path: ['cart', 2], message: 'Wine is sold out!' },
    ]);
  }

  await mark(admin, menu.soup, false);
  const { status, reply } = await admin(createOrder, { body: { cart: cart.slice(0, 2) } });
  expect([status, reply.tokenNo]).toEqual([200, 1]);
});

test('an order that was taken before is answered the same although its item has sold out since', async () => {
  const { admin, menu } = await open();
  const input = { body: { cart: [{ id: menu.soup, quantity: 1 }] } };
  const first = await admin(createOrder, input, { headers: { 'idempotency-key': 'once' } });
  await mark(admin, menu.soup, true);

  const again = await admin(createOrder, input, { headers: { 'idempotency-key': 'once' } });

  expect([again.status, again.reply]).toEqual([200, first.reply]);
  expect(again.response.headers['idempotency-replayed']).toBe('true');
});

test('at midnight of the store what was sold out is back, at a till that asks whether anything is new', async () => {
  let now = new Date('2026-03-01T18:00:00Z'); // 23:30 in Kolkata
  const app = await openApp({ clock: () => now });
  const { admin, cookies, menu } = await withMenu(await openRestaurant({ app, now, timezone: 'Asia/Kolkata' }));
  await mark(admin, menu.soup, true);
  const { response } = await admin(initPos, {});
  const etag = String(response.headers['etag']);
  const ask = () => app.inject({ method: 'GET', url: '/api/v1/pos/init', cookies, headers: { 'if-none-match': etag } });
  const order = () => admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } });

  now = new Date('2026-03-01T18:29:59Z');
  expect([(await ask()).statusCode, (await order()).status]).toEqual([304, 409]);

  now = new Date('2026-03-01T18:30:00Z'); // midnight in Kolkata, still the same day in UTC
  expect((await ask()).statusCode).toBe(200);
  expect(await soldOutAtTheTill(admin)).toEqual([]);
  expect((await admin(getMenuItem, paramsOf(menu.soup))).reply.sold_out).toBe(false);
  expect((await order()).status).toBe(200);
});

test('tills, the kitchen and the back office mark what is sold out, each its own', async () => {
  const { admin, staff, menu } = await open();
  const other = await open();

  for (const scope of ['POS', 'KITCHEN', 'SETTINGS'] as const) expect((await mark(await staff(scope), menu.soup, true)).status).toBe(200);
  for (const scope of ['ORDERS', 'KITCHEN_DISPLAY', 'REPORTS'] as const)
    expect((await mark(await staff(scope), menu.soup, false)).status).toBe(403);
  expect((await mark(other.admin, menu.soup, false)).status).toBe(404);
  expect(await soldOutAtTheTill(admin)).toEqual(['Soup']);
  for (const isSoldOut of [undefined, null, 'yes'] as unknown as boolean[])
    expect((await mark(admin, menu.soup, isSoldOut)).status).toBe(400);
});

test('items stand in the order they were put into, in the list and at the till', async () => {
  const { admin, menu } = await open();
  const titles = async () => [
    (await admin(listMenuItems, {})).reply.map(({ title }) => title).join(),
    (await admin(initPos, {})).reply.menuItems.map(({ title }) => title).join(),
  ];

  const { reply } = await admin(saveItemOrder, { body: { ids: [menu.bread, menu.soup, menu.wine] } });
  expect(reply).toEqual({ success: true, message: 'Order saved.' });
  expect(await titles()).toEqual(['Bread,Soup,Wine', 'Bread,Soup,Wine']);

  // only some of them: they change places among themselves
  await admin(saveItemOrder, { body: { ids: [menu.wine, menu.bread] } });
  expect(await titles()).toEqual(['Wine,Soup,Bread', 'Wine,Soup,Bread']);

  await admin(addMenuItem, { body: { title: 'Tea', price: 1, categoryId: menu.category } });
  expect((await titles())[0]).toBe('Wine,Soup,Bread,Tea');
});

test('an order with an id that is not ours changes nothing', async () => {
  const { admin, menu, staff } = await open();
  const theirs = await open();
  const ids = [menu.bread, theirs.menu.soup, menu.soup];

  const refused = await admin(saveItemOrder, { body: { ids } });

  expect([refused.status, refused.reply.message]).toEqual([404, 'This item does not exist!']);
  for (const wrong of [[], [menu.soup, menu.soup], ['x'], undefined] as number[][])
    expect((await admin(saveItemOrder, { body: { ids: wrong } })).status).toBe(400);
  expect((await (await staff('POS'))(saveItemOrder, { body: { ids: [menu.bread] } })).status).toBe(403);
  expect((await admin(listMenuItems, {})).reply.map(({ title }) => title)).toEqual(['Soup', 'Wine', 'Bread']);
});
