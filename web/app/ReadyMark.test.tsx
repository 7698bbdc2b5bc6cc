import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { listOrders, type Order } from '#contract/orders.ts';
import { listReady } from '#contract/tickets.ts';
import { played, turnSound, withSound } from '#web/platform/testing-sound.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ReadyMark } from './ReadyMark.tsx';

const waiter = { role: 'user' as const, scopes: ['ORDERS'] as const };
withSound();
beforeEach(() => turnSound('running'));

const BAR = 2;
type Status = Order['items'][number]['status'];
/** The open orders, each with its lines of the bar's. */
const board = (statuses: Record<number, Status | Status[]>) =>
  Object.entries(statuses).map(([id, status]) => ({
    table_id: 5,
    table_title: 'T4',
    floor: null,
    order_ids: [Number(id)],
    orders: [
      {
        id: Number(id),
        date: new Date().toISOString(),
        delivery_type: 'dinein' as const,
        customer_type: 'WALKIN' as const,
        customer_id: null,
        customer_name: null,
        table_id: 5,
        table_title: 'T4',
        floor: null,
        status: 'created' as const,
        payment_status: 'pending' as const,
        token_no: 12,
        due: 5,
        items: [status].flat().map((one, index) => ({
          id: index + 1,
          order_id: Number(id),
          item_id: 3,
          item_title: 'Soup',
          variant_id: null,
          variant_title: null,
          addons: null,
          quantity: 1,
          date: new Date().toISOString(),
          notes: null,
          station_id: BAR,
          price: 5,
          status: one,
        })),
      },
    ],
  }));
const ready = (orderId: number, tableTitle: string | null, stationTitle: string | null = null) => ({
  type: 'order_ready' as const,
  payload: { orderId, tokenNo: 12, tableTitle, stationId: stationTitle === null ? null : BAR, stationTitle },
  late: false,
});
const mark = () => screen.queryByRole('button', { name: /^Ready: / })?.getAttribute('aria-label');

test('what can be fetched is said until it is delivered, or touched; what is still waiting stays', async () => {
  let statuses: Parameters<typeof board>[0] = { 7: 'completed', 8: 'completed' };
  const asked: unknown[] = [];
  const server = [
    answers(listOrders, ({ query }) => {
      asked.push(query);
      return board(statuses);
    }),
  ];
  const { announce, user } = show(<ReadyMark />, { as: waiter, server });
  expect(mark()).toBeUndefined();
  announce({ ...ready(7, 'T4', 'Bar'), seq: 1 });
  expect(mark()).toBe('Ready: T4');
  expect(screen.getByRole('status').textContent).toBe('Ready: T4');
  announce({ ...ready(8, null, 'Bar'), seq: 2 });
  expect(mark()).toBe('Ready: token 12 +1');
  // of others nothing is asked
  announce({ type: 'order_update', payload: { orderIds: [99] }, seq: 3, late: false });
  expect(asked).toEqual([]);

  statuses = { 7: 'delivered' };
  announce({ type: 'order_update', payload: { orderIds: [7, 99] }, seq: 4, late: false });
  await waitFor(() => expect(mark()).toBe('Ready: token 12'));
  expect(asked).toEqual([{ ids: '7' }]);

  await user.click(screen.getByRole('button', { name: 'Ready: token 12' }));
  await user.click(await screen.findByRole('menuitem', { name: /Token 12/ }));
  await waitFor(() => expect(mark()).toBeUndefined());
});

test('no other dish comes under a finger that was meant for one, nor under the second of two quick touches', async () => {
  const { announce, user } = show(<ReadyMark />, { as: waiter });
  announce({ ...ready(7, 'T4', 'Bar'), seq: 1 });
  announce({ ...ready(8, 'T6', 'Bar'), seq: 2 });
  await user.click(screen.getByRole('button', { name: 'Ready: T6 +1' }));
  const rows = () =>
    screen.getAllByRole<HTMLButtonElement>('menuitem').map(({ textContent, disabled }) => [textContent?.slice(0, 2), disabled]);
  const t4 = await screen.findByRole('menuitem', { name: /^T4/ });

  fireEvent(t4, new PointerEvent('pointerdown', { pointerId: 1, isPrimary: true, bubbles: true }));
  announce({ ...ready(9, 'T9', 'Bar'), seq: 3 });
  expect(mark()).toBe('Ready: T9 +2');
  expect(rows()).toEqual([
    ['T6', false],
    ['T4', false],
  ]);
  fireEvent(t4, new PointerEvent('pointerup', { pointerId: 1, isPrimary: true, bubbles: true }));
  await screen.findByRole('menuitem', { name: /^T9/ });

  await user.click(screen.getByRole('menuitem', { name: /^T9/ }));
  expect(mark()).toBe('Ready: T6 +1');
  expect(rows()).toEqual([
    ['T9', true],
    ['T6', false],
    ['T4', false],
  ]);
  await waitFor(() => expect(rows()).toHaveLength(2));
});

test('what was made while nobody was here is said at the start, and not once more what was touched here', async () => {
  const row = { token_no: 12, station_id: BAR, station_title: 'Bar', ready_at: new Date().toISOString() };
  const rows = [
    { ...row, order_id: 7, table_title: 'T4' },
    { ...row, order_id: 8, table_title: 'T6' },
  ];
  const server = [answers(listReady, () => rows)];
  const first = show(<ReadyMark />, { as: waiter, server });
  await waitFor(() => expect(mark()).toBe('Ready: T4 +1'));
  // the same that the answer told
  first.announce({ ...ready(8, 'T6', 'Bar'), seq: 1 });
  expect(mark()).toBe('Ready: T6 +1');
  await first.user.click(screen.getByRole('button', { name: /^Ready/ }));
  await first.user.click(await screen.findByRole('menuitem', { name: /^T6/ }));
  first.unmount();

  show(<ReadyMark />, { as: waiter, server });
  await waitFor(() => expect(mark()).toBe('Ready: T4'));
  expect(played).toEqual([]);
});

test('what is delivered while the start is answered is not said', async () => {
  let isAsked = false;
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const row = { order_id: 7, token_no: 12, table_title: 'T4', station_id: BAR, station_title: 'Bar', ready_at: new Date().toISOString() };
  const { announce } = show(<ReadyMark />, {
    as: waiter,
    server: [
      answers(listReady, async () => {
        isAsked = true;
        await held;
        return [row, { ...row, order_id: 8, table_title: 'T6' }];
      }),
      answers(listOrders, () => board({ 7: 'delivered' })),
    ],
  });
  await waitFor(() => expect(isAsked).toBe(true));
  announce({ type: 'order_update', payload: { orderIds: [7] }, seq: 1, late: false });
  answer();
  await waitFor(() => expect(mark()).toBe('Ready: T6'));
});

test('a start that fails is asked again by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const row = { order_id: 7, token_no: 12, table_title: 'T4', station_id: BAR, station_title: 'Bar', ready_at: new Date().toISOString() };
  const asked = vi.fn(() => [row]);
  asked.mockImplementationOnce(() => {
    throw new AppError('server_error', 'Something went wrong!');
  });
  show(<ReadyMark />, { as: waiter, server: [answers(listReady, asked)] });
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  await act(() => vi.advanceTimersByTimeAsync(5500));
  await waitFor(() => expect(mark()).toBe('Ready: T4'));
  vi.useRealTimers();
});

test('while the socket begins nothing is asked: it says when, and then once', async () => {
  const asked = vi.fn(() => []);
  const { announce } = show(<ReadyMark />, { as: waiter, connection: 'connecting', server: [answers(listReady, asked)] });
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(asked).not.toHaveBeenCalled();
  announce({ type: 'reload', payload: undefined, seq: 1, late: true });
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
});

test('what was delivered before the second of two asks is answered is not said either', async () => {
  const row = { order_id: 7, token_no: 12, table_title: 'T4', station_id: BAR, station_title: 'Bar', ready_at: new Date().toISOString() };
  const held = Promise.withResolvers<void>();
  const asked = vi.fn(async () => {
    await held.promise;
    return [row, { ...row, order_id: 8, table_title: 'T6' }];
  });
  const { announce } = show(<ReadyMark />, {
    as: waiter,
    server: [answers(listReady, asked), answers(listOrders, () => board({ 7: 'delivered' }))],
  });
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  announce({ type: 'order_update', payload: { orderIds: [7] }, seq: 1, late: false });
  announce({ type: 'reload', payload: undefined, seq: 2, late: true });
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  held.resolve();
  await waitFor(() => expect(mark()).toBe('Ready: T6'));
});

test('it sounds where this device was told to, and is nothing for whoever cooks', async () => {
  const { announce, user, unmount } = show(<ReadyMark />, { as: waiter });
  announce({ ...ready(7, 'T4'), seq: 1 });
  expect(played).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Ready: T4' }));
  const sound = { name: 'Sound on this device', hidden: true };
  await user.click(await screen.findByRole('menuitemcheckbox', { ...sound, checked: false }));
  expect(await screen.findByRole('menuitemcheckbox', { ...sound, checked: true })).toBeTruthy();
  announce({ ...ready(8, 'T6'), seq: 2 });
  expect(played).toHaveLength(2);
  // once the finger has gone
  await screen.findByRole('menuitem', { name: /^T6/ });
  expect(
    within(screen.getByRole('menu'))
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['T6Token 12 · 0 min', 'T4Token 12 · 0 min']);
  unmount();

  const cook = show(<ReadyMark />, { as: { role: 'user', scopes: ['KITCHEN_DISPLAY'] } });
  cook.announce({ ...ready(7, 'T4'), seq: 3 });
  expect(mark()).toBeUndefined();
});

test.each<[what: string, became: Status[], says: string | undefined]>([
  ['a recalled line is not said, though another is made', ['completed', 'preparing'], undefined],
  ['a line that is not begun again is not said', ['completed', 'created'], undefined],
  ['the other lines delivered or cancelled is still said', ['completed', 'delivered', 'cancelled'], 'Ready: T4'],
])('an order with %s', async (_, became, says) => {
  const { announce } = show(<ReadyMark />, { as: waiter, server: [answers(listOrders, () => board({ 7: became, 8: 'delivered' }))] });
  announce({ ...ready(7, 'T4', 'Bar'), seq: 1 });
  announce({ ...ready(8, null, 'Bar'), seq: 2 });
  expect(mark()).toBe('Ready: token 12 +1');
  announce({ type: 'order_update', payload: { orderIds: [7, 8] }, seq: 3, late: false });
  await waitFor(() => expect(mark()).toBe(says));
});
