import { describe, expect, test } from 'vitest';
import { type Cart, costOf } from './adjustments.ts';
import { at, charge, each, ex, inc, off, pct } from './testing-costs.ts';

// Worked by hand: what a bill is charged beside its lines, in minor units (wire-2.md §3).

type Case = [name: string, cart: Cart, sums: [net: bigint, tax: bigint, total: bigint], charged: bigint[]];

const check = (cases: Case[]) => {
  for (const [name, cart, [net, tax, total], charged] of cases)
    test(`${name}`, () => {
      const cost = costOf(cart);
      expect(cost.charges.map(({ amount }) => amount)).toEqual(charged);
      expect(cost.totals).toEqual({ net, tax, total });
    });
};

const ten = charge('percent', 100_000n);
const service = charge('percent', 125_000n);

describe('without tax', () => {
  check([
    ['12.5 % of 10.04: 1.255 is 1.26', { lines: [at(1004n)], charges: [service] }, [1130n, 0n, 1130n], [126n]],
    ['12.5 % of 10.03: 1.25375', { lines: [at(1003n)], charges: [service] }, [1128n, 0n, 1128n], [125n]],
    ['10 % of 0.04 is nothing', { lines: [at(4n)], charges: [ten] }, [4n, 0n, 4n], [0n]],
    ['33.33 % of 9.99: 3.329667', { lines: [at(999n)], charges: [charge('percent', 333_300n)] }, [1332n, 0n, 1332n], [333n]],
    ['as much as the lines', { lines: [at(777n)], charges: [charge('percent', 1_000_000n)] }, [1554n, 0n, 1554n], [777n]],
    ['0 % and 0.00', { lines: [at(777n)], charges: [charge('percent', 0n), charge('amount', 0n)] }, [777n, 0n, 777n], [0n, 0n]],
    ['a sum above the lines', { lines: [at(1n)], charges: [charge('amount', 500n)] }, [501n, 0n, 501n], [500n]],
    ['a percent, then a sum', { lines: [at(2000n)], charges: [ten, charge('amount', 150n)] }, [2350n, 0n, 2350n], [200n, 150n]],
    [
      'a sum, then a percent: not of the sum',
      { lines: [at(2000n)], charges: [charge('amount', 150n), ten] },
      [2350n, 0n, 2350n],
      [150n, 200n],
    ],
    ['of all lines together: 0.05 and 0.05', { lines: [at(5n), at(5n)], charges: [ten] }, [11n, 0n, 11n], [1n]],
    ['of all pieces: 3 × 3.33', { lines: [at(333n, [], 3)], charges: [ten] }, [1099n, 0n, 1099n], [100n]],
  ]);
});

describe('of what is left', () => {
  check([
    ['half off the line', { lines: [at(2000n, [pct(50)])], charges: [ten] }, [1100n, 0n, 1100n], [100n]],
    ['2 at 6.00 instead of 9.00', { lines: [at(900n, [each(600n)], 2)], charges: [ten] }, [1320n, 0n, 1320n], [120n]],
    [
      '3.00 off the bill: 12.5 % of 17.00 is 2.125',
      { lines: [at(2000n)], adjustments: [off(300n)], charges: [service] },
      [1913n, 0n, 1913n],
      [213n],
    ],
    ['more off than the bill', { lines: [at(2000n)], adjustments: [off(2001n)], charges: [service] }, [0n, 0n, 0n], [0n]],
    ['one free dish of two', { lines: [at(2000n, [pct(100)]), at(1000n)], charges: [ten] }, [1100n, 0n, 1100n], [100n]],
    // 8.10: 0.81
    ['10 % twice off the bill', { lines: [at(1000n)], adjustments: [pct(10), pct(10)], charges: [ten] }, [891n, 0n, 891n], [81n]],
    [
      'money off a free bill with a sum charged',
      { lines: [at(1000n)], adjustments: [pct(100)], charges: [charge('amount', 99n, ex(10))] },
      [99n, 10n, 109n],
      [99n],
    ],
  ]);
});

describe('with tax', () => {
  check([
    // 1.005 is 1.01; 18 % of it 0.1818
    [
      'a percent, rounded, then 18 % on it',
      { lines: [at(1005n)], charges: [charge('percent', 100_000n, ex(18))] },
      [1106n, 18n, 1124n],
      [101n],
    ],
    ['a percent with 20 % inside', { lines: [at(1200n)], charges: [charge('percent', 100_000n, inc(20))] }, [1300n, 20n, 1320n], [120n]],
    // 0.385
    ['a sum with 7.7 % on top', { lines: [at(1000n)], charges: [charge('amount', 500n, ex(7.7))] }, [1500n, 39n, 1539n], [500n]],
    // 1.85014
    ['a sum with 8.1 % inside', { lines: [at(1000n)], charges: [charge('amount', 200n, inc(8.1))] }, [1185n, 15n, 1200n], [200n]],
    [
      'the tax of the lines',
      { lines: [at(1000n, [], 1, ex(5))], charges: [charge('percent', 100_000n, ex(5))] },
      [1100n, 55n, 1155n],
      [100n],
    ],
    // 9.0909 + 1.00
    [
      '10 % inside the lines, 20 % on the charge',
      { lines: [at(1000n, [], 1, inc(10))], charges: [charge('percent', 100_000n, ex(20))] },
      [1009n, 111n, 1120n],
      [100n],
    ],
    [
      'two charges, 5 % on the one, 25 % inside the other',
      { lines: [at(1000n)], charges: [charge('percent', 100_000n, ex(5)), charge('amount', 200n, inc(25))] },
      [1260n, 45n, 1305n],
      [100n, 200n],
    ],
    // 0.5 + 1.5
    ['halves of line and charge meet', { lines: [at(10n, [], 1, ex(5))], charges: [charge('amount', 30n, ex(5))] }, [40n, 2n, 42n], [30n]],
    // 8.00 less 10 %; 0.72; 7.20 × 5 % is 0.36, 0.72 × 20 % is 0.144
    [
      'line, bill, charge and both taxes',
      { lines: [at(1000n, [pct(20)], 1, ex(5))], adjustments: [pct(10)], charges: [charge('percent', 100_000n, ex(20))] },
      [792n, 50n, 842n],
      [72n],
    ],
    ['a charge that is free of tax beside a taxed line', { lines: [at(1000n, [], 1, ex(5))], charges: [ten] }, [1100n, 50n, 1150n], [100n]],
    ['0 % is told of a charge, too', { lines: [at(1000n)], charges: [charge('amount', 100n, ex(0))] }, [1100n, 0n, 1100n], [100n]],
  ]);
});

test('lines and charges of one tax share its row, others have their own', () => {
  const charges = [charge('amount', 100n, ex(5)), charge('amount', 100n, ex(5, 'Service tax'))];
  const { taxes, discount } = costOf({ lines: [at(1000n, [], 1, ex(5))], adjustments: [off(100n)], charges });
  // 9.00 and 1.00, then 1.00
  expect(taxes.map(({ title, tax }) => [title, tax])).toEqual([
    ['GST', 50n],
    ['Service tax', 5n],
  ]);
  expect(discount).toBe(100n);
});
