import { expect, test } from 'vitest';
import { bareSum, readPastedSum } from './money-text.ts';

test.each([
  ['12,50', 2, '12.50'],
  [' € 1.250,00 ', 2, '1250.00'],
  ['1,250.00', 2, '1250.00'],
  ['1,250', 2, '1250'],
  ['1,250', 3, '1.250'],
  ['$1,250,000', 2, '1250000'],
  ['0,5', 2, '0.5'],
  ['0,125', 2, '0.125'],
  [',5', 2, '0.5'],
  [',250', 2, '0.250'],
  ['12,50 kr', 2, '12.50'],
  ['kr. 12,50', 2, '12.50'],
  ['\u200f12,50', 2, '12.50'],
  ['1,00,000', 2, '100000'],
  ['12,34,567.50', 2, '1234567.50'],
  ['1,00', 2, '1.00'],
  ['10,00,00', 2, undefined],
  ['12.50', 2, undefined],
  ['twelve, fifty', 2, undefined],
])('%s pasted, of %i decimals, is %s', (text, decimals, sum) => {
  expect(readPastedSum(text, decimals)).toBe(sum);
});

test.each([
  ['5 EUR', '5'],
  ['5 kr.', '5'],
  ['5 zł', '5'],
  ['R50', '50'],
  ['-US$5', '-5'],
  ["1'250.00", '1250.00'],
  ['1’250’000', '1250000'],
  ['\u200f5.5\u200e', '5.5'],
  ['د.إ. 5', '5'],
  // no sums
  ['abc', 'abc'],
  ['€', '€'],
  ['5k', '5k'],
  ['50 rb', '50rb'],
  ['2 mio', '2mio'],
  ['1e3', '1e3'],
  ["1'25", "1'25"],
  ['5 %', '5%'],
])('%s is %s without what stands around it', (text, sum) => {
  expect(bareSum(text)).toBe(sum);
});
