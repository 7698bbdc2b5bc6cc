import { type Addressee, email } from '#server/features/emails/emails.rules.ts';

/** The same where it is not looked whose account it is. */
const emailTo = (username: string, subject: string, paragraphs: string[]) =>
  email({ username, name: '', confirmed_at: null }, subject, paragraphs);

/** `isShared`: other accounts have the address, unconfirmed, and one of them may be the reader's own restaurant. */
export const invitationEmail = (username: string, { link, days, isShared }: { link: string; days: number; isShared: boolean }) =>
  emailTo(username, 'You are invited', [
    'Somebody who runs a restaurant with Comanda has added you to its staff. Open this link to choose your own password:',
    link,
    ...(isShared
      ? [
          'Another account was opened with this address, and nobody has confirmed it yet. Once you set a password by this link, nobody signs in to that account with this address any more. If it is yours, sign in to it first, and ask for the link to confirm your address on your profile.',
        ]
      : []),
    `It works once, within ${days} days. If you did not expect this, you can ignore this e-mail.`,
  ]);

/** To the holder of an account whom another restaurant invites: nothing of that account changes. */
export const invitedElsewhereEmail = (username: string) =>
  emailTo(username, 'Another restaurant has invited you', [
    'Somebody who runs another restaurant with Comanda has added your address to its staff. Your account is in one restaurant only, so nothing has changed for you.',
    'If you want to work there too, ask them to invite you with another address. If you did not expect this, you can ignore this e-mail.',
  ]);

export interface Opened {
  role: 'admin' | 'user';
  openedAt: Date;
}

/**
 * Which of the accounts that were opened with one address: told without a word of whoever opened it. In UTC and to the minute: whoever opened
 * it chose its time zone, too, and two of one day are told apart.
 */
export const accountOf = ({ role, openedAt }: Opened): string => {
  const [day, time] = [openedAt.toISOString().slice(0, 10), openedAt.toISOString().slice(11, 16)];
  return `${role === 'admin' ? 'The account of an owner' : 'The account of a colleague'}, opened on ${day} at ${time} UTC`;
};

export const confirmationEmail = (username: string, { link, days, ...opened }: Opened & { link: string; days: number }) =>
  emailTo(username, 'Confirm your address', [
    'An account of Comanda was opened with this address. If it was you, and at this time, open this link to confirm that the address is yours:',
    `${accountOf(opened)}:\n${link}`,
    'Other accounts that were opened with your address lose it then. If you are not sure, sign in first and ask for this e-mail on your profile.',
    `It works once, within ${days} days. If this was not you, you can ignore this e-mail: without your confirmation the account cannot keep your address.`,
  ]);

export const confirmedElsewhereEmail = (username: string) =>
  emailTo(username, 'Your address already has an account', [
    'Somebody asked to confirm this address for another account of Comanda. You have confirmed it for an account of your own, so nothing has changed for you.',
    'If it was you, sign in with the password of that account, or ask for a new one.',
  ]);

export const passwordSetEmail = (to: Addressee) =>
  email(to, 'Your password was changed', [
    'A colleague who looks after the users of your restaurant has set a new password for you, and all your devices were signed out.',
    'If you did not expect this, please speak to them.',
  ]);
