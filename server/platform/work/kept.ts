import { LRUCache } from 'lru-cache';

/** Bytes that one kind of what is kept may weigh in all: a few restaurants of the largest kind, or thousands of common ones. */
export const KEPT_BYTES = 64 * 1024 * 1024;

/**
 * Keeps what was made of a thing, for as long as the thing is the same object, up to a weight in bytes: what was unused longest
 * leaves first. What is heavier than all of the budget is answered and not kept; whoever asks while it is made shares it.
 */
export const keptByWeight = <T extends object>(weigh: (value: T) => number, budget = KEPT_BYTES) => {
  const kept = new LRUCache<string, { of: WeakRef<object>; value: T }>({ maxSize: budget });
  const underWay = new Map<string, { of: object; made: Promise<T> }>();
  return async (key: string, of: object, make: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    if (known?.of.deref() === of) return known.value;
    const running = underWay.get(key);
    if (running?.of === of) return running.made;
    const mine = { of, made: make() };
    underWay.set(key, mine);
    try {
      const value = await mine.made;
      // of two that overlap the later one is of the newer thing
      if (underWay.get(key) === mine) kept.set(key, { of: new WeakRef(of), value }, { size: Math.max(1, Math.ceil(weigh(value))) });
      return value;
    } finally {
      if (underWay.get(key) === mine) underWay.delete(key);
    }
  };
};
