import { useEffect } from 'react';
import { isLocked, readStored, TOUCHED_KEY, writeStored } from '#web/platform/storage.ts';
import { lockTill } from '#web/platform/till.ts';

const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;
const MINUTE = 60_000; // ms
const LOOK_EVERY = 5000; // ms

/** Locks the till when nobody has touched it for so long; a tab that slept looks when it wakes. */
export const useAutoLock = (minutes: number | null): void => {
  useEffect(() => {
    if (minutes === null) return;
    // a clock that was set back must not put the last touch into the future, where it would lock nothing for hours
    const touchedAt = () => {
      const at = readStored<number>(TOUCHED_KEY, 0);
      if (at <= Date.now()) return at;
      writeStored(TOUCHED_KEY, Date.now());
      return Date.now();
    };
    const touch = () => {
      if (Date.now() - touchedAt() >= LOOK_EVERY) writeStored(TOUCHED_KEY, Date.now());
    };
    const look = () => {
      if (Date.now() - touchedAt() >= minutes * MINUTE + LOOK_EVERY && !isLocked()) lockTill();
    };
    // opened again after the night, it is locked
    if (touchedAt() === 0) touch();
    else look();
    const timer = setInterval(look, LOOK_EVERY);
    document.addEventListener('visibilitychange', look);
    for (const type of TOUCHES) window.addEventListener(type, touch, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      for (const type of TOUCHES) window.removeEventListener(type, touch, { capture: true });
    };
  }, [minutes]);
};
