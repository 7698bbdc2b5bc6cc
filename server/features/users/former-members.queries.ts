import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { parseScopes, rightsOf } from '#contract/permissions.ts';
import type { Db } from '#server/platform/database/database.ts';
import { explainTaken } from './members.queries.ts';

/** A colleague who was deleted since then, locked until the commit; throws not-found when there is none. */
export const getMemberToRestore = async (db: Db, username: string, since: Date) => {
  const member = await db
    .selectFrom('members')
    .select(['id', 'name', 'role', 'scopes', 'rights', 'discount_limit'])
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .where('archived_at', '>=', since)
    .where('archived_with_tenant', '=', false)
    .orderBy('archived_at', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!member) throw new AppError('not_found', 'This cannot be taken back any more!');
  return { ...member, scopes: parseScopes(member.scopes.join(',')), rights: rightsOf(member) };
};

/** Back as it was; throws conflict when somebody else has the address by now. */
export const markMemberRestored = (db: Db, id: number) =>
  db.updateTable('members').set({ archived_at: null }).where('id', '=', id).execute().catch(explainTaken('username'));
