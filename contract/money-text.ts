import { type Currency, findCurrency, formatMoney } from './currencies.ts';
import { toMinor } from './pricing.ts';

/** The currency of a store; a code that is not in the list shows itself as symbol. */
export const currencyOf = (code: string): Currency => findCurrency(code) ?? { code, symbol: code, name: code, decimals: 2 };

/** A decimal of the wire for people: '$1,234.50'. What is no sum of this currency shows as a dash, never as a wrong sum. */
export const moneyText = (value: number, code: string): string => {
  const currency = currencyOf(code);
  const minor = toMinor(value, currency.decimals);
  return minor === undefined ? '–' : formatMoney(minor, currency);
};
