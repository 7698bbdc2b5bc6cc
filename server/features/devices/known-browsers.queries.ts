import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { hashToken } from '#server/platform/security/tokens.ts';
import { DEVICE_COOKIE, KNOWN_SECONDS, readDeviceTokens } from './known-browsers.rules.ts';

const BROWSERS_AT_MOST = 50; // of a member; a program that signs in without a cookie is a new one each time

/**
 * The browser of one of these tokens, if whoever holds this name has signed in with it. Somebody else with an account of that name, in a
 * restaurant of their own, is no holder (docs/decisions/0020-confirmed-addresses.md), and meets the name's limits.
 */
export const findKnownBrowser = (db: Db, username: string, tokenHashes: string[], now: Date) =>
  db
    .selectFrom('known_browsers')
    .innerJoin('members', (join) =>
      join.onRef('members.tenant_id', '=', 'known_browsers.tenant_id').onRef('members.id', '=', 'known_browsers.member_id'),
    )
    .select(['known_browsers.id', 'token_hash', 'member_id'])
    .where('token_hash', 'in', tokenHashes)
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .where('members.archived_at', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from members other where lower(other.username) = lower(${username}) and other.archived_at is null and other.id <> members.id
          and (other.confirmed_at is null, other.id) < (members.confirmed_at is null, members.id))`,
    )
    .where('used_at', '>', new Date(now.getTime() - KNOWN_SECONDS * 1000))
    .executeTakeFirst();

/** The browser that asks: the tokens its cookie shows, and the one of them that `find` knows. */
export const findShownBrowser = async <T extends { id: number; token_hash: string }>(
  cookies: Record<string, string | undefined>,
  find: (tokenHashes: string[]) => Promise<T | undefined>,
) => {
  const shown = readDeviceTokens(cookies[DEVICE_COOKIE]);
  const known = shown.length > 0 ? await find(shown.map(hashToken)) : undefined;
  return { shown, known: known && { ...known, token: shown.find((token) => hashToken(token) === known.token_hash)! } };
};

interface Browser {
  tenantId: number;
  memberId: number;
  tokenHash: string;
  now: Date;
}

/** Notes that a member signed in with a browser; says whether it was known already. The one that was used longest ago makes room. */
export const saveKnownBrowser = async (db: Db, { tenantId, memberId, tokenHash, now }: Browser): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('known_browsers')
    .set({ used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return true;
  await db
    .insertInto('known_browsers')
    .values({ tenant_id: tenantId, member_id: memberId, token_hash: tokenHash, created_at: now, used_at: now })
    .execute();
  await db
    .deleteFrom('known_browsers')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', (row) =>
      row
        .selectFrom('known_browsers')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('member_id', '=', memberId)
        .orderBy('used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(BROWSERS_AT_MOST),
    )
    .execute();
  return false;
};

/** No browser is known for a member any more but those of these tokens: their password was reset, and whoever had the old one is a stranger. */
export const forgetBrowsers = async (
  db: Db,
  { tenantId, memberId, except = [] }: { tenantId: number; memberId: number; except?: readonly string[] },
): Promise<void> => {
  await db
    .deleteFrom('known_browsers')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .$if(except.length > 0, (rows) => rows.where('token_hash', 'not in', except))
    .execute();
};
