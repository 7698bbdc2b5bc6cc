import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { listOpenChecks, listOrders, type Order, type OrderItem, updateItemStatus } from '#contract/orders.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { OrdersScreen } from './OrdersScreen.tsx';
import { item, order, group, done, settings, bill, board, staff, admin, menuOf, choose, openPopups } from './testing-orders.tsx';

beforeEach(openPopups);

afterEach(() => vi.restoreAllMocks());

test('a card says what is due and takes payment with one touch; tables are found by search, index and floor', async () => {
  const at = (id: number, extra: Partial<Order> = {}) => group(order(id, { table_id: id, table_title: `Table ${id}`, ...extra }));
  const guest = at(9, { table_id: null, table_title: null, floor: null, customer_type: 'CUSTOMER', customer_name: 'Zoë Hart', due: 7.5 });
  const cards = [at(10), at(2, { floor: 'Hall' }), at(3), at(4), at(5), at(6, { payment_status: 'paid', due: 0 }), guest];
  const check = { table_id: 10, table_title: 'Table 10', floor: 'Terrace', orders: 2, due: 61.56, since: '2026-11-21T12:00:00.000Z' };
  const { user } = show(<OrdersScreen />, { as: admin, server: [settings, bill, board(...cards), answers(listOpenChecks, () => [check])] });
  const names = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
  const card = (name: string) => within(screen.getByRole('article', { name }));

  // of a table all rounds, also those on the other shelf
  await screen.findByText('€61.56');
  expect(card('Table 3').getByText('€20.00')).toBeTruthy();
  expect(card('Dine Out / Delivery, token 19').getByText('€7.50')).toBeTruthy();
  expect(card('Table 6').queryByRole('button', { name: /^Pay/ })).toBeNull();
  expect(card('Table 3').getByRole('link', { name: 'Add items to Table 3' }).getAttribute('href')).toBe('/dashboard/pos?table=3');
  // where no table is, and where the bill is done with, there is no further round
  for (const name of ['Dine Out / Delivery, token 19', 'Table 6']) expect(card(name).queryByRole('link')).toBeNull();

  const index = within(screen.getByRole('group', { name: 'Tables' }));
  expect(index.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Hall',
    'Terrace',
    'Table 2',
    'Table 3',
    'Table 4',
    'Table 5',
    'Table 6',
    'Table 10',
  ]);
  await user.click(index.getByRole('button', { name: 'Hall' }));
  expect(names()).toEqual(['Table 2']);
  await user.click(index.getByRole('button', { name: 'Hall' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'zoe');
  expect(names()).toEqual(['Dine Out / Delivery, token 19']);
  await user.clear(screen.getByRole('searchbox', { name: 'Search orders' }));
  // token 20 has a 2, too
  await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'table 2');
  expect(names()).toEqual(['Table 2', 'Table 10']);
  await user.clear(screen.getByRole('searchbox', { name: 'Search orders' }));
  await user.click(index.getByRole('button', { name: 'Table 10' }));
  expect(names()).toEqual(['Table 10']);

  const pay = screen.getByRole('button', { name: 'Pay Table 10' });
  await user.click(pay);
  await screen.findByRole('dialog', { name: 'Pay & Complete – Table 10' });
});

test('the focus is on the card’s menu again when what it opened is closed', async () => {
  const { user } = show(<OrdersScreen />, { as: admin, server: [settings, bill, board(group(order(1)))] });
  for (const entry of ['Cancel', 'Complete', 'Pay & Complete']) {
    await choose(user, 'Actions for Table 5', entry);
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Table 5' }));
  }
});

test('tells ages and days by the server’s clock, however wrong the tablet’s is', async () => {
  const server = Date.parse('2020-02-02T12:00:00Z');
  let clock = () => server;
  const sent = (minutes: number) => ({ date: new Date(server - minutes * 60_000).toISOString() });
  const { user } = show(<OrdersScreen />, {
    as: admin,
    server: [settings, board(group(order(1, sent(12)), order(2, sent(0)), order(3, sent(14 * 60))))],
    clock: () => clock(),
  });

  const card = await screen.findByRole('article', { name: 'Table 5' });
  const times = () => within(card).getAllByText(/ · /, { selector: 'time' });
  await waitFor(() =>
    expect(times().map(({ textContent }) => textContent)).toEqual([
      '12 min ago · 11:48',
      'just now · 12:00',
      '14 h 0 min ago · 1 Feb 2020, 22:00',
    ]),
  );
  clock = Date.now;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(times()[0]!.textContent).toMatch(/days ago/));
});

test('Refresh is busy while it loads, and says when it has', async () => {
  let arrive = () => {};
  let isFirst = true;
  const slow = answers(listOrders, async ({ query }) => {
    if (query.unpaid !== '1' && !isFirst) await new Promise<void>((resolve) => (arrive = resolve));
    if (query.unpaid !== '1') isFirst = false;
    return query.unpaid === '1' ? [] : [group(order(1))];
  });
  const { user } = show(<OrdersScreen />, { as: admin, server: [settings, slow] });
  await screen.findByRole('article', { name: 'Table 5' });
  const refresh = screen.getByRole('button', { name: 'Refresh' });

  await user.click(refresh);
  expect(refresh.hasAttribute('data-loading')).toBe(true);
  expect(screen.queryByText('Orders Loaded!')).toBeNull();
  act(arrive);
  await screen.findByText('Orders Loaded!');
  expect(refresh.hasAttribute('data-loading')).toBe(false);
});

test('shows a card for each table and one for each order without a table', async () => {
  const guest = order(3, {
    table_id: null,
    table_title: null,
    floor: null,
    delivery_type: 'delivery',
    customer_type: 'CUSTOMER',
    customer_id: '+12125550111',
    customer_name: 'Maria',
    guest_name: 'Zoë',
    delivery_address: '5 Mill Lane',
    member_name: 'Ben',
  });
  const lines = [
    item(1, { variant_title: 'Large', addons: [{ id: 1, item_id: 1, title: 'Basil' }], notes: 'no salt', status: 'preparing' }),
  ];
  show(<OrdersScreen />, { as: admin, server: [settings, board(group(order(1, { items: lines }), order(2)), group(guest))] });

  const table = within(await screen.findByRole('article', { name: 'Table 5' }));
  const first = within(table.getByRole('region', { name: 'Token 11' }))
    .getByText('Token 11')
    .closest('section')!;
  for (const said of ['Unpaid', '12 min ago', 'Dine-In', 'Walk-in', '2×', 'Pizza – Large', '+ Basil', 'no salt', 'Preparing'])
    expect(first.textContent).toContain(said);
  expect(table.getByRole('region', { name: 'Token 12' })).toBeTruthy();
  const other = screen.getByRole('article', { name: 'Dine Out / Delivery, token 13' });
  expect(within(other).getByRole('heading', { name: 'Dine Out / Delivery' })).toBeTruthy();
  expect(other.textContent).toContain('Delivery · Zoë (Maria) · +12125550111 · by Ben');
  expect(within(other).getByText('5 Mill Lane')).toBeTruthy();
});

test('says that nothing is pending', async () => {
  show(<OrdersScreen />, { as: admin, server: [settings, board()] });

  expect(await screen.findByText('No Orders Pending!')).toBeTruthy();
});

test('refreshing says how it went and keeps what is shown', async () => {
  let isBroken = false;
  const server = [
    settings,
    answers(listOrders, () => {
      if (isBroken) throw new AppError('server_error', 'Something went wrong!');
      return [group(order(1))];
    }),
  ];
  const { user } = show(<OrdersScreen />, { as: admin, server });
  await screen.findByRole('article', { name: 'Table 5' });

  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('Orders Loaded!');
  isBroken = true;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));

  await waitFor(() => expect(screen.getAllByText(/Error loading orders! Please try later!/).length).toBe(2));
  expect(screen.getByRole('article', { name: 'Table 5' })).toBeTruthy();
});

test('each member is offered what the server would do for them', async () => {
  const server = [settings, board(group(order(1)))];
  const seller = show(<OrdersScreen />, { as: staff('POS'), server });
  expect(await menuOf(seller.user, 'Actions for Table 5')).toEqual(['Print Receipt', 'Complete', 'Pay & Complete', 'Cancel']);
  seller.unmount();

  const runner = show(<OrdersScreen />, { as: staff('ORDER_STATUS'), server });
  expect(await menuOf(runner.user, 'Change Pizza')).toEqual(['Preparing', 'Complete', 'Delivered', 'Cancel']);
  expect(screen.queryByRole('button', { name: 'Actions for Table 5' })).toBeNull();
  runner.unmount();

  show(<OrdersScreen />, { as: staff('ORDER_STATUS_DISPLAY'), server });
  await screen.findByRole('article', { name: 'Table 5' });
  expect(screen.queryByRole('button', { name: /^(Actions|Change)/ })).toBeNull();
});

test('a cancelled item is struck from the choices', async () => {
  show(<OrdersScreen />, { as: admin, server: [settings, board(group(order(1, { items: [item(1, { status: 'cancelled' }), item(2)] })))] });

  await screen.findByText('Cancelled');
  expect(screen.getAllByRole('button', { name: 'Change Pizza' })).toHaveLength(1);
});

test('sets the status of an item and reads the board again', async () => {
  let status: OrderItem['status'] = 'created';
  const server = [
    settings,
    answers(listOrders, () => [group(order(1, { items: [item(7, { status })] }))]),
    answers(updateItemStatus, ({ params, body }) => {
      expect(params.id).toBe('7');
      status = body.status;
      return done('Status updated.');
    }),
  ];
  const { user } = show(<OrdersScreen />, { as: admin, server });

  await choose(user, 'Change Pizza', 'Delivered');

  expect((await screen.findAllByText('Status updated.')).length).toBe(1);
  expect(await screen.findByText('Delivered')).toBeTruthy();
});

test('of two statuses in a row the second is sent when the first is answered; other items wait for neither', async () => {
  const sent: unknown[] = [];
  const held: (() => void)[] = [];
  const server = [
    settings,
    board(group(order(1, { items: [item(7), item(8, { item_title: 'Soup' })] }))),
    answers(updateItemStatus, async ({ params, body }) => {
      sent.push([params.id, body.status]);
      await new Promise<void>((resolve) => held.push(resolve));
      return done('Status updated.');
    }),
  ];
  const { user } = show(<OrdersScreen />, { as: admin, server });

  await choose(user, 'Change Pizza', 'Preparing');
  await choose(user, 'Change Pizza', 'Delivered');
  await choose(user, 'Change Soup', 'Delivered');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    ['7', 'preparing'],
    ['8', 'delivered'],
  ]);

  held.shift()?.();
  await waitFor(() => expect(sent[2]).toEqual(['7', 'delivered']));
});

test('a new order appears by itself; a burst of announcements loads little', async () => {
  let loads = 0;
  const server = [
    settings,
    answers(listOrders, ({ query }) => (query.unpaid ? [] : [group(...Array.from({ length: ++loads }, (_, place) => order(place + 1)))])),
  ];
  const { announce } = show(<OrdersScreen />, { as: admin, server });
  await screen.findByText('Token 11');

  announce({ type: 'reservation_update', payload: { reservationId: 1 }, seq: 0, late: false });
  announce({ type: 'new_qrorder', payload: { orderId: 1 }, seq: 0, late: false });
  expect(loads).toBe(1);
  for (let seq = 1; seq <= 30; seq += 1) announce({ type: 'order_update', payload: { orderIds: [1] }, seq, late: false });
  announce({ type: 'new_order', payload: { tokenNo: 12, orderId: 2 }, seq: 31, late: false });

  await screen.findByText('Token 12');
  expect(loads).toBe(2);
});

test('a customer who is renamed is renamed on the cards', async () => {
  let customer_name = 'Maria';
  const server = [
    settings,
    answers(listOrders, ({ query }) => (query.unpaid ? [] : [group(order(1, { customer_type: 'CUSTOMER', customer_name }))])),
  ];
  const { announce } = show(<OrdersScreen />, { as: admin, server });
  await screen.findByText(/Maria/);

  customer_name = 'Mariam';
  announce({ type: 'customer_update', payload: { customerId: 1 }, seq: 1, late: false });

  expect(await screen.findByText(/Mariam/)).toBeTruthy();
});

test('after an announcement the screen asks for the orders that it names and no others; who has left the board goes', async () => {
  const kept = new Map([1, 2, 3].map((id) => [id, order(id, { table_id: id, table_title: `Table ${id}` })]));
  const asked: (string | undefined)[] = [];
  const server = [
    settings,
    answers(listOrders, ({ query }) => {
      asked.push(query.ids);
      const ids = query.ids === undefined ? [...kept.keys()] : query.ids.split(',').map(Number);
      return ids.flatMap((id) => kept.get(id) ?? []).map((one) => group(one));
    }),
  ];
  const { announce } = show(<OrdersScreen />, { as: admin, server });
  await screen.findByText('Token 11');

  kept.delete(1);
  kept.set(2, order(2, { table_id: 2, table_title: 'Table 2', payment_status: 'paid' }));
  kept.set(4, order(4, { table_id: 3, table_title: 'Table 3' }));
  announce({ type: 'order_update', payload: { orderIds: [1, 2] }, seq: 1, late: false });
  announce({ type: 'new_order', payload: { tokenNo: 14, orderId: 4 }, seq: 2, late: false });

  await waitFor(() => expect(screen.queryByRole('article', { name: 'Table 1' })).toBeNull());
  expect(within(screen.getByRole('article', { name: 'Table 2' })).getByText('Paid')).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Table 3' }).textContent).toMatch(/Token 13.*Token 14/);
  expect(asked).toEqual([undefined, '1,2,4']);
  announce({ type: 'order_update', payload: { orderIds: [2] }, seq: 3, late: true });
  await waitFor(() => expect(asked).toEqual([undefined, '1,2,4', undefined]));
});
