// `npm test`: everything that has to hold, on a fresh clone, with any Node from 20 on.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environment, prepare, root, run, runNpm, stopWith } from './prepare.mjs';

const started = Date.now();
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
const succeeds = (program, args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const onPath = (name) => (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)));

const needed = [
  { debian: 'chromium', there: () => process.env.CHROMIUM || ['chromium', 'chromium-browser', 'google-chrome'].some(onPath) },
  { debian: 'redis-server', there: () => onPath('redis-server') },
  // the oldest version that is promised, or what this Debian has (vitest.databases.config.ts)
  { debian: 'postgresql', there: () => existsSync('/usr/lib/postgresql') },
  { debian: 'nginx-light', there: () => onPath('nginx') || existsSync('/usr/sbin/nginx') },
];
const missing = () => needed.filter(({ there }) => !there()).map(({ debian }) => debian);

const installDebian = async (names) => {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!onPath('apt-get') || (sudo.length > 0 && !succeeds('sudo', ['-n', 'true']))) return;
  console.log(`Installing ${names.join(' and ')} …`);
  const apt = (...args) => {
    const [program, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    return run(program, rest, { env: process.env, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', ...names);
};

await prepare();
if (missing().length > 0) await installDebian(missing());
if (missing().length > 0)
  stopWith(`The tests need ${missing().join(' and ')}, which is not on this machine and may not be installed by this user.`);

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

let code = 0;
for (const script of ['check', 'databases', 'e2e']) {
  if (!scripts[script] || code !== 0) continue;
  const since = Date.now();
  // Read by vitest.config.ts and vitest.e2e.config.ts; a report of an earlier run must not be counted.
  const report = join(root, '.types', `report-${script}.json`);
  rmSync(report, { force: true });
  code = await runNpm(['run', script], { env: { ...environment(), COMANDA_TEST_REPORT: report } });
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
