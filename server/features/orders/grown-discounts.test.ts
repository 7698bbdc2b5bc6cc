import { expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { addAdjustment, removeAdjustment, restoreAdjustment } from '#contract/discounts.ts';
import { createOrder } from '#contract/pos.ts';
import { type Costs, openAsker, openCosts } from '#server/testing/costs.ts';
import { database } from '#server/testing/restaurant.ts';

// A percent of the bill acts on what is ordered later, too: who allowed it for a sum did not allow more. Bread is 2.00 without tax.

const discountsOf = async ({ admin }: Costs) =>
  (await admin(listAudit, { query: { type: 'today', kind: 'discount' } })).reply.entries.map((entry) => ({
    ...entry,
    after: entry.after as { value: number; amount: number },
  }));

test('what a colleague allowed for a sum is allowed again when it takes more off a later round, and noted under both names', async () => {
  const shop = await openCosts();
  const { menu, only, sell } = shop;
  const { waiter, ask } = await openAsker(shop);
  await sell([{ id: menu.bread, quantity: 5 }]);
  const { check_id: id } = await only();
  const half = { itemId: null, kind: 'percent' as const, value: 50, approvalToken: await ask(id, 'check', 5) };
  expect((await waiter.call(addAdjustment, { params: { id: String(id) }, body: half })).reply).toMatchObject({ total: 5 });

  const order = { cart: [{ id: menu.bread, quantity: 20 }], tableId: menu.t1 };
  const refused = (await waiter.call(createOrder, { body: order })).reply;
  expect(refused).toMatchObject({ code: 'approval_needed', action: 'discount', targetId: menu.t1, amount: 20 });
  expect(await only()).toMatchObject({ total: 5 });
  const approvalToken = await ask(menu.t1, 'table', 20);
  expect((await waiter.call(createOrder, { body: { ...order, approvalToken } })).status).toBe(200);
  expect(await only()).toMatchObject({ total: 25, discount: 25 });

  const [grown, given] = await discountsOf(shop);
  expect(grown).toMatchObject({ amount: 20, approver_name: given!.approver_name, member_name: given!.member_name, after: { value: 50 } });
  expect(grown!.approver_name).not.toBeNull();
  expect(grown!.text).toMatch(/ ordered, and an earlier discount took \$20\.00 more off bill \d+ at table .*, allowed by /);
});

test('of who may give it nobody is asked: what it takes off a later round is noted under who ordered', async () => {
  const shop = await openCosts();
  const { menu, only, sell, off, colleague } = shop;
  const waiter = await colleague('POS', 'ORDERS');
  await database.query(`update members set rights = '{}', name = 'Wim' where username = $1`, [waiter.username]);
  await sell([{ id: menu.bread, quantity: 5 }]);
  await off((await only()).check_id, { kind: 'percent', value: 50 });
  const more = { cart: [{ id: menu.bread, quantity: 2 }], tableId: menu.t1 };
  expect((await waiter.call(createOrder, { body: more })).status).toBe(200);
  // with a discount of its own, which is no part of what the earlier one grew by
  await sell([{ id: menu.bread, quantity: 1, adjustments: [{ kind: 'amount', value: 1 }] }]);
  expect(await only()).toMatchObject({ total: 7.5 });
  expect((await discountsOf(shop)).map(({ amount, member_name }) => [amount, member_name === 'Wim'])).toEqual([
    [1, false],
    [0.5, false],
    [2, true],
    [5, false],
  ]);
});

test('a discount stands in Activity with its percent, or its sum, as people write it', async () => {
  const shop = await openCosts();
  const { menu, only, sell, off } = shop;
  await sell([{ id: menu.bread, quantity: 5 }]);
  const { check_id: id } = await only();
  await off(id, { kind: 'percent', value: 12.5 });
  await off(id, { kind: 'amount', value: 3.5 });
  expect((await discountsOf(shop)).map(({ after }) => after)).toMatchObject([
    { kind: 'amount', value: 3.5, amount: 3.5 },
    { kind: 'percent', value: 12.5, amount: 1.25 },
  ]);
});

test('a discount that was taken back is put back within the limit of who does it, or allowed again, though it was allowed once', async () => {
  const shop = await openCosts();
  const { admin, menu, only, sell } = shop;
  const { waiter, ask: askFor } = await openAsker(shop);
  await database.query(`update members set rights = '{discount}', discount_limit = 5 where username = $1`, [waiter.username]);
  await sell([{ id: menu.bread, quantity: 5 }]);
  const { check_id: id } = await only();
  const at = { params: { id: String(id) } };
  const ask = () => askFor(id, 'check', 5);
  const give = async (value: number, approvalToken?: string) =>
    (await waiter.call(addAdjustment, { ...at, body: { itemId: null, kind: 'percent', value, approvalToken } })).reply.adjustmentId;
  const takeBack = (adjustmentId: number) => admin(removeAdjustment, { ...at, body: { adjustmentId } });
  const putBack = (adjustmentId: number, approvalToken?: string) =>
    waiter.call(restoreAdjustment, { ...at, body: { adjustmentId, approvalToken } });

  const half = await give(50, await ask());
  await takeBack(half);
  expect((await putBack(half)).reply).toMatchObject({ code: 'approval_needed', action: 'discount', targetId: id, amount: 5 });
  expect(await only()).toMatchObject({ total: 10 });
  expect((await putBack(half, await ask())).reply).toMatchObject({ total: 5 });
  await takeBack(half);

  const little = await give(5);
  await takeBack(little);
  expect((await putBack(little)).reply).toMatchObject({ total: 9.5 });
});

/** A bill of 10.00, a waiter who may give so many percent, and the owner, who takes one of two discounts back. */
const openLimited = async (limit: number) => {
  const { admin, menu, only, sell, colleague } = await openCosts();
  const waiter = await colleague('POS', 'ORDERS');
  await database.query(`update members set rights = '{discount}', discount_limit = $2 where username = $1`, [waiter.username, limit]);
  await sell([{ id: menu.bread, quantity: 5 }]);
  const at = { params: { id: String((await only()).check_id) } };
  const give = async (by: typeof admin, value: number) =>
    (await by(addAdjustment, { ...at, body: { itemId: null, kind: 'percent', value } })).reply.adjustmentId;
  return {
    admin,
    waiter: waiter.call,
    only,
    give,
    takeBack: (adjustmentId: number) => admin(removeAdjustment, { ...at, body: { adjustmentId } }),
    putBack: async (adjustmentId: number) => (await waiter.call(restoreAdjustment, { ...at, body: { adjustmentId } })).reply,
  };
};

test('what a colleague gave, and somebody puts back, counts with what that person gave', async () => {
  const { admin, waiter, only, give, takeBack, putBack } = await openLimited(10);
  await give(waiter, 10);
  const hers = await give(admin, 10);
  await takeBack(hers);
  expect(await putBack(hers)).toMatchObject({ code: 'approval_needed', action: 'discount', amount: 0.9 });
  expect(await only()).toMatchObject({ total: 9 });
});

test('what a colleague gave, and still stands, does not count for who puts another discount of hers back', async () => {
  const { admin, give, takeBack, putBack } = await openLimited(5);
  await give(admin, 30);
  const little = await give(admin, 5);
  await takeBack(little);
  expect(await putBack(little)).toMatchObject({ total: 6.65 });
});
