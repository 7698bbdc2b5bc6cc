import { expect, onTestFinished, test } from 'vitest';
import { createCustomerExport } from '#contract/customer-history.ts';
import { addCustomer, deleteCustomer } from '#contract/customers.ts';
import { listKitchenOrders } from '#contract/kitchen.ts';
import { listEvents } from '#contract/events.ts';
import { deleteMenuItem, toggleSoldOut, updateMenuItem } from '#contract/menu-items.ts';
import { listOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { cancelAllQrOrders, countQrOrders, listQrOrders, updateQrOrderStatus } from '#contract/qr-orders.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { addTable, deleteTable, listTables } from '#contract/tables.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { callAs, database, openApp, openOwnDatabase, openRestaurant, openVisitor } from '#server/testing/restaurant.ts';
import { whileHeld } from '#server/testing/waiting.ts';
import { withMenu } from '#server/testing/menu.ts';

type Basket = CallInput<typeof placeQrOrder>['body'];

const open = async (settings: object = {}, opening: Parameters<typeof openRestaurant>[0] = {}) => {
  // limits are counted by a server: each restaurant here has one of its own
  const app = opening.app ?? (await openApp());
  const restaurant = await withMenu(await openRestaurant({ ...opening, app }));
  const { admin, menu } = restaurant;
  await admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true, ...settings } });
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const [t1, t2] = (await admin(listTables, {})).reply;
  const body: Basket = {
    deliveryType: null,
    cartItems: [{ id: menu.soup, quantity: 2 }],
    customerType: 'WALKIN',
    customer: { name: 'Guest', phone: '' },
    tableId: null,
  };
  /** Orders from a browser of its own, unless cookies are given. */
  const place = async (
    basket: Partial<Basket> | object = {},
    headers: Record<string, string> = {},
    cookies: Record<string, string> = {},
    address?: string,
  ) => callAs(app, cookies)(placeQrOrder, { params: { qrcode }, body: { ...body, ...basket } }, { headers, address });
  const waiting = async () => (await admin(listQrOrders, {})).reply;
  return { ...restaurant, app, qrcode, body, place, waiting, t1: t1!, t2: t2! };
};
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) => {
  const [pair] = String(headers['set-cookie']).split(';');
  const [name, value] = pair!.split('=');
  return { [name!]: value! };
};
const customersOf = async (tenantId: number, pool = database) => {
  const { rows } = await pool.query('select phone, name, email, updated_at from customers where tenant_id = $1 order by id', [tenantId]);
  return rows;
};

test('a guest orders at a table: priced by the server, and the tills are told', async () => {
  const { place, waiting, menu, t1, admin } = await open();
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
  const { place, waiting } = await open();
  await place({ deliveryType: 'delivery' });
  expect(await waiting()).toMatchObject([{ delivery_type: 'takeaway', table_id: null, table_title: null, floor: null }]);
});

test.each([{ isQRMenuEnabled: false }, { isQROrderEnabled: false }])('nothing is taken with %j', async (settings) => {
  const { place, waiting } = await open(settings);
  const { status, reply } = await place();
  expect([status, reply.code, reply.message]).toEqual([403, 'not_allowed', 'This restaurant does not take orders from its menu now!']);
  expect(await waiting()).toEqual([]);
});

test('an unknown code and an inactive restaurant get the very same answer', async () => {
  const { body, place, app, tenantId } = await open();
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
  const { place, waiting, tenantId, admin, menu } = await open();

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
  const { place, waiting } = await open({ address: 'Via Roma 1, Italy' }, { currency: 'EUR' });
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
  const { place, waiting, tenantId } = await open();

  const { status, reply } = await place({ customerType: 'CUSTOMER', ...fault });

  expect([status, reply.message, reply.errors?.[0]?.path]).toEqual([400, sentence, path]);
  expect([await customersOf(tenantId), await waiting()]).toEqual([[], []]);
});

test('a known customer is never changed, however their phone was written down, and the answer does not tell', async () => {
  const { place, waiting, tenantId, admin, menu } = await open();
  const insert = (phone: string, name: string) =>
    database.query('insert into customers (tenant_id, phone, name, email, created_at) values ($1, $2, $3, $4, now())', [
      tenantId,
      phone,
      name,
      'private@example.com',
    ]);
  await insert('(415) 555-2671', 'Grace');
  await insert('+1 415 555 2672', 'Edsger');
  const before = await customersOf(tenantId);

  const answers = [];
  for (const phone of ['+14155552671', '415-555-2672', '+14155552673'])
    answers.push(await place({ customerType: 'CUSTOMER', customer: { name: 'Mallory', phone } }));

  const [first, second, third] = answers.map(({ status, reply: { orderId: _, ...rest }, response }) => ({
    status,
    rest,
    headers: Object.keys(response.headers),
  }));
  expect(second).toEqual(first);
  expect(third).toEqual(first);
  expect((await waiting()).map(({ customer_name, guest_name }) => [customer_name, guest_name])).toEqual([
    ['Grace', 'Mallory'],
    ['Edsger', 'Mallory'],
    ['Mallory', undefined],
  ]);
  for (const { id, customer_id: customerId } of await waiting())
    await admin(createOrder, {
      body: { cart: [{ id: menu.soup, quantity: 1 }], customerType: 'CUSTOMER', customerId, selectedQrOrderItem: id },
    });
  // accepted, an order is called as it was while it waited
  const called = (await admin(listOrders, { query: {} })).reply.flatMap(({ orders }) => orders);
  expect(called.map(({ customer_name, guest_name }) => [customer_name, guest_name])).toEqual([
    ['Grace', 'Mallory'],
    ['Edsger', 'Mallory'],
    ['Mallory', undefined],
  ]);
  expect((await customersOf(tenantId)).slice(0, 2)).toEqual(before);
  expect((await customersOf(tenantId)).slice(2)).toMatchObject([{ phone: '+14155552673', name: 'Mallory' }]);
});

test('ten at once with one new phone, accepted at once, make one customer', async () => {
  const { place, tenantId, waiting, admin, menu } = await open();
  const customer = { name: 'Ada', phone: '+14155552671' };

  const answers = await Promise.all(Array.from({ length: 10 }, () => place({ customerType: 'CUSTOMER', customer })));

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const sale = { cart: [{ id: menu.soup, quantity: 1 }], customerType: 'CUSTOMER' as const, customerId: customer.phone };
  const accepted = await Promise.all((await waiting()).map(({ id }) => admin(createOrder, { body: { ...sale, selectedQrOrderItem: id } })));
  expect(accepted.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await customersOf(tenantId)).toHaveLength(1);
});

test('cancelled, one by one or all, a stranger’s order leaves no customer and nothing of who sent it', async () => {
  const { place, waiting, admin, tenantId, menu } = await open();
  const order = (phone: string) => place({ customerType: 'CUSTOMER', customer: { name: 'CALL +1 900 SCAM', phone } });
  await order('+14155552671');
  await order('+14155552672');
  const [first] = await waiting();

  await admin(updateQrOrderStatus, { params: { id: String(first!.id) }, body: { status: 'cancelled' } });
  await admin(cancelAllQrOrders, { body: {} });

  expect(await customersOf(tenantId)).toEqual([]);
  const { rows } = await database.query('select distinct guest_phone, guest_name from qr_orders where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ guest_phone: null, guest_name: null }]);
  const sale = { cart: [{ id: menu.soup, quantity: 1 }], customerType: 'CUSTOMER' as const, customerId: '+14155552671' };
  expect((await admin(createOrder, { body: { ...sale, selectedQrOrderItem: first!.id } })).status).toBe(409);
  expect(await customersOf(tenantId)).toEqual([]);
});

test('a phone that is not the diner’s of this QR order is an unknown customer, and staff may accept it for nobody', async () => {
  const { place, waiting, admin, tenantId, menu } = await open();
  await place({ customerType: 'CUSTOMER', customer: { name: 'Ada', phone: '+14155552671' } });
  const [order] = await waiting();
  const sale = { cart: [{ id: menu.soup, quantity: 1 }], selectedQrOrderItem: order!.id };

  const other = await admin(createOrder, { body: { ...sale, customerType: 'CUSTOMER', customerId: '+14155552672' } });
  expect([other.status, other.reply.message]).toEqual([404, 'This customer does not exist!']);
  const without = await admin(createOrder, {
    body: { ...sale, selectedQrOrderItem: null, customerType: 'CUSTOMER', customerId: '+14155552671' },
  });
  expect(without.status).toBe(404);
  expect(await waiting()).toHaveLength(1);
  expect((await admin(createOrder, { body: { ...sale, customerId: { phone: null } } })).status).toBe(200);
  // a name that no customer's erasure would find is not kept
  expect((await database.query('select guest_name from orders where tenant_id = $1', [tenantId])).rows).toEqual([{ guest_name: null }]);
  expect([await customersOf(tenantId), await waiting()]).toEqual([[], []]);
});

test('a guest’s own name is not kept with another customer whom staff choose for the order', async () => {
  const { place, waiting, admin, tenantId, menu } = await open();
  await admin(addCustomer, { body: { phone: '+1 415 555 2671', name: 'Martin' } });
  await admin(addCustomer, { body: { phone: '+1 415 555 2672', name: 'Yves' } });
  const accept = async (customerId: string) => {
    await place({ customerType: 'CUSTOMER', customer: { name: 'Zoë', phone: '+14155552671' } });
    const [order] = await waiting();
    const body = { cart: [{ id: menu.soup, quantity: 1 }], selectedQrOrderItem: order!.id, customerType: 'CUSTOMER' as const, customerId };
    expect((await admin(createOrder, { body })).status).toBe(200);
  };
  await accept('+1 415 555 2671');
  await accept('+1 415 555 2672');
  const { rows } = await database.query('select guest_name from orders where tenant_id = $1 order by id', [tenantId]);
  expect(rows).toEqual([{ guest_name: 'Zoë' }, { guest_name: null }]);
});

test('who is deleted as a customer while an order waits is forgotten there, too', async () => {
  const { place, waiting, admin, tenantId } = await open();
  await place({ customerType: 'CUSTOMER', customer: { name: 'Ada', phone: '+14155552671' } });
  await admin(addCustomer, { body: { phone: '+1 415 555 2671', name: 'Ada' } });
  await admin(deleteCustomer, { params: { id: '+1 415 555 2671' } });
  expect(await waiting()).toMatchObject([{ customer_id: null, customer_name: null }]);
  const { rows } = await database.query('select guest_phone, guest_name from qr_orders where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ guest_phone: null, guest_name: null }]);
});

test('who is deleted or erased as a customer is forgotten by a waiting order that came with their phone', async () => {
  const { place, waiting, admin, tenantId, menu } = await open();
  const phone = '+1 415 555 2671';
  await admin(addCustomer, { body: { phone, name: 'Martin' } });
  // a sale in the books: the customer's row stays, empty
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], customerType: 'CUSTOMER', customerId: phone } });
  await place({ customerType: 'CUSTOMER', customer: { name: 'Zoë', phone: '+14155552671' } });
  expect(await waiting()).toMatchObject([{ customer_id: phone, customer_name: 'Martin', guest_name: 'Zoë' }]);
  await admin(deleteCustomer, { params: { id: phone } });
  expect(await waiting()).toMatchObject([{ customer_id: null, customer_name: null }]);
  const { rows } = await database.query('select guest_phone, guest_name from qr_orders where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ guest_phone: null, guest_name: null }]);
});

test('what is sold out, off the menu or dearer than the diner saw is refused, and nothing is stored', async () => {
  const { place, waiting, admin, menu, t1 } = await open();
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
  const { place, waiting, menu } = await open();
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
  const mine = await open();
  const theirs = await open({}, { app: mine.app });

  expect((await mine.place({ cartItems: [{ id: theirs.menu.soup, quantity: 1 }] })).status).toBe(404);
  expect((await mine.place({ tableId: theirs.t1.encrypted_id })).status).toBe(404);
  await mine.place({ customerType: 'CUSTOMER', customer: { name: 'Ada', phone: '+14155552671' } });
  expect(await mine.waiting()).toHaveLength(1);
  expect([await theirs.waiting(), await customersOf(theirs.tenantId)]).toEqual([[], []]);
});

test('a retry cannot order twice, also when both arrive at once, the menu has changed since or ordering was switched off', async () => {
  const { place, waiting, admin, menu } = await open();
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
  const { place, tenantId } = await open();
  await database.query(
    "insert into idempotency_keys (tenant_id, key, route, request_hash, response, created_at) values ($1, 'till-1', '/pos/create-order', 'h', '{}', now())",
    [tenantId],
  );
  expect((await place({}, { 'idempotency-key': 'till-1' })).status).toBe(200);
});

test('an order that was refused may be sent again with the same key and a mended basket', async () => {
  const { place, menu } = await open();
  const key = { 'idempotency-key': 'mended' };
  expect((await place({ cartItems: [{ id: menu.soup, quantity: 1, price: 1 }] }, key)).status).toBe(409);
  expect((await place({ cartItems: [{ id: menu.soup, quantity: 1, price: 4.5 }] }, key)).status).toBe(200);
});

test('a browser orders five times in ten minutes; refused orders and retries do not count', async () => {
  const { place, waiting } = await open();
  const first = await place();
  const cookies = cookieOf(first.response);
  expect(String(first.response.headers['set-cookie'])).toMatch(/^comanda_diner=[\w-]{21}; .*HttpOnly; SameSite=Lax/);
  for (let count = 0; count < 8; count++) {
    expect((await place({ cartItems: [{ id: 1, quantity: 1 }] }, {}, cookies)).status).toBe(404);
    expect((await place({ customerType: 'CUSTOMER' }, {}, cookies)).status).toBe(400);
  }
  for (let count = 2; count <= 5; count++) {
    const key = { 'idempotency-key': `order-${count}` };
    expect((await place({}, key, cookies)).status).toBe(200);
    expect((await place({}, key, cookies)).response.headers['idempotency-replayed']).toBe('true');
  }

  const sixth = await place({}, {}, cookies);

  expect([sixth.status, sixth.reply.code]).toEqual([429, 'too_many']);
  expect(Number(sixth.response.headers['retry-after'])).toBeGreaterThan(500);
  expect((await place({}, { 'idempotency-key': 'order-5' }, cookies)).status).toBe(200);
  expect((await place()).status).toBe(200);
  expect(await waiting()).toHaveLength(6);
});

test('twenty orders of one browser at once are five', async () => {
  const { place, waiting } = await open();
  const cookies = cookieOf((await place()).response);

  const answers = await Promise.all(Array.from({ length: 20 }, () => place({}, {}, cookies)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(await waiting()).toHaveLength(5);
});

test('a table takes ten orders in ten minutes, another table its own', async () => {
  const { place, t1, t2 } = await open();
  const answers = [];
  for (let count = 0; count < 11; count++) answers.push((await place({ tableId: t1.encrypted_id })).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect((await place({ tableId: t2.encrypted_id })).status).toBe(200);
});

const STRANGER = '203.0.113.66';
const takenOf = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200).length;

test('sixty orders of one stranger without cookies leave an honest diner at a table able to order', async () => {
  const { place, t1, t2 } = await open();
  const answers = [];
  for (let count = 0; count < 60; count++) answers.push(await place({}, {}, {}, STRANGER));

  expect(takenOf(answers)).toBe(20);
  const last = answers.at(-1)!;
  expect([last.status, last.reply.code]).toEqual([429, 'too_many']);
  expect(Number(last.response.headers['retry-after'])).toBeGreaterThan(500);
  expect((await place({ tableId: t1.encrypted_id }, {}, {}, '203.0.113.7')).status).toBe(200);
  // who sits in the same Wi-Fi as the stranger, too
  expect((await place({ tableId: t2.encrypted_id }, {}, {}, STRANGER)).status).toBe(200);
});

test('one address has thirty orders, whatever tables it has photographed; an IPv6 line counts by its /64', async () => {
  const { place, t1, t2 } = await open();
  const tables = [t1.encrypted_id, t2.encrypted_id, null];
  const flood = async (addressOf: (count: number) => string) => {
    const answers = [];
    for (let count = 0; count < 60; count++) answers.push(await place({ tableId: tables[count % 3] }, {}, {}, addressOf(count)));
    return takenOf(answers);
  };
  expect(await flood((count) => `2001:db8:1:2::${count + 1}`)).toBe(30);
  // what is left of the restaurant's: ten without a table
  expect(await flood(() => STRANGER)).toBe(10);
});

test('a code takes sixty orders in ten minutes, and a full one takes nothing from the browser', async () => {
  const mine = await open();
  const theirs = await open({}, { app: mine.app });
  for (let table = 0; table < 6; table++) await mine.admin(addTable, { body: { title: `N${table}`, floor: '-', seatingCapacity: 2 } });
  const tables = (await mine.admin(listTables, {})).reply.slice(0, 6);
  const answers = [];
  for (let count = 0; count < 60; count++)
    answers.push((await mine.place({ tableId: tables[count % 6]!.encrypted_id }, {}, {}, `203.0.113.${count}`)).status);
  expect(new Set(answers)).toEqual(new Set([200]));

  const refused = await mine.place({}, {}, {}, STRANGER);
  expect(refused.reply.message).toBe('This restaurant has too many orders from its menu at the moment! Please tell the staff!');
  const cookies = cookieOf(refused.response);
  for (let count = 0; count < 10; count++) expect((await mine.place({}, {}, cookies, STRANGER)).status).toBe(429);

  const elsewhere = [];
  for (let count = 0; count < 6; count++) elsewhere.push((await theirs.place({}, {}, cookies, STRANGER)).status);
  expect(elsewhere).toEqual([200, 200, 200, 200, 200, 429]);
});

test('the tills are told once that the restaurant is at its limit, and for ten minutes', async () => {
  let now = new Date('2026-11-21T18:00:00Z');
  const app = await openApp({ clock: () => now });
  const { place, admin, tenantId } = await open({}, { app, now });
  const count = async () => (await admin(countQrOrders, {})).reply;
  for (let order = 0; order < 20; order++) await place({}, {}, {}, `203.0.113.${order}`);
  expect(await count()).toMatchObject({ totalQROrders: 20, limitReachedAt: null });

  for (let order = 0; order < 5; order++) expect((await place({}, {}, {}, `203.0.113.${order}`)).status).toBe(429);

  await expect.poll(async () => (await count()).limitReachedAt).toBe('2026-11-21T18:00:00.000Z');
  const told = (await admin(listEvents, { query: {} })).reply.events.filter(({ type }) => type === 'qr_ordering');
  expect(told).toMatchObject([{ payload: {} }]);
  const noted = "select after->>'limit' as what from audit_log where tenant_id = $1 and action = 'limit reached'";
  await expect.poll(async () => (await database.query(noted, [tenantId])).rows).toEqual([{ what: 'QR orders of a restaurant' }]);
  now = new Date('2026-11-21T18:10:01Z');
  expect((await count()).limitReachedAt).toBeNull();
});

test('straight to the kitchen: an order with a token, and nothing for the tills to accept', async () => {
  const { place, waiting, admin, t1, menu, tenantId } = await open({ isQROrderToKitchen: true });
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

test('straight to the kitchen with a customer’s phone: called as the guest calls themself, until the customer is forgotten', async () => {
  const { place, admin, tenantId } = await open({ isQROrderToKitchen: true });
  const phone = '+14155552671';
  await admin(addCustomer, { body: { phone, name: 'Martin Shaw' } });
  for (const name of ['Zoë', 'Martin Shaw']) await place({ customerType: 'CUSTOMER', customer: { name, phone } });
  const called = async () =>
    (await admin(listKitchenOrders, { query: {} })).reply.map(({ customer_name, guest_name }) => [customer_name, guest_name]);
  expect(await called()).toEqual([
    ['Martin Shaw', 'Zoë'],
    ['Martin Shaw', undefined],
  ]);
  const { orders } = (await admin(createCustomerExport, { params: { id: phone } })).reply;
  expect(orders.map(({ guest_name }) => guest_name)).toEqual([undefined, 'Zoë']);

  await admin(deleteCustomer, { params: { id: phone } });
  expect(await called()).toEqual([
    [null, undefined],
    [null, undefined],
  ]);
  const { rows } = await database.query('select count(guest_name)::integer as names from orders where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ names: 0 }]);
});

test('an order and a change of the menu at the same moment never mix', async () => {
  const { place, admin, menu, waiting } = await open();
  const change = (price: number) => admin(updateMenuItem, { params: { id: String(menu.bread) }, body: { title: 'Bread', price } });

  const [, ...answers] = await Promise.all([
    change(3),
    ...Array.from({ length: 8 }, () => place({ cartItems: [{ id: menu.bread, quantity: 1, price: 2 }] })),
  ]);

  const taken = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => status === 409).length).toBe(8 - taken);
  expect((await waiting()).map(({ items }) => items[0]!.price)).toEqual(Array.from({ length: taken }, () => 2));
});

test('a guest who is deleted at the very moment of ordering is a new one', async () => {
  const { place, tenantId, t1 } = await open({ isQROrderToKitchen: true });
  const phone = '+4930901820';
  await database.query("insert into customers (tenant_id, phone, name, created_at) values ($1, $2, 'Ada', now())", [tenantId, phone]);
  const deletion = await database.connect();
  onTestFinished(() => deletion.release(true));
  await deletion.query('begin');
  await deletion.query('delete from customers where tenant_id = $1', [tenantId]);
  const ordering = place({ customerType: 'CUSTOMER', customer: { name: 'Ada again', phone }, tableId: t1.encrypted_id });
  // the order has found her and waits to refer to her
  await whileHeld(deletion, ordering);
  await deletion.query('commit');
  expect((await ordering).status).toBe(200);
  expect(await customersOf(tenantId)).toMatchObject([{ phone, name: 'Ada again' }]);
});

test('a guest who is deleted between two looks at the customers is a new one, too', async () => {
  // the lock is on a whole table, for which the tests beside this one would wait as well
  const own = await openOwnDatabase();
  onTestFinished(own.close);
  const { database: pool, databases } = own;
  const app = await openApp({ databases });
  const { place, tenantId, t1 } = await open({ isQROrderToKitchen: true }, { app, databases });
  const phone = '+4930901820';
  await pool.query("insert into customers (tenant_id, phone, name, created_at) values ($1, $2, 'Ada', now())", [tenantId, phone]);
  const deletion = await pool.connect();
  onTestFinished(() => deletion.release(true));
  // what place_order reads after place_qr_order has found her, and before it looks for her itself
  await deletion.query('begin; lock table idempotency_keys in access exclusive mode');
  await deletion.query('delete from customers where tenant_id = $1', [tenantId]);
  const ordering = place({ customerType: 'CUSTOMER', customer: { name: 'Ada again', phone }, tableId: t1.encrypted_id });
  await whileHeld(deletion, ordering, pool);
  await deletion.query('commit');
  expect((await ordering).status).toBe(200);
  expect(await customersOf(tenantId, pool)).toMatchObject([{ phone, name: 'Ada again' }]);
});
