import { expect, test } from 'vitest';
import { changesOf } from './activity-text.ts';

test('words of a list are told as a person says them, and what stayed is not', () => {
  const before = { price: 4, allergens: ['milk'], diets: ['vegan'], description: 'Hot' };
  const after = { price: 4, allergens: ['eggs', 'milk'], diets: [], description: null };
  expect(changesOf({ before, after })).toEqual([
    { field: 'Allergens', before: 'milk', after: 'eggs, milk' },
    { field: 'Diets', before: 'vegan', after: '–' },
    { field: 'Description', before: 'Hot', after: '–' },
  ]);
});
