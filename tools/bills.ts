import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBillKills } from './bill-kills.ts';
import { atLeast, exactly, type Figure } from './figures.ts';

/** In each of three currencies. */
const BILLS = 3334;
const CHANGES = 200;
const ROUNDS = 1000;
const KILLS = 100;

/** The random bills of `npm test` (server/features/orders/random-bills.test.ts) at length, and bills under kills. */
export const runBills = async ({ seed, say }: { seed: number; say: (line: string) => void }): Promise<Figure[]> => {
  const report = join(tmpdir(), `comanda-bills-${process.pid}.json`);
  const long = { COMANDA_BILLS: `${BILLS}`, COMANDA_CHANGES: `${CHANGES}`, COMANDA_ROUNDS: `${ROUNDS}` };
  const env = { ...process.env, ...long, COMANDA_TEST_REPORT: report };
  const { stdout, status } = spawnSync('npx', ['vitest', 'run', 'server/features/orders/random-bills.test.ts'], { env, encoding: 'utf8' });
  if (status !== 0) say(stdout);
  const tried = JSON.parse(readFileSync(report, 'utf8')) as Record<'numPassedTests' | 'numFailedTests', number>;
  rmSync(report);
  const kills = await runBillKills({ rounds: KILLS, seed, say });
  return [
    exactly(
      `properties that failed of ${3 * BILLS} random bills, ${CHANGES} changes undone, ${ROUNDS} last sums paid twice at once`,
      tried.numFailedTests,
    ),
    atLeast('properties that held', tried.numPassedTests, 6),
    exactly('rounds of SIGKILL on server, database, or both', kills.kills, KILLS),
    atLeast('bills split, paid in parts and partly paid back', kills.bills, 200),
    exactly('refusals other than 503', kills.unexpected),
    exactly('captured, invoiced or refunded, and lost', kills.lost),
    exactly('doubled', kills.doubled),
    exactly('gaps in tokens and invoice numbers', kills.gaps),
    exactly('minor units by which payments, invoices and what was told differ', kills.apart),
  ];
};
