import fastify from 'fastify';
import pg from 'pg';
import { initPos } from '#contract/pos.ts';
import { publicId, systemRandom } from '#server/platform/clock-and-random.ts';
import { openMeasuredApp, openPools, openTill } from './measured-app.ts';
import { openPlainOrders } from './plain-orders.ts';
import { makeHistory, openHistoryTenant } from './history.ts';

/** What `npm run bench` learns of the server that it measures, over IPC. */
export interface BenchServer {
  port: number;
  /** routes of nothing but Fastify that send the bytes of one tenant's GET /pos/init and GET /qrmenu from memory, and store orders by plain inserts */
  plainPort: number;
  tenants: { tenantId: number; cookie: string; qrcode: string; itemIds: number[]; version: number }[];
  /** the same two years with few orders and with many, when histories are asked for */
  histories?: { today: string; small: string; large: string; seconds: number };
}

const TENANTS = 50;
const OTHERS = 200;
const OTHERS_ORDERS = 200;
const YEARS = 730; // days
const SMALL = 10_000; // orders

const ownerUrl = process.argv[2] ?? '';
const databases = openPools(ownerUrl);
const app = await openMeasuredApp(databases);
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();

const openOne = async () => {
  const { tenantId, memberId } = await openHistoryTenant(databases, owner, 'Bench', '-', `${publicId(systemRandom)}@example.com`);
  const cookie = await openTill(databases, { tenantId, memberId });
  await databases.asTenant(tenantId, (db) => db.updateTable('store_settings').set({ is_qr_menu_enabled: true }).execute());
  const { rows: stores } = await owner.query<{ qrcode: string }>(
    'select unique_qr_code as qrcode from store_settings where tenant_id = $1',
    [tenantId],
  );
  const { rows } = await owner.query<{ id: number }>('select id from menu_items where tenant_id = $1 order by id', [tenantId]);
  const { rows: counters } = await owner.query<{ version: number }>('select version from tenant_counters where tenant_id = $1', [tenantId]);
  return {
    tenantId,
    memberId,
    cookie,
    qrcode: stores[0]!.qrcode,
    itemIds: rows.map(({ id }) => id),
    version: counters[0]!.version,
  };
};

const tenants: BenchServer['tenants'] = [];
for (let count = 0; count < TENANTS; count++) tenants.push(await openOne());
const addHistories = async (orders: number) => {
  const started = Date.now();
  const until = new Date().toISOString().slice(0, 10);
  const [small, large] = [await openOne(), await openOne()];
  await makeHistory(owner, small, { orders: SMALL, days: YEARS, until, seed: 1 });
  await makeHistory(owner, large, { orders, days: YEARS, until, seed: 2 });
  for (let count = 0; count < OTHERS; count++)
    await makeHistory(owner, await openOne(), { orders: OTHERS_ORDERS, days: YEARS, until, seed: 3 + count });
  return { today: until, small: small.cookie, large: large.cookie, seconds: Math.round((Date.now() - started) / 1000) };
};
const ordersOfHistory = Number(process.argv[3] ?? 0);
const histories = ordersOfHistory > 0 ? await addHistories(ordersOfHistory) : undefined;
await owner.query('vacuum analyze');
await owner.end();
await app.listen({ port: 0, host: '127.0.0.1' });
const portOf = (address: ReturnType<typeof app.server.address>) => (typeof address === 'object' && address ? address.port : 0);

const encoded = async (path: string, encoding: string) => {
  const headers = { cookie: tenants[0]!.cookie, 'accept-encoding': encoding };
  const response = await app.inject({ method: 'GET', url: `/api/v1${path}`, headers });
  return {
    body: response.rawPayload,
    headers: { 'content-type': 'application/json; charset=utf-8', ...(encoding !== 'identity' && { 'content-encoding': encoding }) },
  };
};
const plain = fastify();
for (const [at, path] of [
  ['', initPos.path],
  ['/qrmenu', `/qrmenu/${tenants[0]!.qrcode}`],
] as const)
  for (const encoding of ['identity', 'gzip', 'br']) {
    const { body, headers } = await encoded(path, encoding);
    plain.get(`${at}/${encoding}`, (_, reply) => reply.headers(headers).send(body));
  }
const plainOrders = await openPlainOrders(
  ownerUrl,
  tenants.map(({ tenantId }) => tenantId),
);
plain.post<{ Params: { tenant: string }; Body: { cart: { id: number; quantity: number; notes: string }[] } }>(
  '/orders/:tenant',
  ({ params, body }) => plainOrders.place(Number(params.tenant), body.cart),
);
await plain.listen({ port: 0, host: '127.0.0.1' });

// a bench that failed must not leave its server behind
process.on('disconnect', () => process.exit(1));
process.on('message', (message) => {
  if (message === 'cpu') process.send?.({ cpu: process.cpuUsage() });
  if (message === 'stop')
    void Promise.all([app.close(), plain.close()])
      .then(() => Promise.all([databases.close(), plainOrders.close()]))
      .then(() => process.exit(0));
});
process.send?.({
  port: portOf(app.server.address()),
  plainPort: portOf(plain.server.address()),
  tenants,
  ...(histories && { histories }),
} satisfies BenchServer);
