import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { type BackupEnd, type BackupHead, checkBackupFile, readBackupFile } from './backup-file.ts';
import { type BackupReport, PHOTO_PATH } from './backup.ts';
import { assertPastWalls, findMigrations, findTables, findTriggers, listed, quoted, type Table } from './catalogue.ts';
import { mediaFolder } from '#server/platform/files/photos.ts';
import { knownMigrations, migrate, MIGRATION_LOCK } from '#server/platform/database/migrations.ts';
import { roles } from '#server/platform/database/roles.ts';
import { asOwner } from '#server/platform/embedded-postgres/storage.ts';

const isBeginningOf = (some: readonly string[], all: readonly string[]) => some.every((name, place) => name === all[place]);

const assertKnown = ({ migrations }: BackupHead) => {
  const known = knownMigrations();
  if (isBeginningOf(migrations, known)) return;
  const strange = migrations.find((name, place) => name !== known[place]);
  throw new Error(`This backup is of a newer release, which has the migration ${strange}: restore it with that release.`);
};

const assertNoServer = async (client: Client) => {
  const { rows } = await client.query('select from pg_stat_activity where datname = current_database() and usename = any($1)', [
    [...roles],
  ]);
  if (rows.length > 0) throw new Error('A server is using this database: stop it, and restore again.');
};

const hasTenants = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query("select to_regclass('public.tenants') as at");
  if (!rows[0].at) return false;
  const { rowCount } = await client.query('select from public.tenants limit 1');
  return rowCount !== 0;
};

const assertNoTenants = async (client: Client) => {
  if (await hasTenants(client))
    throw new Error(
      'This installation has tenants, and a backup is restored only where there are none: choose an empty DATA_DIR or database.',
    );
};

const assertNoPhotos = async (media: string) => {
  const entries = await readdir(media, { recursive: true, withFileTypes: true }).catch(() => []);
  if (entries.some((entry) => !entry.isDirectory())) throw new Error(`${media} holds pictures already: take them away, and restore again.`);
};

/** Brings an empty database into just the form that the backup has. */
const prepareForm = async (ownerUrl: string, { migrations }: BackupHead, emptyDatabase?: () => Promise<void>) => {
  const executed = await asOwner(ownerUrl, findMigrations);
  if (!isBeginningOf(executed, migrations)) {
    if (!emptyDatabase)
      throw new Error('This database was prepared by a newer release than the backup is of: give the restore an empty database.');
    await emptyDatabase();
  }
  await migrate(ownerUrl, { last: migrations.at(-1) });
};

/** Takes a table's parts one after another into one COPY. */
const openLoader = (client: Client) => {
  let current: { name: string; copy: CopyStreamQuery; failure?: Error } | undefined;
  const rowsOf = new Map<string, number>();
  const close = async () => {
    if (!current) return;
    const { name, copy, failure } = current;
    current = undefined;
    if (failure) throw failure;
    copy.end();
    await finished(copy);
    rowsOf.set(name, copy.rowCount);
  };
  const open = (table: Table) => {
    const copy = client.query(copyFrom(`copy ${quoted(table)} (${listed(table)}) from stdin`));
    const opened: NonNullable<typeof current> = { name: quoted(table), copy };
    copy.on('error', (error) => (opened.failure = error));
    return opened;
  };
  return {
    rowsOf,
    close,
    add: async (table: Table, content: AsyncIterable<Buffer>) => {
      if (current?.name !== quoted(table)) {
        await close();
        current = open(table);
      }
      const loading = current;
      for await (const chunk of content) {
        if (loading.failure) throw loading.failure;
        if (!loading.copy.write(chunk)) await once(loading.copy, 'drain'); // throws what the database says
      }
    },
  };
};

const assertSameForm = async (client: Client, head: BackupHead) => {
  const formOf = (tables: readonly Table[]) => tables.map((table) => `${quoted(table)} (${listed(table)})`).sort();
  const [found, wanted] = [formOf(await findTables(client)), formOf(head.tables)];
  if (found.join() !== wanted.join()) {
    const strange = [...found.filter((table) => !wanted.includes(table)), ...wanted.filter((table) => !found.includes(table))];
    throw new Error(`The tables of this database are not those of the backup: ${strange.join('; ')}.`);
  }
};

/** Puts everything into the empty tables and the pictures beside their place; nothing of it is to be seen before the commit. */
const load = async (client: Client, { file, head, end, staged }: { file: string; head: BackupHead; end: BackupEnd; staged: string }) => {
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local row_security = off;
    set local datestyle = 'ISO'; set local timezone = 'UTC'; set local intervalstyle = 'postgres'`);
  // A server that starts now waits for this before it looks at the database.
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await assertNoTenants(client);
  if ((await findMigrations(client)).join() !== head.migrations.join())
    throw new Error('Another server has changed the form of this database meanwhile.');
  await assertSameForm(client, head);
  await client.query(`truncate ${head.tables.map(quoted).join(', ')}`);
  // What triggers count is in the backup already.
  const triggers = await findTriggers(client);
  for (const { table, trigger } of triggers) await client.query(`alter table ${table} disable trigger ${trigger}`);

  const loader = openLoader(client);
  const byFolder = new Map(head.tables.map((table) => [`tables/${table.schema}.${table.name}`, table]));
  let photos = 0;
  await readBackupFile(file, {
    entry: async (name, content) => {
      const table = byFolder.get(name.slice(0, name.lastIndexOf('/')));
      if (table) return loader.add(table, content);
      const [, tenant, photo] = PHOTO_PATH.exec(name) ?? [];
      if (!tenant || !photo) throw new Error(`The backup holds ${name}, which is neither a table's nor a picture.`);
      await loader.close();
      await mkdir(join(staged, tenant), { recursive: true });
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(chunk);
      await writeFile(join(staged, tenant, photo), Buffer.concat(chunks), { flush: true });
      photos++;
    },
  });
  await loader.close();

  for (const [place, table] of head.tables.entries()) {
    const loaded = loader.rowsOf.get(quoted(table)) ?? 0;
    if (loaded !== end.rows[place]) throw new Error(`Of ${end.rows[place]} rows of ${quoted(table)} ${loaded} were restored.`);
  }
  if (photos !== end.photos) throw new Error(`Of ${end.photos} pictures ${photos} were restored.`);
  for (const sequence of head.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(sequence), sequence.value, sequence.isCalled]);
  for (const { table, trigger } of triggers) await client.query(`alter table ${table} enable trigger ${trigger}`);
  // the rows may come from before a back-fill that is done here
  await client.query('delete from migrations.back_fills');
};

/** Puts the staged pictures in their place; answers how to take them back. */
const placePhotos = async (staged: string, media: string): Promise<() => Promise<void>> => {
  await mkdir(media, { recursive: true });
  const placed: string[] = [];
  const takeBack = async () => {
    for (const folder of placed) await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const tenant of await readdir(staged)) {
      await rm(join(media, tenant), { recursive: true, force: true }); // a folder without a picture
      await rename(join(staged, tenant), join(media, tenant));
      placed.push(join(media, tenant));
    }
  } catch (error) {
    await takeBack();
    throw error;
  }
  return takeBack;
};

const SETTLED_WITHIN = '30s';

/** Commits. A connection that is lost meanwhile does not say whether it is done: the rows do, and only where there are none the pictures go. */
const commit = async (client: Client, ownerUrl: string, takeBack: () => Promise<void>): Promise<void> => {
  try {
    await client.query('commit');
  } catch (error) {
    const isDone = await asOwner(ownerUrl, async (other) => {
      await other.query(`begin; set local lock_timeout = '${SETTLED_WITHIN}'`);
      await other.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]); // once `load` holds it no more, the transaction is over
      return hasTenants(other);
    }).catch(() => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `The database did not say whether the restore is done (${reason}): the pictures stay. Look whether tenants are there.`,
      );
    });
    if (isDone) return;
    await takeBack();
    throw error;
  }
};

interface Options {
  ownerUrl: string;
  dataDir: string;
  file: string;
  /** Replaces the database by an empty one; absent where that is not ours to do. */
  emptyDatabase?: (() => Promise<void>) | undefined;
  checked: { head: BackupHead; end: BackupEnd };
  /** gives up, and leaves the database empty */
  signal?: AbortSignal | undefined;
}

/** Reads a backup through before anything is touched; throws a sentence when this release cannot restore it. */
export const checkBackup = async (file: string) => {
  const checked = await checkBackupFile(file);
  assertKnown(checked.head);
  return checked;
};

/**
 * Fills an installation without tenants with what `checkBackup` has found whole, in one transaction: it comes back whole or stays empty.
 * Afterwards the database is brought to the newest form.
 */
export const restore = async ({
  ownerUrl,
  dataDir,
  file,
  emptyDatabase,
  checked: { head, end },
  signal,
}: Options): Promise<BackupReport> => {
  const media = mediaFolder(dataDir);
  const withClient = <T>(work: (client: Client) => Promise<T>) => asOwner(ownerUrl, work, signal);
  await withClient(async (client) => {
    await assertPastWalls(client);
    await assertNoServer(client);
    await assertNoTenants(client);
  });
  await assertNoPhotos(media);
  await prepareForm(ownerUrl, head, emptyDatabase);

  await mkdir(dataDir, { recursive: true });
  const staged = await mkdtemp(join(dataDir, 'restore-'));
  try {
    await withClient(async (client) => {
      await client.query('begin');
      await load(client, { file, head, end, staged });
      await commit(client, ownerUrl, await placePhotos(staged, media));
    });
    await withClient((client) => client.query('analyze'));
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
  await migrate(ownerUrl);
  return { tables: head.tables.length, rows: end.rows.reduce((sum, count) => sum + count, 0), photos: end.photos };
};
