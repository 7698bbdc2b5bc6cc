import { describe, expect, test } from 'vitest';
import { type Adjustment, costOf } from './adjustments.ts';
import { lineLeft } from './pricing.ts';
import { at, each, off, pct } from './testing-costs.ts';

// Worked by hand: what is left of one line, in minor units (wire-2.md §3).

type Case = [name: string, price: bigint, quantity: number, adjustments: Adjustment[], left: bigint];

const check = (cases: Case[]) => {
  for (const [name, price, quantity, adjustments, left] of cases)
    test(`${name}`, () => {
      const cost = costOf({ lines: [at(price, adjustments, quantity)] });
      expect(cost.lines.map(lineLeft)).toEqual([left]);
      expect(cost.discount).toBe(price * BigInt(quantity) - left);
      expect(cost.totals).toEqual({ net: left, tax: 0n, total: left });
    });
};

// 37.02: less 15 %, less 2.50, at 10.00 a piece
describe('three kinds in all orders', () => {
  check([
    ['31.467 is 31.47, 28.97, and 30.00 is above it', 1234n, 3, [pct(15), off(250n), each(1000n)], 2897n],
    ['31.47, 30.00, 27.50', 1234n, 3, [pct(15), each(1000n), off(250n)], 2750n],
    ['34.52, 29.342 is 29.34, and 30.00 is above it', 1234n, 3, [off(250n), pct(15), each(1000n)], 2934n],
    ['34.52, 30.00, 25.50', 1234n, 3, [off(250n), each(1000n), pct(15)], 2550n],
    ['30.00, 25.50, 23.00', 1234n, 3, [each(1000n), pct(15), off(250n)], 2300n],
    ['30.00, 27.50, 23.375 is 23.38', 1234n, 3, [each(1000n), off(250n), pct(15)], 2338n],
  ]);
});

describe('two of them', () => {
  check([
    ['0.99 less half is 0.50, less 0.10', 99n, 1, [pct(50), off(10n)], 40n],
    ['0.99 less 0.10 is 0.89, less half 0.445', 99n, 1, [off(10n), pct(50)], 45n],
    ['15.54 less 10 % is 13.99; at 6.99 each 13.98', 777n, 2, [pct(10), each(699n)], 1398n],
    ['13.98 less 10 % is 12.582', 777n, 2, [each(699n), pct(10)], 1258n],
    ['15.00 less 2.00; at 4.50 each it would be 13.50', 500n, 3, [off(200n), each(450n)], 1300n],
    ['13.50 less 2.00', 500n, 3, [each(450n), off(200n)], 1150n],
    ['3.00 and 4.00 off 5.00', 500n, 1, [off(300n), off(400n)], 0n],
    ['the lower of two prices, said first', 1000n, 1, [each(800n), each(900n)], 800n],
    ['the lower of two prices, said last', 1000n, 1, [each(900n), each(800n)], 800n],
    ['half twice: 0.525 is 0.53, 0.265 is 0.27', 105n, 1, [pct(50), pct(50)], 27n],
    ['75 % at once: 0.2625', 105n, 1, [pct(75)], 26n],
    ['10, 20, 30 %: 8.99, 7.19, 5.03', 999n, 1, [pct(10), pct(20), pct(30)], 503n],
    ['10, 20, 30 % of 0.13: 0.117 is 0.12, 0.096 is 0.10, 0.07', 13n, 1, [pct(10), pct(20), pct(30)], 7n],
    ['30, 20, 10 % of 0.13: 0.091 is 0.09, 0.072 is 0.07, 0.063 is 0.06', 13n, 1, [pct(30), pct(20), pct(10)], 6n],
  ]);
});

describe('half of a minor unit goes up, a little less goes down', () => {
  check([
    ['25 % of 0.02 leaves 0.015', 2n, 1, [pct(25)], 2n],
    ['75 % of 0.02 leaves 0.005', 2n, 1, [pct(75)], 1n],
    ['50 % of 0.05 leaves 0.025: not to the even one', 5n, 1, [pct(50)], 3n],
    ['50 % of 0.07 leaves 0.035', 7n, 1, [pct(50)], 4n],
    ['12.5 % of 0.04 leaves 0.035', 4n, 1, [pct(12.5)], 4n],
    ['2.5 % of 0.20 leaves 0.195', 20n, 1, [pct(2.5)], 20n],
    ['87.5 % of 0.12 leaves 0.015', 12n, 1, [pct(87.5)], 2n],
    ['0.5 % of 1.00 leaves 0.995', 100n, 1, [pct(0.5)], 100n],
    ['0.51 % of 1.00 leaves 0.9949', 100n, 1, [pct(0.51)], 99n],
    ['0.05 % of 10.00 leaves 9.995', 1000n, 1, [pct(0.05)], 1000n],
    ['99.5 % of 1.00 leaves 0.005', 100n, 1, [pct(99.5)], 1n],
    ['99.99 % of 50.00 leaves 0.005', 5000n, 1, [pct(99.99)], 1n],
    ['99.99 % of 49.99 leaves 0.004999', 4999n, 1, [pct(99.99)], 0n],
    ['49.99 % of 0.01 leaves 0.005001', 1n, 1, [pct(49.99)], 1n],
    ['50.01 % of 0.01 leaves 0.004999', 1n, 1, [pct(50.01)], 0n],
    ['33.33 % of 0.03 leaves 0.020001', 3n, 1, [pct(33.33)], 2n],
    ['66.67 % of 0.03 leaves 0.009999', 3n, 1, [pct(66.67)], 1n],
    ['of 3 × 0.05 half leaves 0.075, not three times 0.03', 5n, 3, [pct(50)], 8n],
    ['of 90 071 992 547 409.91 half leaves half a cent more', 9_007_199_254_740_991n, 1, [pct(50)], 4_503_599_627_370_496n],
  ]);
});

describe('new prices with quantities', () => {
  check([
    ['999 at 0.99', 100n, 999, [each(99n)], 98_901n],
    ['3 at 3.33 is 9.99', 1000n, 3, [each(333n)], 999n],
    ['9.99 less 10 % is 8.991', 1000n, 3, [each(333n), pct(10)], 899n],
    ['2 at 8.00 is more than the 15.00 that are left', 1000n, 2, [off(500n), each(800n)], 1500n],
    ['2 at 7.50 is as much as is left', 1000n, 2, [off(500n), each(750n)], 1500n],
    ['2 at 7.49 is less', 1000n, 2, [off(500n), each(749n)], 1498n],
    ['7 at one cent less', 450n, 7, [each(449n)], 3143n],
    ['5 at nothing, and nothing is left for an amount', 450n, 5, [each(0n), off(1n)], 0n],
  ]);
});

describe('free, and more off than there is', () => {
  check([
    ['the smallest sum', 1n, 1, [pct(100)], 0n],
    ['999 pieces', 12_345n, 999, [pct(100)], 0n],
    ['free twice', 777n, 2, [pct(100), pct(100)], 0n],
    ['free, then a price', 777n, 2, [pct(100), each(500n)], 0n],
    ['an amount, then free', 777n, 2, [off(777n), pct(100)], 0n],
    ['the amount of all pieces', 777n, 2, [off(1554n)], 0n],
    ['one cent less than all pieces', 777n, 2, [off(1553n)], 1n],
    ['a million off a coffee', 320n, 1, [off(100_000_000n)], 0n],
    ['one cent left, less 10 % is 0.009: it stays', 777n, 2, [off(1553n), pct(10)], 1n],
    ['an amount above what a percent left', 400n, 1, [pct(75), off(101n)], 0n],
  ]);
});
