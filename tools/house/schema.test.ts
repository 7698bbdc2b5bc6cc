import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

test('db/schema.ts is what the migrated database has; npm run db:types writes it', () => {
  const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}:${process.env['PATH']}` };
  const { status, stdout, stderr } = spawnSync('node', ['tools/build/db-types.ts', '--verify'], { encoding: 'utf8', env });
  expect(status, stdout + stderr).toBe(0);
});
