import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atLeast, exactly, type Figure, notTried } from './figures.ts';
import { embeddedPrograms, findPostgres } from './foreign-postgres.ts';

const PROMISED = [15, 16, 17];

/** The tests that stand near the database, on each version of PostgreSQL that is found, and on the one that is shipped as a foreign one. */
export const runDatabases = (say: (line: string) => void): Figure[] => {
  const found = new Map<number | string, string>([...findPostgres(), ['shipped', embeddedPrograms()]]);
  const figures: Figure[] = PROMISED.filter((major) => !found.has(major)).map((major) =>
    notTried(`PostgreSQL ${major}`, 'it is not on this machine'),
  );
  for (const [version, bin] of found) {
    const report = join(tmpdir(), `comanda-databases-${process.pid}.json`);
    const env = { ...process.env, COMANDA_TEST_POSTGRES: bin, COMANDA_TEST_REPORT: report };
    const { stdout, status } = spawnSync('npm', ['run', '--silent', 'databases'], { env, encoding: 'utf8' });
    if (status !== 0) say(stdout);
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Record<
      'numPassedTests' | 'numFailedTests',
      number
    >;
    rmSync(report);
    figures.push(
      atLeast(`PostgreSQL ${version}: tests that pass`, numPassedTests, 150),
      exactly(`PostgreSQL ${version}: tests that fail`, numFailedTests),
    );
  }
  return figures;
};
