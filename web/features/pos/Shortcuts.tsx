import { type Dispatch, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { keyOf, type Sale, type SaleAction } from './cart.ts';
import type { SendKind } from './unsettled.ts';

interface ShortcutsProps {
  lines: Sale['lines'];
  dispatch: Dispatch<SaleAction>;
  onRemove: (key: string) => void;
  onSend: (kind: SendKind) => void;
  /** Takes money off the whole cart. */
  onDiscount: () => void;
}

const keyboardDialog = lazyDialog(async () => (await import('./KeyboardDialog.tsx')).KeyboardDialog);

/** What is typed there replaces the table that was chosen. */
const goToTable = (): void => {
  const field = document.querySelector<HTMLInputElement>('input[aria-label="Table"]');
  field?.focus();
  field?.select();
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
const isDialogOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** The keys of the till (their list: KeyboardDialog). Keys with a letter would be typed into the search by who looks at the menu. */
export const Shortcuts = ({ lines, dispatch, onRemove, onSend, onDiscount }: ShortcutsProps) => {
  const [isShown, setShown] = useState(false);
  keyboardDialog.useAhead();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
    const anywhere: Record<string, () => void> = {
      F2: goToTable,
      F6: () => lines.length > 0 && onDiscount(),
      F8: () => onSend('kitchen'),
      F9: () => onSend('pay'),
    };
    const last = lines.at(-1);
    const outsideFields: Record<string, () => void> = {
      '+': () => last && dispatch({ type: 'raise', key: keyOf(last) }),
      '-': () => last && (last.quantity > 1 ? dispatch({ type: 'lower', key: keyOf(last) }) : onRemove(keyOf(last))),
      '?': () => setShown(true),
    };
    const act = anywhere[event.key] ?? (isTyping(event.target) ? undefined : outsideFields[event.key]);
    if (!act || (event.repeat && event.key.startsWith('F'))) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    isShown && (
      <Suspense>
        <keyboardDialog.Dialog onClose={() => setShown(false)} />
      </Suspense>
    )
  );
};
