import { expect, test } from 'vitest';
import { finder } from './search.ts';

test.each([
  ['tiramisu', 'Tiramisù'],
  ['TIRAMISÙ', 'tiramisu'],
  ['hart amelia', 'Amelia Hart'],
  ['  cr brul ', 'Crème brûlée'],
  ['strasse', 'Straße'],
  ['', 'anything'],
  ['2125550111', '+1 (212) 555-0111'],
  ['5550111', '+1 212 555 0111'],
  ['212-555 0111', '+12125550111'],
  ['7', 'Room 7'],
  ['٥٠٠', '+965 5001 2345'],
  ['5', 'طاولة ٥'],
  ['μουσ', 'Μουσακάς'],
  ['ΓΎΡΟΣ', 'γύρος'],
])('%j finds %j', (search, text) => {
  expect(finder(search)(text)).toBe(true);
});

test.each([
  ['tiramisu cake', 'Tiramisù'],
  ['hart', 'Amelia'],
  ['5550112', '+1 212 555 0111'],
  ['-', 'Soup'],
])('%j does not find %j', (search, text) => {
  expect(finder(search)(text)).toBe(false);
});

test('the words may stand in different texts, and figures in one of them', () => {
  expect(finder('hart 555')('Amelia Hart', null, '+1 555')).toBe(true);
  expect(finder('15')('Table 1', '5')).toBe(false);
});
