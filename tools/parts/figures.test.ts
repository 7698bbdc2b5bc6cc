import { expect, test } from 'vitest';
import { atLeast, atMost, counted, exactly, notTried } from './figures.ts';
import { generator } from '#server/demo/generator.ts';

test('the generator is told by its seed, and repeats no number in a run of the proof', () => {
  const numbers = (seed: number) => {
    const next = generator(seed);
    return Array.from({ length: 300_000 }, next);
  };
  const some = numbers(7);
  expect(some).toEqual(numbers(7));
  expect(some[0]).not.toBe(numbers(8)[0]);
  // of 2^32 numbers ten or so meet by chance
  expect(new Set(some).size).toBeGreaterThan(some.length - 100);
  const tenths = Array.from({ length: 10 }, (_, tenth) => some.filter((one) => Math.floor(one * 10) === tenth).length);
  expect(Math.min(...tenths)).toBeGreaterThan(29_000);
  expect(Math.max(...tenths)).toBeLessThan(31_000);
});

test('what was not tried is neither met nor missed', () => {
  const figures = [exactly('a', 0), atMost('b', 3, 2), atLeast('c', 4, 4), notTried('d', 'no disk')];
  expect(counted(figures)).toEqual({ met: 2, missed: 1, notTried: 1 });
});
