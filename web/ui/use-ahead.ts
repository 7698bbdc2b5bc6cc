import { startTransition, useEffect, useState } from 'react';

const PAUSE_MS = 150;

/**
 * How much of a long list is drawn beyond its edges: `first`, then `step` more at a time, up to `all`. Drawn at once, an ordinary evening
 * holds a cheap tablet's next touch up for more than a second.
 */
export const useAhead = ({ first, step, all }: { first: number; step: number; all: number }): number => {
  const [ahead, setAhead] = useState(first);
  useEffect(() => {
    if (ahead >= all) return;
    const timer = setTimeout(() => startTransition(() => setAhead(Math.min(all, ahead + step))), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [ahead, step, all]);
  return ahead;
};
