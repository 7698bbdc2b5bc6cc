import { accountOf, type Opened } from '#server/features/users/emails.rules.ts';
import { type Addressee, email, plainName } from '#server/features/emails/emails.rules.ts';

interface Link extends Opened {
  link: string;
}

/** With one link, or with one for each account that has this address while nobody has confirmed it. */
export const resetEmail = (to: Addressee, links: readonly Link[], minutes: number) =>
  email(to, 'Set a new password', [
    'Somebody, probably you, asked for a new password. Open this link to set it:',
    ...(links.length === 1
      ? links.map(({ link }) => link)
      : [
          'More than one account was opened with this address, and nobody has confirmed it yet. It will belong to the one whose link you open:',
          ...links.map(({ link, ...opened }) => `${accountOf(opened)}:\n${link}`),
        ]),
    `It works once, within ${minutes} minutes. If this was not you, you can ignore this e-mail: your password stays as it is.`,
  ]);

const PASSWORD_CHANGED = 'Your password was changed';
const NOT_YOU = 'If this was not you, ask for a link to set another one at once, and check who else can read your e-mail.';

export const passwordResetEmail = (to: Addressee) =>
  email(to, PASSWORD_CHANGED, [
    'Your password was changed with the link that we e-mailed to you, and all your devices were signed out.',
    NOT_YOU,
  ]);

export const passwordChangedEmail = (to: Addressee) =>
  email(to, PASSWORD_CHANGED, [
    'Your password was changed on a device where you are signed in, and all your other devices were signed out.',
    NOT_YOU,
  ]);

interface NewDevice {
  /** undefined: the owner */
  colleague: string | undefined;
  device: string;
  address: string;
  /** by the store's clock */
  at: string;
}

export const newDeviceEmail = (to: Addressee, { colleague, device, address, at }: NewDevice) =>
  email(to, 'A sign-in from a new device', [
    `${colleague === undefined ? 'You' : plainName(colleague) || 'A colleague'} signed in to your restaurant on a device that was not known before.`,
    [`Device: ${plainName(device) || 'unknown'}`, `Address: ${address}`, `Time: ${at}`].join('\n'),
    colleague === undefined
      ? 'If this was you, you can ignore this e-mail. If not, set a new password and remove the device under My Devices.'
      : 'If you know about it, you can ignore this e-mail. If not, ask your colleague, or set a new password for them under Users: that signs them out everywhere.',
    'You can switch these e-mails off in the store details.',
  ]);
