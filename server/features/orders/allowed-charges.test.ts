import { expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { addCharge } from '#contract/charges.ts';
import { listChecks, mergeCheck, setCovers, undoCheckChange } from '#contract/checks.ts';
import { removeCharge } from '#contract/discounts.ts';
import { createOrder } from '#contract/pos.ts';
import { openAsker, openCosts } from '#server/testing/costs.ts';

// Whoever allowed that a charge is taken off a bill allowed what it came to then. Bread is 2.00 without tax, service 10 %.

const open = async ({ minCovers = 0, ...guests }: { minCovers?: number; covers?: number } = {}) => {
  const shop = await openCosts();
  const { admin, menu, sell, only } = shop;
  const { chargeId } = (await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: '10', minCovers } })).reply;
  const { waiter, ask } = await openAsker(shop);
  await sell([{ id: menu.bread, quantity: 5 }], guests);
  const { check_id: id } = await only();
  const params = { id: String(id), chargeId: String(chargeId) };
  const takeOff = async () => waiter.call(removeCharge, { params, body: { approvalToken: await ask(id, 'check', 1) } });
  const order = { cart: [{ id: menu.bread, quantity: 20 }], tableId: menu.t1 };
  return { ...shop, id, params, waiter, ask, takeOff, order };
};

test('a charge that a colleague allowed to be taken off is allowed again for a later round, and noted with both names', async () => {
  const { admin, menu, waiter, ask, takeOff, order, only } = await open();
  expect((await takeOff()).reply).toMatchObject({ total: 10 });
  const refused = (await waiter.call(createOrder, { body: order })).reply;
  expect(refused).toMatchObject({ code: 'approval_needed', action: 'discount', targetId: menu.t1, target: 'table', amount: 4 });
  expect(await only()).toMatchObject({ total: 10 });
  const small = await ask(menu.t1, 'table', 3);
  expect((await waiter.call(createOrder, { body: { ...order, approvalToken: small } })).status).toBe(409);
  const approvalToken = await ask(menu.t1, 'table', 4);
  expect((await waiter.call(createOrder, { body: { ...order, approvalToken } })).status).toBe(200);
  expect(await only()).toMatchObject({ total: 50 });
  const { entries } = (await admin(listAudit, { query: { type: 'today', kind: 'discount' } })).reply;
  const [later, first] = entries;
  expect([later!.amount, first!.amount]).toEqual([4, 1]);
  expect(later!.text).toMatch(/ ordered, and without Service bill \d+ at table .* has \$4\.00 less, allowed by /);
  expect(later).toMatchObject({ approver_name: first!.approver_name, member_name: first!.member_name });
});

test('of who may take a charge off nobody is asked later', async () => {
  const { admin, params, waiter, order, only } = await open();
  expect((await admin(removeCharge, { params, body: {} })).status).toBe(200);
  expect((await waiter.call(createOrder, { body: order })).status).toBe(200);
  expect(await only()).toMatchObject({ total: 50 });
});

test('a bill that is merged onto one without a charge brings it where that was allowed for the one alone; Undo takes both back', async () => {
  const { admin, menu, id, bill, waiter, takeOff } = await open();
  await takeOff();
  await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 20 }], tableId: menu.t2 } });
  const other = (await admin(listChecks, { query: {} })).reply.find(({ check_id: one }) => one !== id)!.check_id;
  const call = { params: { id: String(id) } };
  const { changeId } = (await waiter.call(mergeCheck, { ...call, body: { checkId: other } })).reply;
  expect(await bill(id)).toMatchObject({ total: 55, charges: [{ title: 'Service' }] });
  expect((await waiter.call(undoCheckChange, { ...call, body: { changeId } })).status).toBe(200);
  expect([(await bill(id)).total, (await bill(other)).total]).toEqual([10, 44]);
});

test('of a charge that the bill would not have anyway nobody is asked; it is again once the bill would', async () => {
  const { admin, id, takeOff, waiter, order, only } = await open({ minCovers: 6, covers: 6 });
  expect((await takeOff()).reply).toMatchObject({ total: 10 });
  const seat = (covers: number) => admin(setCovers, { params: { id: String(id) }, body: { covers } });
  await seat(4);
  expect((await waiter.call(createOrder, { body: order })).status).toBe(200);
  expect(await only()).toMatchObject({ total: 50, charges: [] });
  const { entries } = (await admin(listAudit, { query: { type: 'today', kind: 'discount' } })).reply;
  expect(entries.map(({ amount }) => amount)).toEqual([1]);
  await seat(6);
  expect((await waiter.call(createOrder, { body: order })).reply).toMatchObject({ code: 'approval_needed', amount: 4 });
});
