import { setTimeout as pause } from 'node:timers/promises';
import { forgotPassword, getProfile, refreshToken, resetPassword, signIn, signOut, signUp } from '#contract/auth.ts';
import { findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import {
  ACCESS_SECONDS,
  clearSessionCookies,
  GRACE_SECONDS,
  REFRESH_COOKIE,
  REFRESH_SECONDS,
} from '#server/features/devices/session-cookies.rules.ts';
import { endSession, endSessionsOfMember, findSessionToRefresh, rotateSession } from '#server/features/devices/sessions.queries.ts';
import { openTenant } from '#server/features/tenants/open-tenant.queries.ts';
import { findMemberToRemind, findMemberToSignIn, getProfileOf, updatePassword } from '#server/features/users/members.queries.ts';
import { insertPasswordReset, markPasswordResetsUsed, takePasswordReset } from '#server/features/users/password-resets.queries.ts';
import { insertAuditOf } from '#server/platform/audit.queries.ts';
import { isTimezone } from '#server/platform/business-day.ts';
import type { Db } from '#server/platform/database.ts';
import { pingDatabase } from '#server/platform/health.ts';
import { countGuesses, type Limits } from '#server/platform/limits.ts';
import { handle, handleOpen } from '#server/platform/routes.ts';
import { publicId } from '#server/platform/seams.ts';
import { hashFamily, hashPassword, hashToken, newToken, successorsOf, verifyPassword } from '#server/platform/tokens.ts';
import { passwordChangedLetter, resetLetter } from './letters.rules.ts';
import { after, endShownSession, openMemberSession, setSessionCookies, wrongPassword } from './member-session.routes.ts';
import { askForCode } from './signin-code.routes.ts';

const LINK_SECONDS = 20 * 60;
const UNTIL_ANSWERED = 250; // ms; an answer takes a few, and many on a machine that is busy
const DAY = 24 * 60 * 60 * 1000; // ms

/** Sets the password of whom a mailed link was for, and signs them out everywhere; undefined when the link is dead. */
const setPasswordByLink = async (db: Db, { tokenHash, passwordHash, now }: { tokenHash: string; passwordHash: string; now: Date }) => {
  const reset = await takePasswordReset(db, tokenHash, now);
  if (!reset) return undefined;
  const whose = { tenantId: reset.tenant_id, memberId: reset.member_id };
  const found = await updatePassword(db, { ...whose, passwordHash });
  if (!found) return undefined;
  await markPasswordResetsUsed(db, { ...whose, now });
  await endSessionsOfMember(db, { ...whose, now });
  await insertAuditOf(db, { ...whose, sessionId: null, now }, { action: 'reset', entity: 'members', entityId: whose.memberId });
  return { ...found, id: whose.memberId };
};

interface Surrounded {
  config: { publicUrl: string; signUp?: boolean | undefined; trialDays: number; graceDays: number };
  limits: Limits;
}

/** The calls of an account. */
export const authRoutes = ({ config: { publicUrl, signUp: isSignUpOpen = true, trialDays, graceDays }, limits }: Surrounded) => {
  const failuresOfName = limits.open('signin-name');
  const failuresOfAddress = limits.openForAddresses('signin-address');
  const signUpsOfAddress = limits.openForAddresses('signup-address');
  const lettersToName = limits.open('forgot-name');
  const lettersOfAddress = limits.openForAddresses('forgot-address');
  const failedResetsOfAddress = limits.openForAddresses('reset-address');

  return [
    handleOpen(signUp, async ({ body }, { acrossTenants, address, now, random }) => {
      if (!isSignUpOpen) throw new AppError('not_allowed', 'Registration is closed!');
      const currency = (body.currency || 'USD').toUpperCase();
      // the form has no field for it: a zone of the browser's that this server does not know yet is set in the settings
      const timezone = body.timezone && isTimezone(body.timezone) ? body.timezone : 'UTC';
      if (!findCurrency(currency)) throw new AppError('invalid_input', 'Please select a currency!');
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
      const { readAcrossTenants, address, now } = context;
      const name = body.username.toLowerCase();
      // The address first: who is refused for it must not go on locking names.
      const limited = [[failuresOfAddress, address] as const, [failuresOfName, name] as const];
      const member = await countGuesses(limited, 'not_signed_in', async () => {
        const found = await readAcrossTenants((db) => findMemberToSignIn(db, name, { now, graceDays }));
        if (!(await verifyPassword(found?.password_hash, body.password)) || !found) throw wrongPassword();
        return found;
      });

      await askForCode(context, member);
      return openMemberSession(context, member);
    }),

    handleOpen(refreshToken, async (_, context) => {
      const { acrossTenants, closeSockets, cookies, now, random } = context;
      const shown = cookies[REFRESH_COOKIE];
      let copied: number | undefined;
      const refreshed =
        shown === undefined
          ? undefined
          : await acrossTenants(async (db) => {
              const hash = hashToken(shown);
              const session = await findSessionToRefresh(db, hashFamily(shown), now);
              if (!session) return undefined;
              const id = { tenantId: session.tenant_id, id: session.id, now };
              if (session.refresh_hash !== hash) {
                const isInGrace =
                  session.used_refresh_hash === hash && session.refreshed_at !== null && now <= after(session.refreshed_at, GRACE_SECONDS);
                if (isInGrace && session.used_refresh_nonce) return successorsOf(shown, session.used_refresh_nonce);
                // A used token that comes back late was copied: nobody can tell which of the two holders is the owner.
                await endSession(db, id);
                const actor = { tenantId: session.tenant_id, memberId: session.member_id, sessionId: session.id, now };
                await insertAuditOf(db, actor, { action: 'token reused', entity: 'sessions', entityId: session.id });
                copied = session.id;
                return undefined;
              }
              const nonce = newToken(random);
              const tokens = successorsOf(shown, nonce);
              await rotateSession(db, {
                ...id,
                usedHash: hash,
                usedAccessUntil: after(now, GRACE_SECONDS),
                nonce,
                accessHash: hashToken(tokens.access),
                accessExpiresAt: after(now, ACCESS_SECONDS),
                refreshHash: hashToken(tokens.refresh),
                refreshExpiresAt: after(now, REFRESH_SECONDS),
              });
              return tokens;
            });
      if (copied !== undefined) closeSockets({ session: copied });
      if (!refreshed) {
        clearSessionCookies(context.clearCookie);
        throw new AppError('not_signed_in', 'Please sign in!');
      }
      setSessionCookies(context, refreshed);
      return { message: 'Session renewed.' };
    }),

    handleOpen(signOut, async (_, context) => {
      const { acrossTenants, closeSockets, cookies, now } = context;
      const ended = await acrossTenants((db) => endShownSession(db, cookies, now));
      if (ended !== undefined) closeSockets({ session: ended });
      clearSessionCookies(context.clearCookie);
      context.clearCache();
      return { message: 'You are signed out.' };
    }),

    handleOpen(forgotPassword, async ({ body }, { acrossTenants, readAcrossTenants, address, now, random, post, inBackground }) => {
      await lettersOfAddress.take(address);
      // Without the storage nothing could be sent, and whoever asks should know it: 503, which takes none of their tries.
      await readAcrossTenants(pingDatabase).catch(async (error: unknown) => {
        await lettersOfAddress.giveBack(address);
        throw error;
      });
      // Nothing before the answer looks at the account, and nothing beside it, so that its time tells nothing (reliability.md N22).
      inBackground(async () => {
        await pause(UNTIL_ANSWERED);
        const member = await readAcrossTenants((db) => findMemberToRemind(db, body.username));
        if (!member || !(await lettersToName.tryToTake(`${member.id}`))) return;
        const token = newToken(random);
        const whose = { tenantId: member.tenant_id, memberId: member.id };
        await acrossTenants(async (db) => {
          await insertPasswordReset(db, { ...whose, tokenHash: hashToken(token), now, expiresAt: after(now, LINK_SECONDS) });
          await insertAuditOf(db, { ...whose, sessionId: null, now }, { action: 'forgot', entity: 'members', entityId: member.id });
        });
        post(resetLetter(member, `${publicUrl}/reset-password?token=${token}`, LINK_SECONDS / 60));
      });
      return { message: 'If this address is known, a link to set a new password is on its way to it.' };
    }),

    handleOpen(resetPassword, async ({ params, body }, { acrossTenants, address, now, random, post, closeSockets }) => {
      const member = await countGuesses([[failedResetsOfAddress, address]], 'invalid_input', async () => {
        const passwordHash = await hashPassword(body.password, random);
        const reset = await acrossTenants((db) => setPasswordByLink(db, { tokenHash: hashToken(params.token), passwordHash, now }));
        if (!reset) throw new AppError('invalid_input', 'This link has expired or was used already! Please ask for a new one.');
        return reset;
      });
      closeSockets({ member: member.id });
      post(passwordChangedLetter(member));
      return { message: 'Your password is changed. Please sign in!' };
    }),

    handle(getProfile, async (_, { db, session }) => {
      const { scopes, ...member } = await getProfileOf(db, session.memberId);
      return { ...member, scope: scopes.join(','), tenant_id: session.tenantId, is_active: session.isSubscribed };
    }),
  ];
};
