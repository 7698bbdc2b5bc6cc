import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { DinerPage } from '#contract/qr-menu.ts';
import { App } from './App.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

const Hydrated = ({ page, onHydrated }: { page: DinerPage; onHydrated: () => void }) => {
  useEffect(() => {
    // afterwards: while React is at work it takes no touch
    const soon = setTimeout(onHydrated);
    return () => clearTimeout(soon);
  }, [onHydrated]);
  return (
    <ErrorBoundary page={page}>
      <App page={page} />
    </ErrorBoundary>
  );
};

/** React takes what stands in a field when it arrives for what it has put there itself; so it is written once more. */
const typeAgain = (field: HTMLInputElement): void => {
  const { value } = field;
  if (!value) return;
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

let isStarted = false;

/** Hydrates the page, once; what was typed before counts, and `onHydrated` may touch again what was touched before `onStart`. */
export const hydrate = ({ onStart, onHydrated }: { onStart: () => void; onHydrated: () => void }): void => {
  const root = document.getElementById('root');
  const data = document.getElementById('page');
  if (isStarted || !root || !data) return;
  isStarted = true;
  const page = JSON.parse(data.textContent) as DinerPage;
  const fields = root.querySelectorAll('input');
  const hydrated = () => {
    // first: what is found by the typed word may be made again, and is then no longer what was touched
    onHydrated();
    fields.forEach(typeAgain);
  };
  onStart();
  // in slices, between which the page scrolls and takes a touch; in one piece it would stand still on a slow phone
  startTransition(() => void hydrateRoot(root, <Hydrated page={page} onHydrated={hydrated} />));
};
