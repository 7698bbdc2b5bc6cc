import { insertAuditOf } from '#server/platform/security/audit.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { publicId, type Random } from '#server/platform/seams.ts';
import { hashFamily, hashToken, newRefreshToken, newToken, socketTokenOf } from '#server/platform/security/tokens.ts';
import { ACCESS_COOKIE, endsOf, REFRESH_COOKIE } from './session-cookies.rules.ts';
import { endOldestSessions, endSession, findSessionOfDevice, insertSession } from './sessions.queries.ts';

type Cookies = Record<string, string | undefined>;

/** Ends the session of the tokens that a browser shows, run out or not; answers its id. */
export const endShownSession = async (db: Db, cookies: Cookies, now: Date): Promise<number | undefined> => {
  const hashes = [cookies[ACCESS_COOKIE], cookies[REFRESH_COOKIE]].filter((token) => token !== undefined).map(hashToken);
  const session = hashes.length > 0 ? await findSessionOfDevice(db, hashes) : undefined;
  if (!session) return undefined;
  await endSession(db, { tenantId: session.tenant_id, id: session.id, now });
  const actor = { tenantId: session.tenant_id, memberId: session.member_id, sessionId: session.id, now };
  await insertAuditOf(db, actor, { action: 'sign-out', entity: 'sessions', entityId: session.id });
  return session.id;
};

interface Arrival {
  tenantId: number;
  memberId: number;
  cookies: Cookies;
  address: string;
  userAgent: string;
  now: Date;
  random: Random;
}

/** Signs a member in on this device; answers the tokens, and which sessions it ended. */
export const startSession = async (db: Db, { tenantId, memberId, cookies, address, userAgent, now, random }: Arrival) => {
  // The browser forgets the cookies of whoever was signed in before; a session that nobody can end must not stay.
  const former = await endShownSession(db, cookies, now);
  const refresh = newRefreshToken(random);
  const tokens = { access: newToken(random), refresh, socket: socketTokenOf(refresh), ...endsOf(now, now) };
  const { id } = await insertSession(db, {
    tenantId,
    memberId,
    deviceId: publicId(random),
    accessHash: hashToken(tokens.access),
    accessExpiresAt: tokens.accessExpiresAt,
    refreshHash: hashToken(tokens.refresh),
    refreshFamily: hashFamily(tokens.refresh),
    refreshExpiresAt: tokens.refreshExpiresAt,
    socketHash: hashToken(tokens.socket),
    address,
    deviceName: userAgent.slice(0, 300),
    now,
  });
  const oldest = await endOldestSessions(db, { tenantId, memberId, now });
  const actor = { tenantId, memberId, sessionId: id, now };
  await insertAuditOf(db, actor, { action: 'sign-in', entity: 'sessions', entityId: id, after: { address } });
  return { id, tokens, ended: former === undefined ? oldest : [former, ...oldest] };
};
