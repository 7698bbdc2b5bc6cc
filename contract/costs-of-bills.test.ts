import { describe, expect, test } from 'vitest';
import { type Acting, type Adjustment, type Cart, costOf, spread, takeOff } from './adjustments.ts';
import { lineLeft } from './pricing.ts';
import { at, each, off, pct } from './testing-costs.ts';

// Worked by hand: what is left of the lines of a bill that has money off as a whole, in minor units (wire-2.md §3).

type Case = [name: string, lines: Cart['lines'], adjustments: Adjustment[], left: bigint[]];

const check = (cases: Case[]) => {
  for (const [name, lines, adjustments, left] of cases)
    test(`${name}`, () => expect(costOf({ lines, adjustments }).lines.map(lineLeft)).toEqual(left));
};

const soup = 1000n;
const bread = at(500n);

describe('each kind on a line, then a percent and an amount of the bill in both orders', () => {
  check([
    // 8.00 + 5.00: 1.30 is 0.80 + 0.50; 1.00 over 7.20 and 4.50 is 0.615 + 0.385
    ['20 % off the soup, 10 %, 1.00', [at(soup, [pct(20)]), bread], [pct(10), off(100n)], [658n, 412n]],
    // 1.00 over 8.00 and 5.00 is 0.615 + 0.385; 1.20 over 7.38 and 4.62 is 0.738 + 0.462
    ['20 % off the soup, 1.00, 10 %', [at(soup, [pct(20)]), bread], [off(100n), pct(10)], [664n, 416n]],
    // 9.00 + 5.00: 0.90 + 0.50; 1.00 over 8.10 and 4.50 is 0.643 + 0.357
    ['1.00 off the soup, 10 %, 1.00', [at(soup, [off(100n)]), bread], [pct(10), off(100n)], [746n, 414n]],
    // 0.643 + 0.357; 1.30 over 8.36 and 4.64 is 0.836 + 0.464
    ['1.00 off the soup, 1.00, 10 %', [at(soup, [off(100n)]), bread], [off(100n), pct(10)], [752n, 418n]],
    // 7.00 + 5.00: 0.70 + 0.50; 1.00 over 6.30 and 4.50 is 0.583 + 0.417
    ['soup at 7.00, 10 %, 1.00', [at(soup, [each(700n)]), bread], [pct(10), off(100n)], [572n, 408n]],
    // 0.583 + 0.417; 1.10 over 6.42 and 4.58 is 0.642 + 0.458
    ['soup at 7.00, 1.00, 10 %', [at(soup, [each(700n)]), bread], [off(100n), pct(10)], [578n, 412n]],
  ]);
});

// 9.99 + 5.01
const two = [at(999n), at(501n)];
describe('10 %, 1.00 and half of it in all orders', () => {
  check([
    ['8.99 + 4.51, 8.32 + 4.18, then half', two, [pct(10), off(100n), pct(50)], [416n, 209n]],
    ['8.99 + 4.51, 4.49 + 2.26 (the tie), 0.67 + 0.33 off', two, [pct(10), pct(50), off(100n)], [382n, 193n]],
    ['9.32 + 4.68, 8.39 + 4.21, 4.195 each half: the tie', two, [off(100n), pct(10), pct(50)], [419n, 211n]],
    ['9.32 + 4.68, 4.66 + 2.34, 0.466 + 0.234 off', two, [off(100n), pct(50), pct(10)], [419n, 211n]],
    ['4.99 + 2.51 (the tie), 4.49 + 2.26, 0.67 + 0.33 off', two, [pct(50), pct(10), off(100n)], [382n, 193n]],
    ['4.99 + 2.51, 4.32 + 2.18, 0.432 + 0.218 off', two, [pct(50), off(100n), pct(10)], [389n, 196n]],
  ]);
});

describe('the amount off is rounded, half up', () => {
  check([
    ['half of 0.01 takes it all; of a line it would stay', [at(1n)], [pct(50)], [0n]],
    ['half of 0.03 takes 0.02', [at(3n)], [pct(50)], [1n]],
    ['10 % of 0.05 takes 0.01', [at(5n)], [pct(10)], [4n]],
    ['10 % of 0.04 takes nothing', [at(4n)], [pct(10)], [4n]],
    ['2.5 % of 1.00 takes 0.03: not to the even one', [at(100n)], [pct(2.5)], [97n]],
    ['12.5 % of 0.12 takes 0.02', [at(12n)], [pct(12.5)], [10n]],
    ['0.5 % of 1.00 takes 0.01', [at(100n)], [pct(0.5)], [99n]],
    ['0.49 % of 1.00 takes nothing', [at(100n)], [pct(0.49)], [100n]],
    ['10 % of 9.95 takes 1.00; of the line 0.99', [at(995n)], [pct(10)], [895n]],
    ['99.99 % of 49.99 takes 49.985001', [at(4999n)], [pct(99.99)], [0n]],
    ['10 % twice: 0.50, then 0.45 of 4.50', [at(500n)], [pct(10), pct(10)], [405n]],
    ['10 % twice of 0.05: one cent, then 0.004', [at(5n)], [pct(10), pct(10)], [4n]],
  ]);
});

describe('the largest remainder, ties to the earlier line', () => {
  const of = (...prices: bigint[]) => prices.map((price) => at(price));
  check([
    ['one cent of three alike', of(100n, 100n, 100n), [off(1n)], [99n, 100n, 100n]],
    ['three cents of five alike', of(20n, 20n, 20n, 20n, 20n), [off(3n)], [19n, 19n, 19n, 20n, 20n]],
    ['two cents of four cents', of(1n, 1n, 1n, 1n), [off(2n)], [0n, 0n, 1n, 1n]],
    ['1.5 and 0.5: the earlier has two', of(300n, 100n), [off(2n)], [298n, 100n]],
    ['0.5 and 1.5: each has one', of(100n, 300n), [off(2n)], [99n, 299n]],
    ['0.5, 0.5 and 1', of(100n, 100n, 200n), [off(2n)], [99n, 100n, 199n]],
    ['16.67, 33.33 and 50', of(100n, 200n, 300n), [off(100n)], [83n, 167n, 250n]],
    ['0.7 before 0.2 and 0.1', of(700n, 200n, 100n), [off(1n)], [699n, 200n, 100n]],
    ['0.7 behind 0.1 and 0.2', of(100n, 200n, 700n), [off(1n)], [100n, 200n, 699n]],
    ['3.34, 3.33, 3.33', of(334n, 333n, 333n), [off(10n)], [330n, 330n, 330n]],
    ['3.33, 3.33, 3.34', of(333n, 333n, 334n), [off(10n)], [330n, 330n, 330n]],
    ['2.5 four times', of(7n, 7n, 7n, 7n), [off(10n)], [4n, 4n, 5n, 5n]],
    ['33.3, 33.3, 33.4 of 10 %', of(333n, 333n, 334n), [pct(10)], [300n, 300n, 300n]],
    ['a free line between two', [at(100n), at(100n, [pct(100)]), at(100n)], [off(1n)], [99n, 0n, 100n]],
    ['by what the lines come to, not by their pieces', [at(100n, [], 3), at(300n)], [off(3n)], [298n, 299n]],
  ]);
});

describe('quantities, free lines, more off than there is', () => {
  check([
    // 14.99: 1.499 is 1.50, of which 0.9997 + 0.5003
    ['3 × 3.33 and 2 × 2.50 less 10 %', [at(333n, [], 3), at(250n, [], 2)], [pct(10)], [899n, 450n]],
    ['2 × 10.00 at 7.50 and 5.00 less 2.00', [at(1000n, [each(750n)], 2), at(500n)], [off(200n)], [1350n, 450n]],
    ['a free soup: the bread bears it alone', [at(soup, [pct(100)]), bread], [off(300n)], [0n, 200n]],
    ['a free soup, 10 %', [at(soup, [pct(100)]), bread], [pct(10)], [0n, 450n]],
    ['a free soup, and more off than the bread', [at(soup, [pct(100)]), bread], [off(501n)], [0n, 0n]],
    // 0.997 and 2.493
    ['one cent less than the bill', [at(100n), at(250n)], [off(349n)], [0n, 1n]],
    ['the last cent goes with the next percent', [at(100n), at(250n)], [off(349n), pct(50)], [0n, 0n]],
    ['free, then an amount', [at(100n), at(250n)], [pct(100), off(50n)], [0n, 0n]],
    ['a million off', [at(100n, [], 9), at(250n, [off(100n)], 3)], [off(100_000_000n)], [0n, 0n]],
    ['nothing off', [at(100n), at(250n)], [off(0n), pct(0)], [100n, 250n]],
    // 5.00 left of 6.00: 1.00 is off already; 10 % of 5.00 + 5.00
    ['a line that has money off already', [{ ...at(600n), discount: 100n }, at(500n)], [pct(10)], [450n, 450n]],
  ]);
});

describe('lines first, whatever was given first', () => {
  const line = (one: Adjustment, place: number): Acting => ({ ...one, on: [place], isOfLine: true });
  const bill = (one: Adjustment, on = [0, 1]): Acting => ({ ...one, on, isOfLine: false });
  type Given = [name: string, lines: bigint[], acting: Acting[], left: bigint[], taken: bigint[][]];
  const cases: Given[] = [
    ['1.00 of the bill, then half off a line', [1000n, 500n], [bill(off(100n)), line(pct(50), 0)], [450n, 450n], [[50n, 50n], [500n]]],
    // 1.875 and 1.125: the tie
    ['3.00 of the bill, then a price', [1000n, 800n], [bill(off(300n)), line(each(600n), 1)], [812n, 488n], [[188n, 112n], [200n]]],
    ['half the bill, then 1.00 off a line', [1000n, 500n], [bill(pct(50)), line(off(100n), 0)], [450n, 250n], [[450n, 250n], [100n]]],
    // 8.00 + 5.00; 7.20 + 4.50; 0.3077 and 0.1923
    [
      'a line between two of the bill',
      [1000n, 500n],
      [bill(pct(10)), line(off(200n), 0), bill(off(50n))],
      [689n, 431n],
      [[80n, 50n], [200n], [31n, 19n]],
    ],
    ['of the bill, but of one of its lines alone', [1000n, 500n], [bill(off(100n), [1])], [1000n, 400n], [[100n]]],
    ['of lines in the order in which they were given', [1000n], [line(off(100n), 0), line(pct(10), 0)], [810n], [[100n], [90n]]],
  ];
  for (const [name, lines, acting, left, taken] of cases)
    test(`${name}`, () => {
      const rest = [...lines];
      const off = takeOff(
        rest,
        lines.map(() => 1),
        acting,
      ).map((one) => one.off);
      expect([rest, off]).toEqual([left, taken]);
    });
});

describe('a sum is shared exactly', () => {
  const cases: [sum: bigint, weights: bigint[], shares: bigint[]][] = [
    [10n, [1n, 1n, 1n], [4n, 3n, 3n]],
    [11n, [1n, 1n, 1n], [4n, 4n, 3n]],
    [1n, [0n, 1n], [0n, 1n]],
    [7n, [2n, 3n, 5n], [1n, 2n, 4n]],
    [100n, [0n, 0n, 3n], [0n, 0n, 100n]],
    [0n, [5n, 5n], [0n, 0n]],
    [9_007_199_254_740_991n, [1n, 1n], [4_503_599_627_370_496n, 4_503_599_627_370_495n]],
  ];
  for (const [sum, weights, shares] of cases) test(`${sum} by ${weights}`, () => expect(spread(sum, weights)).toEqual(shares));
});
