import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { atMost, atLeast, exactly, type Figure } from '#tools/parts/figures.ts';
import { embeddedPrograms, rentDatabase, startForeignPostgres } from '#tools/parts/foreign-postgres.ts';
import { freePort, type RealServer, startRealServer } from '#tools/parts/real-server.ts';
import { type Answer, deliver, get, holdAgainst, openShop, orderAsDiner, pay, sell } from '#tools/parts/shop.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const TILLS = 4;
const BETWEEN_ORDERS = 40; // ms of a till between two orders, so that both cores are not spent on clients
/** Of all tables together in one run: a table may order 10 times in ten minutes, an address 30 times, and a slow machine takes minutes. */
const DINERS_ORDERS = 24;

const git = (...args: string[]) => spawnSync('git', ['-C', ROOT, ...args], { encoding: 'utf8', maxBuffer: 1e9 });

/** v0.2.0, by its commit: a tag does not come with every clone. */
const FORMER = '117711047eac35796413328a7f67cb20072e8ca6';

/** The release before this one, as a commit; none where the history is not there, as in a shallow clone. */
export const findFormerRelease = (): string | undefined => (git('cat-file', '-e', `${FORMER}^{commit}`).status === 0 ? FORMER : undefined);

/** Puts the files of a commit into a new folder, with the packages of this one. */
export const unpackRelease = (release: string, folder: string): void => {
  mkdirSync(folder);
  const tar = join(folder, '..', 'release.tar');
  const archived = git('archive', '--output', tar, release);
  const unpacked = spawnSync('tar', ['-xf', tar, '-C', folder], { encoding: 'utf8' });
  if (archived.status !== 0 || unpacked.status !== 0)
    throw new Error(`${release} cannot be unpacked: ${archived.stderr}${unpacked.stderr}`);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
};

interface UpgradeOptions {
  /** how long both releases sell side by side */
  seconds: number;
  tills?: number;
  say?: (line: string) => void;
}

/**
 * The database of the release before is upgraded while that release's node sells on; then one node of each sells beside the other, and
 * the old one goes. Nobody tries again: whatever is refused counts.
 */
export const runUpgrade = async ({ seconds, tills = TILLS, say = () => {} }: UpgradeOptions): Promise<Figure[]> => {
  const release = findFormerRelease();
  if (!release) throw new Error('The release before this one is not in the history of this clone: git fetch --unshallow.');
  const folder = mkdtempSync(join(tmpdir(), 'comanda-upgrade-'));
  chmodSync(folder, 0o755);
  // by TCP, as a provider has it: the release before knows no password in the address of a socket
  const port = await freePort();
  const postgres = await startForeignPostgres(embeddedPrograms(), { listen_addresses: '127.0.0.1' }, port);
  const nodes: RealServer[] = [];
  try {
    unpackRelease(release, join(folder, 'former'));
    const rented = new URL(await rentDatabase(postgres));
    const { user = '', password = '' } = Object.fromEntries(rented.searchParams);
    const env = { DATABASE_URL: `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}${rented.pathname}` };
    const former = await startRealServer(join(folder, 'data'), env, undefined, join(folder, 'former'));
    nodes.push(former);
    return await sellThrough({
      former,
      seconds,
      tills,
      say,
      databaseUrl: env.DATABASE_URL,
      startNext: async () => {
        const next = await startRealServer(join(folder, 'data'), { ...env, LOG_LEVEL: 'info' });
        nodes.push(next);
        return next;
      },
    });
  } finally {
    await Promise.all(nodes.map((node) => node.kill()));
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

interface Scene {
  former: RealServer;
  startNext: () => Promise<RealServer>;
  databaseUrl: string;
  seconds: number;
  tills: number;
  say: (line: string) => void;
}

const sellThrough = async ({ former, startNext, databaseUrl, seconds, tills, say }: Scene): Promise<Figure[]> => {
  const shop = await openShop(former.origin);
  const origins = [former.origin];
  const told = new Map<string, Answer>();
  const failures: string[] = [];
  let isOver = false;
  let slowest = 0;
  let count = 0;
  const underWay = new Map<string, number>();
  /** Takes the nodes in turns. */
  const tried = async <T>(work: (origin: string) => Promise<T>): Promise<T | undefined> => {
    const began = performance.now();
    const origin = origins[count++ % origins.length]!;
    underWay.set(origin, (underWay.get(origin) ?? 0) + 1);
    try {
      return await work(origin);
    } catch (error) {
      failures.push(String(error));
      return undefined;
    } finally {
      underWay.set(origin, underWay.get(origin)! - 1);
      slowest = Math.max(slowest, performance.now() - began);
    }
  };
  const till = async (number: number) => {
    for (let turn = 0; !isOver; turn++) {
      const key = `${number}-${turn}`;
      // at a table that was free, and is free again once it has paid
      const isSeated = turn % 10 === 0;
      const tableId = isSeated ? shop.tillTableIds[number] : undefined;
      const answer = await tried((origin) => sell(origin, shop, { key, isPaid: turn % 2 === 1, tableId }));
      if (answer) told.set(key, answer);
      if (answer && isSeated) {
        await tried((origin) => deliver(origin, shop, answer.orderId));
        const invoiceId = await tried((origin) => pay(origin, shop, answer.orderId, `pay-${key}`));
        if (invoiceId) answer.invoiceId = invoiceId;
      }
      await pause(BETWEEN_ORDERS);
    }
  };
  const look = async () => {
    for (let turn = 0; !isOver; turn++) {
      for (const path of ['/orders', '/kitchen', '/pos/init', '/dashboard', '/invoices?type=today'])
        await tried((origin) => get(origin, path, shop.cookie));
      // its number says at which table the diner sits
      const diner = turn / 4;
      if (Number.isInteger(diner) && diner < DINERS_ORDERS) await tried((origin) => orderAsDiner(origin, shop, `diner-${diner}`));
      await pause(500);
    }
  };
  const working = [...Array.from({ length: tills }, (_, number) => till(number)), look()];

  const during = async (what: string, work: () => Promise<unknown>) => {
    const before = { failures: failures.length, told: told.size };
    slowest = 0;
    await work();
    const report = { failed: failures.length - before.failures, orders: told.size - before.told, slowest };
    say(`${what}: ${report.orders} orders, ${report.failed} calls failed, the slowest took ${Math.round(slowest)} ms`);
    for (const failure of failures.slice(before.failures, before.failures + 5)) say(`  ${failure.slice(0, 300)}`);
    return report;
  };
  await during('the former release alone', () => pause(3000));
  const upgrade = await during('the upgrade', async () => {
    const next = await startNext();
    origins.push(next.origin);
    for (const line of next.output().split('\n')) if (line.startsWith('Migration')) say(`  ${line}`);
  });
  const beside = await during('one node of each', () => pause(seconds * 1000));
  const gone = await during('the former node goes', async () => {
    origins.shift();
    while (underWay.get(former.origin)) await pause(20);
    await former.stop();
    await pause(1000);
  });
  isOver = true;
  await Promise.all(working);

  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ledger = await holdAgainst(client, shop.tenantId, told);
  const { rows } = await client.query(
    `select (select sum(total) from invoices where tenant_id = $1) as stored, sum(total) as noted from (
       select total from report_sums where tenant_id = $1 and grain = 'day' and figure = 'sale'
       union all select total from report_deltas where tenant_id = $1 and figure = 'sale') s`,
    [shop.tenantId],
  );
  await client.end();
  return [
    exactly('calls that failed while the database was upgraded', upgrade.failed),
    atMost('the longest wait of a call meanwhile', upgrade.slowest, 5000, ' ms'),
    exactly('calls that failed while one node of each release sold', beside.failed),
    atLeast('orders meanwhile', beside.orders, seconds),
    exactly('calls that failed while the former node went', gone.failed),
    exactly('orders lost or doubled', ledger.lost + ledger.doubled),
    exactly('gaps in tokens, invoices, events', ledger.tokenGaps + ledger.invoiceGaps + ledger.eventGaps),
    exactly('minor units by which the sums differ from the invoices', Number(rows[0].stored) - Number(rows[0].noted)),
  ];
};
