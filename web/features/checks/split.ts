import type { Check, CheckItem } from '#contract/checks.ts';
import { type ChargeRule, costOf, discountOfPieces } from '#contract/adjustments.ts';
import { lineTaxOf, readTax, toDecimal, toMinor, toRate } from '#contract/pricing.ts';
import { currencyOf } from '#contract/money-text.ts';

/** A bill that is being made: its name, and how many pieces of which line go onto it. */
export interface Part {
  name: string;
  pieces: Readonly<Record<number, number>>;
}

/** How many pieces of a line have gone onto parts. */
const takenOf = (parts: readonly Part[], itemId: number): number => parts.reduce((sum, { pieces }) => sum + (pieces[itemId] ?? 0), 0);

/** What stays on the bill of a line. */
export const leftOf = (parts: readonly Part[], { id, quantity }: Pick<CheckItem, 'id' | 'quantity'>): number =>
  quantity - takenOf(parts, id);

/** The parts after some pieces of a line went onto one of them, or back when `count` is below 0; never more than there are. */
export const send = (parts: readonly Part[], place: number, item: Pick<CheckItem, 'id' | 'quantity'>, count: number): readonly Part[] =>
  parts.map((part, at) => {
    if (at !== place) return part;
    const has = part.pieces[item.id] ?? 0;
    const now = Math.max(0, has + Math.min(count, leftOf(parts, item)));
    const { [item.id]: _, ...others } = part.pieces;
    return { ...part, pieces: now === 0 ? others : { ...others, [item.id]: now } };
  });

/** The parts without what is no longer on the bill: somebody else may have cancelled, paid or split some of it off since. */
export const stillThere = (parts: readonly Part[], items: readonly Pick<CheckItem, 'id' | 'quantity'>[]): readonly Part[] => {
  const left = new Map(items.map(({ id, quantity }) => [id, quantity]));
  return parts.map((part) => {
    const pieces: Record<number, number> = {};
    for (const [key, wanted] of Object.entries(part.pieces)) {
      const id = Number(key);
      const here = left.get(id) ?? 0;
      const count = Math.min(wanted, here);
      left.set(id, here - count);
      if (count > 0) pieces[id] = count;
    }
    return { ...part, pieces };
  });
};

/** Of what is off a line, what goes with its pieces onto each part, and what stays: by quantity, the remainder with who has the line at last. */
const discountsOf = (parts: readonly Part[], item: CheckItem, discount: bigint): { go: bigint[]; stays: bigint } => {
  const last = leftOf(parts, item) > 0 ? -1 : parts.findLastIndex(({ pieces }) => (pieces[item.id] ?? 0) > 0);
  const go = parts.map(({ pieces }, place) => (place === last ? 0n : discountOfPieces(discount, pieces[item.id] ?? 0, item.quantity)));
  const rest = discount - go.reduce((sum, part) => sum + part, 0n);
  return last < 0 ? { go, stays: rest } : { go: go.map((part, place) => (place === last ? rest : part)), stays: 0n };
};

/** What a charge is for the bill that stays, which keeps a sum, and for its parts; the server does not say it of all. */
const rulesOf = (charges: Check['charges'], isPart: boolean, decimals: number): ChargeRule[] =>
  charges.flatMap(({ charge_id: id, title, amount, rule }) => {
    if (!rule || (isPart && rule.percent === null)) return [];
    const tax = readTax(rule.tax);
    return rule.percent === null
      ? { id, title, kind: 'amount' as const, value: toMinor(amount, decimals) ?? 0n, tax }
      : { id, title, kind: 'percent' as const, value: BigInt(toRate(rule.percent) ?? 0), tax };
  });

/** What each part of a bill, and what stays, comes to with charges and tax, as decimals of the wire. */
export const totalsOf = (
  { charges, currency }: Pick<Check, 'charges' | 'currency'>,
  items: readonly CheckItem[],
  parts: readonly Part[],
): { parts: number[]; stays: number } => {
  const { decimals } = currencyOf(currency);
  const discounts = new Map(items.map((item) => [item.id, discountsOf(parts, item, toMinor(item.discount ?? 0, decimals) ?? 0n)]));
  const total = (quantityOf: (item: CheckItem) => number, discountOf: (item: CheckItem) => bigint, isPart: boolean) => {
    const lines = items
      .filter((item) => quantityOf(item) > 0)
      .map((item) => ({
        unitPrice: toMinor(item.price, decimals) ?? 0n,
        quantity: quantityOf(item),
        discount: discountOf(item),
        tax: readTax(lineTaxOf(item)),
      }));
    return lines.length === 0 ? 0 : toDecimal(costOf({ lines, charges: rulesOf(charges, isPart, decimals) }).totals.total, decimals);
  };
  return {
    parts: parts.map(({ pieces }, place) =>
      total(
        ({ id }) => pieces[id] ?? 0,
        ({ id }) => discounts.get(id)!.go[place]!,
        true,
      ),
    ),
    stays: total(
      (item) => leftOf(parts, item),
      ({ id }) => discounts.get(id)!.stays,
      false,
    ),
  };
};

/** As the call takes it: parts without anything are left out. */
export const toSplit = (parts: readonly Part[]) =>
  parts
    .map(({ name, pieces }) => ({
      // bills of a table have numbers of their own; only a person's name tells more
      ...(name.trim() !== '' && !/^Bill \d+$/.test(name.trim()) && { name: name.trim() }),
      items: Object.entries(pieces).map(([id, quantity]) => ({ itemId: Number(id), quantity })),
    }))
    .filter(({ items }) => items.length > 0);
