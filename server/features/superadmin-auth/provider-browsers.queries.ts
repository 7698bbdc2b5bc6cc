import { sql } from 'kysely';
import { KNOWN_SECONDS } from '#server/features/devices/known-browsers.rules.ts';
import type { Db } from '#server/platform/database/database.ts';

const BROWSERS_AT_MOST = 50; // of a super administrator

/** As of a member (devices/known-browsers.queries.ts), in a table of its own. */
export const findKnownProviderBrowser = (db: Db, username: string, tokenHashes: string[], now: Date) =>
  db
    .selectFrom('platform.known_browsers')
    .innerJoin('platform.super_admins', 'platform.super_admins.id', 'super_admin_id')
    .select(['platform.known_browsers.id', 'token_hash'])
    .where('token_hash', 'in', tokenHashes)
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .where('used_at', '>', new Date(now.getTime() - KNOWN_SECONDS * 1000))
    .executeTakeFirst();

/** Notes that a super administrator signed in with a browser; says whether it was known already. */
export const saveKnownProviderBrowser = async (
  db: Db,
  { superAdminId, tokenHash, now }: { superAdminId: number; tokenHash: string; now: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('platform.known_browsers')
    .set({ used_at: now })
    .where('super_admin_id', '=', superAdminId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return true;
  await db
    .insertInto('platform.known_browsers')
    .values({ super_admin_id: superAdminId, token_hash: tokenHash, created_at: now, used_at: now })
    .execute();
  await db
    .deleteFrom('platform.known_browsers')
    .where('id', 'in', (row) =>
      row
        .selectFrom('platform.known_browsers')
        .select('id')
        .where('super_admin_id', '=', superAdminId)
        .orderBy('used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(BROWSERS_AT_MOST),
    )
    .execute();
  return false;
};
