import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cancelOrders, completeOrders, listOrders, reopenOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { tenantLimits } from '#contract/tenant-limits.ts';
import { keyed, openBills, sayOf } from '#server/testing/bills.ts';
import { callAs, database } from '#server/testing/restaurant.ts';

const { most, sentence } = tenantLimits.openLines;
const full = [409, sentence];

const LINES = 200; // of an order, at most

/** Orders of long ago that nobody completed, with so many lines together. */
const fill = (tenantId: number, item: number, lines: number) =>
  database.query(`
    begin;
    set local app.tenant_id = '${tenantId}';
    with bills as (insert into checks (opened_at) select now() from generate_series(1, ${Math.ceil(lines / LINES)}) returning id),
    made as (
      insert into orders (check_id, business_date, business_hour, token_no, created_at, delivery_type, customer_type, status)
      select id, '2020-01-01', '10', row_number() over (), now(), 'takeaway', 'WALKIN', 'created' from bills
      returning id, token_no)
    insert into order_lines (order_id, item_id, item_title, base_price, unit_price, quantity)
    select id, ${item}, 'Bread', 200, 200, 1 from made, generate_series((token_no - 1) * ${LINES} + 1, least(token_no * ${LINES}, ${lines})) n;
    commit`);

const openFull = async () => {
  const shop = await openBills();
  const { admin, menu, tenantId } = shop;
  const order = (lines = 1, around: object = {}) =>
    admin(createOrder, { body: { cart: Array.from({ length: lines }, () => ({ id: menu.bread, quantity: 1 })) } }, around);
  await fill(tenantId, menu.bread, most - 3);
  return { ...shop, order };
};

test('open orders hold 50,000 lines; what does not fit is refused until some are completed, and what was answered is answered again', async () => {
  const { admin, order } = await openFull();
  const key = keyed(randomUUID());
  const first = await order(1, key);
  expect(first.status).toBe(200);
  expect(sayOf(await order(3))).toEqual(full);
  const { orderId } = (await order(2)).reply;
  expect(sayOf(await order())).toEqual(full);
  expect((await order(1, key)).reply).toEqual(first.reply);

  // what is completed makes room, paid or not, and comes back only where there is some
  await admin(completeOrders, { body: { orderIds: [orderId] } });
  expect((await order(2)).status).toBe(200);
  expect(sayOf(await order())).toEqual(full);
  expect(sayOf(await admin(reopenOrders, { body: { orderIds: [orderId] } }))).toEqual(full);
  const open = (await admin(listOrders, { query: {} })).reply.flatMap(({ orders }) => orders);
  const old = open.filter(({ items }) => items.length === LINES).slice(0, 2);
  expect((await admin(cancelOrders, { body: { orderIds: old.map(({ id }) => id) } })).status).toBe(200);
  expect((await order(LINES)).status).toBe(200);
  expect((await admin(reopenOrders, { body: { orderIds: [orderId] } })).status).toBe(200);
});

test('a guest is told to ask the staff, and an order that waits for them is taken', async () => {
  const { app, admin, menu, order } = await openFull();
  await order(3);
  const settings = { isQRMenuEnabled: true, isQROrderEnabled: true };
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const orderAsGuest = () =>
    callAs(app, {})(placeQrOrder, {
      params: { qrcode },
      body: {
        deliveryType: null,
        cartItems: [{ id: menu.bread, quantity: 1 }],
        customerType: 'WALKIN',
        customer: { name: 'Guest', phone: '' },
      },
    });
  await admin(saveStoreSetting, { body: { ...settings, isQROrderToKitchen: true } });
  expect(sayOf(await orderAsGuest())).toEqual([403, 'This restaurant cannot take more orders at the moment! Please tell the staff!']);
  await admin(saveStoreSetting, { body: { ...settings, isQROrderToKitchen: false } });
  expect((await orderAsGuest()).status).toBe(200);
});
