import { useEffect } from 'react';
import { lockTill } from '#web/platform/till.ts';

const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;
const MINUTE = 60_000; // ms

/** Locks the till when nobody has touched it for so long; a tab that slept looks when it wakes. */
export const useAutoLock = (minutes: number | null): void => {
  useEffect(() => {
    if (minutes === null) return;
    let touched = Date.now();
    const touch = () => {
      touched = Date.now();
    };
    const look = () => Date.now() - touched >= minutes * MINUTE && lockTill();
    const timer = setInterval(look, 5000);
    document.addEventListener('visibilitychange', look);
    for (const type of TOUCHES) window.addEventListener(type, touch, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      for (const type of TOUCHES) window.removeEventListener(type, touch, { capture: true });
    };
  }, [minutes]);
};
