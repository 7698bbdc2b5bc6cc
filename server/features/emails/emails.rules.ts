/** Whom an e-mail goes to: a member, as far as an e-mail needs to know. */
export interface Addressee {
  username: string;
  name: string;
  /** null: nobody has said that this is their address */
  confirmed_at: Date | null;
}

const NAME_MAX = 40; // characters

/**
 * A name as it may stand in an e-mail: letters, digits, spaces and simple punctuation. No dot and no slash: whoever chose the name must
 * not write a link into an e-mail of ours.
 */
export const plainName = (name: string, most = NAME_MAX): string =>
  name
    .replace(/[^\p{L}\p{M}\p{N}'’&,()-]+/gu, ' ')
    .trim()
    .slice(0, most)
    .trim();

/** To an address that nobody confirmed not even the name is written: strangers could have chosen both. */
export const email = ({ username, name, confirmed_at }: Addressee, subject: string, paragraphs: string[]) => ({
  to: username,
  subject,
  text: [confirmed_at && plainName(name) ? `Hello ${plainName(name)},` : 'Hello,', ...paragraphs].join('\n\n'),
});
