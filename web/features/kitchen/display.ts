import { useInterval } from '@mantine/hooks';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';

const TICK_MS = 5000;

/** The server's time, going on from its last answer: a tablet's own clock may be wrong, and may be set while we look. */
export const useServerTime = (answered: string | undefined): number => {
  const [now, setNow] = useState(Date.now);
  const known = useRef<{ server: number; at: number }>(undefined);
  const tick = () => {
    if (known.current) setNow(known.current.server + performance.now() - known.current.at);
  };
  useLayoutEffect(() => {
    if (answered === undefined) return;
    known.current = { server: Date.parse(answered), at: performance.now() };
    setNow(known.current.server);
  }, [answered]);
  useInterval(tick, TICK_MS, { autoInvoke: true });
  return now;
};

/** As many as any tablet shows at once; the others follow in steps that no finger notices. */
const [FIRST, STEP] = [16, 16];
const PAUSE_MS = 20;

/** How many of a long list are drawn by now: the first at once, all of them soon. */
export const useStepwise = (count: number): number => {
  const [drawn, setDrawn] = useState(FIRST);
  useEffect(() => {
    if (drawn >= count) return undefined;
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + STEP)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [drawn, count]);
  return drawn;
};

/** The whole screen for the kitchen. Where a browser has no full screen, the rest of the page is covered all the same. */
export const useFullScreen = (): { isFull: boolean; toggle: () => void } => {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const follow = () => {
      if (!document.fullscreenElement) setFull(false);
    };
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    };
  }, []);
  const toggle = () => {
    setFull(!isFull);
    if (isFull) {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    } else if (document.fullscreenEnabled) void document.documentElement.requestFullscreen().catch(() => {});
  };
  return { isFull, toggle };
};
