import { expect, test } from 'vitest';
import { type StoreRows, weighStore } from './store.queries.ts';

test('a store weighs its taxes, charges and payment types, too', () => {
  const empty = { menu: [], tables: [], categories: [], charges: [], paymentTypes: [], taxes: [] };
  const weigh = (rows: object) => weighStore({ ...empty, ...rows } as unknown as StoreRows);
  const parts = [{ title: 'x'.repeat(120), rate: 1 }];

  expect(weigh({ taxes: [{ parts, schedule: null }] }) - weigh({})).toBeGreaterThan(2 * 240);
  expect(weigh({ charges: [{}], paymentTypes: [{}] }) - weigh({})).toBe(600);
});
