// `npm test`: everything that has to hold, on a fresh clone, with any Node from 20 on. `npm test -- --install` installs Debian's packages
// that are missing without asking.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { environment, prepare, root, run, runNpm, stopWith } from './prepare.mjs';
import { filesThatNeed, programs, testsOf } from './test-needs.mjs';

const started = Date.now();
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
const succeeds = (program, args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

// What a build server tests is all of it; elsewhere a machine is somebody's.
const isCi = !['', '0', 'false', undefined].includes(process.env.CI);
const missing = () => Object.keys(programs).filter((name) => !programs[name].isThere());
const packagesOf = (names) => names.map((name) => programs[name].debian);
/** The lighter package of a program where this Debian has it, asked after `apt-get update`. */
const lightest = ({ debian, lighter }) => (lighter && succeeds('apt-cache', ['show', lighter]) ? lighter : debian);

/** Asks whoever sits there; who does not answer has not agreed. */
const mayInstall = async (names) => {
  if (isCi || process.argv.includes('--install')) return true;
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question(`Some tests need ${names.join(' and ')}. Install with apt-get? [y/N] `).catch(() => '');
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
};

const installDebian = async (wanted) => {
  const names = packagesOf(wanted);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!succeeds('apt-get', ['--version']) || (sudo.length > 0 && !succeeds('sudo', ['-n', 'true']))) return;
  if (!(await mayInstall(names))) return;
  console.log(`Installing ${names.join(' and ')} …`);
  const apt = (...args) => {
    const [program, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    return run(program, rest, { env: process.env, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', ...wanted.map((name) => lightest(programs[name])));
};

await prepare();
if (missing().length > 0) await installDebian(missing());
const without = missing();
if (without.length > 0 && isCi)
  stopWith(`The tests need ${packagesOf(without).join(' and ')}, which is not on this machine and could not be installed.`);

/** Where the tests of a script lie. */
const FOLDERS = { check: ['contract', 'server', 'tools'], e2e: ['e2e'] };
const CONFIGS = { check: 'vitest.config.ts', e2e: 'vitest.e2e.config.ts' };

/** How many tests are in files that are left out. */
const countIn = (script, files) => {
  if (files.length === 0) return 0;
  const list = join(root, '.types', 'left-out.json');
  rmSync(list, { force: true });
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  spawnSync(vitest, ['list', '--config', CONFIGS[script], `--json=${list}`, ...files], { cwd: root, env: environment(), stdio: 'ignore' });
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')).length : files.length;
};

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const total = { passed: 0, failed: 0, skipped: 0 };
mkdirSync(join(root, '.types'), { recursive: true });

const count = (report) => {
  if (!existsSync(report)) return;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'));
  total.passed += numPassedTests;
  total.failed += numFailedTests;
  total.skipped += numPendingTests + numTodoTests;
};

if (without.length > 0) {
  console.log(`Without ${packagesOf(without).join(' and ')} these tests are left out (npm test -- --install installs it):`);
  for (const [script, folders] of Object.entries(FOLDERS)) {
    const files = filesThatNeed(without, folders);
    for (const file of files) console.log(`  ${file}`);
    total.skipped += countIn(script, files);
  }
}

let code = 0;
for (const script of ['check', 'databases', 'e2e']) {
  if (!scripts[script] || code !== 0) continue;
  // of the journeys perhaps none is left
  if (script === 'e2e' && testsOf(FOLDERS.e2e).length === filesThatNeed(without, FOLDERS.e2e).length) continue;
  const since = Date.now();
  // Read by vitest.config.ts and vitest.e2e.config.ts; a report of an earlier run must not be counted.
  const report = join(root, '.types', `report-${script}.json`);
  rmSync(report, { force: true });
  code = await runNpm(['run', script], { env: { ...environment(), COMANDA_TEST_REPORT: report, COMANDA_TEST_WITHOUT: without.join(' ') } });
  count(report);
  console.log(`npm run ${script}: ${code === 0 ? 'good' : `failed with code ${code}`}, ${seconds(since)}`);
}
if (code === 0 && total.passed + total.failed === 0) {
  console.error('Not one test was run.');
  code = 1;
}
if (code === 0 && total.failed > 0) code = 1;

console.log(`${code === 0 ? 'All is well' : 'Something failed, see above'}, ${seconds(started)}`);
// CI reads this line; it has to stand alone and in this form.
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exit(code);
