import { expect, test } from 'vitest';
import { addApproval } from '#contract/approvals.ts';
import { getCheck } from '#contract/checks.ts';
import { addAdjustment } from '#contract/discounts.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { openCosts } from '#server/testing/costs.ts';
import { database } from '#server/testing/restaurant.ts';

test('what an approver allows stays within the own limit in all: for who asks, whoever allowed it, and for whomever it was allowed', async () => {
  const { admin, menu, only, sell, colleague } = await openCosts();
  const [waiter, other] = [await colleague('POS', 'ORDERS'), await colleague('POS', 'ORDERS')];
  const bosses = [await colleague('POS', 'ORDERS'), await colleague('POS', 'ORDERS')] as const;
  const pin = await hashPassword('2580', systemRandom);
  for (const { username } of bosses) {
    const set = `update members set rights = '{discount,approve}', discount_limit = 10, pin_hash = $2 where username = $1`;
    await database.query(set, [username, pin]);
  }
  await sell([{ id: menu.bread, quantity: 5 }]);
  const { check_id: id } = await only();
  const at = { params: { id: String(id) } };
  const take = async (by: typeof waiter, value: number, { username }: { username: string }, itemId: number | null = null) => {
    const body = { username, pin: '2580', action: 'discount' as const, targetId: id, amount: 10 };
    const { approvalToken } = (await by.call(addApproval, { body })).reply;
    return (await by.call(addAdjustment, { ...at, body: { itemId, kind: 'percent', value, approvalToken } })).reply;
  };
  const needed = { code: 'approval_needed', action: 'discount', targetId: id };
  const [boss, second] = bosses;
  expect(await take(waiter, 6, boss)).toMatchObject({ total: 9.4 });
  const [bread] = (await admin(getCheck, at)).reply.orders[0]!.items;
  for (const itemId of [null, bread!.id]) {
    expect(await take(waiter, 6, boss, itemId)).toMatchObject(needed);
    expect(await take(waiter, 6, second, itemId)).toMatchObject(needed);
    expect(await take(other, 6, boss, itemId)).toMatchObject(needed);
  }
  expect((await boss.call(addAdjustment, { ...at, body: { itemId: null, kind: 'percent', value: 10 } })).reply).toMatchObject({
    total: 8.46,
  });
  expect(await take(other, 1, boss)).toMatchObject(needed);
  // of a colleague who allowed nothing yet
  expect(await take(other, 6, second)).toMatchObject({ total: 7.95 });
});
