import { AppError } from '#contract/errors.ts';
import { refreshSuperAdmin, signInSuperAdmin, signOutSuperAdmin } from '#contract/superadmin-auth.ts';
import { GRACE_SECONDS, MARKER_COOKIE, markerOptions } from '#server/features/devices/session-cookies.rules.ts';
import { countGuesses, type Limits } from '#server/platform/limits.ts';
import { insertPlatformAudit } from '#server/platform/platform-audit.queries.ts';
import { handleOpen, type OpenContext } from '#server/platform/routes.ts';
import { hashFamily, hashToken, newToken, successorsOf, verifyPassword } from '#server/platform/tokens.ts';
import { endPlatformSession, findPlatformSessionToRefresh, rotatePlatformSession } from './platform-sessions.queries.ts';
import { askSuperAdminForCode } from './super-admin-code.routes.ts';
import { PLATFORM_ACCESS_COOKIE, PLATFORM_ACCESS_SECONDS, PLATFORM_PATH, PLATFORM_REFRESH_COOKIE } from './super-admin-cookies.rules.ts';
import { after, endShownSession, openSuperAdminSession, setCookies, wrongPassword } from './super-admin-session.routes.ts';
import { findSuperAdminToSignIn } from './super-admins.queries.ts';

const earlier = (a: Date, b: Date) => (a < b ? a : b);

const clearCookies = (clearCookie: OpenContext['clearCookie']) => {
  clearCookie(PLATFORM_ACCESS_COOKIE, { path: PLATFORM_PATH });
  clearCookie(PLATFORM_REFRESH_COOKIE, { path: PLATFORM_PATH });
  clearCookie(MARKER_COOKIE, { path: markerOptions.path });
};

/** The calls of a super administrator's account: as those of a member's (auth.routes.ts), on tables and cookies of their own. */
export const superadminAuthRoutes = ({ limits }: { limits: Limits }) => {
  const failuresOfName = limits.open('platform-signin-name');
  const failuresOfAddress = limits.openForAddresses('platform-signin-address');

  return [
    handleOpen(signInSuperAdmin, async ({ body }, context) => {
      const { readAsPlatform, address } = context;
      const name = body.username.toLowerCase();
      const limited = [[failuresOfAddress, address] as const, [failuresOfName, name] as const];
      const found = await countGuesses(limited, 'not_signed_in', async () => {
        const superAdmin = await readAsPlatform((db) => findSuperAdminToSignIn(db, name));
        if (!(await verifyPassword(superAdmin?.password_hash, body.password)) || !superAdmin) throw wrongPassword();
        return superAdmin;
      });

      await askSuperAdminForCode(context, found);
      return openSuperAdminSession(context, found);
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
