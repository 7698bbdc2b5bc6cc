import { groupBy } from './group-by.ts';
import {
  addUp,
  type LineTax,
  lineLeft,
  lineTotal,
  type PricedLine,
  roundHalfAway,
  splitTax,
  type TaxPart,
  type TaxShare,
  type Totals,
} from './pricing.ts';

/** Money off a line or a bill (wire-2.md §3). */
export interface Adjustment {
  /** `price`, of a line only: the new price of one piece. */
  kind: 'percent' | 'amount' | 'price';
  /** Minor units; of a percent 1/10,000 of a percent, 0 to 1,000,000. */
  value: bigint;
}

/** What a bill is charged beside its lines, service for example. */
export interface ChargeRule {
  id: number;
  title: string;
  kind: 'percent' | 'amount';
  /** As in Adjustment. */
  value: bigint;
  tax: LineTax | null;
}

export interface ChargedAmount {
  rule: ChargeRule;
  /** Minor units, without tax on top. */
  amount: bigint;
}

export interface Cart {
  lines: readonly (PricedLine & { adjustments?: readonly Adjustment[] })[];
  adjustments?: readonly Adjustment[];
  charges?: readonly ChargeRule[];
}

export interface Cost {
  /** The lines with the money off each; what each comes to is `lineLeft`. */
  lines: PricedLine[];
  charges: ChargedAmount[];
  totals: Totals;
  taxes: TaxShare[];
  /** All money off, in minor units. */
  discount: bigint;
}

/** 100 % in the unit of a percent's value. */
const whole = 1_000_000n;
/** What bigints come to. */
export const sumUp = (parts: readonly bigint[]): bigint => parts.reduce((sum, part) => sum + part, 0n);
/** The smaller one. */
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Shares a sum in proportion to weights of 0 or more: rounded down, then a unit each by the largest remainder, ties to the earlier one. */
export const spread = (sum: bigint, weights: readonly bigint[]): bigint[] => {
  const all = sumUp(weights);
  if (all === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (sum * weight) / all);
  const order = weights
    .map((weight, index) => ({ index, remainder: (sum * weight) % all }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of order.slice(0, Number(sum - sumUp(parts)))) parts[index]! += 1n;
  return parts;
};

/** Shares a sum like `spread`: first among groups of the same key, in the order of their first members, then within each. */
const spreadGrouped = (sum: bigint, weights: readonly bigint[], keys: readonly number[]): bigint[] => {
  const groups = [...groupBy(keys.keys(), (place) => keys[place]!).values()];
  const shares = spread(
    sum,
    groups.map((places) => sumUp(places.map((place) => weights[place]!))),
  );
  const parts = weights.map(() => 0n);
  for (const [group, places] of groups.entries()) {
    const within = places.map((place) => weights[place]!);
    for (const [index, part] of spread(shares[group]!, within).entries()) parts[places[index]!] = part;
  }
  return parts;
};

/** What is left of a line after a percent off or a new price: whole minor units, never below 0, never more than before. */
const adjustLine = (left: bigint, quantity: number, { kind, value }: Adjustment): bigint =>
  kind === 'percent' ? roundHalfAway(left * (whole - value), whole) : least(left, value * BigInt(quantity));

/** What an amount, or a percent of what is left, comes to in minor units. RangeError for a price, which only a line has. */
const offBill = (left: bigint, { kind, value }: Adjustment): bigint => {
  if (kind === 'price') throw new RangeError('a bill has no price of one piece');
  return kind === 'percent' ? roundHalfAway(left * value, whole) : least(left, value);
};

/** An adjustment and what it acts on. */
export interface Acting extends Adjustment {
  /** The places of its lines. */
  on: readonly number[];
  /** Of a line and not of the bill. Where it was split into several, they are priced as the one that they were. */
  isOfLine: boolean;
}

/** What an adjustment took off. */
export interface Taken {
  /** What was left of its lines before it, in minor units. */
  before: bigint;
  /** Off each of its lines, in their order. */
  off: bigint[];
}

/**
 * Takes adjustments off lines, one after the other: those of lines first (wire-2.md §3). `left` is what is left of each line, which is
 * changed; `quantities` are the pieces of each. `origins` are alike for lines that one was split into: they are reduced as that one would be.
 * Answers in the order in which they were given.
 */
export const takeOff = (
  left: bigint[],
  quantities: readonly number[],
  adjustments: readonly Acting[],
  origins: readonly number[] = [...left.keys()],
): Taken[] => {
  const taken = new Map<Acting, Taken>();
  for (const adjustment of [...adjustments].sort((a, b) => Number(b.isOfLine) - Number(a.isOfLine))) {
    const { on, isOfLine, kind } = adjustment;
    const mine = on.map((place) => left[place]!);
    const before = sumUp(mine);
    const pieces = on.reduce((sum, place) => sum + quantities[place]!, 0);
    const sum = isOfLine && kind !== 'amount' ? before - adjustLine(before, pieces, adjustment) : offBill(before, adjustment);
    const off = spreadGrouped(
      sum,
      mine,
      on.map((place) => origins[place]!),
    );
    for (const [index, place] of on.entries()) left[place]! -= off[index]!;
    taken.set(adjustment, { before, off });
  }
  return adjustments.map((adjustment) => taken.get(adjustment)!);
};

/** What each part of a tax comes to, adding up to it: by rate, the largest remainder first (wire-2.md §3). Below 0 for what is taken back. */
export const splitParts = (tax: bigint, parts: readonly TaxPart[]): { title: string; rate: number; tax: bigint }[] => {
  const shares = spread(
    tax < 0n ? -tax : tax,
    parts.map(({ rate }) => BigInt(rate)),
  );
  return parts.map(({ title, rate }, index) => ({ title, rate, tax: tax < 0n ? -shares[index]! : shares[index]! }));
};

/** A charge as a line, for the money functions. */
export const chargeLine = ({ rule, amount }: ChargedAmount): PricedLine => ({ unitPrice: amount, quantity: 1, tax: rule.tax });

/**
 * What a cart, an order or a bill comes to, in the order of wire-2.md §3: line totals, adjustments of lines, adjustments of the bill,
 * charges, taxes, one rounding. Prices are 0 or more, minor units; adjustments that a line has already are in its `discount`.
 */
export const costOf = ({ lines, adjustments = [], charges: rules = [] }: Cart): Cost => {
  const left = lines.map(lineLeft);
  takeOff(
    left,
    lines.map(({ quantity }) => quantity),
    [
      ...lines.flatMap((line, place) => (line.adjustments ?? []).map((one) => ({ ...one, on: [place], isOfLine: true }))),
      ...adjustments.map((one) => ({ ...one, on: [...lines.keys()], isOfLine: false })),
    ],
  );
  const priced = lines.map(
    ({ unitPrice, quantity, tax }, index): PricedLine => ({
      unitPrice,
      quantity,
      tax,
      discount: unitPrice * BigInt(quantity) - left[index]!,
    }),
  );
  const base = sumUp(left);
  const charges = rules.map((rule) => ({
    rule,
    amount: rule.kind === 'percent' ? roundHalfAway(base * rule.value, whole) : rule.value,
  }));
  const all = [...priced, ...charges.map(chargeLine)];
  return { lines: priced, charges, totals: addUp(all), taxes: splitTax(all), discount: sumUp(priced.map(lineTotal)) - base };
};

/** What goes with `pieces` of a line whose money off is shared by quantity; the remainder stays (wire-2.md §3). */
export const discountOfPieces = (discount: bigint, pieces: number, quantity: number): bigint =>
  (discount * BigInt(pieces)) / BigInt(quantity);

interface Pieces {
  lines: readonly PricedLine[];
  /** Beside them, as sums. */
  charges: readonly PricedLine[];
  /** Of each line: how many pieces are still to refund, and how many of those are taken back. */
  left: readonly number[];
  taken: readonly number[];
}

/** What pieces of an invoice come to that are taken back: it with them, less it without them (wire-2.md §2). */
export const totalOfPieces = ({ lines, charges, left, taken }: Pieces): bigint => {
  const totalOf = (countOf: (at: number) => number) =>
    addUp([
      ...lines.flatMap((line, at) => {
        const [count, off] = [countOf(at), line.discount ?? 0n];
        return count > 0 ? { ...line, quantity: count, discount: off - discountOfPieces(off, line.quantity - count, line.quantity) } : [];
      }),
      ...charges,
    ]).total;
  return totalOf((at) => left[at]!) - totalOf((at) => left[at]! - taken[at]!);
};

/** A sum as it is paid in cash: the nearest step, half up (wire-2.md §3). A step of 0 leaves it. */
export const roundCash = (sum: bigint, step: bigint): bigint => (step === 0n ? sum : ((2n * sum + step) / (2n * step)) * step);

/**
 * What goes back to the guest for `sum` of an invoice, where `left` is what was paid and is not given back yet: all of `left` for all that is
 * still to refund, else the sum, and never more than there is. In cash the nearest step, which may be a little above it (wire-2.md §2).
 */
export const givenBack = ({ sum, isRest, left, step }: { sum: bigint; isRest: boolean; left: bigint; step: bigint }): bigint => {
  const most = left > 0n ? left : 0n;
  return roundCash(isRest || sum > most ? most : sum, step);
};
