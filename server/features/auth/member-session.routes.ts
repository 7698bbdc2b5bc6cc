import { AppError } from '#contract/errors.ts';
import type { SessionUser } from '#contract/auth.ts';
import { findKnownBrowser, saveKnownBrowser } from '#server/features/devices/known-browsers.queries.ts';
import { DEVICE_COOKIE, deviceOptions, readDeviceTokens, writeDeviceTokens } from '#server/features/devices/known-browsers.rules.ts';
import { setSessionCookies } from '#server/features/devices/session-cookies.rules.ts';
import { startSession } from '#server/features/devices/start-session.queries.ts';
import { lockUnchanged, type findMemberToSignIn } from '#server/features/users/members.queries.ts';
import type { OpenContext } from '#server/platform/routes.ts';
import { hashToken, newToken } from '#server/platform/tokens.ts';

export type MemberToSignIn = NonNullable<Awaited<ReturnType<typeof findMemberToSignIn>>>;

export const wrongPassword = () => new AppError('not_signed_in', 'Wrong username or password!');

/** The browser that asks: the tokens it shows, and the one of them that this name has signed in with before. */
export const findBrowser = async ({ cookies, readAcrossTenants, now }: OpenContext, username: string) => {
  const shown = readDeviceTokens(cookies[DEVICE_COOKIE]);
  const known = shown.length > 0 ? await readAcrossTenants((db) => findKnownBrowser(db, username, shown.map(hashToken), now)) : undefined;
  return { shown, known: known && { id: known.id, token: shown.find((token) => hashToken(token) === known.token_hash)! } };
};
type Browser = Awaited<ReturnType<typeof findBrowser>>;

const toUser = ({ username, name, role, photo, designation, phone, email, scopes, tenant_id, is_active }: MemberToSignIn): SessionUser => ({
  username,
  name,
  role,
  photo,
  designation,
  phone,
  email,
  scope: scopes.join(','),
  tenant_id,
  is_active,
});

/** A member's sign-in from a browser that never did so: the place to tell the owner of it. */
const noteNewDevice = ({ noteSecurity }: OpenContext, { tenant_id: tenantId, id: memberId }: MemberToSignIn, sessionId: number) =>
  noteSecurity({ kind: 'new device', tenantId, memberId, sessionId });

/** Opens a session for a member who showed all that is asked for, in this browser, which is known from now on; answers what a sign-in answers. */
export const openMemberSession = async (context: OpenContext, member: MemberToSignIn, { shown, known }: Browser) => {
  const { acrossTenants, closeSockets, cookies, setCookie, address, userAgent, now, random } = context;
  const whose = { tenantId: member.tenant_id, memberId: member.id };
  const deviceToken = known?.token ?? newToken(random);
  const entered = await acrossTenants(async (db) => {
    // A password that is changed in this very moment either waits for this session and ends it, or is seen here.
    if (!(await lockUnchanged(db, member))) return undefined;
    const isKnown = await saveKnownBrowser(db, { ...whose, tokenHash: hashToken(deviceToken), now });
    return { isKnown, ...(await startSession(db, { ...whose, cookies, address, userAgent, now, random })) };
  });
  if (!entered) throw wrongPassword();
  for (const session of entered.ended) closeSockets({ session });
  setSessionCookies(setCookie, entered.tokens, now);
  setCookie(DEVICE_COOKIE, writeDeviceTokens(shown, deviceToken), deviceOptions);
  if (!entered.isKnown) noteNewDevice(context, member, entered.id);
  return { message: 'Welcome back!', user: toUser(member) };
};
