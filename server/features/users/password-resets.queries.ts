import type { Db } from '#server/platform/database/database.ts';

export const LINK_DAYS = 7; // of an invitation and of a confirmation
const DAY = 24 * 60 * 60 * 1000; // ms

/** What a mailed link does: an invitation sets the first password, a confirmation sets none. */
type Purpose = 'reset' | 'invitation' | 'confirmation';

interface NewReset {
  tenantId: number;
  memberId: number;
  purpose?: Purpose;
  tokenHash: string;
  now: Date;
  expiresAt: Date;
}

export const insertPasswordReset = (db: Db, { tenantId, memberId, purpose = 'reset', tokenHash, now, expiresAt }: NewReset) =>
  db
    .insertInto('password_resets')
    .values({ tenant_id: tenantId, member_id: memberId, purpose, token_hash: tokenHash, created_at: now, expires_at: expiresAt })
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
const takeLink = (db: Db, purposes: readonly Purpose[], tokenHash: string, now: Date) =>
  db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['tenant_id', 'member_id', 'purpose'])
    .executeTakeFirst();

export const takePasswordReset = (db: Db, tokenHash: string, now: Date) => takeLink(db, ['reset', 'invitation'], tokenHash, now);

export const takeConfirmation = (db: Db, tokenHash: string, now: Date) => takeLink(db, ['confirmation'], tokenHash, now);

/** What a link to set a password is for, and whose restaurant it leads into, while it is good. It is not used up. */
export const findPasswordLink = (db: Db, tokenHash: string, now: Date) =>
  db
    .selectFrom('password_resets')
    .innerJoin('members', (join) =>
      join.onRef('members.tenant_id', '=', 'password_resets.tenant_id').onRef('members.id', '=', 'password_resets.member_id'),
    )
    .innerJoin('tenants', 'tenants.id', 'password_resets.tenant_id')
    .select(['purpose', 'tenants.name as restaurant'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', ['reset', 'invitation'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('members.archived_at', 'is', null)
    .executeTakeFirst();

/** Uses up the links of one kind: another one is on its way. */
export const markLinksUsed = (
  db: Db,
  { tenantId, memberId, purpose, now }: { tenantId: number; memberId: number; purpose: Purpose; now: Date },
) =>
  db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();

/** A link that confirms an address, in place of those before. */
export const insertConfirmation = async (db: Db, link: { tenantId: number; memberId: number; tokenHash: string; now: Date }) => {
  await markLinksUsed(db, { ...link, purpose: 'confirmation' });
  const expiresAt = new Date(link.now.getTime() + LINK_DAYS * DAY);
  await insertPasswordReset(db, { ...link, purpose: 'confirmation', expiresAt });
};

/** Uses up all links of a member that set a password: it was changed another way, or the account is gone. */
export const markPasswordResetsUsed = (db: Db, { tenantId, memberId, now }: { tenantId: number; memberId: number; now: Date }) =>
  db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('purpose', '<>', 'confirmation')
    .where('used_at', 'is', null)
    .execute();
