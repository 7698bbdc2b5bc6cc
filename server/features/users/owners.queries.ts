import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/platform/database/database.ts';
import { explainTaken, isAddressTaken, takenAddress } from './members.queries.ts';

/**
 * Gives the owner of a tenant another address to sign in with, and answers who it is; a contact address that was the same follows.
 * Links mailed to the old one die.
 */
export const updateOwnerUsername = async (db: Db, tenantId: number, username: string, now: Date): Promise<number> => {
  if (await isAddressTaken(db, username, tenantId)) throw takenAddress('email');
  const owner = await db
    .updateTable('members')
    .set({
      username,
      email: sql`case when email = username then ${username} else email end`,
      confirmed_at: sql`case when lower(username) = lower(${username}) then confirmed_at end`,
    })
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'admin')
    .where('archived_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
    .catch(explainTaken('email'));
  if (!owner) throw new AppError('not_found', 'This restaurant has no owner!');
  await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', owner.id)
    .where('used_at', 'is', null)
    .execute();
  return owner.id;
};

/** Holds whoever signs in with this address until the commit; undefined when it is another one by now, or the account is gone. */
export const lockNamed = (db: Db, found: { tenant_id: number; id: number; username: string }) =>
  db
    .selectFrom('members')
    .select('id')
    .where('tenant_id', '=', found.tenant_id)
    .where('id', '=', found.id)
    .where('username', '=', found.username)
    .where('archived_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Nobody of this tenant signs in any more. Their addresses are free, or with `isRestorable` stay taken. Links mailed to them die. */
export const markAllMembersArchived = async (
  db: Db,
  tenantId: number,
  { now, isRestorable }: { now: Date; isRestorable: boolean },
): Promise<void> => {
  await db
    .updateTable('members')
    .set({ archived_at: now, archived_with_tenant: isRestorable })
    .where('tenant_id', '=', tenantId)
    .where('archived_at', 'is', null)
    .execute();
  await db.updateTable('password_resets').set({ used_at: now }).where('tenant_id', '=', tenantId).where('used_at', 'is', null).execute();
};

/** Everybody who was archived with the tenant is back; who was archived before stays so. */
export const markAllMembersRestored = (db: Db, tenantId: number) =>
  db
    .updateTable('members')
    .set({ archived_at: null, archived_with_tenant: false })
    .where('tenant_id', '=', tenantId)
    .where('archived_with_tenant', '=', true)
    .execute();
