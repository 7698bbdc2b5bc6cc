import { type KeyboardEvent, type MouseEvent, type PointerEvent, useLayoutEffect, useState } from 'react';

/** So long what has just opened takes no touch and no Enter: nobody can have read it. */
const PAUSE = 400; // ms
/** So long the same touch again, or the same key, is the second half of what opened it. */
const SAME_AGAIN = 700; // ms
const SAME_SPOT = 48; // px

interface Spot {
  x: number;
  y: number;
}

/** What was pressed last, anywhere on the page: it is what has opened a dialog. */
let pressed: Spot | 'key' | undefined;
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => void (pressed = { x, y }), { capture: true, passive: true });
  window.addEventListener('keydown', () => void (pressed = 'key'), { capture: true, passive: true });
}

const isAt = (spot: typeof pressed, { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): boolean =>
  typeof spot === 'object' && Math.hypot(clientX - spot.x, clientY - spot.y) < SAME_SPOT;

const swallow = (event: Pick<Event, 'preventDefault' | 'stopPropagation'>): void => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * What keeps a second tap from answering a question that the first one has opened. It goes by the time at which the event came about,
 * so that a slow tablet, which learns of it later, takes it no sooner. Everything looks and is heard as always.
 */
export const createPause = () => {
  let openedAt = -Infinity;
  let opener: typeof pressed;
  let isPressEarly = false;
  let isPressedAgain = false;

  const isEarly = (at: number, isSame: boolean): boolean => at - openedAt < (isSame ? SAME_AGAIN : PAUSE);
  const isThere = (event: MouseEvent): boolean => isAt(opener, event);

  const begin = (): void => {
    openedAt = performance.now();
    opener = pressed;
    isPressEarly = false;
    isPressedAgain = false;
  };
  const handlers = {
    onPointerDownCapture: (event: PointerEvent) => {
      isPressEarly = isEarly(event.timeStamp, isThere(event));
    },
    onClickCapture: (event: MouseEvent) => {
      // a key's click, and that of a screen reader, comes from no spot
      const isTouch = event.detail > 0;
      if ((isTouch && isPressEarly) || isEarly(event.timeStamp, isTouch && isThere(event))) swallow(event);
    },
    onKeyDownCapture: (event: KeyboardEvent) => {
      const isPress = event.key === 'Enter' || (event.key === ' ' && event.target instanceof HTMLButtonElement);
      if (!isPress) return;
      // of a key that has been held since before, every repetition is the press that opened the dialog
      const isSecondHalf = event.repeat ? !isPressedAgain : isEarly(event.timeStamp, opener === 'key');
      if (isSecondHalf) swallow(event);
      else isPressedAgain = true;
    },
  };
  return { begin, handlers };
};

/** A touch has done its work, or taken a dialog away: the same one again is its second half, and does nothing to what lies there now. */
export const ignoreSameTouch = (): void => {
  const spot = pressed;
  const since = performance.now();
  const types = ['pointerdown', 'click'] as const;
  const onClick = (event: globalThis.MouseEvent): void => {
    if (event.timeStamp - since >= SAME_AGAIN) for (const type of types) window.removeEventListener(type, onClick, true);
    else if (isAt(spot, event)) swallow(event);
  };
  for (const type of types) window.addEventListener(type, onClick, true);
};

/** Handlers for the root of a dialog or a sheet: after it opened, or went on to another step, it takes no touch and no Enter for 400 ms. */
export const useOpeningPause = (opened: boolean, step?: number) => {
  const [pause] = useState(createPause);
  useLayoutEffect(() => {
    if (opened) pause.begin();
  }, [opened, step, pause]);
  return pause.handlers;
};
