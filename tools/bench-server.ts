import fastify from 'fastify';
import pg from 'pg';
import { initPos } from '#contract/pos.ts';
import { buildApp } from '#server/app.ts';
import { ACCESS_COOKIE } from '#server/features/devices/session-cookies.rules.ts';
import { insertSession } from '#server/features/devices/sessions.queries.ts';
import { openTenant } from '#server/features/tenants/open-tenant.queries.ts';
import { openDatabases } from '#server/platform/database.ts';
import { urlFor } from '#server/platform/migrations.ts';
import { publicId, systemClock, systemRandom } from '#server/platform/seams.ts';
import { hashToken, newToken } from '#server/platform/tokens.ts';

/** What `npm run bench` learns of the server that it measures, over IPC. */
export interface BenchServer {
  port: number;
  /** a route of nothing but Fastify that sends the bytes of one tenant's GET /pos/init from memory */
  plainPort: number;
  tenants: { tenantId: number; cookie: string; itemIds: number[]; version: number }[];
}

const TENANTS = 50;
const ITEMS = 100;

const ownerUrl = process.argv[2] ?? '';
const databases = openDatabases(urlFor(ownerUrl, 'comanda_app'), urlFor(ownerUrl, 'comanda_worker'), urlFor(ownerUrl, 'comanda_platform'));
const config = {
  publicUrl: 'http://127.0.0.1',
  dataDir: '/tmp/comanda-bench',
  trialDays: 14,
  graceDays: 3,
  planPrice: 2000,
  planCurrency: 'INR',
  usdRates: { USD: 1, EUR: 1.1, JPY: 0.007 },
  trustProxy: false,
  logLevel: 'error',
};
const app = await buildApp({ databases, clock: systemClock, random: systemRandom, config });
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();

const openOne = async () => {
  const now = new Date();
  const access = newToken(systemRandom);
  const { tenantId, memberId } = await databases.acrossTenants((db) =>
    openTenant(db, {
      name: 'Bench',
      username: `${publicId(systemRandom)}@example.com`,
      passwordHash: '-',
      currency: 'USD',
      timezone: 'Europe/London',
      uniqueQRCode: publicId(systemRandom),
      activeUntil: new Date('2100-01-01'),
      now,
    }),
  );
  await databases.acrossTenants((db) =>
    insertSession(db, {
      tenantId,
      memberId,
      deviceId: publicId(systemRandom),
      accessHash: hashToken(access),
      accessExpiresAt: new Date('2100-01-01'),
      refreshHash: hashToken(newToken(systemRandom)),
      refreshFamily: newToken(systemRandom),
      refreshExpiresAt: new Date('2100-01-01'),
      address: '127.0.0.1',
      deviceName: 'Bench',
      now,
    }),
  );
  await owner.query(`begin; set local app.tenant_id = '${tenantId}'`);
  await owner.query("insert into taxes (title, rate, type) values ('VAT', 80000, 'exclusive')");
  await owner.query("insert into categories (title, position) select 'Category ' || n, n from generate_series(1, 8) n");
  const { rows } = await owner.query<{ id: number }>(
    `insert into menu_items (title, price, category_id, tax_id, position)
     select 'A dish with a plausible name ' || n, 300 + n * 7, (select min(id) + n % 8 from categories where tenant_id = $1), (select id from taxes where tenant_id = $1), n
     from generate_series(1, $2::int) n returning id`,
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
  const { rows: counters } = await owner.query<{ version: number }>('select version from tenant_counters where tenant_id = $1', [tenantId]);
  await owner.query('commit');
  return { tenantId, cookie: `${ACCESS_COOKIE}=${access}`, itemIds: rows.map(({ id }) => id), version: counters[0]!.version };
};

const tenants: BenchServer['tenants'] = [];
for (let count = 0; count < TENANTS; count++) tenants.push(await openOne());
await owner.query('vacuum analyze');
await owner.end();
await app.listen({ port: 0, host: '127.0.0.1' });
const portOf = (address: ReturnType<typeof app.server.address>) => (typeof address === 'object' && address ? address.port : 0);

const encoded = async (encoding: string) => {
  const headers = { cookie: tenants[0]!.cookie, 'accept-encoding': encoding };
  const response = await app.inject({ method: 'GET', url: `/api/v1${initPos.path}`, headers });
  return {
    body: response.rawPayload,
    headers: { 'content-type': 'application/json; charset=utf-8', ...(encoding !== 'identity' && { 'content-encoding': encoding }) },
  };
};
const plain = fastify();
for (const encoding of ['identity', 'br']) {
  const { body, headers } = await encoded(encoding);
  plain.get(`/${encoding}`, (_, reply) => reply.headers(headers).send(body));
}
await plain.listen({ port: 0, host: '127.0.0.1' });

// a bench that failed must not leave its server behind
process.on('disconnect', () => process.exit(1));
process.on('message', (message) => {
  if (message === 'cpu') process.send?.({ cpu: process.cpuUsage() });
  if (message === 'stop')
    void Promise.all([app.close(), plain.close()])
      .then(() => databases.close())
      .then(() => process.exit(0));
});
process.send?.({ port: portOf(app.server.address()), plainPort: portOf(plain.server.address()), tenants } satisfies BenchServer);
