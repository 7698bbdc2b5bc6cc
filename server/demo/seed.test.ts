import { pbkdf2 } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '#contract/auth.ts';
import { DEMO_PASSWORD } from '#contract/own-account.ts';
import { listKitchenOrders } from '#contract/kitchen.ts';
import { listOrders } from '#contract/orders.ts';
import { menu } from './menu.ts';
import { imaginePast } from './past.ts';
import { OWNER, staff } from './people.ts';
import { seedDemonstration } from './seed.ts';
import { findMenu } from '#server/features/menu-items/menu.queries.ts';
import { findOrders } from '#server/features/orders/order-board.queries.ts';
import { billOf } from '#server/features/orders/order-board.rules.ts';
import { findStore } from '#server/features/pos/store.queries.ts';
import { ACCESS_COOKIE } from '#server/features/devices/session-cookies.rules.ts';
import type { Databases } from '#server/platform/database/database.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import { openTenant } from '#server/features/tenants/open-tenant.queries.ts';
import { publicId, systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { callAs, database, databases, openApp } from '#server/testing/restaurant.ts';

const ASKED = 4; // times, by two nodes: at least one of them came back
const STORE = { timezone: 'America/New_York', dayStart: '00:00' };
const fridayEvening = new Date('2026-11-21T01:10:00Z');
const dataDir = mkdtempSync(join(tmpdir(), 'comanda-demo-'));
const parts = { databases, clock: () => fridayEvening, random: systemRandom, dataDir };

let tenantId: number;
const rows = async (statement: string) => (await database.query(statement, [tenantId])).rows;

const everything = async () => {
  const tables = await database.query(
    // without what a server folds meanwhile in the background, which follows from the orders
    `select distinct table_name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id' and table_name not like 'report_%' and table_name <> 'customer_days'`,
  );
  const counts: Record<string, unknown> = {};
  for (const { table_name } of tables.rows)
    [counts[table_name]] = await rows(
      `select count(*), md5(string_agg(t::text, '' order by t::text)) from ${table_name} t where tenant_id = $1`,
    );
  return counts;
};

/** How many pictures were begun when a thread was free for something else, as it has to be for a connection. */
let begun = 0;
const countPictures = (): typeof systemRandom => {
  let pictures = 0;
  return (bytes) => {
    pictures += 1;
    if (pictures === 1) void promisify(pbkdf2)('a', 'b', 1, 8, 'sha256').then(() => (begun = pictures));
    return systemRandom(bytes);
  };
};

/** The databases, and when a node has come back for the fourth time because another one was at work. */
const openAsked = () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  let times = 0;
  const asTenant: Databases['asTenant'] = async (id, work, mode) => {
    const result = await databases.asTenant(id, work, mode);
    if (result === 'another node is at it') times += 1;
    if (times === ASKED) resolve();
    return result;
  };
  return { asked, databases: { ...databases, asTenant } };
};

beforeAll(async () => {
  // what is left of a start that is killed between its two transactions, a slow node at work, which is killed too, and then two nodes that
  // start at the same time: neither waits at a lock, which a statement may do for a few seconds only
  const passwordHash = await hashPassword('comanda-demo', systemRandom);
  const owner = { name: 'Trattoria Comanda', username: 'owner@demo.example', passwordHash, uniqueQRCode: publicId(systemRandom) };
  const left = await databases.acrossTenants((db) =>
    openTenant(db, { ...owner, currency: 'USD', timezone: STORE.timezone, activeUntil: new Date('2100-01-01'), now: fridayEvening }),
  );
  const slow = await database.connect();
  await slow.query(`begin; select from tenant_counters where tenant_id = ${left.tenantId} for update`);
  const { asked, databases: watched } = openAsked();
  const both = Promise.all([
    seedDemonstration({ ...parts, databases: watched, random: countPictures() }),
    seedDemonstration({ ...parts, databases: watched }),
  ]);
  await Promise.race([asked, both]);
  await slow.query('rollback');
  slow.release();
  await both;
  ({ tenant_id: tenantId } = (await database.query(`select tenant_id from members where username = 'owner@demo.example'`)).rows[0]);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('the pictures leave a thread to whoever opens a connection meanwhile', () => {
  expect(begun).toBeGreaterThan(0);
  expect(begun).toBeLessThan(menu.flatMap(({ dishes }) => dishes).length / 2);
});

test('a second start changes nothing', async () => {
  const before = await everything();

  await seedDemonstration({ ...parts, clock: () => new Date('2027-01-01T00:00:00Z') });

  expect(await everything()).toEqual(before);
});

test('everyone signs in, and sees what is theirs', async () => {
  const app = await openApp({ clock: parts.clock });
  const seen: Record<string, unknown> = {};
  for (const { who, username } of [OWNER, ...staff]) {
    const { response } = await callAs(app, {})(signIn, { body: { username, password: DEMO_PASSWORD } });
    const call = callAs(app, { [ACCESS_COOKIE]: response.cookies.find(({ name }) => name === ACCESS_COOKIE)!.value });
    const found = async (answer: Promise<{ status: number; reply: unknown }>) => {
      const { status, reply } = await answer;
      return status === 200 ? (reply as object[]).length : status;
    };
    seen[who] = [
      await found(call(listOrders, { query: {} })),
      await found(call(listOrders, { query: { unpaid: '1' } })),
      await found(call(listKitchenOrders, { query: {} })),
    ];
  }

  // one group a table or single order: two of the eight open orders are at one table
  expect(seen).toEqual({
    Owner: [7, 2, 7],
    Manager: [7, 2, 7],
    Waiter: [7, 2, 403],
    Cashier: [7, 2, 403],
    Cook: [403, 403, 7],
    Host: [403, 403, 403],
  });
});

test('the menu has 8 categories, about 60 items with pictures, and 12 tables on 2 floors', async () => {
  const store = await databases.asTenant(tenantId, findStore);
  expect(store.categories).toHaveLength(8);
  expect(store.menu.length).toBeGreaterThanOrEqual(58);
  expect(store.tables).toHaveLength(12);
  expect(new Set(store.tables.map(({ floor }) => floor)).size).toBe(2);
  // each has its place on the plan
  expect(store.tables.filter((table) => !('plan' in table))).toEqual([]);
  expect(
    store.menu.filter(
      ({ variants, price }) =>
        variants.length > 0 && Math.min(...variants.map((variant) => variant.price)) !== price && price !== variants.at(-1)!.price,
    ),
  ).toEqual([]);

  expect(readdirSync(join(dataDir, 'media', String(tenantId)))).toHaveLength(store.menu.length);
  for (const { image } of store.menu) {
    const content = readFileSync(join(dataDir, image!));
    const { format, width, height } = await sharp(content).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 512, height: 512 });
    expect(content.length).toBeLessThanOrEqual(30_000);
  }
});

describe('the past', () => {
  test('tokens of each day and invoice numbers have no gap, and the counters stand at the last', async () => {
    const days = await rows(
      `select business_date, count(*)::int as orders, min(token_no) as first, max(token_no) as last from orders where tenant_id = $1 group by 1 order by 1`,
    );
    expect(days.length).toBe(31);
    for (const { orders, first, last } of days) expect([first, last]).toEqual([1, orders]);
    expect(days.slice(0, -1).filter(({ orders }) => orders < 20 || orders > 70)).toEqual([]);
    const [invoices] = await rows(`select count(*)::int as count, min(id) as first, max(id) as last from invoices where tenant_id = $1`);
    expect(invoices).toEqual({ count: invoices.last, first: 1, last: invoices.last });
    const [counters] = await rows(`select invoice_no, token_date, token_no, event_seq from tenant_counters where tenant_id = $1`);
    expect(counters).toEqual({
      invoice_no: invoices.last,
      token_date: days.at(-1)!.business_date,
      token_no: days.at(-1)!.last,
      event_seq: 0,
    });
  });

  test('every invoice is the sum of its lines, and its payment', async () => {
    const paid = await rows(`select i.id, sub_total, tax_total, total, array_agg(o.id::float8) as orders,
      (select sum(amount)::int8 from payments p where (p.tenant_id, p.invoice_id) = (i.tenant_id, i.id)) as paid
      from invoices i join orders o on (o.tenant_id, o.invoice_id) = (i.tenant_id, i.id) where i.tenant_id = $1 group by i.tenant_id, i.id`);
    const orders = new Map(
      (
        await databases.asTenant(tenantId, (db) =>
          findOrders(
            db,
            paid.flatMap((invoice) => invoice.orders),
          ),
        )
      ).map((order) => [order.id, order]),
    );
    for (const invoice of paid) {
      const { net, tax, total } = billOf(invoice.orders.map((id: number) => orders.get(id)!));
      expect([invoice.sub_total, invoice.tax_total, invoice.total, invoice.paid].map(BigInt)).toEqual([net, tax, total, total]);
    }
    const [{ invoices }] = await rows(`select count(*)::int as invoices from invoices where tenant_id = $1`);
    expect(paid).toHaveLength(invoices);
  });

  test('the reports count each line and each tax once', async () => {
    const counted = await rows(`select figure, sum(quantity)::int as quantity, sum(total)::int8 as total, sum(tax)::int8 as tax from (
        select figure, quantity, total, tax from report_deltas where tenant_id = $1
        union all select figure, quantity, total, tax from report_sums where tenant_id = $1 and grain = 'day') n
      where figure in ('item', 'paid_item', 'tax') group by figure order by figure`);
    const [sold] = await rows(`select sum(quantity)::int as items, sum(quantity * unit_price)::int8 as total,
      sum(quantity) filter (where o.invoice_id is not null)::int as paid_items,
      sum(quantity * unit_price) filter (where o.invoice_id is not null)::int8 as paid,
      sum(quantity * unit_price) filter (where o.invoice_id is not null and tax_type is not null)::int8 as taxed,
      (select sum(tax_total)::int8 from invoices where tenant_id = $1) as tax
      from order_lines l join orders o on (o.tenant_id, o.id) = (l.tenant_id, l.order_id) where l.tenant_id = $1 and l.status <> 'cancelled'`);
    expect(counted).toEqual([
      { figure: 'item', quantity: sold.items, total: sold.total, tax: 0 },
      { figure: 'paid_item', quantity: sold.paid_items, total: sold.paid, tax: 0 },
      { figure: 'tax', quantity: 0, total: sold.taxed, tax: sold.tax },
    ]);
  });

  test.each([
    [
      'a check is closed exactly when all its orders are settled',
      `checks c where (closed_at is null) <> exists (select from orders o where (o.tenant_id, o.check_id) = (c.tenant_id, c.id) and (status = 'created' or status = 'completed' and invoice_id is null))`,
    ],
    ['every check has an order', `checks c where not exists (select from orders o where (o.tenant_id, o.check_id) = (c.tenant_id, c.id))`],
    [
      'all lines of a cancelled order are cancelled, and no other order has only such',
      `orders o where (status = 'cancelled') <> (select bool_and(l.status = 'cancelled') from order_lines l where (l.tenant_id, l.order_id) = (o.tenant_id, o.id))`,
    ],
    [
      'a completed order has nothing left to cook',
      `orders o join order_lines l on (l.tenant_id, l.order_id) = (o.tenant_id, o.id) where o.status = 'completed' and l.status in ('created', 'preparing')`,
    ],
    ['a delivery has a customer', `orders o where delivery_type = 'delivery' and customer_id is null`],
    ['the type of customer tells whether there is one', `orders o where (customer_type = 'CUSTOMER') <> (customer_id is not null)`],
    [
      'only those who eat in have a table',
      `orders o join checks c on (c.tenant_id, c.id) = (o.tenant_id, o.check_id) where (delivery_type = 'dinein') <> (table_id is not null)`,
    ],
    [
      'ids follow the time',
      `(select tenant_id, created_at < lag(created_at) over (partition by tenant_id order by id) as is_late from orders) o where is_late`,
    ],
    [
      'a customer is known before ordering',
      `orders o join customers c on (c.tenant_id, c.id) = (o.tenant_id, o.customer_id) where c.created_at > o.created_at`,
    ],
    ['nothing lies in the future', `orders o where created_at > '${fridayEvening.toISOString()}'`],
  ])('%s', async (_, wrong) => {
    const tenant = wrong.startsWith('checks') ? 'c' : 'o';
    expect(await rows(`select count(*)::int as wrong from ${wrong} and ${tenant}.tenant_id = $1`)).toEqual([{ wrong: 0 }]);
  });

  test('some orders and some lines are cancelled, and customers come again', async () => {
    const [found] = await rows(`select
      (select count(*)::int from orders where tenant_id = $1 and status = 'cancelled') as orders,
      (select count(*)::int from order_lines l join orders o using (tenant_id) where tenant_id = $1 and o.id = order_id and o.status <> 'cancelled' and l.status = 'cancelled') as lines,
      (select count(*)::int from (select from orders where tenant_id = $1 and customer_id is not null group by customer_id having count(*) > 1) again) as again,
      (select count(distinct payment_type)::int from payments where tenant_id = $1) as payment_types`);
    expect(found.orders).toBeGreaterThan(8);
    expect(found.lines).toBeGreaterThan(8);
    expect(found.again).toBeGreaterThan(30);
    expect(found.payment_types).toBe(5);
  });

  // local time: just after midnight, at night, at opening, late, and on both days on which the clock is changed
  test.each([
    '2026-11-21T05:05:00Z',
    '2026-11-21T09:00:00Z',
    '2026-11-20T16:05:00Z',
    '2026-11-21T04:55:00Z',
    '2026-11-01T05:30:00Z',
    '2026-03-08T07:10:00Z',
  ])('is sound when it is imagined at %s', async (time) => {
    const now = new Date(time);
    const { menu, tables } = await databases.asTenant(tenantId, async (db) => ({
      menu: await findMenu(db),
      tables: (await findStore(db)).tables,
    }));
    const type = { id: 1, title: 'Cash', kind: 'cash' };
    const paymentTypes = { cash: type, card: type, mobile: type, gift: type };
    const { checks, orders, invoices } = imaginePast({
      now,
      clock: STORE,
      menu,
      tables,
      paymentTypes,
      waiterId: 1,
      cashierId: 2,
      customerCount: 60,
    });

    expect(checks.filter(({ openedAt, closedAt }) => openedAt > now || (closedAt && (closedAt > now || closedAt < openedAt)))).toEqual([]);
    expect([...orders, ...invoices].filter(({ at, businessDate }) => at > now || businessDate !== businessDateOf(at, STORE))).toEqual([]);
    expect(invoices.filter(({ at, first }) => at < first.at)).toEqual([]);
    const open = checks.filter(({ table, closedAt }) => table && !closedAt).map(({ table }) => table!.id);
    expect(new Set(open).size).toBe(open.length);
    expect(open).toHaveLength(6);
    expect(orders.filter(({ status }) => status === 'created')).toHaveLength(8);
  });
});

test('starts that were killed, and two at the same time, made one restaurant', async () => {
  const { rows: owners } = await database.query(`select tenant_id from members where username = 'owner@demo.example'`);
  expect(owners).toEqual([{ tenant_id: tenantId }]);
  expect(readdirSync(join(dataDir, 'media'))).toEqual([String(tenantId)]);
});
