import { receivedOf } from '#web/parts/cash.ts';
import { addSums, currencyOf } from '#web/parts/money-text.ts';
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

/** The share that is next, while the shares left are what is due: a bill that changed is shared anew. */
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

/** What somebody has typed to pay; the sums are texts. */
export interface Entry {
  amount: string;
  tip: string;
  given: string;
  reference: string;
}

interface Traits {
  gives_change: boolean;
  takes_tip: boolean;
  needs_reference: boolean;
}

export type EntryErrors = Partial<Record<keyof Entry, string>>;

const isAbove = (a: number, b: number, code: string): boolean => {
  const { decimals } = currencyOf(code);
  return (toMinor(a, decimals) ?? 0n) > (toMinor(b, decimals) ?? 0n);
};

/** What an entry comes to, as decimals of the wire, and what is wrong with it. */
export const readEntry = (entry: Entry, type: Traits | undefined, due: number, code: string) => {
  const errors: EntryErrors = {};
  const read = (text: string): number | undefined => receivedOf(text, code);
  const amount = read(entry.amount);
  if (amount === undefined || !isAbove(amount, 0, code)) errors.amount = 'Please provide an amount above 0!';
  else if (isAbove(amount, due, code)) errors.amount = 'That is more than what is due!';
  const tip = type?.takes_tip && entry.tip.trim() !== '' ? read(entry.tip) : 0;
  if (tip === undefined) errors.tip = 'Please provide a tip of 0 or more!';
  const taken = addSums([amount ?? 0, tip ?? 0], code);
  const isCounted = type?.gives_change === true && entry.given.trim() !== '';
  const tendered = isCounted ? read(entry.given) : undefined;
  if (isCounted && tendered === undefined) errors.given = 'Please type a sum!';
  else if (tendered !== undefined && isAbove(taken, tendered, code)) errors.given = 'Less than the bill!';
  const reference = entry.reference.trim();
  if (type?.needs_reference && reference === '') errors.reference = 'Please provide a reference!';
  return { amount: amount ?? 0, tip: tip ?? 0, taken, tendered, reference, errors, isFine: Object.keys(errors).length === 0 };
};
