import { expect, test } from 'vitest';
import {
  correctPayment,
  getInvoice,
  getInvoiceFile,
  initInvoices,
  invoiceRows,
  listInvoices,
  searchInvoices,
  summariseInvoice,
} from '#contract/invoices.ts';
import { addMenuItem, updateMenuItem } from '#contract/menu-items.ts';
import { completeAndPayOrders, completeOrders, summarisePayment, updateItemStatus } from '#contract/orders.ts';
import { addPaymentType } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { addCustomer, noteInvoices } from '#server/testing/invoices.ts';
import { database, openApp, openRestaurant, openVisitor, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const today = { query: { type: 'today' as const } };
const list = async (admin: Caller) => invoiceRows((await admin(listInvoices, today)).reply);
const search = async (admin: Caller, q: string) => (await admin(searchInvoices, { query: { q } })).reply;

/** A restaurant whose time the test holds; `sellAt` sells a bread for 2.00 and answers the invoice's number. */
const openAt = async (timezone: string, opening: string) => {
  let held = new Date(opening);
  const app = await openApp({ clock: () => held });
  const restaurant = await withMenu(await openRestaurant({ app, now: held, timezone }));
  const { admin, menu } = restaurant;
  const at = (instant: string) => void (held = new Date(instant));
  return {
    ...restaurant,
    at,
    sellAt: async (instant: string) => {
      at(instant);
      return (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }] } })).reply.invoiceId;
    },
    listed: async (query: { type: string; from?: string; to?: string }) =>
      invoiceRows((await admin(listInvoices, { query: query as { type: 'today' } })).reply).map(({ invoice_id }) => invoice_id),
  };
};

test('an invoice shows its sums, its table, its customer, its payment and its order', async () => {
  const { admin, tenantId, menu } = await withMenu(await openRestaurant());
  const ada = await addCustomer(tenantId, '+1 555-0100', 'Ada');
  const card = (await admin(addPaymentType, { body: { title: 'Card' } })).reply.id;
  const cart = [
    { id: menu.soup, quantity: 2 }, // 9.00, and 0.90 on top
    { id: menu.wine, quantity: 1, variant_id: menu.large, addons_ids: [menu.ice] }, // 9.50, with 1.58333… inside
  ];

  const { reply } = await admin(createOrderAndInvoice, { body: { cart, ...ada, tableId: menu.t1, paymentTypeId: card } });

  expect(await list(admin)).toMatchObject([
    {
      invoice_id: 1,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      sub_total: 16.92,
      tax_total: 2.48,
      total: 19.4,
      currency: 'USD',
      table_id: menu.t1,
      table_title: 'T1',
      floor: 'Ground',
      delivery_type: 'dinein',
      customer_type: 'CUSTOMER',
      customer_id: '+1 555-0100',
      name: 'Ada',
      email: 'Ada@example.com',
      payment_type: 'Card',
      orders: [{ order_id: reply.orderId, payment_status: 'paid', token_no: 1 }],
    },
  ]);
});

test('rounds that are paid together are one invoice; unpaid orders are none', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const order = async () =>
    (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } })).reply.orderId;
  const [first, second] = [await order(), await order()];
  await order();
  expect(await list(admin)).toEqual([]);

  await admin(completeAndPayOrders, { body: { orderIds: [second, first] } });

  // 4.50 twice and 10 % of it: rounded once, not twice 0.45
  expect(await list(admin)).toMatchObject([
    {
      sub_total: 9,
      tax_total: 0.9,
      total: 9.9,
      customer_id: null,
      name: null,
      orders: [
        { order_id: first, payment_status: 'paid', token_no: 1 },
        { order_id: second, payment_status: 'paid', token_no: 2 },
      ],
    },
  ]);
});

test('several payments of one invoice are named side by side', async () => {
  const { admin, tenantId, menu } = await withMenu(await openRestaurant());
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }] } })).reply;
  await database.query(
    "insert into payments (tenant_id, invoice_id, payment_type, amount, business_date, created_at) values ($1, $2, 'Tip jar', 0, '2026-01-01', now())",
    [tenantId, invoiceId],
  );

  expect((await list(admin))[0]?.payment_type).toBe('unspecified, Tip jar');
});

test('every period takes the days of its own', async () => {
  const { sellAt, listed } = await openAt('UTC', '2026-02-23T12:00:00Z');
  const days = ['2026-02-24', '2026-02-25', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'];
  for (const day of days) await sellAt(`${day}T12:00:00Z`); // invoices 1 to 6

  expect(await listed({ type: 'today' })).toEqual([6]);
  expect(await listed({ type: 'yesterday' })).toEqual([5]);
  expect(await listed({ type: 'tomorrow' })).toEqual([]);
  expect(await listed({ type: 'last_7days' })).toEqual([6, 5, 4, 3, 2]);
  expect(await listed({ type: 'this_month' })).toEqual([6, 5, 4]);
  expect(await listed({ type: 'last_month' })).toEqual([3, 2, 1]);
  expect(await listed({ type: 'custom', from: '2026-02-25', to: '2026-02-28' })).toEqual([3, 2]);
  expect(await listed({ type: 'custom', from: '2026-02-24', to: '2026-02-24' })).toEqual([1]);
  // browsers write what is missing as the text null
  expect(await listed({ type: 'today', from: 'null', to: '' })).toEqual([6]);
});

test('in Kolkata the day changes at 18:30 UTC', async () => {
  const { sellAt, listed } = await openAt('Asia/Kolkata', '2026-03-01T12:00:00Z');
  const before = await sellAt('2026-03-01T18:29:59.999Z');
  const after = await sellAt('2026-03-01T18:30:00.000Z');

  expect(await listed({ type: 'today' })).toEqual([after]);
  expect(await listed({ type: 'yesterday' })).toEqual([before]);
});

test('in Los Angeles the day changes at 8:00 UTC, and at 7:00 once summer time has begun', async () => {
  const { sellAt, listed } = await openAt('America/Los_Angeles', '2026-03-07T12:00:00Z');
  const saturday = await sellAt('2026-03-08T07:59:59.999Z');
  const sunday = [await sellAt('2026-03-08T08:00:00.000Z'), await sellAt('2026-03-09T06:59:59.999Z')];
  const monday = await sellAt('2026-03-09T07:00:00.000Z');

  expect(await listed({ type: 'custom', from: '2026-03-07', to: '2026-03-07' })).toEqual([saturday]);
  expect(await listed({ type: 'yesterday' })).toEqual(sunday.toReversed());
  expect(await listed({ type: 'today' })).toEqual([monday]);
});

test.each([
  [{}, 'Please select a period!'],
  [{ type: 'null' }, 'Please select a period!'],
  [{ type: 'forever' }, 'Please select a period!'],
  [{ type: 'custom', from: '2026-01-02', to: '2026-01-01' }, 'The period ends before it begins!'],
  [{ type: 'custom', from: '2026-02-30', to: '2026-03-01' }, 'Invalid request!'],
  [{ type: 'custom', from: '2024-01-01', to: '2026-03-11' }, 'A period has at most 800 days!'],
])('the period %j is refused', async (query, sentence) => {
  const { admin } = await openRestaurant();

  const { status, reply } = await admin(listInvoices, { query: query as (typeof today)['query'] });

  expect([status, reply.message]).toEqual([400, sentence]);
});

test('payment type as corrected, dining option and member narrow list, pages, search and file', async () => {
  const mine = await withMenu(await openRestaurant());
  const { admin, app, cookies, tenantId, menu, username: owner } = mine;
  const card = (await admin(addPaymentType, { body: { title: 'Card' } })).reply.id;
  const cash = (await admin(initInvoices, {})).reply.paymentTypes.find(({ title }) => title === 'Cash')!.id;
  const ada = await addCustomer(tenantId, '+1 555-0100', 'Ada');
  const sell = async (caller: Caller, extra: object) =>
    (await caller(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }], ...extra } })).reply.invoiceId;
  const waiter = await mine.colleague('POS', 'INVOICES');
  const here = await sell(admin, { paymentTypeId: cash });
  const away = await sell(admin, { paymentTypeId: card, deliveryType: 'takeaway', ...ada });
  const theirs = await sell(waiter.call, { paymentTypeId: cash, deliveryType: 'takeaway', ...ada });
  const corrected = await sell(admin, { paymentTypeId: cash, deliveryType: 'delivery' });
  await admin(correctPayment, { params: { id: String(corrected) }, body: { payments: [{ paymentTypeId: card, amount: 2 }] } });
  const other = await withMenu(await openRestaurant());
  await other.admin(createOrderAndInvoice, { body: { cart: [{ id: other.menu.bread, quantity: 1 }], deliveryType: 'takeaway' } });

  const { filters } = (await admin(initInvoices, {})).reply;
  expect(filters.paymentTypes).toEqual([
    { id: card, title: 'Card' },
    { id: cash, title: 'Cash' },
  ]);
  expect(filters.members.map(({ username }) => username).toSorted()).toEqual([owner, waiter.username].toSorted());

  for (const [narrowing, expected] of [
    [{ paymentTypeId: String(cash) }, [theirs, here]],
    [{ paymentTypeId: String(card) }, [corrected, away]],
    [{ deliveryType: 'takeaway' as const }, [theirs, away]],
    [{ member: owner.toUpperCase() }, [corrected, away, here]],
    [{ member: waiter.username, paymentTypeId: String(card) }, []],
    [{ member: owner, deliveryType: 'takeaway' as const, paymentTypeId: String(card) }, [away]],
    [{ member: 'nobody@example.com' }, []],
    // browsers write what is missing as the text null
    [{ member: '', deliveryType: 'null' as 'dinein', paymentTypeId: 'null' }, [corrected, theirs, away, here]],
  ] as const) {
    const query = { type: 'today' as const, ...narrowing };
    expect([narrowing, invoiceRows((await admin(listInvoices, { query })).reply).map(({ invoice_id: id }) => id)]).toEqual([
      narrowing,
      expected,
    ]);
    const { reply: page } = await admin(listInvoices, { query: { ...query, page: '2', perPage: '1' } });
    expect([page, invoiceRows(page).map(({ invoice_id: id }) => id)]).toMatchObject([
      { totalInvoices: expected.length, totalPages: expected.length },
      expected.slice(1, 2),
    ]);
    const { body } = await app.inject({ method: 'GET', url: `/api/v1${getInvoiceFile.path}`, cookies, query });
    const numbers = body
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => Number(row.split(',')[0]));
    expect(numbers).toEqual(expected.toReversed());
    const found = (await admin(searchInvoices, { query: { q: 'ada', ...narrowing } })).reply.map(({ invoice_id: id }) => id);
    expect(found).toEqual(expected.filter((id) => id === away || id === theirs));
  }
  for (const query of [{ paymentTypeId: 'x' }, { deliveryType: 'picnic' }])
    expect((await admin(listInvoices, { query: { type: 'today', ...query } as (typeof today)['query'] })).status).toBe(400);
});

test('a search finds a name and a part of a phone together, however its digits are grouped', async () => {
  const { admin, tenantId, menu } = await withMenu(await openRestaurant());
  const sellTo = async (phone: string, name: string) => {
    const customer = await addCustomer(tenantId, phone, name);
    await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }], ...customer } });
  };
  await sellTo('+1 212-555-0111', 'Amelia Hart');
  await sellTo('+1 212-555-0188', 'Amelia Short');
  for (const q of ['amelia 50111', 'hart 212 55', '5501 hart', '+1\u00a0212\u20115550111', '12 12 555 01\u201311'])
    expect([q, (await search(admin, q)).map(({ name }) => name)]).toEqual([q, ['Amelia Hart']]);
  for (const q of ['amelia 50112', 'hart 0188']) expect([q, await search(admin, q)]).toEqual([q, []]);
});

test('a search finds an invoice by its number and by the number of its order', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  for (let sold = 0; sold < 3; sold++) await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }] } });
  const invoices = await list(admin);

  for (const { invoice_id, orders } of invoices)
    for (const number of [invoice_id, orders[0]!.order_id]) {
      const expected = invoices.filter((invoice) => invoice.invoice_id === number || invoice.orders[0]!.order_id === number);
      expect(await search(admin, ` ${number} `)).toEqual(expected);
    }
  for (const q of ['0', '9007199254740993', '99999999999999999999', '1.0', '-1', '1e0']) expect(await search(admin, q)).toEqual([]);
});

test('a search finds invoices by phone and by part of a name, whatever the letters mean to a database', async () => {
  const { admin, tenantId, menu } = await withMenu(await openRestaurant());
  const sellTo = async (phone: string, name: string) => {
    const customer = await addCustomer(tenantId, phone, name);
    await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }], ...customer } });
  };
  await sellTo('+1 555-0100', 'Ada Lovelace');
  await sellTo('5550101', 'Zoë 100%');
  await sellTo('5550102', 'under_score \\o/');
  await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }] } });
  const found = async (q: string) => (await search(admin, q)).map(({ name }) => name);

  for (const q of ['Ada', 'lovel', 'A L', '+1 555-0100', '15550100', '+1 (555) 0100']) expect(await found(q)).toEqual(['Ada Lovelace']);
  for (const q of ['%', '0%', 'zoë', '5550101']) expect(await found(q)).toEqual(['Zoë 100%']);
  for (const q of ['_', 'r_s', '\\', '\\o/']) expect(await found(q)).toEqual(['under_score \\o/']);
  for (const q of ['555010', '1 555', '(555) 01']) expect(await found(q)).toContain('Ada Lovelace');
  expect(await found('555')).toEqual([]);
  for (const q of ['zoe 100', 'ZOE']) expect(await found(q)).toEqual(['Zoë 100%']);
  for (const q of ['A_a', "' or true --", 'Lovelace Eve']) expect(await found(q)).toEqual([]);
  expect(await found('o')).toEqual(['under_score \\o/', 'Zoë 100%', 'Ada Lovelace'].filter((name) => name.includes('o')));
});

test.each(['+1 (555) 010-99#', '02 7 ext 4', '*?$^,_', '#31#'])('a search finds the invoices of the phone %s', async (phone) => {
  const { admin, tenantId, menu } = await withMenu(await openRestaurant());
  const guest = await addCustomer(tenantId, phone, 'Ada');
  const { reply } = await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }], ...guest } });

  expect((await search(admin, phone)).map(({ invoice_id }) => invoice_id)).toEqual([reply.invoiceId]);
  expect(await search(admin, `${phone} Bob`)).toEqual([]);
});

test('without pages the newest 5,000 invoices of a period are answered, with pages all', async () => {
  const { admin, tenantId, menu } = await withMenu(await openRestaurant());
  await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }] } });
  await database.query(
    `insert into invoices (tenant_id, id, business_date, business_hour, created_at, sub_total, tax_total, total, currency, delivery_type, customer_type)
     select tenant_id, n, business_date - (n % 3)::int, business_hour, created_at, sub_total, tax_total, total, currency, delivery_type, customer_type
     from invoices, generate_series(2, 5002) n where tenant_id = $1`,
    [tenantId],
  );
  await noteInvoices(tenantId, 5002);
  const query = { type: 'last_7days' as const };

  const { status, reply } = await admin(listInvoices, { query });

  expect([status, invoiceRows(reply).length]).toEqual([200, 5000]);
  const days = await admin(listInvoices, { query: { ...query, perPage: '1' } });
  expect(days.reply).toMatchObject({ totalInvoices: 5002 });
  // of the oldest day two are left out, its own oldest
  expect(invoiceRows(reply)[0]!.invoice_id).toBe(5001);
  expect(invoiceRows(reply).at(-1)!.invoice_id).toBe(8);
});

test('a search shows the newest 20', async () => {
  const { admin, tenantId, menu } = await withMenu(await openRestaurant());
  const ada = await addCustomer(tenantId, '5550100', 'Ada');
  for (let sold = 0; sold < 21; sold++) await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }], ...ada } });

  const found = await search(admin, 'ada');

  expect(found.map(({ invoice_id }) => invoice_id)).toEqual(Array.from({ length: 20 }, (_, index) => 21 - index));
});

test('a search for nothing finds nothing, and one that is too long is refused', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }] } });

  for (const q of ['', ' ', '\t', '()']) expect(await search(admin, q)).toEqual([]);
  expect((await admin(searchInvoices, { query: {} })).reply).toEqual([]);
  expect((await admin(searchInvoices, { query: { q: 'x'.repeat(100) } })).status).toBe(200);
  expect((await admin(searchInvoices, { query: { q: 'x'.repeat(101) } })).status).toBe(400);
  expect((await admin(searchInvoices, { query: { q: 'a\u0000' } })).status).toBe(400);
});

test('an invoice is printed again with the prices of its day, without what was cancelled', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const cart = [
    { id: menu.soup, quantity: 2 },
    { id: menu.bread, quantity: 1 },
  ];
  const { orderId } = (await admin(createOrder, { body: { cart } })).reply;
  const items = (await admin(summarisePayment, { body: { orderIds: [orderId] } })).reply.orders[0]!.items;
  await admin(updateItemStatus, { params: { id: String(items[1]!.id) }, body: { status: 'cancelled' } });
  await admin(completeAndPayOrders, { body: { orderIds: [orderId] } });
  await admin(updateMenuItem, { params: { id: String(menu.soup) }, body: { title: 'Stew', price: 9, taxId: null } });

  const { status, reply } = await admin(summariseInvoice, { body: { orderIds: [orderId] } });

  expect(status).toBe(200);
  expect(reply).toMatchObject({ subtotal: 9, taxTotal: 0.9, total: 9.9 });
  expect(reply.orders).toMatchObject([{ id: orderId, payment_status: 'paid', status: 'completed' }]);
  expect(reply.orders[0]!.items).toMatchObject([
    { item_title: 'Soup', price: 4.5, quantity: 2, tax_title: 'VAT', tax_rate: 10, itemTotal: 9 },
  ]);
});

test('an invoice opens with its lines, the tax of each rate, its payments and who took them', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const cart = [
    { id: menu.soup, quantity: 2 },
    { id: menu.bread, quantity: 1 },
  ];
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: { cart, tableId: menu.t1 } })).reply;
  const open = (id: number) => admin(getInvoice, { params: { id: String(id) } });

  const { reply } = await open(invoiceId);

  expect(reply.invoice).toMatchObject({ invoice_id: invoiceId, total: 11.9 });
  expect(reply.summary.orders[0]!.items.map(({ item_title, itemTotal }) => [item_title, itemTotal])).toEqual([
    ['Soup', 9],
    ['Bread', 2],
  ]);
  expect(reply.taxes).toMatchObject([{ title: 'VAT', rate: 10, type: 'exclusive', net: 9, tax: 0.9 }]);
  expect(reply.payments).toMatchObject([{ payment_type: 'unspecified', amount: 11.9 }]);
  expect(reply.history).toMatchObject([
    { what: 'ordered', token_no: 1 },
    { what: 'paid', member: expect.any(String) },
  ]);
  expect((await search(admin, `#${invoiceId}`)).map(({ invoice_id }) => invoice_id)).toEqual([invoiceId]);

  const unknown = await open(invoiceId + 1);
  expect([unknown.status, unknown.reply.message]).toEqual([404, 'This invoice does not exist!']);
});

test('an unpaid order is summarised too; one that does not exist is not', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 3 }] } })).reply;

  expect((await admin(summariseInvoice, { body: { orderIds: [orderId] } })).reply).toMatchObject({ subtotal: 6, taxTotal: 0, total: 6 });

  const missing = await admin(summariseInvoice, { body: { orderIds: [orderId, 999_999_999] } });
  expect([missing.status, missing.reply.message]).toEqual([404, 'This order does not exist!']);
  const none = await admin(summariseInvoice, { body: { orderIds: [] } });
  expect([none.status, none.reply.message]).toEqual([400, 'Please select an order!']);
});

test('an invoice keeps the decimals of the currency it was paid in', async () => {
  const { admin } = await openRestaurant({ currency: 'KWD' });
  const { id } = (await admin(addMenuItem, { body: { title: 'Tea', price: '1.234' } })).reply;
  const sell = async () => (await admin(createOrderAndInvoice, { body: { cart: [{ id, quantity: 1 }] } })).reply.orderId;
  const inDinars = await sell();
  await admin(completeOrders, { body: { orderIds: [inDinars] } });
  expect((await admin(saveStoreSetting, { body: { currency: 'JPY' } })).status).toBe(200);
  const inYen = await sell();

  expect((await list(admin)).map(({ total, currency }) => [total, currency])).toEqual([
    [1, 'JPY'],
    [1.234, 'KWD'],
  ]);
  expect((await admin(summariseInvoice, { body: { orderIds: [inDinars] } })).reply.total).toBe(1.234);
  expect((await admin(summariseInvoice, { body: { orderIds: [inYen] } })).reply.total).toBe(1);
});

test('the settings for printing come with the screen', async () => {
  const { admin } = await openRestaurant({ currency: 'EUR' });

  const { reply } = await admin(initInvoices, {});

  expect(reply).toMatchObject({
    printSettings: { page_format: '80', is_enable_print: 0 },
    storeSettings: { store_name: 'Test kitchen', currency: 'EUR', is_qr_menu_enabled: 0 },
  });
  expect(Object.keys(reply)).toEqual(['printSettings', 'storeSettings', 'paymentTypes', 'filters']);
});

test('one restaurant cannot see, find or print the invoice of another', async () => {
  const mine = await openRestaurant();
  const theirs = await withMenu(await openRestaurant());
  const ada = await addCustomer(theirs.tenantId, '5550100', 'Ada');
  const { reply } = await theirs.admin(createOrderAndInvoice, { body: { cart: [{ id: theirs.menu.bread, quantity: 1 }], ...ada } });

  expect(await list(mine.admin)).toEqual([]);
  for (const q of [String(reply.invoiceId), String(reply.orderId), 'Ada', '5550100']) {
    expect(await search(mine.admin, q)).toEqual([]);
    expect(await search(theirs.admin, q)).toHaveLength(1);
  }
  expect((await mine.admin(summariseInvoice, { body: { orderIds: [reply.orderId] } })).status).toBe(404);
  expect((await mine.admin(getInvoice, { params: { id: String(reply.invoiceId) } })).status).toBe(404);
  expect((await theirs.admin(getInvoice, { params: { id: String(reply.invoiceId) } })).status).toBe(200);
});

test('invoices are for those with the invoices scope', async () => {
  const { staff } = await openRestaurant();
  const waiter = await staff('POS', 'ORDERS', 'REPORTS', 'SETTINGS');
  const accountant = await staff('INVOICES');
  const visitor = await openVisitor();

  for (const [caller, status] of [
    [waiter, 403],
    [accountant, 200],
    [visitor, 401],
  ] as const) {
    expect((await caller(listInvoices, today)).status).toBe(status);
    expect((await caller(initInvoices, {})).status).toBe(status);
    expect((await caller(searchInvoices, { query: { q: '1' } })).status).toBe(status);
  }
  expect((await waiter(summariseInvoice, { body: { orderIds: [1] } })).status).toBe(403);
});

test('with page or perPage one page of the invoices is answered, with how many there are', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  for (let count = 0; count < 5; count++) await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }] } });
  const page = async (query: { page?: string; perPage?: string }) =>
    (await admin(listInvoices, { query: { ...today.query, ...query } })).reply;

  expect(await page({ page: '2', perPage: '2' })).toMatchObject({
    invoices: [{ invoice_id: 3 }, { invoice_id: 2 }],
    currentPage: 2,
    perPage: 2,
    totalPages: 3,
    totalInvoices: 5,
  });
  expect(await page({ page: '1' })).toMatchObject({ perPage: 10, totalPages: 1 });
  expect(await page({ page: '9', perPage: '2' })).toMatchObject({ invoices: [], totalInvoices: 5 });
  expect(invoiceRows(await page({ page: 'null', perPage: '' }))).toHaveLength(5);
  for (const query of [{ page: '0' }, { perPage: '101' }, { perPage: 'x' }, { page: '-1' }])
    expect((await admin(listInvoices, { query: { ...today.query, ...query } })).status).toBe(400);
});

test('a page far back in a long period is the right one, whatever day it begins in', async () => {
  const { admin, sellAt, at, tenantId } = await openAt('UTC', '2026-01-01T12:00:00Z');
  const sold: number[] = [];
  for (const [day, count] of [
    [3, 4],
    [4, 1],
    [7, 6],
    [8, 2],
  ] as const)
    for (let n = 0; n < count; n++) sold.unshift(await sellAt(`2026-01-0${day}T12:0${n}:00Z`));
  at('2026-01-12T12:00:00Z');
  const query = { type: 'custom' as const, from: '2026-01-02', to: '2026-01-15' };

  for (const perPage of [1, 2, 3, 5, 100])
    for (let page = 1; page <= Math.ceil(13 / perPage) + 1; page++) {
      const { reply } = await admin(listInvoices, { query: { ...query, page: String(page), perPage: String(perPage) } });
      expect(invoiceRows(reply).map(({ invoice_id }) => invoice_id)).toEqual(sold.slice((page - 1) * perPage, page * perPage));
      expect(reply).toMatchObject({ totalInvoices: 13, totalPages: Math.ceil(13 / perPage) });
    }
  const { rows } = await database.query(
    `select d.business_date from invoice_days d where tenant_id = $1 and invoices <>
     (select count(*) from invoices i where i.tenant_id = d.tenant_id and i.business_date = d.business_date)`,
    [tenantId],
  );
  expect(rows).toEqual([]);
});

test('a search for a number shows the invoice with it before those of a customer called so', async () => {
  const { admin, tenantId, menu } = await withMenu(await openRestaurant());
  const room = await addCustomer(tenantId, '900', 'Room 1');
  for (let sold = 0; sold < 25; sold++)
    await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }], ...(sold > 0 ? room : {}) } });

  const found = await search(admin, '1');

  expect(found).toHaveLength(20);
  expect(found.map(({ invoice_id }) => invoice_id).slice(0, 3)).toEqual([1, 25, 24]);
});
