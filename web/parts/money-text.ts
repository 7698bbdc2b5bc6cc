import { currencyOf } from '#contract/money-text.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';

/**
 * A sum as it was copied from a list of prices: 12,50 and 1.250,00 as well as 1,250.00, with or without the currency's sign. Three digits
 * behind a single comma are decimals only where the currency has three. Undefined when it is no sum with a comma: the field reads it itself.
 */
export const readPastedSum = (text: string, decimals: number): string | undefined => {
  const sum = text.replace(/[\s\u00a0\p{Sc}]/gu, '');
  if (!sum.includes(',')) return undefined;
  if (/^[1-9]\d{0,2}(,\d{3})+\.\d+$/.test(sum) || (decimals !== 3 && /^[1-9]\d{0,2}(,\d{3})+$/.test(sum))) return sum.replaceAll(',', '');
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
