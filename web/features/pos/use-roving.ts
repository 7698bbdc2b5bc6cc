import { type RefObject, useEffect } from 'react';

const steps = (key: string, columns: number): number | undefined =>
  ({ ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -Infinity, End: Infinity })[key];

const buttonsOf = (root: Element, items: string): HTMLElement[] =>
  [...root.querySelectorAll(items)].flatMap((item) => {
    const button = item.matches('button') ? item : item.querySelector('button');
    return button instanceof HTMLElement ? [button] : [];
  });

const setStop = (buttons: readonly HTMLElement[], stop: HTMLElement | undefined): void => {
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
};

/**
 * Makes the buttons of a list one Tab stop, with the arrow keys, Home and End between them. It works on what is rendered: neither a
 * touch nor a key re-renders anything.
 */
export const useRoving = (list: RefObject<HTMLElement | null>, items: string, columns = 1): void => {
  // after every rendering: which buttons there are may have changed
  useEffect(() => {
    const root = list.current;
    if (!root) return undefined;
    const first = buttonsOf(root, items);
    setStop(first, first.find((button) => button === document.activeElement) ?? first.find(({ tabIndex }) => tabIndex === 0));
    if (!first.some(({ tabIndex }) => tabIndex === 0)) setStop(first, first[0]);
    const onFocus = ({ target }: FocusEvent) => {
      const buttons = buttonsOf(root, items);
      const focused = buttons.find((button) => button === target);
      if (focused) setStop(buttons, focused);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const step = steps(event.key, columns);
      const buttons = buttonsOf(root, items);
      const place = buttons.findIndex((button) => button === event.target);
      if (step === undefined || place < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const isEnd = !Number.isFinite(step);
      const next = isEnd ? Math.min(Math.max(step, 0), buttons.length - 1) : place + step;
      buttons[next]?.focus();
    };
    root.addEventListener('focusin', onFocus);
    root.addEventListener('keydown', onKeyDown);
    return () => {
      root.removeEventListener('focusin', onFocus);
      root.removeEventListener('keydown', onKeyDown);
    };
  });
};
