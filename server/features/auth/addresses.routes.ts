import { confirmAddress, getPasswordLink, sendConfirmation } from '#contract/own-account.ts';
import { openAddressEmails } from '#server/features/users/address-emails.queries.ts';
import { plainName } from '#server/features/emails/emails.rules.ts';
import { getProfileOf, markAddressConfirmed } from '#server/features/users/members.queries.ts';
import { findPasswordLink, insertConfirmation, takeConfirmation } from '#server/features/users/password-resets.queries.ts';
import { insertAuditOf } from '#server/platform/security/audit.queries.ts';
import type { Databases } from '#server/platform/database/database.ts';
import { countGuesses, keepTaken, type Limits } from '#server/platform/limits/limits.ts';
import { handle, handleOpen } from '#server/platform/endpoints/routes.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { deadLink } from './links.rules.ts';

interface Dependencies {
  databases: Pick<Databases, 'readAcrossTenants'>;
  config: { publicUrl: string };
  limits: Limits;
}

/** Whose address it is: the calls behind mailed links that set no password. */
export const addressesRoutes = ({ databases, config, limits }: Dependencies) => {
  const emails = openAddressEmails({ databases, config, limits });
  const confirmationsOfMember = limits.open('confirmation-member');
  const failedResetsOfAddress = limits.openForAddresses('reset-address');

  return [
    handleOpen(getPasswordLink, async ({ params }, { readAcrossTenants, address, now }) =>
      countGuesses([[failedResetsOfAddress, address]], 'invalid_input', async () => {
        const link = await readAcrossTenants((db) => findPasswordLink(db, hashToken(params.token), now));
        if (!link) throw deadLink();
        return link.purpose === 'invitation'
          ? { purpose: link.purpose, restaurant: plainName(link.restaurant) || null }
          : { purpose: 'reset' as const, restaurant: null };
      }),
    ),

    handleOpen(confirmAddress, async ({ params }, { acrossTenants, address, now }) =>
      countGuesses([[failedResetsOfAddress, address]], 'invalid_input', async () => {
        const isConfirmed = await acrossTenants(async (db) => {
          const link = await takeConfirmation(db, hashToken(params.token), now);
          if (!link) return false;
          const whose = { tenantId: link.tenant_id, memberId: link.member_id };
          if (!(await markAddressConfirmed(db, { ...whose, now }))) return false;
          const entry = { action: 'confirm', entity: 'members', entityId: whose.memberId };
          await insertAuditOf(db, { ...whose, sessionId: null, now }, entry);
          return true;
        });
        if (!isConfirmed) throw deadLink();
        return { message: 'Your address is confirmed.' };
      }),
    ),

    handle(sendConfirmation, async (_, { db, session, now, random, sendEmail, inBackground }) => {
      const { username, confirmed_at, role, created_at } = await getProfileOf(db, session.memberId);
      if (confirmed_at) return { message: 'Your address is already confirmed.' };
      const { tenantId, memberId } = session;
      await keepTaken([[confirmationsOfMember, `${memberId}`]], async () => {
        const token = newToken(random);
        await insertConfirmation(db, { tenantId, memberId, tokenHash: hashToken(token), now });
        inBackground(() => emails.sendConfirmation({ username, tenantId, token, sendEmail, role, openedAt: created_at }));
      });
      return { message: 'A link to confirm your address is on its way to it.' };
    }),
  ];
};
