import { act, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { acknowledgeCancelled, getKitchenBoard } from '#contract/kitchen.ts';
import { listStations } from '#contract/stations.ts';
import { markTicketsSeen, type Ticket } from '#contract/tickets.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { played, turnSound, withSound } from '#web/platform/testing-sound.ts';
import { KitchenScreen } from './KitchenScreen.tsx';
import { minutesAgo, item, order, boardOf, passing, pass, cook, settle, asking } from './testing-kitchen.ts';

const NOTES = 2; // of a new order
const CANCELLED = [440, 293.66, 220];

withSound();

const arrival = (seq: number, late = false) => ({ type: 'new_order' as const, payload: { tokenNo: seq, orderId: seq }, seq, late });

const update = (seq: number) => ({ type: 'order_update' as const, payload: { orderIds: [12] }, seq, late: false });

test('a display that receives nothing says so in its own bar and looks by itself', async () => {
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

test('a board that could not be loaded is asked for again by itself, also while the display is connected', async () => {
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

/** A kitchen with one station, the grill, on a device that shows the station that was chosen (0: all of them). */
const openGrill = async (chosen: string) => {
  localStorage.setItem('comanda_kitchen_station', chosen);
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
  const now = { orders: [order(12)], tickets: [ticket(12)] };
  const station = { id: 7, title: 'Grill', position: 1, isFallback: true, ackSeconds: 10, printerId: null, backupPrinterId: null };
  const server = [
    answers(listStations, () => [{ ...station, isWatched: true, isLost: false }]),
    answers(getKitchenBoard, () => ({ ...boardOf(now.orders), tickets: now.tickets })),
    answers(markTicketsSeen, ({ body }) => {
      now.tickets = now.tickets.filter(({ ticket_id: id }) => !(body.ticketIds as number[]).includes(id));
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
  return { now, ticket, announce, reload };
};

test('the bell of a station rings for its own tickets, also when one is sent again, and not for every order of the house', async () => {
  const { now, ticket, announce, reload } = await openGrill('7');
  // an order of the bar's
  announce(arrival(5));
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(played).toEqual([]);

  now.orders = [order(12), order(13)];
  now.tickets = [ticket(13)];
  await reload(6);
  expect(played).toHaveLength(NOTES);
  await reload(7);
  expect(played).toHaveLength(NOTES);
  // seen, gone, and sent again
  await waitFor(() => expect(now.tickets).toEqual([]), { timeout: 5000 });
  await reload(8);
  now.tickets = [ticket(13)];
  await reload(9);
  expect(played).toHaveLength(2 * NOTES);
  // what was cancelled has a sound of its own
  now.tickets = [ticket(14, { kind: 'void' })];
  await reload(10);
  expect(played).toHaveLength(2 * NOTES);
  now.tickets = [ticket(15, { kind: 'recall' })];
  await reload(11);
  expect(played).toHaveLength(3 * NOTES);
});

test('where all stations are shown an order rings once, and again when its ticket is sent again', async () => {
  const { now, ticket, announce, reload } = await openGrill('0');
  now.orders = [order(12), order(13)];
  now.tickets = [ticket(13)];
  announce(arrival(13));
  await reload(14);
  expect(played).toHaveLength(NOTES);
  await waitFor(() => expect(now.tickets).toEqual([]), { timeout: 5000 });
  await reload(15);
  now.tickets = [ticket(13)];
  await reload(16);
  expect(played).toHaveLength(2 * NOTES);
  await reload(17);
  expect(played).toHaveLength(2 * NOTES);
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

  // one button, which keeps the focus: unlocked by a touch that asked for it, it is not muted
  const ask = await screen.findByRole('button', { name: 'Turn on sound' });
  expect(screen.queryByRole('switch')).toBeNull();
  await first.user.click(ask);
  const sound = await screen.findByRole('switch', { name: 'Sound' });
  expect([sound.getAttribute('aria-checked'), document.activeElement === sound]).toEqual(['true', true]);
  expect(screen.queryByRole('button', { name: 'Turn on sound' })).toBeNull();
  await first.user.keyboard(' ');
  first.announce(arrival(6));
  expect(played).toHaveLength(0);
  first.unmount();

  const second = show(<KitchenScreen />, { as: cook, server: [pass(order(12))] });
  await screen.findByText('1 order');
  expect(screen.getByRole('switch', { name: 'Sound' }).getAttribute('aria-checked')).toBe('false');
  second.announce(arrival(7));
  expect(played).toHaveLength(0);
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
