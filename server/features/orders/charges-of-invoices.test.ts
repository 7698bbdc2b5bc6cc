import { expect, test } from 'vitest';
import { addCharge } from '#contract/charges.ts';
import { mergeCheck, payCheck, splitCheck } from '#contract/checks.ts';
import { getInvoice } from '#contract/invoices.ts';
import { completeAndPayOrders, summarisePayment } from '#contract/orders.ts';
import { at, openBills } from '#server/testing/bills.ts';
import { database } from '#server/testing/restaurant.ts';

// What each bill has of the charges of an invoice that several were paid on (wire-2.md §3): four soups are 19.80, 12.5 % service and 2.00 a table.

const open = async () => {
  const restaurant = await openBills();
  const { admin, menu, bill } = restaurant;
  await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: '12.5', taxId: menu.vat } });
  await admin(addCharge, { body: { title: 'Table', kind: 'amount', value: 2, taxId: null } });
  return {
    ...restaurant,
    ordersOf: async (id: number) => (await bill(id)).orders.map((order) => order.id),
    payOld: async (...orderIds: number[]) => {
      const { total } = (await admin(summarisePayment, { body: { orderIds } })).reply;
      const { status, reply } = await admin(completeAndPayOrders, { body: { orderIds, total } });
      expect(status).toBe(200);
      return reply.invoiceId;
    },
    charges: async (id: number) => (await bill(id)).charges.map(({ title, amount }) => [title, amount]),
  };
};

test('two bills that an old client paid on one invoice show each its own charges, which add up', async () => {
  const { admin, menu, sell, bill, ordersOf, payOld, charges } = await open();
  const ids = [await sell(menu.t1), await sell(menu.t2, [{ id: menu.bread, quantity: 4 }])] as const;
  const before = [await bill(ids[0]), await bill(ids[1])] as const;
  const invoiceId = await payOld(...(await Promise.all(ids.map(ordersOf))).flat());
  for (const [place, id] of ids.entries()) {
    const { subTotal, taxTotal, total, taxes } = before[place]!;
    // how a part would be charged is said of an open bill alone
    const own = before[place]!.charges.map(({ rule: _, ...charge }) => charge);
    expect(await bill(id)).toMatchObject({ status: 'closed', subTotal, taxTotal, total, paid: total, due: 0, charges: own, taxes });
  }
  expect(await Promise.all(ids.map(charges))).toEqual([
    [
      ['Service', 2.25],
      ['Table', 2],
    ],
    [
      ['Service', 1],
      ['Table', 2],
    ],
  ]);
  // one row of each on the invoice, as hashes and reports read them
  const { total, charged } = (await admin(getInvoice, at(invoiceId))).reply;
  expect(charged.map(({ title, amount }) => [title, amount])).toEqual([
    ['Service', 3.25],
    ['Table', 4],
  ]);
  expect(total).toBe(Math.round((before[0].total + before[1].total) * 100) / 100);
});

test('a bill that was merged onto another one brings what it was charged', async () => {
  const { admin, menu, sell, ordersOf, payOld, charges } = await open();
  const [one, two] = [await sell(menu.t1, [{ id: menu.bread, quantity: 1 }]), await sell(menu.t2, [{ id: menu.bread, quantity: 2 }])];
  const [[first], [second]] = [await ordersOf(one), await ordersOf(two)];
  await sell(menu.t1, [{ id: menu.bread, quantity: 3 }]);
  await sell(menu.t2, [{ id: menu.bread, quantity: 4 }]);
  await payOld(first!, second!);
  expect((await admin(mergeCheck, { ...at(one), body: { checkId: two } })).status).toBe(200);
  const left = (await ordersOf(one)).filter((id) => id !== first && id !== second);
  await payOld(...left);
  // 12.5 % of 2.00 + 4.00, then of 6.00 + 8.00 and a table
  expect(await charges(one)).toEqual([
    ['Service', 2.5],
    ['Table', 2],
  ]);
});

test('the sum of a table is not paid again with the part that is paid last', async () => {
  const { admin, menu, sell, linesOf, ordersOf, payOld, charges, bill, cash } = await open();
  const id = await sell(menu.t1);
  const [soup] = await linesOf(id);
  const { checkIds } = (await admin(splitCheck, { ...at(id), body: { parts: [{ items: [{ itemId: soup!.id, quantity: 1 }] }] } })).reply;
  const orders = await ordersOf(id);
  const { due } = await bill(id);

  expect((await admin(payCheck, { ...at(id), body: { due, payments: [{ paymentTypeId: cash, amount: due }] } })).status).toBe(200);
  const { total } = await bill(checkIds[0]!);
  await payOld(...orders);
  expect(await charges(checkIds[0]!)).toEqual([['Service', 0.56]]);
  expect((await bill(checkIds[0]!)).total).toBe(total);
});

test('an invoice of a release before, which told no bills, stays as it is shown', async () => {
  const { menu, sell, ordersOf, payOld, charges } = await open();
  const ids = [await sell(menu.t1), await sell(menu.t2)];
  const invoiceId = await payOld(...(await Promise.all(ids.map(ordersOf))).flat());
  await database.query('update invoice_charges set shares = null where invoice_id = $1', [invoiceId]);
  expect(await charges(ids[0]!)).toEqual([
    ['Service', 4.5],
    ['Table', 4],
  ]);
});
