interface Addressee {
  username: string;
  name: string;
}

const letter = ({ username, name }: Addressee, subject: string, paragraphs: string[]) => ({
  to: username,
  subject,
  text: [`Hello ${name},`, ...paragraphs].join('\n\n'),
});

export const resetLetter = (to: Addressee, link: string, minutes: number) =>
  letter(to, 'Set a new password', [
    'Somebody, probably you, asked for a new password. Open this link to set it:',
    link,
    `It is good once, for ${minutes} minutes. If it was not you, there is nothing to do: your password stays as it is.`,
  ]);

const PASSWORD_CHANGED = 'Your password was changed';
const NOT_YOU = 'If it was not you, ask for a link to set another one at once, and look who else reads your mail.';

export const passwordResetLetter = (to: Addressee) =>
  letter(to, PASSWORD_CHANGED, [
    'Your password was set anew with a link that we had mailed to you, and all your devices were signed out.',
    NOT_YOU,
  ]);

export const passwordChangedLetter = (to: Addressee) =>
  letter(to, PASSWORD_CHANGED, [
    'Your password was changed on a device where you are signed in, and all your other devices were signed out.',
    NOT_YOU,
  ]);
