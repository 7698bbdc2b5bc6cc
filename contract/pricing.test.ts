import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addUp,
  isClose,
  lineTotal,
  MAX_MINOR,
  type PricedLine,
  splitTax,
  toDecimal,
  toMinor,
  toPercent,
  toRate,
  toText,
} from './pricing.ts';

const none = (unitPrice: bigint, quantity = 1): PricedLine => ({ unitPrice, quantity, tax: null });
const taxed = (type: 'exclusive' | 'inclusive', percent: number, unitPrice: bigint, quantity = 1, title = 'GST'): PricedLine => ({
  unitPrice,
  quantity,
  tax: { id: 1, title, rate: Math.round(percent * 10_000), type },
});
const ex = (percent: number, unitPrice: bigint, quantity = 1, title = 'GST') => taxed('exclusive', percent, unitPrice, quantity, title);
const inc = (percent: number, unitPrice: bigint, quantity = 1, title = 'VAT') => taxed('inclusive', percent, unitPrice, quantity, title);

describe('addUp', () => {
  const cases: [name: string, lines: PricedLine[], net: bigint, tax: bigint, total: bigint][] = [
    ['an empty cart', [], 0n, 0n, 0n],
    ['one untaxed line', [none(450n)], 450n, 0n, 450n],
    ['quantity multiplies', [none(450n, 3)], 1350n, 0n, 1350n],
    ['quantity 999', [none(199n, 999)], 198_801n, 0n, 198_801n],
    ['price 0', [ex(5, 0n, 4)], 0n, 0n, 0n],
    ['exclusive 5 % on 10.00', [ex(5, 1000n)], 1000n, 50n, 1050n],
    ['exclusive 10 % on 19.99 × 2', [ex(10, 1999n, 2)], 3998n, 400n, 4398n],
    ['exclusive 100 %', [ex(100, 1234n)], 1234n, 1234n, 2468n],
    ['exclusive 0 %', [ex(0, 1234n)], 1234n, 0n, 1234n],
    ['exclusive tax of exactly half a cent goes up', [ex(5, 10n)], 10n, 1n, 11n],
    ['exclusive tax just below half a cent goes down', [ex(4.9999, 10n)], 10n, 0n, 10n],
    ['exclusive tax of one and a half cent goes up', [ex(15, 10n)], 10n, 2n, 12n],
    ['exclusive tax of two and a half cents goes up, not to even', [ex(25, 10n)], 10n, 3n, 13n],
    ['two half cents make one', [ex(5, 10n), ex(5, 10n)], 20n, 1n, 21n],
    ['thirty tiny lines are not rounded one by one', Array.from({ length: 30 }, () => ex(4, 10n)), 300n, 12n, 312n],
    ['thirty half-cent lines are not rounded one by one', Array.from({ length: 30 }, () => ex(5, 10n)), 300n, 15n, 315n],
    ['exclusive 8.875 % on 100.00', [ex(8.875, 10_000n)], 10_000n, 888n, 10_888n],
    ['exclusive 0.0001 % on 1,000,000.00', [ex(0.0001, 100_000_000n)], 100_000_000n, 100n, 100_000_100n],
    ['exclusive 9.9975 % on 49.95', [ex(9.9975, 4995n)], 4995n, 499n, 5494n],
    ['two exclusive rates', [ex(5, 1000n), ex(12.5, 1000n)], 2000n, 175n, 2175n],
    ['halves of two rates meet', [ex(5, 10n), ex(15, 10n)], 20n, 2n, 22n],
    ['inclusive 20 % in 12.00', [inc(20, 1200n)], 1000n, 200n, 1200n],
    ['inclusive 10 % in 11.00 × 3', [inc(10, 1100n, 3)], 3000n, 300n, 3300n],
    ['inclusive 100 %', [inc(100, 1001n)], 501n, 500n, 1001n],
    ['inclusive 0 %', [inc(0, 1001n)], 1001n, 0n, 1001n],
    ['inclusive 5 % in 10.00', [inc(5, 1000n)], 952n, 48n, 1000n],
    ['inclusive 19 % in 0.01', [inc(19, 1n)], 1n, 0n, 1n],
    ['inclusive, net of exactly half a cent goes up', [inc(100, 1n)], 1n, 0n, 1n],
    ['inclusive 7.7 % in 107.70', [inc(7.7, 10_770n)], 10_000n, 770n, 10_770n],
    ['inclusive 8.1234 % in 100.00', [inc(8.1234, 10_000n)], 9249n, 751n, 10_000n],
    ['three thirds: net is not rounded line by line', [inc(50, 1n), inc(50, 1n), inc(50, 1n)], 2n, 1n, 3n],
    ['two inclusive rates', [inc(20, 100n), inc(5, 100n)], 179n, 21n, 200n],
    ['two inclusive rates whose thirds and ninths meet', [inc(50, 1n), inc(12.5, 3n)], 3n, 1n, 4n],
    ['mixed: exclusive, inclusive and none', [ex(5, 1000n), inc(20, 1200n), none(300n)], 2300n, 250n, 2550n],
    ['mixed: both halves rounded once', [ex(5, 10n), inc(100, 1n), none(7n)], 18n, 1n, 19n],
    ['mixed: one title and rate, both types', [ex(10, 1000n, 1, 'T'), inc(10, 1100n, 1, 'T')], 2000n, 200n, 2200n],
    ['both sums rounded, tax is their difference', [ex(60, 1n), inc(100, 1n)], 2n, 1n, 3n],
    ['JPY: inclusive 10 % in 1,000', [inc(10, 1000n)], 909n, 91n, 1000n],
    ['JPY: inclusive 8 % and 10 %', [inc(8, 540n), inc(10, 1100n)], 1500n, 140n, 1640n],
    ['JPY: exclusive 8 % on 131 × 3', [ex(8, 131n, 3)], 393n, 31n, 424n],
    ['KWD: exclusive 5 % on 1.250', [ex(5, 1250n)], 1250n, 63n, 1313n],
    ['KWD: inclusive 5 % in 0.999 × 7', [inc(5, 999n, 7)], 6660n, 333n, 6993n],
    [
      'large: 90 billion, exclusive 33.3333 %',
      [ex(33.3333, 9_000_000_000_001n)],
      9_000_000_000_001n,
      2_999_997_000_000n,
      11_999_997_000_001n,
    ],
    ['large: MAX_MINOR inclusive 100 %', [inc(100, MAX_MINOR)], 4_503_599_627_370_496n, 4_503_599_627_370_495n, MAX_MINOR],
    ['large: beyond 2^53 stays exact', [none(MAX_MINOR, 999)], MAX_MINOR * 999n, 0n, MAX_MINOR * 999n],
    ['a price below zero rounds away from zero', [ex(5, -10n)], -10n, -1n, -11n],
    ['a price below zero, inclusive', [inc(100, -1n)], -1n, 0n, -1n],
    ['a discount line takes its tax back', [ex(10, 1000n), ex(10, -500n)], 500n, 50n, 550n],
  ];
  for (const [name, lines, net, tax, total] of cases) {
    test(`${name}`, () => expect(addUp(lines)).toEqual({ net, tax, total }));
  }
  test('a line total leaves exclusive tax out', () => expect(lineTotal(ex(10, 450n, 3))).toBe(1350n));
  test('half a portion is refused', () => expect(() => addUp([none(450n, 0.5)])).toThrow(RangeError));
  test('a broken rate is refused', () =>
    expect(() => addUp([ex(0.00005, 1n), inc(1, 1n), { ...ex(1, 1n), tax: { id: 1, title: 'x', rate: 0.5, type: 'inclusive' } }])).toThrow(
      RangeError,
    ));
});

describe('splitTax', () => {
  const shares = (lines: PricedLine[]) => splitTax(lines).map(({ title, rate, type, tax }) => [title, toPercent(rate), type, tax]);
  const cases: [name: string, lines: PricedLine[], rows: [string, number, string, bigint][]][] = [
    ['nothing', [], []],
    ['untaxed lines have no row', [none(100n)], []],
    [
      'one row a tax, in order of first appearance',
      [inc(20, 1200n), none(5n), ex(5, 1000n), inc(20, 1200n)],
      [
        ['VAT', 20, 'inclusive', 400n],
        ['GST', 5, 'exclusive', 50n],
      ],
    ],
    [
      'titles stand apart',
      [ex(5, 1000n, 1, 'A'), ex(5, 2000n, 1, 'B')],
      [
        ['A', 5, 'exclusive', 50n],
        ['B', 5, 'exclusive', 100n],
      ],
    ],
    [
      'types stand apart',
      [ex(10, 1000n, 1, 'A'), inc(10, 1100n, 1, 'A')],
      [
        ['A', 10, 'exclusive', 100n],
        ['A', 10, 'inclusive', 100n],
      ],
    ],
    [
      'a zero rate has a row of 0 and gets no remainder',
      [ex(0, 999n), ex(5, 10n)],
      [
        ['GST', 0, 'exclusive', 0n],
        ['GST', 5, 'exclusive', 1n],
      ],
    ],
    [
      'the larger remainder gets the unit',
      [ex(1, 30n, 1, 'A'), ex(1, 40n, 1, 'B')],
      [
        ['A', 1, 'exclusive', 0n],
        ['B', 1, 'exclusive', 1n],
      ],
    ],
    [
      'a tie goes to the first',
      [ex(25, 1n, 1, 'A'), ex(25, 1n, 1, 'B')],
      [
        ['A', 25, 'exclusive', 1n],
        ['B', 25, 'exclusive', 0n],
      ],
    ],
    [
      'remainders of unlike denominators are compared exactly',
      [inc(100, 1n, 1, 'A'), ex(50.0001, 1n, 1, 'B')],
      [
        ['A', 100, 'inclusive', 0n],
        ['B', 50.0001, 'exclusive', 1n],
      ],
    ],
    [
      'ids do not matter',
      [ex(5, 1000n), { ...ex(5, 1000n), tax: { id: null, title: 'GST', rate: 50_000, type: 'exclusive' } }],
      [['GST', 5, 'exclusive', 100n]],
    ],
    [
      'below zero',
      [ex(5, -30n, 1, 'A'), ex(5, -10n, 1, 'B')],
      [
        ['A', 5, 'exclusive', -1n],
        ['B', 5, 'exclusive', -1n],
      ],
    ],
  ];
  for (const [name, lines, rows] of cases) {
    test(`${name}`, () => expect(shares(lines)).toEqual(rows));
  }
});

describe('toMinor', () => {
  const cases: [value: string | number, decimals: number, minor: bigint | undefined][] = [
    ['4.50', 2, 450n],
    ['4.5', 2, 450n],
    ['4', 2, 400n],
    [4.5, 2, 450n],
    [0.07, 2, 7n],
    [1.005, 3, 1005n],
    [1.1, 2, 110n],
    [0.1 + 0.2, 2, undefined],
    [0, 2, 0n],
    [-0, 2, 0n],
    ['-0.00', 2, 0n],
    ['-0.05', 2, -5n],
    ['007.10', 2, 710n],
    ['4.500', 2, 450n],
    ['4.501', 2, undefined],
    ['1200', 0, 1200n],
    ['1200.000', 0, 1200n],
    ['1200.5', 0, undefined],
    ['0.001', 3, 1n],
    ['0.0001', 3, undefined],
    ['', 2, undefined],
    ['-', 2, undefined],
    ['.5', 2, undefined],
    ['5.', 2, undefined],
    ['+5', 2, undefined],
    [' 5', 2, undefined],
    ['5\n', 2, undefined],
    ['1,000', 2, undefined],
    ['1e3', 2, undefined],
    ['0x10', 2, undefined],
    ['٣', 2, undefined],
    ['--5', 2, undefined],
    ['1.2.3', 2, undefined],
    ['NaN', 2, undefined],
    [Number.NaN, 2, undefined],
    [Number.POSITIVE_INFINITY, 2, undefined],
    [1e-7, 8, undefined],
    [1e21, 0, undefined],
    ['90071992547409.91', 2, MAX_MINOR],
    ['-90071992547409.91', 2, -MAX_MINOR],
    ['90071992547409.92', 2, undefined],
    ['9007199254740991', 0, MAX_MINOR],
    ['9007199254740992', 0, undefined],
    [9007199254740991, 0, MAX_MINOR],
    ['0'.repeat(500_000), 2, 0n],
    ['9'.repeat(500_000), 2, undefined],
    [`1.${'0'.repeat(500_000)}1`, 2, undefined],
  ];
  for (const [value, decimals, minor] of cases) {
    test(`${typeof value} ${JSON.stringify(value).slice(0, 30)} with ${decimals}`, () => expect(toMinor(value, decimals)).toBe(minor));
  }
});

describe('toText and toDecimal', () => {
  const cases: [minor: bigint, decimals: number, text: string][] = [
    [450n, 2, '4.50'],
    [0n, 2, '0.00'],
    [-5n, 2, '-0.05'],
    [-450n, 2, '-4.50'],
    [12n, 0, '12'],
    [-12n, 0, '-12'],
    [7n, 3, '0.007'],
    [12_345n, 3, '12.345'],
    [MAX_MINOR, 2, '90071992547409.91'],
  ];
  for (const [minor, decimals, text] of cases) {
    test(`${text}`, () => {
      expect(toText(minor, decimals)).toBe(text);
      expect(toDecimal(minor, decimals)).toBe(Number(text));
    });
  }
});

describe('toRate and toPercent', () => {
  const cases: [value: string | number, rate: number | undefined][] = [
    [5, 50_000],
    ['5', 50_000],
    ['8.875', 88_750],
    [0.0001, 1],
    [0, 0],
    [100, 1_000_000],
    ['99.9999', 999_999],
    ['99.99999', undefined],
    [100.0001, undefined],
    [-1, undefined],
    ['', undefined],
    ['5%', undefined],
  ];
  for (const [value, rate] of cases) {
    test(`${typeof value} '${value}'`, () => expect(toRate(value)).toBe(rate));
  }
  test('every rate survives the way to the wire and back', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (rate) => {
        expect(toRate(toPercent(rate))).toBe(rate);
        expect(toRate(String(toPercent(rate)))).toBe(rate);
      }),
    ));
});

describe('isClose', () => {
  const cases: [sent: number | string, right: bigint, decimals: number, close: boolean][] = [
    [4.5, 450n, 2, true],
    ['4.50', 450n, 2, true],
    [4.51, 450n, 2, true],
    [4.49, 450n, 2, true],
    [4.52, 450n, 2, false],
    [4.48, 450n, 2, false],
    [0.1 + 0.2, 30n, 2, true],
    ['0.30000000000000004', 30n, 2, true],
    [12.345, 1235n, 2, true],
    [12.345, 1234n, 2, true],
    [12.360000000000001, 1235n, 2, true],
    [12.339999999999998, 1235n, 2, true],
    ['12.339999999999998', 1235n, 2, true],
    ['12.360000000000001', 1235n, 2, true],
    [12.3649, 1235n, 2, false],
    [12.361, 1235n, 2, false],
    [12.339, 1235n, 2, false],
    [0.1 + 0.2 - 0.3, 0n, 2, true],
    [-0.01, 0n, 2, true],
    ['-0.01', 1n, 2, false],
    [-4.5, -450n, 2, true],
    [1201, 1200n, 0, true],
    [1202, 1200n, 0, false],
    [1.251, 1250n, 3, true],
    [1.252, 1250n, 3, false],
    [0, 0n, 2, true],
    ['', 0n, 2, false],
    ['abc', 0n, 2, false],
    [Number.NaN, 0n, 2, false],
    [Number.POSITIVE_INFINITY, MAX_MINOR, 2, false],
    [1e21, 0n, 2, false],
    [90071992547409.91, MAX_MINOR, 2, true],
  ];
  for (const [sent, right, decimals, close] of cases) {
    test(`${typeof sent} ${sent} beside ${toText(right, decimals)}`, () => expect(isClose(sent, right, decimals)).toBe(close));
  }
});

describe('properties', () => {
  // The naive way: every line over one huge denominator, nothing grouped.
  const naive = (lines: readonly PricedLine[]) => {
    const rateOf = (line: PricedLine) => BigInt(line.tax?.rate ?? 0);
    let denominator = 1_000_000n;
    for (const line of lines) denominator *= 1_000_000n + rateOf(line);
    let net = 0n;
    let total = 0n;
    for (const line of lines) {
      const amount = line.unitPrice * BigInt(line.quantity) * denominator;
      const inside = line.tax?.type === 'inclusive';
      total += inside || !line.tax ? amount : amount + (amount / 1_000_000n) * rateOf(line);
      net += inside ? (amount / (1_000_000n + rateOf(line))) * 1_000_000n : amount;
    }
    const round = (sum: bigint) => {
      const size = sum < 0n ? -sum : sum;
      const up = 2n * (size % denominator) >= denominator ? 1n : 0n;
      return (size / denominator + up) * (sum < 0n ? -1n : 1n);
    };
    return { net: round(net), total: round(total) };
  };

  const rate = fc.oneof(fc.constantFrom(0, 50_000, 100_000, 500_000, 1_000_000), fc.integer({ min: 0, max: 1_000_000 }));
  const tax = fc.option(
    fc.record({
      id: fc.constant(1),
      title: fc.constantFrom('A', 'B'),
      rate,
      type: fc.constantFrom('exclusive' as const, 'inclusive' as const),
    }),
  );
  const lineOf = (price: fc.Arbitrary<bigint>) => fc.record({ unitPrice: price, quantity: fc.integer({ min: 1, max: 999 }), tax });
  const price = fc.oneof(fc.bigInt(0n, 100n), fc.bigInt(0n, 100_000n), fc.bigInt(0n, MAX_MINOR));
  const cart = fc.array(lineOf(price), { maxLength: 25 });
  const withCredits = fc.array(lineOf(fc.oneof(price, fc.bigInt(-20n, 20n))), { maxLength: 12 });

  test('agrees with the naive computation', () =>
    fc.assert(
      fc.property(fc.oneof(cart, withCredits), (lines) => {
        expect(addUp(lines)).toMatchObject(naive(lines));
      }),
      { numRuns: 1000 },
    ));
  test('tax = total − net', () =>
    fc.assert(
      fc.property(withCredits, (lines) => {
        const { net, tax: share, total } = addUp(lines);
        expect(share).toBe(total - net);
      }),
    ));
  test('the order of the lines does not matter', () =>
    fc.assert(
      fc.property(
        cart.chain((lines) => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length }))),
        ([lines, shuffled]) => {
          expect(addUp(shuffled)).toEqual(addUp(lines));
        },
      ),
    ));
  test('the split adds up and each row is off by less than one unit', () =>
    fc.assert(
      fc.property(cart, (lines) => {
        const rows = splitTax(lines);
        expect(rows.reduce((sum, row) => sum + row.tax, 0n)).toBe(addUp(lines).tax);
        for (const row of rows) {
          const mine = lines.filter(({ tax: own }) => own && own.title === row.title && own.rate === row.rate && own.type === row.type);
          const sum = mine.reduce((all, line) => all + lineTotal(line), 0n) * BigInt(row.rate);
          const divisor = row.type === 'exclusive' ? 1_000_000n : BigInt(1_000_000 + row.rate);
          const off = row.tax * divisor - sum;
          expect(off < divisor && off > -divisor).toBe(true);
        }
      }),
      { numRuns: 500 },
    ));
  test('the split adds up with prices below zero, too', () =>
    fc.assert(
      fc.property(withCredits, (lines) => {
        expect(splitTax(lines).reduce((sum, row) => sum + row.tax, 0n)).toBe(addUp(lines).tax);
      }),
      { numRuns: 1000 },
    ));
  test('one line: net ≤ line total ≤ total ≤ 2 × line total, and net at least half of it', () =>
    fc.assert(
      fc.property(lineOf(price), (line) => {
        const { net, tax: share, total } = addUp([line]);
        const sum = lineTotal(line);
        expect(share >= 0n && net <= sum && sum <= total && total <= 2n * sum && 2n * net >= sum).toBe(true);
      }),
    ));
  test('text and number lead back to the same minor units', () =>
    fc.assert(
      fc.property(fc.bigInt(-MAX_MINOR, MAX_MINOR), fc.integer({ min: 0, max: 3 }), (minor, decimals) => {
        expect(toMinor(toText(minor, decimals), decimals)).toBe(minor);
        expect(isClose(toText(minor, decimals), minor, decimals)).toBe(true);
      }),
    ));
  test('up to 10^13 minor units a JSON number is exact, too', () =>
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 13n), 10n ** 13n), fc.integer({ min: 0, max: 3 }), (minor, decimals) => {
        expect(toMinor(toDecimal(minor, decimals), decimals)).toBe(minor);
        expect(isClose(toDecimal(minor, decimals), minor, decimals)).toBe(true);
      }),
    ));
});
