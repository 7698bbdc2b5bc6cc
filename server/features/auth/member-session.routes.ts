import { AppError, errorAt } from '#contract/errors.ts';
import type { SessionUser } from '#contract/auth.ts';
import { rightsOf } from '#contract/permissions.ts';
import { findKnownBrowser, findShownBrowser, saveKnownBrowser } from '#server/features/devices/known-browsers.queries.ts';
import { DEVICE_COOKIE, deviceOptions, writeDeviceTokens } from '#server/features/devices/known-browsers.rules.ts';
import { setSessionCookies } from '#server/features/devices/session-cookies.rules.ts';
import { startSession } from '#server/features/devices/start-session.queries.ts';
import type { Session } from '#server/platform/endpoints/session.ts';
import { lockUnchanged, type findMembersToSignIn } from '#server/features/users/members.queries.ts';
import { deletePinTries } from '#server/features/users/pins.queries.ts';
import type { OpenContext } from '#server/platform/endpoints/contexts.ts';
import type { Limit } from '#server/platform/limits/limits.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { noticeNewDevice } from './new-device.queries.ts';

export type MemberToSignIn = Awaited<ReturnType<typeof findMembersToSignIn>>[number];

const WRONG = 'Wrong username or password!';
/** At the password, for an unknown name too: the answer must not tell which names exist. */
export const wrongPassword = () => errorAt('not_signed_in', 'password', WRONG);

/** The browser that asks: the tokens it shows, and the one of them that this name has signed in with before. */
export const findBrowser = ({ cookies, readAcrossTenants, now }: OpenContext, username: string) =>
  findShownBrowser(cookies, (hashes) => readAcrossTenants((db) => findKnownBrowser(db, username, hashes, now)));
type Browser = Awaited<ReturnType<typeof findBrowser>>;

const toUser = (member: MemberToSignIn): SessionUser => ({
  username: member.username,
  name: member.name,
  role: member.role,
  photo: member.photo,
  designation: member.designation,
  phone: member.phone,
  email: member.email,
  scope: member.scopes.join(','),
  rights: rightsOf(member),
  discountLimit: member.discount_limit,
  tenant_id: member.tenant_id,
  is_active: member.is_active,
});

interface NewSession {
  member: MemberToSignIn;
  sessionId: number;
  /** to the owner */
  emails: Limit;
}

/** A member's sign-in from a browser that never did so is noted, and the owner is told. */
const noteNewDevice = (context: OpenContext, { member: { tenant_id: tenantId, id: memberId }, sessionId, emails }: NewSession): void => {
  const { noteSecurity, inBackground, readAcrossTenants, sendEmail, address, userAgent, now } = context;
  noteSecurity({ kind: 'new device', tenantId, memberId, sessionId });
  inBackground(() => noticeNewDevice({ readAcrossTenants, sendEmail, emails }, { tenantId, memberId, address, userAgent, now }));
};

interface Entering {
  member: MemberToSignIn;
  browser: Browser;
  /** the limit 'new-device-tenant'; undefined: a colleague's device is passed on, which is no e-mail to the owner */
  emails?: Limit;
  /** The session that passes the device on. */
  passedOn?: Session;
}

/** Opens a session for a member who showed all that is asked for, in this browser, which is known from now on; answers what a sign-in answers. */
export const openMemberSession = async (context: OpenContext, { member, browser: { shown, known }, emails, passedOn }: Entering) => {
  const { acrossTenants, asTenant, closeSockets, cookies, setCookie, address, userAgent, now, random } = context;
  const whose = { tenantId: member.tenant_id, memberId: member.id };
  // somebody else of the same name may have signed in here before: a token is one member's
  const deviceToken = known?.member_id === member.id ? known.token : newToken(random);
  const entered = await acrossTenants(async (db) => {
    // A password that is changed in this very moment either waits for this session and ends it, or is seen here.
    if (!(await lockUnchanged(db, member))) return undefined;
    const session = await startSession(db, { ...whose, cookies, passedOn, address, userAgent, now, random });
    return session && { ...session, isKnown: await saveKnownBrowser(db, { ...whose, tokenHash: hashToken(deviceToken), now }) };
  });
  // a device that was removed in this very moment is passed on to nobody
  if (!entered) throw passedOn ? new AppError('not_signed_in', 'Please sign in!') : wrongPassword();
  for (const session of entered.ended) closeSockets({ session });
  setSessionCookies(setCookie, entered.tokens, now);
  setCookie(DEVICE_COOKIE, writeDeviceTokens(shown, deviceToken), deviceOptions);
  // the session is there, and a restaurant that is busy takes it from nobody: the next sign-in puts the PIN on again
  if (!passedOn) await asTenant(member.tenant_id, (db) => deletePinTries(db, member.id)).catch(() => undefined);
  if (!entered.isKnown && emails) noteNewDevice(context, { member, sessionId: entered.id, emails });
  return { message: 'Welcome back!', user: toUser(member) };
};
