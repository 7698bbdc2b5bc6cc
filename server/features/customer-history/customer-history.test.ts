import { expect, test } from 'vitest';
import { createCustomerExport, getCustomer } from '#contract/customer-history.ts';
import { addCustomer, deleteCustomer, getDeliveryAddress } from '#contract/customers.ts';
import { invoiceRows, listInvoices, setBuyer } from '#contract/invoices.ts';
import { cancelOrders, completeAndPayOrders, completeOrders, listOrderShelf, listOrders, summarisePayment } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { addReservation } from '#contract/reservations.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { type Caller, database, openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const ada = { phone: '+1 555-0100', name: 'Ada Byron', email: 'ada@example.com', birthDate: '1990-05-01', gender: 'female' as const };
const person = { params: { id: ada.phone } };
const hers = { customerType: 'CUSTOMER' as const, customerId: ada.phone };

const openWithAda = async (opening: Parameters<typeof openRestaurant>[0] = {}) => {
  const restaurant = await withMenu(await openRestaurant(opening));
  await restaurant.admin(addCustomer, { body: ada });
  return restaurant;
};

test('a newcomer has no visits yet', async () => {
  const { admin } = await openWithAda();

  const { status, reply } = await admin(getCustomer, { params: { id: '15550100' } });

  expect(status).toBe(200);
  expect(reply).toMatchObject({ phone: ada.phone, name: ada.name, visits: 0, spend: 0, currency: 'USD', last_visit: null, orders: [] });
});

test('visits and spend are the paid bills, last orders the newest ten', async () => {
  let now = new Date('2026-03-01T12:00:00Z');
  const { admin, menu } = await openWithAda({ app: await openApp({ clock: () => now }), now });
  await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }] } });
  for (let n = 0; n < 11; n++) await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }], ...hers } });
  now = new Date('2026-03-02T12:00:00Z');
  const cart = [
    { id: menu.wine, quantity: 2, variant_id: menu.large, addons_ids: [menu.ice], notes: 'cold' },
    { id: menu.soup, quantity: 1 },
  ];
  const open = (await admin(createOrder, { body: { cart, tableId: menu.t1, ...hers } })).reply.orderId;
  now = new Date('2026-03-03T12:00:00Z');
  const cancelled = (await admin(createOrder, { body: { cart, ...hers } })).reply.orderId;
  await admin(cancelOrders, { body: { orderIds: [cancelled] } });

  const { reply } = await admin(getCustomer, person);

  expect(reply).toMatchObject({ visits: 11, spend: 22, last_visit: '2026-03-02T12:00:00.000Z' });
  expect(reply.orders).toHaveLength(10);
  expect(reply.orders[0]).toMatchObject({ id: cancelled, status: 'cancelled', total: 0 });
  expect(reply.orders[1]).toEqual({
    id: open,
    date: '2026-03-02T12:00:00.000Z',
    token_no: 1,
    delivery_type: 'dinein',
    table_title: 'T1',
    floor: 'Ground',
    status: 'created',
    payment_status: 'pending',
    invoice_id: null,
    total: 23.95,
    currency: 'USD',
    items: [
      { item_title: 'Wine', variant_title: 'Large', addons: ['Ice'], quantity: 2, notes: 'cold', status: 'created' },
      { item_title: 'Soup', variant_title: null, addons: [], quantity: 1, notes: null, status: 'created' },
    ],
  });

  await admin(completeAndPayOrders, { body: { orderIds: [open] } });
  expect((await admin(getCustomer, person)).reply).toMatchObject({ visits: 12, spend: 45.95 });
});

test('what was paid in a former currency is a visit, and not added to the sum', async () => {
  const { admin, menu } = await openWithAda();
  const first = (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }], ...hers } })).reply.orderId;
  await admin(completeOrders, { body: { orderIds: [first] } });
  await admin(saveStoreSetting, { body: { currency: 'JPY' } });
  await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 3 }], ...hers } });

  const { reply } = await admin(getCustomer, person);

  expect(reply).toMatchObject({
    visits: 2,
    spend: 6,
    currency: 'JPY',
    orders: [
      { total: 6, currency: 'JPY' },
      { total: 2, currency: 'USD' },
    ],
  });
});

test('the export has the person, every order and every invoice, and is noted', async () => {
  const { admin, menu, tenantId } = await openWithAda();
  await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }] } });
  for (let n = 0; n < 12; n++)
    await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 1, notes: 'hot' }], ...hers } });

  const { status, reply } = await admin(createCustomerExport, person);

  expect(status).toBe(200);
  expect(reply).toMatchObject({
    exported_at: expect.stringMatching(/Z$/),
    person: { phone: ada.phone, birth_date: '1990-05-01', gender: 'female' },
  });
  expect(reply.orders).toHaveLength(12);
  expect(reply.invoices.map(({ invoice_id }) => invoice_id)).toEqual(Array.from({ length: 12 }, (_, n) => 13 - n));
  expect(reply.orders[0]?.items[0]?.notes).toBe('hot');
  const { rows } = await database.query("select entity, after from audit_log where tenant_id = $1 and action = 'export'", [tenantId]);
  expect(rows).toEqual([{ entity: 'customers', after: null }]);
});

test('the export says for whom an invoice was written', async () => {
  const { admin, menu } = await openWithAda();
  for (let n = 0; n < 2; n++) await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 1 }], ...hers } });
  await admin(setBuyer, { params: { id: '1' }, body: { name: 'Byron & Co', taxNumber: 'GB 1', address: '12 St James' } });

  expect((await admin(createCustomerExport, person)).reply.buyers).toEqual([
    { invoice_id: 1, name: 'Byron & Co', tax_number: 'GB 1', address: '12 St James' },
  ]);
});

test('what a guest ordered by QR code is in the export while it waits', async () => {
  const { admin, menu, tenantId } = await openWithAda();
  await database.query(
    `with placed as (
       insert into qr_orders (tenant_id, created_at, delivery_type, customer_type, customer_id, currency, status)
       select tenant_id, now(), 'takeaway', 'CUSTOMER', id, 'USD', unnest(array['created', 'completed']) from customers where tenant_id = $1
       returning id
     )
     insert into qr_order_lines (tenant_id, qr_order_id, item_id, item_title, unit_price, quantity, notes)
     select $1, id, $2, 'Soup', 450, 2, 'ring at Byron' from placed`,
    [tenantId, menu.soup],
  );

  const { reply } = await admin(createCustomerExport, person);

  expect(reply.qr_orders).toMatchObject([
    { status: 'created', items: [{ item_title: 'Soup', quantity: 2, price: 4.5, notes: 'ring at Byron' }] },
  ]);
});

test('after the erasure there is nobody to look at, and the invoices keep their sums', async () => {
  const { admin, menu } = await openWithAda();
  await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 2 }], ...hers } });
  await admin(deleteCustomer, person);

  expect((await admin(getCustomer, person)).status).toBe(404);
  expect((await admin(createCustomerExport, person)).status).toBe(404);
  const { reply } = await admin(listInvoices, { query: { type: 'today' } });
  expect(invoiceRows(reply)).toMatchObject([{ total: 4, customer_type: 'CUSTOMER', customer_id: null, name: null, email: null }]);
});

test('a delivery keeps its address until the customer is forgotten, and the last one is proposed', async () => {
  const { admin, staff, menu, tenantId } = await openWithAda();
  const order = async (deliveryAddress: string | null, more: object = {}) => {
    const cart = [{ id: menu.soup, quantity: 1 }];
    return admin(createOrder, { body: { cart, deliveryType: 'delivery', deliveryAddress, ...hers, ...more } });
  };
  const waiter = await staff('POS');
  const last = async () => (await waiter(getDeliveryAddress, person)).reply.deliveryAddress;
  expect(await last()).toBeNull();

  const { orderId } = (await order(' 5 Mill Lane\nback door ')).reply;
  await order(null);
  await order('');
  // no delivery, and of no customer
  await order('Nowhere', { deliveryType: 'takeaway' });
  await order('9 Elm Street', { customerType: 'WALKIN', customerId: null });
  const cancelled = (await order('1 Wrong Way')).reply.orderId;
  await admin(cancelOrders, { body: { orderIds: [cancelled] } });
  const tooLong = await order('x'.repeat(301));
  expect([tooLong.status, tooLong.reply.message]).toEqual([400, 'At most 300 characters, please!']);

  expect(await last()).toBe('5 Mill Lane\nback door');
  const shown = (await admin(listOrders, { query: {} })).reply.flatMap(({ orders }) => orders.map((one) => one.delivery_address));
  expect(shown).toEqual(['5 Mill Lane\nback door', undefined, undefined, undefined, '9 Elm Street']);
  const bill = (await admin(summarisePayment, { body: { orderIds: [orderId] } })).reply;
  expect(bill.orders.map(({ delivery_address: address }) => address)).toEqual(['5 Mill Lane\nback door']);
  const { orders } = (await admin(createCustomerExport, person)).reply;
  expect(orders.at(-1)).toMatchObject({ id: orderId, delivery_address: '5 Mill Lane\nback door' });
  const { rows: audit } = await database.query(
    "select count(*)::integer as told from audit_log where tenant_id = $1 and after::text like '%Mill%'",
    [tenantId],
  );
  expect(audit).toEqual([{ told: 0 }]);

  await admin(deleteCustomer, person);
  const { rows } = await database.query('select delivery_address from orders where tenant_id = $1 and delivery_address is not null', [
    tenantId,
  ]);
  expect(rows).toEqual([{ delivery_address: '9 Elm Street' }]);
  expect((await waiter(getDeliveryAddress, person)).status).toBe(404);
});

test('where a delivery goes is not for a screen on the wall, and bookings are not for whoever may not open them', async () => {
  const { admin, staff, menu } = await openWithAda();
  const sale = { cart: [{ id: menu.soup, quantity: 1 }], deliveryType: 'delivery' as const, deliveryAddress: '5 Mill Lane', ...hers };
  await admin(createOrder, { body: sale });
  await admin(addReservation, { body: { customerId: person.params.id, date: '2099-03-10T19:00', notes: 'window' } });
  const [wall, waiter] = [await staff('ORDER_STATUS_DISPLAY'), await staff('ORDERS')];
  const addresses = async (as: Caller) =>
    (await as(listOrders, { query: {} })).reply.flatMap(({ orders }) => orders.map((one) => one.delivery_address));
  expect([await addresses(wall), await addresses(waiter)]).toEqual([[undefined], ['5 Mill Lane']]);
  const shelf = { query: { shelf: 'unpaid' as const } };
  const onShelf = async (as: Caller) => JSON.stringify((await as(listOrderShelf, shelf)).reply);
  await admin(completeOrders, { body: { orderIds: [(await admin(listOrders, { query: {} })).reply[0]!.orders[0]!.id] } });
  expect([(await onShelf(wall)).includes('Mill'), (await onShelf(waiter)).includes('Mill')]).toEqual([false, true]);

  const [sees, books] = [await staff('VIEW_CUSTOMERS'), await staff('VIEW_CUSTOMERS', 'VIEW_RESERVATIONS')];
  expect((await sees(getCustomer, person)).reply.reservations).toBeUndefined();
  expect((await books(getCustomer, person)).reply.reservations).toMatchObject([{ notes: 'window' }]);
});

test('one restaurant cannot look at or export the customer of another', async () => {
  const mine = await openRestaurant();
  await openWithAda();
  for (const endpoint of [getCustomer, createCustomerExport]) {
    const { status, reply } = await mine.admin(endpoint, person);
    expect([status, (reply as unknown as { message: string }).message]).toEqual([404, 'This customer does not exist!']);
  }
});

test('whoever reads customers sees the page, whoever keeps them exports', async () => {
  const { staff } = await openWithAda();
  const [reader, keeper, waiter] = [
    await staff('VIEW_CUSTOMERS'),
    await staff('MANAGE_CUSTOMERS'),
    await staff('POS', 'MANAGE_RESERVATIONS'),
  ];
  expect((await reader(getCustomer, person)).status).toBe(200);
  expect((await reader(createCustomerExport, person)).status).toBe(403);
  expect((await keeper(createCustomerExport, person)).status).toBe(200);
  expect((await waiter(getCustomer, person)).status).toBe(403);
});
