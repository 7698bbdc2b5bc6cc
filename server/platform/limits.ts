import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#contract/errors.ts';

/** Counts what may happen only so often within a window. */
export interface Limit {
  /** Counts one; throws too_many with the seconds to wait when the window is full. */
  take: (key: string) => Promise<void>;
  /** Takes one back: what was counted turned out well. */
  giveBack: (key: string) => Promise<void>;
}

/** A limit of `points` in `seconds` for each key, counted in this process. */
export const openLimit = (points: number, seconds: number): Limit => {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return {
    take: async (key) => {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new AppError('too_many', 'Too many attempts! Please try again later!', { retryAfter });
      }
    },
    giveBack: async (key) => {
      await limiter.reward(key);
    },
  };
};
