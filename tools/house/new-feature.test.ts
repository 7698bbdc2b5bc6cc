import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const LEFT_OUT = ['node_modules', 'dist', '.git', 'data', 'coverage'].map((name) => resolve(name));
let scratch = '';

/** Runs a program in the copy; answers what it said when it failed. */
const failed = (command: string, ...args: string[]): string => {
  const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}:${process.env['PATH']}`, VITEST: '', NODE_ENV: '' };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: scratch, encoding: 'utf8', env, maxBuffer: 1e8 });
  return status === 0 ? '' : `${command} ${args.join(' ')}: ${stdout}${stderr}`;
};

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'comanda-noun-'));
  chmodSync(scratch, 0o755);
  cpSync('.', scratch, { recursive: true, preserveTimestamps: true, filter: (path) => !LEFT_OUT.includes(resolve(path)) });
  symlinkSync(resolve('node_modules'), join(scratch, 'node_modules'));
  return () => rmSync(scratch, { recursive: true, force: true });
});

test('what is no noun is refused, and what exists is not overwritten', () => {
  for (const name of ['', 'Zones', 'delivery_zones', '../zones', 'zone'])
    expect(failed('node', 'tools/generate/new-feature.ts', name)).toContain('Please name a noun in the plural');
  expect(failed('node', 'tools/generate/new-feature.ts', 'taxes')).toContain('contract/taxes.ts');
});

test('a generated noun passes the checks and its own tests as it is', () => {
  expect(failed('node', 'tools/generate/new-feature.ts', 'delivery-zones')).toBe('');

  expect(failed('tsc', '-b')).toBe('');
  expect(failed('oxlint')).toBe('');
  expect(failed('biome', 'format')).toBe('');
  expect(failed('knip')).toBe('');
  expect(failed('node', 'tools/build/openapi.ts', '--verify')).toBe('');
  expect(failed('node', 'tools/build/db-types.ts', '--verify')).toBe('');
  const tests = ['server/features/delivery-zones', 'web/features/delivery-zones', 'tools/house/architecture.test.ts'];
  // every call at once takes it up: with no cookie, with another restaurant's, and with its bad input
  expect(failed('vitest', 'run', ...tests, 'server/access-matrix.test.ts', 'server/features/audit')).toBe('');
}, 900_000);
