/** Without I, L, O and U: what is read out over the telephone is not misheard, and spells nothing. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

/** 50 random bits: a guest's code is not found by guessing. */
export const newCode = (random: (length: number) => Uint8Array): string =>
  Array.from(random(CODE_LENGTH), (byte) => ALPHABET[byte & 31]).join('');
