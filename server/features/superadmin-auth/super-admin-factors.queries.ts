import { recoveryHash, spend } from '#server/features/second-factor/codes.rules.ts';
import type { Db } from '#server/platform/database/database.ts';
import { insertProviderAudit } from '#server/platform/security/provider-audit.queries.ts';
import { hashToken } from '#server/platform/security/tokens.ts';

/** A super administrator's second factor, on or only begun. As that of members (second-factors.queries.ts), in tables of the platform. */
export const findSuperAdminFactor = (db: Db, superAdminId: number) =>
  db
    .selectFrom('platform.second_factors')
    .select(['secret', 'confirmed_at', 'last_step', 'recovery_hashes'])
    .where('super_admin_id', '=', superAdminId)
    .executeTakeFirst();

/** Keeps a secret until a code confirms it; false when a factor is on. */
export const saveNewSuperAdminFactor = async (
  db: Db,
  { superAdminId, secret, now }: { superAdminId: number; secret: string; now: Date },
): Promise<boolean> => {
  const saved = await db
    .insertInto('platform.second_factors')
    .values({ super_admin_id: superAdminId, secret, created_at: now })
    .onConflict((row) =>
      row.column('super_admin_id').doUpdateSet({ secret, created_at: now }).where('platform.second_factors.confirmed_at', 'is', null),
    )
    .returning('super_admin_id')
    .executeTakeFirst();
  return saved !== undefined;
};

interface Confirmation {
  superAdminId: number;
  secret: string;
  step: number;
  recoveryCodes: readonly string[];
  now: Date;
}

/** Switches on what was begun; false when it was switched on or started over in between. */
export const markSuperAdminFactorConfirmed = async (db: Db, confirmation: Confirmation): Promise<boolean> => {
  const { superAdminId, secret, step, recoveryCodes, now } = confirmation;
  const confirmed = await db
    .updateTable('platform.second_factors')
    .set({ confirmed_at: now, last_step: step, recovery_hashes: recoveryCodes.map((code) => recoveryHash(code, hashToken)) })
    .where('super_admin_id', '=', superAdminId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .returning('super_admin_id')
    .executeTakeFirst();
  return confirmed !== undefined;
};

export const deleteSuperAdminFactor = async (db: Db, superAdminId: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('platform.second_factors')
    .where('super_admin_id', '=', superAdminId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

/** Uses a code up, in the transaction of what it is for; answers as `useCode` of members does. */
export const useSuperAdminCode = async (db: Db, superAdminId: number, typed: string, now: Date) => {
  const factor = await db
    .selectFrom('platform.second_factors')
    .select(['secret', 'last_step', 'recovery_hashes'])
    .where('super_admin_id', '=', superAdminId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!factor) return 'off';
  const spent = spend(factor, typed, { hash: hashToken, now });
  if (!spent) return 'wrong';
  const { lastStep, recoveryHashes, isRecovery } = spent;
  await db
    .updateTable('platform.second_factors')
    .set({ last_step: lastStep, recovery_hashes: recoveryHashes })
    .where('super_admin_id', '=', superAdminId)
    .execute();
  const left = recoveryHashes.length;
  if (isRecovery) {
    const entry = { action: 'recovery code used', after: { superAdminId, left } };
    await insertProviderAudit(db, { superAdmin: null, now }, entry);
  }
  return { left, isRecovery };
};

interface Challenge {
  superAdminId: number;
  token: string;
  passwordHash: string;
  expiresAt: Date;
}

export const insertSuperAdminChallenge = (db: Db, { superAdminId, token, passwordHash, expiresAt }: Challenge) =>
  db
    .insertInto('platform.signin_challenges')
    .values({
      token_hash: hashToken(token),
      super_admin_id: superAdminId,
      // of the password's hash: a password that is changed meanwhile ends the challenge
      password_mark: hashToken(passwordHash),
      expires_at: expiresAt,
    })
    .execute();

/** Who owes a code in a browser, while it may still show it and the password is the one that it showed. */
export const findOwingSuperAdmin = async (db: Db, token: string, now: Date) => {
  const found = await db
    .selectFrom('platform.signin_challenges')
    .innerJoin('platform.super_admins', 'platform.super_admins.id', 'super_admin_id')
    .select(['id', 'username', 'name', 'password_hash', 'password_mark'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found && found.password_mark === hashToken(found.password_hash) ? found : undefined;
};

export const deleteSuperAdminChallenge = (db: Db, token: string) =>
  db.deleteFrom('platform.signin_challenges').where('token_hash', '=', hashToken(token)).execute();
