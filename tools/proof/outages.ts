import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { atLeast, atMost, exactly, type Figure, timed } from '#tools/parts/figures.ts';
import { openLine } from '#tools/parts/line.ts';
import { startRealServer } from '#tools/parts/real-server.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';
import { openShop, post, type Shop, sell } from '#tools/parts/shop.ts';

type Say = (line: string) => void;

/** A real server whose database stands behind a line that can be cut. */
const openScene = async () => {
  const database = await openScratchDatabase();
  const { searchParams } = new URL(database.ownerUrl);
  const line = await openLine(`${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-outage-'));
  chmodSync(dataDir, 0o755);
  const url = `postgresql://${searchParams.get('user')}:${searchParams.get('password')}@127.0.0.1:${line.port}/comanda`;
  const clear = async () => {
    line.close();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const server = await startRealServer(dataDir, { DATABASE_URL: url }).catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  return {
    server,
    line,
    ownerUrl: database.ownerUrl,
    close: async () => {
      await server.stop();
      await clear();
    },
  };
};

let keys = 0;
/** Tries one order and answers its status, 0 for none at all, and how long it took. */
const tryToSell = async (origin: string, { cookie, itemId }: Shop) => {
  const headers = { cookie, 'idempotency-key': `outage-${(keys += 1)}` };
  const { ms, result } = await timed(() =>
    post(origin, '/pos/create-order', { cart: [{ id: itemId, quantity: 1 }] }, headers).then(
      ({ status }) => status,
      () => 0,
    ),
  );
  return { status: result, ms };
};

/** What else people do meanwhile, each tried once: status, and how long it took. */
const tryTheRest = async (origin: string, { cookie, itemId, qrcode }: Shop, orderId: number) => {
  const cartItems = [{ id: itemId, quantity: 1 }];
  const calls: Record<string, () => Promise<Response>> = {
    'sign-in': () => post(origin, '/auth/signin', { username: 'somebody@example.com', password: 'a long password' }),
    orders: () => fetch(`${origin}/api/v1/orders`, { headers: { cookie }, signal: AbortSignal.timeout(15_000) }),
    menu: () => fetch(`${origin}/api/v1/qrmenu/${qrcode}`, { signal: AbortSignal.timeout(15_000) }),
    'a diner orders': () => post(origin, `/qrmenu/${qrcode}/place-order`, { deliveryType: null, cartItems, customerType: 'WALKIN' }),
    pay: () => post(origin, '/orders/complete-and-pay-order', { orderIds: [orderId] }, { cookie, 'idempotency-key': 'outage-pay' }),
  };
  return Promise.all(
    Object.entries(calls).map(async ([what, call]) => {
      const { ms, result } = await timed(() =>
        call().then(
          ({ status }) => status,
          () => 0,
        ),
      );
      return { what, status: result, ms };
    }),
  );
};

/** Orders until one is taken, for so long at most: whether one was, and after how many ms. */
const sellAgain = (origin: string, shop: Shop, within = 60_000): Promise<{ ms: number; result: boolean }> =>
  timed(async () => {
    for (const end = Date.now() + within; Date.now() < end; await pause(50))
      if ((await tryToSell(origin, shop)).status === 200) return true;
    return false;
  });
const soldAgain = ({ ms, result }: { ms: number; result: boolean }): Figure[] => [
  exactly('orders taken afterwards', Number(result), 1),
  atMost('the first of them after', ms, 5000, ' ms'),
];

/** The database is gone for a while: everybody is told so at once, and it goes on by itself. */
export const runOutage = async ({ seconds, say }: { seconds: number; say: Say }): Promise<Figure[]> => {
  const scene = await openScene();
  try {
    const { server, line } = scene;
    const shop = await openShop(server.origin);
    const { orderId } = await sell(server.origin, shop, { key: 'before', isPaid: false });
    const asked: { status: number; ms: number }[] = [];
    line.cut();
    const asking = Array.from({ length: 4 }, async () => {
      for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(100)) asked.push(await tryToSell(server.origin, shop));
    });
    await pause(500);
    const health = await timed(() => fetch(`${server.origin}/healthz`));
    const ready = await fetch(`${server.origin}/readyz`);
    const rest = await tryTheRest(server.origin, shop, orderId);
    await Promise.all(asking);
    line.mend();
    const back = await sellAgain(server.origin, shop);
    say(`database gone for ${seconds} s: ${asked.length} orders refused, back after ${Math.round(back.ms)} ms`);
    return [
      atLeast(`database gone for ${seconds} s: orders tried`, asked.length, 5),
      exactly('of them not answered 503', asked.filter(({ status }) => status !== 503).length),
      atMost('slowest refusal', Math.max(...asked.map(({ ms }) => ms)), 2000, ' ms'),
      ...rest.map(({ what, status }) => exactly(`${what}: status`, status, 503)),
      atMost('slowest of these', Math.max(...rest.map(({ ms }) => ms)), 2000, ' ms'),
      exactly('/readyz meanwhile', ready.status, 503),
      atMost('/healthz meanwhile answers after', health.ms, 1000, ' ms'),
      ...soldAgain(back),
    ];
  } finally {
    await scene.close();
  }
};

/** The database stops answering without a word: nobody waits for ever, and no queue grows. */
export const runSilence = async ({ say }: { say: Say }): Promise<Figure[]> => {
  const scene = await openScene();
  try {
    const { server, line } = scene;
    const shop = await openShop(server.origin);
    await tryToSell(server.origin, shop);
    line.silence();
    const asked = await Promise.all(Array.from({ length: 60 }, () => tryToSell(server.origin, shop)));
    const health = await timed(() => fetch(`${server.origin}/healthz`));
    line.mend();
    const back = await sellAgain(server.origin, shop);
    say(`silent database: slowest of 60 orders refused after ${Math.round(Math.max(...asked.map(({ ms }) => ms)))} ms`);
    return [
      exactly('database silent: of 60 orders at once not answered 503', asked.filter(({ status }) => status !== 503).length),
      atMost('slowest refusal', Math.max(...asked.map(({ ms }) => ms)), 12_000, ' ms'),
      atMost('/healthz meanwhile answers after', health.ms, 1000, ' ms'),
      ...soldAgain(back),
    ];
  } finally {
    await scene.close();
  }
};

/** One restaurant's rows are locked and fifty of its orders wait: its neighbour sells as ever, and the queue is bounded. */
export const runNoisy = async ({ say }: { say: Say }): Promise<Figure[]> => {
  const scene = await openScene();
  const holder = new pg.Client({ connectionString: scene.ownerUrl });
  try {
    const { server } = scene;
    const [noisy, neighbour] = [await openShop(server.origin), await openShop(server.origin)];
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from tenant_counters where tenant_id = $1 for update', [noisy.tenantId]);
    let isOver = false;
    const sold: { status: number; ms: number }[] = [];
    const selling = (async () => {
      for (; !isOver; await pause(50)) sold.push(await tryToSell(server.origin, neighbour));
    })();
    const asked = await Promise.all(Array.from({ length: 50 }, () => tryToSell(server.origin, noisy)));
    isOver = true;
    await selling;
    await holder.query('rollback');
    const back = await sellAgain(server.origin, noisy);
    const [slowest, neighbours] = [asked, sold].map((all) => Math.max(...all.map(({ ms }) => ms)));
    say(
      `a locked restaurant: refused after ${Math.round(slowest!)} ms at most; ${sold.length} orders of its neighbour, the slowest ${Math.round(neighbours!)} ms`,
    );
    return [
      exactly('50 orders of a locked restaurant not answered 503', asked.filter(({ status }) => status !== 503).length),
      atMost('slowest of these refusals (statement_timeout is 5 s)', slowest!, 8000, ' ms'),
      atLeast('orders of its neighbour meanwhile', sold.length, 3),
      exactly('orders of its neighbour that failed', sold.filter(({ status }) => status !== 200).length),
      atMost('slowest order of its neighbour', neighbours!, 1500, ' ms'),
      ...soldAgain(back),
    ];
  } finally {
    await holder.end();
    await scene.close();
  }
};
