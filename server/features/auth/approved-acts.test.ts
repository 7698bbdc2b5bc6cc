import { expect, test } from 'vitest';
import { addApproval, type ApprovalAct } from '#contract/approvals.ts';
import { listAudit } from '#contract/audit.ts';
import { addCharge } from '#contract/charges.ts';
import { addAdjustment, removeAdjustment, removeCharge, restoreCharge } from '#contract/discounts.ts';
import { mergeCheck, moveCheck, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { addDrawerMovement, openDrawer } from '#contract/drawers.ts';
import { correctPayment, refundInvoice } from '#contract/invoices.ts';
import { type Right, rights } from '#contract/permissions.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { at, openBills } from '#server/testing/bills.ts';
import { database } from '#server/testing/restaurant.ts';
import { completeAndPayOrders } from '#contract/orders.ts';

// A PIN that was given for one act of a right is none for another one (wire-2.md §1).

const open = async () => {
  const restaurant = await openBills();
  const [waiter, boss] = [await restaurant.colleague('POS', 'ORDERS', 'INVOICES'), await restaurant.colleague('POS')];
  const pin = await hashPassword('2580', systemRandom);
  await database.query(`update members set rights = '{}' where username = $1`, [waiter.username]);
  await database.query('update members set rights = $2, pin_hash = $3 where username = $1', [boss.username, rights, pin]);
  /** An approval for what a refusal says; of a client of the release before without its act. */
  const approve = async (action: Right, targetId: number, amount: number, act?: ApprovalAct) => {
    const body = { username: boss.username, pin: '2580', action, targetId, amount, act };
    return (await waiter.call(addApproval, { body })).reply.approvalToken;
  };
  return { ...restaurant, ask: waiter.call, approve };
};

const REFUSED = { status: 409, reply: { code: 'approval_needed' } };

test('what a colleague allowed to be paid into a drawer is not paid out of it, nor what nobody said the act of', async () => {
  const { admin, ask, approve } = await open();
  const { drawerId } = (await admin(openDrawer, { body: { title: 'Bar', float: 100 } })).reply;
  const move = (kind: 'pay_in' | 'pay_out' | 'drop' | 'no_sale', approvalToken?: string) =>
    ask(addDrawerMovement, { ...at(drawerId), body: { kind, amount: kind === 'no_sale' ? 0 : 80, approvalToken } });
  const allow = (act?: ApprovalAct) => approve('open_drawer', drawerId, 80, act);
  const putIn = await allow('pay_in');
  for (const kind of ['pay_out', 'drop', 'no_sale'] as const)
    expect(await move(kind, putIn)).toMatchObject({ ...REFUSED, reply: { act: kind } });
  for (const kind of ['pay_out', 'drop'] as const) {
    expect(await move(kind, await allow())).toMatchObject(REFUSED);
    expect((await move(kind, await allow(kind))).status).toBe(200);
  }
  expect((await move('pay_in', putIn)).status).toBe(200);
  for (const kind of ['pay_in', 'no_sale'] as const) expect((await move(kind, await allow())).status).toBe(200);
  const { entries } = (await admin(listAudit, { query: { type: 'today' } })).reply;
  expect(entries.map(({ text }) => text)).toContainEqual(expect.stringMatching(/to allow: pay in[.]$/));
});

test('a correction that a colleague allowed is no refund of the same invoice, and the other way round', async () => {
  const { admin, menu, sell, bill, cash, visa, ask, approve } = await open();
  const [order] = (await bill(await sell(menu.t1))).orders;
  const { invoiceId: id } = (await admin(completeAndPayOrders, { body: { orderIds: [order!.id], total: 19.8, paymentTypeId: cash } }))
    .reply;
  const refund = (approvalToken?: string) => ask(refundInvoice, { ...at(id), body: { paymentTypeId: cash, approvalToken } });
  const correct = (approvalToken?: string) =>
    ask(correctPayment, { ...at(id), body: { payments: [{ paymentTypeId: visa, amount: 19.8 }], approvalToken } });
  const allow = (act?: ApprovalAct) => approve('refund', id, 19.8, act);
  expect(await refund()).toMatchObject({ ...REFUSED, reply: { act: 'refund', amount: 19.8 } });
  expect(await correct()).toMatchObject({ ...REFUSED, reply: { act: 'correct', amount: 19.8 } });
  const correction = await allow('correct');
  for (const token of [correction, await allow()]) expect(await refund(token)).toMatchObject(REFUSED);
  for (const token of [await allow('refund'), await allow()]) expect(await correct(token)).toMatchObject(REFUSED);
  expect((await correct(correction)).status).toBe(200);
  expect((await refund(await allow('refund'))).status).toBe(200);
});

test('a discount that may be taken back is not given, and a charge that may be put back is not taken off', async () => {
  const { admin, menu, sell, ask, approve } = await open();
  const { chargeId } = (await admin(addCharge, { body: { title: 'Cover', kind: 'amount', value: 4 } })).reply;
  const id = await sell(menu.t1);
  const give = (approvalToken?: string) =>
    ask(addAdjustment, { ...at(id), body: { itemId: null, kind: 'amount', value: 4, approvalToken } });
  const takeBack = (adjustmentId: number, approvalToken?: string) =>
    ask(removeAdjustment, { ...at(id), body: { adjustmentId, approvalToken } });
  const ofCharge = { id: String(id), chargeId: String(chargeId) };
  const charge = (call: typeof removeCharge | typeof restoreCharge, approvalToken?: string) =>
    ask(call, { params: ofCharge, body: { approvalToken } });
  const allow = (act?: ApprovalAct) => approve('discount', id, 4, act);
  const [back, restore] = [await allow('remove_discount'), await allow('restore_charge')];
  for (const token of [back, restore]) {
    expect(await give(token)).toMatchObject({ ...REFUSED, reply: { act: 'give_discount' } });
    expect(await charge(removeCharge, token)).toMatchObject({ ...REFUSED, reply: { act: 'remove_charge' } });
  }
  const { adjustmentId } = (await give(await allow('give_discount'))).reply;
  expect((await takeBack(adjustmentId, back)).status).toBe(200);
  // a client of the release before does not say which
  expect((await charge(removeCharge, await allow())).status).toBe(200);
  expect((await charge(restoreCharge, restore)).status).toBe(200);
});

test('a bill that may be moved is not merged, split or put back as it was, and an undo is no move', async () => {
  const { menu, sell, linesOf, ask, approve } = await open();
  const [id, other] = [await sell(menu.t1), await sell(menu.t2)];
  const [line] = await linesOf(id);
  const acts = {
    move: (approvalToken?: string) => ask(moveCheck, { ...at(id), body: { tableId: null, approvalToken } }),
    merge: (approvalToken?: string) => ask(mergeCheck, { ...at(id), body: { checkId: other, approvalToken } }),
    split: (approvalToken?: string) =>
      ask(splitCheck, { ...at(id), body: { parts: [{ items: [{ itemId: line!.id, quantity: 1 }] }], approvalToken } }),
  };
  const allow = async (act?: ApprovalAct) => approve('move_check', id, 0, act);
  const undoing = await allow('undo');
  for (const act of ['move', 'merge', 'split'] as const) {
    expect(await acts[act](undoing)).toMatchObject({ ...REFUSED, reply: { act } });
    for (const one of (['move', 'merge', 'split'] as const).filter((each) => each !== act))
      expect(await acts[act](await allow(one))).toMatchObject({ ...REFUSED, reply: { act } });
  }
  // a client of the release before does not say which
  const { changeId } = (await acts.split(await allow())).reply;
  const undo = async (approvalToken?: string) => ask(undoCheckChange, { ...at(id), body: { changeId, approvalToken } });
  expect(await undo(await allow('split'))).toMatchObject({ ...REFUSED, reply: { act: 'undo' } });
  expect((await undo(undoing)).status).toBe(200);
  for (const act of ['merge', 'move'] as const) expect((await acts[act](await allow(act))).status).toBe(200);
});
