import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon } from './Icon.tsx';

/** So long a sheet takes no touch: the second half of a double tap on Checkout would lie on Place Order. */
const PAUSE = 500; // ms
/** So long it takes none where the touch was that opened it. */
const SAME_AGAIN = 700; // ms
const SAME_SPOT = 48; // px

/** Where a finger came down last. */
let pressed = { clientX: 0, clientY: 0 };
if (typeof window !== 'undefined') window.addEventListener('pointerdown', (event) => void (pressed = event), true);

interface SheetProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Safari before 15.4 knows no dialog: it is laid over the page by hand, and the focus given back by hand. */
const openUnaided = (shown: HTMLElement) => {
  const before = document.activeElement;
  shown.classList.add('unaided');
  for (const [name, value] of Object.entries({ open: '', role: 'dialog', 'aria-modal': 'true', tabindex: '-1' }))
    shown.setAttribute(name, value);
  shown.focus();
  return () => {
    if (before instanceof HTMLElement) before.focus();
  };
};

/** The browser's own dialog, from the bottom of a phone and in the middle of anything wider: it keeps the focus, and gives it back. */
export const Sheet = ({ title, onClose, children }: SheetProps) => {
  const dialog = useRef<HTMLDialogElement>(null);

  const opened = useRef({ at: Number.NEGATIVE_INFINITY, by: pressed });
  // by the time at which the event came about: a slow phone learns of it later
  const swallowEarly = (event: MouseEvent) => {
    const { at, by } = opened.current;
    const isThere = Math.hypot(event.clientX - by.clientX, event.clientY - by.clientY) < SAME_SPOT;
    if (event.timeStamp - at >= (isThere ? SAME_AGAIN : PAUSE)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  // before it leaves the page, or the focus would have nowhere to go back from
  useLayoutEffect(() => {
    opened.current = { at: performance.now(), by: pressed };
    const shown = dialog.current;
    if (!shown || !('showModal' in shown)) return shown ? openUnaided(shown) : undefined;
    shown.showModal();
    return () => shown.close?.();
  }, []);

  const closeOutside = ({ target }: MouseEvent) => target === dialog.current && onClose();

  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby="sheet-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClickCapture={swallowEarly}
      onClick={closeOutside}
    >
      <div className="sheet-body">
        <div className="sheet-head">
          <h2 id="sheet-title">{title}</h2>
          <button type="button" className="round" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
};
