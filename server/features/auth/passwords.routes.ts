import { forgotPassword, resetPassword } from '#contract/own-account.ts';
import { after } from '#server/features/devices/expiry.rules.ts';
import { forgetBrowsers, saveKnownBrowser } from '#server/features/devices/known-browsers.queries.ts';
import { DEVICE_COOKIE, deviceOptions, readDeviceTokens, writeDeviceTokens } from '#server/features/devices/known-browsers.rules.ts';
import { endSessionsOfMember } from '#server/features/devices/sessions.queries.ts';
import {
  findKnownNames,
  findMembersToRemind,
  isAddressKept,
  markAddressConfirmed,
  updatePassword,
} from '#server/features/users/members.queries.ts';
import { lockNamed } from '#server/features/users/owners.queries.ts';
import {
  findPasswordReset,
  insertPasswordReset,
  markLinksUsed,
  markPasswordResetsUsed,
  takePasswordReset,
} from '#server/features/users/password-resets.queries.ts';
import { insertAuditOf } from '#server/platform/security/audit.queries.ts';
import { onceAnswered } from '#server/platform/work/background.ts';
import type { OpenContext } from '#server/platform/endpoints/contexts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { pingDatabase } from '#server/platform/http/health.ts';
import { countGuesses, type Limits } from '#server/platform/limits/limits.ts';
import { assertGoodPassword } from '#server/platform/security/passwords.ts';
import { handleOpen } from '#server/platform/endpoints/routes.ts';
import { hashPassword, hashToken, newToken } from '#server/platform/security/tokens.ts';
import { passwordResetEmail, resetEmail } from './emails.rules.ts';
import { deadLink } from './links.rules.ts';
import { findBrowser } from './member-session.routes.ts';

const LINK_SECONDS = 20 * 60;

interface Asker {
  address: string;
  /** undefined: a browser that never signed in with this name */
  knownBrowser: number | undefined;
}

/**
 * How many e-mails a member gets (wire.md §2): what a stranger asks for counts by prefix, by prefix and name, and by name. A known
 * browser has e-mails of its own, and the first of a prefix always comes: nobody can use up what the member will need.
 */
const openEmailLimits = (limits: Limits) => {
  const ofAddress = limits.openForAddresses('forgot-address');
  const ofNameAndAddress = limits.openForAddresses('forgot-name-address');
  const firstOfAddress = limits.openForAddresses('forgot-first');
  const ofName = limits.open('forgot-name');
  const ofBrowser = limits.open('forgot-browser');
  return {
    /** Counts a request before anybody looks whose it is. Answers how to take it back. */
    take: async ({ address, knownBrowser }: Asker): Promise<() => Promise<void>> => {
      if (knownBrowser !== undefined) return async () => {};
      await ofAddress.take(address);
      return () => ofAddress.giveBack(address);
    },
    /** Whether this member gets another e-mail. */
    maySend: async (memberId: number, { address, knownBrowser }: Asker): Promise<boolean> => {
      if (knownBrowser !== undefined) return ofBrowser.tryToTake(`${knownBrowser}`);
      const together = `${address} ${memberId}`;
      if (!(await ofNameAndAddress.tryToTake(together))) return false;
      return (await firstOfAddress.tryToTake(together)) || ofName.tryToTake(`${memberId}`);
    },
  };
};

/** Sends a link to whoever has this name, if somebody has: one for each account while nobody confirmed the address. Links before end. */
const sendLink = async (
  { acrossTenants, readAcrossTenants, now, random, sendEmail }: OpenContext,
  username: string,
  publicUrl: string,
  maySend: (memberId: number) => Promise<boolean>,
): Promise<void> => {
  const members = await readAcrossTenants((db) => findMembersToRemind(db, username));
  if (!members[0] || !(await maySend(members[0].id))) return;
  const links = await acrossTenants(async (db) => {
    const stored: { member: (typeof members)[number]; token: string }[] = [];
    for (const member of members) {
      // another address, given in this very moment: the former one gets no link
      if (!(await lockNamed(db, member))) continue;
      const token = newToken(random);
      const whose = { tenantId: member.tenant_id, memberId: member.id };
      await markLinksUsed(db, { ...whose, purpose: 'reset', now });
      await insertPasswordReset(db, { ...whose, tokenHash: hashToken(token), now, expiresAt: after(now, LINK_SECONDS) });
      await insertAuditOf(db, { ...whose, sessionId: null, now }, { action: 'forgot', entity: 'members', entityId: member.id });
      stored.push({ member, token });
    }
    return stored;
  });
  if (links.length === 0) return;
  const told = links.map(({ member: { role, created_at }, token }) => ({
    link: `${publicUrl}/reset-password?token=${token}`,
    role,
    openedAt: created_at,
  }));
  sendEmail(resetEmail(members[0], told, LINK_SECONDS / 60));
};

/** Refuses a password that is easy to guess for whose link this is; a link that is dead is not looked at here. */
const assertGoodFor = async ({ acrossTenants, now }: OpenContext, tokenHash: string, password: string): Promise<void> => {
  const own = await acrossTenants(async (db) => {
    const reset = await findPasswordReset(db, tokenHash, now);
    return reset && findKnownNames(db, { tenantId: reset.tenant_id, memberId: reset.member_id });
  }, 'read only');
  if (own) assertGoodPassword(password, own);
};

interface ByLink {
  tokenHash: string;
  passwordHash: string;
  /** of the browser where the link was followed */
  deviceHash: string;
  now: Date;
}

/** Sets the password of whom a mailed link was for, whose address is confirmed by it, and signs them out everywhere; undefined when the link is dead. */
const setPasswordByLink = async (db: Db, { tokenHash, passwordHash, deviceHash, now }: ByLink) => {
  const reset = await takePasswordReset(db, tokenHash, now);
  if (!reset) return undefined;
  const whose = { tenantId: reset.tenant_id, memberId: reset.member_id };
  const found = await updatePassword(db, { ...whose, passwordHash });
  if (!found) return undefined;
  // an account of a deleted restaurant, which may come back, keeps the address; the password is set all the same
  if (!(await isAddressKept(db, found.username))) await markAddressConfirmed(db, { ...whose, now });
  await markPasswordResetsUsed(db, { ...whose, now });
  const sessions = await endSessionsOfMember(db, { ...whose, now });
  await forgetBrowsers(db, whose);
  // Whoever reads the member's mail signs in next, and does not wait for strangers.
  await saveKnownBrowser(db, { ...whose, tokenHash: deviceHash, now });
  await insertAuditOf(db, { ...whose, sessionId: null, now }, { action: 'reset', entity: 'members', entityId: whose.memberId });
  return { ...found, ...whose, purpose: reset.purpose, sessions };
};

export const passwordsRoutes = ({ config: { publicUrl }, limits }: { config: { publicUrl: string }; limits: Limits }) => {
  const emails = openEmailLimits(limits);
  const failedResetsOfAddress = limits.openForAddresses('reset-address');

  return [
    handleOpen(forgotPassword, async ({ body }, context) => {
      const { address, readAcrossTenants, inBackground } = context;
      const { known } = await findBrowser(context, body.username);
      const asker = { address, knownBrowser: known?.id };
      const giveBack = await emails.take(asker);
      // Without the storage nothing could be sent, and whoever asks should know it: 503, which takes none of their tries.
      await readAcrossTenants(pingDatabase).catch(async (error: unknown) => {
        await giveBack();
        throw error;
      });
      // Nothing before the answer looks at the account, and nothing beside it, so that its time tells nothing (cases.md N22).
      onceAnswered(inBackground, () => sendLink(context, body.username, publicUrl, (memberId) => emails.maySend(memberId, asker)));
      return { message: 'If this address is known, a link to set a new password is on its way to it.' };
    }),

    handleOpen(resetPassword, async ({ params, body }, context) => {
      const { acrossTenants, address, cookies, now, random, sendEmail, closeSockets, setCookie, noteSecurity } = context;
      const tokenHash = hashToken(params.token);
      await assertGoodFor(context, tokenHash, body.password);
      const deviceToken = newToken(random);
      const member = await countGuesses([[failedResetsOfAddress, address]], 'invalid_input', async () => {
        const passwordHash = await hashPassword(body.password, random);
        const values = { tokenHash, passwordHash, deviceHash: hashToken(deviceToken), now };
        const reset = await acrossTenants((db) => setPasswordByLink(db, values));
        if (!reset) throw deadLink();
        return reset;
      });
      const { tenantId, memberId, username, purpose, sessions } = member;
      closeSockets({ member: memberId });
      if (sessions > 0) noteSecurity({ kind: 'session ended', tenantId, memberId, detail: { why: 'password set by a link', sessions } });
      setCookie(DEVICE_COOKIE, writeDeviceTokens(readDeviceTokens(cookies[DEVICE_COOKIE]), deviceToken), deviceOptions);
      if (purpose === 'invitation') return { message: 'Your password is set. Please sign in!', username };
      sendEmail(passwordResetEmail(member));
      return { message: 'Your password is changed. Please sign in!' };
    }),
  ];
};
