import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { nameOrder } from '#server/platform/database/name-order.ts';

const FAILURES_AT_MOST = 5;
export const PIN_WINDOW = 5 * 60; // seconds
/** More than a manager mistypes who approves all day; of the 10,000 PINs a stranger tries half a per cent. */
const FAILURES_A_DAY = 50;
const DAY = 24 * 60 * 60; // seconds

/** Who works here, by name. */
export const findColleagues = (db: Db) =>
  db
    .selectFrom('members')
    .select(['username', 'name', 'photo', sql<boolean>`pin_hash is not null`.as('has_pin')])
    .where('archived_at', 'is', null)
    .orderBy(nameOrder('name'))
    .orderBy('id')
    .execute();

/** A colleague as a session begins, with the PIN; undefined for a name that nobody here has. */
export const findColleague = (db: Db, username: string) =>
  db
    .selectFrom('members')
    .select(['id', 'tenant_id', 'username', 'name', 'role', 'scopes', 'rights', 'discount_limit', 'designation', 'phone', 'email', 'photo'])
    .select(['password_hash', 'confirmed_at', 'pin_hash'])
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .where('archived_at', 'is', null)
    .executeTakeFirst();

/**
 * Counts a try before it is checked, so that tries at once are counted too; those of one colleague take turns. Answers its number, or
 * since when the oldest of too many is counted; 'off' after too many in a day, which stay until `deletePinTries`.
 */
export const takePinTry = async (db: Db, memberId: number, now: Date): Promise<{ id: number } | { oldest: Date } | 'off'> => {
  await db.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirst();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const failures = await db.selectFrom('pin_failures').select('at').where('member_id', '=', memberId).orderBy('at').execute();
  if (failures.length >= FAILURES_A_DAY) return 'off';
  const counted = failures.filter(({ at }) => at > ago(PIN_WINDOW));
  if (counted.length >= FAILURES_AT_MOST) return { oldest: counted[0]!.at };
  await db.deleteFrom('pin_failures').where('member_id', '=', memberId).where('at', '<=', ago(DAY)).execute();
  return db.insertInto('pin_failures').values({ member_id: memberId, at: now }).returning('id').executeTakeFirstOrThrow();
};

/** It was no wrong PIN. */
export const deletePinTry = (db: Db, id: number) => db.deleteFrom('pin_failures').where('id', '=', id).execute();

/** The owner of the PIN showed the password: it is on again. */
export const deletePinTries = (db: Db, memberId: number) => db.deleteFrom('pin_failures').where('member_id', '=', memberId).execute();

export const updatePin = async (db: Db, memberId: number, pinHash: string | null) => {
  await db.updateTable('members').set({ pin_hash: pinHash }).where('id', '=', memberId).execute();
  await deletePinTries(db, memberId);
};
