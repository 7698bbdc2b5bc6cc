import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { buildApp } from '#server/app.ts';
import { rollUp } from '#server/features/provider-reports/roll-up.queries.ts';
import { insertProviderSession } from '#server/features/superadmin-auth/provider-sessions.queries.ts';
import { PLATFORM_ACCESS_COOKIE } from '#server/features/superadmin-auth/super-admin-cookies.rules.ts';
import { openPools } from '#tools/bench/measured-app.ts';
import { systemClock, systemRandom } from '#server/platform/clock-and-random.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { median } from '#tools/parts/median.ts';
import { endlessBuckets } from '#tools/bench/endless-buckets.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';

const ROUNDS = 5;
const CALLS = 40; // in a round
const AT_MOST = 2; // times the cost of a small platform
const ITEMS = 20;
/** MB by which the export of a large platform may need more memory than that of a small one: it is sent row by row. */
const EXPORT_MORE = 30;

// The garbage that lies about says when it was last collected, not how much is held: it is collected before each look.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heapInUse = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** Everything a platform shows, for `tenants` restaurants with 100 orders each over the last 90 days; some sell far more of their house dish. */
const fill = async (owner: pg.Client, tenants: number, orders: number) => {
  // the generator keeps the rules itself; checking each reference would take most of the time
  await owner.query('set session_replication_role = replica');
  const statements: [string, unknown[]][] = [
    [
      `insert into tenants (name, is_active, active_until, subscription_id, created_at)
       select 'Restaurant ' || md5(n::text), n % 10 <> 0, now() + interval '30 days', case when n % 3 = 0 then 'sub_' || n end,
         now() - n * interval '1 hour' from generate_series(1, $1::int) n`,
      [tenants],
    ],
    ['insert into tenant_counters (tenant_id) select id from tenants', []],
    [
      `insert into members (tenant_id, username, password_hash, name, role, created_at)
       select id, 'owner' || id || '@example.com', '-', 'Owner', 'admin', now() from tenants`,
      [],
    ],
    [
      `insert into store_settings (tenant_id, store_name, currency, unique_qr_code, timezone)
       select id, name, (array['USD', 'EUR', 'INR', 'JPY'])[1 + id % 4], md5(id::text), 'UTC' from tenants`,
      [],
    ],
    [
      `insert into menu_items (tenant_id, id, title, price) overriding system value
       select t.id, t.id * 100 + n, 'Dish ' || n, 700 from tenants t, generate_series(1, $1::int) n`,
      [ITEMS],
    ],
    [
      `insert into invoices (tenant_id, id, business_date, business_hour, created_at, sub_total, tax_total, total, currency, delivery_type, customer_type)
       select 1 + n % $2, n, (now() - (n / $2 % 90) * interval '1 day')::date, to_char(now() at time zone 'UTC', 'HH24'), now() - (n / $2 % 90) * interval '1 day',
         1400, 0, 1400, (array['USD', 'EUR', 'INR', 'JPY'])[1 + (1 + n % $2) % 4], 'dinein', 'WALKIN' from generate_series(1, $1::int) n`,
      [orders, tenants],
    ],
    [
      `insert into orders (tenant_id, id, check_id, business_date, business_hour, token_no, created_at, delivery_type, customer_type, status, invoice_id, currency)
       overriding system value
       select tenant_id, id, id, business_date, business_hour, id, created_at, 'dinein', 'WALKIN', 'completed', id, currency from invoices`,
      [],
    ],
    [
      `insert into order_lines (tenant_id, order_id, item_id, item_title, base_price, unit_price, quantity, status)
       select tenant_id, id, tenant_id * 100 + 1 + case line when 1 then 0 else (id * 7) % $1 end, 'Dish', 700, 700,
         case line when 1 then 1 + 900 / (tenant_id - (select min(id) from tenants) + 1) else 1 + id % 3 end, 'completed'
       from orders, generate_series(1, 2) line`,
      [ITEMS],
    ],
  ];
  for (const [text, values] of statements) await owner.query(text, values);
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum analyze');
};

const openProvider = async (tenants: number, orders: number) => {
  const database = await openScratchDatabase();
  const databases = openPools(database.ownerUrl);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await fill(owner, tenants, orders);
  while (await rollUp(databases, new Date()));
  await owner.query('vacuum analyze');
  const access = newToken(systemRandom);
  const { rows } = await owner.query<{ id: number }>(
    "insert into platform.super_admins (username, name, password_hash, created_at) values ('bench@example.com', 'Bench', '-', now()) returning id",
  );
  await owner.end();
  const far = new Date('2100-01-01');
  await databases.asProvider((db) =>
    insertProviderSession(db, {
      superAdminId: rows[0]!.id,
      accessHash: hashToken(access),
      accessExpiresAt: far,
      refreshHash: newToken(systemRandom),
      refreshFamily: newToken(systemRandom),
      expiresAt: far,
      address: '127.0.0.1',
      deviceName: 'Bench',
      now: new Date(),
    }),
  );
  const config = {
    publicUrl: 'http://127.0.0.1',
    dataDir: '/tmp/comanda-bench',
    trialDays: 14,
    graceDays: 3,
    purgeAfterDays: 7,
    plan: { minorPrice: 200_000, currency: 'INR' },
    supportEmail: 'support@comanda.example',
    usdRates: { USD: 1, EUR: 1.1, INR: 0.0118, JPY: 0.0067 },
    trustProxy: false,
    logLevel: 'error',
  };
  const app = await buildApp({ databases, clock: systemClock, random: systemRandom, buckets: endlessBuckets, config });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api/v1/superadmin`;
  const ask = async (path: string) => {
    const response = await fetch(`${origin}${path}`, { headers: { cookie: `${PLATFORM_ACCESS_COOKIE}=${access}` } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    /** ms for one answer */
    time: async (path: string) => {
      const started = performance.now();
      for (let count = 0; count < CALLS; count++) await (await ask(path)).arrayBuffer();
      return (performance.now() - started) / CALLS;
    },
    /** MB by which what is in use grows at most while all tenants are sent, and how many bytes those are */
    exported: async () => {
      const before = heapInUse();
      let most = before;
      let bytes = 0;
      for await (const chunk of (await ask('/tenantsData/all?format=csv')).body as AsyncIterable<Uint8Array>) {
        bytes += chunk.byteLength;
        most = Math.max(most, heapInUse());
      }
      return { bytes, grown: (most - before) / 1e6 };
    },
    close: async () => {
      await app.close();
      await databases.close();
      await database.stop();
    },
  };
};

const pages = [
  '/dashboard',
  '/reports?type=today',
  '/tenantsData',
  '/tenants?page=1',
  '/tenants?page=3&status=active',
  '/tenants?search=9f3a',
];

/** What a super administrator's pages cost with 10,000 restaurants and 1,000,000 orders, beside 100 and 10,000; answers what costs too much. */
export const benchProvider = async (say: (line: string) => void): Promise<string[]> => {
  const failures: string[] = [];
  const small = await openProvider(100, 10_000);
  const large = await openProvider(10_000, 1_000_000);
  say('\nthe super administrator’s pages: 100 restaurants and 10,000 orders, beside 10,000 and 1,000,000; one call at a time');
  say('page | small ms | large ms | ratio (range)');
  for (const path of pages) {
    const rows: { small: number; large: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const row = { small: await small.time(path), large: await large.time(path) };
      if (round > 0) rows.push(row); // the first one warms up
    }
    const ratios = rows.map((row) => row.large / row.small);
    const of = (name: 'small' | 'large') => median(rows.map((row) => row[name])).toFixed(2);
    const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    say(`${path} | ${of('small')} | ${of('large')} | ${median(ratios).toFixed(2)} (${range})`);
    if (median(ratios) > AT_MOST) failures.push(`superadmin${path}: ${median(ratios).toFixed(2)} times the cost, above ${AT_MOST}`);
  }
  const exports = [];
  for (const platform of [small, large]) {
    await platform.exported(); // warms up
    const { bytes, grown } = await platform.exported();
    say(`export: ${(bytes / 1e6).toFixed(2)} MB, the heap of server and client grew by at most ${grown.toFixed(1)} MB`);
    exports.push(grown);
  }
  const more = exports[1]! - exports[0]!;
  if (more > EXPORT_MORE) failures.push(`superadmin export: ${more.toFixed(1)} MB more memory for more restaurants, above ${EXPORT_MORE}`);
  await small.close();
  await large.close();
  return failures;
};
