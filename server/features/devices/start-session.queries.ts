import { insertAuditOf } from '#server/platform/security/audit.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Session } from '#server/platform/endpoints/session.ts';
import { publicId, type Random } from '#server/platform/clock-and-random.ts';
import { hashFamily, hashToken, newRefreshToken, newToken, socketTokenOf } from '#server/platform/security/tokens.ts';
import { ACCESS_COOKIE, endsOf, REFRESH_COOKIE } from './session-cookies.rules.ts';
import { endOldestSessions, endSession, findSessionOfDevice, insertSession, lockSignedInAt } from './sessions.queries.ts';

type Cookies = Record<string, string | undefined>;

const endKnownSession = async (db: Db, { tenantId, id, memberId }: Pick<Session, 'tenantId' | 'id' | 'memberId'>, now: Date) => {
  await endSession(db, { tenantId, id, now });
  await insertAuditOf(db, { tenantId, memberId, sessionId: id, now }, { action: 'sign-out', entity: 'sessions', entityId: id });
  return id;
};

/** Ends the session of the tokens that a browser shows, run out or not; answers its id. */
export const endShownSession = async (db: Db, cookies: Cookies, now: Date): Promise<number | undefined> => {
  const hashes = [cookies[ACCESS_COOKIE], cookies[REFRESH_COOKIE]].filter((token) => token !== undefined).map(hashToken);
  const session = hashes.length > 0 ? await findSessionOfDevice(db, hashes) : undefined;
  if (!session) return undefined;
  return endKnownSession(db, { tenantId: session.tenant_id, id: session.id, memberId: session.member_id }, now);
};

interface Arrival {
  tenantId: number;
  memberId: number;
  cookies: Cookies;
  /** Of a colleague who passes the device on: it ends, and the new one lasts no longer. */
  passedOn?: Pick<Session, 'tenantId' | 'id' | 'memberId'> | undefined;
  address: string;
  userAgent: string;
  now: Date;
  random: Random;
}

/** Signs a member in on this device; answers the tokens, and which sessions it ended. Undefined when the one to be passed on has ended. */
export const startSession = async (db: Db, { tenantId, memberId, cookies, passedOn, address, userAgent, now, random }: Arrival) => {
  // The browser forgets the cookies of whoever was signed in before; a session that nobody can end must not stay.
  const signedInAt = passedOn ? await lockSignedInAt(db, passedOn) : now;
  if (!signedInAt) return undefined;
  const former = await endShownSession(db, cookies, now);
  // the cookies may name another one by now, or an access token that was renewed
  const caller = passedOn && passedOn.id !== former ? await endKnownSession(db, passedOn, now) : undefined;
  const refresh = newRefreshToken(random);
  const tokens = { access: newToken(random), refresh, socket: socketTokenOf(refresh), ...endsOf(signedInAt, now) };
  const deviceName = userAgent.slice(0, 300);
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
    deviceName,
    now: signedInAt,
  });
  const oldest = await endOldestSessions(db, { tenantId, memberId, exceptId: id, now });
  const actor = { tenantId, memberId, sessionId: id, now };
  // the log names the device of what was done in this session long after the session is gone
  await insertAuditOf(db, actor, { action: 'sign-in', entity: 'sessions', entityId: id, after: { address, device: deviceName } });
  return { id, tokens, ended: [former, caller, ...oldest].filter((ended) => ended !== undefined) };
};
