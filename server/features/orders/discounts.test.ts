import { expect, test } from 'vitest';
import { addApproval } from '#contract/approvals.ts';
import { listChecks, mergeCheck, payCheck, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { addAdjustment, removeAdjustment } from '#contract/discounts.ts';
import { getInvoice, invoiceRows, listInvoices, refundInvoice } from '#contract/invoices.ts';
import { listOpenChecks, summarisePayment, updateItemStatus } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { quoteCart } from '#contract/quotes.ts';
import { listReasons } from '#contract/reasons.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { database } from '#server/testing/restaurant.ts';
import { type Costs, itemsOf, openCosts, today } from '#server/testing/costs.ts';

const takeBack = ({ admin }: Costs, id: number, adjustmentId: number) =>
  admin(removeAdjustment, { params: { id: String(id) }, body: { adjustmentId } });

test('money comes off a line and then off the bill, and bill, summary, invoice and report say the same', async () => {
  const shop = await openCosts();
  const { admin, menu, cash, only, sell, off, pay } = shop;
  const reason = (await admin(listReasons, {})).reply.find(({ kind, needsNote }) => kind === 'discount' && !needsNote);
  const { orderId } = (
    await sell([
      { id: menu.soup, quantity: 4 },
      { id: menu.bread, quantity: 1 },
    ])
  ).reply;
  const { check_id: id } = await only();
  const [soup, bread] = await itemsOf(shop);

  // 18.00 less 50 % is 9.00; with the bread 11.00, of which 10 % are 1.10: 0.90 of the soups, 0.20 of the bread; tax 0.81
  expect((await off(id, { kind: 'percent', value: 50, reasonId: reason!.id }, soup!.id)).reply).toMatchObject({ total: 11.9, due: 11.9 });
  const { reply } = await off(id, { kind: 'percent', value: 10, note: 'A friend' });
  expect(reply).toMatchObject({ checkId: id, total: 10.71, due: 10.71 });
  const discounted = await only();
  expect(discounted).toMatchObject({ subTotal: 9.9, taxTotal: 0.81, total: 10.71, due: 10.71, discount: 10.1 });
  expect(discounted.adjustments).toEqual([
    expect.objectContaining({ item_id: soup!.id, kind: 'percent', value: 50, amount: 9, reason: reason!.title, note: null }),
    expect.objectContaining({ item_id: null, kind: 'percent', value: 10, amount: 1.1, reason: null, note: 'A friend' }),
  ]);
  expect(discounted.orders[0]!.items).toMatchObject([
    { itemTotal: 18, discount: 9.9 },
    { id: bread!.id, itemTotal: 2, discount: 0.2 },
  ]);
  expect(discounted.changes.map(({ kind, can_undo }) => [kind, can_undo])).toEqual([
    ['discount', false],
    ['discount', false],
  ]);
  expect((await admin(summarisePayment, { body: { orderIds: [orderId] } })).reply).toMatchObject({
    total: 10.71,
    discount: 10.1,
    due: 10.71,
  });
  expect((await admin(listOpenChecks, {})).reply).toMatchObject([{ due: 10.71 }]);
  // without the first the second is taken off more; an order that nobody asked for again
  const first = discounted.adjustments[0]!.adjustment_id;
  expect((await takeBack(shop, id, first)).reply).toMatchObject({ total: 19.62 });
  expect((await off(id, { kind: 'amount', value: '9' }, soup!.id)).reply).toMatchObject({ total: 10.71 });
  expect((await pay(id, 10.71)).status).toBe(200);

  const invoice = invoiceRows((await admin(listInvoices, today)).reply)[0]!;
  expect(invoice).toMatchObject({ sub_total: 9.9, tax_total: 0.81, total: 10.71, discount: 10.1, charges: 0 });
  const opened = (await admin(getInvoice, { params: { id: String(invoice.invoice_id) } })).reply;
  expect(opened.taxes).toEqual([{ title: 'VAT', rate: 10, type: 'exclusive', net: 8.1, tax: 0.81, parts: [] }]);
  const report = (await admin(getReportDetails, today)).reply;
  expect(report).toMatchObject({ discounts: 10.1, charges: 0 });
  expect((await admin(getReport, today)).reply).toMatchObject({ discounts: 10.1, charges: 0 });
  expect(report.byReason).toEqual([{ kind: 'discount', reason: null, count: 2, amount: 10.1 }]);
  expect(report.discountsByMember).toEqual([{ name: expect.any(String), count: 2, amount: 10.1 }]);
  expect(report.byTax).toMatchObject([{ title: 'VAT', sales: 8.1, tax: 0.81 }]);
  expect(report.byCategory).toMatchObject([{ quantity: 5, sales: 9.9 }]);

  // all of it comes back, in parts: two soups with their share of what is off them, then the rest
  const refund = (body: object) =>
    admin(refundInvoice, { params: { id: String(invoice.invoice_id) }, body: { paymentTypeId: cash, ...body } });
  const read = async (id: number) => (await admin(getInvoice, { params: { id: String(id) } })).reply;
  const { reply: part } = await refund({ items: [{ itemId: soup!.id, quantity: 2 }] });
  expect(await read(part.invoiceId)).toMatchObject({
    sub_total: -4.05,
    total: -4.45,
    items: [{ quantity: -2, itemTotal: -9, discount: -4.95 }],
    summary: { subtotal: -4.05, taxTotal: -0.4, total: -4.45, discount: -4.95, taxes: [{ net: -4.05, tax: -0.4 }] },
  });
  const { reply: rest } = await refund({});
  expect(rest.total).toBe(-6.26);
  expect(await read(rest.invoiceId)).toMatchObject({
    sub_total: -5.85,
    items: [
      { quantity: -2, itemTotal: -9, discount: -4.95 },
      { quantity: -1, itemTotal: -2, discount: -0.2 },
    ],
    summary: { subtotal: -5.85, total: -6.26, discount: -5.15 },
  });
  expect((await admin(getReportDetails, today)).reply.byTax).toMatchObject([]);
});

test('what is off a line is shared by quantity when it is split or partly cancelled, and comes together again', async () => {
  const shop = await openCosts();
  const { admin, only, bill, sell, off } = shop;
  await sell();
  const before = await only();
  const { check_id: id } = before;
  await off(id, { kind: 'amount', value: 1 });
  const whole = await only();
  const [soup] = await itemsOf(shop);
  const parts = [{ items: [{ itemId: soup!.id, quantity: 3 }] }];
  const split = (await admin(splitCheck, { params: { id: String(id) }, body: { parts } })).reply;
  // 3 of 4 pieces take 0.75 along
  const part = await bill(split.checkIds[0]!);
  expect(part).toMatchObject({ discount: 0.75, subTotal: 12.75 });
  expect(part.adjustments).toMatchObject([{ item_id: null, kind: 'amount', value: 1, amount: 0.75 }]);
  expect(await bill(id)).toMatchObject({ discount: 0.25, subTotal: 4.25 });
  // given again, it takes no more than what is left of it here
  expect((await takeBack(shop, id, whole.adjustments[0]!.adjustment_id)).reply.total).toBe(4.95);
  expect(await bill(split.checkIds[0]!)).toMatchObject({ discount: 0.75 });

  const merged = (await admin(mergeCheck, { params: { id: String(id) }, body: { checkId: split.checkIds[0]! } })).reply;
  expect(await bill(id)).toMatchObject({ discount: 0.75, subTotal: 17.25 });
  await admin(undoCheckChange, { params: { id: String(id) }, body: { changeId: merged.changeId } });
  await admin(undoCheckChange, { params: { id: String(id) }, body: { changeId: split.changeId } });
  expect(await bill(id)).toMatchObject({ discount: 0.75, subTotal: 17.25, orders: [{ items: [{ quantity: 4, discount: 0.75 }] }] });

  // one of four pieces: 0.18 goes with it, 0.57 stays
  await admin(updateItemStatus, { params: { id: String(soup!.id) }, body: { status: 'cancelled', quantity: 1 } });
  expect(await bill(id)).toMatchObject({ discount: 0.57, subTotal: 12.93 });
});

test('what is given for the whole bill is taken off later rounds, too, whoever sends them', async () => {
  const shop = await openCosts();
  const { only, sell, off, menu } = shop;
  await sell([{ id: menu.bread, quantity: 5 }]);
  const { check_id: id } = await only();
  await off(id, { kind: 'percent', value: '12.5' });
  expect(await only()).toMatchObject({ total: 8.75 });
  expect((await sell([{ id: menu.bread, quantity: 3 }])).status).toBe(200);
  expect(await only()).toMatchObject({ total: 14, discount: 2, orders: [{}, { items: [{ discount: 0.75 }] }] });
  // and with money off of its own
  const cart = [{ id: menu.bread, quantity: 1, adjustments: [{ kind: 'price', value: 1 }] }];
  expect((await sell(cart, { adjustments: [{ kind: 'percent', value: 50 }] })).status).toBe(200);
  // (16.00 + 1.00) less 12.5 % is 14.87 (2.13 off), less 50 % 7.43 (7.44 off)
  expect(await only()).toMatchObject({ total: 7.43 });
});

test('a sale that is paid at once has its discounts on the invoice; a quote says the same before', async () => {
  const shop = await openCosts();
  const { admin, menu, cash } = shop;
  const cart = [
    { id: menu.wine, quantity: 2, adjustments: [{ kind: 'percent' as const, value: 100 }] },
    { id: menu.soup, quantity: 1 },
  ];
  const adjustments = [{ kind: 'amount' as const, value: '0.50' }];
  const asked = { cart, adjustments, deliveryType: 'takeaway' as const };
  const { reply: said } = await admin(quoteCart, { body: asked });
  expect(said).toEqual({
    lines: [
      { itemTotal: 12, discount: 12, total: 0 },
      { itemTotal: 4.5, discount: 0.5, total: 4 },
    ],
    discount: 12.5,
    charges: [],
    taxes: [
      { title: 'Duty', rate: 20, type: 'inclusive', net: 0, tax: 0, parts: [] },
      { title: 'VAT', rate: 10, type: 'exclusive', net: 4, tax: 0.4, parts: [] },
    ],
    subTotal: 4,
    taxTotal: 0.4,
    total: 4.4,
  });
  const sale = { ...asked, paymentTypeId: cash, netTotal: 4, taxTotal: 0.4, total: 4.4 };
  // a till that shows no discount is told
  expect((await admin(createOrderAndInvoice, { body: { ...sale, total: 18.15 } })).reply).toMatchObject({
    code: 'price_changed',
    total: 4.4,
  });
  const sell = () => admin(createOrderAndInvoice, { body: sale }, { headers: { 'idempotency-key': 'sale' } });
  const { invoiceId } = (await sell()).reply;
  const { reply: again } = await sell();
  expect(again.invoiceId).toBe(invoiceId);
  const opened = (await admin(getInvoice, { params: { id: String(invoiceId) } })).reply;
  expect(opened).toMatchObject({ total: 4.4, discount: 12.5, summary: { discount: 12.5 }, items: [{ discount: 12 }, { discount: 0.5 }] });
  expect((await admin(getReportDetails, today)).reply).toMatchObject({ discounts: 12.5, byReason: [{ count: 2, amount: 12.5 }] });
});

test('adjustments that cannot be are refused with a sentence, and change nothing', async () => {
  const shop = await openCosts();
  const { admin, menu, only, sell, off, pay, cash } = shop;
  await sell();
  const { check_id: id } = await only();
  const [soup] = await itemsOf(shop);
  const refused = async (body: object, itemId: number | null, status: number, message = expect.any(String)) =>
    expect(await off(id, body, itemId)).toMatchObject({ status, reply: { message } });
  await refused({ kind: 'percent', value: 100.5 }, null, 400);
  await refused({ kind: 'percent', value: '1.234' }, null, 400);
  await refused({ kind: 'amount', value: -1 }, null, 400);
  await refused({ kind: 'amount', value: '1.005' }, null, 400, 'A sum has at most 2 decimals!');
  await refused({ kind: 'price', value: 1 }, null, 400, 'Only a line has a price of one piece!');
  await refused({ kind: 'price', value: '4.51' }, soup!.id, 409, 'The new price is above the old one!');
  await refused({ kind: 'percent', value: 5, reasonId: 1 }, null, 400, 'This reason does not exist!');
  await refused({ kind: 'percent', value: 5 }, 1, 404, 'This order item does not exist!');
  expect((await takeBack(shop, id, 1)).status).toBe(404);
  await admin(payCheck, { params: { id: String(id) }, body: { due: 19.8, payments: [{ paymentTypeId: cash, amount: 15 }] } });
  await refused({ kind: 'amount', value: 5 }, null, 409, 'Take back a payment first!');
  expect(await only()).toMatchObject({ total: 19.8, due: 4.8, discount: 0, adjustments: [] });
  await pay(id, 4.8);
  await refused({ kind: 'percent', value: 5 }, null, 409, 'This bill is closed!');
  // what is above the bill makes it free, and free stays on the bill
  await sell([{ id: menu.bread, quantity: 1 }]);
  const { check_id: free } = await only();
  expect((await off(free, { kind: 'amount', value: 100 })).reply).toMatchObject({ total: 0, due: 0 });
  expect((await admin(payCheck, { params: { id: String(free) }, body: { due: 0, payments: [] } })).reply.invoiceId).toBeGreaterThan(0);
});

test('a discount needs its right and stays within the own limit, all in all; a colleague allows more', async () => {
  const shop = await openCosts();
  const { admin, menu, only, sell, colleague } = shop;
  const waiter = await colleague('POS', 'ORDERS');
  const boss = await colleague('POS');
  const grant = ({ username }: { username: string }, rights: string[], limit: number | null) =>
    database.query('update members set rights = $2, discount_limit = $3 where username = $1', [username, rights, limit]);
  await sell();
  const { check_id: id } = await only();
  const take = (value: number, approvalToken?: string) =>
    waiter.call(addAdjustment, { params: { id: String(id) }, body: { itemId: null, kind: 'percent', value, approvalToken } });
  await grant(waiter, ['void_sent', 'move_check'], null);
  expect((await take(5)).reply).toMatchObject({ code: 'approval_needed', action: 'discount', targetId: id, amount: 0.9 });
  await grant(waiter, ['discount'], 10);
  expect((await take(10)).status).toBe(200);
  // 10 % and 1 % of what was left are 10.9 %
  expect((await take(1)).reply).toMatchObject({ code: 'approval_needed', amount: 0.16 });
  // half the price of a piece is 50 %
  const cart = [{ id: menu.bread, quantity: 1, adjustments: [{ kind: 'price' as const, value: 1 }] }];
  const order = { cart, tableId: menu.t2 };
  expect((await waiter.call(createOrder, { body: order })).reply).toMatchObject({ code: 'approval_needed', targetId: menu.t2, amount: 1 });
  expect((await admin(listChecks, { query: {} })).reply).toHaveLength(1);

  await grant(boss, ['discount', 'approve'], 50);
  await database.query('update members set pin_hash = $2 where username = $1', [boss.username, await hashPassword('2580', systemRandom)]);
  const ask = async (targetId: number, amount: number) =>
    (await waiter.call(addApproval, { body: { username: boss.username, pin: '2580', action: 'discount', targetId, amount } })).reply
      .approvalToken;
  expect((await waiter.call(createOrder, { body: { ...order, approvalToken: await ask(menu.t2, 1) } })).status).toBe(200);
  // the colleague's own limit does not cover 60 %
  const cheap = { kind: 'percent' as const, value: 60 };
  const cheaper = { ...order, cart: [{ ...cart[0]!, adjustments: [cheap] }], approvalToken: await ask(menu.t2, 2) };
  expect((await waiter.call(createOrder, { body: cheaper })).reply).toMatchObject({ code: 'approval_needed' });
  // what was allowed once does not count against what one may do alone
  const bills = (await admin(listChecks, { query: {} })).reply;
  const other = bills.find(({ table_id }) => table_id === menu.t2)!;
  const more = { params: { id: String(other.check_id) }, body: { itemId: null, kind: 'percent' as const, value: 10 } };
  expect((await waiter.call(addAdjustment, more)).reply).toMatchObject({ total: 0.9 });
  // of a round that follows its bill: the table of that bill, not the one where the till saw it
  const { table_id: away } = bills.find(({ check_id }) => check_id === id)!;
  expect(away).not.toBe(menu.t2);
  const following = { ...order, checkId: id, approvalToken: await ask(menu.t2, 1) };
  expect((await waiter.call(createOrder, { body: following })).reply).toMatchObject({ code: 'approval_needed', targetId: away });
});

test.each(['the line', 'the bill'] as const)('%s first: what one person takes off a line and off its bill counts in all', async (first) => {
  const shop = await openCosts();
  const { menu, only, sell, colleague } = shop;
  const waiter = await colleague('POS', 'ORDERS');
  await database.query('update members set rights = $2, discount_limit = 10 where username = $1', [waiter.username, ['discount']]);
  await sell([
    { id: menu.bread, quantity: 1 },
    { id: menu.soup, quantity: 20 },
  ]);
  const { check_id: id } = await only();
  const [bread] = await itemsOf(shop);
  const take = async (itemId: number | null, value: number) =>
    (await waiter.call(addAdjustment, { params: { id: String(id) }, body: { itemId, kind: 'percent', value } })).reply;
  const takes = [() => take(bread!.id, 10), () => take(null, 9)];
  if (first === 'the bill') takes.reverse();
  expect(await takes[0]!()).toMatchObject({ success: true });
  // 2.00 would be 1.64
  expect(await takes[1]!()).toMatchObject({ code: 'approval_needed', action: 'discount' });
});
