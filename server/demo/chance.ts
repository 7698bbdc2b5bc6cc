import { generator } from './generator.ts';

/** A small generator of repeatable numbers: the demonstration has the same dishes, guests and orders everywhere. */
export interface Chance {
  /** From `low` to below `high`. */
  between: (low: number, high: number) => number;
  /** A whole number, both ends included. */
  whole: (low: number, high: number) => number;
  isLikely: (probability: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  /** One of `from`, each as likely as its weight says. */
  weigh: <T>(from: readonly (readonly [T, number])[]) => T;
}

export const openChance = (seed: number): Chance => {
  const next = generator(seed);
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between: (low, high) => low + next() * (high - low),
    whole,
    isLikely: (probability) => next() < probability,
    pick: (from) => from[whole(0, from.length - 1)]!,
    weigh: (from) => {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of from) {
        left -= weight;
        if (left < 0) return value;
      }
      return from.at(-1)![0];
    },
  };
};
