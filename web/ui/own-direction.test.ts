import { expect, test } from 'vitest';
import { factsText, ownDirection } from './own-direction.ts';

test('a name that is written from right to left keeps the figures beside it out', () => {
  expect(factsText(['محمد العلي', '+965 5001 2345'])).toBe('\u2068محمد العلي\u2069 · +965 5001 2345');
  expect(`${ownDirection('ضريبة')} 7.5%`).toBe('\u2068ضريبة\u2069 7.5%');
});

test('any other text is left as it is, and nothing is no fact', () => {
  expect(factsText(['Ärger 田中', false, null, undefined, '', '2 rounds'])).toBe('Ärger 田中 · 2 rounds');
});
