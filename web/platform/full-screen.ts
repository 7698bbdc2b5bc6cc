import { useEffect, useState } from 'react';

/** The whole screen for the kitchen. Where a browser has no full screen, the rest of the page is covered all the same. */
export const useFullScreen = (isFullAtFirst = false): { isFull: boolean; toggle: () => void } => {
  const [isFull, setFull] = useState(isFullAtFirst);
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
