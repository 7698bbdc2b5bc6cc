import { expect, onTestFinished, test } from 'vitest';
import { createCustomerExport } from '#contract/customer-history.ts';
import { addCustomer, deleteCustomer } from '#contract/customers.ts';
import { listKitchenOrders } from '#contract/kitchen.ts';
import { listOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { cancelAllQrOrders, updateQrOrderStatus } from '#contract/qr-orders.ts';
import { database, openApp, openOwnDatabase } from '#server/testing/restaurant.ts';
import { whileHeld } from '#server/testing/waiting.ts';
import { customersOf, openDining } from '#server/testing/dining.ts';

test('a known customer is never changed, however their phone was written down, and the answer does not tell', async () => {
  const { place, waiting, tenantId, admin, menu } = await openDining();
  const insert = (phone: string, name: string) =>
    database.query('insert into customers (tenant_id, phone, name, email, created_at) values ($1, $2, $3, $4, now())', [
      tenantId,
      phone,
      name,
      'private@example.com',
    ]);
  await insert('(415) 555-2671', 'Grace');
  await insert('+1 415 555 2672', 'Edsger');
  const before = await customersOf(tenantId);

  const answers = [];
  for (const phone of ['+14155552671', '415-555-2672', '+14155552673'])
    answers.push(await place({ customerType: 'CUSTOMER', customer: { name: 'Mallory', phone } }));

  const [first, second, third] = answers.map(({ status, reply: { orderId: _, ...rest }, response }) => ({
    status,
    rest,
    headers: Object.keys(response.headers),
  }));
  expect(second).toEqual(first);
  expect(third).toEqual(first);
  expect((await waiting()).map(({ customer_name, guest_name }) => [customer_name, guest_name])).toEqual([
    ['Grace', 'Mallory'],
    ['Edsger', 'Mallory'],
    ['Mallory', undefined],
  ]);
  for (const { id, customer_id: customerId } of await waiting())
    await admin(createOrder, {
      body: { cart: [{ id: menu.soup, quantity: 1 }], customerType: 'CUSTOMER', customerId, selectedQrOrderItem: id },
    });
  // accepted, an order is called as it was while it waited
  const called = (await admin(listOrders, { query: {} })).reply.flatMap(({ orders }) => orders);
  expect(called.map(({ customer_name, guest_name }) => [customer_name, guest_name])).toEqual([
    ['Grace', 'Mallory'],
    ['Edsger', 'Mallory'],
    ['Mallory', undefined],
  ]);
  expect((await customersOf(tenantId)).slice(0, 2)).toEqual(before);
  expect((await customersOf(tenantId)).slice(2)).toMatchObject([{ phone: '+14155552673', name: 'Mallory' }]);
});

test('a phone that was typed in Arabic digits is the same as in ours', async () => {
  const { place, waiting, tenantId } = await openDining({}, { currency: 'KWD' });
  for (const phone of ['٥٠٠١٢٣٤٥', '+965 5001 2345', '\u202a+965 5001 2345\u202c'])
    expect((await place({ customerType: 'CUSTOMER', customer: { name: 'محمد', phone } })).status).toBe(200);
  expect((await waiting()).map(({ customer_name }) => customer_name)).toEqual(['محمد', 'محمد', 'محمد']);
  expect(new Set((await waiting()).map(({ customer_id: id }) => id))).toEqual(new Set(['+96550012345']));
  expect(await customersOf(tenantId)).toHaveLength(0);
});

test('ten at once with one new phone, accepted at once, make one customer', async () => {
  const { place, tenantId, waiting, admin, menu } = await openDining();
  const customer = { name: 'Ada', phone: '+14155552671' };

  const answers = await Promise.all(Array.from({ length: 10 }, () => place({ customerType: 'CUSTOMER', customer })));

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const sale = { cart: [{ id: menu.soup, quantity: 1 }], customerType: 'CUSTOMER' as const, customerId: customer.phone };
  const accepted = await Promise.all((await waiting()).map(({ id }) => admin(createOrder, { body: { ...sale, selectedQrOrderItem: id } })));
  expect(accepted.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await customersOf(tenantId)).toHaveLength(1);
});

test('cancelled, one by one or all, a stranger’s order leaves no customer and nothing of who sent it', async () => {
  const { place, waiting, admin, tenantId, menu } = await openDining();
  const order = (phone: string) => place({ customerType: 'CUSTOMER', customer: { name: 'CALL +1 900 SCAM', phone } });
  await order('+14155552671');
  await order('+14155552672');
  const [first] = await waiting();

  await admin(updateQrOrderStatus, { params: { id: String(first!.id) }, body: { status: 'cancelled' } });
  await admin(cancelAllQrOrders, { body: {} });

  expect(await customersOf(tenantId)).toEqual([]);
  const { rows } = await database.query('select distinct guest_phone, guest_name from qr_orders where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ guest_phone: null, guest_name: null }]);
  const sale = { cart: [{ id: menu.soup, quantity: 1 }], customerType: 'CUSTOMER' as const, customerId: '+14155552671' };
  expect((await admin(createOrder, { body: { ...sale, selectedQrOrderItem: first!.id } })).status).toBe(409);
  expect(await customersOf(tenantId)).toEqual([]);
});

test('a phone that is not the diner’s of this QR order is an unknown customer, and staff may accept it for nobody', async () => {
  const { place, waiting, admin, tenantId, menu } = await openDining();
  await place({ customerType: 'CUSTOMER', customer: { name: 'Ada', phone: '+14155552671' } });
  const [order] = await waiting();
  const sale = { cart: [{ id: menu.soup, quantity: 1 }], selectedQrOrderItem: order!.id };

  const other = await admin(createOrder, { body: { ...sale, customerType: 'CUSTOMER', customerId: '+14155552672' } });
  expect([other.status, other.reply.message]).toEqual([404, 'This customer does not exist!']);
  const without = await admin(createOrder, {
    body: { ...sale, selectedQrOrderItem: null, customerType: 'CUSTOMER', customerId: '+14155552671' },
  });
  expect(without.status).toBe(404);
  expect(await waiting()).toHaveLength(1);
  expect((await admin(createOrder, { body: { ...sale, customerId: { phone: null } } })).status).toBe(200);
  // a name that no customer's erasure would find is not kept
  expect((await database.query('select guest_name from orders where tenant_id = $1', [tenantId])).rows).toEqual([{ guest_name: null }]);
  expect([await customersOf(tenantId), await waiting()]).toEqual([[], []]);
});

test('a guest’s own name is not kept with another customer whom staff choose for the order', async () => {
  const { place, waiting, admin, tenantId, menu } = await openDining();
  await admin(addCustomer, { body: { phone: '+1 415 555 2671', name: 'Martin' } });
  await admin(addCustomer, { body: { phone: '+1 415 555 2672', name: 'Yves' } });
  const accept = async (customerId: string) => {
    await place({ customerType: 'CUSTOMER', customer: { name: 'Zoë', phone: '+14155552671' } });
    const [order] = await waiting();
    const body = { cart: [{ id: menu.soup, quantity: 1 }], selectedQrOrderItem: order!.id, customerType: 'CUSTOMER' as const, customerId };
    expect((await admin(createOrder, { body })).status).toBe(200);
  };
  await accept('+1 415 555 2671');
  await accept('+1 415 555 2672');
  const { rows } = await database.query('select guest_name from orders where tenant_id = $1 order by id', [tenantId]);
  expect(rows).toEqual([{ guest_name: 'Zoë' }, { guest_name: null }]);
});

test('who is deleted as a customer while an order waits is forgotten there, too', async () => {
  const { place, waiting, admin, tenantId } = await openDining();
  await place({ customerType: 'CUSTOMER', customer: { name: 'Ada', phone: '+14155552671' } });
  await admin(addCustomer, { body: { phone: '+1 415 555 2671', name: 'Ada' } });
  await admin(deleteCustomer, { params: { id: '+1 415 555 2671' } });
  expect(await waiting()).toMatchObject([{ customer_id: null, customer_name: null }]);
  const { rows } = await database.query('select guest_phone, guest_name from qr_orders where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ guest_phone: null, guest_name: null }]);
});

test('who is deleted or erased as a customer is forgotten by a waiting order that came with their phone', async () => {
  const { place, waiting, admin, tenantId, menu } = await openDining();
  const phone = '+1 415 555 2671';
  await admin(addCustomer, { body: { phone, name: 'Martin' } });
  // a sale in the books: the customer's row stays, empty
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], customerType: 'CUSTOMER', customerId: phone } });
  await place({ customerType: 'CUSTOMER', customer: { name: 'Zoë', phone: '+14155552671' } });
  expect(await waiting()).toMatchObject([{ customer_id: phone, customer_name: 'Martin', guest_name: 'Zoë' }]);
  await admin(deleteCustomer, { params: { id: phone } });
  expect(await waiting()).toMatchObject([{ customer_id: null, customer_name: null }]);
  const { rows } = await database.query('select guest_phone, guest_name from qr_orders where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ guest_phone: null, guest_name: null }]);
});

test('straight to the kitchen with a customer’s phone: called as the guest calls themself, until the customer is forgotten', async () => {
  const { place, admin, tenantId } = await openDining({ isQROrderToKitchen: true });
  const phone = '+14155552671';
  await admin(addCustomer, { body: { phone, name: 'Martin Shaw' } });
  for (const name of ['Zoë', 'Martin Shaw']) await place({ customerType: 'CUSTOMER', customer: { name, phone } });
  const called = async () =>
    (await admin(listKitchenOrders, { query: {} })).reply.map(({ customer_name, guest_name }) => [customer_name, guest_name]);
  expect(await called()).toEqual([
    ['Martin Shaw', 'Zoë'],
    ['Martin Shaw', undefined],
  ]);
  const { orders } = (await admin(createCustomerExport, { params: { id: phone } })).reply;
  expect(orders.map(({ guest_name }) => guest_name)).toEqual([undefined, 'Zoë']);

  await admin(deleteCustomer, { params: { id: phone } });
  expect(await called()).toEqual([
    [null, undefined],
    [null, undefined],
  ]);
  const { rows } = await database.query('select count(guest_name)::integer as names from orders where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ names: 0 }]);
});

test('a guest who is deleted at the very moment of ordering is a new one', async () => {
  const { place, tenantId, t1 } = await openDining({ isQROrderToKitchen: true });
  const phone = '+4930901820';
  await database.query("insert into customers (tenant_id, phone, name, created_at) values ($1, $2, 'Ada', now())", [tenantId, phone]);
  const deletion = await database.connect();
  onTestFinished(() => deletion.release(true));
  await deletion.query('begin');
  await deletion.query('delete from customers where tenant_id = $1', [tenantId]);
  const ordering = place({ customerType: 'CUSTOMER', customer: { name: 'Ada again', phone }, tableId: t1.encrypted_id });
  // the order has found her and waits to refer to her
  await whileHeld(deletion, ordering);
  await deletion.query('commit');
  expect((await ordering).status).toBe(200);
  expect(await customersOf(tenantId)).toMatchObject([{ phone, name: 'Ada again' }]);
});

test('a guest who is deleted between two looks at the customers is a new one, too', async () => {
  // the lock is on a whole table, for which the tests beside this one would wait as well
  const own = await openOwnDatabase();
  onTestFinished(own.close);
  const { database: pool, databases } = own;
  const app = await openApp({ databases });
  const { place, tenantId, t1 } = await openDining({ isQROrderToKitchen: true }, { app, databases });
  const phone = '+4930901820';
  await pool.query("insert into customers (tenant_id, phone, name, created_at) values ($1, $2, 'Ada', now())", [tenantId, phone]);
  const deletion = await pool.connect();
  onTestFinished(() => deletion.release(true));
  // what place_order reads after place_qr_order has found her, and before it looks for her itself
  await deletion.query('begin; lock table idempotency_keys in access exclusive mode');
  await deletion.query('delete from customers where tenant_id = $1', [tenantId]);
  const ordering = place({ customerType: 'CUSTOMER', customer: { name: 'Ada again', phone }, tableId: t1.encrypted_id });
  await whileHeld(deletion, ordering, pool);
  await deletion.query('commit');
  expect((await ordering).status).toBe(200);
  expect(await customersOf(tenantId, pool)).toMatchObject([{ phone, name: 'Ada again' }]);
});
