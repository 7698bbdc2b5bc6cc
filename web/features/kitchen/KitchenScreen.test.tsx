import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { listKitchenOrders, updateKitchenStatus } from '#contract/kitchen.ts';
import type { KitchenOrder } from '#contract/orders.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { KitchenScreen } from './KitchenScreen.tsx';

type Item = KitchenOrder['items'][number];

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const item = (id: number, extra: Partial<Item> = {}): Item => ({
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
const order = (token: number, extra: Partial<KitchenOrder> = {}): KitchenOrder => ({
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
const pass = (...orders: KitchenOrder[]) => answers(listKitchenOrders, () => orders);
const cook = { role: 'user' as const, scopes: ['KITCHEN'] as const };
const display = { role: 'user' as const, scopes: ['KITCHEN_DISPLAY'] as const };

/** When the notes of a pretend browser begin. A page has one AudioContext for good, so the tests share it. */
const played: number[] = [];
const stateListeners: (() => void)[] = [];
const speaker = {
  state: 'suspended',
  currentTime: 0,
  destination: {},
  addEventListener: (_: string, listener: () => void) => stateListeners.push(listener),
  resume: async () => turn('running'),
  createOscillator: () => ({
    frequency: { value: 0 },
    connect: (next: unknown) => next,
    start: (at: number) => played.push(at),
    stop: () => {},
  }),
  createGain: () => ({
    gain: { setValueAtTime: () => {}, linearRampToValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
    connect: (next: unknown) => next,
  }),
};
const turn = (state: AudioContextState) => {
  speaker.state = state;
  for (const listener of stateListeners) listener();
};
const NOTES = 2; // in a chime

beforeEach(() => {
  played.length = 0;
  vi.stubGlobal('AudioContext', function AudioContext() {
    return speaker;
  });
});
afterEach(() => vi.unstubAllGlobals());

test('shows a ticket for each order: token, place, age and what to cook', async () => {
  const lines = [
    item(1, { variant_title: 'Large', addons: [{ id: 1, item_id: 1, title: 'Basil' }], notes: 'no salt' }),
    item(2, { item_title: 'Soup', status: 'preparing' }),
    item(3, { item_title: 'Cake', status: 'cancelled' }),
  ];
  const guest = order(13, { table_id: null, table_title: null, floor: null, delivery_type: 'takeaway' });
  show(<KitchenScreen />, { as: cook, server: [pass(order(12, { date: minutesAgo(25), items: lines }), guest)] });

  const ticket = await screen.findByRole('article', { name: 'Token 12' });
  for (const said of ['Table 5', 'Dine-In', '25 min', '2×', 'Pizza', 'Large', '+ Basil', 'no salt', 'Cancelled'])
    expect(ticket.textContent).toContain(said);
  expect(within(ticket).getByRole('img', { name: 'Overdue' })).toBeTruthy();
  expect(
    within(ticket)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Start Making', 'Complete']);
  expect(screen.getByRole('article', { name: 'Token 13' }).textContent).toContain('Take Away');
});

test('says that nothing is pending, and that loading failed', async () => {
  const first = show(<KitchenScreen />, { as: cook, server: [pass()] });
  expect(await screen.findByText('No Orders Pending!')).toBeTruthy();
  await first.user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('Orders Loaded!');
  first.unmount();

  show(<KitchenScreen />, {
    as: cook,
    server: [
      answers(listKitchenOrders, () => {
        throw new AppError('server_error', 'Something went wrong!');
      }),
    ],
  });
  expect(await screen.findByText('Error loading orders! Please try later!')).toBeTruthy();
});

test('answers a touch at once, before the server has', async () => {
  let release = () => {};
  const server = [
    pass(order(12)),
    answers(updateKitchenStatus, async ({ params, body }) => {
      expect([params.id, body.status]).toEqual(['1200', 'preparing']);
      await new Promise<void>((resolve) => (release = resolve));
      return { success: true as const, message: 'Status updated.' };
    }),
  ];
  const { user } = show(<KitchenScreen />, { as: display, server });

  await user.click(await screen.findByRole('button', { name: 'Start Making' }));

  expect(screen.getByRole('button', { name: 'Complete' })).toBeTruthy();
  await act(async () => release());
});

test('takes a touch back when the server refuses, and says why', async () => {
  const server = [
    pass(order(12)),
    answers(updateKitchenStatus, () => {
      throw new AppError('conflict', 'Somebody was quicker!');
    }),
  ];
  const { user } = show(<KitchenScreen />, { as: cook, server });

  await user.click(await screen.findByRole('button', { name: 'Start Making' }));

  await screen.findByText('Somebody was quicker!');
  expect(screen.getByRole('button', { name: 'Start Making' })).toBeTruthy();
});

test('a double touch does not complete what it started', async () => {
  const touched = vi.fn(() => ({ success: true as const, message: 'Status updated.' }));
  let status: Item['status'] = 'created';
  const server = [
    answers(listKitchenOrders, () => [order(12, { items: [item(1, { status })] })]),
    answers(updateKitchenStatus, ({ body }) => {
      status = body.status;
      return touched();
    }),
  ];
  const { user } = show(<KitchenScreen />, { as: cook, server });

  await user.click(await screen.findByRole('button', { name: 'Start Making' }));
  await user.click(await screen.findByRole('button', { name: 'Complete' }));
  expect(touched).toHaveBeenCalledOnce();

  await act(() => new Promise((resolve) => setTimeout(resolve, 600)));
  await user.click(screen.getByRole('button', { name: 'Complete' }));
  await screen.findByText('Completed');
  expect(touched).toHaveBeenCalledTimes(2);
});

const arrival = (seq: number, late = false) => ({ type: 'new_order' as const, payload: { tokenNo: seq, orderId: seq }, seq, late });

test('a new ticket appears by itself, with one sound for each order', async () => {
  const orders = [order(12)];
  const { announce, user } = show(<KitchenScreen />, { as: cook, server: [answers(listKitchenOrders, () => [...orders])] });
  await screen.findByRole('article', { name: 'Token 12' });
  await user.click(screen.getByRole('heading', { name: 'Kitchen' }));

  orders.push(order(13));
  announce(arrival(5));
  announce(arrival(5));
  announce({ type: 'order_update', payload: { orderIds: [12] }, seq: 6, late: false });

  await waitFor(() => expect(screen.getByRole('article', { name: 'Token 13' })).toBeTruthy(), { timeout: 900 });
  expect(played).toHaveLength(NOTES);
  announce(arrival(7));
  expect(played).toHaveLength(2 * NOTES);
});

test('orders that were missed sound once together', async () => {
  const { announce, user } = show(<KitchenScreen />, { as: cook, server: [pass(order(12))] });
  await user.click(await screen.findByText('1 order'));

  for (const seq of [5, 6, 7]) announce(arrival(seq, true));

  expect(played).toHaveLength(NOTES);
});

test('a browser that waits for a touch is told so, and the sound can be muted for good', async () => {
  const first = show(<KitchenScreen />, { as: cook, server: [pass(order(12))] });
  await screen.findByText('1 order');
  act(() => turn('suspended'));
  first.announce(arrival(5));
  expect(played).toHaveLength(0);

  await first.user.click(screen.getByRole('button', { name: 'Turn on sound' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn on sound' })).toBeNull());
  await first.user.click(screen.getByRole('switch', { name: 'Sound' }));
  first.announce(arrival(6));
  expect(played).toHaveLength(0);
  first.unmount();

  const second = show(<KitchenScreen />, { as: cook, server: [pass(order(12))] });
  await screen.findByText('1 order');
  expect(screen.getByRole('switch', { name: 'Sound' }).getAttribute('aria-checked')).toBe('false');
  second.announce(arrival(7));
  expect(played).toHaveLength(0);
});
