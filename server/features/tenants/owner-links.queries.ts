import { insertConfirmation } from '#server/features/users/password-resets.queries.ts';
import type { ProviderContext } from '#server/platform/endpoints/contexts.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';

/** A link by which an owner confirms the address that the provider entered: only then e-mails about the subscription go to it. */
export const insertLinkToConfirm = async (
  { acrossTenants, random, now }: Pick<ProviderContext, 'acrossTenants' | 'random' | 'now'>,
  whose: { tenantId: number; memberId: number },
  publicUrl: string,
): Promise<string> => {
  const token = newToken(random);
  await acrossTenants((db) => insertConfirmation(db, { ...whose, tokenHash: hashToken(token), now }));
  return `${publicUrl}/confirm-address?token=${token}`;
};
