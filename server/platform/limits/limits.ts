import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { openRedis } from '#server/platform/redis.ts';
import { prefixOf } from './address-prefix.ts';
import { openPause, whileAway, type CountedRow, type Pause } from './limit-pauses.ts';
import { limitTable, type LimitName, type LimitRow } from './limit-table.ts';

/** Counts what may happen only so often within a window. */
export interface Limit {
  /** Counts one; throws too_many with the seconds to wait when the window is full, and then counts nothing. */
  take: (key: string) => Promise<void>;
  /** Counts one; says false when the window is full, for callers who must not show it. */
  tryToTake: (key: string) => Promise<boolean>;
  /** Takes one back: what was counted turned out well. */
  giveBack: (key: string) => Promise<void>;
}

export interface Limits<Name extends string = LimitName> {
  /** A limit of the table, for each key. Limits of one name count together, on all nodes that share a Redis. */
  open: (name: Name) => Limit;
  /**
   * The same for addresses: each counts by its prefix, and a /48 of IPv6 has ten times as much (wire.md §2). A key is an address,
   * or one and a space and what is counted by besides, such as a name.
   */
  openForAddresses: (name: Name) => Limit;
  /** A limit of the table that refuses nobody for long: after its points are used up there is a pause between tries. */
  openPause: (name: Name) => Limit;
  close: () => Promise<void>;
}

const WIDE_TIMES = 10;

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
    try {
      await limit.take(key);
      taken.push([limit, key]);
    } catch (refusal) {
      await giveBack();
      throw refusal;
    }
  }
  return giveBack;
};

/** Does work that is counted in each of these limits before it begins; what fails takes nothing of them. */
export const keepTaken = async <T>(wanted: readonly (readonly [Limit, string])[], work: () => Promise<T>): Promise<T> => {
  const giveBack = await takeTogether(wanted);
  try {
    return await work();
  } catch (error) {
    await giveBack();
    throw error;
  }
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

const TOO_MANY = 'Too many attempts! Please try again later!';

/** A limit whose `consume` answers the ms to wait when there is no room. */
const limitThat = (
  refusal = TOO_MANY,
  { consume, giveBack }: { consume: (key: string) => Promise<number | undefined>; giveBack: Limit['giveBack'] },
): Limit => ({
  take: async (key) => {
    const wait = await consume(key);
    if (wait !== undefined) throw new AppError('too_many', refusal, { retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
  },
  tryToTake: async (key) => (await consume(key)) === undefined,
  giveBack,
});

/**
 * A limit that this node counts, and with `shared` all nodes together as well. What the node counted by itself holds also
 * while the shared count is away, and when it comes back empty: an outage is no second helping of guesses.
 */
const limitOf = (own: Limiter, shared: Limiter | undefined, refusal: string | undefined): Limit => {
  const giveBack = async (key: string) => {
    await Promise.all([own.reward(key), shared?.reward(key).catch(() => undefined)]);
  };
  return limitThat(refusal, {
    consume: async (key) => {
      const waits = await Promise.all([consumeOf(own, key), shared && consumeOf(shared, key).catch(() => undefined)]);
      const told = waits.filter((wait) => wait !== undefined);
      if (told.length === 0) return undefined;
      // a full window has counted the refused one too
      await giveBack(key);
      return Math.max(...told);
    },
    giveBack,
  });
};

/** Tries that pass all of these pauses, this node's first, or count in none. */
const pauseOf = (pauses: readonly Pause[], refusal: string | undefined): Limit => {
  const giveBack = async (key: string) => {
    for (const pause of pauses) await pause.giveBack(key);
  };
  return limitThat(refusal, {
    consume: async (key) => {
      const passed: Pause[] = [];
      for (const pause of pauses) {
        const wait = await pause.pass(key);
        if (wait !== undefined) {
          for (const each of passed) await each.giveBack(key);
          return wait;
        }
        passed.push(pause);
      }
      return undefined;
    },
    giveBack,
  });
};

/** Both of a narrow and a wide limit, or none of them. */
const limitOfPrefixes = (narrow: Limit, wide: Limit): Limit => {
  const wanted = (key: string) => {
    const [address = ''] = key.split(' ', 1);
    const rest = key.slice(address.length);
    const prefix = prefixOf(address);
    return [[narrow, prefix.narrow + rest] as const, ...(prefix.wide === undefined ? [] : [[wide, prefix.wide + rest] as const])];
  };
  return {
    take: async (address) => void (await takeTogether(wanted(address))),
    tryToTake: async (address) => {
      try {
        await takeTogether(wanted(address));
        return true;
      } catch (refusal) {
        if (refusal instanceof AppError && refusal.code === 'too_many') return false;
        throw refusal;
      }
    },
    giveBack: async (address) => {
      for (const [limit, key] of wanted(address)) await limit.giveBack(key);
    },
  };
};

interface Making {
  limit: (name: string, row: LimitRow) => Limit;
  pause: (name: string, row: LimitRow) => Limit;
}

/** The limits of a table, made so. */
const limitsOf = <Name extends string>(
  table: Readonly<Record<Name, LimitRow>>,
  make: Making,
): Pick<Limits<Name>, 'open' | 'openForAddresses' | 'openPause'> => {
  // two features that open one limit count together, also in this process's memory
  const opened = new Map<string, Limit>();
  const openOnce = (name: string, open: () => Limit): Limit => {
    const limit = opened.get(name) ?? open();
    opened.set(name, limit);
    return limit;
  };
  const openRow = (name: string, row: LimitRow) => openOnce(name, () => make.limit(name, row));
  return {
    open: (name) => openRow(name, table[name]),
    openForAddresses: (name) => {
      const row = table[name];
      return limitOfPrefixes(openRow(name, row), openRow(`${name}-wide`, { ...row, points: row.points * WIDE_TIMES }));
    },
    openPause: (name) => openOnce(`${name}-pause`, () => make.pause(name, table[name])),
  };
};

/**
 * Counts in this process, or with `redisUrl` in a Redis that all nodes share. Each node counts by itself too, and only so while Redis is away.
 * `names` begins the keys.
 */
export const openLimits = (redisUrl?: string, onError?: (error: unknown) => void, names?: string): Limits =>
  openLimitsOf(limitTable, redisUrl, onError, names);

/** The same for another table; for tests of the counting itself. */
export const openLimitsOf = <Name extends string>(
  table: Readonly<Record<Name, LimitRow>>,
  redisUrl?: string,
  onError: (error: unknown) => void = () => {},
  names = 'comanda',
): Limits<Name> => {
  const ownOf = (name: string, { points, seconds: duration }: CountedRow) => new RateLimiterMemory({ keyPrefix: name, points, duration });
  if (!redisUrl)
    return {
      ...limitsOf(table, {
        limit: (name, row) => limitOf(ownOf(name, row), undefined, row.refusal),
        pause: (name, row) => pauseOf([openPause(ownOf, name, row)], row.refusal),
      }),
      close: async () => {},
    };

  const { client } = openRedis(redisUrl, onError);
  const sharedOf = (name: string, { points, seconds: duration }: CountedRow) =>
    new RateLimiterRedis({
      storeClient: client,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      keyPrefix: `${names}:${name}`,
      points,
      duration,
    });
  return {
    ...limitsOf(table, {
      limit: (name, row) => limitOf(ownOf(name, row), sharedOf(name, row), row.refusal),
      pause: (name, row) => pauseOf([openPause(ownOf, name, row), whileAway(openPause(sharedOf, name, row))], row.refusal),
    }),
    close: async () => {
      client.destroy();
    },
  };
};
