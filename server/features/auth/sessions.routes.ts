import { refreshToken, signOut } from '#contract/auth.ts';
import { AppError } from '#contract/errors.ts';
import { after } from '#server/features/devices/expiry.rules.ts';
import {
  clearSessionCookies,
  endsOf,
  GRACE_SECONDS,
  REFRESH_COOKIE,
  setSessionCookies,
} from '#server/features/devices/session-cookies.rules.ts';
import { endSession, findSessionToRefresh, rotateSession, wasEnded } from '#server/features/devices/sessions.queries.ts';
import { endShownSession } from '#server/features/devices/start-session.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { handleOpen } from '#server/platform/endpoints/routes.ts';
import type { Random } from '#server/platform/clock-and-random.ts';
import { hashFamily, hashToken, newToken, socketTokenOf, successorsOf } from '#server/platform/security/tokens.ts';

const RAN_OUT = 'Your session ran out. Please sign in again!';
const ENDED = 'You were signed out on this device: it was removed, or your password was changed. Please sign in again!';
const COPIED = 'You were signed out to be safe: your session was used in two places. Please sign in again!';

type Outcome =
  | { tokens: ReturnType<typeof successorsOf> & { socket: string; refreshExpiresAt: Date } }
  | 'ended'
  | { copied: { tenantId: number; memberId: number; sessionId: number } };

/** Renews the session of a refresh token; undefined when the token opens none. */
const renew = async (db: Db, shown: string, { now, random }: { now: Date; random: Random }): Promise<Outcome | undefined> => {
  const hash = hashToken(shown);
  const session = await findSessionToRefresh(db, hashFamily(shown), now);
  if (!session) return (await wasEnded(db, hashFamily(shown))) ? 'ended' : undefined;
  const socket = socketTokenOf(shown);
  const id = { tenantId: session.tenant_id, id: session.id, now };
  if (session.refresh_hash !== hash) {
    const isInGrace =
      session.used_refresh_hash === hash && session.refreshed_at !== null && now <= after(session.refreshed_at, GRACE_SECONDS);
    if (isInGrace && session.used_refresh_nonce)
      return { tokens: { ...successorsOf(shown, session.used_refresh_nonce), socket, refreshExpiresAt: session.refresh_expires_at } };
    // A used token that comes back late was copied: nobody can tell which of the two holders is the owner.
    await endSession(db, id);
    return { copied: { tenantId: session.tenant_id, memberId: session.member_id, sessionId: session.id } };
  }
  const nonce = newToken(random);
  const tokens = { ...successorsOf(shown, nonce), socket };
  const ends = endsOf(session.created_at, now);
  await rotateSession(db, {
    ...id,
    usedHash: hash,
    usedAccessUntil: after(now, GRACE_SECONDS),
    nonce,
    accessHash: hashToken(tokens.access),
    refreshHash: hashToken(tokens.refresh),
    socketHash: hashToken(tokens.socket),
    ...ends,
  });
  return { tokens: { ...tokens, refreshExpiresAt: ends.refreshExpiresAt } };
};

export const sessionsRoutes = [
  handleOpen(refreshToken, async (_, context) => {
    const { acrossTenants, closeSockets, cookies, setCookie, clearCookie, now, noteSecurity } = context;
    const shown = cookies[REFRESH_COOKIE];
    const outcome = shown === undefined ? undefined : await acrossTenants((db) => renew(db, shown, context));
    if (typeof outcome === 'object' && 'tokens' in outcome) {
      setSessionCookies(setCookie, outcome.tokens, now);
      return { message: 'Session renewed.' };
    }
    if (typeof outcome === 'object') {
      noteSecurity({ kind: 'token reused', ...outcome.copied });
      closeSockets({ session: outcome.copied.sessionId });
    }
    clearSessionCookies(clearCookie);
    // the login page shows it
    throw new AppError('not_signed_in', outcome === undefined ? RAN_OUT : outcome === 'ended' ? ENDED : COPIED);
  }),

  handleOpen(signOut, async (_, { acrossTenants, closeSockets, cookies, clearCookie, clearCache, now }) => {
    const ended = await acrossTenants((db) => endShownSession(db, cookies, now));
    if (ended !== undefined) closeSockets({ session: ended });
    clearSessionCookies(clearCookie);
    clearCache();
    return { message: 'You are signed out.' };
  }),
];
