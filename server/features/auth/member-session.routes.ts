import { AppError } from '#contract/errors.ts';
import {
  ACCESS_COOKIE,
  ACCESS_SECONDS,
  accessOptions,
  MARKER_COOKIE,
  markerOptions,
  REFRESH_COOKIE,
  REFRESH_SECONDS,
  refreshOptions,
} from '#server/features/devices/session-cookies.rules.ts';
import { endSession, findSessionOfDevice, insertSession } from '#server/features/devices/sessions.queries.ts';
import { lockUnchanged, type findMemberToSignIn } from '#server/features/users/members.queries.ts';
import { insertAuditOf } from '#server/platform/audit.queries.ts';
import type { Db } from '#server/platform/database.ts';
import type { OpenContext } from '#server/platform/routes.ts';
import { publicId } from '#server/platform/seams.ts';
import { hashFamily, hashToken, newRefreshToken, newToken } from '#server/platform/tokens.ts';

export type MemberToSignIn = NonNullable<Awaited<ReturnType<typeof findMemberToSignIn>>>;

export const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

export const wrongPassword = () => new AppError('not_signed_in', 'Wrong username or password!');

export const setSessionCookies = ({ setCookie }: OpenContext, { access, refresh }: { access: string; refresh: string }) => {
  setCookie(ACCESS_COOKIE, access, accessOptions);
  setCookie(REFRESH_COOKIE, refresh, refreshOptions);
  setCookie(MARKER_COOKIE, 'true', markerOptions);
};

/** Ends the session of the tokens that a browser shows, run out or not; answers its id. */
export const endShownSession = async (db: Db, cookies: OpenContext['cookies'], now: Date): Promise<number | undefined> => {
  const hashes = [cookies[ACCESS_COOKIE], cookies[REFRESH_COOKIE]].filter((token) => token !== undefined).map(hashToken);
  const session = hashes.length > 0 ? await findSessionOfDevice(db, hashes) : undefined;
  if (!session) return undefined;
  await endSession(db, { tenantId: session.tenant_id, id: session.id, now });
  const actor = { tenantId: session.tenant_id, memberId: session.member_id, sessionId: session.id, now };
  await insertAuditOf(db, actor, { action: 'sign-out', entity: 'sessions', entityId: session.id });
  return session.id;
};

/** Opens a session for a member who showed all that is asked for, in this browser; answers what a sign-in answers. */
export const openMemberSession = async (context: OpenContext, member: MemberToSignIn) => {
  const { acrossTenants, closeSockets, cookies, address, userAgent, now, random } = context;
  const tokens = { access: newToken(random), refresh: newRefreshToken(random) };
  let former: number | undefined;
  const isIn = await acrossTenants(async (db) => {
    // A password that is changed in this very moment either waits for this session and ends it, or is seen here.
    if (!(await lockUnchanged(db, member))) return false;
    // The browser forgets the cookies of whoever was signed in before; a session that nobody can end must not stay.
    former = await endShownSession(db, cookies, now);
    const { id } = await insertSession(db, {
      tenantId: member.tenant_id,
      memberId: member.id,
      deviceId: publicId(random),
      accessHash: hashToken(tokens.access),
      accessExpiresAt: after(now, ACCESS_SECONDS),
      refreshHash: hashToken(tokens.refresh),
      refreshFamily: hashFamily(tokens.refresh),
      refreshExpiresAt: after(now, REFRESH_SECONDS),
      address,
      deviceName: userAgent.slice(0, 300),
      now,
    });
    const actor = { tenantId: member.tenant_id, memberId: member.id, sessionId: id, now };
    await insertAuditOf(db, actor, { action: 'sign-in', entity: 'sessions', entityId: id, after: { address } });
    return true;
  });
  if (!isIn) throw wrongPassword();
  if (former !== undefined) closeSockets({ session: former });
  setSessionCookies(context, tokens);
  return {
    message: 'Welcome back!',
    user: {
      username: member.username,
      name: member.name,
      role: member.role,
      photo: member.photo,
      designation: member.designation,
      phone: member.phone,
      email: member.email,
      scope: member.scopes.join(','),
      tenant_id: member.tenant_id,
      is_active: member.is_active,
    },
  };
};
