import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { DinerPage } from '#contract/qr-menu.ts';
import { App } from './App.tsx';
import { Fallible } from './Fallible.tsx';

const Alive = ({ page, onAlive }: { page: DinerPage; onAlive: () => void }) => {
  useEffect(() => {
    // afterwards: while React is at work it hears no touch
    const soon = setTimeout(onAlive);
    return () => clearTimeout(soon);
  }, [onAlive]);
  return (
    <Fallible page={page}>
      <App page={page} />
    </Fallible>
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

let isBegun = false;

/** Brings the page to life, once; what was typed before counts, and `onAlive` may touch again what was touched before `onBegin`. */
export const begin = ({ onBegin, onAlive }: { onBegin: () => void; onAlive: () => void }): void => {
  const root = document.getElementById('root');
  const data = document.getElementById('page');
  if (isBegun || !root || !data) return;
  isBegun = true;
  const page = JSON.parse(data.textContent) as DinerPage;
  const fields = root.querySelectorAll('input');
  const begun = () => {
    // first: what is found by the typed word may be made anew, and is then no longer what was touched
    onAlive();
    fields.forEach(typeAgain);
  };
  onBegin();
  // in slices, between which the page scrolls and hears a touch; in one piece it would stand still on a slow phone
  startTransition(() => void hydrateRoot(root, <Alive page={page} onAlive={begun} />));
};
