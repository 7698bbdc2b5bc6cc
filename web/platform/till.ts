import { useState } from 'react';
import type { SessionUser } from '#contract/auth.ts';
import { LOCKED_KEY, readStored, removeStored, tenantKey, USER_KEY, useStored, writeStored } from './storage.ts';

type TillSettings = NonNullable<SessionUser['till']>;

/** As before anybody has said so: nothing locks, and a cart is its person's. */
const UNKNOWN: TillSettings = { lockAfterMinutes: null, lockAfterSend: false, cartStaysWithTill: false };

const tenantOf = (): number => readStored<{ tenant_id?: number }>(USER_KEY, {}).tenant_id ?? 0;
const settingsKey = (): string => `comanda:${tenantOf()}::till-settings`;
const isSettings = (value: unknown): value is TillSettings => typeof value === 'object' && value !== null && 'cartStaysWithTill' in value;

/** What the store says of its tills, as this device learned it last; also without network. */
export const useTillSettings = (): TillSettings => useStored<TillSettings>(settingsKey(), UNKNOWN, isSettings)[0];

/** Keeps what the profile's answer says. */
export const storeTillSettings = (settings: TillSettings): void => void writeStored(settingsKey(), settings);

/** A key for what is the till's where the store says so, else the person's. */
export const tillKey = (name: string): string =>
  readStored<TillSettings>(settingsKey(), UNKNOWN, isSettings).cartStaysWithTill ? `comanda:${tenantOf()}::${name}` : tenantKey(name);

/**
 * Whether the page at this path waits for a PIN, like all tabs of the device, and after a reload. A screen on the wall shows on what it
 * showed when another tab was locked: nobody works at it, and the cook would lose the tickets with each sale of the till. Whoever comes to
 * it while the device is locked is asked.
 */
export const useIsLocked = (path: string, isOnWall: boolean): boolean => {
  const [lockedAt] = useStored<string | boolean>(LOCKED_KEY, false, () => true);
  const [isSpared, spare] = useState(false);
  const showsOn = isOnWall && (lockedAt === false || (isSpared && lockedAt !== path));
  if (showsOn !== isSpared) spare(showsOn);
  return lockedAt !== false && !showsOn;
};

/** The same, followed: the first answer of the server may say that the till keeps its cart. */
export const useTillKey = (name: string): string => {
  useTillSettings();
  return tillKey(name);
};

/** A key of this device, whoever has signed in. */
export const displayKey = (name: string): string => `comanda:${tenantOf()}::${name}`;

/** The customer display that this till was paired with; 0: none. It outlives a sign-out. */
export const useOwnDisplay = () => useStored<number>(displayKey('display'), 0);

/** Asks for a PIN before anything else; the device remembers at which page that was. */
export const lockTill = (): void => void writeStored(LOCKED_KEY, location.pathname);

/** Somebody has shown a PIN. */
export const unlockTill = (): void => removeStored(LOCKED_KEY);
