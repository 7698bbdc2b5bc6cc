import { currencyOf, moneyText } from '#contract/money-text.ts';

/** No font that draws has the signs of these: on paper the code stands for them. */
const UNDRAWN = new Set(['AMD', 'BDT', 'KHR', 'THB']);

/** Sums of a currency as papers write them. */
export const moneyIn =
  (code: string) =>
  (value: number): string => {
    const text = moneyText(value, code);
    return UNDRAWN.has(code) ? text.replace(currencyOf(code).symbol, `${code}\u00a0`) : text;
  };
