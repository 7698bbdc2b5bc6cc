import { expect, test } from 'vitest';
import { readEntry } from './payment-entry.ts';

const card = { kind: 'card', gives_change: true, takes_tip: true, needs_reference: false };
const entry = { amount: '10', tip: '', given: '20', reference: '' };

test('a tip below 0 is none, and makes no larger change', () => {
  const { errors, isFine } = readEntry({ ...entry, tip: '-1' }, card, 10, 'EUR');
  expect([errors.tip, isFine]).toEqual(['Please provide a tip of 0 or more!', false]);
  expect(readEntry({ ...entry, tip: '1' }, card, 10, 'EUR')).toMatchObject({ taken: 11, change: 9, isFine: true });
});

test('1.500 where a currency has two decimals is neither 1500 nor 1.50, and is asked', () => {
  const { errors, isFine } = readEntry({ ...entry, amount: '1.500', tip: '1.500', given: '2.000' }, card, 2000, 'EUR');
  expect([errors, isFine]).toEqual([
    { amount: 'Please write 1500 or 1.50!', tip: 'Please write 1500 or 1.50!', given: 'Please write 2000 or 2.00!' },
    false,
  ]);
  expect(readEntry({ ...entry, amount: '1.500', given: '2.000' }, card, 2000, 'KWD')).toMatchObject({
    taken: 1.5,
    change: 0.5,
    isFine: true,
  });
  expect(readEntry({ ...entry, amount: '1.500', given: '2.000' }, card, 2000, 'VND')).toMatchObject({
    taken: 1500,
    change: 500,
    isFine: true,
  });
});
