import { expect, test } from 'vitest';
import { listChecks, mergeCheck, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { addMenuItem } from '#contract/menu-items.ts';
import { updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { countQrOrders } from '#contract/qr-orders.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { listTables } from '#contract/tables.ts';
import { tenantLimits } from '#contract/tenant-limits.ts';
import { at, openBills, sayOf } from '#server/testing/bills.ts';
import { callAs, databases } from '#server/testing/restaurant.ts';

const full = [409, tenantLimits.billLines.sentence];
const CART = 200; // lines of an order at most

/** A bill of 2,000 lines at T1, and guests there. */
const openFull = async () => {
  const shop = await openBills();
  const { app, admin, menu } = shop;
  const settings = { isQRMenuEnabled: true, isQROrderEnabled: true };
  const breads = (lines: number) => Array.from({ length: lines }, () => ({ id: menu.bread, quantity: 2 }));
  const order = (tableId: number | null, lines = 1, more: object = {}) =>
    admin(createOrder, { body: { cart: breads(lines), tableId, ...more } as never });
  for (let lines = 0; lines < tenantLimits.billLines.most; lines += CART) expect((await order(menu.t1, CART)).status).toBe(200);
  const bills = async () => (await admin(listChecks, { query: {} })).reply;
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const [t1] = (await admin(listTables, {})).reply;
  return {
    ...shop,
    order,
    bills,
    id: (await bills())[0]!.check_id,
    goesToKitchen: (isQROrderToKitchen: boolean) => admin(saveStoreSetting, { body: { ...settings, isQROrderToKitchen } }),
    orderAsGuest: () =>
      callAs(app, {})(placeQrOrder, {
        params: { qrcode },
        body: {
          deliveryType: null,
          cartItems: [{ id: menu.bread, quantity: 1 }],
          customerType: 'WALKIN',
          customer: { name: 'Guest', phone: '' },
          tableId: t1!.encrypted_id,
        },
      }),
  };
};

test('a bill takes 2,000 lines; what does not fit is refused, and a guest order that waits goes on waiting', async () => {
  const { admin, menu, order, bills, id, goesToKitchen, orderAsGuest } = await openFull();
  expect(sayOf(await order(menu.t1))).toEqual(full);
  expect((await order(menu.t2)).status).toBe(200);
  expect((await order(null)).status).toBe(200);

  await goesToKitchen(false);
  const { orderId } = (await orderAsGuest()).reply;
  expect(sayOf(await order(menu.t1, 1, { selectedQrOrderItem: orderId }))).toEqual(full);
  expect((await admin(countQrOrders, {})).reply).toMatchObject({ totalQROrders: 1 });
  await goesToKitchen(true);
  expect(sayOf(await orderAsGuest())).toEqual([403, 'The bill of this table is full! Please tell the staff!']);

  const other = (await bills()).find(({ table_id: table }) => table === menu.t2)!.check_id;
  expect(sayOf(await admin(mergeCheck, { ...at(id), body: { checkId: other } }))).toEqual(full);
  expect((await bills()).map(({ orders }) => orders)).toEqual([10, 1, 1]);
});

test('a part of a line is no line more on a bill that is full; the whole is cancelled', async () => {
  const { admin, id, linesOf } = await openFull();
  const [line] = await linesOf(id);
  const cancel = (quantity?: number) => admin(updateItemStatus, { ...at(line!.id), body: { status: 'cancelled', quantity } });
  expect(sayOf(await cancel(1))).toEqual(full);
  expect((await cancel()).status).toBe(200);
});

test('lines that are split off make room, and do not come back when it is taken; a release before sends no limit', async () => {
  const { admin, menu, tenantId, order, id, linesOf } = await openFull();
  const [first, second] = await linesOf(id);
  // one line goes, of the other a half
  const items = [
    { itemId: first!.id, quantity: 2 },
    { itemId: second!.id, quantity: 1 },
  ];
  const { changeId } = (await admin(splitCheck, { ...at(id), body: { parts: [{ items }] } })).reply;
  expect(sayOf(await order(menu.t1, 2))).toEqual(full);
  expect((await order(menu.t1)).status).toBe(200);
  expect(sayOf(await admin(undoCheckChange, { ...at(id), body: { changeId } }))).toEqual(full);

  const line = { item_id: menu.bread, item_title: 'Bread', base_price: 200, unit_price: 200, quantity: 1 };
  const before = {
    version: Number.MAX_SAFE_INTEGER,
    now: new Date(),
    businessDate: '2026-05-01',
    customerType: 'WALKIN',
    deliveryType: 'dinein',
    table: { id: menu.t1, title: 'T1', floor: '' },
    lines: [line],
    total: 200,
    message: 'Order placed.',
    currency: 'USD',
  };
  expect(await databases.callAsTenant('place_order', tenantId, before)).toMatchObject({ outcome: 'placed' });
});

test('no line is so dear that a full bill of it, and with it the list of all bills, could not be added up', async () => {
  const { admin, menu } = await openBills();
  const id = (await admin(addMenuItem, { body: { title: 'Yacht', price: '99999999.99' } })).reply.menuItemId;
  const order = (quantity: number, lines: number) =>
    admin(createOrder, { body: { cart: Array.from({ length: lines }, () => ({ id, quantity })), tableId: menu.t1 } });
  expect(sayOf(await order(226, 1))).toEqual([400, 'This bill is too large to be added up!']);
  for (let lines = 0; lines < tenantLimits.billLines.most; lines += CART) expect((await order(225, CART)).status).toBe(200);
  expect((await admin(listChecks, { query: {} })).reply).toMatchObject([{ due: 44_999_999_995_500 }]);
});
