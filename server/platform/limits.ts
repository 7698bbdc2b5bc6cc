import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { createClient } from 'redis';
import { AppError, type ErrorCode } from '#contract/errors.ts';

/** Counts what may happen only so often within a window. */
export interface Limit {
  /** Counts one; throws too_many with the seconds to wait when the window is full. */
  take: (key: string) => Promise<void>;
  /** Counts one; says false when the window is full, for callers who must not show it. */
  tryToTake: (key: string) => Promise<boolean>;
  /** Takes one back: what was counted turned out well. */
  giveBack: (key: string) => Promise<void>;
}

export interface Limits {
  /** A limit of `points` in `seconds` for each key. Limits of one name count together, on all nodes that share a Redis. */
  open: (name: string, points: number, seconds: number) => Limit;
  close: () => Promise<void>;
}

/**
 * Counts one in each of several limits, or in none of them when one is full, and then throws too_many. Answers how to take
 * all of it back.
 */
export const takeTogether = async (wanted: readonly (readonly [Limit, string])[]): Promise<() => Promise<void>> => {
  const taken: (readonly [Limit, string])[] = [];
  const giveBack = async () => {
    for (const [limit, key] of taken.splice(0)) await limit.giveBack(key);
  };
  for (const [limit, key] of wanted) {
    // a full window counts the refused one too
    taken.push([limit, key]);
    try {
      await limit.take(key);
    } catch (refusal) {
      await giveBack();
      throw refusal;
    }
  }
  return giveBack;
};

/**
 * Does work that may be a guess. It is counted in each of these limits before it begins, so that guesses sent at once are
 * counted too, and stays counted only when it fails with `guess`: a storage that is away is no wrong password.
 */
export const countGuesses = async <T>(
  wanted: readonly (readonly [Limit, string])[],
  guess: ErrorCode,
  work: () => Promise<T>,
): Promise<T> => {
  const giveBack = await takeTogether(wanted);
  try {
    const result = await work();
    await giveBack();
    return result;
  } catch (error) {
    if (!(error instanceof AppError && error.code === guess)) await giveBack();
    throw error;
  }
};

type Limiter = Pick<RateLimiterMemory, 'consume' | 'reward'>;

/** Counts one; answers the ms to wait, or undefined when there was room. */
const consumeOf = async (limiter: Limiter, key: string): Promise<number | undefined> => {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return refusal.msBeforeNext;
  }
};

/**
 * A limit that this node counts, and with `shared` all nodes together as well. What the node counted by itself holds also
 * while the shared count is away, and when it comes back empty: an outage is no second helping of guesses.
 */
const limitOf = (own: Limiter, shared?: Limiter): Limit => {
  const consume = async (key: string): Promise<number | undefined> => {
    const waits = await Promise.all([consumeOf(own, key), shared && consumeOf(shared, key).catch(() => undefined)]);
    const told = waits.filter((wait) => wait !== undefined);
    return told.length > 0 ? Math.max(...told) : undefined;
  };
  return {
    take: async (key) => {
      const wait = await consume(key);
      if (wait === undefined) return;
      const retryAfter = Math.max(1, Math.ceil(wait / 1000));
      throw new AppError('too_many', 'Too many attempts! Please try again later!', { retryAfter });
    },
    tryToTake: async (key) => (await consume(key)) === undefined,
    giveBack: async (key) => {
      await Promise.all([own.reward(key), shared?.reward(key).catch(() => undefined)]);
    },
  };
};

const PING_EVERY = 1000; // ms
/** A Redis that hangs is as good as gone: whoever signs in does not wait longer than this for it. Pings keep an idle line open. */
const SILENT_AT_MOST = 3000; // ms
const RECONNECT_AFTER = 1000; // ms

/** Counts in this process, or with `redisUrl` in a Redis that all nodes share. Each node counts by itself too, and only so while Redis is away. */
export const openLimits = (redisUrl?: string, onError: (error: unknown) => void = () => {}): Limits => {
  if (!redisUrl)
    return {
      open: (name, points, duration) => limitOf(new RateLimiterMemory({ keyPrefix: name, points, duration })),
      close: async () => {},
    };

  const client = createClient({
    url: redisUrl,
    disableOfflineQueue: true,
    pingInterval: PING_EVERY,
    socket: { connectTimeout: 5000, socketTimeout: SILENT_AT_MOST, reconnectStrategy: () => RECONNECT_AFTER },
  });
  let isAway = false;
  client.on('error', (error) => {
    // once for each outage, not once a second
    if (!isAway) onError(error);
    isAway = true;
  });
  client.on('ready', () => (isAway = false));
  // not awaited: a server whose Redis is away starts, and counts by itself meanwhile
  client.connect().catch(onError);

  return {
    open: (name, points, duration) =>
      limitOf(
        new RateLimiterMemory({ keyPrefix: name, points, duration }),
        new RateLimiterRedis({
          storeClient: client,
          useRedisPackage: true,
          rejectIfRedisNotReady: true,
          keyPrefix: `comanda:${name}`,
          points,
          duration,
        }),
      ),
    close: async () => {
      client.destroy();
    },
  };
};
