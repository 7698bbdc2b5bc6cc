import { AppError } from '#contract/errors.ts';
import { refreshSuperAdmin, signInSuperAdmin, signOutSuperAdmin } from '#contract/superadmin-auth.ts';
import { after, earlier } from '#server/features/devices/expiry.rules.ts';
import { GRACE_SECONDS, MARKER_COOKIE, markerOptions } from '#server/features/devices/session-cookies.rules.ts';
import { onceAnswered } from '#server/platform/work/background.ts';
import type { OpenContext } from '#server/platform/endpoints/contexts.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import { handleOpen } from '#server/platform/endpoints/routes.ts';
import type { SecurityEvent } from '#server/platform/security/security-events.ts';
import { openSignInLimits } from '#server/platform/limits/sign-in-limits.ts';
import { hashFamily, hashToken, newToken, successorsOf, verifyPassword } from '#server/platform/security/tokens.ts';
import { endProviderSession, findProviderSessionToRefresh, rotateProviderSession } from './provider-sessions.queries.ts';
import { askSuperAdminForCode } from './super-admin-code.routes.ts';
import { PLATFORM_ACCESS_COOKIE, PLATFORM_ACCESS_SECONDS, PLATFORM_PATH, PLATFORM_REFRESH_COOKIE } from './super-admin-cookies.rules.ts';
import {
  endShownSession,
  findBrowser,
  openSuperAdminSession,
  setCookies,
  type SuperAdminToSignIn,
  wrongPassword,
} from './super-admin-session.routes.ts';
import { findSuperAdminToSignIn } from './super-admins.queries.ts';

const clearCookies = (clearCookie: OpenContext['clearCookie']) => {
  clearCookie(PLATFORM_ACCESS_COOKIE, { path: PLATFORM_PATH });
  clearCookie(PLATFORM_REFRESH_COOKIE, { path: PLATFORM_PATH });
  clearCookie(MARKER_COOKIE, { path: markerOptions.path });
};

/** Notes it when the answer is away, which took the same time whoever was meant. */
const noteLater = (
  { inBackground, noteSecurity }: OpenContext,
  kind: SecurityEvent['kind'],
  find: () => Promise<{ id: number } | undefined>,
) =>
  onceAnswered(inBackground, async () => {
    const superAdmin = await find();
    noteSecurity({ kind, detail: { of: 'provider', ...(superAdmin && { superAdmin: superAdmin.id }) } });
  });

const checkPassword = async (context: OpenContext, name: string, password: string): Promise<SuperAdminToSignIn> => {
  const found = await context.readAsProvider((db) => findSuperAdminToSignIn(db, name));
  if ((await verifyPassword(found?.password_hash, password)) && found) return found;
  noteLater(context, 'sign-in failed', async () => found);
  throw wrongPassword();
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
          onLocked: () => noteLater(context, 'sign-in locked', () => context.readAsProvider((db) => findSuperAdminToSignIn(db, name))),
        },
      );
      await askSuperAdminForCode(context, found);
      return openSuperAdminSession(context, found, browser);
    }),

    handleOpen(refreshSuperAdmin, async (_, context) => {
      const { asProvider, cookies, now, random, noteSecurity } = context;
      const shown = cookies[PLATFORM_REFRESH_COOKIE];
      const refreshed =
        shown === undefined
          ? undefined
          : await asProvider(async (db) => {
              const hash = hashToken(shown);
              const session = await findProviderSessionToRefresh(db, hashFamily(shown), now);
              if (!session) return undefined;
              const expiresAt = session.expires_at;
              if (session.refresh_hash !== hash) {
                const isInGrace =
                  session.used_refresh_hash === hash && session.refreshed_at !== null && now <= after(session.refreshed_at, GRACE_SECONDS);
                if (isInGrace && session.used_refresh_nonce) return { ...successorsOf(shown, session.used_refresh_nonce), expiresAt };
                // A used token that comes back late was copied: nobody can tell which of the two holders is the owner.
                await endProviderSession(db, session.id, now);
                noteSecurity({ kind: 'token reused', detail: { superAdmin: session.super_admin_id, session: session.id } });
                return undefined;
              }
              const nonce = newToken(random);
              const tokens = successorsOf(shown, nonce);
              await rotateProviderSession(db, {
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
        // the login page shows it
        throw new AppError('not_signed_in', 'Your session ran out or was ended. Please sign in again!');
      }
      setCookies(context, refreshed);
      return { message: 'Session renewed.' };
    }),

    handleOpen(signOutSuperAdmin, async (_, { asProvider, cookies, now, clearCookie, clearCache }) => {
      await asProvider((db) => endShownSession(db, cookies, now));
      clearCookies(clearCookie);
      clearCache();
      return { message: 'You are signed out.' };
    }),
  ];
};
