import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addDisplay, getDisplay, listOrderStatus } from '#contract/displays.ts';
import { AppError } from '#contract/errors.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { played, withSound } from '#web/platform/testing-sound.ts';
import { withFullScreen } from '#web/platform/testing-full-screen.ts';
import { OrderStatusScreen } from './OrderStatusScreen.tsx';

const board = { role: 'user' as const, scopes: ['ORDER_STATUS_DISPLAY'] as const };

withSound();

const tokensOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('a token moves from Preparing to Ready with one sound; what was ready when the board was opened makes none', async () => {
  let status = { preparing: [7, 8], ready: [3] };
  const { announce, user } = show(<OrderStatusScreen />, { as: board, server: [answers(listOrderStatus, () => status)] });
  await screen.findByRole('region', { name: 'Ready' });
  await user.click(screen.getByRole('heading', { name: 'Order status' }));
  expect([tokensOf('Preparing'), tokensOf('Ready')]).toEqual([['7', '8'], ['3']]);
  expect(played).toEqual([]);

  status = { preparing: [8], ready: [3, 7] };
  announce({ type: 'order_update', payload: { orderIds: [1] }, seq: 5, late: false });
  await waitFor(() => expect(tokensOf('Ready')).toEqual(['3', '7']));
  expect(played.length).toBeGreaterThan(0);

  const rung = played.length;
  status = { preparing: [], ready: [7] };
  announce({ type: 'order_update', payload: { orderIds: [2] }, seq: 6, late: false });
  await waitFor(() => expect([tokensOf('Preparing'), tokensOf('Ready')]).toEqual([[], ['7']]));
  expect(played).toHaveLength(rung);
});

test('what becomes ready while the board loads for the first time is on it', async () => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  let asked = 0;
  const slow = answers(listOrderStatus, async () => {
    asked += 1;
    if (asked > 1) return { preparing: [], ready: [7] };
    await held;
    return { preparing: [7], ready: [] };
  });
  const { announce } = show(<OrderStatusScreen />, { as: board, server: [slow] });
  await waitFor(() => expect(asked).toBe(1));
  announce({ type: 'order_update', payload: { orderIds: [1] }, seq: 5, late: false });
  // longer than changes are coalesced
  await new Promise((resolve) => setTimeout(resolve, 400));
  arrive();
  // not by the clock, later
  await waitFor(() => expect(asked).toBe(2), { timeout: 1500 });
  await waitFor(() => expect(tokensOf('Ready')).toEqual(['7']));
});

test('the board is shown although orders are announced faster than slow Wi-Fi answers', async () => {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  let seq = 5;
  const slow = answers(listOrderStatus, async () => {
    const ready = [seq];
    await pause(150);
    return { preparing: [], ready };
  });
  const { announce } = show(<OrderStatusScreen />, { as: board, server: [slow] });
  const isShown = () => screen.queryByRole('region', { name: 'Ready' }) !== null && tokensOf('Ready').length > 0;
  for (let round = 1; round <= 20 && !isShown(); round += 1) {
    await pause(50);
    seq += 1;
    announce({ type: 'order_update', payload: { orderIds: [1] }, seq, late: false });
  }
  expect(isShown()).toBe(true);
  await waitFor(() => expect(tokensOf('Ready')).toEqual([String(seq)]));
});

test('after midnight one number may be two orders: both are there, and the second one makes its sound, too', async () => {
  let status = { preparing: [7, 7], ready: [3] };
  const problems = vi.spyOn(console, 'error');
  const { announce, user } = show(<OrderStatusScreen />, { as: board, server: [answers(listOrderStatus, () => status)] });
  await screen.findByRole('region', { name: 'Ready' });
  await user.click(screen.getByRole('heading', { name: 'Order status' }));
  expect(tokensOf('Preparing')).toEqual(['7', '7']);

  status = { preparing: [7], ready: [3, 7] };
  announce({ type: 'order_update', payload: { orderIds: [1] }, seq: 5, late: false });
  await waitFor(() => expect(tokensOf('Ready')).toEqual(['3', '7']));
  const rung = played.length;
  status = { preparing: [], ready: [3, 7, 7] };
  announce({ type: 'order_update', payload: { orderIds: [2] }, seq: 6, late: false });
  await waitFor(() => expect(tokensOf('Ready')).toEqual(['3', '7', '7']));
  expect(played.length).toBeGreaterThan(rung);
  expect(problems).not.toHaveBeenCalled();
  problems.mockRestore();
});

test('many tokens stand smaller, so that none is out of sight; and it says that nothing could be loaded', async () => {
  const many = Array.from({ length: 25 }, (_, at) => at + 1);
  const { unmount } = show(<OrderStatusScreen />, {
    as: board,
    server: [answers(listOrderStatus, () => ({ preparing: many, ready: [99] }))],
  });
  const list = within(await screen.findByRole('region', { name: 'Preparing' })).getByRole('list');
  expect(list.dataset['crowd']).toBe('2');
  expect(within(screen.getByRole('region', { name: 'Ready' })).getByRole('list').dataset['crowd']).toBe('0');
  unmount();

  show(<OrderStatusScreen />, {
    as: board,
    server: [
      answers(listOrderStatus, () => {
        throw new AppError('server_error', 'Something went wrong!');
      }),
    ],
  });
  expect(await screen.findByText('Error loading orders! Please try later!')).toBeTruthy();
});

test('it covers the whole screen, and gives the frame back', async () => {
  const server = [answers(listOrderStatus, () => ({ preparing: [7], ready: [] }))];
  // whoever has other places to go to
  const { user, container, unmount } = show(<OrderStatusScreen />, { as: { ...board, scopes: [...board.scopes, 'POS'] }, server });
  const button = await screen.findByRole('button', { name: 'Full screen' });
  const isFull = () => [button.getAttribute('aria-pressed'), container.querySelector('[data-full]') !== null];
  expect(isFull()).toEqual(['false', false]);
  await user.click(button);
  expect(isFull()).toEqual(['true', true]);
  await user.click(button);
  expect(isFull()).toEqual(['false', false]);
  unmount();
  // a board with nowhere else to go begins so
  show(<OrderStatusScreen />, { as: board, server });
  expect(await screen.findByRole('button', { name: 'Full screen', pressed: true })).toBeTruthy();
});

test('the first touch goes full screen; who left it by Escape stays outside until the board is opened again', async () => {
  const browser = withFullScreen();
  const open = () => show(<OrderStatusScreen />, { as: board, server: [answers(listOrderStatus, () => ({ preparing: [7], ready: [] }))] });
  const { user, unmount } = open();
  const touch = async () => user.click(await screen.findByText('7'));
  // a button does its own work
  await user.click(await screen.findByRole('button', { name: 'Pair' }));
  await user.keyboard('{Escape}');
  expect(browser.asked).toHaveBeenCalledTimes(0);
  await touch();
  await touch();
  expect(browser.asked).toHaveBeenCalledTimes(1);

  browser.leave();
  await screen.findByRole('button', { name: 'Full screen', pressed: false });
  await touch();
  expect(browser.asked).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Full screen', pressed: false }));
  expect(browser.asked).toHaveBeenCalledTimes(2);
  unmount();

  browser.leave();
  open();
  await touch();
  expect(browser.asked).toHaveBeenCalledTimes(3);
});

test('it is paired with a till by a code', async () => {
  let isPaired = false;
  const { user, announce } = show(<OrderStatusScreen />, {
    as: board,
    server: [
      answers(listOrderStatus, () => ({ preparing: [], ready: [] })),
      answers(addDisplay, ({ body }) => {
        expect(body.kind).toBe('orders');
        return { success: true as const, message: 'Enter the code.', displayId: 5, code: '123456', codeSeconds: 600 };
      }),
      answers(getDisplay, () => ({
        isPaired,
        pairedBy: isPaired ? 'Ada' : null,
        shown: null,
        store: { name: 'Trattoria', image: null, currency: 'USD' },
      })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Pair' }));
  expect(await screen.findByText('123 456')).toBeTruthy();
  isPaired = true;
  announce({ type: 'display_update', payload: { displayId: 5 }, seq: 5, late: false });
  expect(await screen.findByRole('button', { name: 'Unpair from Ada’s till' })).toBeTruthy();
});
