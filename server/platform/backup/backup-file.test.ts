import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { newDataDir, removeDataDirs } from '#server/testing/backups.ts';
import { writeBackupFile } from './backup-file.ts';

afterAll(removeDataDirs);

const head = { madeAt: '2026-05-01T03:00:00.000Z', migrations: ['0001_first'], tables: [], sequences: [] };

test('a backup into a folder that is not there says so', async () => {
  const folder = join(newDataDir(), 'backups');
  await expect(writeBackupFile(join(folder, 'night.tar'), head)).rejects.toThrow(`There is no folder ${folder}: make it first.`);
});

test('a file that cannot be written fails with the reason of the system, not with that of the tar', async () => {
  const file = join(newDataDir(), 'file');
  writeFileSync(file, '');
  const write = async () => {
    const writer = await writeBackupFile(join(file, 'night.tar'), head);
    for (let part = 0; part < 100; part++) await writer.add(`tables/public.orders/${part}`, Buffer.alloc(100_000));
  };
  await expect(write()).rejects.toThrow(/ENOTDIR/);
});
