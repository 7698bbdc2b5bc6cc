import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { newDataDir, removeDataDirs } from '#server/testing/backups.ts';
import { openOwnDatabase } from '#server/testing/restaurant.ts';
import { asOwner } from '#server/platform/embedded-postgres/storage.ts';
import { backUp } from './backup.ts';

// a disk that is full as soon as the rows of `filler` come
vi.mock('./backup-file.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('./backup-file.ts')>();
  const writeBackupFile: typeof original.writeBackupFile = async (...given) => {
    const writer = await original.writeBackupFile(...given);
    const add: typeof writer.add = (name, content) =>
      name.includes('filler') ? Promise.reject(new Error('no space left on device')) : writer.add(name, content);
    return { ...writer, add };
  };
  return { ...original, writeBackupFile };
});

afterAll(removeDataDirs);

test('a backup that meets a full disk in the middle of a table fails, and holds nothing in the database', async () => {
  const { ownerUrl, database, close } = await openOwnDatabase();
  try {
    // much more than the sockets between us and the database hold
    await database.query("create table filler as select repeat('x', 1000) as text from generate_series(1, 30000)");
    const file = join(newDataDir(), 'night.tar');

    const backup = asOwner(ownerUrl, (client) => backUp({ client, dataDir: newDataDir(), file, now: new Date() }));

    await expect(backup).rejects.toThrow('no space left on device');
    // as a migration does
    await database.query("begin; set local lock_timeout = '5s'; alter table filler add column other text; commit");
    expect(existsSync(file)).toBe(false);
  } finally {
    await close();
  }
}, 30_000);
