import { expect, test } from 'vitest';
import { listChecks, markBilled, mergeCheck, moveCheck, payCheck, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { addAdjustment } from '#contract/discounts.ts';
import { cancelOrders, completeOrders, listOrderShelf, updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { at, openBills } from '#server/testing/bills.ts';
import { database } from '#server/testing/restaurant.ts';

// What holds of a bill whatever is done to it (wire-2.md §2).

test('what was printed of a bill is true no more after a void, a split, a merge, a move, an undo and a discount', async () => {
  const { admin, menu, sell, bill, linesOf } = await openBills();
  const id = await sell(menu.t1);
  const two = await sell(null, [{ id: menu.bread, quantity: 1 }]);
  const [soup] = await linesOf(id);
  const line = { params: { id: String(soup!.id) } };
  const items = [{ itemId: soup!.id, quantity: 1 }];
  const round = (await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }], tableId: menu.t1 } })).reply.orderId;
  const changes: number[] = [];
  const noted = async (call: Promise<{ status: number; reply: { changeId: number } }>) => {
    const { status, reply } = await call;
    changes.push(reply.changeId);
    return { status };
  };
  const undo = () => admin(undoCheckChange, { ...at(id), body: { changeId: changes.pop()! } });
  const acts: [name: string, act: () => Promise<{ status: number }>][] = [
    ['a part of a line is cancelled', () => admin(updateItemStatus, { ...line, body: { status: 'cancelled', quantity: 1 } })],
    ['a round is cancelled', () => admin(cancelOrders, { body: { orderIds: [round] } })],
    ['split', () => noted(admin(splitCheck, { ...at(id), body: { parts: [{ items }] } }))],
    ['the split undone', undo],
    ['merge', () => noted(admin(mergeCheck, { ...at(id), body: { checkId: two } }))],
    ['the merge undone', undo],
    ['move', () => noted(admin(moveCheck, { ...at(id), body: { tableId: menu.t2 } }))],
    ['the move undone', undo],
    ['discount', () => admin(addAdjustment, { ...at(id), body: { itemId: null, kind: 'percent', value: 10 } })],
  ];
  for (const [name, act] of acts) {
    await admin(markBilled, at(id));
    const before = (await bill(id)).is_billed;
    const { status } = await act();
    expect([name, before, status, (await bill(id)).is_billed]).toEqual([name, true, 200, false]);
  }
});

test('the payment that closes a bill completes its own items and leaves those of the other part to the kitchen', async () => {
  const { admin, menu, sell, linesOf, cash } = await openBills();
  const id = await sell(menu.t1);
  const [soup] = await linesOf(id);
  const items = [{ itemId: soup!.id, quantity: 1 }];
  const part = (await admin(splitCheck, { ...at(id), body: { parts: [{ items }] } })).reply.checkIds[0]!;
  const body = { due: 4.95, payments: [{ paymentTypeId: cash, amount: 4.95 }], complete: true };
  expect((await admin(payCheck, { ...at(part), body })).reply.invoiceId).toBeGreaterThan(0);
  const states = async (of: number) => (await linesOf(of)).map(({ quantity, status }) => [quantity, status]);
  expect(await states(part)).toEqual([[1, 'completed']]);
  expect(await states(id)).toEqual([[3, 'created']]);
});

test('a bill of which only parts are owed is counted once among what awaits payment, by one of them', async () => {
  const { admin, menu, sell, bill, linesOf, cash } = await openBills();
  const id = await sell(menu.t1);
  const [soup] = await linesOf(id);
  const items = [{ itemId: soup!.id, quantity: 1 }];
  const parts = (await admin(splitCheck, { ...at(id), body: { parts: [{ items }, { items }] } })).reply.checkIds;
  await admin(completeOrders, { body: { orderIds: [(await bill(id)).orders[0]!.id] } });
  const counted = async () => (await admin(listOrderShelf, { query: { shelf: 'unpaid' } })).reply.totalOrders;
  const waiting = async () =>
    (await admin(listChecks, { query: {} })).reply.filter(({ awaits_payment: awaits }) => awaits).map(({ check_id }) => check_id);
  const pay = async (of: number) => {
    const { due } = await bill(of);
    return (await admin(payCheck, { ...at(of), body: { due, payments: [{ paymentTypeId: cash, amount: due }] } })).status;
  };
  expect([await counted(), await waiting()]).toEqual([1, [id]]);
  expect(await pay(id)).toBe(200);
  expect([await counted(), await waiting()]).toEqual([1, [Math.min(...parts)]]);
  expect([await pay(parts[0]!), await counted(), await waiting()]).toEqual([200, 1, [parts[1]]]);
  expect([await pay(parts[1]!), await counted(), await waiting()]).toEqual([200, 0, []]);
});

test('a merge and its undo need the right move_check', async () => {
  const { admin, menu, sell, bill, colleague } = await openBills();
  const { call, username } = await colleague('ORDERS');
  await database.query("update members set rights = '{}' where username = $1", [username]);
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  const needed = [409, { code: 'approval_needed', action: 'move_check', targetId: one, amount: null }];
  const refused = await call(mergeCheck, { ...at(one), body: { checkId: two } });
  expect([refused.status, refused.reply]).toMatchObject(needed);
  expect((await admin(listChecks, { query: {} })).reply).toHaveLength(2);
  const { changeId } = (await admin(mergeCheck, { ...at(one), body: { checkId: two } })).reply;
  const undone = await call(undoCheckChange, { ...at(one), body: { changeId } });
  expect([undone.status, undone.reply]).toMatchObject(needed);
  expect((await bill(two)).status).toBe('closed');
});
