// Random carts, priced by contract/adjustments.ts and once more by pricing-another-way.ts.
import { type Adjustment, costOf } from '#contract/adjustments.ts';
import { lineLeft, type LineTax } from '#contract/pricing.ts';
import { exactly, type Figure } from '#tools/parts/figures.ts';
import { generator } from '#tools/parts/generator.ts';
import { costAnotherWay } from './pricing-another-way.ts';

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
  };
};

/** How many of so many random carts come to other sums the other way, and how many break a rule that every cart keeps. */
export const compareCarts = (seed: number, count: number): Figure[] => {
  const random = generator(seed);
  let unlike = 0;
  let broken = 0;
  for (let round = 0; round < count; round++) {
    const cart = makeCart(random);
    const cost = costOf(cart);
    const plain = ({ tax }: { tax: LineTax | null }) => ({ rate: tax?.rate ?? 0, taxed: tax?.type ?? null });
    const other = costAnotherWay(
      cart.lines.map((line) => ({ price: line.unitPrice, pieces: line.quantity, off: line.adjustments, ...plain(line) })),
      cart.adjustments,
      cart.charges.map((charge) => ({ kind: charge.kind, value: charge.value, ...plain(charge) })),
    );
    const sums = [
      ...cost.lines.map(lineLeft),
      ...cost.charges.map(({ amount }) => amount),
      cost.totals.net,
      cost.totals.tax,
      cost.totals.total,
    ];
    if (String(sums) !== String([...other.rests, ...other.charged, other.net, other.tax, other.total])) unlike += 1;
    const isWhole = cost.taxes.reduce((sum, { tax }) => sum + tax, 0n) === cost.totals.tax;
    if (!isWhole || cost.lines.some((line) => lineLeft(line) < 0n || (line.discount ?? 0n) < 0n)) broken += 1;
  }
  return [
    exactly(`carts of ${count} that come to other sums when they are computed another way`, unlike),
    exactly('carts whose taxes do not add up, or with a line below 0 or above its price', broken),
  ];
};
