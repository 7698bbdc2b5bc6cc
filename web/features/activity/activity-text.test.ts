import { expect, test } from 'vitest';
import { changesOf } from './activity-text.ts';

test('words of a list are told as a person says them, and what stayed is not', () => {
  const before = { price: 4, allergens: ['milk'], diets: ['vegan'], description: 'Hot' };
  const after = { price: 4, allergens: ['eggs', 'milk'], diets: [], description: null };
  expect(changesOf({ before, after }, 'UTC')).toEqual([
    { field: 'Allergens', before: 'milk', after: 'eggs, milk' },
    { field: 'Diets', before: 'vegan', after: '–' },
    { field: 'Description', before: 'Hot', after: '–' },
  ]);
});

test('when something is, is told by the clock of the restaurant', () => {
  const before = { date: '2026-11-30T12:15:00.000Z', notes: '2026-11-30' };
  const after = { date: '2026-11-30T18:45:00.000Z', notes: 'at 2026-11-30T18:45:00.000Z' };
  expect(changesOf({ before, after }, 'Asia/Kathmandu')).toEqual([
    { field: 'Date', before: '30 Nov 2026, 18:00', after: '1 Dec 2026, 00:30' },
    { field: 'Notes', before: '2026-11-30', after: 'at 2026-11-30T18:45:00.000Z' },
  ]);
  expect(changesOf({ before: '2026-11-30T12:15:00.000Z', after: null }, 'UTC')).toEqual([
    { field: 'Value', before: '30 Nov 2026, 12:15', after: '–' },
  ]);
});
