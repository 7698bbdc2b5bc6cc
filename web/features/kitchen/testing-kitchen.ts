import { act } from '@testing-library/react';
import { getKitchenBoard } from '#contract/kitchen.ts';
import type { KitchenOrder } from '#contract/orders.ts';
import { answers } from '#web/platform/testing.tsx';

export type Item = KitchenOrder['items'][number];
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
export const item = (id: number, extra: Partial<Item> = {}): Item => ({
  id,
  order_id: 1,
  item_id: 1,
  item_title: 'Pizza',
  variant_id: null,
  variant_title: null,
  quantity: 2,
  status: 'created',
  date: minutesAgo(1),
  addons: null,
  notes: null,
  ...extra,
});
export const order = (token: number, extra: Partial<KitchenOrder> = {}): KitchenOrder => ({
  id: token,
  date: minutesAgo(1),
  delivery_type: 'dinein',
  customer_type: 'WALKIN',
  customer_id: null,
  customer_name: null,
  table_id: 5,
  table_title: 'Table 5',
  floor: 'Terrace',
  status: 'created',
  payment_status: 'pending',
  token_no: token,
  items: [item(token * 100)],
  ...extra,
});
export const boardOf = (orders: KitchenOrder[]) => ({ now: new Date().toISOString(), warnMinutes: 10, lateMinutes: 20, orders });
export const passing = (orders: () => KitchenOrder[]) => answers(getKitchenBoard, () => boardOf(orders()));
export const pass = (...orders: KitchenOrder[]) => passing(() => orders);
export const cook = { role: 'user' as const, scopes: ['KITCHEN'] as const };
export const display = { role: 'user' as const, scopes: ['KITCHEN_DISPLAY'] as const };
/** Longer than tickets stand still after a touch. */
export const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 800)));
/** Answers as the server does: with ids only these, and of these only what is on the board. */
export const asking = (orders: KitchenOrder[], asked: (string | undefined)[] = []) =>
  answers(getKitchenBoard, ({ query }) => {
    asked.push(query.ids);
    const ids = query.ids?.split(',').map(Number);
    return boardOf(orders.filter(({ id }) => !ids || ids.includes(id)));
  });
