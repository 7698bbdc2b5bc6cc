import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#contract/errors.ts';
import { refreshSuperAdmin, signInSuperAdmin, signOutSuperAdmin } from '#contract/superadmin-auth.ts';
import { DEVICE_COOKIE, deviceOptions, readDeviceTokens, writeDeviceTokens } from '#server/features/devices/known-browsers.rules.ts';
import { GRACE_SECONDS, MARKER_COOKIE, markerOptions } from '#server/features/devices/session-cookies.rules.ts';
import type { Db } from '#server/platform/database.ts';
import type { Limits } from '#server/platform/limits.ts';
import { insertPlatformAudit } from '#server/platform/platform-audit.queries.ts';
import { handleOpen, type OpenContext } from '#server/platform/routes.ts';
import type { SecurityEvent } from '#server/platform/security-events.ts';
import { openSignInLimits } from '#server/platform/sign-in-limits.ts';
import { hashFamily, hashToken, newRefreshToken, newToken, successorsOf, verifyPassword } from '#server/platform/tokens.ts';
import { findKnownPlatformBrowser, saveKnownPlatformBrowser } from './platform-browsers.queries.ts';
import {
  endPlatformSession,
  findPlatformSessionOfDevice,
  findPlatformSessionToRefresh,
  insertPlatformSession,
  rotatePlatformSession,
} from './platform-sessions.queries.ts';
import {
  PLATFORM_ACCESS_COOKIE,
  PLATFORM_ACCESS_SECONDS,
  PLATFORM_PATH,
  PLATFORM_REFRESH_COOKIE,
  PLATFORM_SESSION_SECONDS,
} from './super-admin-cookies.rules.ts';
import { findSuperAdminToSignIn, lockUnchanged } from './super-admins.queries.ts';

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);
const earlier = (a: Date, b: Date) => (a < b ? a : b);
const wrongPassword = () => new AppError('not_signed_in', 'Wrong username or password!');

interface Cookies {
  access: string;
  refresh: string;
  /** when the session ends, whatever is renewed until then */
  expiresAt: Date;
}

const setCookies = ({ setCookie, now }: OpenContext, { access, refresh, expiresAt }: Cookies) => {
  const left = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  setCookie(PLATFORM_ACCESS_COOKIE, access, { path: PLATFORM_PATH, maxAge: Math.min(PLATFORM_ACCESS_SECONDS, left) });
  setCookie(PLATFORM_REFRESH_COOKIE, refresh, { path: PLATFORM_PATH, maxAge: left });
  setCookie(MARKER_COOKIE, 'true', { ...markerOptions, maxAge: left });
};

const clearCookies = (clearCookie: OpenContext['clearCookie']) => {
  clearCookie(PLATFORM_ACCESS_COOKIE, { path: PLATFORM_PATH });
  clearCookie(PLATFORM_REFRESH_COOKIE, { path: PLATFORM_PATH });
  clearCookie(MARKER_COOKIE, { path: markerOptions.path });
};

/** Ends the session of the tokens that a browser shows, run out or not. */
const endShownSession = async (db: Db, cookies: OpenContext['cookies'], now: Date): Promise<void> => {
  const hashes = [cookies[PLATFORM_ACCESS_COOKIE], cookies[PLATFORM_REFRESH_COOKIE]].filter((token) => token !== undefined).map(hashToken);
  const session = hashes.length > 0 ? await findPlatformSessionOfDevice(db, hashes) : undefined;
  if (!session) return;
  await endPlatformSession(db, session.id, now);
  await insertPlatformAudit(db, { superAdmin: { id: session.id, superAdminId: session.super_admin_id }, now }, { action: 'sign-out' });
};

const UNTIL_ANSWERED = 250; // ms; an answer takes a few, and many on a machine that is busy

type Found = NonNullable<Awaited<ReturnType<typeof findSuperAdminToSignIn>>>;

/** Notes it when the answer is away, which took the same time whoever was meant. */
const noteLater = (
  { inBackground, noteSecurity }: OpenContext,
  kind: SecurityEvent['kind'],
  find: () => Promise<{ id: number } | undefined>,
) =>
  inBackground(async () => {
    await pause(UNTIL_ANSWERED);
    const superAdmin = await find();
    noteSecurity({ kind, detail: { of: 'provider', ...(superAdmin && { superAdmin: superAdmin.id }) } });
  });

/** The browser that asks: the tokens it shows, and the one of them that this name has signed in with before. */
const findBrowser = async ({ cookies, readAsPlatform, now }: OpenContext, username: string) => {
  const shown = readDeviceTokens(cookies[DEVICE_COOKIE]);
  const known =
    shown.length > 0 ? await readAsPlatform((db) => findKnownPlatformBrowser(db, username, shown.map(hashToken), now)) : undefined;
  return { shown, known: known && { id: known.id, token: shown.find((token) => hashToken(token) === known.token_hash)! } };
};
type Browser = Awaited<ReturnType<typeof findBrowser>>;

const checkPassword = async (context: OpenContext, name: string, password: string): Promise<Found> => {
  const found = await context.readAsPlatform((db) => findSuperAdminToSignIn(db, name));
  if ((await verifyPassword(found?.password_hash, password)) && found) return found;
  noteLater(context, 'sign-in failed', async () => found);
  throw wrongPassword();
};

/** Opens the session of a super administrator whose password was right, on this browser, which is known from now on. */
const enter = async (context: OpenContext, found: Found, { shown, known }: Browser): Promise<void> => {
  const { asPlatform, cookies, setCookie, address, userAgent, now, random, noteSecurity } = context;
  const deviceToken = known?.token ?? newToken(random);
  const tokens = { access: newToken(random), refresh: newRefreshToken(random), expiresAt: after(now, PLATFORM_SESSION_SECONDS) };
  const entered = await asPlatform(async (db) => {
    // A password that is changed in this very moment either waits for this session and ends it, or is seen here.
    if (!(await lockUnchanged(db, found))) return undefined;
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
    return { id, isKnown: await saveKnownPlatformBrowser(db, { superAdminId: found.id, tokenHash: hashToken(deviceToken), now }) };
  });
  if (!entered) throw wrongPassword();
  setCookies(context, tokens);
  setCookie(DEVICE_COOKIE, writeDeviceTokens(shown, deviceToken), deviceOptions);
  if (!entered.isKnown) noteSecurity({ kind: 'new device', detail: { superAdmin: found.id, session: entered.id } });
};

/** The calls of a super administrator's account: as those of a member's (features/auth), on tables and cookies of their own. */
export const superadminAuthRoutes = ({ limits }: { limits: Limits }) => {
  const tryToSignIn = openSignInLimits(limits, 'platform-signin');

  return [
    handleOpen(signInSuperAdmin, async ({ body }, context) => {
      const name = body.username.toLowerCase();
      const browser = await findBrowser(context, name);
      const found = await tryToSignIn(
        { name, address: context.address, knownBrowser: browser.known?.id },
        {
          check: () => checkPassword(context, name, body.password),
          onLocked: () => noteLater(context, 'sign-in locked', () => context.readAsPlatform((db) => findSuperAdminToSignIn(db, name))),
        },
      );
      await enter(context, found, browser);
      const { username } = found;
      const nothing = { photo: null, designation: null, phone: null, scope: '' } as const;
      return { message: 'Welcome back!', user: { username, name: found.name, role: 'superadmin' as const, email: username, ...nothing } };
    }),

    handleOpen(refreshSuperAdmin, async (_, context) => {
      const { asPlatform, cookies, now, random, noteSecurity } = context;
      const shown = cookies[PLATFORM_REFRESH_COOKIE];
      const refreshed =
        shown === undefined
          ? undefined
          : await asPlatform(async (db) => {
              const hash = hashToken(shown);
              const session = await findPlatformSessionToRefresh(db, hashFamily(shown), now);
              if (!session) return undefined;
              const expiresAt = session.expires_at;
              if (session.refresh_hash !== hash) {
                const isInGrace =
                  session.used_refresh_hash === hash && session.refreshed_at !== null && now <= after(session.refreshed_at, GRACE_SECONDS);
                if (isInGrace && session.used_refresh_nonce) return { ...successorsOf(shown, session.used_refresh_nonce), expiresAt };
                // A used token that comes back late was copied: nobody can tell which of the two holders is the owner.
                await endPlatformSession(db, session.id, now);
                noteSecurity({ kind: 'token reused', detail: { superAdmin: session.super_admin_id, session: session.id } });
                return undefined;
              }
              const nonce = newToken(random);
              const tokens = successorsOf(shown, nonce);
              await rotatePlatformSession(db, {
                id: session.id,
                usedHash: hash,
                nonce,
                accessHash: hashToken(tokens.access),
                accessExpiresAt: earlier(after(now, PLATFORM_ACCESS_SECONDS), expiresAt),
                refreshHash: hashToken(tokens.refresh),
                now,
              });
              return { ...tokens, expiresAt };
            });
      if (!refreshed) {
        clearCookies(context.clearCookie);
        throw new AppError('not_signed_in', 'Please sign in!');
      }
      setCookies(context, refreshed);
      return { message: 'Session renewed.' };
    }),

    handleOpen(signOutSuperAdmin, async (_, { asPlatform, cookies, now, clearCookie }) => {
      await asPlatform((db) => endShownSession(db, cookies, now));
      clearCookies(clearCookie);
      return { message: 'You are signed out.' };
    }),
  ];
};
