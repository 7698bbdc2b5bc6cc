import { expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { closeDay } from '#contract/day.ts';
import { correctPayment } from '#contract/invoices.ts';
import { cancelOrders } from '#contract/orders.ts';
import { addPaymentType, updatePaymentType } from '#contract/payment-types.ts';
import { createOrder } from '#contract/pos.ts';
import { getReportDetails } from '#contract/reports.ts';
import { getDocument } from '#server/features/printers/documents.queries.ts';
import { openAt } from '#server/testing/day.ts';
import { databases } from '#server/testing/restaurant.ts';
import { verifyAfter } from '#server/testing/verify.ts';

test('what is corrected or cancelled on a day without sales is in the closing of the next day that is closed, once', async () => {
  const shop = await openAt('2026-03-08T12:00:00Z');
  const { admin, menu, sell, close, closing, card } = shop;
  const [first, second] = [await sell(1), await sell(2)];
  const correct = (id: number, amount: number) =>
    admin(correctPayment, { params: { id: String(id) }, body: { payments: [{ paymentTypeId: card, amount }] } });
  const order = async () =>
    (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } })).reply.orderId;
  const cancel = (id: number) => admin(cancelOrders, { body: { orderIds: [id], isMade: true } });
  const said = async (no: number) => {
    const { payments, voids } = await closing(no);
    return [Object.fromEntries(payments.map((row) => [row.payment_type, row.expected])), voids.map(({ count }) => count)];
  };
  shop.at('2026-03-09T10:00:00Z');
  // before and after Sunday is closed
  await correct(first, 4.95);
  await close('2026-03-08');
  await correct(second, 9.9);
  const [now, later, last] = [await order(), await order(), await order()];
  await cancel(now);
  shop.at('2026-03-10T12:00:00Z');
  await sell(3);
  await cancel(later);
  expect((await close('2026-03-10')).reply).toMatchObject({ closingNo: 2 });
  expect(await said(1)).toEqual([{ Cash: 14.85 }, []]);
  expect(await said(2)).toEqual([{ Cash: 0, Visa: 14.85 }, [2]]);
  // Monday may still be closed: what it had is in a closing already
  expect((await close('2026-03-09')).reply).toMatchObject({ closingNo: 3 });
  expect(await said(3)).toEqual([{}, []]);
  await cancel(last);
  shop.at('2026-03-11T12:00:00Z');
  await close('2026-03-11');
  expect(await said(4)).toEqual([{}, [1]]);
});

test('the X report of a day has nothing of the days before it that sold and are not closed', async () => {
  const { sell, x, at } = await openAt('2026-03-08T12:00:00Z');
  for (const day of ['08', '09', '10']) {
    at(`2026-03-${day}T12:00:00Z`);
    await sell(1);
  }
  expect((await x()).payments).toMatchObject([{ payment_type: 'Cash', expected: 4.95 }]);
});

test('a payment type that was renamed or switched off during the day is counted as one', async () => {
  const { admin, sell, close, closing, card, x, at, mail, tenantId } = await openAt('2026-03-10T12:00:00Z');
  const change = (body: { title: string; isActive: boolean }) => admin(updatePaymentType, { params: { id: String(card) }, body });
  await sell(1, card);
  await change({ title: 'Card', isActive: true });
  const params = { id: String(await sell(2, card)) };
  const { id: visa } = (await admin(addPaymentType, { body: { title: 'Visa', kind: 'card' } })).reply;
  const corrected = [{ paymentTypeId: card, amount: 9.9, tip: 1 }];
  expect((await admin(correctPayment, { params, body: { payments: corrected } })).status).toBe(200);
  await change({ title: 'Card', isActive: false });
  expect((await x()).payment_types).toContainEqual({ id: card, title: 'Card', kind: 'card' });
  // the reports say the same, of the day and of longer periods
  const reported = async (type: 'today' | 'yesterday' | 'this_month') =>
    (await admin(getReportDetails, { query: { type } })).reply.byPaymentType;
  const asOne = [{ payment_type: 'Card', payments: 2, amount: 14.85, tips: 1 }];
  expect((await x()).payments).toMatchObject([{ payment_type: 'Card', expected: 14.85 }]);
  expect(await reported('today')).toEqual(asOne);
  at('2026-03-11T12:00:00Z');
  expect(await reported('yesterday')).toEqual(asOne);
  await admin(updatePaymentType, { params: { id: String(visa) }, body: { title: 'Debit' } });
  expect(await reported('this_month')).toEqual(asOne);
  expect((await x()).payment_types).toContainEqual({ id: card, title: 'Card', kind: 'card' });
  await close('2026-03-10', [{ paymentTypeId: card, amount: 14.85 }]);
  expect((await closing(1)).payments).toEqual([
    { payment_type: 'Card', kind: 'card', expected: 14.85, counted: 14.85, difference: 0, tips: 1 },
  ]);
  expect(mail.emails.at(-1)!.text).toContain('\nCard: $14.85, counted $14.85 ($0.00), tips beside it $1.00');
  const closed = { kind: 'closing', id: 1, printer: 'Office', now: new Date('2026-03-11T12:00:00Z') } as const;
  const paper = await databases.asTenant(tenantId, (db) => getDocument(db, closed));
  expect(JSON.stringify(paper)).toMatch(/"left":"Card","right":"\$14\.85".*"left":" {2}Tips beside it","right":"\$1\.00"/);
});

test('a payment type whose kind was changed during the day is counted as one, and verify knows as what it was paid', async () => {
  const { admin, sell, close, closing, cash, card, x, tenantId } = await openAt('2026-03-10T12:00:00Z');
  await sell(1, card);
  await admin(updatePaymentType, { params: { id: String(card) }, body: { title: 'Visa', kind: 'other' } });
  await sell(2, card);
  await sell(1);
  const cashRow = { payment_type: 'Cash', kind: 'cash', expected: 4.95, tips: 0 };
  const visa = { payment_type: 'Visa', kind: 'other', expected: 14.85, tips: 0, kinds: { card: 4.95, other: 9.9 } };
  const nobody = { counted: null, difference: null };
  expect((await x()).payments).toEqual([
    { ...cashRow, ...nobody },
    { ...visa, ...nobody },
  ]);
  const counts = [
    { paymentTypeId: card, amount: 14.85 },
    { paymentTypeId: cash, amount: 5 },
  ];
  await close('2026-03-10', counts);
  expect((await closing(1)).payments).toEqual([
    { ...cashRow, counted: 5, difference: 0.05 },
    { ...visa, counted: 14.85, difference: 0 },
  ]);
  expect(await verifyAfter(tenantId)).toEqual([]);
});

test('what is offered no more can be counted where it was paid by since the last closing, also late, and not else', async () => {
  const { admin, sell, close, card, x, at } = await openAt('2026-03-10T12:00:00Z');
  const change = (isActive: boolean) => admin(updatePaymentType, { params: { id: String(card) }, body: { title: 'Visa', isActive } });
  const isCounted = async () => (await x()).payment_types.some(({ id }) => id === card);
  await sell(1, card);
  await sell(1);
  await change(false);
  at('2026-03-12T12:00:00Z');
  // no day was ever closed
  expect(await isCounted()).toBe(true);
  await close('2026-03-10');
  expect(await isCounted()).toBe(false);
  at('2026-03-12T18:00:00Z');
  await sell(1);
  await close('2026-03-12');
  expect(await isCounted()).toBe(false);
  // the day that was closed goes on
  await change(true);
  await sell(1, card);
  await change(false);
  at('2026-03-13T12:00:00Z');
  expect(await isCounted()).toBe(true);
  await close('2026-03-13');
  expect(await isCounted()).toBe(false);
});

test('a count that follows the difference is a second one: the closing, its letter and Activity have both', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  const { admin, cash, card, sell, closing, mail } = shop;
  await sell(1);
  await sell(2, card);
  const counts = [{ paymentTypeId: cash, amount: 4.95 }];
  const firstCounts = [
    { paymentTypeId: cash, amount: 3 },
    { paymentTypeId: card, amount: 9.9 },
  ];
  const body = { businessDate: '2026-03-10', counts, firstCounts, note: 'Found 2 coins, see evil.example' };
  expect((await admin(closeDay, { body })).status).toBe(200);
  const note =
    'Counted again after the difference was shown: Cash 3.00, then 4.95; Visa 9.90, then not counted. Found 2 coins, see evil.example';
  expect(await closing(1)).toMatchObject({ note, payments: [{ counted: 4.95 }, { counted: null }] });
  const again = 'Counted again after the difference was shown: Cash $3.00, then $4.95; Visa $9.90, then not counted.';
  expect(mail.emails.at(-1)!.text).toContain(`\n\n${again}\n\nNote: Found 2 coins, see evil example\n\nIts hash`);
  const { entries } = (await admin(listAudit, { query: { type: 'today', kind: 'day' } })).reply;
  expect(entries[0]).toMatchObject({
    text: expect.stringContaining('with closing 1, counted again after the difference was shown'),
    note,
    after: { recounted: [{ payment_type: 'Cash', first: '3.00', counted: '4.95' }, { payment_type: 'Visa' }] },
  });

  // what was counted alike is no second count
  shop.at('2026-03-11T12:00:00Z');
  await admin(closeDay, { body: { businessDate: '2026-03-11', counts, firstCounts: counts } });
  expect(await closing(2)).toMatchObject({ note: null });
  expect(mail.emails.at(-1)!.text).not.toMatch(/Counted again|Note:/);
});
