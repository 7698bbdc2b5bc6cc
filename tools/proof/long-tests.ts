import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a file of tests with other numbers than `npm test` has; answers how many passed and failed. */
export const runLong = (file: string, numbers: Record<string, string>, say: (line: string) => void): { passed: number; failed: number } => {
  const report = join(tmpdir(), `comanda-long-${process.pid}.json`);
  const env = { ...process.env, ...numbers, COMANDA_TEST_REPORT: report };
  const { stdout, stderr, status } = spawnSync('npx', ['vitest', 'run', file], { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) say(`${stdout}\n${stderr}`);
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8')) as Record<
    'numPassedTests' | 'numFailedTests',
    number
  >;
  rmSync(report);
  return { passed, failed };
};
