import { expect, test } from 'vitest';
import { toPointed } from './pasted-decimal.ts';

test.each([
  ['12,50', '12.50'],
  ['12.50', '12.50'],
  [' € 12,50 ', '12.50'],
  ['12,50 €', '12.50'],
  ['1.250,00', '1250.00'],
  ['1,250.00', '1250.00'],
  ['1 250,00', '1250.00'],
  ["1'250.00", '1250.00'],
  ['1.250.000', '1250000'],
  ['1250', '1250'],
  ['12,', '12'],
  // could be either: it keeps its three decimals, and is refused where a currency has two
  ['1,250', '1.250'],
  ['none', undefined],
])('%s is %s', (text, pointed) => {
  expect(toPointed(text)).toBe(pointed);
});
