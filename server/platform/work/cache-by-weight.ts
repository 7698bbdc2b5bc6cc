import { LRUCache } from 'lru-cache';

/** Bytes that one cache may hold in all: a few restaurants of the largest kind, or thousands of common ones. */
export const CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Caches what was made of a thing, for as long as the thing is the same object, up to a weight in bytes: the least recently used
 * leaves first. What is heavier than all of the budget is answered and not cached; requests that come while it is made share it.
 */
export const cacheByWeight = <T extends object>(weigh: (value: T) => number, budget = CACHE_BYTES) => {
  const cache = new LRUCache<string, { of: WeakRef<object>; value: T }>({ maxSize: budget });
  const underWay = new Map<string, { of: object; made: Promise<T> }>();
  return async (key: string, of: object, make: () => Promise<T>): Promise<T> => {
    const known = cache.get(key);
    if (known?.of.deref() === of) return known.value;
    const running = underWay.get(key);
    if (running?.of === of) return running.made;
    const mine = { of, made: make() };
    underWay.set(key, mine);
    try {
      const value = await mine.made;
      // of two that overlap the later one is of the newer thing
      if (underWay.get(key) === mine) cache.set(key, { of: new WeakRef(of), value }, { size: Math.max(1, Math.ceil(weigh(value))) });
      return value;
    } finally {
      if (underWay.get(key) === mine) underWay.delete(key);
    }
  };
};
