import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

    const killed = ['monday.tar.unfinished-812', 'monday.tar.unfinished-aB3_x9-aB3_x9-aB3_x9-', 'monday.tar.unfinished-', 'unfinished-812'];
    for (const name of killed) {
      writeFileSync(join(dirname(file), name), 'half');
      utimesSync(join(dirname(file), name), 0, Date.now() / 1000 - 25 * 3600);
    }
    writeFileSync(join(dirname(file), 'tuesday.tar.unfinished-813'), 'half');

    const backup = asOwner(ownerUrl, (client) => backUp({ client, dataDir: newDataDir(), file, now: new Date() }));

    await expect(backup).rejects.toThrow('no space left on device');
    // as a migration does
    await database.query("begin; set local lock_timeout = '5s'; alter table filler add column other text; commit");
    expect(existsSync(file)).toBe(false);
    // what backups that were killed have left went meanwhile, a day later
    expect(readdirSync(dirname(file)).sort()).toEqual(['monday.tar.unfinished-', 'tuesday.tar.unfinished-813', 'unfinished-812']);
  } finally {
    await close();
  }
}, 30_000);
