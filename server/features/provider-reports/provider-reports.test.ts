import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { getCheck, listChecks, payCheck, splitCheck } from '#contract/checks.ts';
import { refundInvoice } from '#contract/invoices.ts';
import { createOrder, createOrderAndInvoice, initPos } from '#contract/pos.ts';
import { cancelOrders, completeAndPayOrders } from '#contract/orders.ts';
import { getProviderDashboard, getProviderReport } from '#contract/provider-reports.ts';
import { listSubscriptionHistory, listTenants } from '#contract/tenants.ts';
import { of } from '#server/testing/tenants.ts';
import { purgeTenants } from '#server/features/tenants/purge.queries.ts';
import { at } from '#server/testing/bills.ts';
import { openMenu } from '#server/testing/menu.ts';
import { openApp, openOwnDatabase, openRestaurant, openSuperAdmin, type App } from '#server/testing/restaurant.ts';
import { findProviderBestSellers } from './provider-reports.queries.ts';
import { rollUp, takeTurn } from './roll-up.queries.ts';

// A database of its own: what is asked here adds up all restaurants that there are.
let own: Awaited<ReturnType<typeof openOwnDatabase>>;
let databases: (typeof own)['databases'];
let owner: (typeof own)['database'];
let app: App;
let now = new Date('2026-05-20T12:00:00Z');
/** The restaurants whose files cannot be removed, by the server's own rounds as little as by a test's. */
const stuckFiles = new Set<number>();
const photos = {
  put: () => Promise.reject(new Error('EACCES')),
  remove: async () => {},
  removeAll: async (id: number) => {
    if (stuckFiles.has(id)) throw new Error('EACCES');
  },
};

beforeAll(async () => {
  own = await openOwnDatabase();
  ({ databases, database: owner } = own);
  app = await openApp({ databases, clock: () => now, photos });
});
afterAll(async () => {
  await app.close();
  await own.close();
});

const around = () => ({ app, databases, database: owner });
const open = async (currency = 'USD', timezone = 'UTC') => {
  const restaurant = await openRestaurant({ ...around(), now, currency, timezone });
  return { ...restaurant, menu: await openMenu(restaurant) };
};
/** Waits for the server's own round, every five seconds, where that is at it. */
const inTurn: typeof databases.asProvider = (work, ...rest) =>
  databases.asProvider(
    async (db) => {
      await takeTurn(db);
      return work(db);
    },
    ...rest,
  );
const catchUp = async () => {
  while (await rollUp({ ...databases, asProvider: inTurn }, now));
};
const provider = () => openSuperAdmin(app, now, around());

/** What the sums should be, from the rows themselves. */
const truth = async () => {
  const rows = async (text: string) => (await owner.query(text)).rows;
  return {
    figures: await rows(`
      select day::text, unit, sum(amount)::text as amount from (
        select (created_at at time zone 'UTC')::date as day, 'order' as unit, count(*) as amount from orders where status <> 'cancelled' group by 1
        union all select (created_at at time zone 'UTC')::date, currency, sum(total) from invoices group by 1, 2
        union all select date '1970-01-01', 'customer', count(*) from customers where erased_at is null) t
      group by 1, 2 having sum(amount) <> 0 order by 1, 2`),
    items: await rows(`
      select o.tenant_id, (o.created_at at time zone 'UTC')::date::text as day, l.item_id, sum(l.quantity)::int as qty
      from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
      where o.status <> 'cancelled' and l.status <> 'cancelled' group by 1, 2, 3 order by 1, 2, 3`),
  };
};
const kept = async () => {
  const rows = async (text: string) => (await owner.query(text)).rows;
  return {
    figures: await rows('select day::text, unit, amount::text from platform.daily_figures where amount <> 0 order by 1, 2'),
    items: await rows('select tenant_id, day::text, item_id, qty::int from platform.tenant_items order by 1, 2, 3'),
  };
};
test('sums equal the rows, through orders, payments, cancellations, midnight, and the end of a restaurant', async () => {
  const first = await open('EUR', 'America/New_York');
  const second = await open('JPY', 'Asia/Tokyo');
  const sell = (who: typeof first, quantity: number) =>
    who.admin(createOrderAndInvoice, { body: { cart: [{ id: who.menu.soup, quantity }] } });
  await sell(first, 2);
  await catchUp();
  expect(await kept()).toEqual(await truth());

  const { reply: later } = await first.admin(createOrder, { body: { cart: [{ id: first.menu.wine, quantity: 3 }] } });
  const { reply: wrong } = await second.admin(createOrder, { body: { cart: [{ id: second.menu.bread, quantity: 5 }] } });
  await sell(second, 4);
  await catchUp();
  expect(await kept()).toEqual(await truth());

  now = new Date('2026-05-21T02:00:00Z'); // still the 20th in New York
  await first.admin(completeAndPayOrders, { body: { orderIds: [later.orderId], subTotal: 15, taxTotal: 3, total: 18 } });
  await second.admin(cancelOrders, { body: { orderIds: [wrong.orderId] } });
  await owner.query("insert into customers (tenant_id, phone, name, created_at) values ($1, '1', 'Cem', now())", [first.tenantId]);
  await sell(first, 1);
  await catchUp();
  const before = await truth();
  expect(await kept()).toEqual(before);
  expect(before.figures).toContainEqual({ day: '1970-01-01', unit: 'customer', amount: '1' });

  // nothing new: nothing changes
  await catchUp();
  expect(await kept()).toEqual(before);

  now = new Date('2026-06-02T02:00:00Z');
  await sell(second, 7);
  await catchUp();
  expect(await kept()).toEqual(await truth());

  await owner.query('update tenants set deleted_at = now(), is_active = false where id = $1', [second.tenantId]);
  await purgeTenants({ databases, clock: () => now, photos: { removeAll: async () => {} } });
  expect((await owner.query('select 1 from platform.tenant_figures where tenant_id = $1', [second.tenantId])).rows).toEqual([]);
  expect(await kept()).toEqual(await truth());
});

test('a refund is in the sums, and so is the part of a bill that is paid after midnight', async () => {
  now = new Date('2026-07-20T12:00:00Z');
  const { admin, menu } = await open();
  const cart = (id: number) => ({ cart: [{ id, quantity: 2 }] });
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: cart(menu.wine) })).reply;
  const paymentTypeId = (await admin(initPos, {})).reply.paymentTypes[0]!.id;
  now = new Date('2026-07-21T12:00:00Z');
  await admin(createOrderAndInvoice, { body: cart(menu.soup) });
  await catchUp();
  now = new Date('2026-07-21T20:00:00Z');
  expect((await admin(refundInvoice, { ...at(invoiceId), body: { paymentTypeId } })).status).toBe(200);
  await catchUp();
  expect(await kept()).toEqual(await truth());

  now = new Date('2026-07-24T23:50:00Z');
  await admin(createOrder, { body: { ...cart(menu.soup), tableId: menu.t2 } });
  const { check_id } = (await admin(listChecks, { query: {} })).reply.at(-1)!;
  const [line] = (await admin(getCheck, at(check_id))).reply.orders[0]!.items;
  const items = [{ itemId: line!.id, quantity: 1 }];
  const [part] = (await admin(splitCheck, { ...at(check_id), body: { parts: [{ items }] } })).reply.checkIds;
  await catchUp();
  now = new Date('2026-07-25T00:10:00Z');
  const body = { due: 4.95, payments: [{ paymentTypeId, amount: 4.95 }] };
  expect((await admin(payCheck, { ...at(part!), body })).reply.invoiceId).toBeGreaterThan(0);
  await catchUp();
  expect(await kept()).toEqual(await truth());
});

test('a restaurant shows the day of its last order; one that was cancelled is none', async () => {
  const [{ admin, menu, tenantId }, { call }] = [await open(), await provider()];
  const shown = async () => {
    await catchUp();
    const [listed] = (await call(listTenants, { query: { perPage: '100' } })).reply.tenants.filter(({ id }) => id === tenantId);
    const { tenantInfo } = (await call(listSubscriptionHistory, of(tenantId))).reply;
    expect(listed).toEqual(tenantInfo);
    return tenantInfo.last_order;
  };
  expect(await shown()).toBeNull();
  const day = now.toISOString().slice(0, 10);
  await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 1 }] } });
  expect(await shown()).toBe(day);
  now = new Date(now.getTime() + 24 * 60 * 60 * 1000);
  const { reply } = await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } });
  expect(await shown()).toBe(now.toISOString().slice(0, 10));
  await admin(cancelOrders, { body: { orderIds: [reply.orderId] } });
  expect(await shown()).toBe(day);
});

test('two servers at it together count nothing twice', async () => {
  const who = await open();
  for (let count = 0; count < 12; count++) {
    await who.admin(createOrderAndInvoice, { body: { cart: [{ id: who.menu.soup, quantity: 1 }] } });
    await Promise.all([rollUp(databases, now), rollUp(databases, now)]);
  }
  await catchUp();
  expect(await kept()).toEqual(await truth());
});

test('a restaurant that cannot be measured now keeps no other one out of the sums, and is measured later', async () => {
  const [stuck, well] = [await open(), await open()];
  const told: unknown[] = [];
  const asTenant: typeof databases.asTenant = (tenantId, ...rest) =>
    tenantId === stuck.tenantId ? Promise.reject(new Error('too much under way')) : databases.asTenant(tenantId, ...rest);
  // the server's own round must neither be at it nor measure the one that is stuck
  await databases.asProvider(async (db) => {
    await takeTurn(db);
    for (const { admin, menu } of [stuck, well]) await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 1 }] } });
    while (await rollUp({ asProvider: (work) => work(db), asTenant }, now, { onError: (error) => told.push(error) }));
    const figures = db.selectFrom('platform.tenant_figures').select('tenant_id').where('unit', '=', 'order');
    const measured = await figures.where('tenant_id', 'in', [stuck.tenantId, well.tenantId]).execute();
    expect([told.length > 0, measured]).toEqual([true, [{ tenant_id: well.tenantId }]]);
  });
  await catchUp();
  expect(await kept()).toEqual(await truth());
});

test('a round that took long is over after the restaurant that it measures, and the next one goes on', async () => {
  const busy = [await open(), await open(), await open()].map(({ tenantId }) => tenantId);
  const measured: number[] = [];
  let late = 0;
  const real = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => real() + late);
  onTestFinished(() => void vi.restoreAllMocks());
  const asTenant: typeof databases.asTenant = (tenantId, ...rest) => {
    measured.push(tenantId);
    late += 10_000;
    return databases.asTenant(tenantId, ...rest);
  };
  let isFirst = true;
  const asProvider: typeof databases.asProvider = (work, ...rest) =>
    inTurn(
      async (db) => {
        // the server's own round may have measured them already
        if (isFirst) await db.deleteFrom('platform.measured_tenants').where('tenant_id', 'in', busy).execute();
        isFirst = false;
        return work(db);
      },
      ...rest,
    );
  expect(await rollUp({ asProvider, asTenant }, now)).toBe(true);
  expect(measured).toHaveLength(1);
  while (await rollUp({ asProvider, asTenant }, now));
  expect(measured).toEqual(expect.arrayContaining(busy));
  expect(await kept()).toEqual(await truth());
});

test('restaurants that fail again and again, as many as one round takes, keep no other one out of the sums', async () => {
  const { rows } = await owner.query<{ id: number }>(
    "insert into tenants (name, created_at) select 'Broken', now() from generate_series(1, 50) returning id",
  );
  const broken = new Set(rows.map(({ id }) => id));
  await owner.query('insert into tenant_counters (tenant_id) select unnest($1::bigint[])', [[...broken]]);
  const well = await open();
  await well.admin(createOrderAndInvoice, { body: { cart: [{ id: well.menu.soup, quantity: 1 }] } });
  const asTenant: typeof databases.asTenant = (tenantId, ...rest) =>
    broken.has(tenantId) ? Promise.reject(new Error('too much under way')) : databases.asTenant(tenantId, ...rest);
  // two rounds; while the server's own one is under way a call does nothing
  let failed = 0;
  for (let tries = 0; tries < 100 && failed < 75; tries++) {
    now = new Date(now.getTime() + 5000);
    await rollUp({ ...databases, asTenant }, now, { onError: () => failed++ });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect((await owner.query('select from platform.tenant_figures where tenant_id = $1', [well.tenantId])).rowCount).toBeGreaterThan(0);
  await catchUp();
  expect(await kept()).toEqual(await truth());
});

test('files of a deleted restaurant that cannot be removed keep no other one from being purged', async () => {
  const [stuck, next] = [await open(), await open()];
  const ids = [stuck.tenantId, next.tenantId];
  stuckFiles.add(stuck.tenantId);
  await owner.query('update tenants set deleted_at = now(), is_active = false where id = any($1)', [ids]);
  const told: unknown[] = [];
  // the server's own round may be at one of them
  const leftAfter = async (onError: (error: unknown) => void) => {
    await purgeTenants({ databases, clock: () => now, photos, onError });
    return (await owner.query('select id from tenants where id = any($1)', [ids])).rows;
  };
  await expect.poll(() => leftAfter((error) => told.push(error))).toEqual([{ id: stuck.tenantId }]);
  await expect.poll(() => leftAfter((error) => told.push(error)).then(() => told.length)).toBeGreaterThan(0);
  stuckFiles.clear();
  await expect.poll(() => leftAfter((error) => expect(error).toBeUndefined())).toEqual([]);
});

test('a restaurant whose events are gone already is measured whole; one that nothing tells of, once a day', async () => {
  const who = await open();
  await who.admin(createOrderAndInvoice, { body: { cart: [{ id: who.menu.soup, quantity: 1 }] } });
  await catchUp();
  // the server's own round must not come between a sale and the loss of its event
  await databases.asProvider(async (db) => {
    await takeTurn(db);
    await who.admin(createOrderAndInvoice, { body: { cart: [{ id: who.menu.wine, quantity: 2 }] } });
    await who.admin(createOrderAndInvoice, { body: { cart: [{ id: who.menu.wine, quantity: 2 }] } });
    await owner.query('delete from events where tenant_id = $1 and seq = (select max(seq) - 1 from events where tenant_id = $1)', [
      who.tenantId,
    ]);
    await owner.query("insert into customers (tenant_id, phone, name, created_at) values ($1, '2', 'Dee', now())", [who.tenantId]);
  });
  await catchUp();
  expect(await kept()).toEqual(await truth());

  await owner.query("insert into customers (tenant_id, phone, name, created_at) values ($1, '3', 'Eve', now())", [who.tenantId]);
  await catchUp();
  expect(await kept()).not.toEqual(await truth());
  now = new Date(now.getTime() + 25 * 60 * 60 * 1000);
  await catchUp();
  expect(await kept()).toEqual(await truth());
});

test('dashboard and report show what all restaurants sold, in USD, on UTC days', async () => {
  now = new Date('2027-03-15T12:00:00Z');
  const { call } = await provider();
  const empty = await call(getProviderDashboard, {});
  expect(empty.reply).toMatchObject({ ordersProcessedToday: 0, salesVolumeToday: 0, mrr: 0, arr: 0, planCurrency: 'INR', unconverted: [] });

  const [euro, yen, other] = [await open('EUR'), await open('JPY'), await open('KZT')];
  await owner.query("update tenants set name = '<b>Yen</b>', subscription_id = 's1' where id = $1", [yen.tenantId]);
  await owner.query("update tenants set subscription_id = 's2', is_active = false where id = $1", [other.tenantId]);
  for (const [who, quantity] of [
    [euro, 2],
    [yen, 30],
  ] as const)
    await who.admin(createOrderAndInvoice, { body: { cart: [{ id: who.menu.bread, quantity }] } });
  await owner.query('update tenants set is_active = true where id = $1', [other.tenantId]);
  await other.admin(createOrderAndInvoice, { body: { cart: [{ id: other.menu.bread, quantity: 1 }] } });
  await owner.query('update tenants set is_active = false where id = $1', [other.tenantId]);
  await catchUp();

  const { reply: today } = await call(getProviderDashboard, {});
  // 2 × 2 EUR at 1.1, 30 × 2 JPY at 0.007
  expect(today).toMatchObject({ ordersProcessedToday: 3, salesVolumeToday: 4.82, mrr: 2000, arr: 24_000, unconverted: ['KZT'] });
  expect(today.activeTenants).toBe(2); // the trials of the tests before are over

  const { reply } = await call(getProviderReport, { query: { type: 'today' } });
  expect(reply).toMatchObject({ ...today, ordersProcessed: 3, salesVolume: 4.82 });
  expect(reply.topSellingItems).toEqual([
    { tenant_id: yen.tenantId, tenant_name: '<b>Yen</b>', item_id: yen.menu.bread, title: 'Bread', qty: 30 },
    { tenant_id: euro.tenantId, tenant_name: 'Test kitchen', item_id: euro.menu.bread, title: 'Bread', qty: 2 },
    { tenant_id: other.tenantId, tenant_name: 'Test kitchen', item_id: other.menu.bread, title: 'Bread', qty: 1 },
  ]);
  const best = async (query: {
    type: 'today' | 'last_7days' | 'this_month' | 'yesterday' | 'last_month' | 'custom';
    from?: string;
    to?: string;
  }) => (await call(getProviderReport, { query })).reply.topSellingItems.slice(0, 3).map(({ qty }) => qty);
  expect(await best({ type: 'last_7days' })).toEqual([30, 2, 1]);
  expect(await best({ type: 'this_month' })).toEqual([30, 2, 1]);
  expect(await best({ type: 'custom', from: '2027-03-01', to: '2027-03-15' })).toEqual([30, 2, 1]);
  expect(await best({ type: 'yesterday' })).toEqual([]);
  expect(await best({ type: 'last_month' })).toEqual([]);
  expect((await call(getProviderReport, { query: { type: 'custom', from: '2026-05-20', to: '2026-05-21' } })).reply.ordersProcessed).toBe(
    3,
  );
});

test.each([
  ['1970-01-01', '1970-02-28'],
  ['2026-04-01', '2027-03-31'],
  ['2200-11-01', '2200-12-31'],
])('a report from %s to %s is answered', async (from, to) => {
  const { call } = await provider();
  expect((await call(getProviderReport, { query: { type: 'custom', from, to } })).status).toBe(200);
});

test.each(['tomorrow', 'someday', ''])("a report of '%s' is refused", async (type) => {
  const { call } = await provider();
  expect((await call(getProviderReport, { query: { type: type as 'today' } })).status).toBe(400);
});

test('the best sellers of a period are those of all its days added up; of two that sold alike the older restaurant comes first', async () => {
  const [older, newer] = [(await open()).tenantId, (await open()).tenantId];
  // else the server's own round measures them, and takes away what they did not sell
  await catchUp();
  await owner.query("insert into platform.items select t, i, 'Dish' from unnest($1::bigint[]) t, generate_series(1001, 1012) i", [
    [older, newer],
  ]);
  const sales = [
    ...[1, 2, 3].map((day) => [newer, `2026-09-0${day}`, 1001, 20]),
    ...Array.from({ length: 12 }, (_, n) => [older, '2026-09-02', 1001 + n, 50 - n]),
    [newer, '2026-09-03', 1002, 50],
    [newer, '2026-09-04', 1002, 1000], // after the period
  ];
  for (const sale of sales)
    await owner.query('insert into platform.tenant_items (tenant_id, day, item_id, qty) values ($1, $2, $3, $4)', sale);

  const range = { from: '2026-09-01', to: '2026-09-03' };
  const best = await databases.asProvider((db) => findProviderBestSellers(db, range), 'read only');

  expect(best.slice(0, 3).map(({ tenant_id, item_id, qty }) => [tenant_id, item_id, qty])).toEqual([
    [newer, 1001, 60],
    [older, 1001, 50],
    [newer, 1002, 50],
  ]);
  expect(best.map(({ qty }) => qty)).toEqual([60, 50, 50, 49, 48, 47, 46, 45, 44, 43]);
  // restaurant by restaurant they are the same
  const byOne = () => databases.asProvider((db) => findProviderBestSellers(db, range, { tenantDays: 3 }), 'read only');
  expect(await byOne()).toEqual(best);
  // one that is deleted leaves its places to others, also before it is purged
  await owner.query('update tenants set deleted_at = now() where id = $1', [newer]);
  expect((await byOne()).map(({ qty }) => qty)).toEqual([50, 49, 48, 47, 46, 45, 44, 43, 42, 41]);
  await owner.query('update tenants set deleted_at = null where id = $1', [newer]);
  for (const table of ['tenant_items', 'items']) await owner.query(`delete from platform.${table} where item_id > 1000`);
});

test('sums of months that the release before kept are not left to it, for this one adds nothing to them', async () => {
  await owner.query("insert into platform.kept_periods (from_day, to_day) values ('2026-05-01', '2026-05-31')");
  await catchUp();
  expect((await owner.query('select from platform.kept_periods')).rowCount).toBe(0);
});
