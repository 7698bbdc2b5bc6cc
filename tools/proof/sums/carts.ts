// Random carts, priced by contract/adjustments.ts and once more by pricing-another-way.ts.
import { type Adjustment, costOf, roundCash, splitParts } from '#contract/adjustments.ts';
import { lineLeft, type LineTax } from '#contract/pricing.ts';
import { exactly, type Figure } from '#tools/parts/figures.ts';
import { generator } from '#server/demo/generator.ts';
import { cashAnotherWay, costAnotherWay, partsAnotherWay } from './pricing-another-way.ts';

const rates = [0, 1, 25_000, 50_000, 77_000, 88_750, 100_000, 190_000, 200_000, 333_333, 1_000_000];

const makeCart = (random: () => number) => {
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <T>(of: readonly T[]): T => of[below(of.length)]!;
  const money = () => BigInt(below(one([3, 100, 10_000, 1_000_000])));
  const percent = () => BigInt(one([0, 10_000, 100_000, 125_000, 333_300, 500_000, 1_000_000, below(1_000_001)]));
  const adjustment = (kinds: readonly Adjustment['kind'][]): Adjustment => {
    const kind = one(kinds);
    return { kind, value: kind === 'percent' ? percent() : money() };
  };
  const several = <T>(most: number, make: () => T): T[] => Array.from({ length: below(most + 1) }, make);
  const tax = (): LineTax | null =>
    below(5) === 0 ? null : { id: 1, title: one(['A', 'B']), rate: one(rates), type: one(['exclusive', 'inclusive']) };
  return {
    lines: several(8, () => ({
      unitPrice: money(),
      quantity: 1 + below(one([1, 4, 20])),
      tax: tax(),
      adjustments: several(one([0, 2]), () => adjustment(['percent', 'amount', 'price'])),
    })),
    adjustments: several(3, () => adjustment(['percent', 'amount'])),
    charges: several(2, () => ({ id: 1, title: 'Service', kind: one(['percent', 'amount'] as const), value: percent() / 10n, tax: tax() })),
    parts: several(4, () => ({ title: 'Part', rate: one(rates) })),
    step: BigInt(one([0, 1, 5, 10, 25, 100])),
  };
};

/** How many of so many random carts come to other sums the other way, and how many break a rule that every cart keeps. */
export const compareCarts = (seed: number, count: number): Figure[] => {
  const random = generator(seed);
  let unlike = 0;
  let unlikeRest = 0;
  let broken = 0;
  for (let round = 0; round < count; round++) {
    const cart = makeCart(random);
    const cost = costOf(cart);
    const plain = ({ tax }: { tax: LineTax | null }) => ({ rate: tax?.rate ?? 0, taxed: tax?.type ?? null, title: tax?.title ?? '' });
    const other = costAnotherWay(
      cart.lines.map((line) => ({ price: line.unitPrice, pieces: line.quantity, off: line.adjustments, ...plain(line) })),
      cart.adjustments,
      cart.charges.map((charge) => ({ kind: charge.kind, value: charge.value, ...plain(charge) })),
    );
    const { tax, total } = cost.totals;
    const taxes = cost.taxes.map(({ title, rate, type, tax: of }) => `${title} at ${rate} ${type}: ${of}`);
    const partsOf = (of: bigint) => splitParts(of, cart.parts).map((part) => part.tax);
    const rest = [...taxes, ...partsOf(tax), ...partsOf(-tax), roundCash(total, cart.step)];
    const rateOf = cart.parts.map(({ rate }) => BigInt(rate));
    const otherRest = [
      ...other.taxes,
      ...partsAnotherWay(other.tax, rateOf),
      ...partsAnotherWay(-other.tax, rateOf),
      cashAnotherWay(other.total, cart.step),
    ];
    if (String(rest) !== String(otherRest)) unlikeRest += 1;
    const sums = [...cost.lines.map(lineLeft), ...cost.charges.map(({ amount }) => amount), cost.totals.net, tax, total];
    if (String(sums) !== String([...other.rests, ...other.charged, other.net, other.tax, other.total])) unlike += 1;
    const isWhole = cost.taxes.reduce((sum, share) => sum + share.tax, 0n) === tax;
    if (!isWhole || cost.lines.some((line) => lineLeft(line) < 0n || (line.discount ?? 0n) < 0n)) broken += 1;
  }
  return [
    exactly(`carts of ${count} that come to other sums when they are computed another way`, unlike),
    exactly(`carts of ${count} with another tax by rate, part of a tax or sum in cash`, unlikeRest),
    exactly('carts whose taxes do not add up, or with a line below 0 or above its price', broken),
  ];
};
