import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

export interface FullScreen {
  isFull: boolean;
  toggle: () => void;
  /** For what hangs on a wall: its first touch goes full screen, too, which a browser allows nobody without a touch. */
  board: RefObject<HTMLDivElement | null>;
}

/** The whole screen for the kitchen or a display. Where a browser has no full screen, the rest of the page is covered all the same. */
export const useFullScreen = (isFullAtFirst = false): FullScreen => {
  const [isFull, setFull] = useState(isFullAtFirst);
  const board = useRef<HTMLDivElement>(null);
  // who left it by hand is not sent back by the next touch
  const isDecided = useRef(false);
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
  const enter = () => {
    isDecided.current = true;
    setFull(true);
    if (document.fullscreenEnabled) void document.documentElement.requestFullscreen().catch(() => {});
  };
  const leave = () => {
    isDecided.current = true;
    setFull(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  };
  const touched = useEffectEvent(({ target }: MouseEvent) => {
    // a button does its own work, and that of full screen is one
    if (!isDecided.current && target instanceof Element && !target.closest('a, button, input')) enter();
  });
  useEffect(() => {
    const element = board.current;
    // a click: a finger that only goes down is no touch yet for the browser
    const touch = (event: MouseEvent) => touched(event);
    element?.addEventListener('click', touch);
    return () => element?.removeEventListener('click', touch);
  }, []);
  return { isFull, toggle: isFull ? leave : enter, board };
};
