import { AppError } from '#contract/errors.ts';
import { refreshSuperAdmin, signInSuperAdmin, signOutSuperAdmin } from '#contract/superadmin-auth.ts';
import { GRACE_SECONDS, MARKER_COOKIE, markerOptions } from '#server/features/devices/session-cookies.rules.ts';
import type { Db } from '#server/platform/database.ts';
import { countGuesses, type Limits } from '#server/platform/limits.ts';
import { insertPlatformAudit } from '#server/platform/platform-audit.queries.ts';
import { handleOpen, type OpenContext } from '#server/platform/routes.ts';
import { hashFamily, hashToken, newRefreshToken, newToken, successorsOf, verifyPassword } from '#server/platform/tokens.ts';
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

/** The calls of a super administrator's account: as those of a member's (auth.routes.ts), on tables and cookies of their own. */
export const superadminAuthRoutes = ({ limits }: { limits: Limits }) => {
  const failuresOfName = limits.open('platform-signin-name');
  const failuresOfAddress = limits.openForAddresses('platform-signin-address');

  return [
    handleOpen(signInSuperAdmin, async ({ body }, context) => {
      const { asPlatform, readAsPlatform, cookies, address, userAgent, now, random } = context;
      const name = body.username.toLowerCase();
      const limited = [[failuresOfAddress, address] as const, [failuresOfName, name] as const];
      const found = await countGuesses(limited, 'not_signed_in', async () => {
        const superAdmin = await readAsPlatform((db) => findSuperAdminToSignIn(db, name));
        if (!(await verifyPassword(superAdmin?.password_hash, body.password)) || !superAdmin) throw wrongPassword();
        return superAdmin;
      });

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
    }),

    handleOpen(refreshSuperAdmin, async (_, context) => {
      const { asPlatform, cookies, now, random } = context;
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
                const superAdmin = { id: session.id, superAdminId: session.super_admin_id };
                await insertPlatformAudit(db, { superAdmin, now }, { action: 'token reused' });
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

    handleOpen(signOutSuperAdmin, async (_, { asPlatform, cookies, now, clearCookie, clearCache }) => {
      await asPlatform((db) => endShownSession(db, cookies, now));
      clearCookies(clearCookie);
      clearCache();
      return { message: 'You are signed out.' };
    }),
  ];
};
