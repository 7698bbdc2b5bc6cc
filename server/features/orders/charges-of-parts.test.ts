import { expect, test } from 'vitest';
import { addCharge } from '#contract/charges.ts';
import { listChecks, mergeCheck, moveCheck, setCovers, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { removeCharge, restoreCharge } from '#contract/discounts.ts';
import { completeAndPayOrders, listOpenChecks, listOrders, summarisePayment, updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { at, openBills } from '#server/testing/bills.ts';

// Which charges a bill has after it was split, merged and put back (wire-2.md §3): four soups are 19.80, 12.5 % service and 2.00 a table.

const open = async () => {
  const restaurant = await openBills();
  const { admin, menu, bill, linesOf } = restaurant;
  const charge = async (body: object) => (await admin(addCharge, { body: { taxId: null, ...body } as never })).reply.chargeId;
  const of = (id: number, chargeId: number) => ({ params: { id: String(id), chargeId: String(chargeId) }, body: {} });
  return {
    ...restaurant,
    service: await charge({ title: 'Service', kind: 'percent', value: '12.5', taxId: menu.vat }),
    perTable: await charge({ title: 'Table', kind: 'amount', value: 2 }),
    takeOff: (id: number, chargeId: number) => admin(removeCharge, of(id, chargeId)),
    putBack: (id: number, chargeId: number) => admin(restoreCharge, of(id, chargeId)),
    /** Puts one soup onto a bill of its own; answers it and the change. */
    split: async (id: number) => {
      const [soup] = await linesOf(id);
      const { reply } = await admin(splitCheck, { ...at(id), body: { parts: [{ items: [{ itemId: soup!.id, quantity: 1 }] }] } });
      return { part: reply.checkIds[0]!, changeId: reply.changeId };
    },
    merge: async (id: number, checkId: number) => (await admin(mergeCheck, { ...at(id), body: { checkId } })).reply.changeId,
    undo: async (id: number, changeId: number) => (await admin(undoCheckChange, { ...at(id), body: { changeId } })).status,
    titles: async (id: number) => (await bill(id)).charges.map(({ title }) => title),
    totals: async (...ids: number[]) => Promise.all(ids.map(async (id) => (await bill(id)).total)),
  };
};

test('a charge that was taken off a bill is off its parts, too, and can be put back on each', async () => {
  const { menu, sell, service, takeOff, putBack, split, titles, totals } = await open();
  const id = await sell(menu.t1);
  await takeOff(id, service);
  const { part } = await split(id);
  expect([await titles(id), await titles(part)]).toEqual([['Table'], []]);
  expect(await totals(id, part)).toEqual([16.85, 4.95]);
  expect((await putBack(part, service)).status).toBe(200);
  expect(await titles(part)).toEqual(['Service']);
});

test('a part of a part has no sum that stayed with the main bill', async () => {
  const { admin, menu, sell, bill, linesOf, split, titles } = await open();
  const id = await sell(menu.t1);
  const [soup] = await linesOf(id);
  const { checkIds } = (await admin(splitCheck, { ...at(id), body: { parts: [{ items: [{ itemId: soup!.id, quantity: 2 }] }] } })).reply;
  const { part } = await split(checkIds[0]!);
  expect(await Promise.all([id, checkIds[0]!, part].map(titles))).toEqual([['Service', 'Table'], ['Service'], ['Service']]);
  expect((await bill(part)).total).toBe(5.57);
});

test('a main bill that is merged onto its part brings the sum that stayed with it; Undo leaves it there again', async () => {
  const { sell, menu, split, merge, undo, titles, totals } = await open();
  const id = await sell(menu.t1);
  const [whole] = await totals(id);
  const { part, changeId } = await split(id);
  const apart = await totals(id, part);
  const merged = await merge(part, id);
  expect([await titles(part), await totals(part)]).toEqual([['Service', 'Table'], [whole]]);
  expect(await undo(part, merged)).toBe(200);
  expect(await totals(id, part)).toEqual(apart);
  expect(await undo(part, changeId)).toBe(200);
  expect(await totals(id)).toEqual([whole]);
});

test('what staff took off a part stays off it, whatever is merged onto it', async () => {
  const { sell, menu, perTable, split, merge, takeOff, putBack, titles } = await open();
  const id = await sell(menu.t1);
  const { part } = await split(id);
  await putBack(part, perTable);
  await takeOff(part, perTable);
  await merge(part, id);
  expect(await titles(part)).toEqual(['Service']);
});

test('the undo of a split leaves a part open that has a round of its own meanwhile', async () => {
  const { admin, menu, sell, bill, split, undo, titles } = await open();
  const id = await sell(menu.t1);
  await admin(setCovers, { ...at(id), body: { covers: 2 } });
  const [{ total }] = [await bill(id)];
  const { part, changeId } = await split(id);
  const moved = (await admin(moveCheck, { ...at(part), body: { tableId: menu.t2 } })).reply.changeId;
  await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }], tableId: menu.t2 } });
  expect(await undo(part, moved)).toBe(200);
  expect(await undo(id, changeId)).toBe(200);
  expect(await bill(id)).toMatchObject({ total, orders: [{ items: [{ quantity: 4 }] }] });
  // 2.00 with service and its tax, and a table of its own
  expect(await bill(part)).toMatchObject({ status: 'open', total: 4.28, orders: [{ items: [{ item_title: 'Bread' }] }] });
  expect(await titles(part)).toEqual(['Service', 'Table']);
  expect((await admin(listChecks, {})).reply.map(({ check_id: one }) => one)).toEqual([id, part]);
});

test.each(['cancelled', 'paid'] as const)(
  'of a bill of two dining options the first that is to be paid counts: the first round is %s',
  async (end) => {
    const { admin, menu, bill, linesOf, sell } = await openBills();
    await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: '10', deliveryTypes: ['dinein'] } });
    await admin(addCharge, { body: { title: 'Box', kind: 'amount', value: 1, deliveryTypes: ['takeaway'] } });
    const id = await sell(menu.t1, [{ id: menu.bread, quantity: 1 }]);
    const cart = [{ id: menu.bread, quantity: 2 }];
    const { orderId } = (await admin(createOrder, { body: { cart, tableId: menu.t1, deliveryType: 'takeaway' } })).reply;
    expect((await bill(id)).total).toBe(6.6);
    const { orders } = await bill(id);
    const [line] = await linesOf(id);
    const first =
      end === 'paid'
        ? await admin(completeAndPayOrders, { body: { orderIds: [orders[0]!.id], total: 2.2 } })
        : await admin(updateItemStatus, { params: { id: String(line!.id) }, body: { status: 'cancelled' } });
    expect(first.status).toBe(200);
    const summary = (await admin(summarisePayment, { body: { orderIds: [orderId] } })).reply;
    expect(summary.total).toBe(5);
    expect((await bill(id)).total).toBe(5);
    expect((await admin(listChecks, {})).reply).toMatchObject([{ total: 5 }]);
    expect((await admin(listOpenChecks, {})).reply).toMatchObject([{ due: 5 }]);
    // a card of a table has no sums of its bill, but its percents
    expect((await admin(listOrders, { query: {} })).reply.at(-1)!.orders.at(-1)).toMatchObject({ due: 4 });
  },
);
