import { useSyncExternalStore } from 'react';
import type { DinerPage } from '#contract/qr-menu.ts';

/** Where a diner is: part-2 §2. */
export type Place = Pick<DinerPage, 'view' | 'qrcode' | 'tableId'>;

export const SUCCESS_PATH = '/m/order-success';
export const FAILED_PATH = '/m/order-failed';

/** The address of a restaurant's menu, or of the cart for it, at a table when there is one. */
export const pathOf = (view: 'menu' | 'cart', qrcode: string, tableId: string | null): string =>
  `/m/${encodeURIComponent(qrcode)}${view === 'cart' ? '/cart' : ''}${tableId ? `?table=${encodeURIComponent(tableId)}` : ''}`;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Reads an address, `/m/…?table=…`; what is none of the four counts as a menu without a code. */
export const placeOf = (address: string): Place => {
  const [pathname = '', search = ''] = address.split('?');
  if (pathname === SUCCESS_PATH) return { view: 'success', qrcode: null, tableId: null };
  if (pathname === FAILED_PATH) return { view: 'failed', qrcode: null, tableId: null };
  const found = /^\/m\/([^/]+)(\/cart)?\/?$/.exec(pathname);
  return {
    view: found?.[2] ? 'cart' : 'menu',
    qrcode: found?.[1] ? decode(found[1]) : null,
    tableId: new URLSearchParams(search).get('table') || null,
  };
};

const serverPath = ({ view, qrcode, tableId }: DinerPage): string => {
  if (view === 'success') return SUCCESS_PATH;
  if (view === 'failed') return FAILED_PATH;
  return pathOf(view === 'cart' ? 'cart' : 'menu', qrcode ?? '', tableId);
};

const listeners = new Set<() => void>();
const watch = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
};
const currentPath = () => window.location.pathname + window.location.search;

/** Goes to another of the diner's pages without asking the server, so that it works without a network too. */
export const goTo = (path: string, { replaces = false } = {}): void => {
  if (replaces) window.history.replaceState(null, '', path);
  else window.history.pushState(null, '', path);
  for (const listener of listeners) listener();
};

/** Where the diner is now; on the server what was asked for. */
export const usePlace = (page: DinerPage): Place => placeOf(useSyncExternalStore(watch, currentPath, () => serverPath(page)));
