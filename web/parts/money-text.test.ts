import { expect, test } from 'vitest';
import { readPastedSum } from './money-text.ts';

test.each([
  ['12,50', 2, '12.50'],
  [' € 1.250,00 ', 2, '1250.00'],
  ['1,250.00', 2, '1250.00'],
  ['1,250', 2, '1250'],
  ['1,250', 3, '1.250'],
  ['$1,250,000', 2, '1250000'],
  ['0,5', 2, '0.5'],
  ['0,125', 2, '0.125'],
  ['12.50', 2, undefined],
  ['twelve, fifty', 2, undefined],
])('%s pasted, of %i decimals, is %s', (text, decimals, sum) => {
  expect(readPastedSum(text, decimals)).toBe(sum);
});
