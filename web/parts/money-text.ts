import { latinDigits } from '#contract/digits.ts';
import { currencyOf } from '#contract/money-text.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';

/** The signs of a sum in other scripts. */
const SIGNS: Record<string, string> = { '٫': '.', '．': '.', '،': ',', '，': ',', '−': '-', '－': '-' };

/**
 * Without what people write around a sum or within it: a currency, spaces, marks of direction, the apostrophes of 1'250, ٬ of 1٬250. A text without
 * a digit stays as it is, and so do letters behind it that are no currency's: what 5k, 1e3 or 50rb means is not guessed.
 */
const bareSum = (text: string): string =>
  /\p{Nd}/u.test(text)
    ? latinDigits(text)
        .replaceAll(/[٫．،，−－]/g, (sign) => SIGNS[sign]!)
        .replaceAll(/[\s\p{Cf}\p{Sc}]/gu, '')
        .replaceAll(/(\d)['’٬](?=\d{3}(?!\d))/g, '$1')
        .replace(/^(-?)(?:\p{L}(?:\.\p{L})+|\p{L}{1,3})\.?(?=[-\d.,])/u, '$1')
        .replace(/([\d.,])(?:\p{L}(?:\.\p{L})+|\p{Lu}{3}|kr|Rs|zł|Kč|Ft|lei|лв|TL|RM)\.?$/u, '$1')
    : text.trim();

/** Three digits behind a single point, of a currency that has one or two: 1500 in Berlin and Jakarta, 1.50 in London. */
const isUnclear = (sum: string, decimals: number): boolean => (decimals === 1 || decimals === 2) && /^-?[1-9]\d{0,2}\.\d{3}$/.test(sum);

/** What to write instead of a sum that may be meant in two ways, as it was typed or as `plainSum` gives it; undefined when it is clear. */
export const unclearSum = (text: string, decimals: number): string | undefined => {
  const sum = bareSum(text).replace('?', '');
  return isUnclear(sum, decimals) ? `Please write ${sum.replace('.', '')} or ${sum.slice(0, decimals - 3)}!` : undefined;
};

/**
 * A sum as it was typed, or copied from a list of prices: 12,50 and 1.250,00 as well as 1,250.00 and 1,00,000, with or without the currency. Three digits
 * behind a single comma are decimals only where the currency has three. What is no sum stays what it is, for the sentence that says so; what is unclear
 * gets a question mark, so that nothing takes it for a sum.
 */
export const plainSum = (text: string, decimals: number): string => {
  const sum = bareSum(text);
  if (isUnclear(sum, decimals)) return `${sum}?`;
  if (/^[1-9]\d{0,2}(\.\d{3}){2,}$/.test(sum) || (decimals === 0 && /^[1-9]\d{0,2}\.\d{3}$/.test(sum))) return sum.replaceAll('.', '');
  if (/^[1-9]\d{0,2}(,\d{3})+\.\d+$/.test(sum) || (decimals !== 3 && /^[1-9]\d{0,2}(,\d{3})+$/.test(sum))) return sum.replaceAll(',', '');
  if (/^[1-9]\d?(,\d\d)+,\d{3}(\.\d+)?$/.test(sum)) return sum.replaceAll(',', '');
  if (/^,\d+$/.test(sum)) return sum.replace(',', '0.');
  return /^(\d+|\d{1,3}(\.\d{3})+),\d+$/.test(sum) ? sum.replaceAll('.', '').replace(',', '.') : sum;
};

/** The sum of decimals of the wire, exact to the minor unit. */
export const addSums = (values: readonly number[], code: string): number => {
  const { decimals } = currencyOf(code);
  return toDecimal(
    values.reduce((sum, value) => sum + (toMinor(value, decimals) ?? 0n), 0n),
    decimals,
  );
};
