import { expect, test } from 'vitest';
import { listInvoices } from '#contract/invoices.ts';
import {
  cancelOrders,
  completeAndPayOrders,
  completeOrders,
  initOrders,
  listOpenChecks,
  listOrders,
  summarisePayment,
  updateItemStatus,
} from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice, initPos } from '#contract/pos.ts';
import { listKitchenOrders } from '#contract/kitchen.ts';
import { addPaymentType } from '#contract/payment-types.ts';
import { database, databases, openRestaurant, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { findOwedLinesAtTables } from './bill-lines.queries.ts';
import { findChecksAtTables } from './checks.queries.ts';

const open = async () => {
  const restaurant = await withMenu(await openRestaurant());
  const sell = async (body: object = {}) =>
    (await restaurant.admin(createOrder, { body: { cart: [{ id: restaurant.menu.soup, quantity: 2, notes: 'hot' }], ...body } })).reply
      .orderId;
  return { ...restaurant, sell };
};
const groups = async (caller: Caller) => (await caller(listOrders, { query: {} })).reply;
const itemsOf = async (caller: Caller) => (await groups(caller)).flatMap(({ orders }) => orders.flatMap(({ items }) => items));

test('open orders are grouped by table, and each order without a table stands alone', async () => {
  const { admin, menu, sell } = await open();
  const first = await sell({ tableId: menu.t1 });
  const takeaway = await sell({ deliveryType: 'takeaway' });
  const second = await sell({ tableId: menu.t1 });
  const delivery = await sell({ deliveryType: 'delivery' });

  const reply = await groups(admin);

  expect(reply.map(({ table_title, floor, order_ids }) => [table_title, floor, order_ids])).toEqual([
    ['T1', 'Ground', [first, second]],
    [null, null, [takeaway]],
    [null, null, [delivery]],
  ]);
  expect(reply[0]?.orders[0]).toMatchObject({
    id: first,
    token_no: 1,
    status: 'created',
    payment_status: 'pending',
    delivery_type: 'dinein',
    items: [{ item_title: 'Soup', quantity: 2, price: 4.5, status: 'created', notes: 'hot', addons: null, variant_title: null }],
  });
});

test('a card names the orders still to be paid, so that a second round can be paid while the first one, paid, is cooked', async () => {
  const { admin, menu, sell } = await open();
  const paid = (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } })).reply.orderId;
  expect((await groups(admin))[0]?.order_ids).toEqual([paid]);
  const second = await sell({ tableId: menu.t1 });

  const [card] = await groups(admin);

  expect(card?.orders.map(({ id }) => id)).toEqual([paid, second]);
  expect(card?.order_ids).toEqual([second]);
  expect((await admin(completeAndPayOrders, { body: { orderIds: card?.order_ids ?? [] } })).status).toBe(200);
});

test('an item may be set to any state, and not out of cancelled', async () => {
  const { admin, menu, sell } = await open();
  await sell({
    cart: [
      { id: menu.soup, quantity: 1 },
      { id: menu.bread, quantity: 1 },
    ],
  });
  const [soup] = await itemsOf(admin);
  const set = async (status: 'preparing' | 'completed' | 'delivered' | 'cancelled') =>
    (await admin(updateItemStatus, { params: { id: String(soup?.id) }, body: { status } })).status;

  expect([await set('delivered'), await set('preparing'), await set('cancelled'), await set('preparing')]).toEqual([200, 200, 200, 409]);
  expect((await itemsOf(admin)).map(({ status }) => status)).toEqual(['cancelled', 'created']);
});

test('the order is cancelled with its last item', async () => {
  const { admin, sell, tenantId } = await open();
  await sell();
  const [item] = await itemsOf(admin);
  await admin(updateItemStatus, { params: { id: String(item?.id) }, body: { status: 'cancelled' } });

  expect(await groups(admin)).toEqual([]);
  const { rows } = await database.query(
    'select o.status, c.closed_at is not null as closed from orders o join checks c on c.id = o.check_id where o.tenant_id = $1',
    [tenantId],
  );
  expect(rows).toEqual([{ status: 'cancelled', closed: true }]);
});

test('cancelling cancels every item, and a table is free again', async () => {
  const { admin, menu, sell, tenantId } = await open();
  const orderId = await sell({ tableId: menu.t1 });

  const { reply } = await admin(cancelOrders, { body: { orderIds: [orderId] } });

  expect(reply).toMatchObject({ success: true, message: 'Order cancelled.' });
  expect((await admin(cancelOrders, { body: { orderIds: [orderId] } })).status).toBe(409);
  const { rows } = await database.query('select distinct status from order_lines where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ status: 'cancelled' }]);
  await sell({ tableId: menu.t1 });
  const { rows: checks } = await database.query('select count(*) from checks where tenant_id = $1', [tenantId]);
  expect(checks).toEqual([{ count: 2 }]);
});

test('a paid order cannot be cancelled, nor an item of it', async () => {
  const { admin, menu } = await open();
  const { reply } = await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 1 }] } });
  const [item] = await itemsOf(admin);

  expect((await admin(cancelOrders, { body: { orderIds: [reply.orderId] } })).status).toBe(409);
  expect((await admin(updateItemStatus, { params: { id: String(item?.id) }, body: { status: 'cancelled' } })).status).toBe(409);
  expect((await admin(updateItemStatus, { params: { id: String(item?.id) }, body: { status: 'delivered' } })).status).toBe(200);
});

test('completing finishes the open items; the order then waits for payment', async () => {
  const { admin, sell } = await open();
  const orderId = await sell();

  expect((await admin(completeOrders, { body: { orderIds: [orderId] } })).status).toBe(200);

  expect(await groups(admin)).toEqual([]);
  const { reply } = await admin(listOrders, { query: { unpaid: '1' } });
  expect(reply[0]?.orders[0]).toMatchObject({ id: orderId, status: 'completed', items: [{ status: 'completed' }] });
  expect((await admin(completeOrders, { body: { orderIds: [orderId] } })).status).toBe(409);
  expect((await admin(completeAndPayOrders, { body: { orderIds: [orderId] } })).status).toBe(200);
  expect((await admin(listOrders, { query: { unpaid: '1' } })).reply).toEqual([]);
});

test('the summary leaves cancelled items out and adds taxes as ordered', async () => {
  const { admin, menu, sell } = await open();
  const orderId = await sell({
    cart: [
      { id: menu.soup, quantity: 2 },
      { id: menu.wine, quantity: 1, variant_id: menu.large, addons_ids: [menu.ice] },
      { id: menu.bread, quantity: 1 },
    ],
  });
  const bread = (await itemsOf(admin)).find(({ item_title }) => item_title === 'Bread');
  await admin(updateItemStatus, { params: { id: String(bread?.id) }, body: { status: 'cancelled' } });

  const { reply } = await admin(summarisePayment, { body: { orderIds: [orderId, orderId] } });

  expect(reply).toMatchObject({ subtotal: 16.92, taxTotal: 2.48, total: 19.4 });
  expect(reply.orders[0]?.items).toMatchObject([
    { item_title: 'Soup', price: 4.5, variant_price: null, itemTotal: 9, tax_rate: 10, tax_type: 'exclusive', addons: null },
    { item_title: 'Wine', price: 9.5, variant_price: 9, itemTotal: 9.5, variant_title: 'Large', addons: [{ title: 'Ice', price: 0.5 }] },
  ]);
});

test('whoever sells may have the bill of paid orders too, with invoice and payment type, but not pay it again', async () => {
  const { admin, sell, staff } = await open();
  const waiter = await staff('POS', 'ORDERS');
  const orderIds = [await sell()];
  const [unpaid] = [await waiter(summarisePayment, { body: { orderIds } })];
  expect(unpaid.reply.invoices).toEqual([]);
  const { invoiceId } = (await admin(completeAndPayOrders, { body: { orderIds } })).reply;

  const { status, reply } = await waiter(summarisePayment, { body: { orderIds } });

  expect(status).toBe(200);
  expect(reply).toMatchObject({
    total: unpaid.reply.total,
    invoices: [{ id: invoiceId, payment_type: 'unspecified', payments: [{ amount: reply.total, tip: 0, tendered: null, change: 0 }] }],
  });
  expect((await waiter(completeAndPayOrders, { body: { orderIds } })).status).toBe(409);
});

test('several rounds of a table end on one invoice, with the payment type that was chosen', async () => {
  const { admin, menu, sell, tenantId } = await open();
  const card = (await admin(addPaymentType, { body: { title: 'Card' } })).reply.id;
  const orderIds = [await sell({ tableId: menu.t1 }), await sell({ tableId: menu.t1 })];

  const { reply } = await admin(completeAndPayOrders, {
    body: { orderIds, subTotal: 18, taxTotal: 1.8, total: 19.8, paymentTypeId: card },
  });

  expect(reply).toMatchObject({ success: true, invoiceId: 1 });
  const { rows } = await database.query(
    'select i.total, i.table_title, p.payment_type, p.amount from invoices i join payments p using (tenant_id) where i.tenant_id = $1',
    [tenantId],
  );
  expect(rows).toEqual([{ total: 1980, table_title: 'T1', payment_type: 'Card', amount: 1980 }]);
  const { rows: checks } = await database.query('select closed_at is not null as closed from checks where tenant_id = $1', [tenantId]);
  expect(checks).toEqual([{ closed: true }]);
});

test('paying refuses wrong sums and tells the right ones', async () => {
  const { admin, sell } = await open();
  const orderIds = [await sell()];

  const { status, reply } = await admin(completeAndPayOrders, { body: { orderIds, subTotal: 9, taxTotal: 0.9, total: 1 } });

  expect(status).toBe(409);
  expect(reply).toMatchObject({ code: 'price_changed', subTotal: 9, taxTotal: 0.9, total: 9.9 });
  expect((await admin(listOrders, { query: {} })).reply[0]?.orders[0]?.payment_status).toBe('pending');
});

test('one order that cannot be paid leaves the others of the call as they were', async () => {
  const { admin, sell } = await open();
  const good = await sell();
  const gone = await sell();
  await admin(cancelOrders, { body: { orderIds: [gone] } });

  expect((await admin(completeAndPayOrders, { body: { orderIds: [good, gone] } })).status).toBe(409);
  expect((await admin(completeAndPayOrders, { body: { orderIds: [good, 999_999_999] } })).status).toBe(404);
  expect((await groups(admin))[0]?.orders[0]).toMatchObject({ id: good, payment_status: 'pending', status: 'created' });
});

test('two terminals pay the same check at once, 200 rounds: one invoice each', async () => {
  const { admin, sell, tenantId } = await open();
  const outcomes: string[] = [];
  for (let round = 0; round < 200; round++) {
    const orderIds = [await sell()];
    const answers = await Promise.all([
      admin(completeAndPayOrders, { body: { orderIds } }),
      admin(completeAndPayOrders, { body: { orderIds } }),
    ]);
    outcomes.push(
      answers
        .map(({ status }) => status)
        .sort()
        .join(' '),
    );
  }

  expect(new Set(outcomes)).toEqual(new Set(['200 409']));
  const { rows } = await database.query('select count(*), max(id) from invoices where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ count: 200, max: 200 }]);
}, 60_000);

test('what is paid while it is being made stays with the kitchen and on the board, until it is made', async () => {
  const { admin, menu, sell, tenantId } = await open();
  const orderId = await sell({ tableId: menu.t1, cart: [{ id: menu.soup, quantity: 1 }] });
  const [line] = await itemsOf(admin);
  await admin(updateItemStatus, { params: { id: String(line?.id) }, body: { status: 'preparing' } });

  const { reply } = await admin(completeAndPayOrders, { body: { orderIds: [orderId], keepOpen: true } });

  expect(reply.message).toBe('Payment received.');
  expect((await groups(admin))[0]?.orders).toMatchObject([{ id: orderId, payment_status: 'paid', items: [{ status: 'preparing' }] }]);
  expect((await admin(listKitchenOrders, { query: {} })).reply).toMatchObject([{ id: orderId }]);
  const { rows } = await database.query(`select after->>'status' as status from audit_log where tenant_id = $1 and action = 'pay'`, [
    tenantId,
  ]);
  expect(rows).toEqual([{ status: 'created' }]);

  await admin(updateItemStatus, { params: { id: String(line?.id) }, body: { status: 'delivered' } });
  expect(await groups(admin)).toEqual([]);
  // of what is delivered already nothing is left to do
  const second = await sell({ tableId: menu.t1, cart: [{ id: menu.soup, quantity: 1 }] });
  const [other] = await itemsOf(admin);
  await admin(updateItemStatus, { params: { id: String(other?.id) }, body: { status: 'delivered' } });
  await admin(completeAndPayOrders, { body: { orderIds: [second], keepOpen: true } });
  expect(await groups(admin)).toEqual([]);
});

test('who pays what a colleague was quicker to pay is told who it was, how, when and how much', async () => {
  const { admin, menu, sell } = await open();
  const card = (await admin(addPaymentType, { body: { title: 'Card' } })).reply.paymentTypeId;
  const orderIds = [await sell({ tableId: menu.t1 })];
  const [before] = await groups(admin);
  const { reply } = await admin(completeAndPayOrders, { body: { orderIds, paymentTypeId: card, keepOpen: true } });

  const late = await admin(completeAndPayOrders, { body: { orderIds } });

  const { total } = (await admin(summarisePayment, { body: { orderIds } })).reply;
  const [after] = await groups(admin);
  expect([before, after].map((card) => card?.orders[0]?.due)).toEqual([total, 0]);
  const payment = {
    id: reply.invoiceId,
    payment_type: 'Card',
    total,
    payments: [{ payment_type: 'Card', amount: total, tip: 0, tendered: null, change: 0, reference: null }],
    buyer: null,
    member: expect.stringMatching(/./),
    created_at: expect.stringMatching(/T.*Z$/),
  };
  expect([late.status, late.reply]).toEqual([
    409,
    expect.objectContaining({ message: 'This order is already paid!', payments: [payment] }),
  ]);
  expect((await admin(summarisePayment, { body: { orderIds } })).reply.invoices).toEqual([payment]);
});

test('a payment that is sent twice with one key is made once', async () => {
  const { admin, sell } = await open();
  const orderIds = [await sell()];
  const pay = () => admin(completeAndPayOrders, { body: { orderIds } }, { headers: { 'idempotency-key': 'pay-1' } });

  const [one, two] = await Promise.all([pay(), pay()]);

  expect([one.status, two.status, one.reply.invoiceId, two.reply.invoiceId]).toEqual([200, 200, 1, 1]);
  expect([one, two].filter(({ response }) => response.headers['idempotency-replayed'] === 'true')).toHaveLength(1);
  const other = await admin(completeAndPayOrders, { body: { orderIds, total: 1 } }, { headers: { 'idempotency-key': 'pay-1' } });
  expect([other.status, other.reply.code]).toEqual([422, 'key_reused']);
  expect((await admin(listInvoices, { query: { type: 'today' } })).reply).toHaveLength(1);
});

test('several tables may end on one invoice, which is the oldest order’s', async () => {
  const { admin, menu, sell, tenantId } = await open();
  const first = await sell({ tableId: menu.t2 });
  const second = await sell({ tableId: menu.t1 });

  expect((await admin(completeAndPayOrders, { body: { orderIds: [second, first], total: 19.8 } })).status).toBe(200);

  const { rows } = await database.query('select table_title, total from invoices where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ table_title: 'T2', total: 1980 }]);
  const { rows: checks } = await database.query('select count(*) from checks where tenant_id = $1 and closed_at is null', [tenantId]);
  expect(checks).toEqual([{ count: 0 }]);
});

test('whoever cancels, completes or pays is noted, with what the order and its lines were before', async () => {
  const { admin, sell, tenantId } = await open();
  const [cancelled, completed, paid] = [await sell(), await sell(), await sell()];
  await admin(cancelOrders, { body: { orderIds: [cancelled] } });
  await admin(completeOrders, { body: { orderIds: [completed] } });
  await admin(completeAndPayOrders, { body: { orderIds: [paid] } });

  const { rows } = await database.query(
    "select action, entity_id, before->>'status' as before, (select array_agg(value) from jsonb_each_text(before->'lines')) as lines, member_id is not null as known from audit_log where tenant_id = $1 and entity = 'orders' and action <> 'place' order by id",
    [tenantId],
  );
  expect(rows).toEqual([
    { action: 'cancel', entity_id: cancelled, before: 'created', lines: ['created'], known: true },
    { action: 'complete', entity_id: completed, before: 'created', lines: ['created'], known: true },
    { action: 'pay', entity_id: paid, before: 'created', lines: ['created'], known: true },
  ]);
});

test('an order joins a check or opens one while its table is being paid, and is never lost on a closed one', async () => {
  const { admin, menu, sell, tenantId } = await open();
  for (let round = 0; round < 20; round++) {
    const orderIds = [await sell({ tableId: menu.t2 })];
    await Promise.all([admin(completeAndPayOrders, { body: { orderIds } }), sell({ tableId: menu.t2 })]);
    const late = (await groups(admin)).flatMap(({ order_ids }) => order_ids);
    await admin(completeAndPayOrders, { body: { orderIds: late } });
  }

  const { rows } = await database.query(
    "select count(*) from orders o join checks c on c.tenant_id = o.tenant_id and c.id = o.check_id where o.tenant_id = $1 and o.status = 'created' and c.closed_at is not null",
    [tenantId],
  );
  expect(rows).toEqual([{ count: 0 }]);
  const { rows: stillOpen } = await database.query('select count(*) from checks where tenant_id = $1 and closed_at is null', [tenantId]);
  expect(stillOpen).toEqual([{ count: 0 }]);
});

test('who may only look, looks; the others change what their scope lets them', async () => {
  const { staff, sell, admin } = await open();
  const orderIds = [await sell()];
  const [item] = await itemsOf(admin);
  const look = await staff('ORDER_STATUS_DISPLAY');
  const status = await staff('ORDER_STATUS');
  const set = { params: { id: String(item?.id) }, body: { status: 'preparing' as const } };

  expect((await look(listOrders, { query: {} })).status).toBe(200);
  expect((await look(initOrders, {})).status).toBe(200);
  expect((await look(updateItemStatus, set)).status).toBe(403);
  expect((await status(updateItemStatus, set)).status).toBe(200);
  for (const call of [cancelOrders, completeOrders, summarisePayment, completeAndPayOrders])
    expect((await status(call, { body: { orderIds } })).status).toBe(403);
});

test('one restaurant cannot see, change or pay what belongs to another', async () => {
  const mine = await open();
  const theirs = await open();
  const orderId = await theirs.sell();
  const own = await mine.sell();
  const [item] = await itemsOf(theirs.admin);

  expect((await groups(mine.admin)).flatMap(({ order_ids }) => order_ids)).toEqual([own]);
  expect((await mine.admin(updateItemStatus, { params: { id: String(item?.id) }, body: { status: 'preparing' } })).status).toBe(404);
  for (const call of [cancelOrders, completeOrders, summarisePayment, completeAndPayOrders])
    expect((await mine.admin(call, { body: { orderIds: [own, orderId] } })).status).toBe(404);
  expect((await groups(mine.admin))[0]?.orders[0]?.payment_status).toBe('pending');
});

test.each([
  [{}],
  [{ orderIds: [] }],
  [{ orderIds: 'all' }],
  [{ orderIds: [-1] }],
  [{ orderIds: [1.5] }],
  [{ orderIds: Array.from({ length: 1001 }, (_, id) => id + 1) }],
])('orderIds as in %j are refused', async (body) => {
  const { admin } = await openRestaurant();
  for (const call of [cancelOrders, completeOrders, summarisePayment, completeAndPayOrders])
    expect((await admin(call, { body: body as never })).status).toBe(400);
});

test('the payment dialog gets payment types and settings', async () => {
  const { admin } = await open();
  const { reply } = await admin(initOrders, {});
  const { reply: till } = await admin(initPos, {});

  expect(reply).toEqual({
    paymentTypes: till.paymentTypes,
    printSettings: till.printSettings,
    storeSettings: till.storeSettings,
    storeTables: till.storeTables.map(({ encrypted_id: _, ...table }) => table),
  });
});

test('the till learns which tables have an open check, with how many orders, what is owed and since when', async () => {
  const { admin, menu, sell, tenantId } = await open();
  await sell({ tableId: menu.t1 });
  const second = await sell({ tableId: menu.t1 });
  const paid = (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t2 } })).reply.orderId;
  await sell({ deliveryType: 'takeaway' });
  const checks = async () => (await admin(listOpenChecks, {})).reply.map(({ table_title, orders, due }) => [table_title, orders, due]);

  expect((await admin(listOpenChecks, {})).reply[0]).toMatchObject({ table_id: menu.t1, floor: 'Ground' });
  // however much is taken away, nothing of it is read for this
  await databases.asTenant(tenantId, async (db) => {
    const lines = await findOwedLinesAtTables(db);
    expect([lines.length, (await findChecksAtTables(db)).length]).toEqual([2, 1]);
    // nor what it does not add up
    expect(Object.keys(lines[0]!)).toEqual(expect.not.arrayContaining(['item_title', 'ordered_at']));
  });
  expect(Date.now() - Date.parse((await admin(listOpenChecks, {})).reply[0]!.since)).toBeLessThan(60_000);
  // what was paid at once is a bill of its own, which is closed
  expect(await checks()).toEqual([['T1', 2, 19.8]]);

  await admin(completeOrders, { body: { orderIds: [second, paid] } });
  expect(await checks()).toEqual([['T1', 2, 19.8]]);
  await admin(completeAndPayOrders, { body: { orderIds: [second] } });
  expect(await checks()).toEqual([['T1', 1, 9.9]]);
});

test('a cancelled item is not owed, and another restaurant’s tables are not told', async () => {
  const { admin, menu, sell, staff } = await open();
  const other = await open();
  await sell({
    tableId: menu.t1,
    cart: [
      { id: menu.soup, quantity: 1 },
      { id: menu.bread, quantity: 1 },
    ],
  });
  const soup = (await itemsOf(admin)).find(({ item_title }) => item_title === 'Soup');
  await admin(updateItemStatus, { params: { id: String(soup?.id) }, body: { status: 'cancelled' } });

  expect((await admin(listOpenChecks, {})).reply).toMatchObject([{ table_title: 'T1', due: 2 }]);
  expect((await other.admin(listOpenChecks, {})).reply).toEqual([]);
  const cook = await staff('KITCHEN');
  expect((await cook(listOpenChecks, {})).status).toBe(403);
});
