import { AppError } from '#contract/errors.ts';
import { MARKER_COOKIE, markerOptions } from '#server/features/devices/session-cookies.rules.ts';
import type { Db } from '#server/platform/database.ts';
import { insertPlatformAudit } from '#server/platform/platform-audit.queries.ts';
import type { OpenContext } from '#server/platform/routes.ts';
import { hashFamily, hashToken, newRefreshToken, newToken } from '#server/platform/tokens.ts';
import { endPlatformSession, findPlatformSessionOfDevice, insertPlatformSession } from './platform-sessions.queries.ts';
import {
  PLATFORM_ACCESS_COOKIE,
  PLATFORM_ACCESS_SECONDS,
  PLATFORM_PATH,
  PLATFORM_REFRESH_COOKIE,
  PLATFORM_SESSION_SECONDS,
} from './super-admin-cookies.rules.ts';
import { lockUnchanged } from './super-admins.queries.ts';

export const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);
export const wrongPassword = () => new AppError('not_signed_in', 'Wrong username or password!');

interface Cookies {
  access: string;
  refresh: string;
  /** when the session ends, whatever is renewed until then */
  expiresAt: Date;
}

export const setCookies = ({ setCookie, now }: OpenContext, { access, refresh, expiresAt }: Cookies) => {
  const left = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  setCookie(PLATFORM_ACCESS_COOKIE, access, { path: PLATFORM_PATH, maxAge: Math.min(PLATFORM_ACCESS_SECONDS, left) });
  setCookie(PLATFORM_REFRESH_COOKIE, refresh, { path: PLATFORM_PATH, maxAge: left });
  setCookie(MARKER_COOKIE, 'true', { ...markerOptions, maxAge: left });
};

/** Ends the session of the tokens that a browser shows, run out or not. */
export const endShownSession = async (db: Db, cookies: OpenContext['cookies'], now: Date): Promise<void> => {
  const hashes = [cookies[PLATFORM_ACCESS_COOKIE], cookies[PLATFORM_REFRESH_COOKIE]].filter((token) => token !== undefined).map(hashToken);
  const session = hashes.length > 0 ? await findPlatformSessionOfDevice(db, hashes) : undefined;
  if (!session) return;
  await endPlatformSession(db, session.id, now);
  await insertPlatformAudit(db, { superAdmin: { id: session.id, superAdminId: session.super_admin_id }, now }, { action: 'sign-out' });
};

export interface SuperAdminToSignIn {
  id: number;
  username: string;
  name: string;
  password_hash: string;
}

/** Opens a session for a super administrator who showed all that is asked for, in this browser; answers what a sign-in answers. */
export const openSuperAdminSession = async (context: OpenContext, found: SuperAdminToSignIn) => {
  const { asPlatform, cookies, address, userAgent, now, random } = context;
  const tokens = { access: newToken(random), refresh: newRefreshToken(random), expiresAt: after(now, PLATFORM_SESSION_SECONDS) };
  const isIn = await asPlatform(async (db) => {
    // A password that is changed in this very moment either waits for this session and ends it, or is seen here.
    if (!(await lockUnchanged(db, found))) return false;
    // The browser forgets the cookies of whoever was signed in before; a session that nobody can end must not stay.
    await endShownSession(db, cookies, now);
    const { id } = await insertPlatformSession(db, {
      superAdminId: found.id,
      accessHash: hashToken(tokens.access),
      accessExpiresAt: after(now, PLATFORM_ACCESS_SECONDS),
      refreshHash: hashToken(tokens.refresh),
      refreshFamily: hashFamily(tokens.refresh),
      expiresAt: tokens.expiresAt,
      address,
      deviceName: userAgent.slice(0, 300),
      now,
    });
    await insertPlatformAudit(db, { superAdmin: { id, superAdminId: found.id }, now }, { action: 'sign-in', after: { address } });
    return true;
  });
  if (!isIn) throw wrongPassword();
  setCookies(context, tokens);
  const { username } = found;
  const nothing = { photo: null, designation: null, phone: null, scope: '' } as const;
  return { message: 'Welcome back!', user: { username, name: found.name, role: 'superadmin' as const, email: username, ...nothing } };
};
