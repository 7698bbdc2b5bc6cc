import { expect, test } from 'vitest';
import { addApproval } from '#contract/approvals.ts';
import { listAudit } from '#contract/audit.ts';
import { getCheck, listChecks, payCheck, reversePayment } from '#contract/checks.ts';
import { getDrawer, openDrawer } from '#contract/drawers.ts';
import { correctPayment } from '#contract/invoices.ts';
import { addPaymentType } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { withMenu } from '#server/testing/menu.ts';
import { database, openRestaurant } from '#server/testing/restaurant.ts';

// A tip in cash lies in the drawer: whoever allows that a payment is taken back, or corrected, allows its tip, too. Wine is 6.00.

/** A drawer of 100, a payment type of cash with tips, a waiter who may not refund, and a colleague who may allow it. */
const openTill = async () => {
  const shop = await withMenu(await openRestaurant());
  const { admin, colleague } = shop;
  const { paymentTypeId: cash } = (await admin(addPaymentType, { body: { title: 'Cash with tip', kind: 'cash', takesTip: true } })).reply;
  const { drawerId } = (await admin(openDrawer, { body: { title: 'Bar', float: 100 } })).reply;
  const waiter = await colleague('POS', 'ORDERS', 'INVOICES');
  const boss = await colleague('POS');
  const pin = await hashPassword('2580', systemRandom);
  await database.query(`update members set rights = '{}' where username = $1`, [waiter.username]);
  await database.query(`update members set rights = '{refund,approve}', pin_hash = $2 where username = $1`, [boss.username, pin]);
  const approve = async (targetId: number, target: 'check' | 'invoice', amount: number) => {
    const act = target === 'invoice' ? ('correct' as const) : undefined;
    const body = { username: boss.username, pin: '2580', action: 'refund' as const, act, targetId, target, amount };
    return (await waiter.call(addApproval, { body })).reply.approvalToken;
  };
  const expected = async () => (await admin(getDrawer, { params: { id: String(drawerId) } })).reply.expected;
  const newest = async () => (await admin(listAudit, { query: { type: 'today' } })).reply.entries[0]!;
  return { ...shop, waiter, cash, drawerId, approve, expected, newest };
};

test('a payment that is taken back is allowed with its tip, and Activity names both', async () => {
  const { admin, menu, waiter, cash, drawerId, approve, expected, newest } = await openTill();
  await admin(createOrder, { body: { cart: [{ id: menu.wine, quantity: 2 }], tableId: menu.t1 } });
  const { check_id: id } = (await admin(listChecks, { query: {} })).reply[0]!;
  const payments = [{ paymentTypeId: cash, amount: 1, tip: 40, drawerId }];
  const { paymentIds } = (await admin(payCheck, { params: { id: String(id) }, body: { due: 12, payments } })).reply;
  expect(await expected()).toBe(141);
  const reverse = async (approvalToken?: string) =>
    (await waiter.call(reversePayment, { params: { id: String(id), paymentId: String(paymentIds[0]) }, body: { approvalToken } })).reply;
  expect(await reverse()).toMatchObject({ code: 'approval_needed', amount: 41 });
  expect(await reverse(await approve(id, 'check', 1))).toMatchObject({ code: 'approval_needed', amount: 41 });
  expect((await reverse(await approve(id, 'check', 41))).message).toBe('Took back $1.00 of Cash with tip and its tip of $40.00.');
  expect(await expected()).toBe(100);
  expect(await newest()).toMatchObject({ kind: 'refund', amount: 41, before: { amount: 1, tip: 40 } });
  expect((await admin(getCheck, { params: { id: String(id) } })).reply).toMatchObject({ due: 12 });
});

test.each([
  ['less', 10, 0],
  ['more', 0, 500],
])('a correction with %s tip is allowed with the larger sum of both, and Activity says so', async (_, before, after) => {
  const { admin, menu, waiter, cash, drawerId, approve, expected, newest } = await openTill();
  const paid = (tip: number) => [{ paymentTypeId: cash, amount: 12, tip, drawerId }];
  const sale = { cart: [{ id: menu.wine, quantity: 2 }], payments: paid(before) };
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: sale })).reply;
  const amount = 12 + Math.max(before, after);
  const correct = async (approvalToken?: string) =>
    (await waiter.call(correctPayment, { params: { id: String(invoiceId) }, body: { payments: paid(after), approvalToken } })).reply;
  expect(await correct()).toMatchObject({ code: 'approval_needed', amount });
  expect(await correct(await approve(invoiceId, 'invoice', 12))).toMatchObject({ code: 'approval_needed', amount });
  expect(await correct(await approve(invoiceId, 'invoice', amount))).toMatchObject({ success: true });
  expect(await expected()).toBe(112 + after);
  const { text, ...entry } = await newest();
  expect(entry).toMatchObject({ amount, before: [{ tip: before }], after: [{ tip: after }] });
  expect(text).toContain(`, with tips of $${after}.00 in place of $${before}.00, allowed by `);
});
