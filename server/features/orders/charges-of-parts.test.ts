import { expect, test } from 'vitest';
import { addCharge } from '#contract/charges.ts';
import { listChecks, markBilled, mergeCheck, moveCheck, setCovers, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { removeCharge, restoreCharge } from '#contract/discounts.ts';
import { cancelOrders, completeAndPayOrders, listOpenChecks, listOrders, summarisePayment, updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { at, openBills } from '#server/testing/bills.ts';
import { database } from '#server/testing/restaurant.ts';

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
  expect((await admin(listChecks, { query: {} })).reply.map(({ check_id: one }) => one)).toEqual([id, part]);
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
    expect((await admin(listChecks, { query: {} })).reply).toMatchObject([{ total: 5 }]);
    expect((await admin(listOpenChecks, {})).reply).toMatchObject([{ due: 5 }]);
    // a card of a table has no sums of its bill, but its percents
    expect((await admin(listOrders, { query: {} })).reply.at(-1)!.orders.at(-1)).toMatchObject({ due: 4 });
  },
);

// five wines are 30.00 and a bread 2.00; the cover is 1.50 for who eats in, and nobody has the right to take it off
const openCover = async (minCovers = 0) => {
  const restaurant = await openBills();
  const { admin, menu, bill, linesOf, sell } = restaurant;
  await admin(addCharge, { body: { title: 'Cover', kind: 'amount', value: 1.5, deliveryTypes: ['dinein'], minCovers } });
  const id = await sell(menu.t1, [
    { id: menu.bread, quantity: 1 },
    { id: menu.wine, quantity: 5 },
  ]);
  if (minCovers > 0) await admin(setCovers, { ...at(id), body: { covers: minCovers } });
  const [bread, wine] = await linesOf(id);
  const parts = async (...quantities: number[]) => {
    const body = { parts: quantities.map((quantity) => ({ items: [{ itemId: wine!.id, quantity }] })) };
    return (await admin(splitCheck, { ...at(id), body })).reply.checkIds;
  };
  const cancel = async (item: { id: number }) =>
    (await admin(updateItemStatus, { params: { id: String(item.id) }, body: { status: 'cancelled' } })).status;
  const show = async (one: number) => {
    const { status, total, charges } = await bill(one);
    return [status, total, charges.map(({ title }) => title)];
  };
  return { ...restaurant, id, bread: bread!, parts, cancel, show };
};

test.each([0, 2])('a sum goes to the first part when all of the main bill is cancelled, of a charge from %d guests on', async (guests) => {
  const { admin, bill, id, bread, parts, cancel, show } = await openCover(guests);
  const [first, second] = await parts(3, 2);
  await admin(markBilled, at(first!));
  expect(await cancel(bread)).toBe(200);
  expect(await show(id)).toEqual(['closed', 0, []]);
  expect([await show(first!), await show(second!)]).toEqual([
    ['open', 19.5, ['Cover']],
    ['open', 12, []],
  ]);
  const { changes, is_billed: isBilled } = await bill(first!);
  expect(changes[0]).toMatchObject({ kind: 'charge', text: 'Cover moved here from the bill of T1', can_undo: false });
  expect(isBilled).toBe(false);
  expect((await bill(second!)).changes.map(({ kind }) => kind)).toEqual(['split']);
});

test('the terminals are told last of a part that a sum went to: the announcement locks what others wait for', async () => {
  const { tenantId, bread, parts, cancel } = await openCover();
  const [first] = await parts(3, 2);
  const { rows: before } = await database.query('select max(seq) as seq from events where tenant_id = $1', [tenantId]);
  expect(await cancel(bread)).toBe(200);
  const { rows } = await database.query('select type, payload from events where tenant_id = $1 and seq > $2 order by seq', [
    tenantId,
    before[0].seq,
  ]);
  expect(rows.at(-1)).toEqual({ type: 'check_update', payload: { checkIds: [first] } });
  const { rows: indexes } = await database.query(
    "select from pg_indexes where tablename = 'changed_checks' and indexdef like '%(tenant_id, change_id)'",
  );
  expect(indexes).toHaveLength(1);
});

test('a sum goes on from a part that is cancelled, and not to one beside which another bill has it', async () => {
  const { linesOf, id, bread, parts, cancel, show } = await openCover();
  const [first, second, third] = await parts(1, 2, 1);
  const [wine] = await linesOf(first!);
  await cancel(wine!);
  expect([await show(id), await show(second!)]).toEqual([
    ['open', 9.5, ['Cover']],
    ['open', 12, []],
  ]);
  const left = await linesOf(id);
  for (const { id: lineId, status } of left) if (status !== 'cancelled') await cancel({ id: lineId });
  expect(bread.id).toBe(left[0]!.id);
  expect([await show(second!), await show(third!)]).toEqual([
    ['open', 13.5, ['Cover']],
    ['open', 6, []],
  ]);
  await cancel((await linesOf(second!))[0]!);
  expect(await show(third!)).toEqual(['open', 7.5, ['Cover']]);
});

test('a sum that was taken off the main bill goes nowhere', async () => {
  const { admin, bill, id, bread, parts, cancel, show } = await openCover();
  const [part] = await parts(5);
  const [charge] = (await bill(id)).charges;
  await admin(removeCharge, { params: { id: String(id), chargeId: String(charge!.charge_id) }, body: {} });
  await cancel(bread);
  expect(await show(part!)).toEqual(['open', 30, []]);
});

test('a sum goes to the part that has later rounds when the order of the main bill is cancelled', async () => {
  const { admin, menu, bill, id, parts, show } = await openCover();
  const [part] = await parts(5);
  await admin(moveCheck, { ...at(part!), body: { tableId: menu.t2 } });
  await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }], tableId: menu.t2 } });
  const [order] = (await bill(id)).orders;
  expect((await admin(cancelOrders, { body: { orderIds: [order!.id] } })).status).toBe(200);
  expect(await show(part!)).toEqual(['open', 3.5, ['Cover']]);
});
