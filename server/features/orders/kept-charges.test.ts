import { expect, test } from 'vitest';
import { addCharge, deleteCharge, updateCharge } from '#contract/charges.ts';
import { listChecks, mergeCheck, payCheck, reversePayment, setCovers, undoCheckChange } from '#contract/checks.ts';
import { removeCharge, restoreCharge } from '#contract/discounts.ts';
import { getInvoice } from '#contract/invoices.ts';
import { listOrders, summarisePayment } from '#contract/orders.ts';
import { at, openBills, sayOf } from '#server/testing/bills.ts';

// A bill that is partly paid keeps the charges of its first payment (wire-2.md §3): four soups are 19.80, with 12.5 % service 22.28.

const open = async (minCovers = 0) => {
  const restaurant = await openBills();
  const { admin, menu, cash } = restaurant;
  const service = { title: 'Service', kind: 'percent', value: '12.5', taxId: menu.vat, minCovers } as const;
  const { chargeId } = (await admin(addCharge, { body: service })).reply;
  return {
    ...restaurant,
    chargeId,
    change: async (body: { value?: string; isActive?: boolean }) =>
      expect((await admin(updateCharge, { ...at(chargeId), body: { ...service, ...body } })).status).toBe(200),
    pay: async (id: number, due: number, amount = due) => {
      const { status, reply } = await admin(payCheck, { ...at(id), body: { due, payments: [{ paymentTypeId: cash, amount }] } });
      expect(status).toBe(200);
      return reply;
    },
    takeBack: (id: number, paymentId: number) =>
      admin(reversePayment, { params: { id: String(id), paymentId: String(paymentId) }, body: {} }),
  };
};

test('a charge that is switched off, lowered or deleted leaves a bill as it is that is partly paid, until it is paid', async () => {
  const { admin, menu, sell, bill, pay, change, chargeId } = await open();
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  await pay(one, 22.28, 22);
  const before = await bill(one);
  await change({ value: '5' });
  expect(await bill(one)).toEqual(before);
  expect((await bill(two)).total).toBe(20.79);
  await change({ isActive: false });
  await admin(deleteCharge, at(chargeId));
  expect(await bill(one)).toEqual(before);
  expect((await bill(two)).total).toBe(19.8);
  expect((await admin(listChecks, {})).reply).toMatchObject([{ due: 0.28 }, { due: 19.8 }]);
  const orderIds = before.orders.map(({ id }) => id);
  expect((await admin(summarisePayment, { body: { orderIds } })).reply).toMatchObject({ total: 22.28, due: 0.28 });
  const cards = (await admin(listOrders, { query: {} })).reply.flatMap(({ orders }) => orders);
  expect(cards.find(({ id }) => id === orderIds[0])).toMatchObject({ due: 22.28 });
  const { invoiceId } = await pay(one, 0.28);
  expect((await admin(getInvoice, at(invoiceId!))).reply).toMatchObject({ total: 22.28, charged: [{ title: 'Service', amount: 2.25 }] });
});

test('a charge that is new comes to no bill that is partly paid; staff may still take off what it has', async () => {
  const { admin, menu, sell, bill, pay, change, chargeId } = await open();
  const id = await sell(menu.t1);
  await pay(id, 22.28, 5);
  await admin(addCharge, { body: { title: 'Table', kind: 'amount', value: 2 } });
  await change({ isActive: false });
  expect((await bill(id)).total).toBe(22.28);
  const it = { params: { id: String(id), chargeId: String(chargeId) }, body: {} };
  expect((await admin(removeCharge, it)).reply).toMatchObject({ total: 19.8, due: 14.8 });
  expect((await admin(restoreCharge, it)).reply).toMatchObject({ total: 22.28, due: 17.28 });
});

test('guests who come still bring the service that there was', async () => {
  const { admin, menu, sell, bill, pay, change } = await open(6);
  const id = await sell(menu.t1);
  await pay(id, 19.8, 5);
  await change({ value: '20' });
  await admin(setCovers, { ...at(id), body: { covers: 6 } });
  expect((await bill(id)).total).toBe(22.28);
});

test('once all payments are taken back the charges of now count', async () => {
  const { menu, sell, bill, pay, change, takeBack } = await open();
  const id = await sell(menu.t1);
  const payments = [...(await pay(id, 22.28, 5)).paymentIds, ...(await pay(id, 17.28, 5)).paymentIds];
  await change({ isActive: false });
  expect((await takeBack(id, payments[0]!)).reply).toMatchObject({ paid: 5, due: 17.28 });
  expect((await takeBack(id, payments[1]!)).reply).toMatchObject({ paid: 0, due: 19.8 });
  expect((await bill(id)).total).toBe(19.8);
});

test('a bill that takes over payments takes over their charges, and has its own again once it is parted', async () => {
  const { admin, menu, sell, bill, pay, change, takeBack } = await open();
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  const [payment] = (await pay(two, 22.28, 22)).paymentIds;
  await change({ isActive: false });
  const { changeId } = (await admin(mergeCheck, { ...at(one), body: { checkId: two } })).reply;
  expect(await bill(one)).toMatchObject({ total: 44.55, due: 22.55 });
  expect((await takeBack(one, payment!)).reply).toMatchObject({ due: 39.6 });
  expect(sayOf(await admin(undoCheckChange, { ...at(one), body: { changeId } }))[0]).toBe(200);
  expect([(await bill(one)).total, (await bill(two)).total]).toEqual([19.8, 19.8]);
});
