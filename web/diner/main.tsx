import { hydrateRoot } from 'react-dom/client';
import type { DinerPage } from '#contract/qr-menu.ts';
import { App } from './App.tsx';

const root = document.getElementById('root');
const data = document.getElementById('page');
if (root && data) hydrateRoot(root, <App page={JSON.parse(data.textContent) as DinerPage} />);
