import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/platform/database.ts';
import { explainTaken, isAddressTaken, takenAddress } from './members.queries.ts';

/** Gives the owner of a tenant another address to sign in with, which nobody has confirmed yet; a contact address that was the same follows. Links mailed to the old one die. */
export const updateOwnerUsername = async (db: Db, tenantId: number, username: string, now: Date): Promise<void> => {
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
};

/** Nobody of this tenant signs in any more, and their addresses are free. */
export const markAllMembersArchived = (db: Db, tenantId: number, now: Date) =>
  db.updateTable('members').set({ archived_at: now }).where('tenant_id', '=', tenantId).where('archived_at', 'is', null).execute();
