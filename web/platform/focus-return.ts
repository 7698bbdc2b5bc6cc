const ROW = 'li, tr, [role="listitem"]';
const CONTROLS = 'button, a[href]';

/** Finds what stands in for a control that has left the page: the same one in the next row, in the row before, else the heading above. */
const standInOf = (control: HTMLElement): (() => HTMLElement | undefined) => {
  const row = control.closest(ROW);
  // counted from the end: the last one deletes, whether a row can be moved or not
  const fromEnd = [...(row?.querySelectorAll(CONTROLS) ?? [])].reverse().indexOf(control);
  const rows = [row?.nextElementSibling, row?.previousElementSibling];
  const scope = control.closest('[role="dialog"], main');
  return () => {
    for (const other of rows) {
      const same = other?.isConnected && [...other.querySelectorAll<HTMLElement>(CONTROLS)].at(-1 - fromEnd);
      if (same) return same;
    }
    const heading = (scope?.isConnected ? scope : document).querySelector<HTMLElement>('h1, h2');
    if (heading) heading.tabIndex = -1;
    return heading ?? undefined;
  };
};

/**
 * Remembers where somebody stands before a dialog takes the focus; the returned function puts them there again. When that control
 * leaves the page before they move on, as the button of a row that is deleted, they stand beside it and not at the page's beginning.
 */
export const rememberFocus = (): (() => void) => {
  const before = document.activeElement;
  if (!(before instanceof HTMLElement) || before === document.body) return () => {};
  const standIn = standInOf(before);
  return () => {
    before.focus({ preventScroll: true });
    const look = () => {
      if (before.isConnected || document.activeElement !== document.body) return;
      stop();
      standIn()?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(look);
    const onMove = ({ target }: Event) => target === before || stop();
    const stop = () => {
      observer.disconnect();
      document.removeEventListener('focusin', onMove);
      document.removeEventListener('pointerdown', stop, true);
    };
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', onMove);
    document.addEventListener('pointerdown', stop, true);
    look();
  };
};

/**
 * A button that waits for its answer is disabled, and a disabled one has no focus: the next Tab would lead out of the dialog, to what lies
 * behind it. When the button can be pressed again, as after a refusal, it has the focus back. The returned function ends it.
 */
export const keepFocusOfWaiting = (): (() => void) => {
  let waiting: HTMLButtonElement | undefined;
  const observer = new MutationObserver(() => {
    if (waiting && !waiting.disabled && document.activeElement === document.body) waiting.focus({ preventScroll: true });
  });
  const onClick = () => {
    const pressed = document.activeElement;
    if (!(pressed instanceof HTMLButtonElement)) return;
    observer.disconnect();
    waiting = pressed;
    observer.observe(pressed, { attributes: true, attributeFilter: ['disabled'] });
  };
  document.addEventListener('click', onClick, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('click', onClick, true);
  };
};
