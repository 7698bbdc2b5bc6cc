import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { DinerPage } from '#contract/qr-menu.ts';
import { App } from './App.tsx';

const root = document.getElementById('root');
const data = document.getElementById('page');
if (root && data) {
  const page = JSON.parse(data.textContent) as DinerPage;
  // in slices, between which the page scrolls and hears a touch; in one piece it would stand still on a slow phone
  startTransition(() => void hydrateRoot(root, <App page={page} />));
}
