import { expect, test } from 'vitest';
import { addCharge, deleteCharge, updateCharge } from '#contract/charges.ts';
import { listChecks, mergeCheck, payCheck, reversePayment, setCovers, undoCheckChange } from '#contract/checks.ts';
import { removeCharge, restoreCharge } from '#contract/discounts.ts';
import { getInvoice } from '#contract/invoices.ts';
import { listOrders, summarisePayment } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { quoteCart } from '#contract/quotes.ts';
import { at, openBills, sayOf } from '#server/testing/bills.ts';
import { database } from '#server/testing/restaurant.ts';

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
  expect((await admin(listChecks, { query: {} })).reply).toMatchObject([{ due: 0.28 }, { due: 19.8 }]);
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

test('a further round is quoted, sent and billed by the charges that its bill keeps; a sum comes once, and what was taken off stays off', async () => {
  const { admin, menu, sell, bill, pay, change, chargeId } = await open();
  const { chargeId: cover } = (await admin(addCharge, { body: { title: 'Cover', kind: 'amount', value: 3 } })).reply;
  const id = await sell(menu.t1);
  await pay(id, 25.28, 5);
  const { kept_charges: kept } = await bill(id);
  expect(kept).toMatchObject([
    { title: 'Service', kind: 'percent', value: 12.5, tax: { rate: 10 } },
    { title: 'Cover', kind: 'amount', value: 3, tax: null },
  ]);
  await change({ value: '5' });
  await admin(addCharge, { body: { title: 'New', kind: 'amount', value: 9 } });
  const round = { cart: [{ id: menu.soup, quantity: 4 }], tableId: menu.t1 };
  const quote = async (more: object = {}) => (await admin(quoteCart, { body: { ...round, ...more } })).reply;
  const send = ({ subTotal, taxTotal, total }: { subTotal: number; taxTotal: number; total: number }) =>
    admin(createOrder, { body: { ...round, netTotal: subTotal, taxTotal, total } });
  const first = await quote();
  expect(first).toMatchObject({ charges: [{ charge_id: chargeId, amount: 2.25 }], subTotal: 20.25, taxTotal: 2.03, total: 22.28 });
  expect(await quote({ covers: 4 })).toEqual(first);
  // elsewhere those of now
  const elsewhere = await quote({ tableId: menu.t2 });
  expect(elsewhere).toMatchObject({ charges: [{ amount: 0.9 }, { amount: 3 }, { amount: 9 }] });
  expect((await send({ ...elsewhere, total: 30 })).reply).toMatchObject({ code: 'price_changed', total: 22.28 });
  expect((await send(first)).status).toBe(200);
  // 36.00, service 4.50, tax 4.05, the cover
  expect(await bill(id)).toMatchObject({ total: 47.55, due: 42.55 });
  await admin(removeCharge, { params: { id: String(id), chargeId: String(chargeId) }, body: {} });
  const last = await quote();
  expect(last).toMatchObject({ charges: [], total: 19.8 });
  expect((await send(last)).status).toBe(200);
  expect(await bill(id)).toMatchObject({ total: 62.4, charges: [{ charge_id: cover }] });
});

test('charges that a release before left on a bill when it took the last payment back do not count', async () => {
  const { admin, menu, tenantId, sell, bill, pay, change, takeBack } = await open();
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  const leave = async (id: number) => {
    const { paymentIds } = await pay(id, (await bill(id)).due, 5);
    const { rows } = await database.query<{ rules: object }>('select charge_rules as rules from checks where tenant_id = $1 and id = $2', [
      tenantId,
      id,
    ]);
    expect((await takeBack(id, paymentIds[0]!)).status).toBe(200);
    await database.query('update checks set charge_rules = $3 where tenant_id = $1 and id = $2', [
      tenantId,
      id,
      JSON.stringify(rows[0]!.rules),
    ]);
  };
  await leave(one);
  await leave(two);
  await change({ value: '20' });
  expect(await bill(one)).toMatchObject({ total: 23.76, due: 23.76 });
  expect((await bill(one)).kept_charges).toBeUndefined();
  expect((await admin(listChecks, { query: {} })).reply).toMatchObject([{ due: 23.76 }, { due: 23.76 }]);
  // a first payment keeps those of now
  await pay(one, 23.76, 5);
  await change({ value: '5' });
  expect(await bill(one)).toMatchObject({ total: 23.76 });
  // and a bill without payments brings none of its own
  const { changeId } = (await admin(mergeCheck, { ...at(two), body: { checkId: one } })).reply;
  expect(changeId).toBeGreaterThan(0);
  expect(await bill(two)).toMatchObject({ total: 47.52, due: 42.52 });
});
