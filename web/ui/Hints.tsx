import { type FloatingPosition, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

const OPEN_AFTER = 400; // ms that a mouse rests

const hinted = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null);

/**
 * Shows what stands in `data-hint` of an element beside it, at the side in `data-hint-side` (else above): while a mouse rests on it, and when
 * the keyboard reaches it. One for the whole page; a tooltip around each button made every screen draw itself twice.
 */
export const Hints = () => {
  const [shown, setShown] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const show = (element: HTMLElement | null, after = 0) => {
      clearTimeout(timer);
      if (element && after > 0) timer = setTimeout(() => setShown(element), after);
      else setShown(element);
    };
    const hide = () => show(null);
    const listeners = {
      pointerover: (event: Event) => show((event as PointerEvent).pointerType === 'mouse' ? hinted(event.target) : null, OPEN_AFTER),
      focusin: ({ target }: Event) => target instanceof Element && target.matches(':focus-visible') && show(hinted(target)),
      focusout: hide,
      pointerdown: hide,
      keydown: hide,
    };
    for (const [name, listen] of Object.entries(listeners)) document.addEventListener(name, listen);
    return () => {
      clearTimeout(timer);
      for (const [name, listen] of Object.entries(listeners)) document.removeEventListener(name, listen);
    };
  }, []);
  const { hint, hintSide = 'top' } = shown?.dataset ?? {};
  return hint ? (
    <Tooltip key={hint} target={shown} label={hint} position={hintSide as FloatingPosition} opened multiline maw={260} radius="sm" />
  ) : null;
};
