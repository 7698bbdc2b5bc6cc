import { parseArgs } from 'node:util';
import pg from 'pg';
import { openTenant } from '#server/features/tenants/open-tenant.queries.ts';
import type { Databases } from '#server/platform/database/database.ts';
import { openPools } from './measured-app.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { publicId, systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';

// A restaurant with a long history, and others beside it, made in SQL:
//   node tools/bench/history.ts --orders 1000000 --days 730 --others 200 --other-orders 500 --seed 1
// goes into the database of DATABASE_URL, or else of DATA_DIR; the server must not be running on that. What is made follows from the seed
// and from --until (the last day, else today), so that two runs into empty databases make the same restaurants.

export interface History {
  orders: number;
  days: number;
  /** the last business day, YYYY-MM-DD */
  until: string;
  seed: number;
}

const ITEMS = 100;
const ORDERS_FOR_A_CUSTOMER = 50;
const TIMEZONE = 'Europe/London';

/** A tenant with an owner, two taxes, eight categories and a hundred items, some with variants and addons. */
export const openHistoryTenant = async (databases: Databases, owner: pg.Client, name: string, passwordHash: string, username: string) => {
  const { tenantId, memberId } = await databases.acrossTenants((db) =>
    openTenant(db, {
      name,
      username,
      passwordHash,
      currency: 'USD',
      timezone: TIMEZONE,
      uniqueQRCode: publicId(systemRandom),
      activeUntil: new Date('2100-01-01'),
      now: new Date('2020-01-01'),
    }),
  );
  await owner.query(`begin; set local app.tenant_id = '${tenantId}'`);
  await owner.query("insert into taxes (title, rate, type) values ('VAT', 80000, 'exclusive'), ('Alcohol', 200000, 'inclusive')");
  await owner.query("insert into categories (title, position) select 'Category ' || n, n from generate_series(1, 8) n");
  await owner.query("insert into payment_types (title) values ('Card')");
  await owner.query(
    `insert into menu_items (title, price, category_id, tax_id, position)
     select 'A dish with a plausible name ' || n, 300 + n * 7, (select min(id) + n % 8 from categories where tenant_id = $1),
       (select case when n % 5 = 0 then max(id) else min(id) end from taxes where tenant_id = $1), n
     from generate_series(1, $2::int) n`,
    [tenantId, ITEMS],
  );
  await owner.query(
    "insert into menu_item_variants (item_id, title, price) select id, 'Large', price + 200 from menu_items where tenant_id = $1 and id % 3 = 0",
    [tenantId],
  );
  await owner.query(
    "insert into menu_item_addons (item_id, title, price) select id, 'Extra', 50 from menu_items where tenant_id = $1 and id % 2 = 0",
    [tenantId],
  );
  await owner.query('commit');
  return { tenantId, memberId };
};

/** Numbers of a range, the same for the same seed: `chance(n, 7, 100)` is one of 0 to 99. */
const chance = (seed: number) => `
  create or replace function pg_temp.chance(n bigint, salt int, sides int) returns int language sql immutable
  as $$ select ((hashint8extended(n, ${seed}::bigint * 1000 + salt) & 2147483647) % sides)::int $$`;

const ANALYZED_FROM = 5000; // orders

const statements = [
  `create temp table made as
   select n, day, (day + time '10:00' + (within * interval '13 hours')) at time zone '${TIMEZONE}' as at,
     pg_temp.chance(n, 1, 100) < 2 as is_cancelled, pg_temp.chance(n, 2, 100) < 96 as is_paid,
     case when pg_temp.chance(n, 3, 100) < 40 then 1 + pg_temp.chance(n, 4, greatest(1, ($2::bigint * n / $1)::int)) end as customer,
     row_number() over (partition by day order by n) as token_no
   from (
     select n, $4::date - ($3 - 1 - ((n - 1) * $3 / $1)::int) as day, (((n - 1) * $3) % $1)::float8 / $1 as within
     from generate_series(1, $1::bigint) n
   ) spread`,
  'alter table made add column id bigint, add column customer_id bigint, add column invoice_id bigint',
  `insert into customers (phone, name, email, created_at)
   select '+44 7' || lpad(k::text, 9, '0'),
     (array['Ada', 'Bela', 'Chloé', 'Dmitri', 'Esra', 'Femi', 'Grace', 'Hiro', 'Ines', 'Jun'])[1 + pg_temp.chance(k, 5, 10)] || ' '
       || (array['Ahmed', 'Berger', 'Costa', 'Dunn', 'Evans', 'Fischer', 'Garcia', 'Hughes', 'Ito', 'Jansen'])[1 + pg_temp.chance(k, 6, 10)] || ' ' || k,
     'guest' || k || '@example.com', (select min(at) from made) + (k - 1) * (select max(at) - min(at) from made) / $1::bigint
   from generate_series(1, $1::bigint) k`,
  `with numbered as (select id, row_number() over (order by id) as k from customers where tenant_id = current_tenant()),
   first as (select coalesce(max(id), 0) as id from orders),
   paid as (select n, row_number() over (order by n) as invoice_id from made where is_paid and not is_cancelled)
   update made m set id = first.id + m.n, customer_id = c.id, invoice_id = p.invoice_id
   from made x left join numbered c on c.k = x.customer left join paid p on p.n = x.n cross join first where x.n = m.n`,
  'create index on made (id); analyze made',
  `create temp table line as
   select m.id as order_id, m.n, m.invoice_id, i.id as item_id, i.title as item_title, i.price, 1 + pg_temp.chance(m.n, 20 + slot, 2) as quantity,
     t.id as tax_id, t.title as tax_title, t.rate as tax_rate, t.type as tax_type,
     case when m.is_cancelled or (slot > 1 and pg_temp.chance(m.n, 30 + slot, 100) < 2) then 'cancelled' when m.is_paid then 'completed' else 'created' end as status
   from made m
   cross join lateral generate_series(1, 2 + pg_temp.chance(m.n, 7, 3)) slot
   join (select *, row_number() over (order by id) as place from menu_items where tenant_id = current_tenant()) i
     on i.place = 1 + least(pg_temp.chance(m.n, 10 + slot, ${ITEMS}), pg_temp.chance(m.n, 15 + slot, ${ITEMS}))
   left join taxes t on t.tenant_id = i.tenant_id and t.id = i.tax_id`,
  `insert into invoices (id, business_date, business_hour, created_at, member_id, sub_total, tax_total, total, currency, delivery_type, customer_type, customer_id)
   select m.invoice_id, m.day, to_char((m.at + interval '40 minutes') at time zone '${TIMEZONE}', 'HH24'), m.at + interval '40 minutes', $1, s.net, s.total - s.net, s.total, 'USD',
     (array['dinein', 'takeaway', 'delivery'])[1 + pg_temp.chance(m.n, 8, 3)], case when m.customer_id is null then 'WALKIN' else 'CUSTOMER' end, m.customer_id
   from made m join (
     select invoice_id,
       round(sum(price * quantity) + sum(case tax_type when 'exclusive' then price * quantity * tax_rate / 1000000.0 else 0 end)) as total,
       round(sum(case tax_type when 'inclusive' then price * quantity * 1000000.0 / (1000000 + tax_rate) else price * quantity end)) as net
     from line where status <> 'cancelled' group by invoice_id
   ) s using (invoice_id)
   order by m.invoice_id`,
  // from here on no trigger and no foreign key looks at each row: what they would find is right by construction, the sums are made at the end
  'set local session_replication_role = replica',
  `insert into payments (invoice_id, payment_type_id, payment_type, amount, business_date, created_at, member_id)
   select i.id, p.id, p.title, i.total, i.business_date, i.created_at, $1
   from invoices i
   join (select id, title, row_number() over (order by id) - 1 as place from payment_types where tenant_id = current_tenant()) p
     on p.place = pg_temp.chance(i.id, 9, 2)
   where i.tenant_id = current_tenant()`,
  `with first as (select coalesce(max(id), 0) as id from checks)
   insert into checks (id, opened_at, closed_at) overriding system value
   select first.id + m.n, m.at, case when m.is_cancelled or m.invoice_id is not null then m.at + interval '40 minutes' end from made m, first`,
  `insert into orders (id, check_id, business_date, business_hour, token_no, created_at, member_id, delivery_type, customer_type, customer_id, status, invoice_id, currency)
   overriding system value
   select m.id, (select max(id) from checks) - $2::bigint + m.n, m.day, to_char(m.at at time zone '${TIMEZONE}', 'HH24'), m.token_no, m.at, $1, (array['dinein', 'takeaway', 'delivery'])[1 + pg_temp.chance(m.n, 8, 3)],
     case when m.customer_id is null then 'WALKIN' else 'CUSTOMER' end, m.customer_id,
     case when m.is_cancelled then 'cancelled' when m.is_paid then 'completed' else 'created' end, m.invoice_id, 'USD'
   from made m order by m.n`,
  `insert into order_lines (order_id, item_id, item_title, base_price, unit_price, quantity, tax_id, tax_title, tax_rate, tax_type, status)
   select order_id, item_id, item_title, price, price, quantity, tax_id, tax_title, tax_rate, tax_type, status from line order by order_id`,
  "select setval(pg_get_serial_sequence('checks', 'id'), (select max(id) from checks))",
  `update tenant_counters set invoice_no = (select max(invoice_id) from made), order_no = (select max(id) from made), token_date = last.day, token_no = last.token_no
   from (select day, token_no from made order by n desc limit 1) last where tenant_id = current_tenant()`,
  // what planner statistics do not know yet is joined row by row
  'analyze customers, checks, invoices, payments, orders, order_lines',
  'call fill_report_sums(current_tenant())',
  `insert into invoice_days (tenant_id, business_date, invoices)
   select tenant_id, business_date, count(*) from invoices where tenant_id = current_tenant() group by tenant_id, business_date`,
  `insert into customer_sums (tenant_id, customer_id, currency, visits, spend)
   select tenant_id, customer_id, currency, count(*), sum(total) from invoices where tenant_id = current_tenant() and customer_id is not null
   group by tenant_id, customer_id, currency`,
  'set local session_replication_role = origin',
  'drop table line, made',
];

/** Writes a history for a tenant that has none, with its sums. The owner must be a superuser: rows come in bulk, past triggers and keys. */
export const makeHistory = async (owner: pg.Client, { tenantId, memberId }: { tenantId: number; memberId: number }, history: History) => {
  const { orders, days, until, seed } = history;
  const customers = Math.max(1, Math.round(orders / ORDERS_FOR_A_CUSTOMER));
  const all = { 1: orders, 2: customers, 3: days, 4: until };
  await owner.query(`begin; set local app.tenant_id = '${tenantId}'; set local work_mem = '256MB'; set local synchronous_commit = off`);
  await owner.query(chance(seed));
  for (const statement of statements) {
    // a look at the whole table for every small neighbour took two thirds of the time
    if (statement.startsWith('analyze') && orders < ANALYZED_FROM) continue;
    const values = statement.includes('$4')
      ? Object.values(all)
      : statement.startsWith('insert into customers')
        ? [customers]
        : statement.includes('$2')
          ? [memberId, orders]
          : statement.includes('$1')
            ? [memberId]
            : [];
    await owner.query(statement, values);
  }
  await owner.query('commit');
};

const run = async () => {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string', default: '1000000' },
      days: { type: 'string', default: '730' },
      others: { type: 'string', default: '200' },
      'other-orders': { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
      until: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    },
  });
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const given = process.env['DATABASE_URL'];
  const storage = given
    ? { ownerUrl: given, stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir: process.env['DATA_DIR'] ?? './data', log: { info: say, warn: say, error: say } });
  await migrate(storage.ownerUrl);
  const databases = openPools(storage.ownerUrl);
  const owner = new pg.Client({ connectionString: storage.ownerUrl });
  await owner.connect();
  const passwordHash = await hashPassword('comanda-history', systemRandom);
  const started = Date.now();
  for (let count = 0; count <= Number(values.others); count++) {
    const username = `history-${values.seed}-${count}@demo.example`;
    const tenant = await openHistoryTenant(databases, owner, `History ${count}`, passwordHash, username);
    const orders = Number(count === 0 ? values.orders : values['other-orders']);
    await makeHistory(owner, tenant, { orders, days: Number(values.days), until: values.until, seed: Number(values.seed) + count });
    if (count % 50 === 0) say(`${username}: ${orders} orders, password comanda-history, ${Math.round((Date.now() - started) / 1000)} s`);
  }
  await owner.query('vacuum analyze');
  await owner.end();
  await databases.close();
  await storage.stop();
};

if (import.meta.main) await run();
