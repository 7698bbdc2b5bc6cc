// `npm run advisories`: whether a package that is used has a known hole. Where the registry has no advisories it says so, and fails nothing.
import { spawnSync } from 'node:child_process';
import { root, stopWith } from './prepare.mjs';

const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
let report;
try {
  report = JSON.parse(stdout);
} catch {
  report = {};
}
if (!report.vulnerabilities) {
  console.log('The registry answers no advisories: nothing was checked.');
  process.exit(0);
}
const found = Object.values(report.vulnerabilities);
for (const { name, severity, range } of found) console.log(`${severity.padEnd(9)} ${name} ${range}`);
if (found.some(({ severity }) => ['high', 'critical'].includes(severity))) stopWith('A package that is used has a known hole: see above.');
console.log(`${found.length} advisories, none of them high.`);
