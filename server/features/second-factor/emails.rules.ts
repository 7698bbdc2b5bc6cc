import { type Addressee, email } from '#server/features/emails/emails.rules.ts';

/** Tells a person that their second factor was switched on or off; `where` says how it is undone or looked at. */
export const factorEmail = (to: Addressee, isOn: boolean) =>
  email(to, isOn ? 'Your second factor is on' : 'Your second factor is off', [
    isOn
      ? 'From now on, signing in to your account takes a code of your authenticator app beside the password. Keep the recovery codes where you find them without your phone.'
      : 'From now on, your password alone signs in to your account: the codes of your authenticator app and your recovery codes are not asked for any more.',
    'If it was not you, set a new password at once, sign out all other devices, and tell whoever runs this server.',
  ]);
