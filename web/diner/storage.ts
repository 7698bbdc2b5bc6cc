import { useMemo, useSyncExternalStore } from 'react';
import { type CartLine, withoutSent } from './cart.ts';

/** What storage refused, because it is full or forbidden: kept until the page is left. */
const refused = new Map<string, string | null>();
const listeners = new Set<() => void>();

const read = (key: string): string | null => {
  const kept = refused.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const write = (key: string, text: string | null): void => {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    refused.delete(key);
  } catch {
    refused.set(key, text);
  }
  for (const listener of listeners) listener();
};

const storedKeys = (): string[] => {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
};

const watch = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

const parse = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

const isOption = (value: unknown): boolean => {
  const { id, title, price } = (value ?? {}) as Record<string, unknown>;
  return Number.isInteger(id) && typeof title === 'string' && typeof price === 'number';
};

/** Whoever wrote it, an older page or a person: only what is a line is taken for one. */
const isLine = (value: unknown): value is CartLine => {
  const line = (value ?? {}) as Record<string, unknown>;
  return (
    Number.isInteger(line['line']) &&
    Number.isInteger(line['id']) &&
    typeof line['title'] === 'string' &&
    (line['image'] === null || typeof line['image'] === 'string') &&
    typeof line['price'] === 'number' &&
    Number.isInteger(line['quantity']) &&
    Number(line['quantity']) > 0 &&
    (line['notes'] === null || typeof line['notes'] === 'string') &&
    (line['variant_id'] === null ? line['variant'] === null : isOption(line['variant'])) &&
    Array.isArray(line['addons_ids']) &&
    line['addons_ids'].every((id) => Number.isInteger(id)) &&
    Array.isArray(line['addons']) &&
    line['addons'].every(isOption)
  );
};

const cartKey = (qrcode: string) => `comanda_cart:${qrcode}`;
const attemptKey = (qrcode: string) => `comanda_order_attempt:${qrcode}`;
const LAST_ORDER = 'comanda_last_order';

const onlyLines = (stored: unknown): CartLine[] => (Array.isArray(stored) ? stored.filter(isLine) : []);
const linesOf = (text: string | null): CartLine[] => onlyLines(parse(text));

/** The cart for one restaurant: the same in every tab, and empty until the page is hydrated. */
export const useCart = (qrcode: string | null) => {
  const text = useSyncExternalStore(
    watch,
    () => (qrcode === null ? null : read(cartKey(qrcode))),
    () => null,
  );
  return useMemo(() => linesOf(text), [text]);
};

const never = () => () => {};
/** Whether the page is hydrated: before, and without a script, nobody knows what is in the cart. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Changes the cart as it is stored now, which another tab may have changed. */
export const changeCart = (qrcode: string, change: (lines: CartLine[]) => CartLine[]): void => {
  const lines = change(linesOf(read(cartKey(qrcode))));
  write(cartKey(qrcode), lines.length > 0 ? JSON.stringify(lines) : null);
};

/** A key serves the retries of one mishap, not an order of another evening. */
const ATTEMPT_MS = 3 * 60 * 60_000;

const newKey = (): string =>
  // crypto.randomUUID is missing over plain http, where a restaurant's own network lives
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A try as it was sent, and what it orders. */
interface Sent {
  body: string;
  lines: CartLine[];
}

interface Attempt {
  key: string;
  since: number;
  /** Every try that was not refused: one of them may have arrived. */
  tries: Sent[];
}

const onlySent = (stored: unknown): Sent[] =>
  (Array.isArray(stored) ? (stored as (Record<string, unknown> | null)[]) : []).flatMap((one) =>
    typeof one?.['body'] === 'string' ? { body: one['body'], lines: onlyLines(one['lines']) } : [],
  );

const storedAttempt = (qrcode: string): Attempt | undefined => {
  const { key, since, tries } = (parse(read(attemptKey(qrcode))) ?? {}) as Record<keyof Attempt, unknown>;
  if (typeof key !== 'string' || !/^[0-9a-f]{32}$/.test(key) || typeof since !== 'number') return undefined;
  return { key, since, tries: onlySent(tries) };
};
const keepAttempt = (qrcode: string, attempt: Attempt) => write(attemptKey(qrcode), JSON.stringify(attempt));

interface Try {
  key: string;
  /** It did not arrive for certain. */
  refused: () => void;
  /** The tries with another body: one of them has arrived, when the server has another one than this under the key. */
  others: () => Sent[];
  /** The order is placed: what it ordered leaves the cart; what is left there is another order. False when another tab knew it first. */
  placed: (ordered: readonly CartLine[]) => boolean;
  isAllOrdered: () => boolean;
}

const isFresh = ({ since }: Attempt): boolean => Date.now() - since < ATTEMPT_MS;

/** What was ordered without an answer names whoever ordered: too old to be tried again, it goes, of every restaurant. */
export const forgetOldAttempts = (): void => {
  const prefix = attemptKey('');
  for (const key of storedKeys()) {
    if (!key.startsWith(prefix)) continue;
    const attempt = storedAttempt(key.slice(prefix.length));
    if (!attempt || !isFresh(attempt)) write(key, null);
  }
};

/**
 * Begins a try to place an order. Its Idempotency-Key is the same one, over reloads too, until an order has been placed with it.
 * What another tab has learnt of that order meanwhile stands: a spent key does not come back, and nothing is taken out twice.
 */
export const beginTry = (qrcode: string, sent: Sent): Try => {
  const stored = storedAttempt(qrcode);
  const before: Attempt = stored && isFresh(stored) ? stored : { key: newKey(), since: Date.now(), tries: [] };
  const { key } = before;
  const othersOf = ({ tries }: Attempt) => tries.filter(({ body }) => body !== sent.body);
  keepAttempt(qrcode, { ...before, tries: [...othersOf(before), sent] });

  const openAttempt = () => {
    const now = storedAttempt(qrcode);
    return now?.key === key ? now : undefined;
  };
  return {
    key,
    refused: () => {
      if (openAttempt()) keepAttempt(qrcode, before);
    },
    others: () => othersOf(openAttempt() ?? { ...before, tries: [] }),
    placed: (ordered) => {
      if (!openAttempt()) return false;
      changeCart(qrcode, (kept) => withoutSent(kept, ordered));
      write(attemptKey(qrcode), null);
      return true;
    },
    isAllOrdered: () => read(cartKey(qrcode)) === null,
  };
};

/** What the pages after an order, whose addresses name no restaurant, need to know of it. */
interface LastOrder {
  qrcode: string;
  tableId: string | null;
  /** Why it failed; null when it was placed. */
  reason: string | null;
}

/** What was ordered, for whoever asks for it at the counter. */
export interface Placed {
  qrcode: string;
  orderId: number;
  lines: { quantity: number; title: string }[];
}

const PLACED = 'comanda_placed';

export const rememberPlaced = (placed: Placed): void => write(PLACED, JSON.stringify(placed));

const isPlaced = (value: unknown): value is Placed => {
  const { qrcode, orderId, lines } = (value ?? {}) as Record<string, unknown>;
  return typeof qrcode === 'string' && Number.isInteger(orderId) && Array.isArray(lines);
};

/** The last order of this browser that this restaurant took. */
export const usePlaced = (qrcode: string | undefined): Placed | null => {
  const text = useSyncExternalStore(
    watch,
    () => read(PLACED),
    () => null,
  );
  return useMemo(() => {
    const placed = parse(text);
    return isPlaced(placed) && placed.qrcode === qrcode ? placed : null;
  }, [text, qrcode]);
};

/** Remembers the last order for this visit, so that the pages after it survive a reload. */
export const rememberOrder = (order: LastOrder): void => write(LAST_ORDER, JSON.stringify(order));

/** The last order of this browser; null before the page is hydrated. */
export const useLastOrder = (): LastOrder | null => {
  const text = useSyncExternalStore(
    watch,
    () => read(LAST_ORDER),
    () => null,
  );
  return useMemo(() => {
    const { qrcode, tableId, reason } = (parse(text) ?? {}) as Record<string, unknown>;
    if (typeof qrcode !== 'string') return null;
    return { qrcode, tableId: typeof tableId === 'string' ? tableId : null, reason: typeof reason === 'string' ? reason : null };
  }, [text]);
};
