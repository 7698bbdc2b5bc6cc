import { expect, test } from 'vitest';
import { changeOf, likelyCash } from './cash.ts';

test.each([
  [61.56, 'USD', [65, 70, 80]],
  [4.5, 'USD', [5, 10, 20]],
  [20, 'EUR', [40, 50, 100]],
  [95, 'USD', [100, 120, 150]],
  [98, 'USD', [100, 120, 150]],
  [100, 'USD', [120, 150, 200]],
  [48, 'GBP', [50, 60, 70]],
  [9500, 'JPY', [10_000, 15_000, 20_000]],
  [10_000, 'JPY', [15_000, 20_000, 25_000]],
  [1234, 'JPY', [2000, 5000, 10_000]],
  [1.25, 'KWD', [2, 5, 10]],
  [46_500, 'COP', [47_000, 48_000, 50_000]],
  [0, 'USD', []],
])('%d %s is paid with %j', (due, code, likely) => expect(likelyCash(due, code)).toEqual(likely));

test.each([
  ['70', 61.56, 'USD', 8.44],
  [' 70,00 ', 61.56, 'USD', 8.44],
  ['61.56', 61.56, 'USD', 0],
  ['60', 61.56, 'USD', -1.56],
  ['', 61.56, 'USD', undefined],
  ['1,234.5', 61.56, 'USD', 1172.94],
  ['1,500', 61.56, 'USD', 1438.44],
  ['1.500,00', 61.56, 'EUR', 1438.44],
  ['1,500', 500, 'JPY', 1000],
  ['1,500', 1, 'KWD', 0.5],
  ['61,5', 61, 'USD', 0.5],
  ['0,125', 61, 'USD', undefined],
  ['1,50,0', 61, 'USD', undefined],
  ['5.125', 5, 'KWD', 0.125],
])('of %j for %d %s there is %d change', (given, due, code, change) => expect(changeOf(given, due, code)).toBe(change));
