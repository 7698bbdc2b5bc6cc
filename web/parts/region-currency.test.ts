import { expect, test } from 'vitest';
import { findCurrency } from '#contract/currencies.ts';
import { proposedCurrency } from './region-currency.ts';

test.each([
  ['Europe/Rome', 'en-US', 'EUR'],
  ['Asia/Calcutta', 'en-IN', 'INR'],
  ['America/New_York', 'en-US', 'USD'],
  ['America/El_Salvador', 'es-SV', 'USD'],
  ['Africa/Dakar', 'fr', 'XOF'],
  // a zone of no place: the language tells
  ['UTC', 'de-CH', 'CHF'],
  ['UTC', 'ja', 'JPY'],
  ['UTC', 'no language', 'USD'],
])('a browser in %s that speaks %s is offered %s', (zone, language, currency) => {
  expect(proposedCurrency(zone, language)).toBe(currency);
  expect(findCurrency(currency)).toBeDefined();
});
