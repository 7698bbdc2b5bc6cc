import type { DinerPage } from '#contract/qr-menu.ts';

/** What the browser's tab and a shared link call the page. */
export const titleOf = ({ view, menu }: DinerPage): string => {
  if (view === 'success') return 'Order Placed!';
  if (view === 'failed') return 'Order Failed, Try Again !';
  if (view === 'away') return 'Please Try Again!';
  if (!menu) return 'Broken Link!';
  return view === 'cart' ? `Your Cart · ${menu.storeSettings.store_name}` : `${menu.storeSettings.store_name} · Menu`;
};
