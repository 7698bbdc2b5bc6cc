import { AppError } from '#contract/errors.ts';
import type { ProviderContext } from '#server/platform/endpoints/contexts.ts';
import { countGuesses, type Limit } from '#server/platform/limits/limits.ts';
import { verifyPassword } from '#server/platform/security/tokens.ts';
import { findSuperAdminFactor } from './super-admin-factors.queries.ts';
import { findSuperAdminOfSession } from './super-admins.queries.ts';

const PASSWORD_MAX = 1000; // characters, as at sign-in
const ASKED = 'Please confirm with your password!';

/** By `confirm` a client knows that the same call is answered when the password comes with it. */
const notConfirmed = (isWrong: boolean): AppError =>
  new AppError('not_allowed', ASKED, {
    body: { confirm: 'password' },
    ...(isWrong && { errors: [{ path: ['confirmPassword'], message: 'Wrong password!' }] }),
  });

type Asker = Pick<ProviderContext, 'readAsProvider' | 'superAdmin' | 'confirmPassword' | 'noteSecurity'>;

/**
 * For what a session that was left open must not do alone: throws unless the super administrator's password came with the call
 * (X-Confirm-Password, wire.md §3). Without a second factor nothing is asked. Wrong ones are counted in `wrongPasswords`.
 */
export const assertConfirmed = async (
  { readAsProvider, superAdmin: { superAdminId }, confirmPassword, noteSecurity }: Asker,
  wrongPasswords: Limit,
): Promise<void> => {
  const factor = await readAsProvider((db) => findSuperAdminFactor(db, superAdminId));
  if (!factor?.confirmed_at) return;
  if (confirmPassword === undefined) throw notConfirmed(false);
  await countGuesses([[wrongPasswords, `${superAdminId}`]], 'not_allowed', async () => {
    const person = await readAsProvider((db) => findSuperAdminOfSession(db, superAdminId));
    if (confirmPassword.length <= PASSWORD_MAX && (await verifyPassword(person?.password_hash, confirmPassword))) return;
    noteSecurity({ kind: 'sign-in failed', detail: { what: 'confirmation', superAdminId } });
    throw notConfirmed(true);
  });
};
