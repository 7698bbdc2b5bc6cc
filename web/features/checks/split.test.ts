import { expect, test } from 'vitest';
import type { Check, CheckItem } from '#contract/checks.ts';
import { stillThere, totalsOf } from './split.ts';

const line = (id: number, price: number, quantity: number, extra: Partial<CheckItem> = {}) =>
  ({ id, price, quantity, tax_id: null, tax_title: null, tax_rate: null, tax_type: null, ...extra }) as CheckItem;
const vat = { id: 1, title: 'VAT', rate: 10, type: 'exclusive' as const };
const charge = (id: number, title: string, percent: number | null, amount: number, tax: typeof vat | null = null) => ({
  charge_id: id,
  title,
  amount,
  tax: 0,
  rule: { percent, tax },
});
const bill = (...charges: Check['charges']) => ({ currency: 'USD', charges });
const part = (pieces: Record<number, number>) => ({ name: '', pieces });

test('a percent goes with each part, a sum stays where the bill stays; both with their tax', () => {
  const lines = [line(1, 10, 4)];
  expect(totalsOf(bill(charge(1, 'Service', 12.5, 5)), lines, [part({ 1: 2 })])).toEqual({ parts: [22.5], stays: 22.5 });
  expect(totalsOf(bill(charge(2, 'Cover', null, 3, vat)), lines, [part({ 1: 2 })])).toEqual({ parts: [20], stays: 23.3 });
  // nobody pays for what nobody has
  expect(totalsOf(bill(charge(1, 'Service', 12.5, 5)), lines, [part({})])).toEqual({ parts: [0], stays: 45 });
});

test('what is off a line is shared by quantity, the remainder with what stays, or with who has the line at last', () => {
  const lines = [line(1, 2, 3, { discount: 1 }), line(2, 4, 1)];
  expect(totalsOf(bill(), lines, [part({ 1: 1 }), part({ 1: 1 })])).toEqual({ parts: [1.67, 1.67], stays: 5.66 });
  expect(totalsOf(bill(), lines, [part({ 1: 1 }), part({ 1: 2 })])).toEqual({ parts: [1.67, 3.33], stays: 4 });
  expect(totalsOf(bill(), [line(1, 1, 2, { discount: 0.01 })], [part({ 1: 1 })])).toEqual({ parts: [1], stays: 0.99 });
});

test('a server that does not say what its charges are leaves them out', () => {
  const { rule: _, ...old } = charge(1, 'Service', 12.5, 5);
  expect(totalsOf(bill(old), [line(1, 10, 4)], [part({ 1: 1 })])).toEqual({ parts: [10], stays: 30 });
});

test('what somebody else has taken off the bill goes from the parts, too, the last one first', () => {
  const parts = [part({ 1: 2, 2: 1 }), part({ 1: 1 })];
  expect(stillThere(parts, [line(1, 10, 3), line(2, 4, 1)])).toEqual(parts);
  expect(stillThere(parts, [line(1, 10, 2)])).toEqual([part({ 1: 2 }), part({})]);
  expect(stillThere(parts, [line(1, 10, 1), line(2, 4, 5)])).toEqual([part({ 1: 1, 2: 1 }), part({})]);
});
