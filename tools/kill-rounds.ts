import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type RealServer, startRealServer } from './real-server.ts';

const WRITERS = 8;

interface Options {
  rounds: number;
  /** of the pauses before each kill */
  seed: number;
  say?: (line: string) => void;
}

export interface KillReport {
  rounds: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  tokenGaps: number;
  invoiceGaps: number;
  eventGaps: number;
}

/** A small generator, so that a run can be repeated by its seed. */
const generator = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

interface Answer {
  orderId: number;
  tokenNo: number;
  invoiceId: number;
}

const post = async (server: RealServer, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });

const openShop = async (server: RealServer) => {
  const username = `${randomUUID()}@example.com`;
  const password = 'kill me softly';
  await post(server, '/auth/signup', { biz_name: 'Kill rounds', username, password });
  const response = await post(server, '/auth/signin', { username, password });
  const { user } = (await response.json()) as { user: { tenant_id: number } };
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const added = await post(server, '/menu-items/add', { title: 'Soup', price: 4.5 }, { cookie });
  const { id: itemId } = (await added.json()) as { id: number };
  return { cookie, itemId, tenantId: user.tenant_id };
};

/** Kills the postmaster, as soon as there is one: the round before may have left the supervisor restarting it. */
const killPostmaster = async (dataDir: string) => {
  for (const end = Date.now() + 30_000; ; ) {
    try {
      const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGKILL');
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(20);
    }
  }
};

/**
 * Kills the server, its database, or both, while eight writers sell, and starts again; afterwards every acknowledged order
 * must be there once, with tokens, invoice numbers and events without a gap (reliability.md §5).
 */
export const runKillRounds = async ({ rounds, seed, say = () => {} }: Options): Promise<KillReport> => {
  const random = generator(seed);
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-kill-'));
  chmodSync(dataDir, 0o755);
  let server = await startRealServer(dataDir);
  const { cookie, itemId, tenantId } = await openShop(server);
  const acknowledged = new Map<string, Answer>();
  let isOver = false;

  const sell = async (key: string) => {
    const path = key.endsWith('p') ? '/pos/create-order-and-invoice' : '/pos/create-order';
    const response = await post(server, path, { cart: [{ id: itemId, quantity: 1 }] }, { cookie, 'idempotency-key': key });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const write = async (writer: number) => {
    for (let count = 0; !isOver; count++) {
      const key = `${writer}-${count}${count % 2 ? 'p' : 'o'}`;
      // as a till does: the same key until it is answered
      for (;;) {
        const answer = await sell(key).catch(() => undefined);
        if (answer) {
          acknowledged.set(key, answer);
          break;
        }
        await pause(20);
      }
    }
  };

  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  for (let round = 1; round <= rounds; round++) {
    await pause(200 + random() * 400);
    const victim = ['server', 'database', 'both'][round % 3];
    if (victim !== 'server') await killPostmaster(dataDir);
    if (victim !== 'database') {
      await server.kill();
      server = await startRealServer(dataDir);
    } else
      while (
        !(await fetch(`${server.origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ))
      )
        await pause(50);
    say(`round ${round}: killed ${victim}, ${acknowledged.size} orders acknowledged so far`);
  }
  await pause(300);
  isOver = true;
  await Promise.all(writers);

  const client = new pg.Client({ host: join(dataDir, 'run'), user: 'comanda_owner', database: 'comanda' });
  await client.connect();
  const rowsOf = async (text: string) => (await client.query<Record<string, number>>(text, [tenantId])).rows;
  const stored = await rowsOf('select id::int, token_no, invoice_id::int from orders where tenant_id = $1');
  const byId = new Map(stored.map((row) => [row['id'], row]));
  const report: KillReport = {
    rounds,
    acknowledged: acknowledged.size,
    lost: [...acknowledged.values()].filter(({ orderId, tokenNo, invoiceId }) => {
      const row = byId.get(orderId);
      return row?.['token_no'] !== tokenNo || (row['invoice_id'] ?? undefined) !== invoiceId;
    }).length,
    // every key was retried until it was answered, so there is one order for each and no other
    doubled: stored.length - acknowledged.size,
    tokenGaps: (
      await rowsOf(
        'select business_date from orders where tenant_id = $1 group by 1 having max(token_no) <> count(*) or min(token_no) <> 1',
      )
    ).length,
    invoiceGaps: (await rowsOf('select 1 as gap from invoices where tenant_id = $1 having max(id) <> count(*)')).length,
    eventGaps: (
      await rowsOf(
        'select 1 as gap from events where tenant_id = $1 having max(seq) <> count(*) or count(*) <> (select count(*) from orders where tenant_id = $1)',
      )
    ).length,
  };
  await client.end();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return report;
};

if (import.meta.main) {
  const at = process.argv.indexOf('--seed');
  const seed = at > 0 ? Number(process.argv[at + 1]) : 1;
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const report = await runKillRounds({ rounds: 20, seed, say });
  say(JSON.stringify({ seed, ...report }));
  const { lost, doubled, tokenGaps, invoiceGaps, eventGaps } = report;
  process.exitCode = lost + doubled + tokenGaps + invoiceGaps + eventGaps === 0 ? 0 : 1;
}
