import type { DueLetter } from './due-letters.queries.ts';
import { letter, plainName } from './letters.rules.ts';

interface Sender {
  publicUrl: string;
  supportEmail: string;
  graceDays: number;
}

/** The owner's letter; the day is that of the store's clock. */
export const dueLetter = (due: DueLetter, { publicUrl, supportEmail, graceDays }: Sender) => {
  const restaurant = plainName(due.restaurant) || 'your restaurant';
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: due.timezone }).format(due.about);
  const signIn = `Sign in: ${publicUrl}/login`;
  const help = `Questions? Write to ${supportEmail}.`;
  const grace = graceDays > 0 ? ` Then it goes on for ${graceDays} more ${graceDays === 1 ? 'day' : 'days'}.` : '';
  switch (due.kind) {
    case 'welcome':
      return letter(due, `Welcome to Comanda, ${restaurant}`, [
        `Your address is confirmed, and ${restaurant} is ready. The list on the dashboard leads through the first hour: store details, menu, tables, staff, a test print.`,
        signIn,
        help,
      ]);
    case 'trial end':
      return letter(due, `The trial of ${restaurant} ends on ${day}`, [
        `The free days of ${restaurant} end on ${day}.${grace} Subscribe on your profile before that, and nothing changes for your staff. Without a subscription nobody there can work; all data is kept.`,
        signIn,
        help,
      ]);
    case 'payment failed':
      return letter(due, `The payment for ${restaurant} failed`, [
        `The subscription of ${restaurant} could not be charged; it is paid until ${day}.${grace} Please look at your card, and at your subscription on your profile.`,
        signIn,
        help,
      ]);
  }
};
