import { LRUCache } from 'lru-cache';
import { KEPT_BYTES } from './kept.ts';

interface Versioned<T> {
  version: number;
  value: T;
  /** bytes, about */
  weight: number;
}

/**
 * Keeps what was made from a tenant's rows for as long as their version lasts, up to a weight in bytes: the tenant longest unused
 * leaves first. `load` answers the version that it really read, which may be newer than the one asked for. Requests that come
 * while a load is under way share it, also that of a tenant that is too heavy to be kept.
 */
export const versioned = <T>(load: (tenantId: number) => Promise<Versioned<T>>, budget = KEPT_BYTES) => {
  const kept = new LRUCache<number, Versioned<T>>({ maxSize: budget });
  const underWay = new Map<number, { version: number; loaded: Promise<Versioned<T>> }>();
  return async (tenantId: number, version: number): Promise<{ version: number; value: T }> => {
    const known = kept.get(tenantId);
    if (known && known.version >= version) return known;
    const running = underWay.get(tenantId);
    if (running && running.version >= version) return running.loaded;
    const mine = { version, loaded: load(tenantId) };
    underWay.set(tenantId, mine);
    try {
      const loaded = await mine.loaded;
      const present = kept.peek(tenantId);
      if (!present || present.version <= loaded.version) kept.set(tenantId, loaded, { size: Math.max(1, Math.ceil(loaded.weight)) });
      return loaded;
    } finally {
      if (underWay.get(tenantId) === mine) underWay.delete(tenantId);
    }
  };
};

/** Keeps what was made for a business date until another one is asked for. */
export const keptForDay = <T>(make: (day: string) => Promise<T>) => {
  let kept: { day: string; value: Promise<T> } | undefined;
  return (day: string): Promise<T> => {
    if (kept?.day !== day) {
      const made = { day, value: make(day) };
      made.value.catch(() => {
        if (kept === made) kept = undefined;
      });
      kept = made;
    }
    return kept.value;
  };
};
