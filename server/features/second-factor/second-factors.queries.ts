import { insertAuditOf } from '#server/platform/security/audit.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { hashToken } from '#server/platform/security/tokens.ts';
import { recoveryHash, spend } from './codes.rules.ts';

interface Whose {
  tenantId: number;
  memberId: number;
}

const ofMember = (db: Db, { tenantId, memberId }: Whose) =>
  db.selectFrom('second_factors').where('tenant_id', '=', tenantId).where('member_id', '=', memberId);

/** A member's second factor, on or only begun. */
export const findFactor = (db: Db, whose: Whose) =>
  ofMember(db, whose).select(['secret', 'confirmed_at', 'last_step', 'recovery_hashes']).executeTakeFirst();

export const hasFactor = async (db: Db, whose: Whose): Promise<boolean> =>
  (await ofMember(db, whose).select('member_id').where('confirmed_at', 'is not', null).executeTakeFirst()) !== undefined;

/** Who changes their second factor, and the password that they have to show. */
export const findMemberToConfirm = (db: Db, memberId: number) =>
  db
    .selectFrom('members')
    .select(['username', 'name', 'password_hash', 'confirmed_at'])
    .where('id', '=', memberId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();

/** Keeps a secret until a code confirms it, instead of one that was begun before; false when a factor is on. */
export const saveNewFactor = async (
  db: Db,
  { memberId, secret, now }: { memberId: number; secret: string; now: Date },
): Promise<boolean> => {
  const saved = await db
    .insertInto('second_factors')
    .values({ member_id: memberId, secret, created_at: now })
    .onConflict((row) =>
      row.columns(['tenant_id', 'member_id']).doUpdateSet({ secret, created_at: now }).where('second_factors.confirmed_at', 'is', null),
    )
    .returning('member_id')
    .executeTakeFirst();
  return saved !== undefined;
};

interface Confirmation {
  memberId: number;
  secret: string;
  step: number;
  recoveryCodes: readonly string[];
  now: Date;
}

/** Switches on what was begun; false when it was switched on or started over in between. */
export const markFactorConfirmed = async (db: Db, { memberId, secret, step, recoveryCodes, now }: Confirmation): Promise<boolean> => {
  const confirmed = await db
    .updateTable('second_factors')
    .set({ confirmed_at: now, last_step: step, recovery_hashes: recoveryCodes.map((code) => recoveryHash(code, hashToken)) })
    .where('member_id', '=', memberId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .returning('member_id')
    .executeTakeFirst();
  return confirmed !== undefined;
};

/** Takes a member's factor away, on or only begun; false when there was none. */
export const deleteFactor = async (db: Db, memberId: number): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('second_factors').where('member_id', '=', memberId).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

/**
 * Uses a code up, in the transaction of what it is for: of two who show it at once only one gets in. Answers how many recovery codes
 * are left, with `isRecovery` where one was used; 'wrong'; or 'off' when the factor is not on (any more).
 */
export const useCode = async (db: Db, whose: Whose, typed: string, now: Date) => {
  const factor = await ofMember(db, whose)
    .select(['secret', 'last_step', 'recovery_hashes'])
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!factor) return 'off';
  const spent = spend(factor, typed, { hash: hashToken, now });
  if (!spent) return 'wrong';
  const { lastStep, recoveryHashes, isRecovery } = spent;
  await db
    .updateTable('second_factors')
    .set({ last_step: lastStep, recovery_hashes: recoveryHashes })
    .where('tenant_id', '=', whose.tenantId)
    .where('member_id', '=', whose.memberId)
    .execute();
  const left = recoveryHashes.length;
  if (isRecovery) {
    const entry = { action: 'recovery code used', entity: 'second_factors', entityId: whose.memberId, after: { left } };
    await insertAuditOf(db, { ...whose, sessionId: null, now }, entry);
  }
  return { left, isRecovery };
};

interface Challenge extends Whose {
  token: string;
  passwordHash: string;
  expiresAt: Date;
}

/** What a challenge remembers of a password, so that another one ends it. */
export const markOf = hashToken;

export const insertChallenge = (db: Db, { tenantId, memberId, token, passwordHash, expiresAt }: Challenge) =>
  db
    .insertInto('signin_challenges')
    .values({
      tenant_id: tenantId,
      member_id: memberId,
      token_hash: hashToken(token),
      password_mark: markOf(passwordHash),
      expires_at: expiresAt,
    })
    .execute();

/** Whose code a browser owes, while it may still show it. */
export const findChallenge = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('signin_challenges')
    .innerJoin('members', (join) =>
      join.onRef('members.tenant_id', '=', 'signin_challenges.tenant_id').onRef('members.id', '=', 'signin_challenges.member_id'),
    )
    .select(['signin_challenges.tenant_id', 'signin_challenges.member_id', 'password_mark', 'username'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .where('archived_at', 'is', null)
    .executeTakeFirst();

export const deleteChallenge = (db: Db, tenantId: number, token: string) =>
  db.deleteFrom('signin_challenges').where('tenant_id', '=', tenantId).where('token_hash', '=', hashToken(token)).execute();
