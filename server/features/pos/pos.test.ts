import { expect, test } from 'vitest';
import { saveMenuFile } from '#contract/menu-files.ts';
import { deleteMenuItem, updateMenuItem } from '#contract/menu-items.ts';
import { listOrders } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice, initPos } from '#contract/pos.ts';
import { database, databases, openApp, openRestaurant, openVisitor } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { openCounted } from '#server/testing/statements.ts';

const open = async () => withMenu(await openRestaurant());

test('the till gets the menu, the tables and the settings in one answer', async () => {
  const { admin, menu } = await open();

  const { status, reply } = await admin(initPos, {});

  expect(status).toBe(200);
  expect(reply).toMatchObject({
    categories: [{ id: menu.category, title: 'All' }],
    paymentTypes: [{ title: 'Cash', is_active: true }],
    printSettings: { page_format: '80', is_enable_print: 0 },
    storeSettings: { store_name: 'Test kitchen', currency: 'USD', is_qr_menu_enabled: 0 },
  });
  expect(reply.storeTables.map((table) => [table.table_title, table.floor, table.seating_capacity])).toEqual([
    ['T1', 'Ground', 4],
    ['T2', 'Ground', 2],
  ]);
  expect(reply.menuItems.find(({ id }) => id === menu.wine)).toMatchObject({
    title: 'Wine',
    price: 6,
    tax_rate: 20,
    tax_type: 'inclusive',
    category_title: 'All',
    variants: [{ id: menu.large, item_id: menu.wine, title: 'Large', price: 9 }],
    addons: [{ id: menu.ice, item_id: menu.wine, title: 'Ice', price: 0.5 }],
  });
});

test('the menu is sent again only when it has changed', async () => {
  const { admin, app, cookies, menu } = await open();
  const { response } = await admin(initPos, {});
  const again = {
    method: 'GET' as const,
    url: '/api/v1/pos/init',
    cookies,
    headers: { 'if-none-match': String(response.headers['etag']) },
  };

  expect((await app.inject(again)).statusCode).toBe(304);
  await admin(updateMenuItem, { params: { id: String(menu.soup) }, body: { title: 'Soup', price: 5, categoryId: null, taxId: null } });

  const changed = await app.inject(again);
  expect(changed.statusCode).toBe(200);
  expect(changed.json().menuItems.find((item: { id: number }) => item.id === menu.soup)).toMatchObject({ price: 5 });
});

test('the till’s start takes as many statements for 300 items with variants and addons as for 3', async () => {
  const { app, counted } = await openCounted();
  const { admin, tenantId } = await openRestaurant({ app });
  const statementsFor = async (count: number) => {
    const items = Array.from({ length: count }, (_, number) => `Category ${number % 20},Item ${number},5,Small=4|Large=6,Ice=1|Milk=0.5`);
    await admin(saveMenuFile, { body: { csv: `category,title,price,variants,addons\n${items.join('\n')}\n` } });
    counted(tenantId);
    const { reply } = await admin(initPos, {});
    const statements = counted(tenantId);
    expect(reply.menuItems).toHaveLength(count);
    for (const { variants, addons } of reply.menuItems) expect([variants.length, addons.length]).toEqual([2, 2]);
    return statements;
  };

  const few = await statementsFor(3);

  expect(few).toBeGreaterThan(1);
  expect(await statementsFor(300)).toBe(few);
});

test('an order gets the day’s first token, and the next one the second', async () => {
  const { admin, menu } = await open();

  const first = await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } });
  const second = await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 2 }] } });

  expect([first.status, first.reply.tokenNo, second.reply.tokenNo]).toEqual([200, 1, 2]);
});

test('tokens start again with the business day, which is the store’s', async () => {
  let now = new Date('2026-03-01T18:00:00Z'); // 23:30 in Kolkata
  const app = await openApp({ clock: () => now });
  const { admin, menu } = await withMenu(await openRestaurant({ app, now, timezone: 'Asia/Kolkata' }));
  const sell = async () => (await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }] } })).reply.tokenNo;

  const before = [await sell(), await sell()];
  now = new Date('2026-03-01T18:30:00Z'); // midnight in Kolkata, still the same day in UTC
  const after = await sell();

  expect([...before, after]).toEqual([1, 2, 1]);
});

test('an order that is sent again past midnight is answered with the day of the first time', async () => {
  const placed = '2026-03-01T23:59:00.000Z';
  let now = new Date(placed);
  const app = await openApp({ clock: () => now });
  const { admin, menu } = await withMenu(await openRestaurant({ app, now, timezone: 'UTC' }));
  const send = () => admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }] } }, { headers: { 'idempotency-key': 'late' } });

  const first = await send();
  now = new Date('2026-03-02T00:01:00Z');
  const second = await send();

  expect(first.reply.date).toBe(placed);
  expect(second.reply).toEqual(first.reply);
});

test('the server prices the cart: variant, addons and both kinds of tax', async () => {
  const { admin, menu, tenantId } = await open();
  const cart = [
    { id: menu.soup, quantity: 2, price: 4.5 },
    { id: menu.wine, quantity: 1, variant_id: menu.large, addons_ids: [menu.ice], price: 9.5 },
  ];

  // soup 9.00 + 0.90 on top; wine 9.50, of which 1.58 is tax: net 9.00 + 7.92
  const { status } = await admin(createOrderAndInvoice, { body: { cart, netTotal: 16.92, taxTotal: 2.48, total: 19.4 } });

  expect(status).toBe(200);
  const { rows } = await database.query('select sub_total, tax_total, total from invoices where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ sub_total: 1692, tax_total: 248, total: 1940 }]);
});

test('a price that has changed is refused with the right totals, and nothing is stored', async () => {
  const { admin, menu } = await open();

  const line = await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 2, price: 0.01 }] } });
  const total = await admin(createOrderAndInvoice, {
    body: { cart: [{ id: menu.soup, quantity: 2 }], netTotal: 9, taxTotal: 0.9, total: 0.01 },
  });

  expect([line.status, total.status]).toEqual([409, 409]);
  expect(total.reply).toMatchObject({ success: false, code: 'price_changed', netTotal: 9, subTotal: 9, taxTotal: 0.9, total: 9.9 });
  expect((await admin(listOrders, { query: {} })).reply).toEqual([]);
});

test('a draft of before a price change can be sent: where no money is taken the server counts', async () => {
  const { admin, menu } = await open();
  const cart = [{ id: menu.soup, quantity: 2, price: 0.01 }];

  const first = await admin(createOrder, { body: { cart } }, { headers: { 'idempotency-key': 'draft' } });
  const again = await admin(createOrder, { body: { cart } }, { headers: { 'idempotency-key': 'draft' } });
  // whoever shows a sum is told when it is wrong
  const sum = await admin(createOrder, { body: { cart, total: 0.02 } });

  expect([first.status, again.status, sum.status]).toEqual([200, 200, 409]);
  expect(first.reply).toMatchObject({ pricesChanged: true, message: expect.stringContaining('Prices have changed') });
  expect(again.reply).toEqual(first.reply);
  expect((await admin(createOrder, { body: { cart: [{ ...cart[0]!, price: 4.5 }] } })).reply.pricesChanged).toBeUndefined();
  const { reply } = await admin(listOrders, { query: {} });
  expect(reply.flatMap(({ orders }) => orders.flatMap(({ items }) => items.map(({ price }) => price)))).toEqual([4.5, 4.5]);
});

test('a guest’s QR order is taken over with nobody as its customer', async () => {
  const { admin, menu, tenantId } = await open();

  const { status } = await admin(createOrder, {
    body: { cart: [{ id: menu.soup, quantity: 1 }], customerType: 'WALKIN', customerId: { phone: null, name: null } as never },
  });

  expect(status).toBe(200);
  const { rows } = await database.query('select customer_type, customer_id from orders where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ customer_type: 'WALKIN', customer_id: null }]);
});

test('a sum may be off by one minor unit: the page may have used floats', async () => {
  const { admin, menu } = await open();

  const near = await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 2 }], total: 9.91 } });
  const far = await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 2 }], total: 9.92 } });

  expect([near.status, far.status]).toEqual([200, 409]);
});

test('an order keeps what it was priced with when the menu changes afterwards', async () => {
  const { admin, menu } = await open();
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } });
  await admin(updateMenuItem, { params: { id: String(menu.soup) }, body: { title: 'Potage', price: 99, categoryId: null, taxId: null } });
  await admin(deleteMenuItem, { params: { id: String(menu.soup) } });

  const { reply } = await admin(listOrders, { query: {} });

  expect(reply[0]?.orders[0]?.items[0]).toMatchObject({ item_title: 'Soup', price: 4.5 });
});

test('what is no longer there is refused with 404', async () => {
  const { admin, menu } = await open();
  const sell = async (line: object, more: object = {}) =>
    (await admin(createOrder, { body: { cart: [{ id: menu.wine, quantity: 1, ...line }], ...more } })).status;

  expect(await sell({ id: 999_999_999 })).toBe(404);
  expect(await sell({ variant_id: menu.ice + 1_000_000 })).toBe(404);
  expect(await sell({ addons_ids: [menu.large + 1_000_000] })).toBe(404);
  expect(await sell({ id: menu.soup, variant_id: menu.large })).toBe(404);
  expect(await sell({}, { tableId: 999_999_999 })).toBe(404);
  expect(await sell({}, { paymentTypeId: 999_999_999 })).toBe(404);
  expect(await sell({}, { customerType: 'CUSTOMER', customerId: { phone: '555', name: 'Nobody' } })).toBe(404);
  expect(await sell({}, { selectedQrOrderItem: 1 })).toBe(404);
});

test.each([
  ['an empty cart', { cart: [] }, 'Cart is empty!'],
  ['no cart', {}, 'Cart is empty!'],
  ['a cart that is a text', { cart: 'soup' }, 'Cart is empty!'],
  ['a quantity of 0', { cart: [{ id: 1, quantity: 0 }] }, 'Please provide a quantity of 1 to 999!'],
  ['a quantity of 1000', { cart: [{ id: 1, quantity: 1000 }] }, 'Please provide a quantity of 1 to 999!'],
  ['a quantity of one and a half', { cart: [{ id: 1, quantity: 1.5 }] }, 'Please provide a quantity of 1 to 999!'],
  ['notes of 101 characters', { cart: [{ id: 1, quantity: 1, notes: '🍅'.repeat(101) }] }, 'Notes have at most 100 characters!'],
  ['a NUL in the notes', { cart: [{ id: 1, quantity: 1, notes: 'a\u0000b' }] }, 'Invalid request!'],
  ['half a character in the notes', { cart: [{ id: 1, quantity: 1, notes: '\ud800' }] }, 'Invalid request!'],
  ['an id beyond all numbers', { cart: [{ id: 1e300, quantity: 1 }] }, 'Invalid request!'],
  ['an unknown dining option', { cart: [{ id: 1, quantity: 1 }], deliveryType: 'drone' }, 'Please select a dining option!'],
])('%s is refused with a sentence', async (_, body, sentence) => {
  const { admin } = await openRestaurant();

  const { status, reply } = await admin(createOrder, { body: body as never });

  expect({ status, message: reply.message }).toEqual({ status: 400, message: sentence });
});

test('201 lines are too many', async () => {
  const { admin } = await openRestaurant();
  expect((await admin(createOrder, { body: { cart: Array.from({ length: 201 }, () => ({ id: 1, quantity: 1 })) } })).status).toBe(400);
});

test('the same key ten times at once makes one order', async () => {
  const { admin, menu, tenantId } = await open();
  const body = { cart: [{ id: menu.soup, quantity: 1 }] };

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => admin(createOrder, { body }, { headers: { 'idempotency-key': 'k-1' } })),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(new Set(answers.map(({ reply }) => `${reply.orderId} ${reply.tokenNo}`)).size).toBe(1);
  expect(answers.filter(({ response }) => response.headers['idempotency-replayed'] === 'true')).toHaveLength(9);
  const { rows } = await database.query('select count(*) from orders where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ count: 1 }]);
});

test('a key that was used for another body is refused, and one that failed may be used again', async () => {
  const { admin, menu } = await open();
  const sell = (quantity: number, price: number) =>
    admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity, price }] } }, { headers: { 'idempotency-key': 'k-2' } });

  expect((await sell(1, 1)).status).toBe(409);
  expect((await sell(1, 4.5)).status).toBe(200);
  const other = await sell(2, 4.5);

  expect([other.status, other.reply.code]).toEqual([422, 'key_reused']);
});

test('a repeated order is answered as before, even when its price would be refused today', async () => {
  const { admin, menu } = await open();
  const sell = () =>
    admin(
      createOrderAndInvoice,
      { body: { cart: [{ id: menu.soup, quantity: 1, price: 4.5 }] } },
      { headers: { 'idempotency-key': 'k-3' } },
    );
  const first = await sell();
  await admin(updateMenuItem, { params: { id: String(menu.soup) }, body: { title: 'Soup', price: 7, categoryId: null, taxId: null } });

  const again = await sell();

  expect([again.status, again.reply.orderId]).toEqual([200, first.reply.orderId]);
});

test('100 orders at once get the tokens 1 to 100', async () => {
  const { admin, menu } = await open();

  const answers = await Promise.all(
    Array.from({ length: 100 }, () => admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }] } })),
  );

  expect(answers.map(({ reply }) => reply.tokenNo).sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

test('an order that was priced from an older menu is not stored', async () => {
  const { admin, menu, tenantId } = await open();
  const { rows } = await database.query('select version from tenant_counters where tenant_id = $1', [tenantId]);
  const order = {
    version: rows[0].version - 1,
    now: new Date(),
    businessDate: '2026-01-01',
    deliveryType: 'dinein',
    customerType: 'WALKIN',
    lines: [],
  };

  await expect(databases.callAsTenant('place_order', tenantId, order)).rejects.toMatchObject({ code: 'CM001' });

  // the till notices nothing: the server prices once more from the new menu
  await admin(updateMenuItem, { params: { id: String(menu.bread) }, body: { title: 'Bread', price: 3, categoryId: null, taxId: null } });
  expect((await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1, price: 3 }] } })).status).toBe(200);
});

test('tokens stay without a gap while midnight passes over a queue of orders', async () => {
  const midnight = new Date('2026-03-02T00:00:00Z').getTime();
  let calls = 0;
  // every second order still belongs to the day before
  const app = await openApp({ clock: () => new Date(midnight + (calls++ % 2 ? 1 : -1) * 1000) });
  const { admin, menu, tenantId } = await withMenu(await openRestaurant({ app, now: new Date(midnight - 60_000) }));

  const answers = await Promise.all(
    Array.from({ length: 40 }, () => admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }] } })),
  );

  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const { rows } = await database.query(
    'select business_date, count(*)::int, max(token_no) from orders where tenant_id = $1 group by 1 having count(*) <> max(token_no)',
    [tenantId],
  );
  expect(rows).toEqual([]);
});

test('a second round for a table joins its open check', async () => {
  const { admin, menu, tenantId } = await open();
  for (let round = 0; round < 2; round++) await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } });
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: '' } });

  const { rows } = await database.query('select count(distinct check_id) from orders where tenant_id = $1', [tenantId]);

  expect(rows).toEqual([{ count: 2 }]);
});

test('one restaurant cannot sell or name what belongs to another', async () => {
  const mine = await open();
  const theirs = await open();
  const sell = async (body: object) =>
    (await mine.admin(createOrder, { body: { cart: [{ id: mine.menu.soup, quantity: 1 }], ...body } })).status;

  expect(await sell({ cart: [{ id: theirs.menu.soup, quantity: 1 }] })).toBe(404);
  expect(await sell({ cart: [{ id: mine.menu.wine, quantity: 1, variant_id: theirs.menu.large }] })).toBe(404);
  expect(await sell({ cart: [{ id: mine.menu.wine, quantity: 1, addons_ids: [theirs.menu.ice] }] })).toBe(404);
  expect(await sell({ tableId: theirs.menu.t1 })).toBe(404);
});

test('selling needs a session and the scope POS', async () => {
  const { staff, menu } = await open();
  const body = { cart: [{ id: menu.soup, quantity: 1 }] };
  const visitor = await openVisitor();
  const cook = await staff('KITCHEN', 'CUSTOMER_DISPLAY');
  const waiter = await staff('POS');

  expect((await visitor(createOrder, { body })).status).toBe(401);
  expect((await cook(createOrder, { body })).status).toBe(403);
  expect((await cook(initPos, {})).status).toBe(403);
  expect((await waiter(createOrder, { body })).status).toBe(200);
});

test('money has the decimals of the currency', async () => {
  const { admin, menu } = await withMenu(await openRestaurant({ currency: 'KWD' }));

  const { reply } = await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 3 }], total: 1 } });

  expect(reply).toMatchObject({ code: 'price_changed', netTotal: 13.5, taxTotal: 1.35, total: 14.85 });
});
