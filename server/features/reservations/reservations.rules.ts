import { isPhoneText, phoneKeyOf } from '#server/features/customers/customers.rules.ts';

/** Without I, L, O and U: what is read out over the telephone is not misheard, and spells nothing. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

/** 50 random bits: a guest's code is not found by guessing. */
export const newCode = (random: (length: number) => Uint8Array): string =>
  Array.from(random(CODE_LENGTH), (byte) => ALPHABET[byte & 31]).join('');

/** What a search text may stand for: the text itself, and the digits of a phone in another spelling. */
export const readSearch = (text: string): string[] => {
  const digits = isPhoneText(text) ? phoneKeyOf(text) : '';
  return digits && digits !== text ? [text, digits] : [text];
};
