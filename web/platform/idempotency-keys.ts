/** A key serves retries of one mishap, not the same sale an hour later. */
const KEY_LIFETIME_MS = 5 * 60_000;

const randomKey = (): string => {
  // crypto.randomUUID is missing over plain http, where tills on a LAN live.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

interface IdempotencyKeys {
  /** The key for this input: the same one until it is settled or too old. */
  keyOf: (input: unknown) => string;
  /** The server answered for good: the next time the person means something new. */
  settle: (input: unknown) => void;
}

/** Remembers which Idempotency-Key belongs to what a person wants done, across failures after which the same call may succeed. */
export const openIdempotencyKeys = (lifetime = KEY_LIFETIME_MS): IdempotencyKeys => {
  const open = new Map<string, { key: string; since: number }>();
  return {
    keyOf: (input) => {
      const text = JSON.stringify(input);
      const known = open.get(text);
      if (known && Date.now() - known.since < lifetime) return known.key;
      const key = randomKey();
      open.set(text, { key, since: Date.now() });
      return key;
    },
    settle: (input) => {
      open.delete(JSON.stringify(input));
    },
  };
};

/** A fresh Idempotency-Key for a screen that keeps its own, for example one for each cart. */
export const newIdempotencyKey = randomKey;

/** Whoever is refused before the work begins (no session, right or subscription, or too many calls) is told nothing of an earlier try. */
export const isBeforeTheWork = ({ status }: { status: number }): boolean => [401, 402, 403, 429].includes(status);
