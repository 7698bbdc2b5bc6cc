import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { fillAll } from './back-fills.ts';
import type { Log } from '#server/platform/embedded-postgres/engine-user.ts';
import { isPassing } from './failures.ts';
import { DatabaseClient } from './hosts.ts';
import { isShutOut, openToOwner } from './owner-policies.ts';
import { type Migration, readRelease, type Release } from './release.ts';
import { makeRoles, setPasswords } from './roles.ts';
import { systemClock } from '#server/platform/clock-and-random.ts';

/** Held by whoever changes the form of the database, or fills an empty one: one at a time. */
export const MIGRATION_LOCK = 726_227;

/** The migrations that this release knows, in their order. */
export const knownMigrations = (): string[] => readRelease().migrations.map(({ name }) => name);

// Kysely's, which the first releases used; those of ours stand beside it, so that such a release still reads its own.
const TABLES = `
  create schema if not exists migrations;
  create table if not exists migrations.kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
  -- which older releases may run beside this one
  create table if not exists migrations.compatibility (name text primary key, compatible_with text not null);
  -- what db/functions were when they were last replaced: one row
  create table if not exists migrations.functions (fingerprint text not null);
  create table if not exists migrations.back_fills (name text primary key, position jsonb, rows bigint not null default 0, finished_at timestamptz)`;

const namesOf = async (client: pg.Client): Promise<string[]> =>
  (await client.query<{ name: string }>('select name from migrations.kysely_migration order by name')).rows.map(({ name }) => name);

/**
 * The migrations of the release that the database has not yet. A database that has newer ones is left as it is where they allow this
 * release beside them: nothing is pending then, and `isNewer`. Throws a sentence where they do not.
 */
const compare = async (client: pg.Client, { migrations }: Release) => {
  const executed = await namesOf(client);
  const unknown = executed.filter((name) => !migrations.some((migration) => migration.name === name));
  const newest = migrations.at(-1)!.name;
  const { rows } = await client.query<{ name: string }>(
    `select n.name from unnest($1::text[]) with ordinality n (name, place) left join migrations.compatibility c on c.name = n.name
     where n.name < $2 or c.name is null or c.compatible_with > $2 order by place`,
    [unknown, newest],
  );
  if (rows[0])
    throw new Error(
      `This database was changed by a newer release (${rows[0].name}), beside which this one cannot run: start that release or a later one.`,
    );
  const pending = migrations.filter(({ name }) => !executed.includes(name));
  const late = pending.find(({ name }) => executed.some((other) => other > name));
  if (late)
    throw new Error(
      `This database has gone through migrations that come after ${late.name}, and not through that one: is this the right release?`,
    );
  return { pending, isNewer: unknown.length > 0 };
};

/** Whether it has functions and views; with `fingerprint`, whether they are those of that release. */
const hasFunctions = async (client: pg.Client, fingerprint: string | null = null): Promise<boolean> => {
  const { rows } = await client.query(
    "select from migrations.functions where ($1::text is null or fingerprint = $1) and to_regnamespace('own') is not null",
    [fingerprint],
  );
  return rows.length > 0;
};

/**
 * Whether the database can be used by this release as it is; throws a sentence where it was changed by one that is too new. Functions of
 * another release with the same migrations are as good (house.md §13): who put its own back would take them from the nodes that run.
 */
export const isUpToDate = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query("select to_regclass('migrations.compatibility') as at");
  if (rows[0].at === null) return false;
  const release = readRelease();
  const { pending, isNewer } = await compare(client, release);
  return pending.length === 0 && (isNewer || (await hasFunctions(client)));
};

/** Drops the views, which would keep a migration from changing what they show; answers whether there were any. */
const dropViews = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query("select to_regnamespace('own') as at");
  if (rows[0].at) await client.query('drop schema own cascade');
  return rows[0].at !== null;
};

const ALL_FREE_WITHIN = 3000; // ms
const BETWEEN_TRIES = 15; // ms

/**
 * Takes all tables and views in one moment, if there is one in which nobody is at work: whoever sells holds some of them and wants
 * others, and who takes them one after the other meets deadlocks. Where there is no such moment the migration takes what it needs.
 */
const lockAll = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ names: string | null }>(
    `select string_agg(format('%I.%I', n.nspname, c.relname), ', ' order by c.relkind desc, c.oid) as names
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'own' and c.relkind = 'v' or n.nspname = 'public' and c.relkind in ('r', 'p')`,
  );
  const names = rows[0]?.names;
  if (!names) return;
  for (const end = performance.now() + ALL_FREE_WITHIN; performance.now() < end; await pause(BETWEEN_TRIES)) {
    await client.query('savepoint locks');
    try {
      return void (await client.query(`lock table ${names} in access exclusive mode nowait`));
    } catch (error) {
      if (!isPassing(error)) throw error;
      await client.query('rollback to savepoint locks');
    }
  }
};

const replaceFunctions = async (client: pg.Client, { functions, fingerprint }: Release) => {
  for (const { text } of functions) await client.query(text);
  await client.query('delete from migrations.functions');
  await client.query('insert into migrations.functions values ($1)', [fingerprint]);
};

const execute = async (client: pg.Client, { name, text, compatibleWith }: Migration) => {
  await client.query(text);
  await client.query('insert into migrations.kysely_migration values ($1, $2)', [name, systemClock().toISOString()]);
  await client.query('insert into migrations.compatibility values ($1, $2)', [name, compatibleWith]);
};

const LOCK_WITHIN = '2s'; // whoever sells waits behind a lock that is waited for, and after 5 s gives up
const LONGEST_PAUSE = 30_000; // ms

/**
 * One step in one transaction, that no other node takes meanwhile; again, after pauses that grow, while another transaction holds a table
 * for long. The lock is the transaction's and not the session's: it goes with it, whatever stands between us and the database.
 */
const inTurn = async <T>(client: pg.Client, log: Log, work: () => Promise<T>): Promise<T> => {
  for (let wait = 500; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    await client.query('begin; set local lock_timeout = 0');
    try {
      await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      await client.query(`set local lock_timeout = '${LOCK_WITHIN}'`);
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      if (!isPassing(error)) throw error;
      log.warn(
        `The form of the database cannot be changed while others hold its tables, as a backup does: tried again in ${wait / 1000} s.`,
      );
      await pause(wait);
    }
  }
};

interface Options {
  /** stops after this migration, and leaves db/functions out, which fit the newest form only */
  last?: string | undefined;
  log?: Log;
  release?: Release;
}
const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** The next migration with the views that were there, the last one with functions and views; answers whether there is more to do. */
const step = async (client: pg.Client, { last, log = quiet, release = readRelease() }: Options): Promise<boolean> => {
  const { pending, isNewer } = await compare(client, release);
  const [next, ...others] = pending.filter(({ name }) => !last || name <= last);
  if (next) {
    const began = performance.now();
    await lockAll(client);
    const hadViews = await dropViews(client);
    await execute(client, next);
    // what comes next may fill its tables
    await openToOwner(client);
    const isLast = others.length === 0 && !last;
    if (isLast) await replaceFunctions(client, release);
    else if (hadViews) await client.query(release.functions.find(({ name }) => name === 'own')!.text);
    log.info(`Migration ${next.name}: ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    return !isLast;
  }
  if (last || isNewer || (await hasFunctions(client, release.fingerprint))) return false;
  await lockAll(client);
  await dropViews(client);
  await replaceFunctions(client, release);
  return false;
};

/** Fills what the next migration relies on. */
const fillBefore = async (client: pg.Client, ownerUrl: string, { last, log = quiet, release = readRelease() }: Options) => {
  const { pending } = await compare(client, release);
  const needs = pending.filter(({ name }) => !last || name <= last)[0]?.needs ?? [];
  if (needs.length > 0) await fillAll(ownerUrl, { log, backFills: release.backFills.filter(({ name }) => needs.includes(name)) });
};

/**
 * Brings the database to the form of this release: roles, then the migrations not yet run, each in a transaction of its own, with
 * db/functions in the last one's. Nobody who sells waits longer than a moment, and an older release sells on beside it
 * (docs/decisions/0021-upgrades.md). With `last` it stops after that migration.
 */
export const migrate = async (ownerUrl: string, options: Options = {}): Promise<void> => {
  const log = options.log ?? quiet;
  // One connection of its own, and not a pool's, from which each statement may get another one.
  const client = new DatabaseClient({ connectionString: ownerUrl, application_name: 'comanda migration' });
  await client.connect();
  try {
    await inTurn(client, log, async () => {
      await makeRoles(client, ownerUrl);
      const { rows } = await client.query("select to_regclass('migrations.back_fills') as at");
      if (!rows[0].at) await client.query(TABLES);
      // what was filled while the owner saw no row was not filled
      if (await isShutOut(client)) await client.query('update migrations.back_fills set position = null, rows = 0, finished_at = null');
    });
    while (await inTurn(client, log, () => openToOwner(client, 1)));
    await setPasswords(client, ownerUrl, log);
    // a new database is one step to who starts it, and not a line for each migration of the past
    const isNew = (await namesOf(client)).length === 0;
    const steps = isNew ? { ...options, log: quiet } : options;
    do await fillBefore(client, ownerUrl, options);
    while (await inTurn(client, log, () => step(client, steps)));
  } finally {
    await client.end().catch(() => {});
  }
};
