import type { DueEmail } from './due-emails.queries.ts';
import { email, plainName } from './emails.rules.ts';

const NAMELESS = 'your restaurant';
const DAY = 24 * 60 * 60 * 1000; // ms

interface Sender {
  publicUrl: string;
  supportEmail: string;
  graceDays: number;
}

/** The owner's e-mail; the day is that of the store's clock. */
export const dueEmail = (due: DueEmail, { publicUrl, supportEmail, graceDays }: Sender) => {
  const restaurant = plainName(due.restaurant) || NAMELESS;
  const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: due.timezone });
  const day = days.format(due.about);
  const signIn = `Sign in: ${publicUrl}/login`;
  const help = `Questions? Write to ${supportEmail}.`;
  const grace = graceDays > 0 ? ` Then it goes on for ${graceDays} more ${graceDays === 1 ? 'day' : 'days'}.` : '';
  switch (due.kind) {
    case 'welcome':
      return email(due, `Welcome to Comanda, ${restaurant}`, [
        `Your address is confirmed, and ${restaurant} is ready. The list on the dashboard leads through the first hour: store details, menu, tables, staff, a test print.`,
        signIn,
        help,
      ]);
    case 'trial end':
      return email(due, `${due.wasPaid ? 'What was paid for' : 'The trial of'} ${restaurant} ends on ${day}`, [
        `${due.wasPaid ? 'What was paid for' : 'The free days of'} ${restaurant} ${due.wasPaid ? 'ends' : 'end'} on ${day}.${grace} Subscribe on your profile before that, and nothing changes for your staff. Without a subscription nobody there can work; all data is kept.`,
        signIn,
        help,
      ]);
    case 'payment failed':
      return email(due, `The payment for ${restaurant} failed`, [
        `The subscription of ${restaurant} could not be charged; it is paid until ${day}.${grace} Please look at your card, and at your subscription on your profile.`,
        signIn,
        help,
      ]);
    case 'cancelled':
      return email(due, `The subscription of ${restaurant} was cancelled`, [
        // an unpaid renewal may have shut everybody out long before the payment provider gives up
        due.activeUntil === null || due.activeUntil.getTime() + graceDays * DAY <= due.about.getTime()
          ? `The subscription of ${restaurant} ended on ${day}, and nothing more is charged. Nobody there can work any more.`
          : `The subscription of ${restaurant} ended on ${day}, and nothing more is charged. It ${due.activeUntil > due.about ? 'is' : 'was'} paid until ${days.format(due.activeUntil)}.${grace} After that nobody there can work.`,
        'All data is kept, and nobody deletes it because of this. To go on, sign in and subscribe again on your profile: everything is there as you left it.',
        signIn,
        help,
      ]);
    case 'switched off':
      return email(due, `${restaurant === NAMELESS ? 'Your restaurant' : restaurant} was switched off`, [
        `The provider of Comanda switched ${restaurant} off on ${day}. Nobody there can work, and guests cannot order, until it is switched on again. All data is kept.`,
        ...(due.isSubscribed
          ? [`Its subscription goes on, and is charged, until it is cancelled. You can cancel it: ${publicUrl}/login`]
          : []),
        help,
      ]);
  }
};
