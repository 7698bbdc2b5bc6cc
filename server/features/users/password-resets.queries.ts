import type { Db } from '#server/platform/database.ts';

interface NewReset {
  tenantId: number;
  memberId: number;
  tokenHash: string;
  now: Date;
  expiresAt: Date;
}

export const insertPasswordReset = (db: Db, { tenantId, memberId, tokenHash, now, expiresAt }: NewReset) =>
  db
    .insertInto('password_resets')
    .values({ tenant_id: tenantId, member_id: memberId, token_hash: tokenHash, created_at: now, expires_at: expiresAt })
    .execute();

/** Whose link this is, as long as it is good. */
export const findPasswordReset = (db: Db, tokenHash: string, now: Date) =>
  db
    .selectFrom('password_resets')
    .select(['tenant_id', 'member_id'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Uses a link up and answers whose it is; of two callers who show it at once only one gets it. */
export const takePasswordReset = (db: Db, tokenHash: string, now: Date) =>
  db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['tenant_id', 'member_id'])
    .executeTakeFirst();

/** Uses up all links of a member: the password was changed another way, or the account is gone. */
export const markPasswordResetsUsed = (db: Db, { tenantId, memberId, now }: { tenantId: number; memberId: number; now: Date }) =>
  db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .execute();
