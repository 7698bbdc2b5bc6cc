import { AppError } from '#contract/errors.ts';
import { addSecondFactor, completeSecondFactor, getSecondFactor, removeSecondFactor } from '#contract/second-factor.ts';
import { openNotices } from '#server/features/emails/notices.queries.ts';
import { insertAuditOf } from '#server/platform/security/audit.queries.ts';
import type { OpenContext } from '#server/platform/endpoints/contexts.ts';
import { countGuesses, type Limits } from '#server/platform/limits/limits.ts';
import { handle, handleSignedIn } from '#server/platform/endpoints/routes.ts';
import type { Session } from '#server/platform/endpoints/session.ts';
import { verifyPassword } from '#server/platform/security/tokens.ts';
import { RECOVERY_BYTES, recoveryCodesOf, SECRET_BYTES, secretOf, stepOfTyped, uriOf, statusOf } from './codes.rules.ts';
import { factorEmail } from './emails.rules.ts';
import { alreadyOn, isOff, nothingBegun, wrongCode, wrongPassword } from './refusals.rules.ts';
import { deleteFactor, findFactor, findMemberToConfirm, markFactorConfirmed, saveNewFactor, useCode } from './second-factors.queries.ts';

const ISSUER = 'Comanda';
const entity = 'second_factors';

/** Who asks, and their factor as it stands. */
const look = ({ asTenant, session }: OpenContext & { session: Session }) =>
  asTenant(
    session.tenantId,
    async (db) => {
      const member = await findMemberToConfirm(db, session.memberId);
      if (!member) throw new AppError('not_signed_in', 'Please sign in!');
      return { member, factor: await findFactor(db, session) };
    },
    'read only',
  );

/** A member's own second factor. Whoever finds an open session must not switch it on or off: that takes the password, and a code. */
export const secondFactorRoutes = ({ limits }: { limits: Limits }) => {
  const guesses = limits.open('factor-member');
  const looks = limits.open('secret-member');
  const sendNotice = openNotices(limits);

  return [
    handle(getSecondFactor, async (_, { db, session }) => statusOf(await findFactor(db, session), false)),

    handleSignedIn(addSecondFactor, async ({ body }, context) => {
      const { asTenant, session, now, random } = context;
      const { tenantId, memberId } = session;
      const { member, factor } = await look(context);
      if (factor?.confirmed_at) throw alreadyOn();
      await looks.take(`${memberId}`);
      await countGuesses([[guesses, `${memberId}`]], 'invalid_input', async () => {
        if (!(await verifyPassword(member.password_hash, body.password, tenantId))) throw wrongPassword();
      });
      const secret = secretOf(random(SECRET_BYTES));
      if (!(await asTenant(tenantId, (db) => saveNewFactor(db, { memberId, secret, now })))) throw alreadyOn();
      const uri = uriOf(secret, { issuer: ISSUER, label: member.username });
      return { message: 'Please add this account to your authenticator app!', secret, uri };
    }),

    handleSignedIn(completeSecondFactor, async ({ body }, context) => {
      const { asTenant, session, now, random, sendEmail, inBackground } = context;
      const { tenantId, memberId, id: sessionId } = session;
      const { member, factor } = await look(context);
      if (!factor) throw nothingBegun();
      if (factor.confirmed_at) throw alreadyOn();
      const step = await countGuesses([[guesses, `${memberId}`]], 'invalid_input', async () => stepOfTyped(factor.secret, body.code, now));
      const recoveryCodes = recoveryCodesOf(random(RECOVERY_BYTES));
      await asTenant(tenantId, async (db) => {
        if (!(await markFactorConfirmed(db, { memberId, secret: factor.secret, step, recoveryCodes, now }))) throw nothingBegun();
        await insertAuditOf(db, { tenantId, memberId, sessionId, now }, { action: 'second factor on', entity, entityId: memberId });
      });
      inBackground(() => sendNotice(member, factorEmail(member, true), sendEmail));
      return { message: 'Your second factor is on.', recoveryCodes };
    }),

    handleSignedIn(removeSecondFactor, async ({ body }, context) => {
      const { asTenant, session, now, sendEmail, noteSecurity, inBackground } = context;
      const { tenantId, memberId, id: sessionId } = session;
      const { member, factor } = await look(context);
      if (!factor?.confirmed_at) throw isOff();
      const failed = (refusal: AppError) => {
        noteSecurity({ kind: 'second factor failed', tenantId, memberId, sessionId, detail: { at: 'removal' } });
        return refusal;
      };
      await looks.take(`${memberId}`);
      await countGuesses([[guesses, `${memberId}`]], 'invalid_input', async () => {
        if (!(await verifyPassword(member.password_hash, body.password, tenantId))) throw failed(wrongPassword());
        await asTenant(tenantId, async (db) => {
          const used = await useCode(db, { tenantId, memberId }, body.code, now);
          if (used === 'off') throw isOff();
          if (used === 'wrong') throw failed(wrongCode());
          await deleteFactor(db, memberId);
          await insertAuditOf(db, { tenantId, memberId, sessionId, now }, { action: 'second factor off', entity, entityId: memberId });
        });
      });
      inBackground(() => sendNotice(member, factorEmail(member, false), sendEmail));
      return { message: 'Your second factor is off.' };
    }),
  ];
};
