import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Acting, takeOff } from './adjustments.ts';

// A line that was split into several is reduced as the one that it was (wire-2.md §3): whoever split a bill and merged it changes no sum.

const line = fc.record({
  price: fc.bigInt({ min: 0n, max: 900n }),
  /** Pieces of the line itself, and of each line that was split off it. */
  pieces: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
});
const given = fc.record({
  kind: fc.constantFrom('percent' as const, 'amount' as const, 'price' as const),
  percent: fc.bigInt({ min: 0n, max: 10_000n }),
  sum: fc.bigInt({ min: 0n, max: 900n }),
  /** Of which line; beyond them: of the bill. */
  of: fc.integer({ min: 0, max: 7 }),
});
interface Line {
  price: bigint;
  pieces: number;
  origin: number;
}
type Given = typeof given extends fc.Arbitrary<infer G> ? G : never;

const leftOf = (lines: readonly Line[], adjustments: readonly Given[], count: number) => {
  const acting = adjustments.map(({ kind, percent, sum, of }): Acting => {
    const isOfLine = of < count;
    return {
      kind: isOfLine || kind !== 'price' ? kind : 'amount',
      value: kind === 'percent' ? percent * 100n : sum,
      isOfLine,
      on: [...lines.keys()].filter((place) => !isOfLine || lines[place]!.origin === of),
    };
  });
  const left = lines.map(({ price, pieces }) => price * BigInt(pieces));
  takeOff(
    left,
    lines.map(({ pieces }) => pieces),
    acting,
    lines.map(({ origin }) => origin),
  );
  expect(left.every((rest) => rest >= 0n)).toBe(true);
  return Array.from({ length: count }, (_, origin) =>
    lines.reduce((sum, one, place) => (one.origin === origin ? sum + left[place]! : sum), 0n),
  );
};

test('lines that one was split into come to what it would', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.array(given, { maxLength: 4 }), (lines, adjustments) => {
      const whole = lines.map(({ price, pieces }, origin) => ({ price, pieces: pieces.reduce((sum, one) => sum + one, 0), origin }));
      const first = lines.map(({ price, pieces }, origin) => ({ price, pieces: pieces[0]!, origin }));
      const others = lines.flatMap(({ price, pieces }, origin) => pieces.slice(1).map((one) => ({ price, pieces: one, origin })));
      const count = lines.length;
      expect(leftOf([...first, ...others], adjustments, count)).toEqual(leftOf(whole, adjustments, count));
    }),
    { numRuns: 2000 },
  );
});
