import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN } from '#contract/own-account.ts';
import { errorAt } from '#contract/errors.ts';

const MOST_USED = 10_000;
const DECORATION_AT_MOST = 8; // digits and signs around a name; more than that is a secret of its own

/** The product's name is the first guess at any restaurant that uses it. */
const PRODUCT = 'comanda';

export const EASY_PASSWORD =
  'This password is easy to guess! Please choose one that is not among the most used, and no name or address of yours or of the restaurant.';

// In the order of their use and in small letters. What is too short is refused for that.
const mostUsed: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN).slice(0, MOST_USED),
);

const plain = (text: string) => text.normalize('NFKC').toLowerCase();
const signs = /[^\p{L}\p{N}]+/gu;
const lettersOf = (text: string) => plain(text).replace(signs, '');

/** A name or an address as a whole, what stands before its @, and each word of it. */
const wordsOf = (own: string): string[] => [
  lettersOf(own),
  lettersOf(own.split('@', 1)[0]!),
  ...plain(own)
    .split(signs)
    .filter(({ length }) => length > 2),
];

/**
 * Says whether a password is one of the 10,000 most used, one repeated character, or one of these names or addresses, bare
 * or with a few digits and signs before or after it.
 */
export const isEasyPassword = (password: string, own: readonly string[]): boolean => {
  if (mostUsed.has(plain(password)) || /^(.)\1*$/su.test(password)) return true;
  const letters = lettersOf(password);
  const core = letters.replace(/^\p{N}+|\p{N}+$/gu, '');
  const words = new Set([PRODUCT, ...own].flatMap(wordsOf).filter((word) => word !== ''));
  return words.has(letters) || (words.has(core) && password.length - core.length <= DECORATION_AT_MOST);
};

/** Refuses a password that is easy to guess, with the sentence to stand beside its field. */
export const assertGoodPassword = (password: string, own: readonly string[]): void => {
  if (!isEasyPassword(password, own)) return;
  throw errorAt('invalid_input', 'password', EASY_PASSWORD);
};
