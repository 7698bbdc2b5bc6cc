import { type RawBuilder, sql } from 'kysely';
import { parseScopes } from '#contract/permissions.ts';
import { tenantLimits } from '#contract/tenant-limits.ts';
import { listOf } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Session } from '#server/platform/endpoints/session.ts';
import { SESSION_SECONDS } from './session-cookies.rules.ts';

/** Who signed in before this is signed in no more, however often the session was used. */
const oldest = (now: Date) => new Date(now.getTime() - SESSION_SECONDS * 1000);

interface NewSession {
  tenantId: number;
  memberId: number;
  deviceId: string;
  accessHash: string;
  accessExpiresAt: Date;
  refreshHash: string;
  refreshFamily: string;
  refreshExpiresAt: Date;
  socketHash?: string;
  address: string;
  deviceName: string;
  now: Date;
}

export const insertSession = (db: Db, session: NewSession) =>
  db
    .insertInto('sessions')
    .values({
      tenant_id: session.tenantId,
      member_id: session.memberId,
      device_id: session.deviceId,
      access_hash: session.accessHash,
      access_expires_at: session.accessExpiresAt,
      refresh_hash: session.refreshHash,
      refresh_family: session.refreshFamily,
      refresh_expires_at: session.refreshExpiresAt,
      socket_hash: session.socketHash ?? null,
      device_ip: session.address,
      device_name: session.deviceName,
      created_at: session.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

interface SessionRow {
  hash: string;
  id: number;
  tenant_id: number;
  member_id: number;
  role: 'admin' | 'user';
  scopes: string[];
  is_subscribed: boolean;
  version: number;
  event_seq: number;
}

type Finding = [db: Db, hashes: string[], now: Date, graceDays: number];

/** A session by the hash in one of its columns, as long as the token of that hash is good. */
const byHash = (hash: string, goodUntil: string, now: Date) => sql`
  select id, tenant_id, member_id from sessions
  where ${sql.ref(hash)} = k.hash and ${sql.ref(goodUntil)} > ${now} and ended_at is null and created_at > ${oldest(now)}`;

/**
 * Asked for by every request, so nothing may depend on how large a table is taken to be: each hash leads to its session, and that to its
 * member and tenant, by an index in any plan, and one plan serves all calls (docs/cases.md §6).
 */
const find = async (name: RawBuilder<unknown>, found: RawBuilder<unknown>, ...[db, hashes, now, graceDays]: Finding) => {
  const { rows } = await sql<SessionRow>`
    ${name} select k.hash, s.id, s.tenant_id, s.member_id, o.role, o.scopes, o.version, o.event_seq, o.is_subscribed
    from unnest(${listOf(hashes, 'text')}) k (hash)
    cross join lateral (${found} offset 0) s
    cross join lateral (
      select m.role, m.scopes, c.version, c.event_seq,
        t.is_active and coalesce(t.active_until + make_interval(days => ${graceDays}) > ${now}, false) as is_subscribed
      from members m
      join tenants t on t.id = m.tenant_id
      join tenant_counters c on c.tenant_id = m.tenant_id
      where m.tenant_id = s.tenant_id and m.id = s.member_id and m.archived_at is null
      offset 0
    ) o`.execute(db);
  return new Map<string, Session>(
    rows.map((row) => [
      row.hash,
      {
        id: row.id,
        tenantId: row.tenant_id,
        memberId: row.member_id,
        role: row.role,
        scopes: parseScopes(row.scopes.join(',')),
        isSubscribed: row.is_subscribed,
        version: row.version,
        eventSeq: row.event_seq,
      },
    ]),
  );
};

/** The sessions that these access tokens open now; read on every request, so one statement without a transaction. */
export const findSessions = (...finding: Finding): Promise<Map<string, Session>> => {
  const now = finding[2];
  const found = sql`${byHash('access_hash', 'access_expires_at', now)} union all ${byHash('used_access_hash', 'used_access_until', now)}`;
  return find(sql`/* find_sessions */`, found, ...finding);
};

/** The sessions whose sockets these tokens open; asked at a handshake and nowhere else. */
export const findSessionsOfSockets = (...finding: Finding): Promise<Map<string, Session>> =>
  find(sql`/* find_sockets */`, byHash('socket_hash', 'refresh_expires_at', finding[2]), ...finding);

/** Of these sessions, the ids of those that would still be found; the access token may have been renewed meanwhile. */
export const findAliveSessions = async (
  db: Db,
  sessions: readonly Pick<Session, 'tenantId' | 'id'>[],
  now: Date,
  graceDays: number,
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select s.id
    from unnest(${sessions.map(({ tenantId }) => tenantId)}::bigint[], ${sessions.map(({ id }) => id)}::bigint[]) as known (tenant_id, id)
    join sessions s on s.tenant_id = known.tenant_id and s.id = known.id and s.ended_at is null
      and s.refresh_expires_at > ${now} and s.created_at > ${oldest(now)}
    join members m on m.tenant_id = s.tenant_id and m.id = s.member_id and m.archived_at is null
    join tenants t on t.id = s.tenant_id
    where t.is_active and t.active_until + make_interval(days => ${graceDays}) > ${now}`.execute(db);
  return new Set(rows.map((row) => row.id));
};

/** The session that a refresh token's family belongs to, locked so that racing tabs take turns. */
export const findSessionToRefresh = (db: Db, family: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('members', (join) =>
      join.onRef('members.tenant_id', '=', 'sessions.tenant_id').onRef('members.id', '=', 'sessions.member_id'),
    )
    .select([
      'sessions.tenant_id',
      'sessions.id',
      'sessions.member_id',
      'refresh_hash',
      'used_refresh_hash',
      'used_refresh_nonce',
      'refreshed_at',
      'refresh_expires_at',
      'sessions.created_at',
    ])
    .where('refresh_family', '=', family)
    .where('ended_at', 'is', null)
    .where('refresh_expires_at', '>', now)
    .where('sessions.created_at', '>', oldest(now))
    .where('members.archived_at', 'is', null)
    .forUpdate('sessions')
    .executeTakeFirst();

/** True when a session was ended by somebody, and did not run out. */
export const wasEnded = async (db: Db, family: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('id')
    .where('refresh_family', '=', family)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

interface Rotation {
  tenantId: number;
  id: number;
  /** Until when the access token that is replaced is still good: requests of other tabs are under way with it. */
  usedAccessUntil: Date;
  usedHash: string;
  nonce: string;
  accessHash: string;
  accessExpiresAt: Date;
  refreshHash: string;
  refreshExpiresAt: Date;
  socketHash: string;
  now: Date;
}

export const rotateSession = (db: Db, rotation: Rotation) =>
  db
    .updateTable('sessions')
    .set({
      used_refresh_hash: rotation.usedHash,
      used_refresh_nonce: rotation.nonce,
      refreshed_at: rotation.now,
      used_access_hash: sql`access_hash`,
      used_access_until: sql`least(access_expires_at, ${rotation.usedAccessUntil})`,
      access_hash: rotation.accessHash,
      access_expires_at: rotation.accessExpiresAt,
      refresh_hash: rotation.refreshHash,
      refresh_expires_at: rotation.refreshExpiresAt,
      // of a session that began before there were such tokens, too
      socket_hash: rotation.socketHash,
    })
    .where('tenant_id', '=', rotation.tenantId)
    .where('id', '=', rotation.id)
    .execute();

/** When a session began, which is held until the commit; undefined when it has ended. */
export const lockSignedInAt = async (db: Db, { tenantId, id }: { tenantId: number; id: number }): Promise<Date | undefined> => {
  const open = db.selectFrom('sessions').select('created_at').where('tenant_id', '=', tenantId).where('id', '=', id);
  return (await open.where('ended_at', 'is', null).forNoKeyUpdate().executeTakeFirst())?.created_at;
};

/** Ends those of a tenant's sessions that have not ended; whose, the caller adds. */
const ending = (db: Db, tenantId: number, now: Date) =>
  db.updateTable('sessions').set({ ended_at: now }).where('tenant_id', '=', tenantId).where('ended_at', 'is', null);

export const endSession = (db: Db, { tenantId, id, now }: { tenantId: number; id: number; now: Date }) =>
  db.updateTable('sessions').set({ ended_at: now }).where('tenant_id', '=', tenantId).where('id', '=', id).execute();

/** The session of an access or a refresh token, expired or not: whoever signs out shows what is left of it. */
export const findSessionOfDevice = (db: Db, hashes: string[]) =>
  db
    .selectFrom('sessions')
    .select(['tenant_id', 'id', 'member_id'])
    .where((row) => row.or([row('access_hash', 'in', hashes), row('refresh_hash', 'in', hashes), row('used_refresh_hash', 'in', hashes)]))
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/** Ends every session of a member, on all devices; answers how many there were. */
export const endSessionsOfMember = async (
  db: Db,
  { tenantId, memberId, now }: { tenantId: number; memberId: number; now: Date },
): Promise<number> => {
  const { numUpdatedRows } = await ending(db, tenantId, now).where('member_id', '=', memberId).executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};

/** Ends every session of everybody in a tenant. */
export const endSessionsOfTenant = (db: Db, tenantId: number, now: Date) => ending(db, tenantId, now).execute();

/** Ends the sessions of a member on all devices but one; answers which. */
export const endOtherSessions = async (
  db: Db,
  { tenantId, memberId, exceptId, now }: { tenantId: number; memberId: number; exceptId: number; now: Date },
): Promise<number[]> => {
  const rows = await ending(db, tenantId, now).where('member_id', '=', memberId).where('id', '<>', exceptId).returning('id').execute();
  return rows.map(({ id }) => id);
};

/** Ends the oldest sessions but one of a member who has more than the limit; answers which. */
export const endOldestSessions = async (
  db: Db,
  { tenantId, memberId, exceptId, now }: { tenantId: number; memberId: number; exceptId: number; now: Date },
): Promise<number[]> => {
  const rows = await ending(db, tenantId, now)
    .where('id', 'in', (row) =>
      row
        .selectFrom('sessions')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('member_id', '=', memberId)
        .where('ended_at', 'is', null)
        .where('refresh_expires_at', '>', now)
        .orderBy(sql`(id = ${exceptId})`, 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(tenantLimits.sessionsOfMember.most),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

const openSessions = (db: Db, now: Date) =>
  db.selectFrom('sessions').where('ended_at', 'is', null).where('refresh_expires_at', '>', now).where('created_at', '>', oldest(now));

/** The devices on which a member is signed in, newest first. */
export const findDevices = (db: Db, memberId: number, now: Date) =>
  openSessions(db, now)
    .select(['id', 'device_id', 'device_ip', 'device_name', 'created_at', 'refreshed_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** An open session by its public name, locked until the commit: of one member, or of anyone in the restaurant. */
export const findDeviceToRemove = (db: Db, deviceId: string, { memberId, now }: { memberId: number | undefined; now: Date }) =>
  openSessions(db, now)
    .select(['id', 'member_id', 'tenant_id'])
    .where('device_id', '=', deviceId)
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId!))
    .forNoKeyUpdate()
    .executeTakeFirst();
