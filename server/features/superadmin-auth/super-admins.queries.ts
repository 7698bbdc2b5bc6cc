import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { explainConstraint, type Databases, type Db } from '#server/platform/database/database.ts';
import type { Clock, Random } from '#server/platform/clock-and-random.ts';
import { insertProviderAudit } from '#server/platform/security/provider-audit.queries.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { endProviderSessionsOf } from './provider-sessions.queries.ts';

export const findSuperAdminToSignIn = (db: Db, username: string) =>
  db
    .selectFrom('platform.super_admins')
    .select(['id', 'username', 'name', 'password_hash'])
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();

/** Who calls, and the password that they have to show for what is dangerous. */
export const findSuperAdminOfSession = (db: Db, id: number) =>
  db.selectFrom('platform.super_admins').select(['username', 'name', 'password_hash']).where('id', '=', id).executeTakeFirst();

// An advisory lock instead of the row's: the platform's role may not change a super administrator, and so not lock one.
const lockOf = (id: number) => sql`hashtext('password of a super administrator'), ${id}::int`;

/** Holds a super administrator's password as it was found, until the commit; undefined when it was changed since. */
export const lockUnchanged = async (db: Db, found: { id: number; password_hash: string }) => {
  await sql`select pg_advisory_xact_lock_shared(${lockOf(found.id)})`.execute(db);
  return db
    .selectFrom('platform.super_admins')
    .select('id')
    .where('id', '=', found.id)
    .where('password_hash', '=', found.password_hash)
    .executeTakeFirst();
};

const insertSuperAdmin = (db: Db, superAdmin: { username: string; name: string; passwordHash: string; now: Date }) =>
  db
    .insertInto('platform.super_admins')
    .values({
      username: superAdmin.username,
      name: superAdmin.name,
      password_hash: superAdmin.passwordHash,
      created_at: superAdmin.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explainConstraint({ super_admins_username: new AppError('conflict', 'This super administrator already exists!') }));

interface SuperAdminRow {
  username: string;
  created_at: Date;
  /** null: never */
  last_sign_in: Date | null;
}

/** All super administrators, the oldest first. */
export const findSuperAdmins = async (db: Db): Promise<SuperAdminRow[]> => {
  const { rows } = await sql<SuperAdminRow>`
    select username, created_at, (
      select max(at) from platform.audit_log where super_admin_id = s.id and action = 'sign-in'
    ) as last_sign_in
    from platform.super_admins s order by id`.execute(db);
  return rows;
};

interface First {
  databases: Databases;
  clock: Clock;
  random: Random;
  username: string;
  password: string;
}

/** Makes the first super administrator unless there is one. True when this one is there now. Nodes that start at once take turns. */
export const openFirstSuperAdmin = async ({ databases, clock, random, username, password }: First): Promise<boolean> => {
  const exists = (db: Db) => db.selectFrom('platform.super_admins').select('id').limit(1).executeTakeFirst();
  const isThere = async () => (await databases.readAsProvider((db) => findSuperAdminToSignIn(db, username))) !== undefined;
  if (await databases.readAsProvider(exists)) return isThere();
  const now = clock();
  const passwordHash = await hashPassword(password, random);
  await databases.asProvider(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('first super administrator'))`.execute(db);
    if (await exists(db)) return;
    await insertSuperAdmin(db, { username, name: 'Super administrator', passwordHash, now });
    await insertProviderAudit(db, { superAdmin: null, now }, { action: 'first super administrator', after: { username } });
  });
  return isThere();
};

/** Another super administrator, whom the operator lets in. */
export const addSuperAdmin = async (db: Db, { username, passwordHash, now }: { username: string; passwordHash: string; now: Date }) => {
  await insertSuperAdmin(db, { username, name: 'Super administrator', passwordHash, now });
  await insertProviderAudit(db, { superAdmin: null, now }, { action: 'super administrator by operator', after: { username } });
};

/** Sets a password and ends all sessions; for the operator, as the platform's own role may not change it. */
export const updateSuperAdminPassword = async (
  db: Db,
  { id, username, passwordHash, now }: { id: number; username: string; passwordHash: string; now: Date },
): Promise<number> => {
  await sql`select pg_advisory_xact_lock(${lockOf(id)})`.execute(db);
  await db.updateTable('platform.super_admins').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await db.deleteFrom('platform.known_browsers').where('super_admin_id', '=', id).execute();
  await insertProviderAudit(db, { superAdmin: null, now }, { action: 'password by operator', after: { username } });
  return endProviderSessionsOf(db, id, now);
};

/**
 * Takes a super administrator away, and with it all sessions; for the operator, as the platform's own role may not. Answers how many
 * sessions were open, and how many super administrators are left; undefined when there is none with this address.
 */
export const deleteSuperAdmin = async (
  db: Db,
  username: string,
  now: Date,
): Promise<{ username: string; sessions: number; left: number } | undefined> => {
  const found = await findSuperAdminToSignIn(db, username);
  if (!found) return undefined;
  // whoever signs in at this moment is waited for
  await sql`select pg_advisory_xact_lock(${lockOf(found.id)})`.execute(db);
  const sessions = await endProviderSessionsOf(db, found.id, now);
  await db.deleteFrom('platform.super_admins').where('id', '=', found.id).execute();
  await insertProviderAudit(
    db,
    { superAdmin: null, now },
    { action: 'super administrator removed by operator', before: { username: found.username } },
  );
  return { username: found.username, sessions, left: (await findSuperAdmins(db)).length };
};
