import { expect, test } from 'vitest';
import { addCategory, saveCategoryOrder } from '#contract/categories.ts';
import { deleteMenuItem, saveItemOrder, toggleSoldOut, updateMenuItem } from '#contract/menu-items.ts';
import { getQrMenu } from '#contract/qr-menu.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { deleteTable, listTables } from '#contract/tables.ts';
import { database, openApp, openRestaurant, openVisitor, type Restaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const open = async (settings: object = {}, opening: Parameters<typeof openRestaurant>[0] = {}) => {
  const restaurant = await withMenu(await openRestaurant(opening));
  const { admin } = restaurant;
  await admin(saveStoreSetting, { body: { isQRMenuEnabled: true, ...settings } });
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const visitor = await openVisitor(restaurant.app);
  const read = (tableId?: string) => visitor(getQrMenu, { params: { qrcode }, query: tableId === undefined ? {} : { tableId } });
  return { ...restaurant, qrcode, visitor, read };
};

const tablesOf = async ({ admin }: Pick<Restaurant, 'admin'>) => (await admin(listTables, {})).reply;

test('a stranger reads the menu of the restaurant, at the table of the link', async () => {
  const store = await open({ address: '1 High Street', phone: '+1 415 555 2671', email: 'hello@example.com' });
  const [t1] = await tablesOf(store);

  const { status, reply } = await store.read(t1!.encrypted_id);

  expect(status).toBe(200);
  expect(reply).toEqual({
    storeSettings: {
      store_name: 'Test kitchen',
      address: '1 High Street',
      phone: '+1 415 555 2671',
      email: 'hello@example.com',
      image: null,
      currency: 'USD',
      country: 'US',
      is_qr_menu_enabled: 1,
      is_qr_order_enabled: 0,
      is_qr_order_paused: 0,
    },
    categories: [{ id: store.menu.category, title: 'All' }],
    menuItems: expect.any(Array),
    storeTable: { id: t1!.encrypted_id, table_title: 'T1', floor: 'Ground', seating_capacity: 4 },
  });
  expect(reply.menuItems.map(({ title }) => title)).toEqual(['Soup', 'Wine', 'Bread']);
  expect(reply.menuItems[1]).toMatchObject({
    id: store.menu.wine,
    price: 6,
    tax_title: 'Duty',
    tax_rate: 20,
    tax_type: 'inclusive',
    taxIdTakeaway: null,
    category_title: 'All',
    variants: [{ id: store.menu.large, item_id: store.menu.wine, title: 'Large', price: 9 }],
    addons: [{ id: store.menu.ice, item_id: store.menu.wine, title: 'Ice', price: 0.5 }],
  });
});

test('guests read what a dish is and what is in it, and see a change of it', async () => {
  const [store, other] = [await open(), await open()];
  const { response } = await store.read();
  expect(response.body).not.toMatch(/description|allergens|diets/);
  const facts = { description: 'Leek & "cream"', allergens: ['milk' as const, 'celery' as const], diets: ['vegetarian' as const] };

  await store.admin(updateMenuItem, { params: { id: String(store.menu.soup) }, body: { title: 'Soup', price: 4.5, ...facts } });

  const { reply } = await store.read();
  expect(reply.menuItems[0]).toMatchObject({ title: 'Soup', ...facts });
  expect(reply.menuItems[1]).not.toHaveProperty('allergens');
  expect((await other.read()).response.body).not.toContain('celery');
});

test('nothing private is in it: no QR code, no time zone, no net price, no other table', async () => {
  const store = await open();
  await store.admin(updateMenuItem, { params: { id: String(store.menu.soup) }, body: { title: 'Soup', price: 4.5, netPrice: 1.25 } });

  const { reply, response } = await store.read();

  expect(reply.menuItems.every(({ net_price }) => net_price === null)).toBe(true);
  expect(response.body).not.toContain(store.qrcode);
  expect(response.body).not.toContain('1.25');
  expect(response.body).not.toContain('timezone');
  expect(response.body).not.toContain('T2');
});

test('an unknown code and an inactive restaurant get the very same answer', async () => {
  const [suspended, expired] = [await open(), await open()];
  await suspended.read();
  await database.query('update tenants set is_active = false where id = $1', [suspended.tenantId]);
  await database.query("update tenants set active_until = now() - interval '4 days' where id = $1", [expired.tenantId]);

  const answers = await Promise.all([
    suspended.read(),
    expired.read(),
    ...['nobodyhasthisqrcode21', 'x', 'a'.repeat(290), '\u0000', 'a b', '%', "' or 1=1 --", '../../pos/init'].map((qrcode) =>
      suspended.visitor(getQrMenu, { params: { qrcode }, query: {} }),
    ),
  ]);

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect(new Set(answers.map(({ response }) => response.body)).size).toBe(1);
  expect(answers[0]!.reply).toEqual({ success: false, code: 'not_found', message: 'Broken Link!' });
});

test('within the days of grace the menu stays', async () => {
  const store = await open();
  await database.query("update tenants set active_until = now() - interval '2 days' where id = $1", [store.tenantId]);
  expect((await store.read()).status).toBe(200);
});

test('a menu that is switched off shows the restaurant and nothing else', async () => {
  const store = await open();
  const [t1] = await tablesOf(store);
  await store.admin(saveStoreSetting, { body: { isQRMenuEnabled: false } });

  const { status, reply } = await store.read(t1!.encrypted_id);

  expect(status).toBe(200);
  expect(reply).toMatchObject({ storeSettings: { store_name: 'Test kitchen', is_qr_menu_enabled: 0 } });
  expect([reply.categories, reply.menuItems, reply.storeTable]).toEqual([[], [], null]);
});

test('a table that is unknown, deleted or another restaurant’s is none', async () => {
  const [mine, theirs] = [await open(), await open()];
  const [t1, t2] = await tablesOf(mine);
  const foreign = (await tablesOf(theirs))[0]!.encrypted_id;
  await mine.admin(deleteTable, { params: { id: String(t2!.id) } });

  for (const tableId of [foreign, t2!.encrypted_id, String(t1!.id), '', ' ', '\u0000', 'x'.repeat(5000)]) {
    const { status, reply } = await mine.read(tableId);
    expect([status, reply.storeTable, reply.menuItems.length]).toEqual([200, null, 3]);
  }
  expect((await mine.read(t1!.encrypted_id)).reply.storeTable).toMatchObject({ table_title: 'T1' });
});

test('two restaurants have two menus', async () => {
  const [mine, theirs] = [await open({ storeName: 'Mine' }), await open({ storeName: 'Theirs' })];
  await theirs.admin(deleteMenuItem, { params: { id: String(theirs.menu.soup) } });

  const [first, second] = await Promise.all([mine.read(), theirs.read()]);

  expect([first.reply.storeSettings.store_name, second.reply.storeSettings.store_name]).toEqual(['Mine', 'Theirs']);
  const ids = (reply: typeof first.reply) => reply.menuItems.map(({ id }) => id);
  expect(ids(first.reply)).toEqual([mine.menu.soup, mine.menu.wine, mine.menu.bread]);
  expect(ids(second.reply)).toEqual([theirs.menu.wine, theirs.menu.bread]);
});

test('categories and items stand in the order of the menu', async () => {
  const store = await open();
  const { admin, menu } = store;
  const drinks = (await admin(addCategory, { body: { title: 'Drinks' } })).reply.id;
  await admin(updateMenuItem, { params: { id: String(menu.wine) }, body: { title: 'Wine', price: 6, categoryId: drinks } });
  await admin(saveCategoryOrder, { body: { ids: [drinks, menu.category] } });
  await admin(saveItemOrder, { body: { ids: [menu.bread, menu.soup] } });

  const { reply } = await store.read();

  expect(reply.categories.map(({ title }) => title)).toEqual(['Drinks', 'All']);
  expect(reply.menuItems.map(({ title }) => title)).toEqual(['Wine', 'Bread', 'Soup']);
});

test('what is sold out disappears at the next request, on every node, and is back with the next business day', async () => {
  let now = new Date('2026-03-10T20:00:00Z');
  const app = await openApp({ clock: () => now });
  const store = await open({}, { app, now });
  const other = await openVisitor(await openApp({ clock: () => now }));
  const titles = async () => {
    const here = (await store.read()).reply.menuItems.map(({ title }) => title);
    const there = (await other(getQrMenu, { params: { qrcode: store.qrcode }, query: {} })).reply.menuItems.map(({ title }) => title);
    expect(there).toEqual(here);
    return here;
  };
  expect(await titles()).toEqual(['Soup', 'Wine', 'Bread']);

  await store.admin(toggleSoldOut, { params: { id: String(store.menu.wine) }, body: { isSoldOut: true } });
  expect(await titles()).toEqual(['Soup', 'Bread']);

  now = new Date('2026-03-11T00:00:01Z');
  expect(await titles()).toEqual(['Soup', 'Wine', 'Bread']);
});

test('a menu is sent again only when it has changed', async () => {
  const store = await open();
  const [t1] = await tablesOf(store);
  const url = `/api/v1/qrmenu/${store.qrcode}`;
  const ask = (query: string, headers: Record<string, string>) => store.app.inject({ method: 'GET', url: `${url}${query}`, headers });

  for (const query of ['', `?tableId=${t1!.encrypted_id}`])
    for (const encoding of ['br', 'gzip', 'identity']) {
      const first = await ask(query, { 'accept-encoding': encoding });
      expect(first.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
      const again = await ask(query, { 'if-none-match': String(first.headers['etag']) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  const before = (await ask('', {})).headers['etag'];
  expect(before).not.toBe((await ask(`?tableId=${t1!.encrypted_id}`, {})).headers['etag']);

  await store.admin(updateMenuItem, { params: { id: String(store.menu.soup) }, body: { title: 'Stew', price: 5 } });

  const changed = await ask('', { 'if-none-match': String(before) });
  expect(changed.statusCode).toBe(200);
  expect(changed.body).toContain('Stew');
});

test.each([
  [{ phone: '+49 30 901820', address: '1 High Street, France' }, 'USD', 'UTC', 'DE'],
  [{ phone: '030 901820', address: '12 Rue de Rivoli, Paris, France.' }, 'EUR', 'UTC', 'FR'],
  [{ address: 'Calle Mayor 1\nMadrid\nES' }, 'EUR', 'UTC', 'ES'],
  [{ address: 'Somewhere' }, 'INR', 'Europe/Paris', 'IN'],
  [{ address: '233 S Wacker Dr, Chicago, IL' }, 'USD', 'America/Chicago', 'US'],
  [{}, 'EUR', 'Europe/Rome', 'IT'],
  [{}, 'EUR', 'UTC', null],
  [{ phone: 'ask the waiter' }, 'XOF', 'Africa/Dakar', 'SN'],
])('a store with %j, %s and %s has its phones in %s', async (settings, currency, timezone, country) => {
  const store = await open(settings, { currency, timezone });
  expect((await store.read()).reply.storeSettings.country).toBe(country);
});
