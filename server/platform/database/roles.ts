import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import pg from 'pg';
import type { Log } from '#server/platform/embedded-postgres/engine-user.ts';
import { DatabaseClient } from './hosts.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';

export const roles = ['comanda_app', 'comanda_worker', 'comanda_platform'] as const;
export type Role = (typeof roles)[number];

const passwordIn = (url: URL) => decodeURIComponent(url.password) || (url.searchParams.get('password') ?? '');

/** The address under which a role of ours signs in; its password follows from the owner's, so that all nodes agree without sharing one more secret. */
export const urlFor = (ownerUrl: string, role: Role): string => {
  const url = new URL(ownerUrl);
  const ownerPassword = passwordIn(url);
  const password = ownerPassword && createHash('sha256').update(`${role}:${ownerPassword}`).digest('base64url');
  if (url.searchParams.has('user')) url.searchParams.set('user', role);
  else url.username = role;
  // an address without a host, as a socket's is, takes both as parameters
  if (password && url.searchParams.has('password')) url.searchParams.set('password', password);
  else if (password) url.password = password;
  return url.href;
};

const ROUNDS = 4096; // PostgreSQL's own

/** What PostgreSQL would store of a password: told this instead, it writes no password into its log, whatever it logs (RFC 5803). */
export const verifierOf = (password: string): string => {
  const salt = Buffer.from(systemRandom(16));
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest();
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored.toString('base64')}:${keyed('Server Key').toString('base64')}`;
};

const codeOf = (error: unknown) => (error as { code?: string }).code;
const INVALID_PASSWORD = '28P01';
const NOT_ALLOWED = '42501';

/** Whether the database refuses the password, and nothing else. */
const isRefused = async (url: string): Promise<boolean> => {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'comanda operator' });
  try {
    await client.connect();
    return false;
  } catch (error) {
    if (codeOf(error) === INVALID_PASSWORD) return true;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
};

interface RoleRow {
  rolsuper: boolean;
  rolbypassrls: boolean;
  rolcanlogin: boolean;
}

/** What has to be said for a role to be as it should. SUPERUSER is never named: only a superuser may do so, also where it changes nothing. */
const changesOf = async (owner: pg.Client, role: Role, password: string): Promise<string[]> => {
  const { rows } = await owner.query<RoleRow>('select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = $1', [role]);
  const found = rows[0];
  if (!found) return [`create role ${role} login${password && ` password '${verifierOf(password)}'`}`];
  if (found.rolsuper)
    throw new Error(`The role ${role} is a superuser, whom no wall between tenants stops: alter role ${role} nosuperuser.`);
  return [...(found.rolbypassrls ? [`alter role ${role} nobypassrls`] : []), ...(found.rolcanlogin ? [] : [`alter role ${role} login`])];
};

const SEARCH_PATH = 'own, public'; // the tenant's own rows come before the tables (db/functions/own.sql)

const rightsOf = async (owner: pg.Client, role: Role): Promise<string[]> => {
  const { rows } = await owner.query<{ database: string; mayConnect: boolean; path: string | null }>(
    `select current_database() as database, has_database_privilege($1, current_database(), 'connect') as "mayConnect",
       (select substr(setting, 13) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase, unnest(s.setconfig) setting
        where d.datname = current_database() and s.setrole = $1::regrole and setting like 'search\\_path=%') as path`,
    [role],
  );
  const { database, mayConnect, path } = rows[0]!;
  const name = pg.escapeIdentifier(database);
  return [
    ...(mayConnect ? [] : [`grant connect on database ${name} to ${role}`]),
    ...(role !== 'comanda_app' || path === SEARCH_PATH ? [] : [`alter role ${role} in database ${name} set search_path = ${SEARCH_PATH}`]),
  ];
};

const explained = (role: Role) => (error: unknown) => {
  if (codeOf(error) !== NOT_ALLOWED) throw error;
  throw new Error(
    `The database's user may not make or change the role ${role} (${(error as Error).message}): it needs "createrole bypassrls", and from PostgreSQL 16 on "grant ${role} to … with admin option" where another user has made that role.`,
  );
};

/**
 * Makes the roles that the application signs in as, and changes of those that are there only what differs. The caller lets one node at
 * a time do so, in a transaction that it commits before `setPasswords`.
 */
export const makeRoles = async (owner: pg.Client, ownerUrl: string): Promise<void> => {
  for (const role of roles) {
    const password = passwordIn(new URL(urlFor(ownerUrl, role)));
    for (const statement of await changesOf(owner, role, password)) await owner.query(statement).catch(explained(role));
    for (const statement of await rightsOf(owner, role)) await owner.query(statement).catch(explained(role));
  }
};

/**
 * Roles are the cluster's: a new password keeps the servers of its other databases out. Where one of another owner is served now, whose
 * password is another one, it throws a sentence; where the owner is the same, its password has changed for both.
 */
const assertNoOther = async (owner: pg.Client, log: Pick<Log, 'warn'>): Promise<void> => {
  const { rows } = await owner.query<{ name: string; isOwn: boolean }>(
    `select d.datname as name, bool_or(d.datdba = own.datdba) as "isOwn"
     from pg_stat_activity a join pg_database d on d.oid = a.datid cross join pg_database own
     where a.usename = any($1) and own.datname = current_database() and d.oid <> own.oid
     group by 1 order by 2, 1`,
    [roles],
  );
  const [other] = rows;
  if (!other) return;
  if (!other.isOwn)
    throw new Error(
      `The servers of the database ${other.name} sign in by the roles ${roles.join(', ')} of this cluster, too, with another owner's password, and would be kept out: give each installation a PostgreSQL cluster of its own, or the users of both DATABASE_URLs one password.`,
    );
  log.warn(
    `The roles ${roles.join(', ')} get a new password, also for the servers of the database ${other.name}: they need the same password in DATABASE_URL.`,
  );
};

/** Gives the roles their passwords, where the database refuses these: the owner has another one than before. */
export const setPasswords = async (owner: pg.Client, ownerUrl: string, log: Pick<Log, 'warn'>): Promise<void> => {
  let isChecked = false;
  for (const role of roles) {
    const url = urlFor(ownerUrl, role);
    const password = passwordIn(new URL(url));
    if (!password || !(await isRefused(url))) continue;
    if (!isChecked) await assertNoOther(owner, log);
    isChecked = true;
    await owner.query(`alter role ${role} password '${verifierOf(password)}'`).catch(explained(role));
  }
};
