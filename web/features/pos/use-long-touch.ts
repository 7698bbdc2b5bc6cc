import { type MouseEvent, type PointerEvent, useEffect, useState } from 'react';

const LONG_MS = 500;
/** A finger that goes further scrolls. */
const STILL_PX = 10;

const createLongTouch = () => {
  let onLong: ((target: Element) => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  let isDone = false;
  const stop = () => clearTimeout(timer);
  const fire = (target: EventTarget) => {
    stop();
    if (!isDone && target instanceof Element) onLong?.(target);
    isDone = true;
  };
  const handlers = {
    onPointerDown: ({ target, pointerType, clientX: x, clientY: y }: PointerEvent) => {
      stop();
      isDone = false;
      from = { x, y };
      if (pointerType !== 'mouse') timer = setTimeout(() => fire(target), LONG_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      // a key's comes without a touch before it
      if ((event.nativeEvent as Partial<globalThis.PointerEvent>).pointerType === '') isDone = false;
      fire(event.target);
    },
    // the end of the long touch is no touch of its own; a key's click has no count
    onClickCapture: (event: MouseEvent) => {
      if (!isDone || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  return {
    handlers,
    stop,
    listen: (listener: (target: Element) => void) => {
      onLong = listener;
    },
  };
};

/** Handlers for a list: a long touch, a right click or the menu key. iPads know no `contextmenu`, so a timer asks too. */
export const useLongTouch = (onLong: (target: Element) => void) => {
  const [touch] = useState(createLongTouch);
  useEffect(() => touch.listen(onLong));
  useEffect(() => touch.stop, [touch]);
  return touch.handlers;
};
