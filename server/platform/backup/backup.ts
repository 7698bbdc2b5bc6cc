import { copyFile, link, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { writeBackupFile, type BackupWriter } from './backup-file.ts';
import { assertPastWalls, findMigrations, findSequences, findTables, listed, quoted, type Table } from './catalogue.ts';
import { mediaFolder } from '#server/platform/files/photos.ts';

const PART = 4 * 1024 * 1024; // bytes: what is held in memory, as a tar has to know sizes beforehand

/** Where a picture lies below the pictures' folder. What does not look like one is not served either, and is left out. */
export const PHOTO_PATH = /^media\/(\d+)\/([\w-]+\.webp)$/;

/** Holds every picture that is there now under a second name, so that nobody takes it away while the backup is made. */
const holdPhotos = async (media: string, held: string): Promise<void> => {
  for (const tenant of await readdir(media).catch(() => [])) {
    const names = await readdir(join(media, tenant)).catch(() => []);
    const photos = names.filter((name) => PHOTO_PATH.test(`media/${tenant}/${name}`));
    if (photos.length > 0) await mkdir(join(held, tenant), { recursive: true });
    for (const name of photos) {
      const [from, to] = [join(media, tenant, name), join(held, tenant, name)];
      await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST' || error.code === 'ENOENT') return; // held already, or gone before the snapshot
        await copyFile(from, to).catch((failure: NodeJS.ErrnoException) => {
          if (failure.code !== 'ENOENT') throw failure;
        });
      });
    }
  }
};

/** A folder for the second names; those of backups that were killed are the housekeeping's. */
const openHeld = async (dataDir: string): Promise<string> => {
  await mkdir(dataDir, { recursive: true });
  return mkdtemp(join(dataDir, 'backup-held-'));
};

const addTable = async (client: Client, table: Table, writer: BackupWriter): Promise<number> => {
  let parts = 0;
  let chunks: Buffer[] = [];
  let size = 0;
  const put = async () => {
    const name = `tables/${table.schema}.${table.name}/${String(parts++).padStart(6, '0')}`;
    const content = Buffer.concat(chunks);
    chunks = [];
    size = 0;
    await writer.add(name, content);
  };
  const rows = client.query(copyTo(`copy ${quoted(table)} (${listed(table)}) to stdout`));
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= PART) await put();
  }
  if (size > 0) await put();
  await client.query('select'); // the stream ends a moment before the count arrives
  return rows.rowCount;
};

const addPhotos = async (held: string, writer: BackupWriter): Promise<number> => {
  let count = 0;
  for (const tenant of (await readdir(held)).sort())
    for (const name of (await readdir(join(held, tenant))).sort()) {
      await writer.add(`media/${tenant}/${name}`, await readFile(join(held, tenant, name)));
      count++;
    }
  return count;
};

interface Options {
  /** the owner's connection; it is left as it was found, and ended where the backup fails */
  client: Client;
  dataDir: string;
  file: string;
  now: Date;
  /** for tests: called within the snapshot that is written down */
  inSnapshot?: () => Promise<void>;
}

export interface BackupReport {
  tables: number;
  rows: number;
  photos: number;
}

/** Writes everything that an installation holds, as it was at one moment, into one file. Nobody who sells waits for it. */
export const backUp = async ({ client, dataDir, file, now, inSnapshot }: Options): Promise<BackupReport> => {
  await assertPastWalls(client);
  const held = await openHeld(dataDir);
  const media = mediaFolder(dataDir);
  let writer: BackupWriter | undefined;
  try {
    // Once before the snapshot and once after it: a picture that the snapshot names was there at one of the two, unless somebody
    // put it there and replaced it in the moment between them.
    await holdPhotos(media, held);
    await client.query(`begin isolation level repeatable read read only;
      set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local row_security = off;
      set local datestyle = 'ISO'; set local timezone = 'UTC'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'`);
    const migrations = await findMigrations(client);
    await holdPhotos(media, held);
    if (migrations.length === 0) throw new Error('This database holds nothing of Comanda.');
    const tables = await findTables(client);
    await inSnapshot?.();
    writer = await writeBackupFile(file, { madeAt: now.toISOString(), migrations, tables, sequences: await findSequences(client) });
    const rows: number[] = [];
    for (const table of tables) rows.push(await addTable(client, table, writer));
    await client.query('commit');
    const photos = await addPhotos(held, writer);
    await writer.finish({ rows, photos });
    return { tables: tables.length, rows: rows.reduce((sum, count) => sum + count, 0), photos };
  } catch (error) {
    await writer?.discard();
    // no rollback: a COPY that nobody reads on would never let it be answered, and its snapshot and locks would stay
    await client.end().catch(() => {});
    throw error;
  } finally {
    await rm(held, { recursive: true, force: true });
  }
};
