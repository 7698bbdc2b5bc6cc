import { expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { addCharge } from '#contract/charges.ts';
import { getCheck, listChecks } from '#contract/checks.ts';
import { addAdjustment, removeCharge } from '#contract/discounts.ts';
import { createOrder } from '#contract/pos.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { countQrOrders } from '#contract/qr-orders.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { listTables } from '#contract/tables.ts';
import { openAsker } from '#server/testing/costs.ts';
import { callAs, openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

/** Five breads of 2.00 at T1, and guests there whose orders go straight to the kitchen. */
const open = async () => {
  const app = await openApp();
  const { admin, menu, colleague } = await withMenu(await openRestaurant({ app }));
  const settings = { isQRMenuEnabled: true, isQROrderEnabled: true };
  const goesToKitchen = (isQROrderToKitchen: boolean) => admin(saveStoreSetting, { body: { ...settings, isQROrderToKitchen } });
  await goesToKitchen(true);
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const [t1, t2] = (await admin(listTables, {})).reply;
  await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 5 }], tableId: menu.t1 } as never });
  const id = (await admin(listChecks, { query: {} })).reply[0]!.check_id;
  const order = (quantity: number, table = t1, key?: string) =>
    callAs(app, {})(
      placeQrOrder,
      {
        params: { qrcode },
        body: {
          deliveryType: null,
          cartItems: [{ id: menu.bread, quantity }],
          customerType: 'WALKIN',
          customer: { name: 'Guest', phone: '' },
          tableId: table!.encrypted_id,
        },
      },
      { headers: key ? { 'idempotency-key': key } : {} },
    );
  return {
    admin,
    menu,
    colleague,
    id,
    goesToKitchen,
    order,
    t2,
    bill: async () => (await admin(getCheck, { params: { id: String(id) } })).reply,
    bills: async () => (await admin(listChecks, { query: {} })).reply,
    off: (body: object) => admin(addAdjustment, { params: { id: String(id) }, body: { itemId: null, ...body } as never }),
  };
};

test('what is given for the whole bill is taken off what guests order straight to the kitchen, too', async () => {
  const { order, off, bill, bills, t2 } = await open();
  await off({ kind: 'percent', value: 12.5 });
  expect(await bill()).toMatchObject({ total: 8.75 });

  const first = await order(3, undefined, 'three');
  expect([first.status, Object.keys(first.reply).sort()]).toEqual([200, ['message', 'orderId', 'success']]);
  expect(await bill()).toMatchObject({ total: 14, discount: 2, orders: [{}, { items: [{ itemTotal: 6, discount: 0.75 }] }] });
  expect((await order(3, undefined, 'three')).response.body).toBe(first.response.body);
  expect(await bill()).toMatchObject({ total: 14 });

  // the neighbours pay what the menu says
  expect((await order(1, t2)).status).toBe(200);
  expect((await bills()).map(({ total }) => total)).toEqual([14, 2]);
});

test('guests who order at once, and an amount that is off the bill', async () => {
  const { order, off, bill } = await open();
  await off({ kind: 'percent', value: 10 });
  await off({ kind: 'amount', value: 3 });
  expect(await bill()).toMatchObject({ total: 6 });

  const answers = await Promise.all([order(1), order(2), order(2)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  // 20.00 less 10 % less 3.00
  expect(await bill()).toMatchObject({ total: 15, discount: 5, orders: [{}, {}, {}, {}] });
});

test('what is off a line alone stays there, and an order that waits for staff has nothing off', async () => {
  const { admin, menu, goesToKitchen, order, bill, off } = await open();
  const [line] = (await bill()).orders[0]!.items;
  await off({ itemId: line!.id, kind: 'percent', value: 50 });
  expect((await order(1)).status).toBe(200);
  expect(await bill()).toMatchObject({ total: 7, discount: 5 });

  await off({ kind: 'percent', value: 10 });
  await goesToKitchen(false);
  const { orderId } = (await order(4)).reply;
  expect(await bill()).toMatchObject({ total: 6.3 });
  expect((await admin(countQrOrders, {})).reply).toMatchObject({ totalQROrders: 1 });
  // until a till accepts it
  const cart = [{ id: menu.bread, quantity: 4 }];
  await admin(createOrder, { body: { cart, tableId: menu.t1, selectedQrOrderItem: orderId } as never });
  expect(await bill()).toMatchObject({ total: 13.5 });
});

test('what a colleague allowed to be taken off does not grow by what guests order', async () => {
  const { admin, menu, colleague, id, order, bill, off } = await open();
  const { chargeId } = (await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: '10' } })).reply;
  const { waiter, ask } = await openAsker({ colleague });
  const at = { id: String(id) };
  const free = { itemId: null, kind: 'percent' as const, value: 100 };
  const allowed = async (amount: number) => ({ approvalToken: await ask(id, 'check', amount) });
  expect((await waiter.call(removeCharge, { params: { ...at, chargeId: String(chargeId) }, body: await allowed(1) })).status).toBe(200);
  expect((await waiter.call(addAdjustment, { params: at, body: { ...free, ...(await allowed(10)) } })).reply).toMatchObject({ total: 0 });

  // who ordered before pays nothing, who orders now what the menu says
  expect((await order(50)).status).toBe(200);
  const { changes, ...now } = await bill();
  expect(now).toMatchObject({ total: 110, discount: 10, charges: [{ title: 'Service', amount: 10 }] });
  expect(changes[0]).toMatchObject({ kind: 'charge', text: 'A guest ordered: Service is charged again', member_name: null });
  const { entries } = (await admin(listAudit, { query: { type: 'today', kind: 'discount' } })).reply;
  expect(entries[0]!.text).toMatch(/^A guest put Service back on bill /);

  // what who may gives alone comes off these, too
  await off({ kind: 'percent', value: 50 });
  expect((await order(10)).status).toBe(200);
  expect(await bill()).toMatchObject({ total: 66 });
  // and a till's round asks for what the 100 % come to on it
  const cart = [{ id: menu.bread, quantity: 2 }];
  expect((await waiter.call(createOrder, { body: { cart, tableId: menu.t1 } as never })).reply).toMatchObject({
    code: 'approval_needed',
    amount: 4,
  });
});
