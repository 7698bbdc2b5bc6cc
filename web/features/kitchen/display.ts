import { useInterval } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

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
