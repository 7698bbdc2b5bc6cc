import { expect, test } from 'vitest';
import { payCheck, reversePayment, splitCheck } from '#contract/checks.ts';
import { listAudit } from '#contract/audit.ts';
import { correctPayment, getInvoice, setBuyer } from '#contract/invoices.ts';
import { moneyText } from '#contract/money-text.ts';
import { addAdjustment } from '#contract/discounts.ts';
import { completeAndPayOrders, summarisePayment, updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { at, openBills } from '#server/testing/bills.ts';
import { database } from '#server/testing/restaurant.ts';

// What a bill, its payments and the reports say once money was taken (wire-2.md §2).

test('the payment of a bill that an old client paid is reversed once another means was correct', async () => {
  const { admin, menu, sell, bill, cash, visa } = await openBills();
  const id = await sell(menu.t1);
  const [order] = (await bill(id)).orders;
  const { invoiceId } = (await admin(completeAndPayOrders, { body: { orderIds: [order!.id], total: 19.8, paymentTypeId: cash } })).reply;
  expect((await admin(correctPayment, { ...at(invoiceId), body: { payments: [{ paymentTypeId: visa, amount: 19.8 }] } })).status).toBe(200);
  expect((await bill(id)).payments.map(({ payment_type, amount, state }) => [payment_type, amount, state])).toEqual([
    ['Cash', 19.8, 'reversed'],
    ['Visa', 19.8, 'captured'],
  ]);
  // who comes later is told the means that is true, and so is the summary
  const orderIds = [order!.id];
  const again = (await admin(completeAndPayOrders, { body: { orderIds, total: 19.8, paymentTypeId: cash } })) as unknown as {
    reply: { payments: object[] };
  };
  const visaOnly = [{ payment_type: 'Visa', payments: [{ payment_type: 'Visa', amount: 19.8 }] }];
  expect(again.reply.payments).toMatchObject(visaOnly);
  expect((await admin(summarisePayment, { body: { orderIds } })).reply.invoices).toMatchObject(visaOnly);
});

test('a bill shows the corrected means of its payments, and what of them was replaced', async () => {
  const { admin, menu, sell, bill, cash, visa } = await openBills();
  const id = await sell(menu.t1);
  const pay = (due: number, ...payments: [number, number][]) =>
    admin(payCheck, { ...at(id), body: { due, payments: payments.map(([paymentTypeId, amount]) => ({ paymentTypeId, amount })) } });
  const shown = async () =>
    (await bill(id)).payments.map(({ payment_type, amount, state, is_corrected = false }) => [payment_type, amount, state, is_corrected]);
  const [wrong] = (await pay(19.8, [visa, 4])).reply.paymentIds;
  await admin(reversePayment, { params: { id: String(id), paymentId: String(wrong) }, body: {} });
  const { invoiceId } = (await pay(19.8, [cash, 9.8], [visa, 10])).reply;
  const takenBack = ['Visa', 4, 'reversed', false];
  expect(await shown()).toEqual([takenBack, ['Cash', 9.8, 'captured', false], ['Visa', 10, 'captured', false]]);
  const correct = async (...payments: [number, number][]) => {
    const body = { payments: payments.map(([paymentTypeId, amount]) => ({ paymentTypeId, amount })) };
    expect((await admin(correctPayment, { ...at(invoiceId!), body })).status).toBe(200);
  };
  await correct([visa, 9.8], [visa, 10]);
  const was = [takenBack, ['Cash', 9.8, 'reversed', false], ['Visa', 10, 'captured', false]];
  expect(await shown()).toEqual([...was, ['Visa', 9.8, 'captured', true]]);
  await correct([cash, 9.8], [visa, 10]);
  expect(await shown()).toEqual([...was, ['Visa', 9.8, 'reversed', true], ['Cash', 9.8, 'captured', true]]);
});

test('a bill whose payment was taken back before an old client paid its orders shows both', async () => {
  const { admin, menu, sell, bill, cash, visa } = await openBills();
  const id = await sell(menu.t1);
  const [wrong] = (await admin(payCheck, { ...at(id), body: { due: 19.8, payments: [{ paymentTypeId: visa, amount: 4 }] } })).reply
    .paymentIds;
  await admin(reversePayment, { params: { id: String(id), paymentId: String(wrong) }, body: {} });
  const [order] = (await bill(id)).orders;
  await admin(completeAndPayOrders, { body: { orderIds: [order!.id], total: 19.8, paymentTypeId: cash } });
  expect((await bill(id)).payments.map(({ payment_type, amount, state }) => [payment_type, amount, state])).toEqual([
    ['Visa', 4, 'reversed'],
    ['Cash', 19.8, 'captured'],
  ]);
});

test('a till that saw another sum is told the right one, though what was given is too little for that', async () => {
  const { admin, menu, sell, bill, cash } = await openBills();
  await admin(saveStoreSetting, { body: { cashRounding: '0.05' } });
  const id = await sell(menu.t1, [{ id: menu.soup, quantity: 1 }]);
  const { due, due_cash: given } = await bill(id);
  await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }], tableId: menu.t1 } });
  const payments = [{ paymentTypeId: cash, amount: due, tendered: given }];
  const pay = (less: number) => admin(payCheck, { ...at(id), body: { due, payments: [{ ...payments[0]!, tendered: given - less }] } });
  for (const less of [0, 1]) {
    const { status, reply } = await pay(less);
    expect([status, reply]).toMatchObject([409, { code: 'price_changed', total: 6.95, due: 6.95 }]);
  }
  const closed = await sell(menu.t2);
  await admin(payCheck, { ...at(closed), body: { due: 19.8, payments: [{ paymentTypeId: cash, amount: 19.8 }] } });
  const again = await admin(payCheck, {
    ...at(closed),
    body: { due: 19.8, payments: [{ paymentTypeId: cash, amount: 19.8, tendered: 1 }] },
  });
  expect(again.reply.message).toBe('This bill is closed!');
});

test('a bill of which an old client paid a round by itself is the invoice that closed it, and the lines on that', async () => {
  const { admin, menu, sell, bill, linesOf, cash } = await openBills();
  const id = await sell(menu.t1);
  await sell(menu.t1, [{ id: menu.bread, quantity: 1 }]);
  const [first] = (await bill(id)).orders;
  const old = (await admin(completeAndPayOrders, { body: { orderIds: [first!.id], total: 19.8, paymentTypeId: cash } })).reply.invoiceId;
  const counted = async () => (await linesOf(id)).map(({ item_title, is_counted: isCounted }) => [item_title, isCounted]);
  const onlyBread = [
    ['Soup', false],
    ['Bread', true],
  ];
  expect(await counted()).toEqual(onlyBread);
  const closing = (await admin(payCheck, { ...at(id), body: { due: 2, payments: [{ paymentTypeId: cash, amount: 2 }] } })).reply.invoiceId!;
  expect(await bill(id)).toMatchObject({ status: 'closed', total: 2, invoices: [closing, old] });
  expect(await counted()).toEqual(onlyBread);
});

test('a closed bill and the summary of its orders tell the buyer of their invoice', async () => {
  const { admin, menu, sell, bill, cash } = await openBills();
  const id = await sell(menu.t1);
  const { orders, buyer } = await bill(id);
  const summary = async () => (await admin(summarisePayment, { body: { orderIds: orders.map((order) => order.id) } })).reply.invoices;
  const pay = { due: 19.8, payments: [{ paymentTypeId: cash, amount: 19.8 }] };
  const { invoiceId } = (await admin(payCheck, { ...at(id), body: pay })).reply;
  expect([buyer, (await bill(id)).buyer, (await summary())[0]?.buyer]).toEqual([null, null, null]);
  const acme = { name: 'Acme', tax_number: 'DE 1', address: null };
  expect((await admin(setBuyer, { ...at(invoiceId!), body: { name: 'Acme', taxNumber: 'DE 1' } })).status).toBe(200);
  expect((await bill(id)).buyer).toEqual(acme);
  expect(await summary()).toMatchObject([{ id: invoiceId, buyer: acme }]);
});

test('an order whose unpaid rest is cancelled counts as sold, in the sums as in the rows', async () => {
  const { admin, menu, sell, linesOf, cash, tenantId } = await openBills();
  const id = await sell(menu.t1);
  const [soup] = await linesOf(id);
  const { checkIds } = (await admin(splitCheck, { ...at(id), body: { parts: [{ items: [{ itemId: soup!.id, quantity: 1 }] }] } })).reply;
  const [part] = checkIds as [number];
  await admin(payCheck, { ...at(part), body: { due: 4.95, payments: [{ paymentTypeId: cash, amount: 4.95 }] } });
  expect((await admin(updateItemStatus, { params: { id: String(soup!.id) }, body: { status: 'cancelled' } })).status).toBe(200);
  const today = { query: { type: 'today' as const } };
  // what it is compared with ends at the instant of the call
  const withoutInstant = (key: string, value: unknown) => (key === 'until' ? undefined : value);
  const told = async () =>
    [(await admin(getReport, today)).reply, (await admin(getReportDetails, today)).reply].map(
      (reply) => JSON.parse(JSON.stringify(reply, withoutInstant)) as object,
    );
  const before = await told();
  expect(before[0]).toMatchObject({ averageOrderValue: 4.95 });
  await database.query('call fill_report_sums($1)', [tenantId]);
  expect(await told()).toEqual(before);
});

test.each([
  ['JPY', '0.5', '10', 6, undefined, 12, 10, 20, 10],
  ['KWD', '0.0005', '0.005', 1, '0.002', 1.998, 2, 3, 1],
])('in %s no step of %s: cash is rounded to %s', async (currency, tooFine, step, pieces, less, due, dueCash, tendered, change) => {
  const { admin, menu, sell, bill, cash } = await openBills(currency);
  const refused = await admin(saveStoreSetting, { body: { cashRounding: tooFine } });
  expect([refused.status, refused.reply.message]).toEqual([400, 'No coin of this currency is that small!']);
  expect((await admin(saveStoreSetting, { body: { cashRounding: step } })).status).toBe(200);
  const id = await sell(menu.t1, [{ id: menu.bread, quantity: pieces }]);
  if (less) await admin(addAdjustment, { ...at(id), body: { itemId: null, kind: 'amount', value: less } });
  expect(await bill(id)).toMatchObject({ due, due_cash: dueCash });
  const { reply } = await admin(payCheck, { ...at(id), body: { due, payments: [{ paymentTypeId: cash, amount: due, tendered }] } });
  expect(reply).toMatchObject({ due: 0, change });
  const invoice = (await admin(getInvoice, at(reply.invoiceId!))).reply;
  expect(invoice).toMatchObject({
    total: due,
    rounding: Number((dueCash - due).toFixed(3)),
    payments: [{ amount: dueCash, tendered, change }],
  });
  const [received] = (await admin(listAudit, { query: { type: 'today', kind: 'payment' } })).reply.entries;
  expect(received).toMatchObject({ amount: dueCash, text: expect.stringContaining(moneyText(dueCash, currency)) });
});

test('of two bills that an old client paid together neither shows the payments of both, and the summary of their invoice does', async () => {
  const { admin, menu, sell, bill, linesOf, cash } = await openBills();
  await admin(saveStoreSetting, { body: { cashRounding: '0.05' } });
  const id = await sell(menu.t1, [{ id: menu.soup, quantity: 3 }]);
  const [soup] = await linesOf(id);
  const { checkIds } = (await admin(splitCheck, { ...at(id), body: { parts: [{ items: [{ itemId: soup!.id, quantity: 1 }] }] } })).reply;
  const [order] = (await bill(id)).orders;
  const orderIds = [order!.id];
  const pay = { orderIds, total: 14.85, payments: [{ paymentTypeId: cash, amount: 14.85, tendered: 20 }] };
  const { invoiceId } = (await admin(completeAndPayOrders, { body: pay })).reply;
  for (const one of [id, ...checkIds])
    expect(await bill(one)).toMatchObject({
      status: 'closed',
      invoices: [invoiceId],
      shared_invoices: [invoiceId],
      payments: [],
      rounding: 0,
    });
  const whole = (await admin(summarisePayment, { body: { orderIds, invoiceId } })).reply;
  expect(whole).toMatchObject({ total: 14.85, invoices: [{ id: invoiceId, payments: [{ amount: 14.85, tendered: 20 }] }] });
  const alone = await sell(menu.t2);
  const [other] = (await bill(alone)).orders;
  await admin(completeAndPayOrders, { body: { orderIds: [other!.id], total: 19.8, paymentTypeId: cash } });
  const { payments, shared_invoices: shared } = await bill(alone);
  expect([payments.length, shared]).toEqual([1, undefined]);
});
