import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { atLeast, atMost, exactly, type Figure } from '#tools/parts/figures.ts';
import { type RealServer, startRealServer } from '#tools/parts/real-server.ts';
import { type Answer, holdAgainst, insist, openShop, type Refusals, sell, unexpectedOf } from '#tools/parts/shop.ts';
import { type Pair, startPair } from '#tools/parts/standby-postgres.ts';

const NODES = 2;
const WRITERS = 8;
const BETWEEN_ORDERS = 15; // ms of a writer between two orders, so that both cores are not spent on clients
const STANDSTILL = 1500; // ms

interface Options {
  /** of PostgreSQL's programs */
  bin: string;
  version: string;
  /** of selling before the primary is lost, and after */
  seconds: number;
  say: (line: string) => void;
}

/**
 * A primary and a synchronous standby under two nodes and eight writers. The standby stands still, so that orders wait for it, and in that
 * moment the primary is lost with all its processes; the standby is promoted. Nobody tells the nodes.
 */
export const runFailover = async (options: Options): Promise<Figure[]> => {
  const pair = await startPair(options.bin);
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-failover-'));
  chmodSync(dataDir, 0o755);
  const nodes: RealServer[] = [];
  try {
    while (nodes.length < NODES) nodes.push(await startRealServer(dataDir, { DATABASE_URL: pair.urls.both }));
    return await sellThrough(pair, nodes, options);
  } finally {
    await Promise.all(nodes.map((node) => node.kill()));
    await pair.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const since = (moment: number) => Math.round(performance.now() - moment);

const sellThrough = async (pair: Pair, nodes: RealServer[], { version, seconds, say }: Options): Promise<Figure[]> => {
  const shop = await openShop(nodes[0]!.origin);
  const told = new Map<string, Answer>();
  const refusals: Refusals = new Map();
  /** when each node last acknowledged an order that was sent after the primary was lost */
  const backAt = new Map<number, number>();
  let lostAt = Infinity;
  let isOver = false;
  const write = async (writer: number) => {
    const place = writer % nodes.length;
    for (let count = 0; !isOver; count++) {
      const key = `${writer}-${count}`;
      const answer = await insist(shop, refusals, () => sell(nodes[place]!.origin, shop, { key, isPaid: count % 2 === 1 }));
      told.set(key, answer);
      if (performance.now() > lostAt && !backAt.has(place)) backAt.set(place, performance.now());
      await pause(BETWEEN_ORDERS);
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  for (const writer of writers) writer.catch(() => {}); // reported at the end, where all are awaited
  try {
    await pause(seconds * 1000);
    await pair.signalReplication('SIGSTOP');
    await pause(300); // what the standby had taken before is still answered
    const before = told.size;
    await pause(STANDSTILL);
    const duringStandstill = told.size - before;
    await pair.primary.kill();
    lostAt = performance.now();
    await pair.signalReplication('SIGCONT');
    pair.promote();
    say(`PostgreSQL ${version}: ${told.size} orders acknowledged; the standby was promoted ${since(lostAt)} ms after the primary was lost`);
    for (const end = Date.now() + 60_000; backAt.size < nodes.length && Date.now() < end; ) await pause(20);
    await pause(seconds * 1000);
    isOver = true;
    await Promise.all(writers);
    const afterwards = Math.max(...backAt.values(), backAt.size < nodes.length ? Infinity : 0) - lostAt;
    say(`PostgreSQL ${version}: all nodes sell again after ${Math.round(afterwards)} ms; ${told.size} orders acknowledged in all`);
    const client = new pg.Client({ connectionString: pair.urls.standby });
    await client.connect();
    const ledger = await holdAgainst(client, shop.tenantId, told);
    await client.end();
    const of = (what: string) => `PostgreSQL ${version}: ${what}`;
    return [
      atLeast(of('orders acknowledged before the primary was lost'), before, 50),
      exactly(of('acknowledged while the standby stood still'), duringStandstill),
      atMost(of('primary lost under 8 writers, standby promoted: both nodes sell again after'), afterwards, 10_000, ' ms'),
      atLeast(of('orders acknowledged in all'), told.size, before + 50),
      exactly(of('refusals other than 503'), unexpectedOf(refusals)),
      exactly(of('acknowledged and lost'), ledger.lost),
      exactly(of('doubled'), ledger.doubled),
      exactly(of('gaps in tokens, invoices, events'), ledger.tokenGaps + ledger.invoiceGaps + ledger.eventGaps),
    ];
  } finally {
    isOver = true;
  }
};
