import { expect, test } from 'vitest';
import { addCategory, deleteCategory } from '#contract/categories.ts';
import { addMenuItem, deleteMenuItem, updateMenuItem } from '#contract/menu-items.ts';
import { cancelOrders, completeAndPayOrders, completeOrders, listOrders, updateItemStatus } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { getInvoiceFile } from '#contract/invoices.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { addTax, updateTax } from '#contract/taxes.ts';
import { database, databases, openApp, openRestaurant, openVisitor, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const nothing = {
  ordersCount: 0,
  newCustomers: 0,
  repeatedCustomers: 0,
  currency: 'USD',
  averageOrderValue: 0,
  paidOrdersCount: 0,
  totalCustomers: 0,
  discounts: 0,
  charges: 0,
  netRevenue: 0,
  taxTotal: 0,
  revenueTotal: 0,
  topSellingItems: [],
};

const report = async (admin: Caller, type = 'today', days: { from?: string; to?: string } = {}) =>
  (await admin(getReport, { query: { type: type as 'today', ...days } })).reply;

const addItem = async (admin: Caller, title: string, price: number | string) =>
  (await admin(addMenuItem, { body: { title, price } })).reply.id;

const order = async (admin: Caller, id: number, quantity = 1, body: object = {}) =>
  (await admin(createOrder, { body: { cart: [{ id, quantity }], ...body } })).reply.orderId;

const sell = (admin: Caller, id: number, quantity = 1, body: object = {}) =>
  admin(createOrderAndInvoice, { body: { cart: [{ id, quantity }], ...body } });

const addCustomer = async (tenantId: number, phone: string, createdAt: string) => {
  await database.query('insert into customers (tenant_id, phone, name, created_at) values ($1, $2, $2, $3)', [tenantId, phone, createdAt]);
  return { customerType: 'CUSTOMER', customerId: phone };
};

/** A restaurant whose time the test holds. */
const openAt = async (opening: string, timezone = 'UTC') => {
  let held = new Date(opening);
  const app = await openApp({ clock: () => held });
  const restaurant = await withMenu(await openRestaurant({ app, now: held, timezone }));
  return { ...restaurant, at: (instant: string) => void (held = new Date(instant)) };
};

test('a restaurant without sales reports noughts', async () => {
  const { admin } = await openRestaurant();

  expect(await report(admin)).toEqual(nothing);
});

test.each([
  ['9999-12-01', '9999-12-31'],
  ['2200-12-31', '2201-01-01'],
  ['1969-12-31', '1970-01-01'],
  ['0001-01-01', null],
  [null, '9999-12-31'],
])('a report from %s to %s is refused: there are none of other centuries', async (from, to) => {
  const { admin } = await openRestaurant();
  for (const asked of [getReport, getReportDetails])
    expect(await admin(asked, { query: { type: 'custom', from, to } })).toMatchObject({
      status: 400,
      reply: { message: 'Please choose days from 1970 to 2200!' },
    });
});

test('money is what was invoiced, orders and items are what was sent to the kitchen', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  await sell(admin, menu.soup, 2); // 9.00 + 0.90
  await sell(admin, menu.wine, 1, { cart: [{ id: menu.wine, quantity: 1, variant_id: menu.large, addons_ids: [menu.ice] }] }); // 9.50, 7.92 net
  const rounds = [await order(admin, menu.bread, 3, { tableId: menu.t1 }), await order(admin, menu.soup, 1, { tableId: menu.t1 })];
  await admin(completeAndPayOrders, { body: { orderIds: rounds } }); // 6.00 + 4.50 + 0.45
  await order(admin, menu.bread, 4); // not paid yet

  expect(await report(admin)).toEqual({
    ...nothing,
    ordersCount: 5,
    netRevenue: 27.42, // 9.00 + 7.92 + 10.50
    taxTotal: 2.93, // 0.90 + 1.58 + 0.45
    revenueTotal: 30.35,
    paidOrdersCount: 4,
    averageOrderValue: 7.59, // 30.35 over the four paid orders is 7.5875
    topSellingItems: [
      { id: menu.bread, title: 'Bread', price: 2, orders_count: 7 },
      { id: menu.soup, title: 'Soup', price: 4.5, orders_count: 3 },
      { id: menu.wine, title: 'Wine', price: 6, orders_count: 1 },
    ],
  });
});

test('what was cancelled counts nowhere', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const cancelled = await order(admin, menu.soup, 5);
  await admin(cancelOrders, { body: { orderIds: [cancelled] } });
  const { reply: kept } = await admin(createOrder, {
    body: {
      cart: [
        { id: menu.bread, quantity: 1 },
        { id: menu.wine, quantity: 9 },
      ],
    },
  });
  const items = (await admin(listOrders, { query: {} })).reply[0]!.orders[0]!.items;
  await admin(updateItemStatus, { params: { id: String(items[1]!.id) }, body: { status: 'cancelled' } });
  await admin(completeAndPayOrders, { body: { orderIds: [kept.orderId] } });

  expect(await report(admin)).toMatchObject({
    ordersCount: 1,
    revenueTotal: 2,
    averageOrderValue: 2,
    topSellingItems: [{ title: 'Bread', orders_count: 1 }],
  });
});

test.each([
  ['USD', '0.05', 0.03], // half a cent goes up
  ['USD', '0.03', 0.02],
  ['JPY', '5', 3],
  ['KWD', '0.005', 0.003],
  ['USD', '10000000000.00', 5_000_000_000],
])('in %s, %s over two orders is %s each', async (currency, price, average) => {
  const { admin } = await openRestaurant({ currency });
  const orders = [await order(admin, await addItem(admin, 'Mint', price)), await order(admin, await addItem(admin, 'Water', 0))];
  await admin(completeAndPayOrders, { body: { orderIds: orders } });

  expect(await report(admin)).toMatchObject({ currency, revenueTotal: Number(price), averageOrderValue: average });
});

test('a customer is new on the day they were added, and repeated once they come again', async () => {
  const { admin, tenantId, menu, at } = await openAt('2026-03-01T12:00:00Z');
  const ada = await addCustomer(tenantId, '1001', '2026-02-20T12:00:00Z');
  const bob = await addCustomer(tenantId, '1002', '2026-03-02T00:00:00.000Z');
  const cleo = await addCustomer(tenantId, '1003', '2026-03-02T23:59:59.999Z');
  const dora = await addCustomer(tenantId, '1004', '2026-03-03T00:00:00.000Z');
  await order(admin, menu.bread, 1, ada);
  const regretted = await order(admin, menu.bread, 1, dora);
  await admin(cancelOrders, { body: { orderIds: [regretted] } });

  at('2026-03-02T12:00:00Z');
  await order(admin, menu.bread, 1, ada); // came before
  await order(admin, menu.bread, 1, bob); // for the first time
  await order(admin, menu.bread, 1, dora); // the one before was cancelled
  await order(admin, menu.bread); // nobody we know
  await sell(admin, menu.bread, 1, cleo);
  await sell(admin, menu.bread, 1, cleo); // again, on the same day

  expect(await report(admin, 'yesterday')).toMatchObject({ newCustomers: 0, repeatedCustomers: 0, totalCustomers: 4, ordersCount: 1 });
  expect(await report(admin)).toMatchObject({ newCustomers: 2, repeatedCustomers: 2, totalCustomers: 4, ordersCount: 6 });
  expect(await report(admin, 'last_7days')).toMatchObject({ newCustomers: 2, repeatedCustomers: 2 });
});

test('the ten best sellers, and among equals by title', async () => {
  const { admin } = await openRestaurant();
  const titles = ['Lime', 'Kale', 'Jam', 'Ice', 'Honey', 'Grape', 'Fig', 'Egg', 'Dill', 'Corn', 'Bean', 'Apple'];
  const ids = await Promise.all(titles.map((title) => addItem(admin, title, 1)));
  for (const id of ids) await order(admin, id);
  await order(admin, ids[0]!, 2);

  const { topSellingItems } = await report(admin);

  expect(topSellingItems.map(({ title, orders_count }) => `${title} ${orders_count}`)).toEqual([
    'Lime 3',
    ...['Apple', 'Bean', 'Corn', 'Dill', 'Egg', 'Fig', 'Grape', 'Honey', 'Ice'].map((title) => `${title} 1`),
  ]);
});

test('a best seller shows its present price, also when it was taken off the menu', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  await order(admin, menu.wine);
  const large = { cart: [{ id: menu.wine, quantity: 1, variant_id: menu.large, addons_ids: [menu.ice] }] };
  await order(admin, menu.wine, 1, large);
  await admin(updateMenuItem, { params: { id: String(menu.wine) }, body: { title: 'Red wine', price: 7 } });
  expect((await report(admin)).topSellingItems).toEqual([{ id: menu.wine, title: 'Red wine', price: 7, orders_count: 2 }]);

  await admin(deleteMenuItem, { params: { id: String(menu.wine) } });

  expect((await report(admin)).topSellingItems).toEqual([{ id: menu.wine, title: 'Red wine', price: 7, orders_count: 2 }]);
});

test('money of a former currency is left out; orders and pieces are not', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const sold = [await sell(admin, menu.bread, 3), await sell(admin, menu.soup, 2)];
  await admin(completeOrders, { body: { orderIds: sold.map(({ reply }) => reply.orderId) } });
  await admin(saveStoreSetting, { body: { currency: 'JPY' } });
  expect(await report(admin)).toMatchObject({ currency: 'JPY', ordersCount: 2, revenueTotal: 0, averageOrderValue: 0 });

  await sell(admin, menu.bread); // 2 yen
  await admin(deleteMenuItem, { params: { id: String(menu.soup) } });

  expect(await report(admin)).toMatchObject({
    ordersCount: 3,
    netRevenue: 2,
    revenueTotal: 2,
    averageOrderValue: 2,
    topSellingItems: [
      { title: 'Bread', price: 2, orders_count: 4 },
      { title: 'Soup', price: 5, orders_count: 2 }, // 4.50 dollars, sold for cents, is not a price in yen
    ],
  });
});

test('in Kolkata the day changes at 18:30 UTC', async () => {
  const { admin, tenantId, menu, at } = await openAt('2026-03-01T18:29:59.999Z', 'Asia/Kolkata');
  await addCustomer(tenantId, '1001', '2026-03-01T18:29:59.999Z');
  await addCustomer(tenantId, '1002', '2026-03-01T18:30:00.000Z');
  await sell(admin, menu.bread);
  at('2026-03-01T18:30:00.000Z');
  await sell(admin, menu.soup);

  expect(await report(admin)).toMatchObject({ ordersCount: 1, revenueTotal: 4.95, newCustomers: 1, topSellingItems: [{ title: 'Soup' }] });
  expect(await report(admin, 'yesterday')).toMatchObject({
    ordersCount: 1,
    revenueTotal: 2,
    newCustomers: 1,
    topSellingItems: [{ title: 'Bread' }],
  });
  expect(await report(admin, 'custom', { from: '2026-03-01', to: '2026-03-02' })).toMatchObject({
    ordersCount: 2,
    revenueTotal: 6.95,
    newCustomers: 2,
  });
});

test('in Los Angeles the day that summer time begins has 23 hours', async () => {
  const { admin, tenantId, menu, at } = await openAt('2026-03-08T07:59:59.999Z', 'America/Los_Angeles');
  const sellAndMeet = async (phone: string, instant: string) => {
    at(instant);
    await addCustomer(tenantId, phone, instant);
    await sell(admin, menu.bread);
  };
  await sellAndMeet('1', '2026-03-08T07:59:59.999Z');
  await sellAndMeet('2', '2026-03-08T08:00:00.000Z');
  await sellAndMeet('3', '2026-03-09T06:59:59.999Z');
  await sellAndMeet('4', '2026-03-09T07:00:00.000Z');

  const sunday = await report(admin, 'yesterday');

  expect(sunday).toMatchObject({ ordersCount: 2, newCustomers: 2, revenueTotal: 4 });
  expect(await report(admin)).toMatchObject({ ordersCount: 1, newCustomers: 1, revenueTotal: 2 });
});

test('a day that starts at four takes the small hours of the next', async () => {
  const { admin, menu, at } = await openAt('2026-03-01T12:00:00Z');
  await admin(saveStoreSetting, { body: { dayStart: '04:00' } });
  at('2026-03-02T03:59:59.999Z');
  await sell(admin, menu.bread);
  at('2026-03-02T04:00:00.000Z');
  await sell(admin, menu.soup);

  expect((await report(admin, 'yesterday')).topSellingItems).toMatchObject([{ title: 'Bread' }]);
  expect((await report(admin)).topSellingItems).toMatchObject([{ title: 'Soup' }]);
});

test('an order of yesterday that is paid today is an order of yesterday and money of today', async () => {
  const { admin, menu, at } = await openAt('2026-03-01T12:00:00Z');
  const late = await order(admin, menu.bread);
  at('2026-03-02T12:00:00Z');
  await admin(completeAndPayOrders, { body: { orderIds: [late] } });

  expect(await report(admin, 'yesterday')).toMatchObject({ ordersCount: 1, revenueTotal: 0, topSellingItems: [{ title: 'Bread' }] });
  expect(await report(admin)).toMatchObject({ ordersCount: 0, revenueTotal: 2, averageOrderValue: 2, topSellingItems: [] });
});

test.each([
  [{}, 'Please select a period!'],
  [{ type: '' }, 'Please select a period!'],
  [{ type: 'tomorrow' }, 'Please select a period!'],
  [{ type: 'custom', to: '2020-01-01' }, 'The period ends before it begins!'],
  [{ type: 'custom', from: '2024-01-01', to: '2026-03-11' }, 'A period has at most 800 days!'],
])('the period %j is refused', async (query, sentence) => {
  const { admin } = await openRestaurant();

  const { status, reply } = await admin(getReport, { query: query as { type: 'today' } });

  expect([status, reply.message]).toEqual([400, sentence]);
});

test('a period of 800 days is answered', async () => {
  const { admin } = await openRestaurant();

  expect(await report(admin, 'custom', { from: '2024-01-01', to: '2026-03-10' })).toEqual(nothing);
});

test('the sales of one restaurant are none of another’s', async () => {
  const mine = await openRestaurant();
  const theirs = await withMenu(await openRestaurant());
  const ada = await addCustomer(theirs.tenantId, '1001', new Date().toISOString());
  await sell(theirs.admin, theirs.menu.bread, 1, ada);
  await sell(theirs.admin, theirs.menu.bread, 1, ada);

  expect(await report(mine.admin)).toEqual(nothing);
  expect(await report(theirs.admin)).toMatchObject({ ordersCount: 2, revenueTotal: 4, totalCustomers: 1, repeatedCustomers: 1 });
});

test('the details say how, by whom and with which tax it was paid, beside the day before; another restaurant sees none of it', async () => {
  const { admin, tenantId, menu, at } = await openAt('2026-03-01T12:29:00Z');
  await sell(admin, menu.bread);
  at('2026-03-02T12:30:00Z');
  await sell(admin, menu.soup, 2); // 9.00 + 0.90
  const cancelled = await order(admin, menu.wine, 3); // 18.00
  await admin(cancelOrders, { body: { orderIds: [cancelled] } });
  const stranger = await openRestaurant();

  const { reply } = await admin(getReportDetails, { query: { type: 'today' } });

  expect(reply).toMatchObject({
    currency: 'USD',
    from: '2026-03-02',
    to: '2026-03-02',
    previous: { from: '2026-03-01', to: '2026-03-01', ordersCount: 1, revenueTotal: 2 },
    step: 'hour',
    byCategory: [{ category_id: menu.category, title: 'All', quantity: 2, sales: 9 }],
    byPaymentType: [{ payment_type: 'unspecified', payments: 1, amount: 9.9 }],
    byMember: [{ invoices: 1, revenue: 9.9 }],
    byTax: [{ title: 'VAT', rate: 10, type: 'exclusive', sales: 9, tax: 0.9 }],
    cancelled: { orders: 1, quantity: 3, amount: 18 },
  });
  expect(reply.byHour.filter(({ orders }) => orders > 0)).toEqual([{ hour: '12', orders: 1, revenue: 9.9 }]);
  expect((await stranger.admin(getReportDetails, { query: { type: 'today' } })).reply).toMatchObject({
    byCategory: [],
    byPaymentType: [],
    byMember: [],
    byTax: [],
    cancelled: { orders: 0, quantity: 0, amount: 0 },
  });
  const { rows } = await database.query('select distinct tenant_id from report_deltas where tenant_id in ($1, $2)', [
    tenantId,
    stranger.tenantId,
  ]);
  expect(rows.every(({ tenant_id }) => Number(tenant_id) === tenantId)).toBe(true);
});

test('a day that runs is compared with as much of the day before, and its hours end at the present one', async () => {
  const { admin, tenantId, menu, at } = await openAt('2026-03-01T10:00:00Z');
  const ada = await addCustomer(tenantId, '1001', '2026-02-28T10:00:00Z');
  await sell(admin, menu.bread, 1, ada);
  await addCustomer(tenantId, '1002', '2026-03-02T12:29:59.999Z');
  await addCustomer(tenantId, '1003', '2026-03-02T12:30:00Z');
  at('2026-03-02T12:29:59.999Z');
  await sell(admin, menu.bread);
  at('2026-03-02T12:30:00Z');
  await sell(admin, menu.soup, 3, ada);
  await order(admin, menu.soup);
  at('2026-03-03T12:30:00Z');
  await sell(admin, menu.bread);
  const details = async (type: string) => (await admin(getReportDetails, { query: { type: type as 'today' } })).reply;

  const { previous, overTime, byHour } = await details('today');

  expect(previous).toEqual({
    from: '2026-03-02',
    to: '2026-03-02',
    until: '2026-03-02T12:30:00.000Z',
    ordersCount: 1,
    newCustomers: 1,
    repeatedCustomers: 0,
    averageOrderValue: 2,
    paidOrdersCount: 1,
    netRevenue: 2,
    taxTotal: 0,
    revenueTotal: 2,
  });
  expect([overTime.map(({ at: hour }) => hour).at(-1), overTime.length, byHour.length]).toEqual(['12', 13, 24]);
  at('2026-03-03T23:59:59.999Z');
  expect((await details('today')).previous).toMatchObject({ ordersCount: 3, newCustomers: 2, repeatedCustomers: 1 });
  expect((await details('yesterday')).overTime).toHaveLength(24);
  expect((await details('yesterday')).previous).toMatchObject({ until: null, ordersCount: 1 });
});

test('an order that is cancelled after the store moved to another zone is taken from the hour and day it was counted in', async () => {
  const { admin, tenantId, menu, at } = await openAt('2026-03-02T23:30:00Z');
  const cancelled = await order(admin, menu.bread, 1, { tableId: menu.t1 });
  const kept = await order(admin, menu.soup, 2, { tableId: menu.t2 });
  await admin(saveStoreSetting, { body: { timezone: 'Asia/Kolkata', dayStart: '04:00' } });
  at('2026-03-02T23:45:00Z'); // 05:15 of the 3rd

  await admin(cancelOrders, { body: { orderIds: [cancelled] } });
  await admin(completeAndPayOrders, { body: { orderIds: [kept] } });

  const hoursOf = async (type: string) => {
    const { byHour } = (await admin(getReportDetails, { query: { type: type as 'today' } })).reply;
    return byHour.filter(({ orders, revenue }) => orders !== 0 || revenue !== 0);
  };
  expect(await hoursOf('yesterday')).toEqual([{ hour: '23', orders: 1, revenue: 0 }]);
  expect(await hoursOf('today')).toEqual([{ hour: '05', orders: 0, revenue: 9.9 }]);
  await admin(saveStoreSetting, { body: { timezone: 'UTC', dayStart: '00:00' } });
  await database.query('call fill_report_sums($1)', [tenantId]);
  expect(await hoursOf('today')).toEqual([{ hour: '23', orders: 1, revenue: 0 }]);
  at('2026-03-03T12:00:00Z');
  expect(await hoursOf('today')).toEqual([{ hour: '05', orders: 0, revenue: 9.9 }]);
});

test('sales stay in their category when it is deleted, and move with the item to another one', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  await sell(admin, menu.soup, 2);
  const byCategory = async () => (await admin(getReportDetails, { query: { type: 'today' } })).reply.byCategory;
  const change = (body: object) =>
    admin(updateMenuItem, { params: { id: String(menu.soup) }, body: { title: 'Soup', price: 4.5, ...body } });
  const before = await byCategory();
  expect(before).toEqual([{ category_id: menu.category, title: 'All', quantity: 2, sales: 9 }]);

  await admin(deleteCategory, { params: { id: String(menu.category) } });
  expect(await byCategory()).toEqual(before);
  await change({ categoryId: null }); // a form that sends all of the item
  expect(await byCategory()).toEqual(before);

  const { id } = (await admin(addCategory, { body: { title: 'Starters' } })).reply;
  await change({ categoryId: id });
  expect(await byCategory()).toEqual([{ category_id: id, title: 'Starters', quantity: 2, sales: 9 }]);
  await change({ categoryId: null });
  expect(await byCategory()).toEqual([{ category_id: null, title: null, quantity: 2, sales: 9 }]);
});

test('PostgreSQL knows every zone that a store can choose, or counts its hours in UTC', async () => {
  const { rows } = await database.query('select name from pg_timezone_names');
  const known = new Set(rows.map(({ name }) => name));
  expect(Intl.supportedValuesOf('timeZone').filter((zone) => !known.has(zone))).toEqual([]);
  const { tenantId } = await openRestaurant({ timezone: 'Mars/Olympus' });
  const { rows: settings } = await database.query('select report_zone from store_settings where tenant_id = $1', [tenantId]);
  expect(settings).toEqual([{ report_zone: 'UTC' }]);
});

test('reports are for those with the reports scope', async () => {
  const { staff } = await openRestaurant();
  const today = { query: { type: 'today' as const } };

  expect((await (await staff('DASHBOARD', 'INVOICES', 'SETTINGS'))(getReport, today)).status).toBe(403);
  expect((await (await staff('REPORTS'))(getReport, today)).status).toBe(200);
  expect((await (await openVisitor())(getReport, today)).status).toBe(401);
});

test('figures that a standby tells say how old they are', async () => {
  const asOf = new Date('2026-11-02T20:14:05Z');
  const app = await openApp({ databases: { ...databases, openFigures: async () => ({ ...(await databases.openFigures()), asOf }) } });
  const { admin, cookies } = await openRestaurant({ app });
  const told = [await admin(getReport, { query: { type: 'today' } }), await admin(getReportDetails, { query: { type: 'today' } })];
  expect(told.map(({ reply }) => reply.asOf)).toEqual([asOf.toISOString(), asOf.toISOString()]);
  const file = await app.inject({ method: 'GET', url: `/api/v1${getInvoiceFile.path}?type=today`, cookies });
  expect(file.headers['figures-as-of']).toBe(asOf.toISOString());
});

test('the parts of a tax are those of what was sold, whatever its settings say by now', async () => {
  const { admin } = await openRestaurant();
  const part = (title: string, rate: number) => ({ title, rate });
  const gst = { title: 'GST', rate: 5, type: 'exclusive' as const };
  const { id } = (await admin(addTax, { body: { ...gst, parts: [part('CGST', 2), part('SGST', 3)] } })).reply;
  const { id: plain } = (await admin(addTax, { body: { title: 'VAT', rate: 10, type: 'exclusive' } })).reply;
  const dish = async (title: string, taxId: number) =>
    (await admin(addMenuItem, { body: { title, price: 100, netPrice: null, taxId } })).reply.id;
  await sell(admin, await dish('Rice', id));
  await sell(admin, await dish('Tea', plain));
  const parts = async () =>
    Object.fromEntries((await admin(getReportDetails, { query: { type: 'today' } })).reply.byTax.map((row) => [row.title, row.parts]));
  const sold = {
    GST: [
      { title: 'CGST', rate: 2, tax: 2 },
      { title: 'SGST', rate: 3, tax: 3 },
    ],
    VAT: [],
  };
  expect(await parts()).toEqual(sold);
  await admin(updateTax, {
    params: { id: String(plain) },
    body: { title: 'VAT', rate: 10, type: 'exclusive', parts: [part('A', 4), part('B', 6)] },
  });
  await admin(updateTax, { params: { id: String(id) }, body: { ...gst, parts: [part('IGST', 5)] } });
  expect(await parts()).toEqual(sold);
  await admin(updateTax, { params: { id: String(id) }, body: { ...gst, parts: [] } });
  expect(await parts()).toEqual(sold);
});
