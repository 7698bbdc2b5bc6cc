import { expect, test } from 'vitest';
import { weighTaxes } from './tax-rates.rules.ts';

test('a tax weighs what its parts and its changes take', () => {
  const parts = Array.from({ length: 10 }, (_, n) => ({ title: String(n).repeat(120), rate: 1 }));
  const schedule = Array.from({ length: 50 }, () => ({ from: '2030-01-01', rate: 10, parts }));

  expect(weighTaxes([])).toBe(0);
  expect(weighTaxes([{ parts: null, schedule: null }])).toBe(300);
  // about 75 KB of JSON
  expect(weighTaxes([{ parts, schedule }])).toBe(51 * 300 + 510 * (100 + 240));
});
