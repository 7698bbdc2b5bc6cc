import { expect, test } from 'vitest';
import { getDashboard, getTrend } from '#contract/dashboard.ts';
import { cancelOrders, completeAndPayOrders, completeOrders } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { addReservation } from '#contract/reservations.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { database, openApp, openRestaurant, openVisitor, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const nothing = {
  reservations: [],
  topSellingItems: [],
  ordersCount: 0,
  newCustomerCount: 0,
  repeatedCustomerCount: 0,
  currency: 'USD',
  timezone: 'UTC',
};

/** A restaurant whose time the test holds. */
const openAt = async (opening: string, timezone = 'UTC') => {
  let held = new Date(opening);
  const app = await openApp({ clock: () => held });
  const restaurant = await withMenu(await openRestaurant({ app, now: held, timezone }));
  const { admin, menu, tenantId } = restaurant;
  // the time that the test holds passes the trial's end
  await database.query("update tenants set active_until = '2100-01-01' where id = $1", [tenantId]);
  return {
    ...restaurant,
    at: (instant: string) => void (held = new Date(instant)),
    sell: (quantity = 1, body: object = {}) => admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity }], ...body } }),
    meet: async (phone: string, createdAt: string) => {
      await database.query('insert into customers (tenant_id, phone, name, created_at) values ($1, $2, $2, $3)', [
        tenantId,
        phone,
        createdAt,
      ]);
      return { customerType: 'CUSTOMER', customerId: phone };
    },
  };
};

const dashboard = async (admin: Caller) => (await admin(getDashboard, {})).reply;
const trend = async (admin: Caller) => (await admin(getTrend, {})).reply;
/** The hours in which something is known or expected. */
const hours = async (admin: Caller) =>
  (await trend(admin)).hours.filter(({ today, average }) => today || average).map(({ hour, today, average }) => [hour, today, average]);

test('a day on which nothing happened yet', async () => {
  const { admin } = await openRestaurant();

  expect(await dashboard(admin)).toEqual(nothing);
});

test('the day so far: reservations by time, best sellers, orders and customers', async () => {
  const { admin, menu, at, sell, meet } = await openAt('2026-03-09T12:00:00Z');
  const ada = await meet('1001', '2026-03-01T12:00:00Z');
  const bob = await meet('1002', '2026-03-10T09:00:00Z');
  await sell(9, ada);
  at('2026-03-10T12:00:00Z');
  const book = (date: string, more: object = {}) => admin(addReservation, { body: { customerId: '1001', date, ...more } });
  await book('2026-03-10T20:00', { tableId: menu.t2, peopleCount: 2, notes: 'Cake' });
  await book('2026-03-10T08:00', { status: 'cancelled' });
  await book('2026-03-11T00:00');
  await sell(2, ada); // came before
  await sell(1, bob);
  await sell(1, bob); // twice today
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 7 }] } });
  const regretted = await admin(createOrder, { body: { cart: [{ id: menu.wine, quantity: 9 }] } });
  await admin(cancelOrders, { body: { orderIds: [regretted.reply.orderId] } });

  const { reservations, ...figures } = await dashboard(admin);

  expect(figures).toEqual({
    topSellingItems: [
      { id: menu.soup, title: 'Soup', price: 4.5, orders_count: 7 },
      { id: menu.bread, title: 'Bread', price: 2, orders_count: 4 },
    ],
    ordersCount: 4,
    newCustomerCount: 1,
    repeatedCustomerCount: 2,
    currency: 'USD',
    timezone: 'UTC',
  });
  expect(reservations).toMatchObject([
    { date: '2026-03-10T08:00:00.000Z', status: 'cancelled', table_title: null },
    {
      date: '2026-03-10T20:00:00.000Z',
      table_title: 'T2',
      people_count: 2,
      notes: 'Cake',
      customer_id: '1001',
      unique_code: expect.any(String),
    },
  ]);
});

test('in Kolkata today begins at 18:30 UTC', async () => {
  const { admin, at, sell, meet } = await openAt('2026-03-09T18:29:59.999Z', 'Asia/Kolkata');
  await meet('1', '2026-03-09T18:29:59.999Z');
  await meet('2', '2026-03-09T18:30:00.000Z');
  await sell();
  at('2026-03-09T18:30:00.000Z');
  await sell();
  for (const date of ['2026-03-09T23:59', '2026-03-10T00:00', '2026-03-10T23:59', '2026-03-11T00:00'])
    await admin(addReservation, { body: { customerId: '1', date } });

  const { reservations, ordersCount, newCustomerCount } = await dashboard(admin);

  expect([ordersCount, newCustomerCount]).toEqual([1, 1]);
  expect(reservations.map(({ date }) => date)).toEqual(['2026-03-09T18:30:00.000Z', '2026-03-10T18:29:00.000Z']);
});

test('the trend sets today beside the average of the same weekdays, hour by hour', async () => {
  const { admin, menu, at, sell } = await openAt('2026-01-06T11:00:00Z'); // a Tuesday, nine weeks before
  await sell(500);
  at('2026-01-13T12:59:59Z'); // eight weeks before
  await sell(1);
  at('2026-03-03T12:00:00Z'); // a week before
  await sell(2);
  at('2026-03-03T19:30:00Z');
  await sell(4);
  at('2026-03-04T12:00:00Z'); // a Wednesday
  await sell(100);
  at('2026-03-10T11:59:59Z');
  await sell(5);
  at('2026-03-10T12:00:00Z');
  await sell(1);
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 7 }] } }); // not paid

  const reply = await trend(admin);

  expect(reply).toMatchObject({ currency: 'USD', date: '2026-03-10', comparedDays: 2, revenueTotal: 12 });
  expect(reply.hours).toHaveLength(24);
  expect(reply.hours.slice(0, 2)).toEqual([
    { hour: 0, today: 0, average: 0 },
    { hour: 1, today: 0, average: 0 },
  ]);
  expect(reply.hours.slice(11, 14)).toEqual([
    { hour: 11, today: 10, average: 0 },
    { hour: 12, today: 2, average: 3 }, // 2 and 4 over two Tuesdays
    { hour: 13, today: null, average: 0 },
  ]);
  expect(reply.hours[19]).toEqual({ hour: 19, today: null, average: 4 });
});

test('what was ordered yesterday and is paid today is revenue of today', async () => {
  const { admin, menu, at } = await openAt('2026-03-09T12:00:00Z');
  const { reply } = await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }] } });
  at('2026-03-10T08:00:00Z');
  await admin(completeAndPayOrders, { body: { orderIds: [reply.orderId] } });

  expect(await hours(admin)).toEqual([[8, 2, 0]]);
});

test('hours are those of the store’s clock, from the one in which its day starts', async () => {
  const { admin, at, sell } = await openAt('2026-03-09T18:00:00Z', 'Asia/Kolkata');
  await admin(saveStoreSetting, { body: { dayStart: '05:30' } });
  at('2026-03-09T23:59:59Z'); // 05:29:59 of the 10th: the last second of the 9th
  await sell(1);
  expect(await hours(admin)).toEqual([[5, 2, 0]]);
  expect((await trend(admin)).hours.at(-1)).toEqual({ hour: 4, today: 0, average: 0 });

  at('2026-03-10T00:00:00Z');
  await sell(3);

  expect((await trend(admin)).hours.slice(0, 2)).toEqual([
    { hour: 5, today: 6, average: 0 },
    { hour: 6, today: null, average: 0 },
  ]);
});

test('what was sold under the zone of before is in the day, also at an hour that has not begun in the new one', async () => {
  const { admin, at, sell } = await openAt('2026-03-10T12:00:00Z', 'Asia/Kolkata');
  await sell(2); // 17:30
  await admin(saveStoreSetting, { body: { timezone: 'America/New_York' } });
  at('2026-03-10T13:00:00Z'); // 09:00
  await sell(1);

  expect((await trend(admin)).revenueTotal).toBe(6);
  expect(await hours(admin)).toEqual([
    [9, 2, 0],
    [17, 4, 0],
  ]);
});

test('on the day that summer time begins the skipped hour has begun, too; the doubled one of autumn is one', async () => {
  const { admin, at, sell } = await openAt('2026-03-08T09:59:00Z', 'America/Los_Angeles');
  await sell(1); // 01:59
  at('2026-03-08T10:00:00Z');
  await sell(2); // 03:00
  expect((await trend(admin)).hours.slice(1, 5).map(({ today }) => today)).toEqual([2, 0, 4, null]);

  // a session of March is over by then
  const autumn = await openAt('2026-11-01T08:30:00Z', 'America/Los_Angeles');
  await autumn.sell(1); // 01:30
  autumn.at('2026-11-01T09:30:00Z');
  await autumn.sell(2); // 01:30 again
  expect((await trend(autumn.admin)).hours.slice(1, 3).map(({ today }) => today)).toEqual([6, null]);
});

test('money of a former currency is left out', async () => {
  const { admin, at, sell } = await openAt('2026-03-03T12:00:00Z');
  const { reply } = await sell(4);
  await admin(completeOrders, { body: { orderIds: [reply.orderId] } });
  await admin(saveStoreSetting, { body: { currency: 'JPY' } });
  at('2026-03-10T12:00:00Z');
  await sell(3);

  expect(await trend(admin)).toMatchObject({ currency: 'JPY', comparedDays: 0, revenueTotal: 6 });
});

test('the day of one restaurant is none of another’s', async () => {
  const mine = await openAt('2026-03-10T12:00:00Z');
  const theirs = await openAt('2026-03-10T12:00:00Z');
  const ada = await theirs.meet('1', '2026-03-10T11:00:00Z');
  await theirs.sell(1, ada);
  await theirs.admin(addReservation, { body: { customerId: '1', date: '2026-03-10T19:00' } });

  expect(await dashboard(mine.admin)).toEqual(nothing);
  expect(await hours(mine.admin)).toEqual([]);
  expect(await dashboard(theirs.admin)).toMatchObject({ ordersCount: 1, newCustomerCount: 1, reservations: [{ customer_id: '1' }] });
});

test('the dashboard is for those with its scope', async () => {
  const { staff } = await openRestaurant();
  const manager = await staff('DASHBOARD');
  const accountant = await staff('REPORTS', 'RESERVATIONS', 'INVOICES');
  const visitor = await openVisitor();

  for (const call of [getDashboard, getTrend]) {
    expect((await manager(call, {})).status).toBe(200);
    expect((await accountant(call, {})).status).toBe(403);
    expect((await visitor(call, {})).status).toBe(401);
  }
});
