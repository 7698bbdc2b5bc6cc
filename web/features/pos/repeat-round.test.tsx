import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { listOpenChecks, listOrders, type Order, type OrderItem } from '#contract/orders.ts';
import { initPos } from '#contract/pos.ts';
import { answers, tapAgain } from '#web/platform/testing.tsx';
import { button, item, layOutGrid, lines, menu, open, pizza } from './testing-till.tsx';

beforeEach(layOutGrid);

const place = { table_id: 5, table_title: 'T1', floor: 'Hall' };
const date = '2026-11-22T18:00:00.000Z';
const piece = (id: number, itemId: number, title: string, more: Partial<OrderItem> = {}): OrderItem => ({
  id,
  order_id: 8,
  item_id: itemId,
  item_title: title,
  variant_id: null,
  variant_title: null,
  price: 1,
  quantity: 1,
  status: 'completed',
  date,
  addons: null,
  notes: null,
  ...more,
});
const round = (id: number, items: OrderItem[], more: Partial<Order> = {}): Order => ({
  ...place,
  id,
  date,
  delivery_type: 'dinein',
  customer_type: 'WALKIN',
  customer_id: null,
  customer_name: null,
  status: 'created',
  payment_status: 'pending',
  token_no: id,
  items,
  due: 10,
  ...more,
});
const rounds = [
  round(7, [piece(70, 1, 'Ribeye Steak')]),
  round(8, [
    piece(80, 2, 'Fish Soup', { quantity: 2, notes: 'no salt' }),
    piece(81, 3, 'Pizza', { variant_id: 32, variant_title: 'Large', addons: [{ id: 42, item_id: 3, title: 'Ham' }] }),
    piece(82, 1, 'Ribeye Steak', { status: 'cancelled' }),
    piece(83, 4, 'Tiramisù'),
    piece(84, 9, 'Old Dish'),
    piece(85, 3, 'Pizza', { variant_id: 39, variant_title: 'Giant' }),
  ]),
  round(9, [piece(90, 1, 'Ribeye Steak')], { payment_status: 'paid', due: 0 }),
  round(10, [piece(95, 1, 'Ribeye Steak', { status: 'cancelled' })], { status: 'cancelled' }),
];

test('one touch orders the last unpaid round once more, at the prices of now; what cannot be had is left out and told', async () => {
  const now = {
    ...menu,
    menuItems: [item(1, 'Ribeye Steak', 20), item(2, 'Fish Soup', 6.5), pizza, item(4, 'Tiramisù', 7, { sold_out: true })],
  };
  const { user } = await open(
    answers(initPos, () => now),
    answers(listOpenChecks, () => [{ ...place, orders: 2, due: 24.2, since: date }]),
    answers(listOrders, ({ query }) => (query.unpaid === '1' ? [] : [{ ...place, orders: rounds, order_ids: [7, 8] }])),
  );
  await user.click(await screen.findByRole('button', { name: 'Choose T1' }));
  await user.click(await screen.findByRole('button', { name: 'Repeat last round' }));

  expect(lines()).toEqual([
    expect.stringMatching(/2Change Fish Soup.*no salt.*\$13\.00/),
    expect.stringMatching(/1Change PizzaLarge, Ham\$16\.25/),
  ]);
  await screen.findByText('Left out: Tiramisù (sold out), Old Dish (no longer on the menu), Pizza (no longer on the menu).');

  // a second tap is none
  const twoLines = lines();
  tapAgain(button('Repeat last round'));
  expect(lines()).toEqual(twoLines);

  // once more: the same lines, more of them
  await user.click(button('Repeat last round'));
  expect(lines()).toEqual([expect.stringMatching(/^.*4Change Fish Soup/), expect.stringMatching(/2Change Pizza/)]);

  // which is taken back
  expect(await screen.findAllByText('Last round added.')).toHaveLength(2);
  await user.click(screen.getAllByRole('button', { name: 'Undo' })[1]!);
  expect(lines()).toEqual(twoLines);

  // but nothing of the next cart
  await user.click(button('New'));
  await user.click(screen.getByRole('button', { name: 'Choose T1' }));
  await user.click(await screen.findByRole('button', { name: 'Repeat last round' }));
  expect(lines()).toEqual(twoLines);
  await user.click(within(screen.getAllByText('Last round added.')[0]!).getByRole('button', { name: 'Undo' }));
  expect(lines()).toEqual(twoLines);
});
