import { RateLimiterRes, type RateLimiterMemory } from 'rate-limiter-flexible';

const LONGEST = 60; // seconds
const COUNTLESS = 1_000_000; // failures within a window; none is refused for their number

/** What rate-limiter-flexible is told of a row. */
export interface CountedRow {
  points: number;
  seconds: number;
}
type Store = Pick<RateLimiterMemory, 'consume' | 'get' | 'reward' | 'delete'>;

/** Lets tries through with a pause between them that grows with the number of failures. */
export interface Pause {
  /** Counts one try, before anybody looks whether it is right; answers the ms to wait when it comes too soon, and counts nothing. */
  pass: (key: string) => Promise<number | undefined>;
  /** Takes one back that turned out well. */
  giveBack: (key: string) => Promise<void>;
}

/** The seconds after the nth failure: 1, 2, 4 … 60, the first of them after `free` failures. */
const pauseAfter = (failures: number, free: number): number => Math.min(LONGEST, 2 ** Math.max(0, failures - free));

/** The ms to wait, or undefined when the gate was open; it is shut for these seconds then. */
const shut = async (gate: Store, key: string, seconds: number): Promise<number | undefined> => {
  try {
    await gate.consume(key, 1, { customDuration: seconds });
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return refusal.msBeforeNext;
  }
};

/**
 * Pauses after `points` failures within `seconds`. Two counts: of the failures, and a gate of one try that is shut for as long as
 * the pause is. A try that finds it shut does not touch it, so that it makes no pause longer.
 */
export const openPause = (open: (name: string, row: CountedRow) => Store, name: string, { points: free, seconds }: CountedRow): Pause => {
  const failures = open(name, { points: COUNTLESS, seconds });
  const gate = open(`${name}-gate`, { points: 1, seconds: LONGEST });
  return {
    pass: async (key) => {
      const before = await failures.get(key);
      const number = (before && before.msBeforeNext > 0 ? Math.max(0, before.consumedPoints) : 0) + 1;
      if (number >= free) {
        const wait = await shut(gate, key, pauseAfter(number, free));
        if (wait !== undefined) return wait;
        await failures.consume(key);
        return undefined;
      }
      const { consumedPoints } = await failures.consume(key);
      if (consumedPoints < free) return undefined;
      // Others came at the same time: one of those beyond what is free gets through.
      const wait = await shut(gate, key, pauseAfter(free, free));
      if (wait !== undefined) await failures.reward(key);
      return wait;
    },
    giveBack: async (key) => {
      await failures.reward(key);
      await gate.delete(key);
    },
  };
};

/** A pause that nobody keeps while what it counts in is away: the node's own holds then. */
export const whileAway = ({ pass, giveBack }: Pause): Pause => ({
  pass: (key) => pass(key).catch(() => undefined),
  giveBack: (key) => giveBack(key).catch(() => undefined),
});
