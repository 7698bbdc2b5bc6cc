import * as z from 'zod';

/** The 14 of Regulation (EU) 1169/2011, Annex II, in its order; they are read as they are spelt. */
export const allergens = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const;
export type Allergen = (typeof allergens)[number];

/** Whom a dish suits. */
export const diets = ['vegetarian', 'vegan', 'halal', 'kosher'] as const;
export type Diet = (typeof diets)[number];

const CHOOSE = 'Please choose from the list.';
/** Each may be named more than once; without an end a megabyte of them would be read. */
const WORDS_MOST = 100;

/** Some of a few words, each once and in the order of the list. Left out (undefined) they stay; null and an empty text clear them. */
export const someOf = <const W extends string>(words: readonly W[]) =>
  z
    .union([z.array(z.enum(words)).max(WORDS_MOST, CHOOSE), z.null(), z.literal('')], CHOOSE)
    .optional()
    .transform((given) => {
      if (given === undefined) return undefined;
      const chosen: readonly W[] = given || [];
      return words.filter((word) => chosen.includes(word));
    });
