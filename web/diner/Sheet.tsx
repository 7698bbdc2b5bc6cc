import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon } from './Icon.tsx';

interface SheetProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The browser's own dialog, from the bottom of a phone and in the middle of anything wider: it keeps the focus, and gives it back. */
export const Sheet = ({ title, onClose, children }: SheetProps) => {
  const dialog = useRef<HTMLDialogElement>(null);

  // before it leaves the page, or the focus would have nowhere to go back from
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
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
      onClick={closeOutside}
    >
      <div className="sheet-body">
        <header className="sheet-head">
          <h2 id="sheet-title">{title}</h2>
          <button type="button" className="round" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
};
