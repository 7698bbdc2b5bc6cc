import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { onBackFirst } from './back-first.ts';

/** How many pages came before, as the router numbers its entries of the browser's history. */
const placeOf = (state: unknown): number | undefined => {
  const { idx } = (state ?? {}) as { idx?: unknown };
  return typeof idx === 'number' ? idx : undefined;
};

/** `data-overlay`: what lies over the page as a dialog does and listens for Escape as well, such as a phone's navigation. */
const lastDialog = (): Element | undefined => [...document.querySelectorAll('[role="dialog"][aria-modal="true"], [data-overlay]')].at(-1);

const escape = (dialog: Element): void => {
  const { activeElement } = document;
  const at = activeElement && dialog.contains(activeElement) ? activeElement : dialog;
  at.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
};

/**
 * Back, on a tablet a stroke from the edge, closes the dialog that is open instead of leaving its page. It does what Escape does: a form asks
 * before it throws away what was typed, and a dialog that must be answered stays. The router does not notice.
 */
export const useBackCloses = (): void => {
  const { key } = useLocation();
  const place = useRef<number>(undefined);
  useEffect(() => {
    place.current = placeOf(window.history.state);
  }, [key]);

  useEffect(() => {
    /** Where the browser is on its way back to, and what is closed when it is there: a dialog that the address tells of writes it again. */
    let target: number | undefined;
    let closing: Element | undefined;
    const onPopState = (event: PopStateEvent) => {
      const to = placeOf(event.state);
      if (to === undefined) return;
      if (target === undefined) {
        const dialog = lastDialog();
        if (!dialog || place.current === undefined || to >= place.current) return;
        target = place.current;
        closing = dialog;
      }
      event.stopImmediatePropagation();
      if (to !== target) return window.history.go(target - to);
      target = undefined;
      if (closing) escape(closing);
      closing = undefined;
    };
    return onBackFirst(onPopState);
  }, []);
};
