import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const LEFT_OUT = ['node_modules', 'dist', '.types', '.git', 'data', 'coverage'];
let scratch = '';

/** Runs a program in the copy; answers what it said when it failed. */
const failed = (command: string, ...args: string[]): string => {
  const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}:${process.env['PATH']}`, VITEST: '', NODE_ENV: '' };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: scratch, encoding: 'utf8', env, maxBuffer: 1e8 });
  return status === 0 ? '' : `${command} ${args.join(' ')}: ${stdout}${stderr}`;
};

beforeAll(() => {
  // below the repository, where its packages are found: through a link the compiler would call their types by another path
  scratch = mkdtempSync(resolve('.noun-'));
  chmodSync(scratch, 0o755);
  for (const name of readdirSync('.').filter((entry) => !LEFT_OUT.includes(entry) && !entry.startsWith('.noun-')))
    cpSync(name, join(scratch, name), { recursive: true, preserveTimestamps: true });
  // What the compiler has found right it need not look at again; it goes by the content of files. Packages lie one folder further up.
  for (const file of globSync('.types/{contract,server,web}/**/*.{d.ts,tsbuildinfo}')) {
    cpSync(file, join(scratch, file), { preserveTimestamps: true });
    if (!file.endsWith('.tsbuildinfo')) continue;
    const { atime, mtime } = statSync(file);
    writeFileSync(join(scratch, file), readFileSync(file, 'utf8').replaceAll('"../../../node_modules/', '"../../../../node_modules/'));
    utimesSync(join(scratch, file), atime, mtime);
  }
  return () => rmSync(scratch, { recursive: true, force: true });
});

test('what is no noun is refused, and what exists is not overwritten', () => {
  for (const name of ['', 'Zones', 'delivery_zones', '../zones', 'zone'])
    expect(failed('node', 'tools/generate/new-feature.ts', name)).toContain('Please name a noun in the plural');
  expect(failed('node', 'tools/generate/new-feature.ts', 'taxes')).toContain('contract/taxes.ts');
});

test('a generated noun passes the checks and its own tests as it is', () => {
  expect(failed('node', 'tools/generate/new-feature.ts', 'delivery-zones')).toBe('');

  expect(failed('tsc', '-b', '--checkers', '1')).toBe('');
  expect(failed('oxlint')).toBe('');
  expect(failed('biome', 'format')).toBe('');
  // knip asks for packages beside package.json
  symlinkSync(resolve('node_modules'), join(scratch, 'node_modules'));
  expect(failed('knip')).toBe('');
  unlinkSync(join(scratch, 'node_modules'));
  expect(failed('node', 'tools/build/openapi.ts', '--verify')).toBe('');
  expect(failed('node', 'tools/build/db-types.ts', '--verify')).toBe('');
  const tests = ['server/features/delivery-zones', 'web/features/delivery-zones', 'tools/house/architecture.test.ts'];
  // every call at once takes it up: with no cookie, with another restaurant's, and with its bad input
  const atOnce = ['server/access-matrix.test.ts', 'server/features/audit/audit.test.ts'];
  // each wall alone stands around every table of the catalogue: it needs no table more to be tried
  expect(failed('vitest', 'run', ...tests, ...atOnce, '-t', '^(?!with (row-level security|the application’s own checks) alone)')).toBe('');
}, 900_000);
