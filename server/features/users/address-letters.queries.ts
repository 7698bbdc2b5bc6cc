import type { Databases } from '#server/platform/database/database.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import type { Addressee } from '#server/features/letters/letters.rules.ts';
import type { Letter } from '#server/platform/mail.ts';
import {
  confirmationLetter,
  confirmedElsewhereLetter,
  invitationLetter,
  invitedElsewhereLetter,
  type Opened,
  passwordSetLetter,
} from './letters.rules.ts';
import { isAddressTaken } from './members.queries.ts';
import { LINK_DAYS } from './password-resets.queries.ts';

interface Options {
  databases: Pick<Databases, 'readAcrossTenants'>;
  config: { publicUrl: string };
  limits: Limits;
}

interface LetterRequest {
  username: string;
  /** of the account that the letter is about */
  tenantId: number;
  post: (letter: Letter) => void;
}

/**
 * Letters to addresses that may be anybody's. Whether another account has confirmed the address is looked up here, beside the answer:
 * whoever causes the letter learns nothing of it. And nobody gets more than a few of them in an hour, whoever causes them.
 */
export const openAddressLetters = ({ databases, config: { publicUrl }, limits }: Options) => {
  const toAddress = limits.open('letters-address');

  const choose = async ({ username, tenantId, post }: LetterRequest, ours: () => Letter | undefined, taken: () => Letter | undefined) => {
    const isTaken = await databases.readAcrossTenants((db) => isAddressTaken(db, username, tenantId));
    const chosen = isTaken ? taken() : ours();
    if (chosen && (await toAddress.tryToTake(username.toLowerCase()))) post(chosen);
  };

  return {
    sendInvitation: (asked: LetterRequest & { token: string }) =>
      choose(
        asked,
        () => invitationLetter(asked.username, `${publicUrl}/reset-password?token=${asked.token}`, LINK_DAYS),
        () => invitedElsewhereLetter(asked.username),
      ),
    /** For an account that was added with a password: its holder elsewhere is told, and nobody else. */
    tellHolder: (asked: LetterRequest) =>
      choose(
        asked,
        () => undefined,
        () => invitedElsewhereLetter(asked.username),
      ),
    sendConfirmation: ({ role, openedAt, ...asked }: LetterRequest & Opened & { token: string }) =>
      choose(
        asked,
        () =>
          confirmationLetter(asked.username, {
            link: `${publicUrl}/confirm-address?token=${asked.token}`,
            days: LINK_DAYS,
            role,
            openedAt,
          }),
        () => confirmedElsewhereLetter(asked.username),
      ),
    tellPasswordSet: (asked: LetterRequest & { member: Addressee }) =>
      choose(
        asked,
        () => passwordSetLetter(asked.member),
        () => undefined,
      ),
  };
};
