import { expect, test } from 'vitest';
import { addCharge } from '#contract/charges.ts';
import {
  type CheckRow,
  listChecks,
  markBilled,
  mergeCheck,
  moveCheck,
  payCheck,
  reversePayment,
  setCovers,
  splitCheck,
  undoCheckChange,
} from '#contract/checks.ts';
import { getCheckSums } from '#contract/check-sums.ts';
import { addAdjustment } from '#contract/discounts.ts';
import { listEvents } from '#contract/events.ts';
import { correctPayment, refundInvoice } from '#contract/invoices.ts';
import { updateKitchenItems } from '#contract/kitchen.ts';
import { cancelOrders, completeAndPayOrders, completeOrders, reopenOrders, updateItemStatus } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { at, openBills } from '#server/testing/bills.ts';

type Shop = Awaited<ReturnType<typeof openBills>>;
const BEYOND = '999999999999999';

/** Without what hangs on other bills: whoever names bills is not told it. */
const rowsOf = (rows: CheckRow[]) => rows.map(({ awaits_payment: _, ...row }) => row);
const all = async ({ admin }: Shop) => (await admin(listChecks, { query: {} })).reply;

/** A screen that keeps the open bills as ours do: after each announcement it asks for the bills that it names, and has what the whole list has. */
const openScreen = async (shop: Shop) => {
  const { admin } = shop;
  let { seq } = (await admin(listEvents, { query: { after: BEYOND } })).reply;
  let known: CheckRow[] = await all(shop);
  return async (act: string) => {
    const { events, seq: last } = (await admin(listEvents, { query: { after: String(seq) } })).reply;
    seq = last;
    const told = events.filter(({ type }) => ['new_order', 'order_update', 'check_update'].includes(type));
    expect([act, told.every(({ payload }) => Array.isArray(payload['checkIds']))]).toEqual([act, true]);
    const ids = [...new Set(told.flatMap(({ payload }) => payload['checkIds'] as number[]))];
    const answer = (await admin(listChecks, { query: { ids: ids.join(',') } })).reply;
    known = [...known.filter(({ check_id: id }) => !ids.includes(id)), ...answer].sort((a, b) => a.check_id - b.check_id);
    expect([act, rowsOf(known)]).toEqual([act, rowsOf(await all(shop))]);
    return { told: told.length, ids };
  };
};

test('after each change of a bill an announcement names all bills whose rows it changed', async () => {
  const shop = await openBills();
  const { admin, menu, sell, bill, linesOf, cash } = shop;
  await admin(addCharge, { body: { title: 'Table', kind: 'amount', value: 2 } });
  const look = await openScreen(shop);
  const order = async (tableId: number | null) =>
    (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 4 }], tableId } })).reply.orderId;
  const did = async (act: string, call: Promise<{ status: number }>) => {
    expect([act, (await call).status]).toEqual([act, 200]);
    return look(act);
  };

  const id = await sell(menu.t1);
  expect(await look('a first round')).toMatchObject({ ids: [id] });
  const second = await order(menu.t1);
  expect(await look('a further round')).toMatchObject({ ids: [id] });
  const bar = await sell(null);
  await look('a bill without a table');
  await did('covers', admin(setCovers, { ...at(id), body: { covers: 3 } }));
  await did('printed', admin(markBilled, at(id)));
  await did('discount', admin(addAdjustment, { ...at(id), body: { itemId: null, kind: 'percent', value: 10 } }));
  const lines = await linesOf(id);
  const split = { parts: [{ items: [{ itemId: lines[0]!.id, quantity: 1 }] }, { items: [{ itemId: lines[1]!.id, quantity: 2 }] }] };
  const { changeId: whole } = (await admin(splitCheck, { ...at(id), body: split })).reply;
  await look('split');
  await did('the split undone', admin(undoCheckChange, { ...at(id), body: { changeId: whole } }));
  const [part, other] = (await admin(splitCheck, { ...at(id), body: split })).reply.checkIds as [number, number];
  await look('split again');
  await did('a part moved to another table', admin(moveCheck, { ...at(part), body: { tableId: menu.t2 } }));
  const { changeId: merged } = (await admin(mergeCheck, { ...at(bar), body: { checkId: part } })).reply;
  await look('merged');
  await did('the merge undone', admin(undoCheckChange, { ...at(bar), body: { changeId: merged } }));

  const [first] = (await bill(id)).orders;
  const [line] = first!.items;
  const touched = await did('cooked', admin(updateKitchenItems, { body: { itemIds: [line!.id], status: 'preparing' } }));
  expect(touched).toEqual({ told: 1, ids: [] });
  const status = { params: { id: String(line!.id) } };
  expect(await did('delivered', admin(updateItemStatus, { ...status, body: { status: 'delivered' } }))).toMatchObject({ ids: [] });
  await did('a piece cancelled', admin(updateItemStatus, { ...status, body: { status: 'cancelled', quantity: 1 } }));
  await did('completed', admin(completeOrders, { body: { orderIds: [first!.id, second] } }));
  expect((await all(shop)).map(({ check_id, awaiting_cards: cards }) => [check_id, cards])).toEqual([
    [id, [id]],
    [bar, undefined],
    [part, [id]],
    [other, [id]],
  ]);
  const { changeId: joined } = (await admin(mergeCheck, { ...at(bar), body: { checkId: id } })).reply;
  await look('merged, and with it the card of what was split off');
  await did('that undone', admin(undoCheckChange, { ...at(bar), body: { changeId: joined } }));
  await did('brought back', admin(reopenOrders, { body: { orderIds: [first!.id] } }));

  const pay = async (of: number, share: number) => {
    const { due } = await bill(of);
    const amount = Math.round(due * share * 100) / 100;
    return admin(payCheck, { ...at(of), body: { due, payments: [{ paymentTypeId: cash, amount }], complete: false } });
  };
  await did('paid in part', pay(other, 0.5));
  const { payment_id: paid } = (await bill(other)).payments[0]!;
  await did('taken back', admin(reversePayment, { params: { id: String(other), paymentId: String(paid) }, body: {} }));
  await did('a part paid', pay(other, 1));
  await did('the main bill paid', pay(id, 1));
  await did('the last part paid', pay(part, 1));
  expect((await all(shop)).map(({ check_id }) => check_id)).toEqual([bar]);
  await did('cancelled', admin(cancelOrders, { body: { orderIds: [(await bill(bar)).orders[0]!.id] } }));
  await did('sold and paid', admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } }));
  const last = await order(menu.t2);
  await look('another party');
  await did('paid by its order', admin(completeAndPayOrders, { body: { orderIds: [last], paymentTypeId: cash } }));
  expect(await all(shop)).toEqual([]);
});

test('whoever names bills is answered these alone, and none that is closed or another restaurant’s', async () => {
  const shop = await openBills();
  const other = await openBills();
  const { admin, menu, sell, linesOf } = shop;
  const [one, two, gone, bar] = [await sell(menu.t1), await sell(menu.t2), await sell(null), await sell(null)];
  const foreign = await other.sell(other.menu.t1);
  await admin(mergeCheck, { ...at(bar), body: { checkId: gone } });
  const items = [{ itemId: (await linesOf(one))[0]!.id, quantity: 1 }];
  const [part] = (await admin(splitCheck, { ...at(one), body: { parts: [{ items }] } })).reply.checkIds;
  const named = async (ids: string) => (await admin(listChecks, { query: { ids } })).reply.map(({ check_id }) => check_id);

  expect(await named([two, gone, foreign, two, 999_999].join(','))).toEqual([two]);
  expect(await named(`${bar},${part},${one}`)).toEqual([one, bar, part]);
  expect(await named('')).toEqual([]);
  const row = (await admin(listChecks, { query: { ids: String(one) } })).reply;
  expect(row).toEqual((await all(shop)).filter(({ check_id }) => check_id === one));
});

test.each([
  ['1,,2', 400],
  ['a', 400],
  [Array.from({ length: 101 }, (_, place) => place + 1).join(','), 400],
  [Array.from({ length: 100 }, (_, place) => place + 1).join(','), 200],
])('ids=%s', async (ids, status) => {
  const { admin } = await openBills();

  expect((await admin(listChecks, { query: { ids } })).status).toBe(status);
});

test('how many bills are open, and what is due and paid on them, is what their rows add up to', async () => {
  const shop = await openBills();
  const { admin, menu, sell, bill, linesOf, cash } = shop;
  const sums = async () => (await admin(getCheckSums, {})).reply;
  expect(await sums()).toEqual({ bills: 0, due: 0, paid: 0 });
  await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: '12.5' } });
  const [id] = [await sell(menu.t1), await sell(menu.t2), await sell(null, [{ id: menu.bread, quantity: 3 }])];
  const items = [{ itemId: (await linesOf(id))[0]!.id, quantity: 3 }];
  await admin(splitCheck, { ...at(id), body: { parts: [{ items }] } });
  const { due } = await bill(id);
  await admin(payCheck, { ...at(id), body: { due, payments: [{ paymentTypeId: cash, amount: 1.5 }] } });
  await (await openBills()).sell(null);

  const rows = await all(shop);
  const sumOf = (what: 'due' | 'paid') => Math.round(rows.reduce((sum, row) => sum + row[what], 0) * 100) / 100;
  expect(await sums()).toEqual({ bills: 4, due: sumOf('due'), paid: 1.5 });
  expect(sumOf('paid')).toBe(1.5);
});

test('a refund and a corrected payment announce the bill of their invoice, also where that is a part of orders of another one', async () => {
  const { admin, menu, sell, linesOf, visa, cash } = await openBills();
  const told = async (call: Promise<{ status: number }>) => {
    const { seq } = (await admin(listEvents, { query: { after: BEYOND } })).reply;
    expect((await call).status).toBe(200);
    const { events } = (await admin(listEvents, { query: { after: String(seq) } })).reply;
    return events.map(({ type, payload }) => [type, payload['checkIds']]);
  };
  const pay = async (id: number, due: number) =>
    (await admin(payCheck, { ...at(id), body: { payments: [{ paymentTypeId: cash, amount: due }], due } })).reply.invoiceId!;
  const id = await sell(menu.t1);
  const [soup] = await linesOf(id);
  const { checkIds } = (await admin(splitCheck, { ...at(id), body: { parts: [{ items: [{ itemId: soup!.id, quantity: 1 }] }] } })).reply;
  const part = checkIds[0]!;
  const [first, second] = [await pay(part, 4.95), await pay(id, 14.85)];
  const [ofPart, ofRest] = [at(first), at(second)];

  expect(await told(admin(refundInvoice, { ...ofPart, body: { amount: 1, paymentTypeId: cash } }))).toEqual([['check_update', [part]]]);
  expect(await told(admin(refundInvoice, { ...ofRest, body: { paymentTypeId: cash } }))).toEqual([['check_update', [id]]]);
  const byCard = { ...ofPart, body: { payments: [{ paymentTypeId: visa, amount: 4.95 }] } };
  expect(await told(admin(correctPayment, byCard))).toEqual([['check_update', [part]]]);
  // it stands so already
  expect(await told(admin(correctPayment, byCard))).toEqual([]);
});
