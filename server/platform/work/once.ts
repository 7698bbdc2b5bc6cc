const KEPT = 10_000; // keys; the one seen longest ago leaves first

/** Says of each key whether this is the first time in `ms`, so that a flood is noted and does not become one of notes. */
export const openOnce = (ms: number): ((key: string, now: Date) => boolean) => {
  const seen = new Map<string, number>();
  return (key, now) => {
    const last = seen.get(key);
    if (last !== undefined && Math.abs(now.getTime() - last) < ms) return false;
    seen.delete(key);
    seen.set(key, now.getTime());
    if (seen.size > KEPT) seen.delete(seen.keys().next().value!);
    return true;
  };
};
