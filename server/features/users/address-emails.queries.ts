import { sql } from 'kysely';
import type { Databases, Db } from '#server/platform/database/database.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import type { Addressee } from '#server/features/emails/emails.rules.ts';
import type { Email } from '#server/platform/mail.ts';
import {
  confirmationEmail,
  confirmedElsewhereEmail,
  invitationEmail,
  invitedElsewhereEmail,
  type Opened,
  passwordSetEmail,
} from './emails.rules.ts';
import { isAddressTaken } from './members.queries.ts';
import { LINK_DAYS } from './password-resets.queries.ts';

interface Options {
  databases: Pick<Databases, 'readAcrossTenants'>;
  config: { publicUrl: string };
  limits: Limits;
}

interface EmailRequest {
  username: string;
  /** of the account that the e-mail is about */
  tenantId: number;
  sendEmail: (email: Email) => void;
}

/** Whether accounts of other restaurants have this address, confirmed or not. */
const isAddressShared = async (db: Db, username: string, besides: number): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('id')
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .where('archived_at', 'is', null)
    .where('tenant_id', '<>', besides)
    .executeTakeFirst()) !== undefined;

/**
 * E-mails to addresses that may be anybody's. Whether another account has confirmed the address is looked up here, beside the answer:
 * whoever causes the e-mail learns nothing of it. And nobody gets more than a few of them in an hour, whoever causes them.
 */
export const openAddressEmails = ({ databases, config: { publicUrl }, limits }: Options) => {
  const toAddress = limits.open('emails-address');

  const choose = async (
    { username, tenantId, sendEmail }: EmailRequest,
    ours: (isShared: boolean) => Email | undefined,
    taken: () => Email | undefined,
  ) => {
    const [isTaken, isShared] = await databases.readAcrossTenants(async (db) => [
      await isAddressTaken(db, username, tenantId),
      await isAddressShared(db, username, tenantId),
    ]);
    const chosen = isTaken ? taken() : ours(isShared);
    if (chosen && (await toAddress.tryToTake(username.toLowerCase()))) sendEmail(chosen);
  };

  return {
    sendInvitation: (asked: EmailRequest & { token: string }) =>
      choose(
        asked,
        (isShared) =>
          invitationEmail(asked.username, { link: `${publicUrl}/reset-password?token=${asked.token}`, days: LINK_DAYS, isShared }),
        () => invitedElsewhereEmail(asked.username),
      ),
    /** For an account that was added with a password: its holder elsewhere is told, and nobody else. */
    tellHolder: (asked: EmailRequest) =>
      choose(
        asked,
        () => undefined,
        () => invitedElsewhereEmail(asked.username),
      ),
    sendConfirmation: ({ role, openedAt, ...asked }: EmailRequest & Opened & { token: string }) =>
      choose(
        asked,
        () =>
          confirmationEmail(asked.username, {
            link: `${publicUrl}/confirm-address?token=${asked.token}`,
            days: LINK_DAYS,
            role,
            openedAt,
          }),
        () => confirmedElsewhereEmail(asked.username),
      ),
    tellPasswordSet: (asked: EmailRequest & { member: Addressee }) =>
      choose(
        asked,
        () => passwordSetEmail(asked.member),
        () => undefined,
      ),
  };
};
