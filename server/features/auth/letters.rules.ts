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

export const passwordChangedLetter = (to: Addressee) =>
  letter(to, 'Your password was changed', [
    'Your password was set anew with a link that we had mailed to you, and all your devices were signed out.',
    'If it was not you, ask for another link at once, and look who else reads your mail.',
  ]);
