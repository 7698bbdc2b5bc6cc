import { sql } from 'kysely';
import { endSessionsOfMember } from '#server/features/devices/sessions.queries.ts';
import { insertAuditOf } from '#server/platform/security/audit.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { markPasswordResetsUsed } from './password-resets.queries.ts';

export interface KnownMember {
  tenant_id: number;
  id: number;
  username: string;
  password_hash: string;
}

/**
 * Who may have the password of the demonstration: the accounts that it is made with, and colleagues of the demonstration's domain who
 * were added there. Nobody else is looked at: whoever registers with such an address must not make a start long. For the worker.
 */
export const findDemonstrationMembers = async (db: Db, owner: string, usernames: readonly string[]): Promise<KnownMember[]> => {
  const { rows } = await sql<KnownMember>`
    select tenant_id, id, username, password_hash from members m
    where archived_at is null and (
      lower(username) = any(${usernames})
      or (lower(username) like ${`%@${owner.split('@')[1]}`}
        and tenant_id = (select tenant_id from members where archived_at is null and lower(username) = ${owner})))
    order by id limit 500`.execute(db);
  return rows;
};

/** Gives a member another password and ends all sessions, unless somebody else changed it since it was read; false then. */
export const replaceKnownPassword = async (db: Db, found: KnownMember, passwordHash: string, now: Date): Promise<boolean> => {
  const whose = { tenantId: found.tenant_id, memberId: found.id };
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ password_hash: passwordHash, pin_hash: null })
    .where('tenant_id', '=', found.tenant_id)
    .where('id', '=', found.id)
    .where('password_hash', '=', found.password_hash)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await markPasswordResetsUsed(db, { ...whose, now });
  await endSessionsOfMember(db, { ...whose, now });
  await insertAuditOf(db, { ...whose, sessionId: null, now }, { action: 'known password replaced', entity: 'members', entityId: found.id });
  return true;
};
