import { fork, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import autocannon from 'autocannon';
import { createOrder } from '#contract/pos.ts';
import type { BenchServer } from '#tools/bench/bench-server.ts';
import { nextMessage } from '#tools/bench/child-messages.ts';
import { median } from '#tools/parts/median.ts';
import { unpackRelease } from '#tools/proof/upgrade.ts';

/** The last commit before bills, discounts, tickets and chains: what they may cost an order is measured beside it. */
export const BEFORE_BILLS = '5ccb52c90f8894cf1de32e3399cae6225f153d23';
/** Turns are short and many: what else the machine does meanwhile falls on both releases, and the median forgets it. */
const TURN = 1; // s
const TURNS_PER_SECOND = 7;
const TO_FORMER = 0.95;

/** Where a release has one of its tools: former ones had them all in one folder. */
const toolOf = (folder: string, path: string) => {
  const former = `tools/${basename(path)}`;
  return existsSync(join(folder, former)) ? former : `tools/${path}`;
};

const databaseOf = (folder: string) => `
  import { openScratchDatabase } from './${toolOf(folder, 'parts/scratch-database.ts')}';
  const { ownerUrl, stop } = await openScratchDatabase();
  process.stdout.write(ownerUrl);
  process.stdin.on('end', () => void stop().then(() => process.exit(0))).resume();`;

/** A release's own database and server, in processes of their own, run from its folder. */
const startRelease = async (folder: string) => {
  const database = spawn(process.execPath, ['--input-type=module', '-e', databaseOf(folder)], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ownerUrl = await new Promise<string>((resolve, reject) => {
    database.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    database.once('exit', () => reject(new Error(`The database of ${folder} did not start.`)));
  });
  const child = fork(toolOf(folder, 'bench/bench-server.ts'), [ownerUrl, '0'], { cwd: folder, stdio: 'inherit' });
  const server = await nextMessage<BenchServer>(child);
  return {
    ...server,
    stop: async () => {
      child.send('stop');
      await new Promise((resolve) => child.once('exit', resolve));
      database.stdin.end();
      await new Promise((resolve) => database.once('exit', resolve));
    },
  };
};

/** The orders a second of this release beside those of a former one, in turns; answers the figures that were missed. */
export const benchFormer = async (say: (line: string) => void, seconds: number, release: string): Promise<string[]> => {
  if (spawnSync('git', ['cat-file', '-e', `${release}^{commit}`]).status !== 0)
    throw new Error(`${release} is not in the history of this clone: git fetch --unshallow --tags.`);
  const folder = mkdtempSync(join(tmpdir(), 'comanda-former-'));
  chmodSync(folder, 0o755);
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    unpackRelease(release, join(folder, 'former'));
    const former = await startRelease(join(folder, 'former'));
    ends.push(former.stop);
    const ours = await startRelease('.');
    ends.push(ours.stop);
    let sent = 0;
    let turns = 0;
    const rateOf = async ({ port, tenants }: BenchServer, many: number, connections: number) => {
      // one after the other: no order is completed here, and a restaurant has 50,000 lines in open ones at most
      const first = many === 1 ? (turns += 1) % tenants.length : 0;
      const requests = tenants.slice(first, first + many).map(({ cookie, itemIds }) => ({
        method: 'POST' as const,
        path: `/api/v1${createOrder.path}`,
        body: JSON.stringify({ cart: itemIds.slice(0, 3).map((id) => ({ id, quantity: 2 })) }),
        setupRequest: (request: autocannon.Request) => ({
          ...request,
          headers: { cookie, 'content-type': 'application/json', 'idempotency-key': `former-${(sent += 1)}` },
        }),
      }));
      const result = await autocannon({ url: `http://127.0.0.1:${port}`, connections, duration: TURN, requests });
      if (result.non2xx + result.errors + result.timeouts > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
      return result['2xx'] / result.duration;
    };
    const rounds = Math.ceil((TURNS_PER_SECOND * seconds) / TURN);
    say(`\ncreate-order, 3 lines, beside ${release.slice(0, 7)}, in turns of ${TURN} s, ${rounds} rounds`);
    say('tenants | connections | former orders/s | orders/s | ratio (range)');
    const missed: string[] = [];
    for (const many of [1, 50])
      for (const connections of [1, 10, 50]) {
        const rows: { former: number; ours: number }[] = [];
        await rateOf(former, many, connections);
        await rateOf(ours, many, connections);
        while (rows.length < rounds) {
          const isOursFirst = rows.length % 2 === 1;
          const first = await rateOf(isOursFirst ? ours : former, many, connections);
          const second = await rateOf(isOursFirst ? former : ours, many, connections);
          rows.push(isOursFirst ? { ours: first, former: second } : { former: first, ours: second });
        }
        const ratios = rows.map((row) => row.ours / row.former);
        const [rate, formerRate] = [median(rows.map((row) => row.ours)), median(rows.map((row) => row.former))];
        say(
          `${many} | ${connections} | ${formerRate.toFixed(0)} | ${rate.toFixed(0)} | ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
        );
        if (median(ratios) < TO_FORMER)
          missed.push(
            `create-order beside ${release.slice(0, 7)}, ${many} tenants, ${connections} connections: ${median(ratios).toFixed(2)}`,
          );
      }
    return missed;
  } finally {
    for (const end of ends.toReversed()) await end();
  }
};
