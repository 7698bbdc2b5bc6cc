import { LRUCache } from 'lru-cache';
import { CACHE_BYTES } from './cache-by-weight.ts';

interface Versioned<T> {
  version: number;
  value: T;
  /** bytes, about */
  weight: number;
}

/**
 * Caches what was made from a tenant's rows for as long as their version lasts, up to a weight in bytes: the least recently used tenant
 * leaves first. `load` answers the version that it really read, which may be newer than the one asked for. Requests that come
 * while a load is under way share it, also that of a tenant that is too heavy for the cache.
 */
export const cacheByVersion = <T>(load: (tenantId: number) => Promise<Versioned<T>>, budget = CACHE_BYTES) => {
  const cache = new LRUCache<number, Versioned<T>>({ maxSize: budget });
  const underWay = new Map<number, { version: number; loaded: Promise<Versioned<T>> }>();
  return async (tenantId: number, version: number): Promise<{ version: number; value: T }> => {
    const known = cache.get(tenantId);
    if (known && known.version >= version) return known;
    const running = underWay.get(tenantId);
    if (running && running.version >= version) return running.loaded;
    const mine = { version, loaded: load(tenantId) };
    underWay.set(tenantId, mine);
    try {
      const loaded = await mine.loaded;
      const present = cache.peek(tenantId);
      if (!present || present.version <= loaded.version) cache.set(tenantId, loaded, { size: Math.max(1, Math.ceil(loaded.weight)) });
      return loaded;
    } finally {
      if (underWay.get(tenantId) === mine) underWay.delete(tenantId);
    }
  };
};

/** Caches what was made for a business date until another one is asked for. */
export const cacheForDay = <T>(make: (day: string) => Promise<T>) => {
  let cached: { day: string; value: Promise<T> } | undefined;
  return (day: string): Promise<T> => {
    if (cached?.day !== day) {
      const made = { day, value: make(day) };
      made.value.catch(() => {
        if (cached === made) cached = undefined;
      });
      cached = made;
    }
    return cached.value;
  };
};
