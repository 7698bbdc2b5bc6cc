import { useCallback, useSyncExternalStore } from 'react';

export const USER_KEY = 'comanda_user';
/** The path of the page at which this device was locked, while it waits for a PIN (till.ts); whoever signs out leaves no lock behind. */
export const LOCKED_KEY = 'comanda_locked';
/** When somebody touched this device last, in whichever of its tabs (epoch ms); whoever signs in starts over. */
export const TOUCHED_KEY = 'comanda_touched';

/** What local storage refused, because it is full or forbidden: kept for the life of the page. */
const refused = new Map<string, string | null>();
const listeners = new Set<() => void>();

const readText = (key: string): string | null => {
  const kept = refused.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const writeText = (key: string, text: string | null): boolean => {
  let isKept = true;
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    refused.delete(key);
  } catch {
    refused.set(key, text);
    isKept = false;
  }
  for (const listener of listeners) listener();
  return isKept;
};

const parse = <T>(text: string | null, fallback: T, isValid: (value: unknown) => boolean): T => {
  if (text === null) return fallback;
  try {
    const value: unknown = JSON.parse(text);
    return isValid(value) ? (value as T) : fallback;
  } catch {
    return fallback;
  }
};

const sameKind =
  (fallback: unknown) =>
  (value: unknown): boolean =>
    fallback == null || (typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback) && value !== null);

/** Reads a stored value; what is missing, broken, or not valid gives the fallback. Without `isValid` the kind of value must be the fallback's. */
export const readStored = <T>(key: string, fallback: T, isValid: (value: unknown) => boolean = sameKind(fallback)): T =>
  parse(readText(key), fallback, isValid);

/** Whether this device waits for a PIN, at whichever of its pages it was locked. */
export const isLocked = (): boolean => readText(LOCKED_KEY) !== null;

/** Stores a value as JSON. False when the browser refused; the value then lives until the page is left. */
export const writeStored = (key: string, value: unknown): boolean => writeText(key, JSON.stringify(value));

/**
 * Changes a stored value as it is now, whatever this tab knew of it, so that tabs do not undo each other's changes. False when
 * the browser refused; the old value then stands. A change that gives back the same value is not written.
 */
export const updateStored = <T>(key: string, fallback: T, change: (value: T) => T): boolean => {
  const before = readStored(key, fallback);
  const after = change(before);
  if (after === before || writeStored(key, after)) return true;
  refused.delete(key);
  for (const listener of listeners) listener();
  return false;
};

/** Forgets a stored value. */
export const removeStored = (key: string): void => {
  writeText(key, null);
};

/** Calls back when a stored value changes, in this tab or another. Returns the way to stop. */
export const watchStored = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** The stored text of a key, for useSyncExternalStore: equal as long as nothing changed. */
export const storedText = readText;

/** A key of one member in one tenant, so that drafts are never seen by the next user of a shared tablet (cases.md N28). */
export const tenantKey = (name: string): string => {
  const { tenant_id = '', username = '' } = readStored<{ tenant_id?: number; username?: string }>(USER_KEY, {});
  return `comanda:${tenant_id}:${username}:${name}`;
};

/** State that is remembered under a key and shared by all tabs. */
export const useStored = <T>(key: string, fallback: T, isValid: (value: unknown) => boolean = sameKind(fallback)) => {
  const text = useSyncExternalStore(watchStored, () => readText(key));
  const write = useCallback((value: T) => writeStored(key, value), [key]);
  return [parse(text, fallback, isValid), write] as const;
};
