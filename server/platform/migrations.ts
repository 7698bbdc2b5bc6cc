import { readdirSync, readFileSync } from 'node:fs';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { makeRoles, setPasswords } from './roles.ts';

const folder = (name: string) => new URL(`../../db/${name}/`, import.meta.url);
const sqlFiles = (name: string) =>
  readdirSync(folder(name))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -4), text: readFileSync(new URL(file, folder(name)), 'utf8') }));

/** Held by whoever changes the form of the database, or fills an empty one: one at a time. */
export const MIGRATION_LOCK = 726_227;

const withRoles = async (ownerUrl: string) => {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {});
  try {
    await client.connect();
    await makeRoles(client, ownerUrl);
    await setPasswords(client, ownerUrl);
  } finally {
    await client.end();
  }
};

/** The migrations that this release knows, in their order. */
export const knownMigrations = (): string[] => sqlFiles('migrations').map(({ name }) => name);

/**
 * Brings the database to the newest form: roles, the migrations not yet run (each in a transaction, one server at a time) and all of
 * db/functions. With `last` it stops after that migration, and db/functions, which fit the newest form only, are left out.
 */
export const migrate = async (ownerUrl: string, last?: string): Promise<void> => {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  // A database that stops while the last connection still says goodbye tells it so by an event that, unheard, ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    // Two nodes that start at once would trip over each other in the shared role catalogue.
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(owner);
    await withRoles(ownerUrl);
    const migrations = Object.fromEntries(
      sqlFiles('migrations').map(({ name, text }) => [name, { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }]),
    );
    const migrator = new Migrator({ db: owner, provider: { getMigrations: async () => migrations }, migrationTableSchema: 'migrations' });
    // The views of db/functions/own.sql would keep a migration from changing what they show.
    const isBehind = (await migrator.getMigrations()).some(({ executedAt }) => !executedAt);
    if (isBehind) await sql`drop schema if exists own cascade`.execute(owner);
    const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
    if (error) throw error;
    if (last) return;
    for (const { text } of sqlFiles('functions')) await sql.raw(text).execute(owner);
  } finally {
    await owner.destroy();
  }
};
