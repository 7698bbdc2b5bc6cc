import { expect, test } from 'vitest';
import {
  getCheck,
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
import { correctPayment, getInvoice, refundInvoice, setBuyer } from '#contract/invoices.ts';
import { addPaymentType, type PaymentInput } from '#contract/payment-types.ts';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { database } from '#server/testing/restaurant.ts';
import { at, keyed, openBills, sayOf } from '#server/testing/bills.ts';

// The rows of wire-2.md §2 as somebody meets them who means harm.

test('a bill and its row have the members of wire-2.md §2', async () => {
  const { admin, menu, bill, sell, cash } = await openBills();
  const id = await sell(menu.t1);
  const row = (
    'bill_no check_id covers customer_id customer_name delivery_type due floor is_billed member_name opened_at orders paid ' +
    'table_id table_title total'
  ).split(' ');
  expect(Object.keys((await admin(listChecks, { query: {} })).reply[0]!)).toEqual(expect.arrayContaining(row));
  await admin(payCheck, { ...at(id), body: { due: 19.8, payments: [{ paymentTypeId: cash, amount: 1 }] } });
  const opened = await bill(id);
  const more = ['status', 'currency', 'subTotal', 'taxTotal', 'taxes', 'adjustments', 'charges', 'payments', 'invoices', 'changes'];
  expect(Object.keys(opened)).toEqual(expect.arrayContaining([...row, ...more]));
  expect(opened.payments).toEqual([
    {
      payment_id: expect.any(Number),
      payment_type_id: cash,
      payment_type: 'Cash',
      kind: 'cash',
      amount: 1,
      tip: 0,
      tendered: null,
      change: 0,
      reference: null,
      created_at: expect.any(String),
      member_name: expect.anything(),
      state: 'captured',
    },
  ]);
  expect(opened.changes).toEqual([
    {
      change_id: expect.any(Number),
      kind: 'payment',
      at: expect.any(String),
      member_name: expect.anything(),
      text: 'Paid $1.00 by Cash',
      can_undo: false,
    },
  ]);
});

test('the bills, tables, lines, changes, payments and invoices of another restaurant do not exist', async () => {
  const ours = await openBills();
  const theirs = await openBills();
  const { admin, menu, cash } = ours;
  const [mine, hers] = [await ours.sell(menu.t1), await theirs.sell(theirs.menu.t1)];
  const [line] = await theirs.linesOf(hers);
  const { changeId } = (await theirs.admin(moveCheck, { ...at(hers), body: { tableId: theirs.menu.t2 } })).reply;
  const pay = { due: 19.8, payments: [{ paymentTypeId: theirs.cash, amount: 1 }] };
  const { paymentIds } = (await theirs.admin(payCheck, { ...at(hers), body: pay })).reply;
  const cart = [{ id: theirs.menu.soup, quantity: 1 }];
  const { invoiceId } = (await theirs.admin(createOrderAndInvoice, { body: { cart, paymentTypeId: theirs.cash } })).reply;
  const before = await theirs.bill(hers);

  const tries = await Promise.all([
    admin(getCheck, at(hers)),
    admin(moveCheck, { ...at(hers), body: { tableId: null } }),
    admin(moveCheck, { ...at(mine), body: { tableId: theirs.menu.t2 } }),
    admin(mergeCheck, { ...at(hers), body: { checkId: mine } }),
    admin(mergeCheck, { ...at(mine), body: { checkId: hers } }),
    admin(splitCheck, { ...at(mine), body: { parts: [{ items: [{ itemId: line!.id, quantity: 1 }] }] } }),
    admin(splitCheck, { ...at(hers), body: { parts: [{ items: [{ itemId: line!.id, quantity: 1 }] }] } }),
    admin(undoCheckChange, { ...at(hers), body: { changeId } }),
    admin(undoCheckChange, { ...at(mine), body: { changeId } }),
    admin(setCovers, { ...at(hers), body: { covers: 1 } }),
    admin(markBilled, at(hers)),
    admin(payCheck, { ...at(hers), body: { due: 18.8, payments: [{ paymentTypeId: cash, amount: 1 }] } }),
    admin(payCheck, { ...at(mine), body: { due: 19.8, payments: [{ paymentTypeId: theirs.cash, amount: 1 }] } }),
    admin(reversePayment, { params: { id: String(hers), paymentId: String(paymentIds[0]) }, body: {} }),
    admin(reversePayment, { params: { id: String(mine), paymentId: String(paymentIds[0]) }, body: {} }),
    admin(getInvoice, at(invoiceId + 1000)),
    admin(refundInvoice, { ...at(invoiceId), body: { paymentTypeId: cash } }),
    admin(correctPayment, { ...at(invoiceId), body: { payments: [{ paymentTypeId: cash, amount: 4.95 }] } }),
    admin(setBuyer, { ...at(invoiceId), body: { name: 'Me' } }),
  ]);
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404));
  expect(await theirs.bill(hers)).toEqual(before);
  expect((await ours.bill(mine)).changes).toEqual([]);
});

test('who takes no orders reaches no bill, and a payment needs no right', async () => {
  const { menu, sell, staff, colleague, visa } = await openBills();
  const id = await sell(menu.t1);
  for (const scope of ['INVOICES', 'REPORTS', 'KITCHEN', 'SETTINGS'] as const) {
    const call = await staff(scope);
    expect((await call(listChecks, { query: {} })).status).toBe(403);
    expect((await call(getCheck, at(id))).status).toBe(403);
  }
  const { call, username } = await colleague('ORDERS');
  await database.query("update members set rights = '{}' where username = $1", [username]);
  const parts = [{ items: [{ itemId: 1, quantity: 1 }] }];
  const [line] = (await call(getCheck, at(id))).reply.orders[0]!.items;
  const refused = [
    await call(moveCheck, { ...at(id), body: { tableId: null } }),
    await call(splitCheck, { ...at(id), body: { parts: [{ items: [{ ...parts[0]!.items[0]!, itemId: line!.id }] }] } }),
  ];
  for (const { status, reply } of refused)
    expect([status, reply]).toMatchObject([409, { code: 'approval_needed', action: 'move_check', targetId: id, amount: null }]);
  expect((await call(setCovers, { ...at(id), body: { covers: 0 } })).status).toBe(200);
  expect((await call(markBilled, at(id))).status).toBe(200);
  const paid = await call(payCheck, { ...at(id), body: { due: 19.8, payments: [{ paymentTypeId: visa, amount: 19.8 }] } });
  expect(paid.status).toBe(200);
});

test('a key stands for one call on one target: sent again it answers the same, elsewhere it is refused', async () => {
  const { admin, menu, sell, bill, cash, linesOf } = await openBills();
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  const payments = [{ paymentTypeId: cash, amount: 5 }];
  const pay = (id: number, key: string, body: object = {}) =>
    admin(payCheck, { ...at(id), body: { due: 19.8, payments, ...body } }, keyed(key));
  const [first, again] = await Promise.all([pay(one, 'pay'), pay(one, 'pay')]);
  // of two in one moment the later may be told to come again
  const answered = [first, again].filter(({ status }) => status === 200);
  expect(answered.length).toBeGreaterThanOrEqual(1);
  expect((await pay(one, 'pay')).reply).toEqual(answered[0]!.reply);
  expect((await bill(one)).payments).toHaveLength(1);
  expect((await pay(one, 'pay', { due: 14.8 })).status).toBe(422);
  expect((await pay(two, 'pay')).status).toBe(422);
  expect((await admin(moveCheck, { ...at(one), body: { tableId: null } }, keyed('pay'))).status).toBe(422);
  expect((await bill(two)).payments).toEqual([]);

  const [line] = await linesOf(two);
  const split = () => admin(splitCheck, { ...at(two), body: { parts: [{ items: [{ itemId: line!.id, quantity: 1 }] }] } }, keyed('split'));
  const made = (await split()).reply.checkIds;
  expect((await split()).reply.checkIds).toEqual(made);
  expect((await admin(listChecks, { query: {} })).reply).toHaveLength(3);
  const { changeId } = (await admin(moveCheck, { ...at(made[0]!), body: { tableId: null } }, keyed('move'))).reply;
  expect((await admin(moveCheck, { ...at(made[0]!), body: { tableId: null } }, keyed('move'))).reply.changeId).toBe(changeId);
  expect((await admin(undoCheckChange, { ...at(made[0]!), body: { changeId } }, keyed('move'))).status).toBe(422);
});

test('quantities, covers and parts that are none are refused with a sentence', async () => {
  const { admin, menu, sell, linesOf, bill } = await openBills();
  const id = await sell(menu.t1);
  const [line] = await linesOf(id);
  const split = (parts: unknown) => admin(splitCheck, { ...at(id), body: { parts } as never });
  const many = 'Please provide a quantity of 1 to 999!';
  for (const quantity of [0, -1, 1.5, 1000, '2', null, undefined, 1e300])
    expect(sayOf(await split([{ items: [{ itemId: line!.id, quantity }] }]))).toEqual([400, many]);
  const choose = 'Please choose what goes onto another bill!';
  for (const parts of [[], [{ items: [] }], [{}], null, 'all']) expect(sayOf(await split(parts))).toEqual([400, choose]);
  const piece = { items: [{ itemId: line!.id, quantity: 1 }] };
  expect(sayOf(await split(Array(21).fill(piece)))).toEqual([400, 'A bill is split into at most 20 parts!']);
  // what is asked for twice is asked for in sum, in one part as in two
  const twice = { items: [piece.items[0], { itemId: line!.id, quantity: 4 }] };
  expect(sayOf(await split([twice]))).toEqual([409, 'There is not that much of Soup on this bill!']);
  expect(sayOf(await split([piece, { items: [{ itemId: line!.id, quantity: 4 }] }]))).toEqual([
    409,
    'There is not that much of Soup on this bill!',
  ]);
  expect(sayOf(await split([piece, { items: [{ itemId: line!.id, quantity: 3 }] }]))).toEqual([409, 'Something must stay on this bill!']);

  for (const covers of [-1, 1000, 1.5, 'x', null, undefined])
    expect((await admin(setCovers, { ...at(id), body: { covers } as never })).status).toBe(400);
  for (const covers of [0, 999]) expect((await admin(setCovers, { ...at(id), body: { covers } })).status).toBe(200);
  expect(sayOf(await admin(moveCheck, { ...at(id), body: {} as never }))).toEqual([400, 'Please select a table!']);
  expect((await admin(mergeCheck, { ...at(id), body: {} as never })).status).toBe(400);
  expect((await bill(id)).changes.map(({ text }) => text)).toEqual(['Guests: 0 → 999', 'Guests: 0']);
});

test.each([
  ['JPY', 1, 20, '1.5', 'This currency has no decimals!'],
  ['KWD', 0.001, 19.8, '1.0005', 'A sum has at most 3 decimals!'],
])('in %s what the till saw may be one minor unit off, and no more', async (currency, unit, total, odd, sentence) => {
  const { admin, menu, sell, bill, visa } = await openBills(currency);
  const cart = currency === 'JPY' ? [{ id: menu.bread, quantity: 10 }] : undefined;
  const id = await sell(menu.t1, cart);
  expect((await bill(id)).due).toBe(total);
  const pay = (due: number, amount: number | string) =>
    admin(payCheck, { ...at(id), body: { due: Number(due.toFixed(3)), payments: [{ paymentTypeId: visa, amount }] } });
  expect(sayOf(await pay(total, odd))).toEqual([400, sentence]);
  for (const seen of [total + 2 * unit, total - 2 * unit]) {
    const { status, reply } = await pay(seen, unit);
    expect([status, reply]).toMatchObject([409, { code: 'price_changed', total, paid: 0, due: total }]);
  }
  for (const seen of [total + unit, total - unit]) {
    const { status, reply } = await pay(seen, unit);
    expect(status).toBe(200);
    await admin(reversePayment, { params: { id: String(id), paymentId: String(reply.paymentIds[0]) }, body: {} });
  }
  expect(sayOf(await pay(total, Number((total + unit).toFixed(3))))).toEqual([409, 'That is more than what is due!']);
  const most = await pay(total, Number((total - unit).toFixed(3)));
  expect(most.reply).toMatchObject({ due: unit, invoiceId: null });
  expect((await pay(unit, unit)).reply).toMatchObject({ due: 0, paid: total, invoiceId: expect.any(Number) });
});

test('a payment is taken back from its own bill, once, while that is open', async () => {
  const { admin, menu, sell, bill, visa, cash } = await openBills();
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  const pay = (id: number, due: number, amount: number) =>
    admin(payCheck, { ...at(id), body: { due, payments: [{ paymentTypeId: visa, amount, tip: 1, reference: 'slip 9' }] } });
  const [paymentId] = (await pay(one, 19.8, 5)).reply.paymentIds;
  const reverse = (id: number) => admin(reversePayment, { params: { id: String(id), paymentId: String(paymentId) }, body: {} });
  expect(sayOf(await reverse(two))).toEqual([404, 'This payment does not exist!']);
  const answers = await Promise.all([reverse(one), reverse(one)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await bill(one)).toMatchObject({ paid: 0, due: 19.8, payments: [{ amount: 5, tip: 1, reference: 'slip 9', state: 'reversed' }] });
  const [last] = (await pay(one, 19.8, 19.8)).reply.paymentIds;
  const late = await admin(reversePayment, { params: { id: String(one), paymentId: String(last) }, body: {} });
  expect(sayOf(late)).toEqual([409, 'This bill is closed!']);
  // a closed bill takes nothing more of any kind
  const [line] = (await bill(one)).orders[0]!.items;
  const closed = [
    await admin(moveCheck, { ...at(one), body: { tableId: null } }),
    await admin(mergeCheck, { ...at(two), body: { checkId: one } }),
    await admin(splitCheck, { ...at(one), body: { parts: [{ items: [{ itemId: line!.id, quantity: 1 }] }] } }),
    await admin(setCovers, { ...at(one), body: { covers: 2 } }),
    await admin(markBilled, at(one)),
    await admin(payCheck, { ...at(one), body: { due: 0, payments: [{ paymentTypeId: cash, amount: 1 }] } }),
  ];
  for (const answer of closed) expect(sayOf(answer)).toEqual([409, 'This bill is closed!']);
});

test('what is given, tips and references are held against their payment type', async () => {
  const { admin, menu, sell, cash, visa, bill } = await openBills();
  const id = await sell(menu.t1);
  const pay = async (...payments: PaymentInput[]) => sayOf(await admin(payCheck, { ...at(id), body: { due: 19.8, payments } }));
  const { paymentTypeId: both } = (await admin(addPaymentType, { body: { title: 'Purse', givesChange: true, takesTip: true } })).reply;
  const { paymentTypeId: slip } = (await admin(addPaymentType, { body: { title: 'Voucher', needsReference: true } })).reply;
  expect(await pay({ paymentTypeId: both, amount: 5, tip: 1, tendered: 5.99 })).toEqual([
    400,
    'What was given is less than what is to be paid!',
  ]);
  expect(await pay({ paymentTypeId: slip, amount: 5, reference: '   ' })).toEqual([400, 'Please provide the reference of Voucher!']);
  expect((await pay({ paymentTypeId: slip, amount: 5, reference: 'x'.repeat(65) }))[0]).toBe(400);
  expect((await pay({ paymentTypeId: visa, amount: 5, tip: -1 }))[0]).toBe(400);
  expect(await pay(...Array<PaymentInput>(21).fill({ paymentTypeId: cash, amount: 0.01 }))).toEqual([400, 'At most 20 payments at once!']);
  expect(await pay({ paymentTypeId: cash, amount: 9.9 }, { paymentTypeId: visa, amount: 9.91 })).toEqual([
    409,
    'That is more than what is due!',
  ]);
  expect((await bill(id)).payments).toEqual([]);
  expect(await pay({ paymentTypeId: both, amount: 5, tip: 1, tendered: 6 })).toEqual([200, 'Payment received.']);
  expect((await bill(id)).payments).toMatchObject([{ amount: 5, tip: 1, tendered: 6, change: 0 }]);
});

test('what is not of an invoice is not taken back from it, however it is asked for', async () => {
  const { admin, menu, cash } = await openBills();
  const sale = async (quantity: number) =>
    (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity }], paymentTypeId: cash } })).reply.invoiceId;
  const [one, two] = [await sale(3), await sale(2)];
  const [soup] = (await admin(getInvoice, at(one))).reply.items;
  const refund = (id: number, body: object) => admin(refundInvoice, { ...at(id), body: { paymentTypeId: cash, ...body } });
  expect(sayOf(await refund(two, { items: [{ itemId: soup!.id, quantity: 1 }] }))).toEqual([404, 'This order item does not exist!']);
  const piece = { itemId: soup!.id, quantity: 2 };
  expect(sayOf(await refund(one, { items: [piece, piece] }))).toEqual([409, 'Only 3 of Soup is left to refund!']);
  expect(
    (
      await refund(one, {
        items: [
          { itemId: soup!.id, quantity: 1 },
          { itemId: soup!.id, quantity: 1 },
        ],
      })
    ).reply.total,
  ).toBe(-9.9);
  expect((await admin(getInvoice, at(one))).reply).toMatchObject({ refunded: 9.9, items: [{ refundable: 1 }] });
  for (const amount of ['4.951', -1, 0, '1e2', 'x', null, Number.NaN]) expect((await refund(one, { amount })).status).toBe(400);
  expect(sayOf(await refund(one, { amount: 4.96 }))).toEqual([409, 'Only $4.95 is left to refund!']);
  const keyedRefund = () => admin(refundInvoice, { ...at(one), body: { paymentTypeId: cash, amount: 1 } }, keyed('back'));
  expect((await keyedRefund()).reply).toEqual((await keyedRefund()).reply);
  const other = await admin(refundInvoice, { ...at(two), body: { paymentTypeId: cash, amount: 1 } }, keyed('back'));
  expect(other.status).toBe(422);
  expect((await admin(getInvoice, at(one))).reply).toMatchObject({ refunded: 10.9, items: [{ refundable: 1 }] });
});
