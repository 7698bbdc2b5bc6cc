import { describe, expect, test } from 'vitest';
import { type Cart, costOf, splitParts } from './adjustments.ts';
import { at, charge, each, ex, inc, off, pct } from './testing-costs.ts';

// Worked by hand: taxes of what is left of lines, one rounding, and the sum of each rate, in minor units (wire-2.md §3, wire.md §4).

type Sums = [net: bigint, tax: bigint, total: bigint];
type Case = [name: string, cart: Cart, sums: Sums, taxes: bigint[]];

const check = (cases: Case[]) => {
  for (const [name, cart, [net, tax, total], taxes] of cases)
    test(`${name}`, () => {
      const cost = costOf(cart);
      expect(cost.totals).toEqual({ net, tax, total });
      expect(cost.taxes.map((share) => share.tax)).toEqual(taxes);
    });
};

describe('rates on top', () => {
  check([
    [
      '5, 10 and 20 % of 10.00 each',
      { lines: [at(1000n, [], 1, ex(5)), at(1000n, [], 1, ex(10)), at(1000n, [], 1, ex(20))] },
      [3000n, 350n, 3350n],
      [50n, 100n, 200n],
    ],
    // 0.5 + 1.5
    ['two halves: the earlier rate has the cent', { lines: [at(10n, [], 1, ex(5)), at(10n, [], 1, ex(15))] }, [20n, 2n, 22n], [1n, 1n]],
    ['the same the other way round', { lines: [at(10n, [], 1, ex(15)), at(10n, [], 1, ex(5))] }, [20n, 2n, 22n], [2n, 0n]],
    // 3.3 + 6.6 + 1.65 is 11.55
    [
      'the largest remainders are rounded up',
      { lines: [at(33n, [], 1, ex(10)), at(33n, [], 1, ex(20)), at(33n, [], 1, ex(5))] },
      [99n, 12n, 111n],
      [3n, 7n, 2n],
    ],
    // 0.5 + 0.5
    ['two taxes of one rate', { lines: [at(10n, [], 1, ex(5, 'A')), at(10n, [], 1, ex(5, 'B'))] }, [20n, 1n, 21n], [1n, 0n]],
    ['two lines of one tax', { lines: [at(10n, [], 1, ex(5)), at(10n, [], 1, ex(5))] }, [20n, 1n, 21n], [1n]],
    ['half a cent: 2.5 % of 0.20', { lines: [at(20n, [], 1, ex(2.5))] }, [20n, 1n, 21n], [1n]],
    ['a little less: 2.49 % of 0.20', { lines: [at(20n, [], 1, ex(2.49))] }, [20n, 0n, 20n], [0n]],
    // 10.47375
    ['9.975 % of 3 × 0.35', { lines: [at(35n, [], 3, ex(9.975))] }, [105n, 10n, 115n], [10n]],
    ['0 % is a rate too', { lines: [at(700n, [], 1, ex(0)), at(100n, [], 1, ex(10))] }, [800n, 10n, 810n], [0n, 10n]],
    ['a line without tax has no row', { lines: [at(700n), at(100n, [], 1, ex(10))] }, [800n, 10n, 810n], [10n]],
  ]);
});

describe('rates inside', () => {
  check([
    [
      '20 % of 12.00, 5 % of 10.50, 10 % of 11.00',
      { lines: [at(1200n, [], 1, inc(20)), at(1050n, [], 1, inc(5)), at(1100n, [], 1, inc(10))] },
      [3000n, 350n, 3350n],
      [200n, 50n, 100n],
    ],
    // 8.40336 + 9.34579 is 17.74915; 1.59664 and 0.65421
    ['19 and 7 % of 10.00', { lines: [at(1000n, [], 1, inc(19)), at(1000n, [], 1, inc(7))] }, [1775n, 225n, 2000n], [160n, 65n]],
    // 3.33 + 3.33 net
    ['two taxes of one rate in 0.04 each', { lines: [at(4n, [], 1, inc(20, 'A')), at(4n, [], 1, inc(20, 'B'))] }, [7n, 1n, 8n], [1n, 0n]],
    ['20 % of 0.03: 2.5 is 3, no tax', { lines: [at(3n, [], 1, inc(20))] }, [3n, 0n, 3n], [0n]],
    ['60 % of 0.04: 2.5 is 3', { lines: [at(4n, [], 1, inc(60))] }, [3n, 1n, 4n], [1n]],
    ['25 % of 0.05 is even', { lines: [at(5n, [], 1, inc(25))] }, [4n, 1n, 5n], [1n]],
    ['three pieces of 0.03 are taxed as one', { lines: [at(3n, [], 3, inc(20))] }, [8n, 1n, 9n], [1n]],
  ]);
});

describe('both kinds at once', () => {
  check([
    [
      '19 % on 10.00 and 19 % in 11.90, one title',
      { lines: [at(1000n, [], 1, ex(19, 'T')), at(1190n, [], 1, inc(19, 'T'))] },
      [2000n, 380n, 2380n],
      [190n, 190n],
    ],
    // total 1 + 1.5, net 1 + 0.5
    ['50 % on 0.01 and 100 % in 0.01', { lines: [at(1n, [], 1, ex(50)), at(1n, [], 1, inc(100))] }, [2n, 1n, 3n], [1n, 0n]],
    ['on, in and none', { lines: [at(2000n, [], 1, ex(10)), at(2400n, [], 1, inc(20)), at(600n)] }, [4600n, 600n, 5200n], [200n, 400n]],
  ]);
});

describe('on what is left', () => {
  check([
    // 9.90 each: 0.495 + 1.98 is 2.475
    [
      '1 % off two rates',
      { lines: [at(1000n, [], 1, ex(5)), at(1000n, [], 1, ex(20))], adjustments: [pct(1)] },
      [1980n, 248n, 2228n],
      [50n, 198n],
    ],
    // 9.50 each: 0.475 + 1.90 is 2.375
    [
      '1.00 off two rates',
      { lines: [at(1000n, [], 1, ex(5)), at(1000n, [], 1, ex(20))], adjustments: [off(100n)] },
      [1900n, 238n, 2138n],
      [48n, 190n],
    ],
    // 9.00 + 10.80 + 2.70
    [
      '10 % off on, in and none',
      { lines: [at(1000n, [], 1, ex(5)), at(1200n, [], 1, inc(20)), at(300n)], adjustments: [pct(10)] },
      [2070n, 225n, 2295n],
      [45n, 180n],
    ],
    ['10.71 of 11.90 with 19 % inside', { lines: [at(1190n, [off(119n)], 1, inc(19))] }, [900n, 171n, 1071n], [171n]],
    // 53.973 is 53.97; 4.7898
    ['8.875 % of 3 × 19.99 less 10 %', { lines: [at(1999n, [pct(10)], 3, ex(8.875))] }, [5397n, 479n, 5876n], [479n]],
    [
      'a free dish keeps its row, at 0',
      { lines: [at(1000n, [pct(100)], 1, ex(5, 'A')), at(1000n, [], 1, ex(20, 'B'))] },
      [1000n, 200n, 1200n],
      [0n, 200n],
    ],
    ['all free', { lines: [at(1000n, [], 2, ex(5)), at(500n, [], 1, inc(20))], adjustments: [pct(100)] }, [0n, 0n, 0n], [0n, 0n]],
    ['2 at 6.00 instead of 9.00, 20 % inside', { lines: [at(900n, [each(600n)], 2, inc(20))] }, [1000n, 200n, 1200n], [200n]],
    // 5 % of 0.09 is 0.0045
    ['0.01 less, and the tax is below half', { lines: [at(10n, [off(1n)], 1, ex(5))] }, [9n, 0n, 9n], [0n]],
    [
      'one cent is off the earlier line, which is taxed: 0.498',
      {
        lines: [at(250n, [], 1, ex(20)), at(250n, [], 1, ex(0))],
        adjustments: [off(1n)],
      },
      [499n, 50n, 549n],
      [50n, 0n],
    ],
    [
      '0.03 and 0.02 off, and the later is taxed: 0.496',
      {
        lines: [at(250n, [], 1, ex(0)), at(250n, [], 1, ex(20))],
        adjustments: [off(5n)],
      },
      [495n, 50n, 545n],
      [0n, 50n],
    ],
  ]);
});

describe('parts of a tax', () => {
  const gst = [9, 9];
  const cases: [name: string, tax: bigint, rates: number[], parts: bigint[]][] = [
    ['9 + 9 of 0.36', 36n, gst, [18n, 18n]],
    ['9 + 9 of 0.35', 35n, gst, [18n, 17n]],
    ['9 + 9 of 0.01', 1n, gst, [1n, 0n]],
    ['9 + 9 of 0.03', 3n, gst, [2n, 1n]],
    ['9 + 9 of nothing', 0n, gst, [0n, 0n]],
    ['9 + 9 of 0.35 that is taken back', -35n, gst, [-18n, -17n]],
    ['2.5 + 2.5 of 0.07', 7n, [2.5, 2.5], [4n, 3n]],
    ['6 + 3 + 1 of 1.00', 100n, [6, 3, 1], [60n, 30n, 10n]],
    ['6 + 3 + 1 of 0.01: 0.6, 0.3, 0.1', 1n, [6, 3, 1], [1n, 0n, 0n]],
    ['6 + 3 + 1 of 0.05: 3, 1.5, 0.5', 5n, [6, 3, 1], [3n, 2n, 0n]],
    ['6 + 3 + 1 of 0.07: 4.2, 2.1, 0.7', 7n, [6, 3, 1], [4n, 2n, 1n]],
    ['1 + 2 + 6 of 0.10: 1.11, 2.22, 6.67', 10n, [1, 2, 6], [1n, 2n, 7n]],
    ['4 + 4.5 + 0.375 of 1.00: 45.07, 50.70, 4.23', 100n, [4, 4.5, 0.375], [45n, 51n, 4n]],
    ['7 + 7 + 7 of 0.20', 20n, [7, 7, 7], [7n, 7n, 6n]],
    ['18 + 0 of 0.35', 35n, [18, 0], [35n, 0n]],
    ['none', 35n, [], []],
  ];
  for (const [name, tax, rates, parts] of cases)
    test(`${name}`, () => {
      const read = rates.map((rate) => ({ title: 'Part', rate: rate * 10_000 }));
      expect(splitParts(tax, read).map((part) => part.tax)).toEqual(parts);
    });
  test('9 + 9 of a line and of a charge together', () => {
    const parts = ['CGST', 'SGST'].map((title) => ({ title, rate: 90_000 }));
    const tax = { ...ex(18), parts };
    // 1.95 and 0.20: 0.387
    const { taxes, totals } = costOf({ lines: [at(195n, [], 1, tax)], charges: [charge('percent', 100_000n, tax)] });
    expect(totals).toEqual({ net: 215n, tax: 39n, total: 254n });
    expect(taxes.map((share) => splitParts(share.tax, share.parts))).toEqual([
      [
        { title: 'CGST', rate: 90_000, tax: 20n },
        { title: 'SGST', rate: 90_000, tax: 19n },
      ],
    ]);
  });
});
