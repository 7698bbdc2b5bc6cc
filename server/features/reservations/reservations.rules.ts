/** Without I, L, O and U: what is read out over the telephone is not misheard, and spells nothing. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

/** 50 random bits: a guest's code is not found by guessing. */
export const newCode = (random: (length: number) => Uint8Array): string =>
  Array.from(random(CODE_LENGTH), (byte) => ALPHABET[byte & 31]).join('');

interface Sitting {
  date: Date;
  business_date: string;
}

/**
 * True when guests are expected once more, whatever became of them at the time before: on another day of the store's present clock, or given up
 * and now still to come.
 */
export const isExpectedAgain = (before: Sitting & { no_show_at: Date | null }, after: Sitting, now: Date): boolean =>
  after.business_date !== before.business_date || (before.no_show_at !== null && after.date > now);
