import { setTimeout as pause } from 'node:timers/promises';
import { signIn, type SessionUser } from '#contract/auth.ts';
import { AppError } from '#contract/errors.ts';
import { findKnownBrowser, saveKnownBrowser } from '#server/features/devices/known-browsers.queries.ts';
import { DEVICE_COOKIE, deviceOptions, readDeviceTokens, writeDeviceTokens } from '#server/features/devices/known-browsers.rules.ts';
import { setSessionCookies } from '#server/features/devices/session-cookies.rules.ts';
import { startSession } from '#server/features/devices/start-session.queries.ts';
import { findMemberToRemind, findMemberToSignIn, lockUnchanged } from '#server/features/users/members.queries.ts';
import type { Limits } from '#server/platform/limits.ts';
import { handleOpen, type OpenContext } from '#server/platform/routes.ts';
import type { SecurityEvent } from '#server/platform/security-events.ts';
import { openSignInLimits } from '#server/platform/sign-in-limits.ts';
import { hashToken, newToken, verifyPassword } from '#server/platform/tokens.ts';

const UNTIL_ANSWERED = 250; // ms; an answer takes a few, and many on a machine that is busy

type Found = NonNullable<Awaited<ReturnType<typeof findMemberToSignIn>>>;

const wrongPassword = () => new AppError('not_signed_in', 'Wrong username or password!');

/** Notes it when the answer is away, which took the same time whoever was meant. */
const noteLater = (
  { inBackground, noteSecurity }: OpenContext,
  kind: SecurityEvent['kind'],
  find: () => Promise<{ tenant_id: number; id: number } | undefined>,
) =>
  inBackground(async () => {
    await pause(UNTIL_ANSWERED);
    const member = await find();
    noteSecurity({ kind, tenantId: member?.tenant_id, memberId: member?.id });
  });

/** The browser that asks: the tokens it shows, and the one of them that this name has signed in with before. */
export const findBrowser = async ({ cookies, readAcrossTenants, now }: OpenContext, username: string) => {
  const shown = readDeviceTokens(cookies[DEVICE_COOKIE]);
  const known = shown.length > 0 ? await readAcrossTenants((db) => findKnownBrowser(db, username, shown.map(hashToken), now)) : undefined;
  return { shown, known: known && { id: known.id, token: shown.find((token) => hashToken(token) === known.token_hash)! } };
};
type Browser = Awaited<ReturnType<typeof findBrowser>>;

/** Whose name and password these are; an unknown name takes as long as a wrong password, and gets the same answer. */
const checkPassword = async (context: OpenContext, name: string, password: string, graceDays: number): Promise<Found> => {
  const { readAcrossTenants, now } = context;
  const found = await readAcrossTenants((db) => findMemberToSignIn(db, name, { now, graceDays }));
  if ((await verifyPassword(found?.password_hash, password)) && found) return found;
  noteLater(context, 'sign-in failed', async () => found);
  throw wrongPassword();
};

/** A member's sign-in from a browser that never did so: the place to tell the owner of it. */
const noteNewDevice = ({ noteSecurity }: OpenContext, { tenant_id: tenantId, id: memberId }: Found, sessionId: number) =>
  noteSecurity({ kind: 'new device', tenantId, memberId, sessionId });

/** Opens the session of a member whose password was right, on this browser, which is known from now on. */
const enter = async (context: OpenContext, member: Found, { shown, known }: Browser): Promise<void> => {
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
};

const toUser = ({ username, name, role, photo, designation, phone, email, scopes, tenant_id, is_active }: Found): SessionUser => ({
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

export const signInRoutes = ({ config: { graceDays }, limits }: { config: { graceDays: number }; limits: Limits }) => {
  const tryToSignIn = openSignInLimits(limits, 'signin');

  return [
    handleOpen(signIn, async ({ body }, context) => {
      const name = body.username.toLowerCase();
      const browser = await findBrowser(context, name);
      const member = await tryToSignIn(
        { name, address: context.address, knownBrowser: browser.known?.id },
        {
          check: () => checkPassword(context, name, body.password, graceDays),
          onLocked: () => noteLater(context, 'sign-in locked', () => context.readAcrossTenants((db) => findMemberToRemind(db, name))),
        },
      );
      await enter(context, member, browser);
      return { message: 'Welcome back!', user: toUser(member) };
    }),
  ];
};
