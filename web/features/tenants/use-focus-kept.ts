import { type RefObject, useEffect, useRef } from 'react';

/** Whoever works by keyboard stays at `place` when the row goes in which they stood. Answers what to call before that. */
export const useFocusKept = (place: RefObject<HTMLElement | null>): (() => void) => {
  const isGoing = useRef(false);
  // after each rendering: one of them takes the row away, and with it the focus
  useEffect(() => {
    if (!isGoing.current || document.activeElement !== document.body) return;
    isGoing.current = false;
    place.current?.focus();
  });
  return () => {
    isGoing.current = true;
  };
};
