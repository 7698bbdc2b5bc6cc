import { expect, test } from 'vitest';
import { removeAdjustment, restoreAdjustment } from '#contract/discounts.ts';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { tenantLimits } from '#contract/tenant-limits.ts';
import { sayOf } from '#server/testing/bills.ts';
import { itemsOf, openCosts } from '#server/testing/costs.ts';
import { database } from '#server/testing/restaurant.ts';

const one = { kind: 'amount', value: '0.01' } as const;
const many = (count: number) => Array.from({ length: count }, () => one);
const full = { bill: [409, tenantLimits.billDiscounts.sentence], lines: [409, tenantLimits.lineDiscounts.sentence] };
const MOST = { bill: tenantLimits.billDiscounts.most, lines: tenantLimits.lineDiscounts.most };

test('a bill takes 20 discounts on all of it; one more is refused however it comes, and stores nothing', async () => {
  const { admin, menu, only, sell, off } = await openCosts();
  const order = (count: number) => sell([{ id: menu.soup, quantity: 1 }], { adjustments: many(count) });
  const at = { params: { id: '' } };
  expect((await order(MOST.bill - 1)).status).toBe(200);
  at.params.id = String((await only()).check_id);

  expect(sayOf(await order(2))).toEqual(full.bill);
  const { adjustmentId } = (await off(Number(at.params.id), one)).reply;
  expect(sayOf(await off(Number(at.params.id), one))).toEqual(full.bill);
  const { orders, adjustments } = await only();
  expect([orders.length, adjustments.length]).toEqual([1, MOST.bill]);

  // without one more a round comes, and a line has discounts of its own
  expect((await order(0)).status).toBe(200);
  expect((await off(Number(at.params.id), one, orders[0]!.items[0]!.id)).status).toBe(200);
  expect((await admin(removeAdjustment, { ...at, body: { adjustmentId } })).status).toBe(200);
  expect((await off(Number(at.params.id), one)).status).toBe(200);
});

test('a bill takes 200 discounts on its items, and what was taken back comes to no more of them', async () => {
  const shop = await openCosts();
  const { admin, menu, cash, only, sell, off, tenantId } = shop;
  const cart = (counts: number[]) => counts.map((count) => ({ id: menu.soup, quantity: 1, adjustments: many(count) }));
  const counts = Array.from({ length: MOST.lines / 20 }, () => 20);
  expect(sayOf(await sell(cart([...counts, 1])))).toEqual(full.lines);
  const paid = { cart: cart([...counts, 1]), tableId: menu.t2, selectedPaymentType: cash };
  expect(sayOf(await admin(createOrderAndInvoice, { body: paid as never }))).toEqual(full.lines);
  expect((await sell(cart([...counts, 0]))).status).toBe(200);

  const { check_id: id, adjustments } = await only();
  const bare = (await itemsOf(shop)).at(-1)!.id;
  expect(sayOf(await off(id, one, bare))).toEqual(full.lines);
  const call = { params: { id: String(id) }, body: { adjustmentId: adjustments.at(-1)!.adjustment_id } };
  expect((await admin(removeAdjustment, call)).status).toBe(200);
  expect((await off(id, one, bare)).status).toBe(200);
  expect(sayOf(await admin(restoreAdjustment, call))).toEqual(full.lines);
  const { rows } = await database.query('select count(*)::int from line_adjustments where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ count: MOST.lines }]);
});
