import { expect, test } from 'vitest';
import { addCharge } from '#contract/charges.ts';
import { listChecks, payCheck, splitCheck } from '#contract/checks.ts';
import { getCustomer } from '#contract/customer-history.ts';
import { addCustomer } from '#contract/customers.ts';
import { invoiceRows, listInvoices, summariseInvoice } from '#contract/invoices.ts';
import { completeAndPayOrders, summarisePayment } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { at, openBills, sayOf } from '#server/testing/bills.ts';

// Orders that are paid in parts, or together: what a print, a client that knows no bills, and the history of a guest say of them.

/** One bill of a soup (4.95) and a wine (6.00), of which the wine is split off and paid. */
const openHalfPaid = async () => {
  const shop = await openBills();
  const { admin, menu, cash, sell, linesOf, bill } = shop;
  const id = await sell(menu.t1, [
    { id: menu.soup, quantity: 1 },
    { id: menu.wine, quantity: 1 },
  ]);
  const [, wine] = await linesOf(id);
  const parts = [{ items: [{ itemId: wine!.id, quantity: 1 }] }];
  const [part] = (await admin(splitCheck, { ...at(id), body: { parts } })).reply.checkIds;
  const pay = async (of: number, due: number) =>
    (await admin(payCheck, { ...at(of), body: { due, payments: [{ paymentTypeId: cash, amount: due }] } })).reply.invoiceId!;
  await pay(part!, 6);
  const orderIds = (await bill(id)).orders.map((order) => order.id);
  return { ...shop, id, pay, orderIds };
};

const titlesOf = ({ orders }: { orders: { items: { item_title: string }[] }[] }) =>
  orders.flatMap(({ items }) => items.map(({ item_title: title }) => title));

test('who prints an invoice by its orders gets what is on it, not what is unpaid; with two of one order it is asked for by number', async () => {
  const { admin, id, pay, orderIds } = await openHalfPaid();
  const [invoice] = invoiceRows((await admin(listInvoices, { query: { type: 'today' } })).reply);
  expect(invoice!.orders.map(({ order_id }) => order_id)).toEqual(orderIds);
  const asked = async () => admin(summariseInvoice, { body: { orderIds } });
  const { reply } = await asked();
  expect(reply).toMatchObject({ subtotal: 5, taxTotal: 1, total: 6 });
  expect(titlesOf(reply)).toEqual(['Wine']);
  await pay(id, 4.95);
  expect(sayOf((await asked()) as unknown as Parameters<typeof sayOf>[0])).toEqual([
    409,
    'This order was paid in parts; open its invoice.',
  ]);
});

test('the receipt of one round of a paid bill has no charge of the other; its invoice is answered whole, to whoever sold it', async () => {
  const { admin, menu, cash, sell, bill } = await openBills();
  await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: '12.5' } });
  const id = await sell(menu.t1, [{ id: menu.bread, quantity: 5 }]);
  await sell(menu.t1, [{ id: menu.bread, quantity: 10 }]);
  const { invoiceId } = (await admin(payCheck, { ...at(id), body: { due: 33.75, payments: [{ paymentTypeId: cash, amount: 33.75 }] } }))
    .reply;
  const [first, second] = (await bill(id)).orders.map((order) => order.id);
  const summary = async (orderIds: number[], more: object = {}) => (await admin(summarisePayment, { body: { orderIds, ...more } })).reply;
  const one = await summary([first!]);
  expect(one).toMatchObject({ total: 10, paid: 10, due: 0, invoices: [{ id: invoiceId, total: 33.75 }] });
  expect(one.charges).toBeUndefined();
  const all = { total: 33.75, charges: [{ title: 'Service', amount: 3.75 }], invoices: [{ id: invoiceId }] };
  expect(await summary([first!, second!])).toMatchObject(all);
  expect(await summary([first!], { invoiceId })).toMatchObject({ ...all, orders: [{ id: first }, { id: second }] });
  expect((await admin(summarisePayment, { body: { orderIds: [first!], invoiceId: invoiceId! + 1 } })).status).toBe(404);
  expect((await admin(summariseInvoice, { body: { orderIds: [first!] } })).reply).toMatchObject({ total: 10 });
  expect((await admin(summariseInvoice, { body: { orderIds: [first!, second!] } })).reply).toMatchObject({ total: 33.75 });
});

test('a round of a bill that is paid in part says what is due of the bill, never less than nothing', async () => {
  const { admin, menu, cash, sell, bill } = await openBills();
  const id = await sell(menu.t1, [{ id: menu.bread, quantity: 5 }]);
  await sell(menu.t1, [{ id: menu.bread, quantity: 10 }]);
  const [first] = (await bill(id)).orders.map((order) => order.id);
  const summary = async () => (await admin(summarisePayment, { body: { orderIds: [first!] } })).reply;
  expect(await summary()).toMatchObject({ total: 10, paid: 0, due: 10 });
  await admin(payCheck, { ...at(id), body: { due: 30, payments: [{ paymentTypeId: cash, amount: 15 }] } });
  expect(await summary()).toMatchObject({ total: 10, paid: 15, due: 15 });
});

test('a guest’s order that is paid in part is as much as it was, not what is left of it', async () => {
  const { admin, menu, cash, bill } = await openBills();
  const phone = '+1 555-0100';
  await admin(addCustomer, { body: { phone, name: 'Ada' } as never });
  const cart = [{ id: menu.bread, quantity: 2 }];
  await admin(createOrder, { body: { cart, tableId: menu.t1, customerType: 'CUSTOMER', customerId: phone } });
  const { check_id: id } = (await admin(listChecks, { query: {} })).reply[0]!;
  const total = async () => (await admin(getCustomer, { params: { id: phone } })).reply.orders.map((order) => order.total);
  expect(await total()).toEqual([4]);
  const { orders } = await bill(id);
  const parts = [{ items: [{ itemId: orders[0]!.items[0]!.id, quantity: 1 }] }];
  const [part] = (await admin(splitCheck, { ...at(id), body: { parts } })).reply.checkIds;
  await admin(payCheck, { ...at(part!), body: { due: 2, payments: [{ paymentTypeId: cash, amount: 2 }] } });
  expect(await total()).toEqual([4]);
});

test('a till that reckons with floats may pay what is due', async () => {
  const { admin, menu, cash, sell, bill } = await openBills();
  const id = await sell(menu.t1, [{ id: menu.soup, quantity: 3 }]);
  const payments = [{ paymentTypeId: cash, amount: 14.85 }];
  for (const due of ['', 'nothing'])
    expect(sayOf(await admin(payCheck, { ...at(id), body: { due, payments } }))).toEqual([400, 'Please provide what is due!']);
  expect((await admin(payCheck, { ...at(id), body: { due: 14.850000000000001, payments } })).status).toBe(200);
  expect(await bill(id)).toMatchObject({ status: 'closed' });
});

test('orders that an old client pays at once are one receipt for it afterwards', async () => {
  const { admin, menu, sell, bill } = await openBills();
  const id = await sell(menu.t1, [{ id: menu.bread, quantity: 1 }]);
  await sell(menu.t1, [{ id: menu.soup, quantity: 1 }]);
  const orderIds = (await bill(id)).orders.map((order) => order.id);
  await admin(completeAndPayOrders, { body: { orderIds } as never });
  expect((await admin(summariseInvoice, { body: { orderIds } })).reply).toMatchObject({ total: 6.95, orders: [{}, {}] });
});
