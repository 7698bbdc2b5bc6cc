import { AppError } from '#contract/errors.ts';
import { addSuperAdminFactor, completeSuperAdminFactor, getSuperAdminFactor, removeSuperAdminFactor } from '#contract/superadmin-auth.ts';
import {
  RECOVERY_BYTES,
  recoveryCodesOf,
  SECRET_BYTES,
  secretOf,
  stepOfTyped,
  uriOf,
  statusOf,
} from '#server/features/second-factor/codes.rules.ts';
import { factorEmail } from '#server/features/second-factor/emails.rules.ts';
import { alreadyOn, isOff, nothingBegun, wrongCode, wrongPassword } from '#server/features/second-factor/refusals.rules.ts';
import type { ProviderContext } from '#server/platform/endpoints/contexts.ts';
import { countGuesses, type Limits } from '#server/platform/limits/limits.ts';
import { insertProviderAudit } from '#server/platform/security/provider-audit.queries.ts';
import { handleProvider } from '#server/platform/endpoints/routes.ts';
import { verifyPassword } from '#server/platform/security/tokens.ts';
import {
  deleteSuperAdminFactor,
  findSuperAdminFactor,
  markSuperAdminFactorConfirmed,
  saveNewSuperAdminFactor,
  useSuperAdminCode,
} from './super-admin-factors.queries.ts';
import { findSuperAdminOfSession } from './super-admins.queries.ts';

const ISSUER = 'Comanda Provider';

/** Who asks, and their factor as it stands. */
const look = ({ asProvider, superAdmin: { superAdminId } }: ProviderContext) =>
  asProvider(async (db) => {
    const person = await findSuperAdminOfSession(db, superAdminId);
    if (!person) throw new AppError('not_signed_in', 'Please sign in!');
    return { person, factor: await findSuperAdminFactor(db, superAdminId) };
  }, 'read only');

interface Dependencies {
  config: { production?: boolean | undefined };
  limits: Limits;
}

/** A super administrator's own second factor: as a member's (second-factor.routes.ts), on tables of the platform. */
export const superAdminFactorRoutes = ({ config: { production = false }, limits }: Dependencies) => {
  const guesses = limits.open('platform-factor');

  return [
    handleProvider(getSuperAdminFactor, async (_, { readAsProvider, superAdmin }) =>
      statusOf(await readAsProvider((db) => findSuperAdminFactor(db, superAdmin.superAdminId)), production),
    ),

    handleProvider(addSuperAdminFactor, async ({ body }, context) => {
      const { asProvider, superAdmin, now, random } = context;
      const { superAdminId } = superAdmin;
      const { person, factor } = await look(context);
      if (factor?.confirmed_at) throw alreadyOn();
      await countGuesses([[guesses, `${superAdminId}`]], 'invalid_input', async () => {
        if (!(await verifyPassword(person.password_hash, body.password))) throw wrongPassword();
      });
      const secret = secretOf(random(SECRET_BYTES));
      if (!(await asProvider((db) => saveNewSuperAdminFactor(db, { superAdminId, secret, now })))) throw alreadyOn();
      const uri = uriOf(secret, { issuer: ISSUER, label: person.username });
      return { message: 'Please add this account to your authenticator app!', secret, uri };
    }),

    handleProvider(completeSuperAdminFactor, async ({ body }, context) => {
      const { asProvider, superAdmin, now, random, sendEmail } = context;
      const { superAdminId } = superAdmin;
      const { person, factor } = await look(context);
      if (!factor) throw nothingBegun();
      if (factor.confirmed_at) throw alreadyOn();
      const step = await countGuesses([[guesses, `${superAdminId}`]], 'invalid_input', async () =>
        stepOfTyped(factor.secret, body.code, now),
      );
      const recoveryCodes = recoveryCodesOf(random(RECOVERY_BYTES));
      await asProvider(async (db) => {
        const confirmation = { superAdminId, secret: factor.secret, step, recoveryCodes, now };
        if (!(await markSuperAdminFactorConfirmed(db, confirmation))) throw nothingBegun();
        await insertProviderAudit(db, { superAdmin, now }, { action: 'second factor on' });
      });
      sendEmail(factorEmail({ ...person, confirmed_at: now }, true));
      return { message: 'Your second factor is on.', recoveryCodes };
    }),

    handleProvider(removeSuperAdminFactor, async ({ body }, context) => {
      const { asProvider, superAdmin, now, sendEmail, noteSecurity } = context;
      const { superAdminId } = superAdmin;
      const { person, factor } = await look(context);
      if (!factor?.confirmed_at) throw isOff();
      const failed = (refusal: AppError) => {
        noteSecurity({ kind: 'second factor failed', detail: { at: 'removal', superAdmin: superAdminId } });
        return refusal;
      };
      await countGuesses([[guesses, `${superAdminId}`]], 'invalid_input', async () => {
        if (!(await verifyPassword(person.password_hash, body.password))) throw failed(wrongPassword());
        await asProvider(async (db) => {
          const used = await useSuperAdminCode(db, superAdminId, body.code, now);
          if (used === 'off') throw isOff();
          if (used === 'wrong') throw failed(wrongCode());
          await deleteSuperAdminFactor(db, superAdminId);
          await insertProviderAudit(db, { superAdmin, now }, { action: 'second factor off' });
        });
      });
      sendEmail(factorEmail({ ...person, confirmed_at: now }, false));
      return { message: 'Your second factor is off.' };
    }),
  ];
};
