import { expect, test } from 'vitest';
import { addCharge } from '#contract/charges.ts';
import { getCheck, listChecks, payCheck, reversePayment, splitCheck } from '#contract/checks.ts';
import { addAdjustment } from '#contract/discounts.ts';
import { getInvoice } from '#contract/invoices.ts';
import { listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice, initPos } from '#contract/pos.ts';
import { quoteCart } from '#contract/quotes.ts';
import { getReportDetails } from '#contract/reports.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { updateTax } from '#contract/taxes.ts';
import { database, openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

test('a rate changes with the business day, not at midnight; a bill that is open then keeps the rate of each ordering', async () => {
  let now = new Date('2026-06-30T23:30:00Z');
  const app = await openApp({ clock: () => now });
  const { admin, menu } = await withMenu(await openRestaurant({ app, now }));
  await admin(saveStoreSetting, { body: { dayStart: '04:00' } });
  const schedule = [{ from: '2026-07-01', rate: 20 }];
  await admin(updateTax, { params: { id: String(menu.vat) }, body: { title: 'VAT', rate: 10, type: 'exclusive', schedule } });
  const cart = [{ id: menu.soup, quantity: 2 }]; // 9.00
  const sell = async () => (await admin(createOrder, { body: { cart, tableId: menu.t1 } })).status;
  const told = async () => ({
    quote: (await admin(quoteCart, { body: { cart } })).reply.total,
    till: (await admin(initPos, {})).reply.menuItems.find(({ id }) => id === menu.soup)!.tax_rate,
  });

  expect(await told()).toEqual({ quote: 9.9, till: 10 });
  await sell();
  now = new Date('2026-07-01T03:59:59.999Z'); // the calendar's day, not yet the restaurant's
  expect(await told()).toEqual({ quote: 9.9, till: 10 });
  await sell();
  const { check_id: id } = (await admin(listChecks, { query: {} })).reply[0]!;
  now = new Date('2026-07-01T04:00:00Z');
  expect(await told()).toEqual({ quote: 10.8, till: 20 });
  // a till that was left open over the day's start is told what it costs now, before money is taken
  const [cash] = (await admin(listPaymentTypes, {})).reply;
  const stale = { cart, total: 9.9, paymentTypeId: cash!.id };
  expect(await admin(createOrderAndInvoice, { body: stale })).toMatchObject({ status: 409, reply: { code: 'price_changed', total: 10.8 } });

  const bill = async (of = id) => (await admin(getCheck, { params: { id: String(of) } })).reply;
  expect(await bill()).toMatchObject({ subTotal: 18, taxTotal: 1.8, total: 19.8 });
  await sell();
  // 18.00 with 10 %, 9.00 with 20 %
  expect(await bill()).toMatchObject({ subTotal: 27, taxTotal: 3.6, total: 30.6 });
  // half of it off: each round with its rate; a part that is split off keeps them, too
  await admin(addAdjustment, { params: { id: String(id) }, body: { itemId: null, kind: 'percent', value: 50 } });
  const taxes = [
    { rate: 10, net: 9, tax: 0.9 },
    { rate: 20, net: 4.5, tax: 0.9 },
  ];
  expect(await bill()).toMatchObject({ total: 15.3, taxes });
  const last = (await bill()).orders.at(-1)!.items[0]!;
  const items = [{ itemId: last.id, quantity: 2 }];
  const { checkIds } = (await admin(splitCheck, { params: { id: String(id) }, body: { parts: [{ items }] } })).reply;
  expect([(await bill()).taxes, (await bill(checkIds[0]!)).taxes]).toMatchObject([[taxes[0]], [taxes[1]]]);
  for (const [of, due] of [
    [id, 9.9],
    [checkIds[0]!, 5.4],
  ] as const) {
    const paid = await admin(payCheck, { params: { id: String(of) }, body: { due, payments: [{ paymentTypeId: cash!.id, amount: due }] } });
    expect((await admin(getInvoice, { params: { id: String(paid.reply.invoiceId) } })).reply.total).toBe(due);
  }
  const { byTax } = (await admin(getReportDetails, { query: { type: 'today' } })).reply;
  expect(byTax.map(({ rate, sales, tax }) => [rate, sales, tax])).toEqual([
    [10, 9, 0.9],
    [20, 4.5, 0.9],
  ]);
});

test('a bill that is partly paid keeps the tax of its charges; one of a release before may have to give a payment back first', async () => {
  let now = new Date('2026-06-30T20:00:00Z');
  const app = await openApp({ clock: () => now });
  const { admin, menu, tenantId } = await withMenu(await openRestaurant({ app, now }));
  const schedule = [{ from: '2026-07-01', rate: 8 }];
  await admin(updateTax, { params: { id: String(menu.vat) }, body: { title: 'VAT', rate: 10, type: 'exclusive', schedule } });
  await admin(addCharge, { body: { title: 'Hall', kind: 'amount', value: '100', taxId: menu.vat } });
  await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }], tableId: menu.t1 } });
  const { check_id: id, due } = (await admin(listChecks, { query: {} })).reply[0]!;
  expect(due).toBe(112);
  const [cash] = (await admin(listPaymentTypes, {})).reply;
  const pay = (claimed: number, payments: object[]) =>
    admin(payCheck, { params: { id: String(id) }, body: { due: claimed, payments: payments as never } });
  const { paymentIds } = (await pay(112, [{ paymentTypeId: cash!.id, amount: 111 }])).reply;
  now = new Date('2026-07-01T12:00:00Z');
  const dueNow = async () => (await admin(getCheck, { params: { id: String(id) } })).reply.due;
  expect(await dueNow()).toBe(1);
  // which knows nothing of kept charges
  const client = await database.connect();
  await client.query('update checks set charge_rules = null where tenant_id = $1', [tenantId]);
  client.release();
  expect(await dueNow()).toBe(-1);
  for (const claimed of [0, 1]) {
    const { status, reply } = await pay(claimed, []);
    expect([status, reply.message]).toEqual([409, 'Take back a payment first!']);
  }
  expect((await admin(reversePayment, { params: { id: String(id), paymentId: String(paymentIds[0]) }, body: {} })).status).toBe(200);
  expect((await pay(110, [{ paymentTypeId: cash!.id, amount: 110 }])).status).toBe(200);
});
