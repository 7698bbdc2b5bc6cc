import { setTimeout as pause } from 'node:timers/promises';
import { forgotPassword, getProfile, refreshToken, resetPassword, signIn, signOut, signUp } from '#contract/auth.ts';
import { findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import {
  ACCESS_COOKIE,
  ACCESS_SECONDS,
  accessOptions,
  clearSessionCookies,
  GRACE_SECONDS,
  MARKER_COOKIE,
  markerOptions,
  REFRESH_COOKIE,
  REFRESH_SECONDS,
  refreshOptions,
} from '#server/features/devices/session-cookies.rules.ts';
import {
  endSession,
  endSessionsOfMember,
  findSessionOfDevice,
  findSessionToRefresh,
  insertSession,
  rotateSession,
} from '#server/features/devices/sessions.queries.ts';
import { openTenant } from '#server/features/tenants/open-tenant.queries.ts';
import { openAddressLetters } from '#server/features/users/address-letters.queries.ts';
import {
  findMembersToRemind,
  findMembersToSignIn,
  findTwin,
  getProfileOf,
  lockUnchanged,
  markAddressConfirmed,
  takenAddress,
  updatePassword,
} from '#server/features/users/members.queries.ts';
import {
  insertConfirmation,
  insertPasswordReset,
  markPasswordResetsUsed,
  takePasswordReset,
} from '#server/features/users/password-resets.queries.ts';
import { insertAuditOf } from '#server/platform/audit.queries.ts';
import { isTimezone } from '#server/platform/business-day.ts';
import type { Databases, Db } from '#server/platform/database.ts';
import { pingDatabase } from '#server/platform/health.ts';
import { countGuesses, type Limits } from '#server/platform/limits.ts';
import { handle, handleOpen, type OpenContext } from '#server/platform/routes.ts';
import { publicId } from '#server/platform/seams.ts';
import {
  findWhosePassword,
  hashFamily,
  hashPassword,
  hashToken,
  newRefreshToken,
  newToken,
  successorsOf,
  verifyPassword,
} from '#server/platform/tokens.ts';
import { passwordChangedLetter, resetLetter } from './letters.rules.ts';
import { deadLink } from './links.rules.ts';

const LINK_SECONDS = 20 * 60;
const UNTIL_ANSWERED = 250; // ms; an answer takes a few, and many on a machine that is busy
const TWIN_SECONDS = 10 * 60; // in which the same registration again is the same one, sent twice
const DAY = 24 * 60 * 60 * 1000; // ms

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

const wrongPassword = () => new AppError('not_signed_in', 'Wrong username or password!');
const lostAddress = () =>
  new AppError('not_signed_in', 'Somebody else has confirmed this address! Ask who runs your restaurant for an account with another one.');

const setSessionCookies = ({ setCookie }: OpenContext, { access, refresh }: { access: string; refresh: string }) => {
  setCookie(ACCESS_COOKIE, access, accessOptions);
  setCookie(REFRESH_COOKIE, refresh, refreshOptions);
  setCookie(MARKER_COOKIE, 'true', markerOptions);
};

/** Ends the session of the tokens that a browser shows, run out or not; answers its id. */
const endShownSession = async (db: Db, cookies: OpenContext['cookies'], now: Date): Promise<number | undefined> => {
  const hashes = [cookies[ACCESS_COOKIE], cookies[REFRESH_COOKIE]].filter((token) => token !== undefined).map(hashToken);
  const session = hashes.length > 0 ? await findSessionOfDevice(db, hashes) : undefined;
  if (!session) return undefined;
  await endSession(db, { tenantId: session.tenant_id, id: session.id, now });
  const actor = { tenantId: session.tenant_id, memberId: session.member_id, sessionId: session.id, now };
  await insertAuditOf(db, actor, { action: 'sign-out', entity: 'sessions', entityId: session.id });
  return session.id;
};

/** Sets the password of whom a mailed link was for, whose address is confirmed by it, and signs them out everywhere; undefined when the link is dead. */
const setPasswordByLink = async (db: Db, { tokenHash, passwordHash, now }: { tokenHash: string; passwordHash: string; now: Date }) => {
  const reset = await takePasswordReset(db, tokenHash, now);
  if (!reset) return undefined;
  const whose = { tenantId: reset.tenant_id, memberId: reset.member_id };
  const found = await updatePassword(db, { ...whose, passwordHash });
  if (!found) return undefined;
  await markAddressConfirmed(db, { ...whose, now });
  await markPasswordResetsUsed(db, { ...whose, now });
  const sessions = await endSessionsOfMember(db, { ...whose, now });
  await insertAuditOf(db, { ...whose, sessionId: null, now }, { action: 'reset', entity: 'members', entityId: whose.memberId });
  return { ...found, ...whose, purpose: reset.purpose, sessions };
};

interface Surrounded {
  databases: Pick<Databases, 'readAcrossTenants'>;
  config: { publicUrl: string; trialDays: number; graceDays: number };
  limits: Limits;
}

/** The calls of an account. */
export const authRoutes = ({ databases, config: { publicUrl, trialDays, graceDays }, limits }: Surrounded) => {
  const letters = openAddressLetters({ databases, config: { publicUrl }, limits });
  const failuresOfName = limits.open('signin-name');
  const failuresOfAddress = limits.openForAddresses('signin-address');
  const signUpsOfAddress = limits.openForAddresses('signup-address');
  const lettersToName = limits.open('forgot-name');
  const lettersOfAddress = limits.openForAddresses('forgot-address');
  const failedResetsOfAddress = limits.openForAddresses('reset-address');

  return [
    handleOpen(signUp, async ({ body }, { acrossTenants, address, now, random, post, inBackground }) => {
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
      const token = newToken(random);
      const { tenantId } = await acrossTenants(async (db) => {
        const twin = await findTwin(db, { username: body.username, name: body.biz_name, since: after(now, -TWIN_SECONDS) });
        if (twin && (await verifyPassword(twin.password_hash, body.password))) throw takenAddress('username');
        const opened = await openTenant(db, restaurant);
        await insertConfirmation(db, { ...opened, tokenHash: hashToken(token), now });
        return opened;
      });
      inBackground(() => letters.sendConfirmation({ username: body.username, tenantId, token, post }));
      return { message: 'Your account is ready. Please sign in!' };
    }),

    handleOpen(signIn, async ({ body }, context) => {
      const { acrossTenants, readAcrossTenants, closeSockets, cookies, address, userAgent, now, random } = context;
      const name = body.username.toLowerCase();
      // The address first: who is refused for it must not go on locking names.
      const limited = [[failuresOfAddress, address] as const, [failuresOfName, name] as const];
      const member = await countGuesses(limited, 'not_signed_in', async () => {
        const namesakes = await readAcrossTenants((db) => findMembersToSignIn(db, name, { now, graceDays }));
        const found = await findWhosePassword(namesakes, body.password);
        if (!found) throw wrongPassword();
        if (found.has_lost) throw lostAddress();
        return found;
      });

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
        const members = await readAcrossTenants((db) => findMembersToRemind(db, body.username));
        if (!members[0] || !(await lettersToName.tryToTake(`${members[0].id}`))) return;
        const links = members.map((member) => ({ member, token: newToken(random) }));
        await acrossTenants(async (db) => {
          for (const { member, token } of links) {
            const whose = { tenantId: member.tenant_id, memberId: member.id };
            await insertPasswordReset(db, { ...whose, tokenHash: hashToken(token), now, expiresAt: after(now, LINK_SECONDS) });
            await insertAuditOf(db, { ...whose, sessionId: null, now }, { action: 'forgot', entity: 'members', entityId: member.id });
          }
        });
        const told = links.map(({ member: { role, created_at }, token }) => ({
          link: `${publicUrl}/reset-password?token=${token}`,
          role,
          openedAt: created_at,
        }));
        post(resetLetter(members[0], told, LINK_SECONDS / 60));
      });
      return { message: 'If this address is known, a link to set a new password is on its way to it.' };
    }),

    handleOpen(resetPassword, async ({ params, body }, { acrossTenants, address, now, random, post, closeSockets, noteSecurity }) => {
      const member = await countGuesses([[failedResetsOfAddress, address]], 'invalid_input', async () => {
        const passwordHash = await hashPassword(body.password, random);
        const reset = await acrossTenants((db) => setPasswordByLink(db, { tokenHash: hashToken(params.token), passwordHash, now }));
        if (!reset) throw deadLink();
        return reset;
      });
      const { tenantId, memberId, purpose, sessions } = member;
      closeSockets({ member: memberId });
      if (sessions > 0) noteSecurity({ kind: 'session ended', tenantId, memberId, detail: { why: 'password set by a link', sessions } });
      if (purpose === 'invitation') return { message: 'Your password is set. Please sign in!' };
      post(passwordChangedLetter(member));
      return { message: 'Your password is changed. Please sign in!' };
    }),

    handle(getProfile, async (_, { db, session }) => {
      const { scopes, confirmed_at, ...member } = await getProfileOf(db, session.memberId);
      const shown = { ...member, scope: scopes.join(','), tenant_id: session.tenantId, is_active: session.isSubscribed };
      return confirmed_at ? shown : { ...shown, confirmed: false };
    }),
  ];
};
