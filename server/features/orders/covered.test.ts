import { expect, test } from 'vitest';
import { addCharge } from '#contract/charges.ts';
import { listChecks, mergeCheck, payCheck, setCovers, splitCheck } from '#contract/checks.ts';
import { removeCharge } from '#contract/discounts.ts';
import { listOrders, updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { at, openBills, sayOf } from '#server/testing/bills.ts';

// Captured never exceeds the total (wire-2.md §2), whichever way a bill comes to less.

const REFUSED = [409, 'Take back a payment first!'];

/** Four soups are 19.80, with 12.5 % service of six guests or more 22.28. */
const open = async () => {
  const restaurant = await openBills();
  const { admin, menu, cash } = restaurant;
  const charge = (body: object) => admin(addCharge, { body: { taxId: menu.vat, ...body } as never });
  return {
    ...restaurant,
    service: () => charge({ title: 'Service', kind: 'percent', value: '12.5', minCovers: 6 }),
    perTable: () => charge({ title: 'Table', kind: 'amount', value: 2, taxId: null }),
    covers: (id: number, covers: number) => admin(setCovers, { ...at(id), body: { covers } }),
    pay: (id: number, due: number, amount = due) =>
      admin(payCheck, { ...at(id), body: { due, payments: [{ paymentTypeId: cash, amount }] } }),
    merge: (id: number, checkId: number) => admin(mergeCheck, { ...at(id), body: { checkId } }),
  };
};

test('guests who leave a bill take no charge along that is paid', async () => {
  const { admin, menu, sell, bill, service, covers, pay } = await open();
  await service();
  const id = await sell(menu.t1);
  await covers(id, 6);
  expect((await pay(id, 22.28, 22)).status).toBe(200);
  const before = await bill(id);
  expect(sayOf(await covers(id, 2))).toEqual(REFUSED);
  expect(await bill(id)).toEqual(before);
  expect((await covers(id, 7)).status).toBe(200);
  expect((await admin(listChecks, { query: {} })).reply).toMatchObject([{ due: 0.28 }]);
});

test('a further round takes no more off a bill than is left to pay, and is not placed then', async () => {
  const { admin, menu, sell, bill, pay } = await open();
  const id = await sell(menu.t1);
  await pay(id, 19.8, 19);
  const before = await bill(id);
  const cart = [{ id: menu.bread, quantity: 1 }];
  const more = (value: string) =>
    admin(createOrder, { body: { cart, tableId: menu.t1, adjustments: [{ kind: 'percent', value }] } as never });
  expect(sayOf(await more('50'))).toEqual(REFUSED);
  expect(await bill(id)).toEqual(before);
  expect((await more('10')).status).toBe(200);
  expect(await bill(id)).toMatchObject({ total: 19.62, due: 0.62 });
});

test('two bills do not become one that is worth less than was paid for both', async () => {
  const { menu, sell, bill, perTable, pay, merge } = await open();
  await perTable();
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  for (const id of [one, two]) await pay(id, 21.8, 21);
  const before = [await bill(one), await bill(two)];
  // 39.60 and one table
  expect(sayOf(await merge(one, two))).toEqual(REFUSED);
  expect([await bill(one), await bill(two)]).toEqual(before);
});

test('nor does a bill with service become part of one whose service was taken off', async () => {
  const { admin, menu, sell, bill, service, covers, pay, merge } = await open();
  const { chargeId } = (await service()).reply;
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  for (const id of [one, two]) await covers(id, 6);
  await admin(removeCharge, { params: { id: String(one), chargeId: String(chargeId) }, body: {} });
  await pay(one, 19.8, 19);
  await pay(two, 22.28, 22);
  expect(sayOf(await merge(one, two))).toEqual(REFUSED);
  expect((await merge(two, one)).status).toBe(200);
  expect(await bill(two)).toMatchObject({ total: 44.55, paid: 41 });
});

test('a part of an order that is paid stands in the way of no cancellation of another', async () => {
  const { admin, menu, sell, linesOf, pay } = await open();
  const id = await sell(menu.t1);
  const [soup] = await linesOf(id);
  const { checkIds } = (await admin(splitCheck, { ...at(id), body: { parts: [{ items: [{ itemId: soup!.id, quantity: 1 }] }] } })).reply;
  expect((await pay(checkIds[0]!, 4.95)).status).toBe(200);
  const cancel = (quantity: number) =>
    admin(updateItemStatus, { params: { id: String(soup!.id) }, body: { status: 'cancelled', quantity } });
  expect((await cancel(1)).reply.message).toBe('Status updated.');
  expect((await admin(listChecks, { query: {} })).reply).toMatchObject([{ check_id: id, total: 9.9 }]);
  expect((await cancel(2)).reply.message).toBe('Status updated.');
  expect((await admin(listChecks, { query: {} })).reply).toEqual([]);
  expect((await admin(listOrders, { query: {} })).reply.flatMap(({ orders }) => orders.map((order) => order.payment_status))).not.toContain(
    'pending',
  );
});
