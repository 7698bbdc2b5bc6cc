import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { database, databases, openRestaurant } from '#server/testing/restaurant.ts';
import { findReturningCustomers } from './customers.queries.ts';

const RUNS = Number(process.env['COMANDA_RUNS'] ?? 3) * 2;
const DAYS = 40;
const dayOf = (n: number) => new Date(Date.UTC(2026, 0, 20) + n * 86_400_000).toISOString().slice(0, 10);
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);

const openWithCustomers = async (customers: number) => {
  const { tenantId } = await openRestaurant();
  const { rows } = await database.query<{ id: number }>(
    `insert into customers (tenant_id, phone, name, created_at) select $1, n, n, '2026-01-01' from generate_series(1, $2::int) n returning id`,
    [tenantId, customers],
  );
  return { tenantId, customers: rows.map(({ id }) => id) };
};

/** Alone with the notes of a tenant: the server folds, too. */
const whileNobodyFolds = async <T>(tenantId: number, work: (client: Pick<typeof database, 'query'>) => Promise<T>): Promise<T> => {
  const client = await database.connect();
  try {
    await client.query(`begin; set local app.tenant_id = '${tenantId}'; select pg_advisory_xact_lock(726228, hashint8(${tenantId}))`);
    return await work(client);
  } finally {
    await client.query('commit');
    client.release();
  }
};

/** Orders of a customer, each on its day, in the order of their numbers. */
const order = async (tenantId: number, customer: number, days: string[], hour = 12) => {
  return whileNobodyFolds(tenantId, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `with opened as (insert into checks (tenant_id, opened_at) select $1, now() from unnest($3::date[]) returning id)
     insert into orders (tenant_id, check_id, business_date, business_hour, token_no, created_at, delivery_type, customer_type, customer_id, currency)
     select $1, o.id, d.day, '12', (select count(*) from orders where tenant_id = $1) + d.n, d.day + make_interval(hours => $4), 'dinein', 'CUSTOMER', $2, 'USD'
     from (select id, row_number() over (order by id) as n from opened) o join unnest($3::date[]) with ordinality d (day, n) using (n)
     order by d.n returning id`,
      [tenantId, customer, days, hour],
    );
    const orders = rows.map(({ id }) => id);
    await client.query('select note_orders($1, $2)', [tenantId, orders]);
    return orders;
  });
};

/** One fold by itself, with how many rows that grow with a history PostgreSQL touched in it. */
const fold = (tenantId: number, most: number) =>
  whileNobodyFolds(tenantId, async (client) => {
    const touched = async () => {
      const { rows } = await client.query<{ rows: number }>(
        `select sum(seq_tup_read + idx_tup_fetch + n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_xact_user_tables
         where relname in ('orders', 'report_visits', 'customer_days')`,
      );
      return rows[0]!.rows;
    };
    await client.query('set local enable_seqscan = off');
    const before = await touched();
    const { rows } = await client.query<{ folded: number }>('select fold_report_deltas($1) as folded', [most]);
    return { folded: rows[0]!.folded, touched: (await touched()) - before };
  });

/** What is kept of visits, and what the orders make of them. */
const visits = async (tenantId: number) => {
  const own = async (text: string) => (await database.query({ text, values: [tenantId], rowMode: 'array' })).rows;
  const kept = {
    visits: await own(
      'select customer_id, order_id, visited_on::text, previous_on::text, is_second from report_visits where tenant_id = $1 order by 2',
    ),
    sums: await own(
      "select starts_on::text, key, quantity::int from report_sums where tenant_id = $1 and figure = 'returning' and quantity <> 0 order by 1, 2",
    ),
    days: await own('select customer_id, day::text, orders from customer_days where tenant_id = $1 and orders > 0 order by 1, 2'),
  };
  const made = `with v as (
    select customer_id, id, business_date as day, lag(business_date) over w as previous, row_number() over w as place
    from orders where tenant_id = $1 and customer_id is not null and status <> 'cancelled' window w as (partition by customer_id order by business_date, id))`;
  const expected = {
    visits: await own(`${made} select customer_id, id, day::text, previous::text, place = 2 from v where place > 1 order by 2`),
    sums: await own(`${made} select date_trunc('month', day)::date::text, case place when 2 then 'second' else to_char(previous, 'YYYY-MM') end, count(*)::int
      from v where place > 1 group by 1, 2 order by 1, 2`),
    days: await own(`${made} select customer_id, day::text, count(*)::int from v group by 1, 2 order by 1, day`),
  };
  return { kept, expected };
};

const pick = fc.nat(1000);
const happening = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constant('order' as const), customer: pick, day: fc.nat(DAYS), hour: fc.constantFrom(9, 15) }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('cancel' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('fold' as const), most: fc.constantFrom(1, 2, 5000) }) },
  // as after an upgrade: somebody's days are not known yet
  { weight: 1, arbitrary: fc.record({ what: fc.constant('forget' as const), customer: pick }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('fill' as const), atOnce: fc.constantFrom(1, 1000) }) },
);

const backFill = readFileSync(new URL('../../../db/back-fills/0035_customer_days.sql', import.meta.url), 'utf8');

test('who returned is right at every moment, and what is folded is what the orders make of it, in whatever order it came', async () => {
  const { tenantId, customers } = await openWithCustomers(3);
  let first = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 5, maxLength: 25 }),
      fc.tuple(fc.nat(DAYS), fc.nat(DAYS)),
      async (happenings, ends) => {
        // each history has years of its own, so that they need no restaurants of their own
        first += 1;
        const orders: number[] = [];
        for (const what of happenings) {
          if (what.what === 'order')
            orders.push(...(await order(tenantId, customers[what.customer % 3]!, [dayOf(what.day + first * 2)], what.hour)));
          else if (what.what === 'cancel' && orders.length > 0)
            await database.query("update orders set status = 'cancelled' where tenant_id = $1 and id = $2", [
              tenantId,
              orders[what.pick % orders.length],
            ]);
          else if (what.what === 'fold') await fold(tenantId, what.most);
          else if (what.what === 'forget')
            await whileNobodyFolds(tenantId, (client) =>
              client.query('delete from customer_days where tenant_id = $1 and customer_id = $2', [tenantId, customers[what.customer % 3]]),
            );
          else if (what.what === 'fill') await database.query(backFill, [JSON.stringify([tenantId, 0]), what.atOnce]);
          const [from, to] = ends.toSorted((a, b) => a - b).map((n) => dayOf(n + first * 2)) as [string, string];
          const until = what.what === 'fold' ? undefined : noonOf(to);
          {
            const found = await databases.asTenant(tenantId, (db) => findReturningCustomers(db, { from, to }, until), 'read only');
            const { rows } = await database.query<{ count: number }>(
              `select count(*)::int as count from (
               select from orders where tenant_id = $1 and customer_id is not null and status <> 'cancelled' and business_date <= $3::date
                 and ($4::timestamptz is null or business_date < $3::date or created_at < $4)
               group by customer_id having count(*) > 1 and max(business_date) >= $2::date) returned`,
              [tenantId, from, to, until ?? null],
            );
            expect(Number(found)).toBe(rows[0]!.count);
          }
        }
        while ((await fold(tenantId, 5000)).folded > 0);
        await database.query(backFill, [JSON.stringify([tenantId, 0]), 1000]);
        const { kept, expected } = await visits(tenantId);
        expect(kept).toEqual(expected);
      },
    ),
    { numRuns: RUNS },
  );
}, 120_000);

test('a fold costs what is new, whatever its customer ever ordered', async () => {
  const { tenantId, customers } = await openWithCustomers(2);
  const [regular, seldom] = customers as [number, number];
  // so many that to read them all is nobody's cheapest plan
  const years = Array.from({ length: 8000 }, (_, n) => dayOf(n - 8100));
  await order(tenantId, regular, years);
  await order(tenantId, seldom, [dayOf(-8100), dayOf(-8000)]);
  await database.query('call fill_report_sums($1)', [tenantId]);
  await database.query('analyze orders, report_visits, customer_days, report_deltas');
  const costOf = async (customer: number, day: number) => {
    await order(tenantId, customer, [dayOf(day)]);
    return (await fold(tenantId, 5000)).touched;
  };
  const few = await costOf(seldom, 0);
  expect(await costOf(regular, 1)).toBeLessThan(few + 20);
  // one that comes late, between two years
  expect(await costOf(regular, -300)).toBeLessThan(few + 20);
  const { kept, expected } = await visits(tenantId);
  expect(kept).toEqual(expected);
});
