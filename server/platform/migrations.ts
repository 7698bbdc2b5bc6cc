import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';

const folder = (name: string) => new URL(`../../db/${name}/`, import.meta.url);
const sqlFiles = (name: string) =>
  readdirSync(folder(name))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -4), text: readFileSync(new URL(file, folder(name)), 'utf8') }));

export const roles = ['comanda_app', 'comanda_worker', 'comanda_platform'] as const;
export type Role = (typeof roles)[number];

const passwordIn = (url: URL): string => decodeURIComponent(url.password) || (url.searchParams.get('password') ?? '');

/** The address under which a role of ours signs in; its password follows from the owner's, so that all nodes agree without sharing one more secret. */
export const urlFor = (ownerUrl: string, role: Role): string => {
  const url = new URL(ownerUrl);
  const ownerPassword = passwordIn(url);
  const password = ownerPassword && createHash('sha256').update(`${role}:${ownerPassword}`).digest('base64url');
  if (url.searchParams.has('user')) url.searchParams.set('user', role);
  else url.username = role;
  // an address of a socket has no host, and so no place for a password before it
  if (url.searchParams.has('password')) url.searchParams.set('password', password);
  else if (password) url.password = password;
  return url.href;
};

const makeRoles = async (owner: Kysely<unknown>, ownerUrl: string) => {
  const database = JSON.stringify(await currentDatabase(owner));
  for (const role of roles) {
    const password = passwordIn(new URL(urlFor(ownerUrl, role)));
    const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(owner);
    const options = `login nosuperuser nobypassrls ${password ? `password '${password}'` : ''}`;
    await sql.raw(`${rows.length ? 'alter' : 'create'} role ${role} ${options}`).execute(owner);
    await sql.raw(`grant connect on database ${database} to ${role}`).execute(owner);
  }
  // the tenant's own rows come before the tables (db/functions/own.sql)
  await sql.raw(`alter role comanda_app in database ${database} set search_path = own, public`).execute(owner);
};

const currentDatabase = async (owner: Kysely<unknown>) => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(owner);
  return rows[0]!.name;
};

/** Held by whoever changes the form of the database, or fills an empty one: one at a time. */
export const MIGRATION_LOCK = 726_227;

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
    await makeRoles(owner, ownerUrl);
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
