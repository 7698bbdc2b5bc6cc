import { type Currency, findCurrency, formatMoney } from '#contract/currencies.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';

/** The currency of a store; a code that is not in the list shows itself as symbol. */
export const currencyOf = (code: string): Currency => findCurrency(code) ?? { code, symbol: code, name: code, decimals: 2 };

/** A decimal of the wire for people: '$1,234.50'. What is no sum of this currency shows as a dash, never as a wrong sum. */
export const moneyText = (value: number, code: string): string => {
  const currency = currencyOf(code);
  const minor = toMinor(value, currency.decimals);
  return minor === undefined ? '–' : formatMoney(minor, currency);
};

/**
 * A sum as it was copied from a list of prices: 12,50 and 1.250,00 as well as 1,250.00, with or without the currency's sign. Three digits
 * behind a single comma are decimals only where the currency has three. Undefined when it is no sum with a comma: the field reads it itself.
 */
export const readPastedSum = (text: string, decimals: number): string | undefined => {
  const sum = text.replace(/[\s\u00a0\p{Sc}]/gu, '');
  if (!sum.includes(',')) return undefined;
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(sum) || (decimals !== 3 && /^\d{1,3}(,\d{3})+$/.test(sum))) return sum.replaceAll(',', '');
  return /^(\d+|\d{1,3}(\.\d{3})+),\d+$/.test(sum) ? sum.replaceAll('.', '').replace(',', '.') : undefined;
};

/** The sum of decimals of the wire, exact to the minor unit. */
export const addSums = (values: readonly number[], code: string): number => {
  const { decimals } = currencyOf(code);
  return toDecimal(
    values.reduce((sum, value) => sum + (toMinor(value, decimals) ?? 0n), 0n),
    decimals,
  );
};
