import { AppError } from '#contract/errors.ts';
import { businessDateOf, parseLocalDateTime, type StoreClock } from '#server/platform/business-day.ts';
import type { Random } from '#server/platform/seams.ts';

/** Without I, L, O and U: what is read out over the telephone is not misheard, and spells nothing. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

/** 50 random bits: a guest's code is not found by guessing. */
export const newCode = (random: Random): string => Array.from(random(CODE_LENGTH), (byte) => ALPHABET[byte & 31]).join('');

/** When a reservation is, and the business day that it belongs to; a text without a zone is read on the store's clock. */
export const readTime = (text: string, clock: StoreClock): { date: Date; businessDate: string } => {
  const date = parseLocalDateTime(text, clock.timezone);
  if (!date) throw new AppError('invalid_input', 'Please select date & time!');
  return { date, businessDate: businessDateOf(date, clock) };
};
