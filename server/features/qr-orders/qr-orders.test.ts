import { expect, test } from 'vitest';
import type { CallInput } from '#contract/endpoint.ts';
import { listOrders } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { cancelAllQrOrders, countQrOrders, listQrOrders, updateQrOrderStatus } from '#contract/qr-orders.ts';
import { listEvents } from '#contract/events.ts';
import { getStoreSetting, resetQrCode, saveStoreSetting } from '#contract/store-settings.ts';
import { addTable, deleteTable, listTables, resetTableLink, updateTable } from '#contract/tables.ts';
import { getQrMenu } from '#contract/qr-menu.ts';
import { database, openApp, openRestaurant, openVisitor, type App } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

type Basket = CallInput<typeof placeQrOrder>['body'];

const open = async (app?: App) => {
  // limits are counted by a server: each restaurant here has one of its own
  const restaurant = await withMenu(await openRestaurant({ app: app ?? (await openApp()) }));
  const { admin, menu } = restaurant;
  await admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true } });
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const visitor = await openVisitor(restaurant.app);
  const cartItems = [{ id: menu.soup, quantity: 1 }];
  const place = async (basket: Partial<Basket> = {}, at = qrcode) =>
    visitor(placeQrOrder, { params: { qrcode: at }, body: { deliveryType: null, cartItems, customerType: 'WALKIN', ...basket } });
  const placed = async (basket: Partial<Basket> = {}) => (await place(basket)).reply.orderId;
  const cancel = (id: number) => admin(updateQrOrderStatus, { params: { id: String(id) }, body: { status: 'cancelled' } });
  const ids = async () => (await admin(listQrOrders, {})).reply.map(({ id }) => id);
  const count = async () => (await admin(countQrOrders, {})).reply;
  const sale = (qrOrderId: number | string | null) => ({ body: { cart: cartItems, selectedQrOrderItem: qrOrderId } });
  const read = (tableId?: string, at = qrcode) => visitor(getQrMenu, { params: { qrcode: at }, query: tableId ? { tableId } : {} });
  return { ...restaurant, qrcode, place, placed, cancel, ids, count, sale, read };
};
const auditOf = async (tenantId: number, action: string) => {
  const { rows } = await database.query(
    'select entity, entity_id::int, member_id, after from audit_log where tenant_id = $1 and action = $2 order by id',
    [tenantId, action],
  );
  return rows;
};

test('what diners ordered waits, the oldest first, and is counted', async () => {
  const { placed, ids, count } = await open();
  const quiet = { status: true, pausedUntil: null, limitReachedAt: null };
  expect([await count(), await ids()]).toEqual([{ ...quiet, totalQROrders: 0 }, []]);
  const orders = [await placed(), await placed(), await placed()];
  expect([await count(), await ids()]).toEqual([{ ...quiet, totalQROrders: 3 }, orders]);
});

test('however many wait, a till is shown the first hundred, and all are counted and cancelled', async () => {
  const { placed, ids, count, admin, tenantId } = await open();
  const first = await placed();
  await database.query(
    `insert into qr_orders (tenant_id, created_at, delivery_type, customer_type, currency)
     select $1, now(), 'takeaway', 'WALKIN', 'USD' from generate_series(1, 150)`,
    [tenantId],
  );
  expect([(await count()).totalQROrders, (await ids()).length, (await ids())[0]]).toEqual([151, 100, first]);
  expect((await admin(cancelAllQrOrders, { body: {} })).reply.message).toBe('151 QR orders cancelled.');
});

test('one is cancelled, the others wait on; it cannot be cancelled again, and other tills are told', async () => {
  const { placed, cancel, ids, tenantId, admin } = await open();
  const [first, second] = [await placed(), await placed()];

  const { status, reply } = await cancel(first);

  expect([status, reply]).toEqual([200, { success: true, message: 'QR order cancelled.' }]);
  expect(await ids()).toEqual([second]);
  const again = await cancel(first);
  expect([again.status, again.reply.message]).toEqual([409, 'This QR order was already accepted or cancelled!']);
  expect((await cancel(second + 1_000_000)).status).toBe(404);
  expect(await auditOf(tenantId, 'cancel')).toMatchObject([{ entity: 'qr_orders', entity_id: first, after: 'cancelled' }]);
  const { events } = (await admin(listEvents, { query: {} })).reply;
  expect(events.map(({ type }) => type)).toEqual(['new_qrorder', 'new_qrorder', 'order_update']);
});

test('only cancelled can be said of a QR order', async () => {
  const { placed, admin, ids } = await open();
  const id = await placed();
  for (const status of ['completed', 'created', '', null, 1]) {
    const refused = await admin(updateQrOrderStatus, { params: { id: String(id) }, body: { status: status as 'cancelled' } });
    expect([refused.status, refused.reply.message]).toEqual([400, 'Invalid request!']);
  }
  expect(await ids()).toEqual([id]);
});

test('all are cancelled at once, each with its line in the log', async () => {
  const { placed, ids, admin, tenantId } = await open();
  await placed();
  await placed();

  expect((await admin(cancelAllQrOrders, { body: {} })).reply).toEqual({ success: true, message: '2 QR orders cancelled.' });

  expect(await ids()).toEqual([]);
  expect(await auditOf(tenantId, 'cancel')).toHaveLength(2);
  expect((await admin(cancelAllQrOrders, { body: {} })).reply.message).toBe('0 QR orders cancelled.');
});

test('a client that sends no body cancels all, as the specification has it', async () => {
  const { placed, ids, app, cookies } = await open();
  await placed();
  await placed();

  const { statusCode } = await app.inject({ method: 'POST', url: '/api/v1/pos/qrorders/cancel-all', cookies });

  expect([statusCode, await ids()]).toEqual([200, []]);
});

test('of a list those are cancelled that still wait; what came later waits on, an empty list cancels nothing', async () => {
  const { placed, ids, admin, cancel, sale, tenantId } = await open();
  const [accepted, gone, first, second, unseen] = [await placed(), await placed(), await placed(), await placed(), await placed()];
  await admin(createOrder, sale(accepted));
  await cancel(gone);
  const clear = (orderIds: number[]) => admin(cancelAllQrOrders, { body: { orderIds } });

  expect((await clear([])).reply.message).toBe('0 QR orders cancelled.');
  expect((await clear(Array.from({ length: 1000 }, (_, index) => unseen + 1 + index))).status).toBe(200);
  const { status, reply } = await clear([accepted, gone, first, second, second, unseen + 1_000_000]);

  expect([status, reply.message]).toEqual([200, '2 QR orders cancelled.']);
  expect(await ids()).toEqual([unseen]);
  expect((await auditOf(tenantId, 'cancel')).map(({ entity_id }) => entity_id).sort()).toEqual([gone, first, second].sort());
  const { rows } = await database.query('select status from qr_orders where tenant_id = $1 and id = $2', [tenantId, accepted]);
  expect(rows).toEqual([{ status: 'completed' }]);
});

test.each([[null], ['all'], [['x']], [[0]], [Array.from({ length: 1001 }, (_, index) => index + 1)]])(
  'a list that is none cancels nothing: %j',
  async (orderIds) => {
    const { placed, ids, admin } = await open();
    const id = await placed();

    const { status } = await admin(cancelAllQrOrders, { body: { orderIds: orderIds as number[] } });

    expect([status, await ids()]).toEqual([400, [id]]);
  },
);

test.each([
  ['sends it to the kitchen', createOrder],
  ['takes payment for it', createOrderAndInvoice],
])('a till that %s completes it: it waits no more and cannot be used again', async (_, call) => {
  const { placed, ids, count, sale, admin, cancel, tenantId } = await open();
  const id = await placed();

  const { status, reply } = await admin(call, sale(id));

  expect(status).toBe(200);
  expect([await ids(), (await count()).totalQROrders]).toEqual([[], 0]);
  const again = await admin(call, sale(id));
  expect([again.status, again.reply.code, again.reply.message]).toEqual([
    409,
    'conflict',
    'This QR order was already accepted or cancelled!',
  ]);
  expect((await cancel(id)).status).toBe(409);
  const { rows } = await database.query('select count(*)::int as orders from orders where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ orders: 1 }]);
  expect((await auditOf(tenantId, call === createOrder ? 'place' : 'sell')).at(-1)).toMatchObject({
    entity: 'orders',
    entity_id: reply.orderId,
    after: { qrOrderId: id },
  });
});

test('a retry of the till’s call is answered as the first one was', async () => {
  const { placed, sale, admin } = await open();
  const body = sale(await placed());
  const headers = { 'idempotency-key': 'convert' };
  const first = await admin(createOrder, body, { headers });
  const again = await admin(createOrder, body, { headers });
  expect([again.status, again.reply, again.response.headers['idempotency-replayed']]).toEqual([200, first.reply, 'true']);
});

test('a cancelled, an unknown and a foreign QR order make no order', async () => {
  const mine = await open();
  const theirs = await open(mine.app);
  const [cancelled, foreign] = [await mine.placed(), await theirs.placed()];
  await mine.cancel(cancelled);

  expect((await mine.admin(createOrder, mine.sale(cancelled))).status).toBe(409);
  for (const id of [foreign, 2 ** 53 - 1, String(foreign)]) {
    const refused = await mine.admin(createOrder, mine.sale(id));
    expect([refused.status, refused.reply.message]).toEqual([404, 'This QR order does not exist!']);
  }
  expect((await mine.admin(createOrder, mine.sale(''))).status).toBe(200);
  expect((await mine.admin(listOrders, { query: {} })).reply).toHaveLength(1);
  expect(await theirs.ids()).toEqual([foreign]);
});

test('an order that is refused leaves its QR order waiting', async () => {
  const { placed, ids, admin, menu, sale } = await open();
  const id = await placed();
  const cart = [{ id: menu.soup, quantity: 1, price: 1 }];
  expect((await admin(createOrderAndInvoice, { body: { cart, selectedQrOrderItem: id } })).status).toBe(409);
  expect((await admin(createOrder, { body: { ...sale(id).body, customerType: 'CUSTOMER', customerId: '404' } })).status).toBe(404);
  expect(await ids()).toEqual([id]);
});

test('twenty tills that accept one QR order at once make one order, and tokens stay without a gap', async () => {
  const { placed, admin, sale, tenantId, ids } = await open();
  for (const round of [1, 2, 3]) {
    const id = await placed();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => admin(n % 2 ? createOrder : createOrderAndInvoice, sale(id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const { rows } = await database.query('select count(*)::int as orders, max(token_no) as token from orders where tenant_id = $1', [
      tenantId,
    ]);
    expect(rows).toEqual([{ orders: round, token: round }]);
  }
  expect(await ids()).toEqual([]);
});

test('one till accepts while another cancels all: exactly one of them has it', async () => {
  const { placed, admin, sale, tenantId, ids } = await open();
  for (let round = 0; round < 5; round++) {
    const id = await placed();
    const [accepted] = await Promise.all([admin(createOrder, sale(id)), admin(cancelAllQrOrders, { body: {} })]);
    const { rows } = await database.query('select status from qr_orders where tenant_id = $1 and id = $2', [tenantId, id]);
    expect([accepted.status, rows]).toEqual(accepted.status === 200 ? [200, [{ status: 'completed' }]] : [409, [{ status: 'cancelled' }]]);
  }
  expect(await ids()).toEqual([]);
});

test('one restaurant neither sees nor cancels the QR orders of another', async () => {
  const mine = await open();
  const theirs = await open(mine.app);
  const [own, foreign] = [await mine.placed(), await theirs.placed()];

  expect(await mine.ids()).toEqual([own]);
  expect((await mine.cancel(foreign)).status).toBe(404);
  await mine.admin(cancelAllQrOrders, { body: { orderIds: [foreign] } });
  await mine.admin(cancelAllQrOrders, { body: {} });
  expect([await theirs.ids(), (await theirs.count()).totalQROrders]).toEqual([[foreign], 1]);
});

test('only the POS scope handles QR orders', async () => {
  const { staff, placed } = await open();
  const id = await placed();
  const [cook, waiter] = [await staff('KITCHEN', 'ORDERS', 'SETTINGS'), await staff('POS')];
  const cancel = { params: { id: String(id) }, body: { status: 'cancelled' as const } };
  expect((await cook(countQrOrders, {})).status).toBe(403);
  expect((await cook(listQrOrders, {})).status).toBe(403);
  expect((await cook(cancelAllQrOrders, { body: {} })).status).toBe(403);
  expect((await cook(updateQrOrderStatus, cancel)).status).toBe(403);
  expect((await waiter(countQrOrders, {})).reply.totalQROrders).toBe(1);
  expect((await waiter(updateQrOrderStatus, cancel)).status).toBe(200);
});

test('a table’s new link makes the old one unknown at the next request; the bill, the other tables and a later change stay', async () => {
  const store = await open();
  const { admin, menu, read, place, tenantId } = store;
  const linkOf = async () => (await admin(listTables, {})).reply.find(({ id }) => id === menu.t1)!.encrypted_id;
  const old = await linkOf();
  const params = { id: String(menu.t1) };
  expect((await read(old)).reply.storeTable).toMatchObject({ table_title: 'T1' });
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } });

  const { status, reply } = await admin(resetTableLink, { params });

  expect([status, reply.message]).toEqual([200, 'The table has a new link.']);
  expect(reply.encrypted_id).toMatch(/^[A-Za-z0-9_-]{21}$/);
  expect(reply.encrypted_id).not.toBe(old);
  expect((await read(old)).reply.storeTable).toBeNull();
  expect((await place({ tableId: old })).status).toBe(404);
  expect((await read(reply.encrypted_id)).reply.storeTable).toMatchObject({ id: reply.encrypted_id, table_title: 'T1' });
  expect((await place({ tableId: reply.encrypted_id })).status).toBe(200);
  expect((await admin(listOrders, { query: {} })).reply).toMatchObject([{ table_id: menu.t1 }]);
  await admin(updateTable, { params, body: { title: 'Door', floor: '-', seatingCapacity: 2 } });
  expect(await linkOf()).toBe(reply.encrypted_id);
  expect(await auditOf(tenantId, 'reset')).toMatchObject([{ entity: 'store_tables', entity_id: menu.t1 }]);
});

test('the store’s new QR code makes every old one unknown at the next request, on every node', async () => {
  const store = await open();
  const { admin, read, place, qrcode, tenantId } = store;
  const elsewhere = await openVisitor(await openApp());
  const there = (code: string) => elsewhere(getQrMenu, { params: { qrcode: code }, query: {} });
  expect([(await read()).status, (await there(qrcode)).status]).toEqual([200, 200]);

  const { uniqueQRCode } = (await admin(resetQrCode, {})).reply;

  expect(uniqueQRCode).toMatch(/^[A-Za-z0-9_-]{21}$/);
  expect([(await read()).status, (await there(qrcode)).status, (await place()).status]).toEqual([404, 404, 404]);
  expect([(await read(undefined, uniqueQRCode)).status, (await there(uniqueQRCode)).status]).toEqual([200, 200]);
  expect((await place({}, uniqueQRCode)).status).toBe(200);
  expect((await admin(getStoreSetting, {})).reply.uniqueQRCode).toBe(uniqueQRCode);
  // a form that was opened before does not bring the old one back
  await admin(saveStoreSetting, { body: { phone: '555', uniqueQRCode: qrcode } as object });
  expect((await admin(getStoreSetting, {})).reply.uniqueQRCode).toBe(uniqueQRCode);
  expect(await auditOf(tenantId, 'reset')).toMatchObject([{ entity: 'store_settings', after: { uniqueQRCode } }]);
});

test('links of another restaurant, of a deleted table or without the settings scope stay as they are', async () => {
  const mine = await open();
  const theirs = await open(mine.app);
  const { id } = (await mine.admin(addTable, { body: { title: 'Bar', floor: '-', seatingCapacity: 0 } })).reply;
  await mine.admin(deleteTable, { params: { id: String(id) } });
  const before = (await theirs.admin(listTables, {})).reply;

  expect((await mine.admin(resetTableLink, { params: { id: String(theirs.menu.t1) } })).status).toBe(404);
  expect((await mine.admin(resetTableLink, { params: { id: String(id) } })).status).toBe(404);
  await mine.admin(resetQrCode, {});
  const waiter = await theirs.staff('POS');
  expect((await waiter(resetTableLink, { params: { id: String(theirs.menu.t1) } })).status).toBe(403);
  expect((await waiter(resetQrCode, {})).status).toBe(403);

  expect((await theirs.admin(listTables, {})).reply).toEqual(before);
  expect((await theirs.read()).status).toBe(200);
});
