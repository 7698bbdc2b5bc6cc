import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startRealServer } from './real-server.ts';
import { type Answer, holdAgainst, type Ledger, openShop, sell } from './shop.ts';

const WRITERS = 8;

interface Options {
  rounds: number;
  /** of the pauses before each kill */
  seed: number;
  say?: (line: string) => void;
}

export interface KillReport extends Ledger {
  rounds: number;
}

/** A small generator, so that a run can be repeated by its seed. */
const generator = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
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
  const shop = await openShop(server.origin);
  const acknowledged = new Map<string, Answer>();
  let isOver = false;

  const write = async (writer: number) => {
    for (let count = 0; !isOver; count++) {
      const key = `${writer}-${count}`;
      // as a till does: the same key until it is answered
      for (;;) {
        const answer = await sell(server.origin, shop, { key, isPaid: count % 2 === 1 }).catch(() => undefined);
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
  const report = { rounds, ...(await holdAgainst(client, shop.tenantId, acknowledged)) };
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
