import { Tooltip } from '@mantine/core';
import { useEffect, useReducer, useState } from 'react';

const OPEN_AFTER = 400; // ms that a mouse rests

const hinted = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null);

/**
 * Shows what stands in `data-hint` of an element above it: while a mouse rests on it, and when the Tab key reaches it. One for the whole page; a tooltip around each button made every screen render itself twice.
 */
export const Hints = () => {
  const [shown, setShown] = useState<HTMLElement | null>(null);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isTabbing = false;
    const hide = () => {
      clearTimeout(timer);
      setShown(null);
    };
    const rest = (element: HTMLElement | null) => {
      clearTimeout(timer);
      // that of the element before goes at once
      setShown((now) => (now === element ? now : null));
      if (element) timer = setTimeout(() => setShown(element), OPEN_AFTER);
    };
    const listeners: Record<string, (event: Event) => void> = {
      pointerover: (event) => rest((event as PointerEvent).pointerType === 'mouse' ? hinted(event.target) : null),
      // out of the window
      pointerout: (event) => (event as PointerEvent).relatedTarget === null && hide(),
      // where a script leads the focus, such as back from a dialog, nobody asks
      focusin: ({ target }) => isTabbing && setShown(hinted(target)),
      focusout: hide,
      pointerdown: () => {
        isTabbing = false;
        hide();
      },
      keydown: (event) => {
        isTabbing = (event as KeyboardEvent).key === 'Tab';
        hide();
      },
    };
    for (const [name, listen] of Object.entries(listeners)) document.addEventListener(name, listen);
    return () => {
      clearTimeout(timer);
      for (const [name, listen] of Object.entries(listeners)) document.removeEventListener(name, listen);
    };
  }, []);
  // what an element says of itself may change while it is read
  useEffect(() => {
    if (!shown) return;
    const watch = new MutationObserver(rerender);
    watch.observe(shown, { attributeFilter: ['data-hint'] });
    return () => watch.disconnect();
  }, [shown]);
  const { hint } = shown?.dataset ?? {};
  return hint ? <Tooltip target={shown} label={hint} position="top" opened multiline maw={260} radius="sm" /> : null;
};
