import { expect, test } from 'vitest';
import { getCheck, listChecks, mergeCheck, moveCheck, payCheck, reversePayment, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { getDay } from '#contract/day.ts';
import { addAdjustment, removeAdjustment } from '#contract/discounts.ts';
import { getInvoice, refundInvoice, setBuyer } from '#contract/invoices.ts';
import { getReportDetails } from '#contract/reports.ts';
import { at, keyed, openBills, sayOf } from '#server/testing/bills.ts';
import { database } from '#server/testing/restaurant.ts';

// Values and ids that no till sends (wire-2.md §2); whose they are otherwise stands in checks-attacks.test.ts.

/** Two bills of four soups, 19.80 each, and a Visa type that takes tips. */
const openTwo = async () => {
  const shop = await openBills();
  const { admin, menu, sell, linesOf } = shop;
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  const [line] = await linesOf(one);
  const [other] = await linesOf(two);
  return {
    ...shop,
    one,
    two,
    line: line!.id,
    other: other!.id,
    split: (id: number, items: unknown, more: object = {}) =>
      admin(splitCheck, { ...at(id), body: { parts: [{ items, ...more }] } as never }),
    pay: (id: number, payment: object, due: unknown = 19.8) =>
      admin(payCheck, { ...at(id), body: { due, payments: [{ paymentTypeId: shop.visa, amount: 1, ...payment }] } as never }),
  };
};

const noSums = [-1, '-0.01', 0.001, '0.001', 1e300, 1e16, '9999999999999999', '1e2', 'Infinity', '0x10', '1,5', '٣', true, [1], {}];

test('amounts, tips, what is given and what is due are plain sums of the currency, else 400 and nothing is captured', async () => {
  const { pay, one, bill, cash } = await openTwo();
  const taken: unknown[] = [];
  const expectRefused = async (what: unknown, answer: ReturnType<typeof pay>) => {
    const [status, sentence] = sayOf(await answer);
    if (status !== 400 || !String(sentence).endsWith('!')) taken.push([what, status, sentence]);
  };
  for (const sum of noSums) {
    await expectRefused(['amount', sum], pay(one, { amount: sum }));
    await expectRefused(['tip', sum], pay(one, { tip: sum }));
    await expectRefused(['tendered', sum], pay(one, { paymentTypeId: cash, tendered: sum }));
  }
  for (const sum of [0, null, '', undefined]) await expectRefused(['amount', sum], pay(one, { amount: sum }));
  for (const sum of [-1, 1e300, '1e2', null, '', [19.8], {}]) await expectRefused(['due', sum], pay(one, {}, sum));
  expect(taken).toEqual([]);
  expect(sayOf(await pay(one, { tip: '9999999999999999' }))).toEqual([400, 'This sum is too large!']);
  expect((await bill(one)).payments).toEqual([]);
});

test('two tips as large as a sum may be break neither the bill nor the sums of the day', async () => {
  const { admin, pay, one, two, bill } = await openTwo();
  for (const id of [one, two]) expect((await pay(id, { amount: 19.8, tip: '90071992547390.11' })).status).toBe(200);
  expect(await bill(one)).toMatchObject({ status: 'closed', total: 19.8, paid: 19.8 });
  expect((await admin(getDay, { query: {} })).reply).toMatchObject({ total: 39.6 });
  expect((await admin(getReportDetails, { query: { type: 'today' } })).reply.byPaymentType).toMatchObject([{ payments: 2, amount: 39.6 }]);
});

test('lines, changes, payments and discounts of another bill are not of this one', async () => {
  const { admin, one, two, line, other, split, pay, bill } = await openTwo();
  const { changeId } = (await admin(moveCheck, { ...at(two), body: { tableId: null } })).reply;
  const off = await admin(addAdjustment, { ...at(two), body: { itemId: null, kind: 'amount', value: 1 } });
  const [paymentId] = (await pay(two, {}, 18.7)).reply.paymentIds;
  const before = await bill(two);
  const tries = [
    await split(one, [{ itemId: other, quantity: 1 }]),
    await split(one, [
      { itemId: line, quantity: 1 },
      { itemId: other, quantity: 1 },
    ]),
    await admin(undoCheckChange, { ...at(one), body: { changeId } }),
    await admin(reversePayment, { params: { id: String(one), paymentId: String(paymentId) }, body: {} }),
    await admin(addAdjustment, { ...at(one), body: { itemId: other, kind: 'percent', value: 10 } }),
    await admin(removeAdjustment, { ...at(one), body: { adjustmentId: off.reply.adjustmentId } }),
  ];
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404));
  expect(await bill(two)).toEqual(before);
  expect((await bill(one)).changes).toEqual([]);
  // what was noted and is no change is not undone
  const payment = before.changes.find(({ kind }) => kind === 'payment')!;
  expect(sayOf(await admin(undoCheckChange, { ...at(two), body: { changeId: payment.change_id } }))).toEqual([
    409,
    'This cannot be undone!',
  ]);
});

test.each(['0', '-1', '01', '1e3', '1.0', ' 1', '9'.repeat(16), '9'.repeat(40), 'null', '٣', '%00', "1'--"])(
  'no bill has the number %s',
  async (id) => {
    const { admin } = await openBills();
    const params = { id };
    const tries = await Promise.all([
      admin(getCheck, { params }),
      admin(moveCheck, { params, body: { tableId: null } }),
      admin(mergeCheck, { params, body: { checkId: 1 } }),
      admin(payCheck, { params, body: { due: 0, payments: [] } }),
    ]);
    for (const { status } of tries) expect([400, 404]).toContain(status);
  },
);

test('texts are as long as their field, and none that the database cannot hold', async () => {
  const { admin, one, line, split, pay, bill, visa } = await openTwo();
  const piece = [{ itemId: line, quantity: 1 }];
  const { invoiceId } = (await pay(await openClosable(admin, one, split, line), { amount: 4.95 }, 4.95)).reply;
  const [paymentId] = (await pay(one, {}, 14.85)).reply.paymentIds;
  const reverse = (note: unknown) =>
    admin(reversePayment, { params: { id: String(one), paymentId: String(paymentId) }, body: { note } as never });
  for (const text of ['x'.repeat(10_000), 'a\u0000b', '\ud800', 7, {}, ['x'], true]) {
    const tries = [
      await split(one, piece, { name: text }),
      await pay(one, { reference: text }, 13.85),
      await reverse(text),
      await admin(setBuyer, { ...at(invoiceId!), body: { name: text } as never }),
      await admin(setBuyer, { ...at(invoiceId!), body: { name: 'A', taxNumber: text } as never }),
      await admin(setBuyer, { ...at(invoiceId!), body: { name: 'A', address: text } as never }),
      await admin(refundInvoice, { ...at(invoiceId!), body: { paymentTypeId: visa, amount: 1, note: text } as never }),
    ];
    expect([text, tries.map(({ status }) => status)]).toEqual([text, tries.map(() => 400)]);
  }
  expect((await admin(getInvoice, at(invoiceId!))).reply).toMatchObject({ buyer: null, refunded: 0 });
  expect(await bill(one)).toMatchObject({ paid: 1, payments: [{ state: 'captured' }] });
});

/** A part of the bill with one piece, to be paid. */
const openClosable = async (
  admin: Awaited<ReturnType<typeof openBills>>['admin'],
  one: number,
  split: Awaited<ReturnType<typeof openTwo>>['split'],
  line: number,
): Promise<number> => {
  expect((await split(one, [{ itemId: line, quantity: 1 }])).status).toBe(200);
  return (await admin(listChecks, { query: {} })).reply.at(-1)!.check_id;
};

test('quantities that are no count of pieces split nothing', async () => {
  const { admin, one, line, split } = await openTwo();
  for (const quantity of [0, -0, -1, 1e9, '1.5', '1', 0.1, 2 ** 53, Number.NaN, true, [1], {}, null])
    expect([quantity, (await split(one, [{ itemId: line, quantity }])).status]).toEqual([quantity, 400]);
  for (const itemId of [0, -1, '0', '1e1', 1.5, 2 ** 60, null, {}, [line]])
    expect([itemId, (await split(one, [{ itemId, quantity: 1 }])).status]).toEqual([itemId, 400]);
  expect((await admin(listChecks, { query: {} })).reply).toHaveLength(2);
});

test('a key that was used answers nothing but what it was used for, whichever call changes a bill', async () => {
  const { admin, one, two, line, bill, visa, pay } = await openTwo();
  for (const key of ['', 'x'.repeat(65), 'ключ'])
    expect((await admin(moveCheck, { ...at(one), body: { tableId: null } }, keyed(key))).status).toBe(400);
  expect((await admin(splitCheck, { ...at(one), body: { parts: [{ items: [{ itemId: line, quantity: 1 }] }] } }, keyed('k'))).status).toBe(
    200,
  );
  const [paymentId] = (await pay(two, {})).reply.paymentIds;
  const before = [await bill(one), await bill(two)];
  const tries = [
    await admin(splitCheck, { ...at(one), body: { parts: [{ items: [{ itemId: line, quantity: 2 }] }] } }, keyed('k')),
    await admin(splitCheck, { ...at(one), body: { parts: [{ items: [{ itemId: line, quantity: 1 }], name: 'Eve' }] } }, keyed('k')),
    await admin(mergeCheck, { ...at(one), body: { checkId: two } }, keyed('k')),
    await admin(undoCheckChange, { ...at(one), body: { changeId: before[0]!.changes[0]!.change_id } }, keyed('k')),
    await admin(payCheck, { ...at(two), body: { due: 18.8, payments: [{ paymentTypeId: visa, amount: 1 }] } }, keyed('k')),
    await admin(reversePayment, { params: { id: String(two), paymentId: String(paymentId) }, body: {} }, keyed('k')),
    await admin(addAdjustment, { ...at(two), body: { itemId: null, kind: 'percent', value: 10 } }, keyed('k')),
  ];
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 422));
  expect([await bill(one), await bill(two)]).toEqual(before);
});

test('whatever two tills do to the same bills at once, every piece is on one open bill and nothing answers 500', async () => {
  const { admin, one, two, line, other, split, tenantId, visa } = await openTwo();
  for (let round = 0; round < 5; round++) {
    const open = (await admin(listChecks, { query: {} })).reply.map(({ check_id: id }) => id);
    const answers = await Promise.all([
      admin(mergeCheck, { ...at(one), body: { checkId: two } }),
      admin(mergeCheck, { ...at(two), body: { checkId: one } }),
      split(one, [{ itemId: line, quantity: 2 }]),
      split(one, [{ itemId: line, quantity: 2 }]),
      split(two, [{ itemId: other, quantity: 1 }]),
      ...open.map((id) => admin(moveCheck, { ...at(id), body: { tableId: null } })),
      ...open.map((id) => admin(payCheck, { ...at(id), body: { due: 0.05, payments: [{ paymentTypeId: visa, amount: 0.01 }] } })),
    ]);
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    const { rows } = await database.query(
      `select sum(l.quantity)::int as pieces, count(*) filter (where c.closed_at is not null)::int as lost from order_lines l
       join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
       join checks c on c.tenant_id = l.tenant_id and c.id = coalesce(l.check_id, o.check_id) where l.tenant_id = $1`,
      [tenantId],
    );
    expect(rows).toEqual([{ pieces: 8, lost: 0 }]);
  }
});
