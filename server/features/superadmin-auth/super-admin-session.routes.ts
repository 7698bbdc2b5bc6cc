import { errorAt } from '#contract/errors.ts';
import { after } from '#server/features/devices/expiry.rules.ts';
import { findShownBrowser } from '#server/features/devices/known-browsers.queries.ts';
import { DEVICE_COOKIE, deviceOptions, writeDeviceTokens } from '#server/features/devices/known-browsers.rules.ts';
import { MARKER_COOKIE, markerOptions } from '#server/features/devices/session-cookies.rules.ts';
import type { OpenContext } from '#server/platform/endpoints/contexts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { insertProviderAudit } from '#server/platform/security/provider-audit.queries.ts';
import { hashFamily, hashToken, newRefreshToken, newToken } from '#server/platform/security/tokens.ts';
import { findKnownProviderBrowser, saveKnownProviderBrowser } from './provider-browsers.queries.ts';
import { endProviderSession, findProviderSessionOfDevice, insertProviderSession } from './provider-sessions.queries.ts';
import {
  PLATFORM_ACCESS_COOKIE,
  PLATFORM_ACCESS_SECONDS,
  PLATFORM_PATH,
  PLATFORM_REFRESH_COOKIE,
  PLATFORM_SESSION_SECONDS,
} from './super-admin-cookies.rules.ts';
import { lockUnchanged } from './super-admins.queries.ts';

const WRONG = 'Wrong username or password!';
/** At the password, for an unknown name too: the answer must not tell which names exist. */
export const wrongPassword = () => errorAt('not_signed_in', 'password', WRONG);

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
  const session = hashes.length > 0 ? await findProviderSessionOfDevice(db, hashes) : undefined;
  if (!session) return;
  await endProviderSession(db, session.id, now);
  await insertProviderAudit(db, { superAdmin: { id: session.id, superAdminId: session.super_admin_id }, now }, { action: 'sign-out' });
};

export interface SuperAdminToSignIn {
  id: number;
  username: string;
  name: string;
  password_hash: string;
}

/** The browser that asks: the tokens it shows, and the one of them that this name has signed in with before. */
export const findBrowser = ({ cookies, readAsProvider, now }: OpenContext, username: string) =>
  findShownBrowser(cookies, (hashes) => readAsProvider((db) => findKnownProviderBrowser(db, username, hashes, now)));
type Browser = Awaited<ReturnType<typeof findBrowser>>;

/** Opens a session for a super administrator who showed all that is asked for, in this browser, which is known from now on; answers what a sign-in answers. */
export const openSuperAdminSession = async (context: OpenContext, found: SuperAdminToSignIn, { shown, known }: Browser) => {
  const { asProvider, cookies, setCookie, address, userAgent, now, random, noteSecurity } = context;
  const deviceToken = known?.token ?? newToken(random);
  const tokens = { access: newToken(random), refresh: newRefreshToken(random), expiresAt: after(now, PLATFORM_SESSION_SECONDS) };
  const entered = await asProvider(async (db) => {
    // A password that is changed in this very moment either waits for this session and ends it, or is seen here.
    if (!(await lockUnchanged(db, found))) return undefined;
    // The browser forgets the cookies of whoever was signed in before; a session that nobody can end must not stay.
    await endShownSession(db, cookies, now);
    const { id } = await insertProviderSession(db, {
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
    await insertProviderAudit(db, { superAdmin: { id, superAdminId: found.id }, now }, { action: 'sign-in', after: { address } });
    return { id, isKnown: await saveKnownProviderBrowser(db, { superAdminId: found.id, tokenHash: hashToken(deviceToken), now }) };
  });
  if (!entered) throw wrongPassword();
  setCookies(context, tokens);
  setCookie(DEVICE_COOKIE, writeDeviceTokens(shown, deviceToken), deviceOptions);
  if (!entered.isKnown) noteSecurity({ kind: 'new device', detail: { superAdmin: found.id, session: entered.id } });
  const { username } = found;
  const nothing = { photo: null, designation: null, phone: null, scope: '' } as const;
  return { message: 'Welcome back!', user: { username, name: found.name, role: 'superadmin' as const, email: username, ...nothing } };
};
