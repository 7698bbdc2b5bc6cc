import type { Db } from '#server/platform/database/database.ts';
import type { ProviderSession } from '#server/platform/endpoints/session.ts';

interface NewSession {
  superAdminId: number;
  accessHash: string;
  accessExpiresAt: Date;
  refreshHash: string;
  refreshFamily: string;
  expiresAt: Date;
  address: string;
  deviceName: string;
  now: Date;
}

export const insertProviderSession = (db: Db, session: NewSession) =>
  db
    .insertInto('platform.sessions')
    .values({
      super_admin_id: session.superAdminId,
      access_hash: session.accessHash,
      access_expires_at: session.accessExpiresAt,
      refresh_hash: session.refreshHash,
      refresh_family: session.refreshFamily,
      expires_at: session.expiresAt,
      device_ip: session.address,
      device_name: session.deviceName,
      created_at: session.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** The session that an access token opens now; one statement, read on every call. */
export const findProviderSession = async (db: Db, accessHash: string, now: Date): Promise<ProviderSession | undefined> => {
  const row = await db
    .selectFrom('platform.sessions')
    .leftJoin('platform.second_factors', (join) =>
      join
        .onRef('platform.second_factors.super_admin_id', '=', 'platform.sessions.super_admin_id')
        .on('platform.second_factors.confirmed_at', 'is not', null),
    )
    .select(['id', 'platform.sessions.super_admin_id', 'confirmed_at'])
    .where('access_hash', '=', accessHash)
    .where('ended_at', 'is', null)
    .where('access_expires_at', '>', now)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { id: row.id, superAdminId: row.super_admin_id, hasFactor: row.confirmed_at !== null };
};

/** The session that a refresh token's family belongs to, locked so that racing tabs take turns. */
export const findProviderSessionToRefresh = (db: Db, family: string, now: Date) =>
  db
    .selectFrom('platform.sessions')
    .select(['id', 'super_admin_id', 'refresh_hash', 'used_refresh_hash', 'used_refresh_nonce', 'refreshed_at', 'expires_at'])
    .where('refresh_family', '=', family)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();

interface Rotation {
  id: number;
  usedHash: string;
  nonce: string;
  accessHash: string;
  accessExpiresAt: Date;
  refreshHash: string;
  now: Date;
}

export const rotateProviderSession = (db: Db, rotation: Rotation) =>
  db
    .updateTable('platform.sessions')
    .set({
      used_refresh_hash: rotation.usedHash,
      used_refresh_nonce: rotation.nonce,
      refreshed_at: rotation.now,
      access_hash: rotation.accessHash,
      access_expires_at: rotation.accessExpiresAt,
      refresh_hash: rotation.refreshHash,
    })
    .where('id', '=', rotation.id)
    .execute();

export const endProviderSession = (db: Db, id: number, now: Date) =>
  db.updateTable('platform.sessions').set({ ended_at: now }).where('id', '=', id).execute();

/** Ends all sessions of a super administrator; answers how many. */
export const endProviderSessionsOf = async (db: Db, superAdminId: number, now: Date): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('platform.sessions')
    .set({ ended_at: now })
    .where('super_admin_id', '=', superAdminId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};

/** The session of an access or a refresh token, expired or not: whoever signs out shows what is left of it. */
export const findProviderSessionOfDevice = (db: Db, hashes: string[]) =>
  db
    .selectFrom('platform.sessions')
    .select(['id', 'super_admin_id'])
    .where((row) => row.or([row('access_hash', 'in', hashes), row('refresh_hash', 'in', hashes), row('used_refresh_hash', 'in', hashes)]))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
