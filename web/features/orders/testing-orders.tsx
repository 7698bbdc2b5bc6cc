import { screen, waitFor, within } from '@testing-library/react';
import { expect, type Mock, vi } from 'vitest';
import type { Reply } from '#contract/endpoint.ts';
import { initOrders, listOrderShelf, listOrders, type Order, type OrderGroup, type OrderItem, summarisePayment } from '#contract/orders.ts';
import type { Scope } from '#contract/permissions.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { printSettings, storeSettings, traits } from '#web/platform/testing-store.ts';

export const item = (id: number, extra: Partial<OrderItem> = {}): OrderItem => ({
  id,
  order_id: 1,
  item_id: 1,
  item_title: 'Pizza',
  variant_id: null,
  variant_title: null,
  price: 10,
  quantity: 2,
  status: 'created',
  date: '2026-11-21T12:00:00.000Z',
  addons: null,
  notes: null,
  ...extra,
});

export const order = (id: number, extra: Partial<Order> = {}): Order => ({
  id,
  date: new Date(Date.now() - 12 * 60_000).toISOString(),
  delivery_type: 'dinein',
  customer_type: 'WALKIN',
  customer_id: null,
  customer_name: null,
  table_id: 5,
  table_title: 'Table 5',
  floor: 'Terrace',
  status: 'created',
  payment_status: 'pending',
  token_no: id + 10,
  items: [item(id * 100)],
  due: 20,
  ...extra,
});

export const group = (...orders: Order[]): OrderGroup => ({
  table_id: orders[0]!.table_id,
  table_title: orders[0]!.table_title,
  floor: orders[0]!.floor,
  orders,
  order_ids: orders.map(({ id }) => id),
});

export const done = (message: string) => ({ success: true as const, message });

export const settings = answers(
  initOrders,
  (): Reply<typeof initOrders> => ({
    paymentTypes: [
      { id: 1, title: 'Cash', is_active: true, ...traits.cash },
      { id: 2, title: 'Card', is_active: true, ...traits.card },
    ],
    printSettings,
    storeSettings,
    storeTables: [],
  }),
);

export const bill = answers(summarisePayment, ({ body }) => ({
  invoices: [],
  subtotal: 20,
  taxTotal: 2.6,
  total: 22.6,
  taxes: [{ title: 'VAT', rate: 13, type: 'exclusive' as const, net: 20, tax: 2.6, parts: [] }],
  paid: 0,
  due: 22.6,
  orders: (body.orderIds as number[]).map((id) => {
    const { items, ...rest } = order(id);
    return {
      ...rest,
      items: items.map((line) => ({
        ...line,
        addons: null,
        variant_price: null,
        tax_id: null,
        tax_title: null,
        tax_rate: null,
        tax_type: null,
        itemTotal: 20,
      })),
    };
  }),
}));

export const board = (...groups: OrderGroup[]) => answers(listOrders, ({ query }) => (query.unpaid === '1' ? [] : groups));

/** One page of a shelf with these cards; `all` says how many there are. */
export const shelf = (cards: OrderGroup[], all = cards.length) =>
  answers(listOrderShelf, ({ query }) => ({
    orders: cards,
    currentPage: Number(query.page),
    perPage: 20,
    totalPages: Math.ceil(all / 20),
    totalOrders: all,
  }));

export const staff = (...scopes: Scope[]) => ({ role: 'user' as const, scopes });

export const admin = { role: 'admin' as const, scopes: [] };

export const menuOf = async (user: ReturnType<typeof show>['user'], name: string | RegExp): Promise<string[]> => {
  await user.click(await screen.findByRole('button', { name }));
  return (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent ?? '');
};

export const choose = async (user: ReturnType<typeof show>['user'], menu: string | RegExp, entry: string) => {
  await menuOf(user, menu);
  await user.click(screen.getByRole('menuitem', { name: entry }));
};

/** The window that the browser opens for what is printed. */
export const popup: { close: Mock; closed: boolean } = { close: vi.fn(), closed: false };

/** Touches the button of that name; where a bill is paid, nobody has chosen how. */
export const touch = async (user: ReturnType<typeof show>['user'], dialog: ReturnType<typeof within>, label: string) => {
  if (label === 'Pay & Complete') await user.click(await dialog.findByRole('radio', { name: 'Cash' }));
  await user.click(dialog.getByRole('button', { name: label }));
};

export const openPopups = (): void => {
  popup.close = vi.fn();
  vi.spyOn(window, 'open').mockImplementation(() => popup as unknown as Window);
};

export const isHanded = (key: string) => key.startsWith('comanda_print:');

/** What was handed over to be printed. */
export const handed = async () => {
  await waitFor(() => expect(Object.keys(localStorage).some(isHanded)).toBe(true));
  return (JSON.parse(localStorage.getItem(Object.keys(localStorage).find(isHanded)!)!) as { data: object }).data;
};
