import { addApproval, listColleagues, setPin, signInColleague } from '#contract/approvals.ts';
import { AppError, errorAt, WRONG_PIN } from '#contract/errors.ts';
import { rightsOf } from '#contract/permissions.ts';
import { after } from '#server/features/devices/expiry.rules.ts';
import { findMembersToSignIn, getProfileOf, lockUnchanged } from '#server/features/users/members.queries.ts';
import { deletePinTry, findColleague, findColleagues, PIN_WINDOW, takePinTry, updatePin } from '#server/features/users/pins.queries.ts';
import { insertApproval } from '#server/platform/security/approvals.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import type { OpenContext } from '#server/platform/endpoints/contexts.ts';
import { countGuesses, type Limit, type Limits } from '#server/platform/limits/limits.ts';
import { handle, handleSignedIn } from '#server/platform/endpoints/routes.ts';
import type { Session } from '#server/platform/endpoints/session.ts';
import { hashPassword, newToken, verifyPassword } from '#server/platform/security/tokens.ts';
import { findBrowser, openMemberSession } from './member-session.routes.ts';

const APPROVED_FOR = 120; // seconds
const WRONG = 'The current password is wrong!';
const wrongPassword = () => errorAt('invalid_input', 'password', WRONG);
const conflict = (sentence: string) => new AppError('conflict', sentence);

const OFF = 'This PIN is off after too many wrong ones. Its owner has to sign in with the password once!';

/**
 * The colleague whose PIN this is. Wrong ones are counted in the database, so for all devices, nodes and both calls together, and each
 * before it is looked at (wire-2.md §1).
 */
const checkPin = async (
  context: OpenContext & { session: Session },
  { username, pin }: { username: string; pin: string },
  looks: Limit,
) => {
  const { asTenant, session, now, noteSecurity } = context;
  const { tenantId } = session;
  const colleague = await asTenant(tenantId, (db) => findColleague(db, username), 'read only');
  if (colleague && colleague.pin_hash === null) throw conflict('This colleague has no PIN yet.');
  const whose = { tenantId, memberId: colleague?.id, sessionId: session.id, detail: { by: 'PIN' } };
  const locked = (refusal: AppError) => {
    noteSecurity({ kind: 'sign-in locked', ...whose });
    return refusal;
  };
  const counted = colleague && (await asTenant(tenantId, (db) => takePinTry(db, colleague.id, now)));
  if (counted === 'off') throw locked(conflict(OFF));
  if (counted && 'oldest' in counted) {
    const wait = after(counted.oldest, PIN_WINDOW).getTime() - now.getTime();
    const retryAfter = Math.max(1, Math.ceil(wait / 1000));
    throw locked(new AppError('too_many', 'Too many wrong PINs! Please try again later!', { retryAfter }));
  }
  const giveBack = async () => void (counted && (await asTenant(tenantId, (db) => deletePinTry(db, counted.id))));
  const fits = async () => {
    await looks.take(`${session.memberId}`);
    return verifyPassword(colleague?.pin_hash ?? undefined, pin, tenantId);
  };
  const isRight = await fits().catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
  if (!isRight || !colleague) {
    noteSecurity({ kind: 'sign-in failed', ...whose });
    throw new AppError('not_signed_in', WRONG_PIN);
  }
  await giveBack();
  return colleague;
};

/** PINs: setting the own one, passing a device on, and allowing what somebody else may not. */
export const pinsRoutes = ({ config: { graceDays }, limits }: { config: { graceDays: number }; limits: Limits }) => {
  const wrongOnes = limits.open('password-member');
  const looks = limits.open('secret-member');

  return [
    handle(listColleagues, (_, { db }) => findColleagues(db)),

    handleSignedIn(setPin, async ({ body: { password, pin } }, context) => {
      const { asTenant, session, now, random } = context;
      const member = await asTenant(
        session.tenantId,
        async (db) => {
          const { username } = await getProfileOf(db, session.memberId);
          return (await findMembersToSignIn(db, username, { now, graceDays })).find(({ id }) => id === session.memberId);
        },
        'read only',
      );
      await looks.take(`${session.memberId}`);
      await countGuesses([[wrongOnes, `${session.memberId}`]], 'invalid_input', async () => {
        if (!(await verifyPassword(member?.password_hash, password, session.tenantId))) throw wrongPassword();
      });
      const pinHash = pin === null ? null : await hashPassword(pin, random, session.tenantId);
      await asTenant(session.tenantId, async (db) => {
        if (!member || !(await lockUnchanged(db, member))) throw wrongPassword();
        await updatePin(db, session.memberId, pinHash);
        const action = pin === null ? 'remove PIN' : 'set PIN';
        await insertAudit({ db, session, now }, { action, entity: 'members', entityId: session.memberId });
      });
      return { message: pin === null ? 'PIN removed.' : 'PIN set.' };
    }),

    handleSignedIn(signInColleague, async ({ body }, context) => {
      const colleague = await checkPin(context, body, looks);
      const member = { ...colleague, is_active: context.session.isSubscribed, has_lost: false };
      return openMemberSession(context, { member, browser: await findBrowser(context, member.username), passedOn: context.session });
    }),

    handleSignedIn(addApproval, async ({ body }, context) => {
      const { asTenant, session, now, random } = context;
      const { action, targetId = null, target = null, act = null, amount = null } = body;
      const asker = await asTenant(session.tenantId, (db) => getProfileOf(db, session.memberId), 'read only');
      if (asker.username.toLowerCase() === body.username.toLowerCase()) throw conflict('You cannot approve your own request.');
      const { id: approverId, name, ...held } = await checkPin(context, body, looks);
      const rights = rightsOf(held);
      if (!rights.includes(action) || !rights.includes('approve')) throw conflict('This PIN does not allow that.');
      const token = newToken(random);
      const expiresAt = after(now, APPROVED_FOR);
      await asTenant(session.tenantId, async (db) => {
        await insertApproval(db, { token, approverId, action, targetId, target, act, amount, expiresAt, now });
        const entry = {
          action: 'approve',
          entity: 'members',
          entityId: approverId,
          after: { action, targetId, amount, ...(act && { act }) },
        };
        await insertAudit({ db, session, now }, entry);
      });
      return { message: `${name} allows it.`, approvalToken: token, name, expiresAt: expiresAt.toISOString() };
    }),
  ];
};
