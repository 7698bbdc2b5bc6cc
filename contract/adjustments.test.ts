import { describe, expect, test } from 'vitest';
import { type Adjustment, costOf, discountOfPieces, roundCash, spread } from './adjustments.ts';
import { lineLeft } from './pricing.ts';
import { at, charge, each, ex, inc, off, pct } from './testing-costs.ts';

describe('what is left of one line', () => {
  const cases: [name: string, price: bigint, quantity: number, adjustments: Adjustment[], left: bigint][] = [
    ['nothing off', 450n, 2, [], 900n],
    ['10 %', 1000n, 1, [pct(10)], 900n],
    ['10 % of 9.95 leaves 8.955, up', 995n, 1, [pct(10)], 896n],
    ['10 % of 0.05 leaves 0.045, up', 5n, 1, [pct(10)], 5n],
    ['50 % of 0.01 leaves half a cent, up', 1n, 1, [pct(50)], 1n],
    ['50 % of 0.03', 3n, 1, [pct(50)], 2n],
    ['12.5 % of 8.00', 800n, 1, [pct(12.5)], 700n],
    ['33.33 % of 10.00', 1000n, 1, [pct(33.33)], 667n],
    ['0.01 % of 10.00', 1000n, 1, [pct(0.01)], 1000n],
    ['0.01 % of 100.00', 10_000n, 1, [pct(0.01)], 9999n],
    ['0 %', 777n, 1, [pct(0)], 777n],
    ['free', 777n, 3, [pct(100)], 0n],
    ['the percent is of the line, not of the piece', 333n, 3, [pct(10)], 899n],
    ['10 % twice is 19 %', 1000n, 1, [pct(10), pct(10)], 810n],
    ['rounded after each: 0.05', 5n, 1, [pct(10), pct(10)], 5n],
    ['amount', 1000n, 1, [off(250n)], 750n],
    ['an amount is of the line', 1000n, 3, [off(250n)], 2750n],
    ['an amount of all', 1000n, 1, [off(1000n)], 0n],
    ['an amount above it stops at 0', 1000n, 1, [off(1001n)], 0n],
    ['amount 0', 1000n, 1, [off(0n)], 1000n],
    ['new price', 1000n, 1, [each(800n)], 800n],
    ['a new price is of a piece', 1000n, 3, [each(800n)], 2400n],
    ['new price 0', 1000n, 3, [each(0n)], 0n],
    ['the old price', 1000n, 2, [each(1000n)], 2000n],
    ['a price above what is left changes nothing', 1000n, 1, [pct(50), each(800n)], 500n],
    ['percent, then amount', 1000n, 1, [pct(10), off(100n)], 800n],
    ['amount, then percent', 1000n, 1, [off(100n), pct(10)], 810n],
    ['price, then percent', 1000n, 2, [each(500n), pct(10)], 900n],
    ['free, then more', 1000n, 1, [pct(100), off(5n), pct(10)], 0n],
    ['of a free dish', 0n, 5, [pct(10), off(5n), each(0n)], 0n],
    ['JPY: 10 % of 555', 555n, 1, [pct(10)], 500n],
    ['KWD: 7.5 % of 1.250', 1250n, 1, [pct(7.5)], 1156n],
  ];
  for (const [name, price, quantity, adjustments, left] of cases)
    test(`${name}`, () => {
      const cost = costOf({ lines: [at(price, adjustments, quantity)] });
      expect(cost.lines.map(lineLeft)).toEqual([left]);
      expect(cost).toMatchObject({ discount: price * BigInt(quantity) - left, totals: { net: left, tax: 0n, total: left } });
    });
});

describe('what is off the bill is spread over its lines', () => {
  const cases: [name: string, prices: bigint[], adjustments: Adjustment[], left: bigint[]][] = [
    ['an empty bill', [], [pct(10), off(5n)], []],
    ['one line', [1000n], [pct(10)], [900n]],
    ['in proportion', [1000n, 3000n], [off(400n)], [900n, 2700n]],
    ['a tie goes to the earlier line', [100n, 100n], [off(1n)], [99n, 100n]],
    ['two of three alike', [100n, 100n, 100n], [off(2n)], [99n, 99n, 100n]],
    ['the largest remainder has the unit', [100n, 200n], [off(1n)], [100n, 199n]],
    ['thirds', [100n, 100n, 100n], [off(100n)], [66n, 67n, 67n]],
    ['the amount off is rounded, then spread: 10 % of 0.15 is 0.02', [5n, 5n, 5n], [pct(10)], [4n, 4n, 5n]],
    ['10 % of 0.14 is 0.01', [7n, 7n], [pct(10)], [6n, 7n]],
    ['all', [100n, 250n], [off(350n)], [0n, 0n]],
    ['more than all', [100n, 250n], [off(351n)], [0n, 0n]],
    ['free', [100n, 250n], [pct(100)], [0n, 0n]],
    ['nothing goes to what costs nothing', [0n, 250n], [off(50n)], [0n, 200n]],
    ['only what costs nothing', [0n, 0n], [off(50n), pct(50)], [0n, 0n]],
    ['one after the other', [1000n, 1000n], [pct(10), off(100n)], [850n, 850n]],
    ['the other way round', [1000n, 1000n], [off(100n), pct(10)], [855n, 855n]],
    ['a unit from the only line that has one', [1n, 0n, 0n], [off(1n)], [0n, 0n, 0n]],
  ];
  for (const [name, prices, adjustments, left] of cases)
    test(`${name}`, () => {
      expect(costOf({ lines: prices.map((price) => at(price)), adjustments }).lines.map(lineLeft)).toEqual(left);
    });
  test('in proportion to what lines have left by then', () => {
    const lines = [at(1000n, [pct(50)]), at(500n), at(700n, [pct(100)])];
    expect(costOf({ lines, adjustments: [off(100n)] }).lines.map(({ discount }) => discount)).toEqual([550n, 50n, 700n]);
  });
  test('what is off a line already counts as such', () => {
    expect(costOf({ lines: [{ ...at(1000n), discount: 200n }], adjustments: [pct(10)] }).discount).toBe(280n);
  });
  test('a bill has no price of one piece', () => expect(() => costOf({ lines: [at(1n)], adjustments: [each(1n)] })).toThrow(RangeError));
});

describe('charges and taxes', () => {
  const cases: [name: string, cart: Parameters<typeof costOf>[0], sums: [net: bigint, tax: bigint, total: bigint], charged: bigint[]][] = [
    ['12.5 % service', { lines: [at(1000n)], charges: [charge('percent', 125_000n)] }, [1125n, 0n, 1125n], [125n]],
    [
      'a percent is of what is left',
      { lines: [at(1000n)], adjustments: [pct(10)], charges: [charge('percent', 100_000n)] },
      [990n, 0n, 990n],
      [90n],
    ],
    ['half a cent up', { lines: [at(5n)], charges: [charge('percent', 100_000n)] }, [6n, 0n, 6n], [1n]],
    ['an amount', { lines: [at(1000n)], charges: [charge('amount', 150n)] }, [1150n, 0n, 1150n], [150n]],
    ['an amount on a bill that is free', { lines: [at(1000n, [pct(100)])], charges: [charge('amount', 150n)] }, [150n, 0n, 150n], [150n]],
    ['a percent on a bill that is free', { lines: [at(1000n, [pct(100)])], charges: [charge('percent', 150_000n)] }, [0n, 0n, 0n], [0n]],
    ['not on a tax on top', { lines: [at(1000n, [], 1, ex(10))], charges: [charge('percent', 100_000n)] }, [1100n, 100n, 1200n], [100n]],
    ['on a tax inside', { lines: [at(1100n, [], 1, inc(10))], charges: [charge('percent', 100_000n)] }, [1110n, 100n, 1210n], [110n]],
    ['taxed on top', { lines: [at(1000n)], charges: [charge('percent', 100_000n, ex(20))] }, [1100n, 20n, 1120n], [100n]],
    ['tax inside it', { lines: [at(1000n)], charges: [charge('amount', 120n, inc(20))] }, [1100n, 20n, 1120n], [120n]],
    ['rounded before its tax', { lines: [at(5n)], charges: [charge('percent', 100_000n, ex(50))] }, [6n, 1n, 7n], [1n]],
    [
      'two, each of the lines alone',
      { lines: [at(1000n)], charges: [charge('percent', 100_000n), charge('percent', 50_000n)] },
      [1150n, 0n, 1150n],
      [100n, 50n],
    ],
    ['tax on what is left', { lines: [at(1000n, [pct(10)], 1, ex(5))] }, [900n, 45n, 945n], []],
    ['tax inside what is left', { lines: [at(1200n, [pct(50)], 1, inc(20))] }, [500n, 100n, 600n], []],
    ['one rounding of line and charge', { lines: [at(10n, [], 1, ex(5))], charges: [charge('amount', 10n, ex(5))] }, [20n, 1n, 21n], [10n]],
    [
      'a bill of two rates',
      { lines: [at(1000n, [], 1, ex(5)), at(1000n, [], 1, ex(20))], adjustments: [off(200n)] },
      [1800n, 225n, 2025n],
      [],
    ],
    [
      'a table of six',
      {
        lines: [at(2400n, [], 3, ex(10)), at(800n, [each(600n)], 2)],
        adjustments: [pct(5)],
        charges: [charge('percent', 125_000n, ex(10))],
      },
      [8978n, 784n, 9762n],
      [998n],
    ],
  ];
  for (const [name, cart, [net, tax, total], charged] of cases)
    test(`${name}`, () => {
      const cost = costOf(cart);
      expect(cost.totals).toEqual({ net, tax, total });
      expect(cost.charges.map(({ amount }) => amount)).toEqual(charged);
    });
  test('the tax of a charge stands with that of the lines', () => {
    const cost = costOf({ lines: [at(1000n, [], 1, ex(10))], charges: [charge('amount', 100n, ex(10)), charge('amount', 120n, inc(20))] });
    expect(cost.taxes.map(({ title, tax }) => [title, tax])).toEqual([
      ['GST', 110n],
      ['VAT', 20n],
    ]);
  });
});

describe('shares', () => {
  test('nothing is spread over nothing', () => expect(spread(5n, [0n, 0n])).toEqual([0n, 0n]));
  test('parts of a tax: 9 + 9 of 0.35', () => expect(spread(35n, [90_000n, 90_000n])).toEqual([18n, 17n]));
  test('pieces take their share, and the remainder stays', () =>
    expect([1, 2, 3].map((pieces) => discountOfPieces(100n, pieces, 3))).toEqual([33n, 66n, 100n]));
});

describe('cash', () => {
  const cases: [sum: bigint, step: bigint, paid: bigint][] = [
    [1003n, 0n, 1003n],
    [1002n, 5n, 1000n],
    [1003n, 5n, 1005n],
    [1007n, 5n, 1005n],
    [1008n, 5n, 1010n],
    [1005n, 10n, 1010n],
    [1004n, 10n, 1000n],
    [2n, 5n, 0n],
    [49n, 100n, 0n],
    [50n, 100n, 100n],
    [1025n, 50n, 1050n],
    [1024n, 50n, 1000n],
    [0n, 5n, 0n],
  ];
  for (const [sum, step, paid] of cases) test(`${sum} by ${step}`, () => expect(roundCash(sum, step)).toBe(paid));
});
