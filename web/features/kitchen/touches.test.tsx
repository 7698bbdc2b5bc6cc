import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { listFinishedOrders, updateKitchenItems, recallItems, updateKitchenStatus } from '#contract/kitchen.ts';
import { listStations } from '#contract/stations.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { KitchenScreen } from './KitchenScreen.tsx';
import { type Item, item, order, passing, pass, cook, display, settle, asking } from './testing-kitchen.ts';
import { DOUBLE_TOUCH_MS } from './touches.ts';

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

const update = (seq: number) => ({ type: 'order_update' as const, payload: { orderIds: [12] }, seq, late: false });

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

test('what is completed elsewhere moves no other dish under the finger that recalls one', async () => {
  const known = finished();
  let asked = 0;
  const list = answers(listFinishedOrders, () => {
    asked += 1;
    return { ...known, orders: [...known.orders] };
  });
  const { user, announce } = show(<KitchenScreen />, { as: display, server: [pass(order(12)), list] });
  await user.click(await screen.findByRole('button', { name: 'Recall' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Recall' }));
  const tokens = () => dialog.getAllByRole('article').map((ticket) => ticket.getAttribute('aria-label'));
  await dialog.findByRole('article', { name: 'Token 14' });
  await settle();

  const finger = (kind: 'pointerdown' | 'pointerup') =>
    fireEvent(document.body, new PointerEvent(kind, { pointerId: 1, isPrimary: true, bubbles: true }));
  finger('pointerdown');
  known.orders.unshift({ ...known.orders[0]!, id: 15, token_no: 15 });
  announce(update(5));
  await waitFor(() => expect(asked).toBe(2));
  await settle();
  expect(tokens()).toEqual(['Token 14', 'Token 9']);
  finger('pointerup');
  await waitFor(() => expect(tokens()).toEqual(['Token 15', 'Token 14', 'Token 9']));
});
