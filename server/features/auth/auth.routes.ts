import { refreshToken, signIn, signOut, signUp } from '#contract/auth.ts';
import { findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { openTenant } from '#server/features/tenants/open-tenant.queries.ts';
import { isTimezone } from '#server/platform/business-day.ts';
import { openLimit } from '#server/platform/limits.ts';
import { handleOpen, type OpenContext } from '#server/platform/routes.ts';
import { publicId } from '#server/platform/seams.ts';
import { hashPassword, hashToken, newToken, successorsOf, verifyPassword } from '#server/platform/tokens.ts';
import { findMemberToSignIn } from '#server/features/users/members.queries.ts';
import {
  ACCESS_COOKIE,
  ACCESS_SECONDS,
  accessOptions,
  GRACE_SECONDS,
  MARKER_COOKIE,
  markerOptions,
  REFRESH_COOKIE,
  REFRESH_SECONDS,
  refreshOptions,
} from './session-cookies.rules.ts';
import { endSession, findSessionOfDevice, findSessionToRefresh, insertSession, rotateSession } from './sessions.queries.ts';

const WINDOW = 15 * 60; // seconds
const DAY = 24 * 60 * 60 * 1000; // ms

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

const setSessionCookies = ({ setCookie }: OpenContext, { access, refresh }: { access: string; refresh: string }) => {
  setCookie(ACCESS_COOKIE, access, accessOptions);
  setCookie(REFRESH_COOKIE, refresh, refreshOptions);
  setCookie(MARKER_COOKIE, 'true', markerOptions);
};

const clearSessionCookies = ({ clearCookie }: OpenContext) => {
  clearCookie(ACCESS_COOKIE, { path: accessOptions.path });
  clearCookie(REFRESH_COOKIE, { path: refreshOptions.path });
  clearCookie(MARKER_COOKIE, { path: markerOptions.path });
};

/** The calls of an account. `limits` of failures are counted for each server that is built, so that tests do not meet each other's. */
export const authRoutes = ({ trialDays }: { trialDays: number }) => {
  const failuresOfName = openLimit(5, WINDOW);
  const failuresOfAddress = openLimit(20, WINDOW);
  const signUpsOfAddress = openLimit(20, WINDOW);

  return [
    handleOpen(signUp, async ({ body }, { acrossTenants, address, now, random }) => {
      const currency = (body.currency || 'USD').toUpperCase();
      const timezone = body.timezone || 'UTC';
      if (!findCurrency(currency)) throw new AppError('invalid_input', 'Please select a currency!');
      if (!isTimezone(timezone)) throw new AppError('invalid_input', 'Please select a time zone!');
      await signUpsOfAddress.take(address);
      const restaurant = {
        name: body.biz_name,
        username: body.username,
        passwordHash: await hashPassword(body.password, random),
        currency,
        timezone,
        uniqueQRCode: publicId(random),
        activeUntil: trialDays > 0 ? new Date(now.getTime() + trialDays * DAY) : null,
        now,
      };
      await acrossTenants((db) => openTenant(db, restaurant));
      return { message: 'Your account is ready. Please sign in!' };
    }),

    handleOpen(signIn, async ({ body }, context) => {
      const { acrossTenants, readAcrossTenants, address, userAgent, now, random } = context;
      const name = body.username.toLowerCase();
      // Counted before the password is looked at, so that guesses sent at once are counted too.
      await failuresOfName.take(name);
      await failuresOfAddress.take(address);
      const member = await readAcrossTenants((db) => findMemberToSignIn(db, name));
      if (!(await verifyPassword(member?.password_hash, body.password)) || !member)
        throw new AppError('not_signed_in', 'Wrong username or password!');
      await Promise.all([failuresOfName.giveBack(name), failuresOfAddress.giveBack(address)]);

      const tokens = { access: newToken(random), refresh: newToken(random) };
      await acrossTenants((db) =>
        insertSession(db, {
          tenantId: member.tenant_id,
          memberId: member.id,
          deviceId: publicId(random),
          accessHash: hashToken(tokens.access),
          accessExpiresAt: after(now, ACCESS_SECONDS),
          refreshHash: hashToken(tokens.refresh),
          refreshExpiresAt: after(now, REFRESH_SECONDS),
          address,
          deviceName: userAgent.slice(0, 300),
          now,
        }),
      );
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
    }),

    handleOpen(refreshToken, async (_, context) => {
      const { acrossTenants, closeSockets, cookies, now, random } = context;
      const shown = cookies[REFRESH_COOKIE];
      const refreshed =
        shown === undefined
          ? undefined
          : await acrossTenants(async (db) => {
              const hash = hashToken(shown);
              const session = await findSessionToRefresh(db, hash, now);
              if (!session) return undefined;
              const id = { tenantId: session.tenant_id, id: session.id, now };
              if (session.refresh_hash !== hash) {
                const isInGrace = session.refreshed_at !== null && now <= after(session.refreshed_at, GRACE_SECONDS);
                if (isInGrace && session.used_refresh_nonce) return successorsOf(shown, session.used_refresh_nonce);
                // A used token that comes back late was copied: nobody can tell which of the two holders is the owner.
                await endSession(db, id);
                closeSockets(session.id);
                return undefined;
              }
              const nonce = newToken(random);
              const tokens = successorsOf(shown, nonce);
              await rotateSession(db, {
                ...id,
                usedHash: hash,
                nonce,
                accessHash: hashToken(tokens.access),
                accessExpiresAt: after(now, ACCESS_SECONDS),
                refreshHash: hashToken(tokens.refresh),
                refreshExpiresAt: after(now, REFRESH_SECONDS),
              });
              return tokens;
            });
      if (!refreshed) {
        clearSessionCookies(context);
        throw new AppError('not_signed_in', 'Please sign in!');
      }
      setSessionCookies(context, refreshed);
      return { message: 'Session renewed.' };
    }),

    handleOpen(signOut, async (_, context) => {
      const { acrossTenants, closeSockets, cookies, now } = context;
      const hashes = [cookies[ACCESS_COOKIE], cookies[REFRESH_COOKIE]].filter((token) => token !== undefined).map(hashToken);
      if (hashes.length > 0)
        await acrossTenants(async (db) => {
          const session = await findSessionOfDevice(db, hashes);
          if (!session) return;
          await endSession(db, { tenantId: session.tenant_id, id: session.id, now });
          closeSockets(session.id);
        });
      clearSessionCookies(context);
      return { message: 'You are signed out.' };
    }),
  ];
};
