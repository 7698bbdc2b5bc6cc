import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { newDataDir, removeDataDirs } from '#server/testing/backups.ts';
import { findRunningPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { readPostmaster } from './platform/embedded-postgres/processes.ts';
import { asOwner } from './platform/embedded-postgres/storage.ts';
import { freePort } from '#tools/parts/real-server.ts';

// A database is made again, and the machine may be busy with the other tests.
vi.setConfig({ testTimeout: 120_000 });
afterAll(removeDataDirs);

const isMigrating = (url: string) =>
  asOwner(url, async (client) => (await client.query("select to_regclass('migrations.kysely_migration') as at")).rows[0].at !== null);

test.each<[string, (dataDir: string) => Promise<boolean>]>([
  ['made', async (dataDir) => readdirSync(dataDir).some((name) => name.startsWith('postgres.new-'))],
  ['brought to its form', async (dataDir) => isMigrating(findRunningPostgres(dataDir)!).catch(() => false)],
])('a server that is stopped while its database is %s leaves none running', async (_, isThen) => {
  const dataDir = newDataDir();
  const env = {
    NODE_COMPILE_CACHE: resolve('node_modules', '.cache', 'node'),
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DEMO: 'off',
  };
  const server = spawn(process.execPath, ['server/main.ts'], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  onTestFinished(() => {
    server.kill('SIGKILL');
    const postmaster = readPostmaster(join(dataDir, 'postgres'));
    if (postmaster && findRunningPostgres(dataDir)) process.kill(postmaster.pid, 'SIGQUIT');
  });
  const gone = once(server, 'exit');
  await vi.waitUntil(() => isThen(dataDir), { timeout: 60_000, interval: 5 });

  server.kill('SIGTERM');

  expect(await gone).toEqual([0, null]);
  expect(findRunningPostgres(dataDir)).toBeUndefined();
  expect(readdirSync(dataDir).filter((name) => /server\.pid|postgres\.new-/.test(name))).toEqual([]);
  expect(said).not.toContain('serves at');
  expect(said).not.toContain('cannot start');
});
