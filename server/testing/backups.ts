import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { type CommandContext, runCommand } from '#server/commands/commands.ts';
import { findTables, quoted } from '#server/platform/backup/catalogue.ts';
import { findRunningPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { asOwner, openStorage } from '#server/platform/embedded-postgres/storage.ts';
import { newDataDirectory } from '#tools/parts/data-directories.ts';

/** A server's log that nobody reads. */
export const log = { info: () => {}, warn: () => {}, error: () => {} };
/** Those that were made, for `removeDataDirs`. */
const opened: string[] = [];
/** A data directory without a database. */
export const newDataDir = (): string => {
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-backup-'));
  // mkdtemp makes it 0700: as root the database, which runs as another user, would have to move elsewhere
  chmodSync(dataDir, 0o755);
  opened.push(dataDir);
  return dataDir;
};

/** One with an empty database, where it is not the point that there is none yet. */
export const newMade = (): string => {
  const dataDir = newDataDirectory('backup');
  opened.push(dataDir);
  return dataDir;
};

export const removeDataDirs = (): void => {
  for (const dataDir of opened) rmSync(dataDir, { recursive: true, force: true });
};

/** Runs a command as the command line does, on this data directory; answers what it said. */
export const run = async (dataDir: string, args: string[], more: Partial<CommandContext> = {}): Promise<string> => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await runCommand(args, { env: { DATA_DIR: dataDir }, say, warn: say, askPassword: async () => 'battery staple', ...more });
  return said.join('\n');
};

/** Each table's rows as one hash, whatever their order. */
export const hashTables = async (client: Client): Promise<Record<string, string>> => {
  const hashes: Record<string, string> = {};
  for (const table of await findTables(client)) {
    const { rows } = await client.query(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\n' order by t::text), '')) as hash from ${quoted(table)} t`,
    );
    hashes[quoted(table)] = rows[0].hash;
  }
  return hashes;
};

/** Each photo's bytes as a hash. */
export const hashPhotos = (dataDir: string): Record<string, string> =>
  Object.fromEntries(
    (existsSync(join(dataDir, 'media')) ? (readdirSync(join(dataDir, 'media'), { recursive: true }) as string[]) : [])
      .filter((name) => name.endsWith('.webp'))
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(dataDir, 'media', name)))
          .digest('hex'),
      ]),
  );

/** Asks the database of a data directory, which is started for it where it does not run. */
export const onDatabaseOf = async <T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const running = findRunningPostgres(dataDir);
  if (running) return asOwner(running, work);
  const storage = await openStorage({ databaseUrl: undefined, dataDir }, log);
  try {
    return await asOwner(storage.ownerUrl, work);
  } finally {
    await storage.stop();
  }
};

/** What a restore that was refused or that failed must leave: nothing. */
export const countTenants = (dataDir: string) =>
  onDatabaseOf(dataDir, async (client) => {
    const { rows } = await client.query("select to_regclass('tenants') is not null as is");
    if (!rows[0].is) return 0;
    return Number((await client.query('select count(*) from tenants')).rows[0].count);
  });
