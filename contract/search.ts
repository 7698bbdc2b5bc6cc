import { latinDigits } from './digits.ts';

const MARKS = /\p{M}/gu;
const isPlain = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
};

/** A text as people type it in a hurry: without accents, in small letters. Plain letters, the most of a menu, take the short way. */
export const fold = (text: string): string =>
  // to the upper case first: 'ß' is then 'ss'. Of 'ΜΟΥΣ' the last letter is a small one of its own, which 'Μουσακάς' has not inside.
  isPlain(text)
    ? text.toLowerCase()
    : latinDigits(text).normalize('NFD').replace(MARKS, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * Answers whether texts hold what is searched: all its words, in any order and in any of the texts, whatever their case and accents.
 * A search of figures alone also finds them however they are grouped: '2125550111' finds '+1 (212) 555-0111'.
 */
export const finder = (search: string): ((...texts: readonly (string | null | undefined)[]) => boolean) => {
  const typed = fold(search);
  const words = typed.split(/\s+/).filter(Boolean);
  const digits = /^[\d\s()+./-]+$/.test(typed) ? digitsOf(typed) : '';
  return (...texts) => {
    const where = fold(texts.join(' '));
    return words.every((word) => where.includes(word)) || (digits !== '' && texts.some((text) => digitsOf(text ?? '').includes(digits)));
  };
};
