import { expect, test } from 'vitest';
import { currencies } from '#contract/currencies.ts';
import { coinsOf } from './coins.ts';

test('cash is counted in the notes and coins of its currency, largest first, each a sum that the currency can write', () => {
  expect(coinsOf('EUR', 2)).toEqual([500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01]);
  expect(coinsOf('SEK', 2)).toEqual([1000, 500, 200, 100, 50, 20, 10, 5, 2, 1]);
  expect(coinsOf('USD', 2)).toContain(0.25);
  expect(coinsOf('CZK', 2)[0]).toBe(5000);
  const largest = { AMD: 100_000, IDR: 100_000, IQD: 50_000, IRR: 2_000_000, KHR: 200_000, LBP: 1_000_000, UZS: 200_000, VND: 500_000 };
  for (const [code, note] of Object.entries(largest)) expect([code, coinsOf(code, 2)[0]]).toEqual([code, note]);
  for (const { code, decimals } of currencies) {
    const coins = coinsOf(code, decimals);
    expect([code, coins.length > 5, coins.toSorted((a, b) => b - a)]).toEqual([code, true, coins]);
    expect(coins.filter((coin) => Number(coin.toFixed(decimals)) !== coin)).toEqual([]);
  }
});
