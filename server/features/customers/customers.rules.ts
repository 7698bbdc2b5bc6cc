import { type Customer, plainPhone } from '#contract/customers.ts';

/** Two spellings of the same digits are one phone; one without digits stands for itself, as customers.phone_key has it. */
export const phoneKeyOf = (phone: string): string => plainPhone(phone).replace(/\D/g, '') || phone;

/** True when nothing but a phone was meant, in whatever spelling that a customer's may have (part-1 §5), or that was pasted with printed dashes. */
export const isPhoneText = (text: string): boolean => {
  const plain = plainPhone(text);
  return /^(?:[\d\s\-\u2010-\u2015\u00b7+_,.^*?$#()/]|ext|x)+$/.test(plain) && /\d/.test(plain);
};

/** The words of what a person typed, each of which must stand somewhere, in any order. */
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** With ss for ß or the other way round: the database knows no other letter for it. */
const withSharpS = (words: readonly string[]): string[] =>
  words.map((word) => (/[ßẞ]/.test(word) ? word.replaceAll(/[ßẞ]/g, 'ss') : word.replaceAll(/ss/gi, 'ß')));

const isFirst = (words: readonly string[], at: number, all: readonly string[][]): boolean =>
  all.findIndex((other) => other.join(' ') === words.join(' ')) === at;

/** The digits of all words that look like a part of a phone: of 'Hart 45-67' 4567. */
export const phoneDigitsIn = (text: string): string => plainPhone(wordsOf(text).filter(isPhoneText).join('')).replace(/\D/g, '');

/**
 * What a text may stand for; whoever fits one of these is found: its words, the same with the digits alone of those that look like a
 * phone, all of it as one phone, and its words with ss for ß.
 */
export const spellingsOf = (text: string): string[][] => {
  const words = wordsOf(text);
  const spellings = [
    words,
    words.map((word) => (isPhoneText(word) ? phoneKeyOf(word) : word)),
    isPhoneText(text) ? [phoneKeyOf(text)] : words,
    withSharpS(words),
  ];
  return spellings.filter(isFirst);
};

export type Field = 'name' | 'phone' | 'email';
/** Words that must all stand in one of these fields. */
export interface SearchTerms {
  words: string[];
  fields: Field[];
}

/** Customers by name alone, those first of whom it is the beginning of words. */
export const readName = (text: string): SearchTerms[] => {
  const words = wordsOf(text);
  const spellings = [words, withSharpS(words)].filter(isFirst);
  return [...spellings.map((spelling) => spelling.map((word) => ` ${word}`)), ...spellings].map((spelling) => ({
    words: spelling,
    fields: ['name'],
  }));
};

/**
 * Where to look for what a person types to pick a customer, the likeliest first: the beginnings of names, or a phone, also in
 * another spelling of its digits; then the middle of names and of phones.
 */
export const readSearch = (text: string): SearchTerms[] => {
  const phone: SearchTerms[] = isPhoneText(text) ? [{ words: [phoneKeyOf(text)], fields: ['phone'] }] : [];
  return [...phone, ...readName(text), ...spellingsOf(text).map((words) => ({ words, fields: ['name', 'phone'] }) satisfies SearchTerms)];
};

type StoredCustomer = Omit<Customer, 'phone' | 'name' | 'created_at' | 'updated_at'> & {
  phone: string | null;
  name: string | null;
  created_at: Date;
  updated_at: Date | null;
};

/** A customer who is not erased has a phone and a name. */
export const toCustomer = ({ phone, name, created_at, updated_at, ...row }: StoredCustomer): Customer => ({
  ...row,
  phone: phone!,
  name: name!,
  created_at: created_at.toISOString(),
  updated_at: updated_at?.toISOString() ?? null,
});
