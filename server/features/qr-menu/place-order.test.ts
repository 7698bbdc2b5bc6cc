import { expect, test } from 'vitest';
import { listKitchenOrders } from '#contract/kitchen.ts';
import { listEvents } from '#contract/events.ts';
import { deleteMenuItem, toggleSoldOut, updateMenuItem } from '#contract/menu-items.ts';
import { listOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { deleteTable } from '#contract/tables.ts';
import { database, openVisitor } from '#server/testing/restaurant.ts';
import { customersOf, openDining } from '#server/testing/dining.ts';

test('a guest orders at a table: priced by the server, and the tills are told', async () => {
  const { place, waiting, menu, t1, admin } = await openDining();
  const wine = { id: menu.wine, quantity: 3, variant_id: menu.large, addons_ids: [menu.ice], notes: '  no <b>straw</b> ', price: 9.5 };

  const { status, reply } = await place({ cartItems: [{ id: menu.soup, quantity: 2, notes: '' }, wine], tableId: t1.encrypted_id });

  expect([status, reply]).toEqual([200, { success: true, message: 'Your order was sent.', orderId: reply.orderId }]);
  const orders = await waiting();
  expect(orders).toMatchObject([
    {
      id: reply.orderId,
      delivery_type: 'dinein',
      customer_type: 'WALKIN',
      customer_id: null,
      customer_name: null,
      table_id: t1.id,
      table_title: 'T1',
      floor: 'Ground',
      status: 'created',
      payment_status: 'pending',
      items: [
        {
          order_id: reply.orderId,
          item_id: menu.soup,
          item_title: 'Soup',
          tax_id: menu.vat,
          tax_title: 'VAT',
          tax_rate: 10,
          tax_type: 'exclusive',
          variant_id: null,
          variant_title: null,
          price: 4.5,
          quantity: 2,
          status: 'created',
          addons: null,
          notes: null,
        },
        {
          item_id: menu.wine,
          variant_id: menu.large,
          variant_title: 'Large',
          price: 9.5,
          quantity: 3,
          addons: [{ id: menu.ice, item_id: menu.wine, title: 'Ice', price: 0.5 }],
          notes: 'no <b>straw</b>',
        },
      ],
    },
  ]);
  const { events } = (await admin(listEvents, { query: {} })).reply;
  expect(events).toMatchObject([{ type: 'new_qrorder', payload: { orderId: reply.orderId } }]);
  expect((await admin(listKitchenOrders, { query: {} })).reply).toEqual([]);
});

test('without a table it is a takeaway', async () => {
  const { place, waiting } = await openDining();
  await place({ deliveryType: 'delivery' });
  expect(await waiting()).toMatchObject([{ delivery_type: 'takeaway', table_id: null, table_title: null, floor: null }]);
});

test('a client may leave out the dining option, which is not read', async () => {
  const { place } = await openDining();
  expect((await place({ deliveryType: undefined })).status).toBe(200);
});

test.each([{ isQRMenuEnabled: false }, { isQROrderEnabled: false }])('nothing is taken with %j', async (settings) => {
  const { place, waiting } = await openDining(settings);
  const { status, reply } = await place();
  expect([status, reply.code, reply.message]).toEqual([403, 'not_allowed', 'This restaurant does not take orders from its menu now!']);
  expect(await waiting()).toEqual([]);
});

test('an unknown code and an inactive restaurant get the very same answer', async () => {
  const { body, place, app, tenantId } = await openDining();
  await place();
  await database.query('update tenants set is_active = false where id = $1', [tenantId]);
  const visitor = await openVisitor(app);

  const answers = await Promise.all([
    place(),
    ...['nobodyhasthisqrcode21', '\u0000', 'x'.repeat(200)].map((qrcode) => visitor(placeQrOrder, { params: { qrcode }, body })),
  ]);

  for (const { status, response } of answers)
    expect([status, response.body]).toEqual([
      404,
      '{"success":false,"code":"not_found","message":"Broken Link!","errors":[{"path":["qrcode"],"message":"Broken Link!"}]}',
    ]);
});

test.each([
  ['+1 (415) 555-2671', '+14155552671'],
  ['415 555 2671', '+14155552671'],
  ['+49 1512 3456789', '+4915123456789'],
  // no such number is known to libphonenumber, and it may ring all the same
  ['+1 555 555 5555', '+1 555 555 5555'],
  ['123 ext 4', '123 ext 4'],
])('whoever gives the phone %s becomes a customer when staff accept the order', async (phone, stored) => {
  const { place, waiting, tenantId, admin, menu } = await openDining();

  const { status } = await place({ customerType: 'CUSTOMER', customer: { name: '  Ada <i>L</i> ', phone } });

  expect(status).toBe(200);
  expect(await customersOf(tenantId)).toEqual([]);
  const [order] = await waiting();
  expect(order).toMatchObject({ customer_type: 'CUSTOMER', customer_id: stored, customer_name: 'Ada <i>L</i>' });
  const accepted = await admin(createOrder, {
    body: {
      cart: [{ id: menu.soup, quantity: 2 }],
      customerType: 'CUSTOMER',
      customerId: { phone: stored },
      selectedQrOrderItem: order!.id,
    },
  });
  expect(accepted.status).toBe(200);
  expect(await customersOf(tenantId)).toMatchObject([{ phone: stored, name: 'Ada <i>L</i>', email: null }]);
  expect((await admin(listOrders, { query: {} })).reply[0]!.orders).toMatchObject([{ customer_id: stored, customer_name: 'Ada <i>L</i>' }]);
});

test('a phone without a country code belongs to the country of the store', async () => {
  const { place, waiting } = await openDining({ address: 'Via Roma 1, Italy' }, { currency: 'EUR' });
  expect((await place({ customerType: 'CUSTOMER', customer: { name: 'Ugo', phone: '312 345 6789' } })).status).toBe(200);
  expect(await waiting()).toMatchObject([{ customer_id: '+393123456789' }]);
});

test.each([
  [{ customer: { name: '', phone: '+14155552671' } }, 'Name is Required.', ['customer', 'name']],
  [{ customer: { name: ' ', phone: '+14155552671' } }, 'Name is Required.', ['customer', 'name']],
  [{ customer: null }, 'Name is Required.', ['customer', 'name']],
  [{ customer: { name: 'Ada', phone: '' } }, 'Enter a valid phone number.', ['customer', 'phone']],
  [{ customer: { name: 'Ada', phone: '1'.repeat(21) } }, 'Enter a valid phone number.', ['customer', 'phone']],
  [{ customer: { name: 'Ada', phone: '..' } }, 'Enter a valid phone number.', ['customer', 'phone']],
  [{ customer: { name: 'Ada', phone: 'call +14155552671' } }, 'Enter a valid phone number.', ['customer', 'phone']],
  [{ customer: { name: 'Ada', phone: '<script>' } }, 'Enter a valid phone number.', ['customer', 'phone']],
])('%j is refused: %s', async (fault, sentence, path) => {
  const { place, waiting, tenantId } = await openDining();

  const { status, reply } = await place({ customerType: 'CUSTOMER', ...fault });

  expect([status, reply.message, reply.errors?.[0]?.path]).toEqual([400, sentence, path]);
  expect([await customersOf(tenantId), await waiting()]).toEqual([[], []]);
});

test('what is sold out, off the menu or dearer than the diner saw is refused, and nothing is stored', async () => {
  const { place, waiting, admin, menu, t1 } = await openDining();
  const line = { id: menu.soup, quantity: 2, price: 4.5 };
  await admin(toggleSoldOut, { params: { id: String(menu.wine) }, body: { isSoldOut: true } });
  await admin(deleteMenuItem, { params: { id: String(menu.bread) } });
  await admin(deleteTable, { params: { id: String(t1.id) } });

  const soldOut = await place({ cartItems: [line, { id: menu.wine, quantity: 1 }] });
  expect([soldOut.status, soldOut.reply]).toEqual([
    409,
    { success: false, code: 'conflict', message: 'Wine is sold out!', errors: [{ path: ['cartItems', 1], message: 'Wine is sold out!' }] },
  ]);
  expect((await place({ cartItems: [{ id: menu.bread, quantity: 1 }] })).status).toBe(404);
  expect((await place({ tableId: t1.encrypted_id })).reply).toMatchObject({
    code: 'not_found',
    message: 'This table does not exist!',
    errors: [{ path: ['tableId'] }],
  });

  await admin(updateMenuItem, { params: { id: String(menu.soup) }, body: { title: 'Soup', price: 5, taxId: menu.vat } });
  const dearer = await place({ cartItems: [line] });
  expect([dearer.status, dearer.reply]).toMatchObject([409, { code: 'price_changed', netTotal: 10, taxTotal: 1, total: 11 }]);
  expect(await waiting()).toEqual([]);
});

test('hostile baskets get a sentence and store nothing', async () => {
  const { place, waiting, menu } = await openDining();
  const line = { id: menu.soup, quantity: 1 };
  const faults: [object, number][] = [
    [{ cartItems: [] }, 400],
    [{ cartItems: Array.from({ length: 51 }, () => line) }, 400],
    [{ cartItems: [{ ...line, quantity: 0 }] }, 400],
    [{ cartItems: [{ ...line, quantity: 100 }] }, 400],
    [{ cartItems: [{ ...line, quantity: -1 }] }, 400],
    [{ cartItems: [{ ...line, notes: 'x'.repeat(101) }] }, 400],
    [{ cartItems: [{ ...line, notes: 'a\u0000b' }] }, 400],
    [{ cartItems: [{ ...line, notes: '\ud800' }] }, 400],
    [{ cartItems: [{ ...line, id: "1' or 1=1" }] }, 400],
    [{ cartItems: [{ ...line, price: 0.01 }] }, 409],
    [{ cartItems: [{ ...line, variant_id: menu.large }] }, 404],
    [{ cartItems: [{ ...line, addons_ids: [menu.ice] }] }, 404],
    [{ tableId: '\u0000' }, 404],
    [{ tableId: 7 }, 400],
    [{ tableId: 'x'.repeat(500) }, 404],
    [{ customerType: 'ADMIN' }, 400],
    [{ customer: 'Guest' }, 400],
  ];
  for (const [fault, expected] of faults) {
    const { status, reply } = await place(fault);
    expect([fault, status, reply.success]).toEqual([fault, expected, false]);
  }
  const heavy = await place({ deliveryType: 'x'.repeat(66_000) });
  expect([heavy.status, heavy.reply.code]).toEqual([413, 'too_large']);
  expect((await place({}, { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect(await waiting()).toEqual([]);
});

test('one restaurant’s items and tables are nothing in another', async () => {
  const mine = await openDining();
  const theirs = await openDining({}, { app: mine.app });

  expect((await mine.place({ cartItems: [{ id: theirs.menu.soup, quantity: 1 }] })).status).toBe(404);
  expect((await mine.place({ tableId: theirs.t1.encrypted_id })).status).toBe(404);
  await mine.place({ customerType: 'CUSTOMER', customer: { name: 'Ada', phone: '+14155552671' } });
  expect(await mine.waiting()).toHaveLength(1);
  expect([await theirs.waiting(), await customersOf(theirs.tenantId)]).toEqual([[], []]);
});

test('a retry cannot order twice, also when both arrive at once, the menu has changed since or ordering was switched off', async () => {
  const { place, waiting, admin, menu } = await openDining();
  const key = { 'idempotency-key': 'a-retry' };
  const basket = { cartItems: [{ id: menu.soup, quantity: 1, price: 4.5 }] };

  const both = await Promise.all([place(basket, key), place(basket, key), place(basket, key)]);
  await admin(updateMenuItem, { params: { id: String(menu.soup) }, body: { title: 'Soup', price: 5 } });
  const dearer = await place(basket, key);
  await admin(saveStoreSetting, { body: { isQROrderEnabled: false } });
  const off = await place(basket, key);

  const answers = [...both, dearer, off];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ response }) => response.body)).size).toBe(1);
  expect(answers.filter(({ response }) => response.headers['idempotency-replayed'] === 'true')).toHaveLength(4);
  expect(await waiting()).toHaveLength(1);
  expect((await place({ cartItems: [{ id: menu.bread, quantity: 1 }] }, key)).status).toBe(422);
});

test('a diner’s key never meets one of a till', async () => {
  const { place, tenantId } = await openDining();
  await database.query(
    "insert into idempotency_keys (tenant_id, key, route, request_hash, response, created_at) values ($1, 'till-1', '/pos/create-order', 'h', '{}', now())",
    [tenantId],
  );
  expect((await place({}, { 'idempotency-key': 'till-1' })).status).toBe(200);
});

test('an order that was refused may be sent again with the same key and a mended basket', async () => {
  const { place, menu } = await openDining();
  const key = { 'idempotency-key': 'mended' };
  expect((await place({ cartItems: [{ id: menu.soup, quantity: 1, price: 1 }] }, key)).status).toBe(409);
  expect((await place({ cartItems: [{ id: menu.soup, quantity: 1, price: 4.5 }] }, key)).status).toBe(200);
});

test('straight to the kitchen: an order with a token, and nothing for the tills to accept', async () => {
  const { place, waiting, admin, t1, menu, tenantId } = await openDining({ isQROrderToKitchen: true });
  const key = { 'idempotency-key': 'kitchen' };
  const basket = {
    cartItems: [{ id: menu.wine, quantity: 1, variant_id: menu.large, notes: 'cold' }],
    tableId: t1.encrypted_id,
    customerType: 'CUSTOMER',
    customer: { name: 'Ada', phone: '+14155552671' },
  };

  const first = await place(basket, key);
  const again = await place(basket, key);
  await place();

  expect([first.status, Object.keys(first.reply).sort()]).toEqual([200, ['message', 'orderId', 'success']]);
  expect(again.response.body).toBe(first.response.body);
  expect(await waiting()).toEqual([]);
  const orders = (await admin(listKitchenOrders, { query: {} })).reply;
  expect(orders).toMatchObject([
    {
      id: first.reply.orderId,
      token_no: 1,
      delivery_type: 'dinein',
      table_title: 'T1',
      customer_name: 'Ada',
      items: [{ item_title: 'Wine', variant_title: 'Large', notes: 'cold' }],
    },
    { token_no: 2, delivery_type: 'takeaway', table_title: null, customer_name: null },
  ]);
  const { events } = (await admin(listEvents, { query: {} })).reply;
  expect(events.map(({ type }) => type)).toEqual(['new_order', 'new_order']);
  expect(await customersOf(tenantId)).toHaveLength(1);
});

test('an order and a change of the menu at the same moment never mix', async () => {
  const { place, admin, menu, waiting } = await openDining();
  const change = (price: number) => admin(updateMenuItem, { params: { id: String(menu.bread) }, body: { title: 'Bread', price } });

  const [, ...answers] = await Promise.all([
    change(3),
    ...Array.from({ length: 8 }, () => place({ cartItems: [{ id: menu.bread, quantity: 1, price: 2 }] })),
  ]);

  const taken = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => status === 409).length).toBe(8 - taken);
  expect((await waiting()).map(({ items }) => items[0]!.price)).toEqual(Array.from({ length: taken }, () => 2));
});

test('a note as long as notes may be is no longer when it waits: the till sends it back with the order', async () => {
  const { admin, place, waiting, menu } = await openDining();
  // letters that Unicode composes of two: ড় and য়, as a Bengali keyboard writes them
  const notes = '\u09dc\u09df'.repeat(50);
  expect((await place({ cartItems: [{ id: menu.soup, quantity: 1, notes }] })).status).toBe(200);
  const [order] = await waiting();
  expect(order!.items[0]!.notes).toBe(notes);
  const cart = [{ id: menu.soup, quantity: 1, notes: order!.items[0]!.notes, price: 4.5 }];
  expect((await admin(createOrder, { body: { cart, selectedQrOrderItem: order!.id } })).status).toBe(200);
});

test('what a guest writes covers nothing on the screens of the staff, and turns the direction of nothing that stands beside it', async () => {
  const { place, waiting, menu } = await openDining();
  const hostile = `No nut\u0301${'\u0300'.repeat(80)}s \u202emilk`;
  const customer = { name: `Ada\u2067${'\u0310\u200d'.repeat(40)}`, phone: '+1 415-555-2673' };
  const lines = [hostile, '\u202e', 'کمی\u200cنمک', 'क्\u200dष no\nsalt'].map((notes) => ({ id: menu.soup, quantity: 1, notes }));
  expect((await place({ customerType: 'CUSTOMER', customer, cartItems: lines })).status).toBe(200);
  const [order] = await waiting();
  expect(order!.items.map(({ notes }) => notes)).toEqual([
    `No nut\u0301${'\u0300'.repeat(5)}s milk`,
    null,
    'کمی\u200cنمک',
    'क्\u200dष no\nsalt',
  ]);
  expect(order!.customer_name).toBe(`Ada${'\u0310\u200d'.repeat(3)}`);
});
