import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { listColleagues } from '#contract/approvals.ts';
import { AppError } from '#contract/errors.ts';
import {
  acknowledgeCancelled,
  getKitchenBoard,
  listFinishedOrders,
  updateKitchenItems,
  recallItems,
  updateKitchenStatus,
} from '#contract/kitchen.ts';
import { toggleSoldOut } from '#contract/menu-items.ts';
import type { KitchenOrder } from '#contract/orders.ts';
import { listStations } from '#contract/stations.ts';
import { markTicketsSeen, type Ticket } from '#contract/tickets.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { played, turnSound, withSound } from '#web/platform/testing-sound.ts';
import { KitchenScreen } from './KitchenScreen.tsx';
import { DOUBLE_TOUCH_MS } from './touches.ts';

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
const boardOf = (orders: KitchenOrder[]) => ({ now: new Date().toISOString(), warnMinutes: 10, lateMinutes: 20, orders });
const passing = (orders: () => KitchenOrder[]) => answers(getKitchenBoard, () => boardOf(orders()));
const pass = (...orders: KitchenOrder[]) => passing(() => orders);
const cook = { role: 'user' as const, scopes: ['KITCHEN'] as const };
const display = { role: 'user' as const, scopes: ['KITCHEN_DISPLAY'] as const };

const NOTES = 2; // of a new order
const CANCELLED = [440, 293.66, 220];

withSound();

test('shows a ticket for each order: token, place, age and what to cook', async () => {
  const lines = [
    item(1, { variant_title: 'Large', addons: [{ id: 1, item_id: 1, title: 'Basil' }], notes: 'no salt' }),
    item(2, { item_title: 'Soup', status: 'preparing' }),
    item(3, { item_title: 'Cake', status: 'cancelled' }),
  ];
  const away = { table_id: null, table_title: null, floor: null, delivery_type: 'takeaway' };
  const guest = order(13, { ...away, customer_type: 'CUSTOMER', customer_name: 'Martin Shaw', guest_name: 'Zoë Hart' });
  show(<KitchenScreen />, { as: cook, server: [pass(order(12, { date: minutesAgo(25), items: lines, member_name: 'Ben' }), guest)] });

  const ticket = await screen.findByRole('article', { name: 'Token 12' });
  for (const said of ['Table 5', 'Dine-In', 'Ben', '25 min', '2×', 'Pizza', 'Large', '+ Basil', 'no salt', 'Cancelled'])
    expect(ticket.textContent).toContain(said);
  expect(within(ticket).getByText('Overdue')).toBeTruthy();
  expect(
    within(ticket)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['', 'Start Making', 'Complete', 'Got it']);
  // whose bag it is
  for (const said of ['Take Away', 'Zoë Hart (Martin Shaw)'])
    expect(screen.getByRole('article', { name: 'Token 13' }).textContent).toContain(said);
});

test('Refresh is busy while it loads, and says when it has', async () => {
  let arrive = () => {};
  let wait: Promise<void> | undefined;
  const slow = answers(getKitchenBoard, async () => {
    await wait;
    return boardOf([order(12)]);
  });
  const { user } = show(<KitchenScreen />, { as: cook, server: [slow] });
  await screen.findByRole('article', { name: 'Token 12' });
  const refresh = screen.getByRole('button', { name: 'Refresh' });

  wait = new Promise((resolve) => (arrive = resolve));
  await user.click(refresh);
  expect(refresh.hasAttribute('data-loading')).toBe(true);
  act(arrive);
  await screen.findByText('Orders Loaded!');
  expect(refresh.hasAttribute('data-loading')).toBe(false);
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
      answers(getKitchenBoard, () => {
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
    passing(() => [order(12, { items: [item(1, { status })] })]),
    answers(updateKitchenStatus, ({ body }) => {
      status = body.status;
      return touched();
    }),
  ];
  const { user } = show(<KitchenScreen />, { as: cook, server });

  // at once, one after the other: a search by role takes longer on a busy machine than two touches are apart
  fireEvent.click(await screen.findByRole('button', { name: 'Start Making' }));
  fireEvent.click(screen.getByText('Complete').closest('button')!);
  await waitFor(() => expect(touched).toHaveBeenCalledOnce());

  await act(() => new Promise((resolve) => setTimeout(resolve, 600)));
  await user.click(screen.getByRole('button', { name: 'Complete' }));
  await screen.findByText('Completed');
  expect(touched).toHaveBeenCalledTimes(2);
});

/** One item, whose touches are answered when the test says so; `stored` is what the server has. */
const holding = () => {
  const sent: string[] = [];
  const held: (() => void)[] = [];
  let status: Item['status'] = 'created';
  const server = [
    passing(() => [order(12, { items: [item(1, { status })] })]),
    answers(updateKitchenStatus, async ({ body }) => {
      sent.push(body.status);
      await new Promise<void>((resolve) => held.push(resolve));
      status = body.status;
      return { success: true as const, message: 'Status updated.' };
    }),
  ];
  return { sent, server, stored: () => status, answer: () => act(async () => held.shift()?.()) };
};

test('a later touch of an item whose first is still on its way is sent behind it, and shown', async () => {
  const { sent, server, stored, answer } = holding();
  const { user } = show(<KitchenScreen />, { as: cook, server });

  await user.click(await screen.findByRole('button', { name: 'Start Making' }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 600)));
  await user.click(screen.getByRole('button', { name: 'Complete' }));
  expect(await screen.findByText('Completed')).toBeTruthy();
  expect(sent).toEqual(['preparing']);

  await answer();
  await waitFor(() => expect(sent).toEqual(['preparing', 'completed']));
  expect(screen.getByText('Completed')).toBeTruthy();
  await answer();
  await waitFor(() => expect(stored()).toBe('completed'));
  expect(screen.getByText('Completed')).toBeTruthy();
});

test('a touch whose screen was left is shown when it is opened again, and the next one is sent behind it', async () => {
  const { sent, server, stored, answer } = holding();
  const first = show(<KitchenScreen />, { as: cook, server });
  await first.user.click(await screen.findByRole('button', { name: 'Start Making' }));
  await waitFor(() => expect(sent).toEqual(['preparing']));
  first.unmount();

  const { user } = show(<KitchenScreen />, { as: cook, server });
  await user.click(await screen.findByRole('button', { name: 'Complete' }));
  expect(await screen.findByText('Completed')).toBeTruthy();
  expect(sent).toEqual(['preparing']);
  await answer();
  await waitFor(() => expect(sent).toEqual(['preparing', 'completed']));
  expect(screen.getByText('Completed')).toBeTruthy();
  await answer();
  await waitFor(() => expect(stored()).toBe('completed'));
});

test('a finger does what the button said when it came down, however another display acts meanwhile', async () => {
  const touched = vi.fn(() => ({ success: true as const, message: 'Status updated.' }));
  let status: Item['status'] = 'created';
  const server = [passing(() => [order(12, { items: [item(1, { status })] })]), answers(updateKitchenStatus, touched)];
  const { announce } = show(<KitchenScreen />, { as: cook, server });
  const start = await screen.findByRole('button', { name: 'Start Making' });
  const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 600)));

  fireEvent.pointerDown(start, { pointerId: 7 });
  status = 'preparing';
  announce(update(5));
  const complete = await screen.findByRole('button', { name: 'Complete' });
  await rest();
  fireEvent.pointerUp(complete, { pointerId: 7 });
  fireEvent.click(complete, { detail: 1 });
  expect(touched).not.toHaveBeenCalled();

  status = 'created';
  announce(update(6));
  const again = await screen.findByRole('button', { name: 'Start Making' });
  fireEvent.pointerDown(again, { pointerId: 8 });
  fireEvent.pointerUp(again, { pointerId: 8 });
  fireEvent.click(again, { detail: 1 });
  expect(touched).not.toHaveBeenCalled();

  await rest();
  fireEvent.pointerDown(again, { pointerId: 9 });
  fireEvent.pointerUp(again, { pointerId: 9 });
  fireEvent.click(again, { detail: 1 });
  await waitFor(() => expect(touched).toHaveBeenCalledOnce());
});

test('a display that hears nothing says so in its own bar and looks by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    const orders = [order(12)];
    show(<KitchenScreen />, { as: cook, server: [passing(() => [...orders])], connection: 'offline' });
    await screen.findByRole('article', { name: 'Token 12' });
    expect(screen.getByRole('alert').textContent).toBe('Offline: new orders do not arrive');

    orders.push(order(13));
    await act(() => vi.advanceTimersByTimeAsync(5100));
    expect(await screen.findByRole('article', { name: 'Token 13' })).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

test('a board that could not be loaded is asked for again by itself, also while the display hears', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    let isDown = false;
    const orders = [order(12)];
    const server = [
      answers(getKitchenBoard, () => {
        if (isDown) throw new AppError('server_error', 'Something went wrong!');
        return boardOf([...orders]);
      }),
    ];
    const { announce } = show(<KitchenScreen />, { as: cook, server });
    await screen.findByRole('article', { name: 'Token 12' });

    isDown = true;
    orders.push(order(13));
    announce({ type: 'new_order', payload: { tokenNo: 13, orderId: 13 }, seq: 1, late: false });
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.queryByRole('article', { name: 'Token 13' })).toBeNull();

    isDown = false;
    await act(() => vi.advanceTimersByTimeAsync(5100));
    expect(await screen.findByRole('article', { name: 'Token 13' })).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

test('what was announced while another screen was open is there at once on coming back', async () => {
  const orders = [order(12)];
  const screens = (
    <>
      <Link to="/orders">Orders</Link>
      <Link to="/">Kitchen</Link>
      <Routes>
        <Route path="/" element={<KitchenScreen />} />
        <Route path="/orders" element={<p>Another screen</p>} />
      </Routes>
    </>
  );
  const { user } = show(screens, { as: cook, server: [passing(() => [...orders])] });
  await screen.findByRole('article', { name: 'Token 12' });

  await user.click(screen.getByRole('link', { name: 'Orders' }));
  orders.push(order(13));
  await user.click(screen.getByRole('link', { name: 'Kitchen' }));
  expect(await screen.findByRole('article', { name: 'Token 13' })).toBeTruthy();
});

test('a cancelled line keeps its height while a finger is on the screen', async () => {
  let orders = [order(12, { items: [item(1), item(2, { item_title: 'Cake' })] })];
  const { announce } = show(<KitchenScreen />, { as: cook, server: [passing(() => orders)] });
  await screen.findByText('1 order');
  const cake = () => screen.getByText('Cake').closest('li')!;

  fireEvent.pointerDown(screen.getByText('1 order'), { pointerId: 7 });
  orders = [order(12, { items: [item(1), item(2, { item_title: 'Cake', status: 'cancelled' })] })];
  announce(update(5));
  await within(cake()).findByRole('button', { name: 'Got it' });
  // struck out, with a button in the place of the other, and nothing more
  expect(cake().textContent).toBe('2×CakeGot it');

  fireEvent.pointerUp(screen.getByText('1 order'), { pointerId: 7 });
  await settle();
  expect(cake().textContent).toContain('Cancelled');
});

const arrival = (seq: number, late = false) => ({ type: 'new_order' as const, payload: { tokenNo: seq, orderId: seq }, seq, late });

test('asks for its tickets when orders change or too much was missed, and not for customers, reservations and waiting diners', async () => {
  let loads = 0;
  const { announce } = show(<KitchenScreen />, { as: cook, server: [passing(() => [order(12 + loads++)])] });
  await screen.findByRole('article', { name: 'Token 12' });

  announce({ type: 'customer_update', payload: { customerId: 1 }, seq: 1, late: false });
  announce({ type: 'reservation_update', payload: { reservationId: 1 }, seq: 2, late: false });
  announce({ type: 'new_qrorder', payload: { orderId: 1 }, seq: 3, late: false });
  await settle();
  expect(loads).toBe(1);
  announce({ type: 'reload', payload: undefined, seq: 4, late: true });
  await screen.findByRole('article', { name: 'Token 13' });
});

test('a new ticket appears by itself, with one sound for each order', async () => {
  const orders = [order(12)];
  const { announce, user } = show(<KitchenScreen />, { as: cook, server: [passing(() => [...orders])] });
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

test('the bell of a station rings for its own tickets, also when one is sent again, and not for every order of the house', async () => {
  localStorage.setItem('comanda_kitchen_station', '7');
  const ticket = (id: number, more: Partial<Ticket> = {}): Ticket => ({
    ticket_id: id * 10,
    order_id: id,
    token_no: id,
    station_id: 7,
    station_title: 'Grill',
    kind: 'new',
    lines: [{ line_id: id * 100, item_title: 'Pizza', variant_title: null, quantity: 2, notes: null, addons: null }],
    table_title: 'Table 5',
    delivery_type: 'dinein',
    created_at: minutesAgo(0),
    state: 'queued',
    seen_at: null,
    seen_by: null,
    ...more,
  });
  let [orders, tickets] = [[order(12)], [ticket(12)]];
  const station = { id: 7, title: 'Grill', position: 1, isFallback: true, ackSeconds: 10, printerId: null, backupPrinterId: null };
  const server = [
    answers(listStations, () => [{ ...station, isWatched: true, isLost: false }]),
    answers(getKitchenBoard, () => ({ ...boardOf(orders), tickets })),
    answers(markTicketsSeen, ({ body }) => {
      tickets = tickets.filter(({ ticket_id: id }) => !(body.ticketIds as number[]).includes(id));
      return { success: true as const, message: 'Seen.' };
    }),
  ];
  const { announce, user } = show(<KitchenScreen />, { as: cook, server });
  await screen.findByRole('article', { name: 'Token 12' });
  await user.click(screen.getByRole('heading', { name: 'Kitchen' }));
  const reload = async (seq: number) => {
    announce({ type: 'reload', payload: undefined, seq, late: false });
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  };
  // an order of the bar's
  announce(arrival(5));
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(played).toEqual([]);

  orders = [order(12), order(13)];
  tickets = [ticket(13)];
  await reload(6);
  expect(played).toHaveLength(NOTES);
  await reload(7);
  expect(played).toHaveLength(NOTES);
  // seen, gone, and sent again
  await waitFor(() => expect(tickets).toEqual([]), { timeout: 5000 });
  await reload(8);
  tickets = [ticket(13)];
  await reload(9);
  expect(played).toHaveLength(2 * NOTES);
  // what was cancelled has a sound of its own
  tickets = [ticket(14, { kind: 'void' })];
  await reload(10);
  expect(played).toHaveLength(2 * NOTES);
  tickets = [ticket(15, { kind: 'recall' })];
  await reload(11);
  expect(played).toHaveLength(3 * NOTES);
});

test('a ticket that was seen rings once, also where an answer that left the server before brings it back', async () => {
  localStorage.setItem('comanda_kitchen_station', '7');
  const ticket: Ticket = {
    ticket_id: 130,
    order_id: 13,
    token_no: 13,
    station_id: 7,
    station_title: 'Grill',
    kind: 'new',
    lines: [{ line_id: 1300, item_title: 'Pizza', variant_title: null, quantity: 2, notes: null, addons: null }],
    table_title: 'Table 5',
    delivery_type: 'dinein',
    created_at: minutesAgo(0),
    state: 'queued',
    seen_at: null,
    seen_by: null,
  };
  const seen = Promise.withResolvers<void>();
  const older = Promise.withResolvers<void>();
  const told: number[] = [];
  let [orders, tickets, asked] = [[order(12)], [] as Ticket[], 0];
  const station = { id: 7, title: 'Grill', position: 1, isFallback: true, ackSeconds: 10, printerId: null, backupPrinterId: null };
  const { announce, user } = show(<KitchenScreen />, {
    as: cook,
    server: [
      answers(listStations, () => [{ ...station, isWatched: true, isLost: false }]),
      answers(getKitchenBoard, async ({ query: { ids } }) => {
        const was = { ...boardOf(orders.filter(({ id }) => !ids || ids.split(',').includes(String(id)))), tickets };
        asked += 1;
        // the answer about order 12 is read before the ticket is seen, and comes after
        if (ids === '12' && told.length === 0) await older.promise;
        return was;
      }),
      answers(markTicketsSeen, async ({ body }) => {
        const ids = body.ticketIds as number[];
        if (ids.length > 0) await seen.promise;
        told.push(...ids);
        tickets = tickets.filter(({ ticket_id: id }) => !ids.includes(id));
        return { success: true as const, message: 'Seen.' };
      }),
    ],
  });
  await screen.findByRole('article', { name: 'Token 12' });
  await user.click(screen.getByRole('heading', { name: 'Kitchen' }));
  orders = [order(12), order(13)];
  tickets = [ticket];
  announce({ type: 'reload', payload: undefined, seq: 6, late: false });
  await screen.findByRole('article', { name: 'Token 13' });
  await waitFor(() => expect(played).toHaveLength(NOTES));
  const before = asked;
  announce({ type: 'order_update', payload: { orderIds: [12] }, seq: 7, late: false });
  await waitFor(() => expect(asked).toBeGreaterThan(before));
  seen.resolve();
  await waitFor(() => expect(told).toEqual([130]), { timeout: 15_000 });
  await settle();
  older.resolve();
  // asked once more
  await waitFor(() => expect(asked).toBeGreaterThan(before + 1));
  await settle();
  expect([played.length, told]).toEqual([NOTES, [130]]);
});

test('a kitchen that covers the frame has the lock; within the frame it is the frame that has it', async () => {
  const { user } = show(<KitchenScreen />, {
    as: { role: 'user', scopes: ['KITCHEN', 'POS'] },
    server: [pass(order(12)), answers(listColleagues, () => [{ username: 'mara', name: 'Mara', photo: null, has_pin: true }])],
  });
  const lock = { name: 'Lock, or switch user' };
  const full = await screen.findByRole('button', { name: 'Full screen' });
  await user.click(full);
  await screen.findByRole('button', lock);
  await user.click(full);
  expect(screen.queryByRole('button', lock)).toBeNull();
  await user.click(full);
  await user.click(screen.getByRole('button', lock));
  expect(localStorage.getItem('comanda_locked')).toBe('"/"');
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
  act(() => turnSound('suspended'));
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

const update = (seq: number) => ({ type: 'order_update' as const, payload: { orderIds: [12] }, seq, late: false });
/** Longer than tickets stand still after a touch. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 800)));

test('tells ages by the server’s clock and lateness by the store’s minutes', async () => {
  const now = Date.parse('2020-02-02T12:00:00Z');
  const sent = (minutes: number) => ({ date: new Date(now - minutes * 60_000).toISOString() });
  const server = [
    answers(getKitchenBoard, () => ({
      now: new Date().toISOString(),
      warnMinutes: 5,
      lateMinutes: 8,
      orders: [order(1, sent(125)), order(2, sent(8)), order(3, sent(7)), order(4, sent(4))],
    })),
  ];
  show(<KitchenScreen />, { as: cook, server, clock: () => now });

  await screen.findByRole('article', { name: 'Token 1' });
  expect(
    screen.getAllByRole('article').map((ticket) => /\d[^×]*(Waiting|Late|Overdue)/.exec(ticket.querySelector('header')!.textContent)?.[0]),
  ).toEqual([
    expect.stringMatching(/2 h 5 min.*Overdue/),
    expect.stringMatching(/8 min.*Overdue/),
    expect.stringMatching(/7 min.*Late/),
    expect.stringMatching(/4 min.*Waiting/),
  ]);
});

test('a cancelled item sounds once, another sound than a new order, and stays until a cook has seen it', async () => {
  let orders = [order(12, { items: [item(1), item(2, { item_title: 'Cake' })] })];
  const seen = vi.fn(({ body }: { body: object }) => {
    expect(body).toEqual({ itemIds: [2] });
    orders = [order(12, { items: [item(1)] })];
    return { success: true as const, message: 'Seen.' };
  });
  const { user, announce } = show(<KitchenScreen />, { as: cook, server: [passing(() => orders), answers(acknowledgeCancelled, seen)] });
  await user.click(await screen.findByText('1 order'));

  orders = [order(12, { items: [item(1), item(2, { item_title: 'Cake', status: 'cancelled' })] })];
  announce(update(5));
  const gotIt = await screen.findByRole('button', { name: 'Got it' });
  expect(played).toEqual(CANCELLED);
  announce(update(6));
  // nor is a touch taken right after the button has changed
  await act(() => new Promise((resolve) => setTimeout(resolve, 600)));
  expect(played).toEqual(CANCELLED);

  await user.click(gotIt);
  expect(seen).toHaveBeenCalledOnce();
  await settle();
  expect(screen.queryByText('Cake')).toBeNull();
  expect(screen.getByText('Pizza')).toBeTruthy();
});

test('what was cancelled before the display was opened makes no sound', async () => {
  const { user, announce } = show(<KitchenScreen />, {
    as: cook,
    server: [pass(order(12, { items: [item(1, { status: 'cancelled' })] }))],
  });
  await user.click(await screen.findByText('1 order'));
  announce(update(5));
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));

  expect(within(screen.getByRole('article', { name: 'Token 12' })).getAllByText('Cancelled')).toHaveLength(2);
  expect(played).toEqual([]);
});

test('no ticket moves while a finger is on the screen, nor a moment after', async () => {
  let orders = [order(12), order(13)];
  const { announce } = show(<KitchenScreen />, { as: cook, server: [passing(() => orders)] });
  await screen.findByRole('article', { name: 'Token 12' });
  const tokens = () => screen.getAllByRole('article').map((ticket) => ticket.getAttribute('aria-label'));

  fireEvent.pointerDown(screen.getByText('2 orders'), { pointerId: 7 });
  orders = [order(11), order(13), order(14)];
  announce(update(5));
  await screen.findByRole('article', { name: 'Token 14' });
  expect(tokens()).toEqual(['Token 12', 'Token 13', 'Token 11', 'Token 14']);

  fireEvent.pointerUp(document.body, { pointerId: 7 });
  expect(tokens()).toEqual(['Token 12', 'Token 13', 'Token 11', 'Token 14']);
  await settle();
  expect(tokens()).toEqual(['Token 11', 'Token 13', 'Token 14']);
});

test('counts what is still to make over all tickets, with variants; the choice is remembered', async () => {
  const large = { variant_id: 3, variant_title: 'Large' };
  const orders = [
    order(12, { items: [item(1), item(2, large), item(3, { status: 'completed' })] }),
    order(13, { items: [item(4, { quantity: 3, status: 'preparing' }), item(5, { status: 'cancelled' })] }),
  ];
  const first = show(<KitchenScreen />, { as: cook, server: [pass(...orders)] });
  await first.user.click(await screen.findByRole('button', { name: 'All day' }));

  const counts = async () =>
    within(await screen.findByRole('region', { name: 'All day' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(await counts()).toEqual(['5×Pizza3 started', '2×PizzaLarge']);
  first.unmount();

  const second = show(<KitchenScreen />, { as: cook, server: [pass(...orders)] });
  await screen.findByText('2 orders');
  expect(await counts()).toHaveLength(2);
  await second.user.click(screen.getByRole('button', { name: 'All day', pressed: true }));
  expect(screen.queryByRole('region', { name: 'All day' })).toBeNull();
});

test('what is out is marked where it is counted, with one touch back, and stands there until it is available again', async () => {
  const asked: unknown[] = [];
  const sell = answers(toggleSoldOut, ({ params, body }) => {
    asked.push([params.id, body.isSoldOut]);
    return { success: true as const, message: body.isSoldOut ? 'Pizza is sold out for today.' : 'Pizza is back on the menu.' };
  });
  const first = show(<KitchenScreen />, { as: cook, server: [pass(order(12)), sell] });
  await first.user.click(await screen.findByRole('button', { name: 'All day' }));
  await first.user.click(await screen.findByRole('button', { name: 'Sold out: Pizza' }));
  await screen.findByText('Pizza is sold out for today.');
  expect(await screen.findByRole('button', { name: 'Available again: Pizza' })).toBeTruthy();
  await first.user.click(screen.getByRole('button', { name: 'Undo' }));

  await screen.findByText('Pizza is back on the menu.');
  expect(asked).toEqual([
    ['1', true],
    ['1', false],
  ]);
  expect(screen.queryByRole('button', { name: 'Available again: Pizza' })).toBeNull();
  first.unmount();

  // who only looks marks nothing
  show(<KitchenScreen />, { as: display, server: [pass(order(12)), sell] });
  await screen.findByRole('region', { name: 'All day' });
  expect(screen.queryByRole('button', { name: 'Sold out: Pizza' })).toBeNull();
});

test('large type is remembered', async () => {
  const first = show(<KitchenScreen />, { as: cook, server: [pass(order(12))] });
  await first.user.click(await screen.findByRole('button', { name: 'Large type', pressed: false }));
  first.unmount();

  show(<KitchenScreen />, { as: cook, server: [pass(order(12))] });
  const large = await screen.findByRole('button', { name: 'Large type', pressed: true });
  await first.user.click(large);
  await first.user.click(screen.getByRole('button', { name: 'Very large type', pressed: true }));
  expect(screen.getByRole('button', { name: 'Large type', pressed: false })).toBeTruthy();
});

test('covers the page with the kitchen where the browser has no full screen', async () => {
  // for who has other places to go to; a cook's display begins so
  const chef = { role: 'user' as const, scopes: ['KITCHEN', 'POS'] as const };
  const { user, unmount } = show(<KitchenScreen />, { as: chef, server: [pass(order(12))] });
  await user.click(await screen.findByRole('button', { name: 'Full screen', pressed: false }));
  await user.click(screen.getByRole('button', { name: 'Full screen', pressed: true }));
  expect(screen.getByRole('button', { name: 'Full screen', pressed: false })).toBeTruthy();
  unmount();
  localStorage.clear();
  show(<KitchenScreen />, { as: cook, server: [pass(order(12))] });
  expect(await screen.findByRole('button', { name: 'Full screen', pressed: true })).toBeTruthy();
});

const four = () => ['Pizza', 'Soup', 'Cake', 'Tea'].map((item_title, at) => item(at + 1, { item_title, order_id: 12 }));
/** Answers a ticket of four lines that moves as the kitchen says, and what was asked for. */
const moving = () => {
  let lines = four();
  const asked: object[] = [];
  const move = answers(updateKitchenItems, ({ body }) => {
    asked.push(body);
    lines = lines.map((line) => (body.itemIds.includes(line.id) ? { ...line, status: body.status } : line));
    return { success: true as const, message: 'Done.' };
  });
  return {
    asked,
    server: [passing(() => (lines.every(({ status }) => status === 'completed') ? [] : [order(12, { items: lines })])), move],
  };
};

test('a ticket of four lines takes two touches of its head, and one where nobody says that they begin', async () => {
  const two = moving();
  const { user, unmount } = show(<KitchenScreen />, { as: cook, server: two.server });
  await user.click(await screen.findByRole('button', { name: 'Start ticket 12' }));
  const complete = await screen.findByRole('button', { name: 'Complete ticket 12' });
  await new Promise((resolve) => setTimeout(resolve, DOUBLE_TOUCH_MS + 20));
  await user.click(complete);
  await screen.findByText('No Orders Pending!', {}, { timeout: 5000 });
  expect(two.asked).toEqual(['preparing', 'completed'].map((status) => ({ itemIds: [1, 2, 3, 4], status })));
  unmount();

  const one = moving();
  const second = show(<KitchenScreen />, { as: cook, server: one.server });
  await second.user.click(await screen.findByRole('button', { name: 'One touch' }));
  expect(screen.queryByRole('button', { name: 'Start Making' })).toBeNull();
  await new Promise((resolve) => setTimeout(resolve, DOUBLE_TOUCH_MS + 20));
  await second.user.click(screen.getByRole('button', { name: 'Complete ticket 12' }));
  await screen.findByText('No Orders Pending!', {}, { timeout: 5000 });
  expect(one.asked).toEqual([{ itemIds: [1, 2, 3, 4], status: 'completed' }]);
});

test('what is made shrinks to a row without a button', async () => {
  const lines = [item(1, { item_title: 'Soup', status: 'completed', notes: 'no cream' }), item(2)];
  show(<KitchenScreen />, { as: cook, server: [pass(order(12, { items: lines }))] });
  const made = within(await screen.findByRole('article', { name: 'Token 12' })).getAllByRole('listitem')[0]!;
  expect(made.textContent).toBe('2× Soup');
  expect(within(made).getByRole('img', { name: 'Completed' })).toBeTruthy();
});

test('a touch that nobody answers says so', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const slow = answers(updateKitchenItems, async () => (await held, { success: true as const, message: 'Started.' }));
  const { user } = show(<KitchenScreen />, { as: cook, server: [pass(order(12, { items: four() })), slow] });
  const start = await screen.findByRole('button', { name: 'Start ticket 12' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await user.click(start);
  await act(() => vi.advanceTimersByTimeAsync(5100));
  expect(screen.getByRole('alert').textContent).toBe('No answer yet: what you touched is not stored');
  vi.useRealTimers();
  await act(async () => answer());
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

/** What was finished, by one look at the clock: a millisecond between two would make 2 minutes of 3. */
const finished = () => {
  const now = Date.now();
  return { now: new Date(now).toISOString(), orders: finishedOrders(now) };
};
const finishedOrders = (now: number) => [
  {
    ...order(14, { table_title: null, table_id: null, delivery_type: 'delivery' }),
    finished_at: new Date(now - 3 * 60_000).toISOString(),
    items: [
      { ...item(1, { status: 'completed' }), is_recallable: true },
      { ...item(2, { item_title: 'Cake', status: 'completed' }), is_recallable: true },
    ],
  },
  {
    ...order(9, { status: 'completed' }),
    finished_at: new Date(now - 9 * 60_000).toISOString(),
    items: [{ ...item(3, { status: 'completed' }), is_recallable: false }],
  },
];

test('what was finished last can be looked at again and taken back, an item or all', async () => {
  const recalled = vi.fn((_: { body: object }) => ({ success: true as const, message: 'Item recalled.' }));
  const server = [pass(order(12)), answers(listFinishedOrders, finished), answers(recallItems, recalled)];
  const { user } = show(<KitchenScreen />, { as: cook, server });
  await user.click(await screen.findByRole('button', { name: 'Recall' }));
  const dialog = await screen.findByRole('dialog', { name: 'Recall' });
  const [latest, closed] = await within(dialog).findAllByRole('article');
  expect(latest!.textContent).toContain('Delivery · 3 min ago');
  expect(closed!.textContent).toContain('This order is closed and can only be looked at.');
  expect(within(closed!).queryByRole('button')).toBeNull();

  await user.click(within(latest!).getAllByRole('button', { name: 'Recall' })[1]!);
  expect(recalled.mock.lastCall?.[0].body).toEqual({ itemIds: [2] });
  await screen.findByText('Item recalled.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Recall' }));
  await user.click(await screen.findByRole('button', { name: 'Recall all' }));
  expect(recalled.mock.lastCall?.[0].body).toEqual({ itemIds: [1, 2] });
});

test('a station recalls what it made itself', async () => {
  localStorage.setItem('comanda_kitchen_station', '7');
  const asked = vi.fn((_: { query: object }) => finished());
  const station = { id: 7, title: 'Grill', position: 1, isFallback: true, ackSeconds: 10, printerId: null, backupPrinterId: null };
  const server = [
    pass(order(12)),
    answers(listStations, () => [{ ...station, isWatched: true, isLost: false }]),
    answers(listFinishedOrders, asked),
  ];
  const { user } = show(<KitchenScreen />, { as: cook, server });
  await screen.findByRole('button', { name: 'Grill' });
  await user.click(screen.getByRole('button', { name: 'Recall' }));
  await screen.findByRole('button', { name: 'Recall all' });
  expect(asked.mock.lastCall?.[0].query).toEqual({ station: '7' });
});

test('a recall that is under way cannot be left as if it were stopped', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const server = [
    pass(order(12)),
    answers(listFinishedOrders, finished),
    answers(recallItems, async () => {
      await held;
      return { success: true as const, message: 'Item recalled.' };
    }),
  ];
  const { user } = show(<KitchenScreen />, { as: cook, server });
  await user.click(await screen.findByRole('button', { name: 'Recall' }));
  await user.click(await screen.findByRole('button', { name: 'Recall all' }));

  const [, close] = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Close' });
  expect(close?.disabled).toBe(true);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Recall' })).toBeTruthy();
  await act(async () => answer());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('says that nothing can be recalled, and why a recall was refused', async () => {
  let { orders } = finished();
  const server = [
    pass(),
    answers(listFinishedOrders, () => ({ now: new Date().toISOString(), orders })),
    answers(recallItems, () => {
      orders = [];
      throw new AppError('conflict', 'This order is already closed!');
    }),
  ];
  const { user } = show(<KitchenScreen />, { as: cook, server });
  await user.click(await screen.findByRole('button', { name: 'Recall' }));
  await user.click(await screen.findByRole('button', { name: 'Recall all' }));

  expect(await screen.findByText('This order is already closed!')).toBeTruthy();
  expect(await screen.findByText('Nothing was completed here in the last 30 minutes.')).toBeTruthy();
});

test('500 tickets are drawn as far as they are near', async () => {
  show(<KitchenScreen />, { as: cook, server: [pass(...Array.from({ length: 500 }, (_, at) => order(at + 1)))] });
  await screen.findByRole('article', { name: 'Token 1' });

  expect(screen.getByText('500 orders')).toBeTruthy();
  expect(document.querySelectorAll('article').length).toBeLessThan(100);
});

/** Answers as the server does: with ids only these, and of these only what is on the board. */
const asking = (orders: KitchenOrder[], asked: (string | undefined)[] = []) =>
  answers(getKitchenBoard, ({ query }) => {
    asked.push(query.ids);
    const ids = query.ids?.split(',').map(Number);
    return boardOf(orders.filter(({ id }) => !ids || ids.includes(id)));
  });

test('after an announcement the display asks for the orders that it names; a ticket that has left the board goes', async () => {
  const orders = [order(12), order(13), order(14)];
  const asked: (string | undefined)[] = [];
  const { announce } = show(<KitchenScreen />, { as: cook, server: [asking(orders, asked)] });
  await screen.findByRole('article', { name: 'Token 14' });

  orders.splice(1, 1);
  announce({ type: 'order_update', payload: { orderIds: [13] }, seq: 5, late: false });

  await waitFor(() => expect(screen.queryByRole('article', { name: 'Token 13' })).toBeNull());
  expect(screen.getAllByRole('article')).toHaveLength(2);
  expect(asked).toEqual([undefined, '13']);
});

test('an answer that left the server before a touch does not bring the old status back', async () => {
  const orders = [order(12)];
  const shown: string[] = [];
  let release = () => {};
  let isHeld = false;
  const quick = asking(orders);
  const slow = {
    ...quick,
    reply: async (input: object) => {
      const answer = quick.reply(input);
      if ((input as { query: { ids?: string } }).query.ids !== undefined && !isHeld) {
        isHeld = true;
        await new Promise<void>((resolve) => (release = resolve));
      }
      return answer;
    },
  };
  const move = answers(updateKitchenStatus, () => {
    orders[0] = order(12, { items: [item(1200, { status: 'preparing' })] });
    return { success: true as const, message: 'Status updated.' };
  });
  const { user, announce } = show(<KitchenScreen />, { as: cook, server: [slow, move] });
  const start = await screen.findByRole('button', { name: 'Start Making' });
  announce({ type: 'order_update', payload: { orderIds: [12] }, seq: 5, late: false });
  await waitFor(() => expect(isHeld).toBe(true));

  await user.click(start);
  await settle();
  const watch = new MutationObserver(() => shown.push(screen.queryByRole('button', { name: 'Start Making' }) ? 'old' : 'new'));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  await act(async () => release());
  await settle();
  watch.disconnect();

  expect(shown).not.toContain('old');
  expect(screen.getByRole('button', { name: 'Complete' })).toBeTruthy();
});
