import { startTransition, useEffect, useState } from 'react';

const PAUSE_MS = 150;
const AFTER_TOUCH_MS = 600; // what a touch opens has moved into its place

/**
 * How much of a long list is drawn beyond its edges: `first`, then `step` more at a time, up to `all`. Drawn at once, an ordinary evening
 * holds a cheap tablet's next touch up for more than a second; so does the next step, when it begins just after a finger came down.
 */
export const useAhead = ({ first, step, all }: { first: number; step: number; all: number }): number => {
  const [ahead, setAhead] = useState(first);
  useEffect(() => {
    if (ahead >= all) return;
    const draw = () => startTransition(() => setAhead(Math.min(all, ahead + step)));
    let timer = setTimeout(draw, PAUSE_MS);
    const hold = () => {
      clearTimeout(timer);
      timer = setTimeout(draw, AFTER_TOUCH_MS);
    };
    window.addEventListener('pointerdown', hold, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointerdown', hold, { capture: true });
    };
  }, [ahead, step, all]);
  return ahead;
};
