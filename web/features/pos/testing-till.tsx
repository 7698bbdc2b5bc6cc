import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import type { CallInput } from '#contract/endpoint.ts';
import { type MenuItem } from '#contract/menu-items.ts';
import { listOpenChecks } from '#contract/orders.ts';
import { createOrderAndInvoice, initPos, type PosInit } from '#contract/pos.ts';
import { countQrOrders } from '#contract/qr-orders.ts';
import { answers, pretendServer, show } from '#web/platform/testing.tsx';
import { printSettings, storeSettings, traits } from '#web/platform/testing-store.ts';
import { keepPaymentType } from '#web/parts/last-payment-type.ts';
import { PosScreen } from './PosScreen.tsx';

export const item = (id: number, title: string, price: number, changes: Partial<MenuItem> = {}): MenuItem => ({
  id,
  title,
  price,
  net_price: null,
  tax_id: 1,
  tax_title: 'VAT',
  tax_rate: 10,
  tax_type: 'exclusive',
  category_id: 1,
  category_title: 'Mains',
  image: null,
  sold_out: false,
  addons: [],
  variants: [],
  ...changes,
});

export const pizza = item(3, 'Pizza', 9, {
  category_id: 2,
  category_title: 'Oven',
  variants: [
    { id: 31, item_id: 3, title: 'Small', price: 9 },
    { id: 32, item_id: 3, title: 'Large', price: 14 },
  ],
  addons: [
    { id: 41, item_id: 3, title: 'Olives', price: 1.5 },
    { id: 42, item_id: 3, title: 'Ham', price: 2.25 },
  ],
});

export const menu: PosInit = {
  categories: [
    { id: 1, title: 'Mains' },
    { id: 2, title: 'Oven' },
  ],
  paymentTypes: [
    { id: 1, title: 'Cash', is_active: true, ...traits.cash },
    { id: 2, title: 'Card', is_active: true, ...traits.card },
  ],
  printSettings,
  storeSettings: { ...storeSettings, currency: 'USD' },
  storeTables: [
    { id: 5, encrypted_id: 'x', table_title: 'T1', floor: 'Terrace', seating_capacity: 4 },
    { id: 6, encrypted_id: 'y', table_title: 'T2', floor: 'Hall', seating_capacity: 1 },
  ],
  menuItems: [item(1, 'Ribeye Steak', 20), item(2, 'Fish Soup', 5.5), pizza],
};

export const waiter = { role: 'user' as const, scopes: ['POS' as const] };
export const sent = { success: true as const, message: 'Order sent and paid.', tokenNo: 17, orderId: 7, invoiceId: 9 };
export const ok = (message: string) => ({ success: true as const, message });
export type Sale = CallInput<typeof createOrderAndInvoice>['body'];

export const answersInit = (init: PosInit = menu) => answers(initPos, () => init);
/** No diner orders and nobody sits. */
export const quiet = [answers(countQrOrders, () => ({ status: true as const, totalQROrders: 0 })), answers(listOpenChecks, () => [])];
export const open = async (...server: Parameters<typeof pretendServer>[0]) => {
  const shown = show(<PosScreen />, { as: waiter, server: [...server, ...quiet, answersInit()] });
  // the sale before was paid in cash
  keepPaymentType(1);
  await screen.findByRole('button', { name: 'Add Fish Soup' });
  // a phone's cart is closed
  if (screen.queryByRole('region', { name: 'Cart' })) await screen.findByRole('combobox', { name: 'Table' });
  return shown;
};
export const card = (title: string) => screen.getByRole('button', { name: `Add ${title}` });
export const cart = () => screen.getByRole('region', { name: 'Cart' });
export const lines = () => {
  const list = within(cart()).queryByRole('list', { name: 'Cart items' });
  return list
    ? within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    : [];
};
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const dialog = (name: string) => screen.findByRole('dialog', { name });

/** Before each test: the grid renders what fits into its height, and jsdom knows none. */
export const layOutGrid = (): void => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900);
};
