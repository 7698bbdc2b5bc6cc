import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addSums } from '#web/parts/money-text.ts';
import { readEntry } from '#web/parts/payment-entry.ts';
import { typed } from '#web/parts/KeyPad.tsx';
import { evenShares, nextShare } from './shares.ts';
import { leftOf, send, toSplit } from './split.ts';

const cash = { gives_change: true, takes_tip: false, needs_reference: false };
const card = { gives_change: false, takes_tip: true, needs_reference: false };
const nothing = { amount: '20', tip: '', given: '', reference: '' };

test('even shares add up to what is due, and differ by one minor unit at most', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('USD', 'JPY', 'KWD'),
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.integer({ min: 2, max: 20 }),
      (code, minor, ways) => {
        const size = { USD: 100, JPY: 1, KWD: 1000 }[code]!;
        const shares = evenShares(minor / size, ways, code);
        expect(addSums(shares, code)).toBe(minor / size);
        expect(Math.round((Math.max(...shares) - Math.min(...shares)) * size)).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 200 },
  );
});

test('a share is next as long as those left are what is due', () => {
  const shares = evenShares(61.56, 4, 'USD');
  expect(nextShare({ shares, paid: 1 }, 46.17, 'USD')).toEqual({ number: 2, of: 4, amount: 15.39 });
  expect(nextShare({ shares, paid: 1 }, 50, 'USD')).toBeUndefined();
  expect(nextShare({ shares, paid: 4 }, 0, 'USD')).toBeUndefined();
});

test.each([
  [{ amount: '0' }, cash, { amount: 'Please provide an amount above 0!' }],
  [{ amount: '20.01' }, cash, { amount: 'That is more than what is due!' }],
  [{ given: '19' }, cash, { given: 'Less than the bill!' }],
  [{ given: 'x' }, cash, { given: 'Please type a sum!' }],
  [{ tip: '-1' }, card, { tip: 'Please provide a tip of 0 or more!' }],
  [{ tip: '1.005' }, card, { tip: 'Please write 1005 or 1.00!' }],
  [{ reference: ' ' }, { ...card, needs_reference: true }, { reference: 'Please provide a reference!' }],
  [{ given: '50' }, cash, {}],
  // what another type would not take is not looked at
  [{ given: '1', tip: '2' }, card, {}],
])('%j by %j has the faults %j', (entry, type, errors) => {
  expect(readEntry({ ...nothing, ...entry }, type, 20, 'USD').errors).toEqual(errors);
});

test('all that is due is paid in coins, where it is cash', () => {
  const coins = (entry: object, type: typeof cash & { kind?: string }) => readEntry({ ...nothing, ...entry }, type, 20, 'USD', 19.9);
  expect(coins({ given: '20' }, { ...cash, kind: 'cash' })).toMatchObject({ amount: 20, taken: 19.9, change: 0.1, isFine: true });
  expect(coins({ given: '20', amount: '15' }, { ...cash, kind: 'cash' })).toMatchObject({ amount: 15, taken: 15, change: 5 });
  expect(coins({}, card)).toMatchObject({ taken: 20 });
});

test('what is taken has the tip in it', () => {
  expect(readEntry({ ...nothing, tip: '0,1' }, card, 20, 'USD')).toMatchObject({ amount: 20, tip: 0.1, taken: 20.1 });
});

test.each([
  ['61.56', '7', true, 2, '7'],
  ['7', '.', false, 2, '7.'],
  ['', '.', false, 2, '0.'],
  ['7.5', '.', false, 2, '7.5'],
  ['7.55', '1', false, 2, '7.55'],
  ['0', '5', false, 2, '5'],
  ['70', 'back', false, 2, '7'],
  ['61.56', 'back', true, 2, ''],
])('%j and %j (fresh: %j) make %j', (text, key, isFresh, decimals, made) => expect(typed(text, key, isFresh, decimals)).toBe(made));

test('pieces go onto parts and back, never more than there are', () => {
  const tea = { id: 7, quantity: 3 };
  let parts: readonly { name: string; pieces: Readonly<Record<number, number>> }[] = [
    { name: 'Bill 2', pieces: {} },
    { name: 'Ann', pieces: {} },
  ];
  parts = send(parts, 0, tea, 2);
  parts = send(parts, 1, tea, 5);
  expect([leftOf(parts, tea), parts.map(({ pieces }) => pieces[7])]).toEqual([0, [2, 1]]);
  parts = send(parts, 1, tea, -1);
  expect(toSplit(parts)).toEqual([{ items: [{ itemId: 7, quantity: 2 }] }]);
  expect(toSplit(parts.map((part) => ({ ...part, name: ' Anna ' })))).toEqual([{ name: 'Anna', items: [{ itemId: 7, quantity: 2 }] }]);
  expect(leftOf(parts, tea)).toBe(1);
});
