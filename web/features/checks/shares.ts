import { currencyOf } from '#contract/money-text.ts';
import { addSums } from '#web/parts/money-text.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';

/** What each of so many people pays, as decimals that add up to what is due; who comes first pays the odd minor units. */
export const evenShares = (due: number, ways: number, code: string): number[] => {
  const { decimals } = currencyOf(code);
  const sum = toMinor(due, decimals) ?? 0n;
  const count = BigInt(ways);
  return Array.from({ length: ways }, (_, place) => toDecimal(sum / count + (BigInt(place) < sum % count ? 1n : 0n), decimals));
};

/** An even split that is being paid. */
export interface Sharing {
  shares: readonly number[];
  /** So many of them are paid. */
  paid: number;
}

/** The share that is next, while the shares left are what is due: a bill that changed is shared again. */
export const nextShare = (
  sharing: Sharing | undefined,
  due: number,
  code: string,
): { number: number; of: number; amount: number } | undefined => {
  if (!sharing) return undefined;
  const { shares, paid } = sharing;
  const amount = shares[paid];
  return amount !== undefined && addSums(shares.slice(paid), code) === due ? { number: paid + 1, of: shares.length, amount } : undefined;
};
