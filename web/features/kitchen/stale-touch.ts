import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { DOUBLE_TOUCH_MS, type Touch } from './touches.ts';

/**
 * Another display may act while a finger is on its way, and the button then means something else: it does only what it said
 * when the finger came down, and nothing right after it has changed.
 */
export const useStaleTouchGuard = (touch: Touch | undefined) => {
  const pressed = useRef<Touch>(undefined);
  const change = useRef({ touch, at: -Infinity });
  useLayoutEffect(() => {
    if (change.current.touch !== touch) change.current = { touch, at: performance.now() };
  }, [touch]);
  return {
    press: () => {
      pressed.current = touch;
    },
    /** A click of a keyboard has no finger before it. */
    isCurrent: ({ detail }: MouseEvent) =>
      (detail === 0 || pressed.current === touch) && performance.now() - change.current.at >= DOUBLE_TOUCH_MS,
  };
};
