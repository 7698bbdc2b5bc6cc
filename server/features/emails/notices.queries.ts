import type { Limits } from '#server/platform/limits/limits.ts';
import type { Email } from '#server/platform/mail.ts';
import type { Addressee } from './emails.rules.ts';

/**
 * Tells members what happened to their account. While nobody confirmed the address it may be a stranger's, whose mailbox is not to be
 * filled: there it counts as the other e-mails do, and is left out when there were enough.
 */
export const openNotices = (limits: Limits) => {
  const toAddress = limits.open('emails-address');
  return async (to: Addressee, notice: Email, sendEmail: (email: Email) => void): Promise<void> => {
    if (to.confirmed_at || (await toAddress.tryToTake(to.username.toLowerCase()))) sendEmail(notice);
  };
};
