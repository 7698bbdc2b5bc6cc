import type { Currency } from '#contract/currencies.ts';
import { errorAt } from '#contract/errors.ts';
import { toMinor } from '#contract/pricing.ts';

// Minor units. 200 lines of 999 pieces at this price are still refused by the till, not by an overflow.
const HIGHEST = 10n ** 12n;

/** Minor units of a price; undefined when it is none, has too many decimals or is too large. */
export const readPrice = (text: string, { decimals }: Currency): number | undefined => {
  const minor = toMinor(text, decimals);
  return minor === undefined || minor < 0n || minor > HIGHEST ? undefined : Number(minor);
};

/** Minor units of a price from the wire; `sentence` answers too many decimals and too large a price. */
export const toPrice = (text: string, currency: Currency, field: string, sentence: string): number => {
  const minor = readPrice(text, currency);
  if (minor === undefined) throw errorAt('invalid_input', field, sentence);
  return minor;
};

/** A sum as a spreadsheet writes it, without the store's currency before or behind it: 4.50 €, CHF 4.50. Another currency stays, and is no price. */
export const withoutCurrency = (text: string, { symbol, code }: Currency): string => {
  const mark = [code, symbol].find((one) => text.startsWith(one) || text.endsWith(one));
  if (!mark) return text;
  return (text.startsWith(mark) ? text.slice(mark.length) : text.slice(0, -mark.length)).trim();
};
