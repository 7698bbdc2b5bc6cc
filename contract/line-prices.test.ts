import { describe, expect, test } from 'vitest';
import { lineTaxOf, readTax, unitPriceOf } from './pricing.ts';

describe('unitPriceOf', () => {
  const cases: [name: string, base: bigint, variant: bigint | null, addons: bigint[], price: bigint][] = [
    ['the dish alone', 450n, null, [], 450n],
    ['a variant takes the place of the dish’s own price', 450n, 900n, [], 900n],
    ['a variant that costs nothing does so, too', 450n, 0n, [], 0n],
    ['addons come on top of either', 450n, 900n, [50n, 50n, 25n], 1025n],
  ];
  for (const [name, base, variant, addons, price] of cases) test(`${name}`, () => expect(unitPriceOf(base, variant, addons)).toBe(price));
});

const columns = { tax_id: 1, tax_title: 'VAT', tax_rate: 5, tax_type: 'inclusive' as const };

test('a line without rate or kind has no tax; one without a title has an empty one', () => {
  expect(lineTaxOf({ ...columns, tax_rate: null })).toBeNull();
  expect(lineTaxOf({ ...columns, tax_type: null })).toBeNull();
  expect(lineTaxOf({ ...columns, tax_title: null })).toEqual({ id: 1, title: '', rate: 5, type: 'inclusive', parts: null });
});

test('a tax of the wire is read in 1/10,000 of a percent; what is no percentage is none', () => {
  expect(readTax(lineTaxOf(columns))).toMatchObject({ title: 'VAT', rate: 50_000, type: 'inclusive' });
  expect([readTax(null), readTax(lineTaxOf({ ...columns, tax_rate: 101 }))]).toEqual([null, null]);
});
