import { expect, test } from 'vitest';
import type { MenuItem } from '#contract/menu-items.ts';
import { changedPrice, isReadable, type PriceChange, previewOf, takenBack } from './many-items.ts';

test.each([
  [4.5, 'up', 'percent', '10', 2, 4.95],
  [4.55, 'up', 'percent', '10', 2, 5.01], // 5.005
  [4.55, 'down', 'percent', '10', 2, 4.1], // 4.095
  [10, 'up', 'percent', '2,5', 2, 10.25],
  [980, 'up', 'percent', '3', 0, 1009], // 1009.4
  [1.234, 'down', 'percent', '50', 3, 0.617],
  [3, 'down', 'percent', '100', 2, 0],
  [3, 'down', 'percent', '150', 2, 0],
  [4.5, 'up', 'sum', '0.50', 2, 5],
  [0.3, 'down', 'sum', '0.50', 2, 0],
  [0, 'up', 'sum', '1', 2, 0],
  // as the fields of prices read it
  [980, 'up', 'sum', '1,000', 0, 1980],
  [4.5, 'up', 'sum', '1.250,00', 2, 1254.5],
  [4.5, 'up', 'sum', '0,5', 2, 5],
] as const)('%f %s by %s %s, %i decimals: %f', (price, way, by, amount, decimals, after) => {
  expect(changedPrice(price, { way, by, amount }, decimals)).toBe(after);
});

test('an amount is above 0 and has no more decimals than the currency', () => {
  const read = (by: PriceChange['by'], amount: string) => isReadable({ way: 'up', by, amount }, 2);
  expect(['', '0', '-1', 'abc', '1001'].map((amount) => read('percent', amount))).toEqual([false, false, false, false, false]);
  expect([read('percent', '12.5'), read('sum', '0,75'), read('sum', '0.755')]).toEqual([true, true, false]);
});

const item = (id: number, given: Partial<MenuItem>) => ({ id, title: `Item ${id}`, variants: [], sold_out: false, ...given }) as MenuItem;

test('the preview shows what changes, and the call and its undo carry both values', () => {
  const large = { id: 7, item_id: 1, title: 'Large', price: 9 };
  const items = [item(1, { price: 6, variants: [large, { ...large, id: 8, price: 0 }] }), item(2, { price: 0 })];
  const { rows, sent } = previewOf(items, { what: 'price', way: 'up', by: 'sum', amount: '1' }, 'USD');

  expect(rows.map(({ title, isVariant, before, after }) => [title, isVariant, before, after])).toEqual([
    ['Item 1', false, '$6.00', '$7.00'],
    ['Large', true, '$9.00', '$10.00'],
  ]);
  expect(sent).toEqual([{ id: 1, price: 7, basedOn: { price: 6 }, variants: [{ id: 7, price: 10, basedOn: { price: 9 } }] }]);
  expect(takenBack({ items: sent }).items).toEqual([
    { id: 1, price: 6, basedOn: { price: 7 }, variants: [{ id: 7, price: 9, basedOn: { price: 10 } }] },
  ]);

  const taxed = [item(1, { tax_id: 3, tax_title: 'VAT' }), item(2, { tax_id: null })];
  expect(previewOf(taxed, { what: 'tax', tax: { id: null, title: 'None' } }, 'USD')).toMatchObject({
    rows: [{ title: 'Item 1', before: 'VAT', after: 'No tax' }],
    sent: [{ id: 1, taxId: null, basedOn: { taxId: 3 } }],
  });
});
