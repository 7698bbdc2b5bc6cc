import { type Addressee, email, plainName } from '#server/features/emails/emails.rules.ts';

interface Email {
  to: string;
  subject: string;
  text: string;
}

const PURPOSE = 'Open this link to confirm that the address is yours; only then what concerns the subscription is written to it:';
const worksFor = (days: number) => `It works once, within ${days} days.`;
const unknownTo = (supportEmail: string) => `If you do not know of it, please tell ${supportEmail}.`;

/** To the owner of a restaurant that the provider opened. */
export const openedEmail = (to: string, { supportEmail, link, days }: { supportEmail: string; link: string; days: number }): Email => ({
  to,
  subject: 'Confirm your address',
  text: [
    'Hello,',
    'The provider of Comanda opened a restaurant with this address as its owner’s. You sign in with it, and with the password that the provider tells you.',
    PURPOSE,
    link,
    'Other accounts that were opened with your address lose it then.',
    worksFor(days),
    unknownTo(supportEmail),
  ].join('\n\n'),
});

/** Both addresses learn of it: the old one may be the owner's still. No name of the restaurant stands in an e-mail that may go to a stranger. */
export const addressChangedEmails = (
  addresses: { before: string | null; after: string },
  { supportEmail, link, days }: { supportEmail: string; link: string; days: number },
): Email[] => {
  const { before, after } = addresses;
  const toNew: Email = {
    to: after,
    subject: 'You sign in with this address now',
    text: [
      'Hello,',
      'The provider of Comanda made this the address with which the owner of a restaurant signs in. All devices of the owner were signed out; the password stays as it is.',
      PURPOSE,
      link,
      worksFor(days),
      unknownTo(supportEmail),
    ].join('\n\n'),
  };
  if (before === null || before.toLowerCase() === after.toLowerCase()) return [toNew];
  const toOld: Email = {
    to: before,
    subject: 'Your address to sign in was changed',
    text: [
      'Hello,',
      'The provider of Comanda changed the address with which you sign in as the owner of a restaurant: it is another one now. All your devices were signed out, and links that were mailed to this address are dead.',
      `If you did not ask for it, please tell ${supportEmail} at once.`,
    ].join('\n\n'),
  };
  return [toOld, toNew];
};

interface Deletion {
  /** Until then it can be restored; null: it was deleted for good. */
  purgeAt: Date | null;
  /** There was a subscription, which ended with it. */
  wasSubscribed: boolean;
  supportEmail: string;
  now: Date;
}

/** The owner is told that the provider deleted the restaurant, while there is time to object. The days are those of the store's clock. */
export const deletedEmail = (
  owner: Addressee & { restaurant: string; timezone: string },
  { purgeAt, wasSubscribed, supportEmail, now }: Deletion,
): Email => {
  const restaurant = plainName(owner.restaurant);
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: owner.timezone });
  return email(owner, `${restaurant || 'Your restaurant'} was deleted`, [
    `The provider of Comanda deleted ${restaurant || 'your restaurant'} on ${day.format(now)}. Nobody there can sign in, and guests cannot order.`,
    ...(wasSubscribed ? ['Its subscription was cancelled, and nothing more is charged.'] : []),
    purgeAt
      ? `The provider can restore it until ${day.format(purgeAt)}, as it was. After that all its data is deleted for good. If you did not ask for this, write to ${supportEmail} before that day.`
      : `All its data is deleted for good. Questions? Write to ${supportEmail}.`,
  ]);
};
