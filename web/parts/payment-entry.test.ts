import { expect, test } from 'vitest';
import { readEntry } from './payment-entry.ts';

const card = { kind: 'card', gives_change: true, takes_tip: true, needs_reference: false };
const entry = { amount: '10', tip: '', given: '20', reference: '' };

test('a tip below 0 is none, and makes no larger change', () => {
  const { errors, isFine } = readEntry({ ...entry, tip: '-1' }, card, 10, 'EUR');
  expect([errors.tip, isFine]).toEqual(['Please provide a tip of 0 or more!', false]);
  expect(readEntry({ ...entry, tip: '1' }, card, 10, 'EUR')).toMatchObject({ taken: 11, change: 9, isFine: true });
});
