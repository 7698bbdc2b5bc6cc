import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listColleagues } from '#contract/approvals.ts';
import { AppError } from '#contract/errors.ts';
import { getKitchenBoard } from '#contract/kitchen.ts';
import { toggleSoldOut } from '#contract/menu-items.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { KitchenScreen } from './KitchenScreen.tsx';
import { minutesAgo, item, order, boardOf, pass, passing, cook, display } from './testing-kitchen.ts';

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
  const refresh = await screen.findByRole('button', { name: 'Refresh' });

  wait = new Promise((resolve) => (arrive = resolve));
  await user.click(refresh);
  expect(refresh.hasAttribute('data-loading')).toBe(true);
  act(arrive);
  await screen.findByText('Orders Loaded!');
  expect(refresh.hasAttribute('data-loading')).toBe(false);
});

test('an order that is announced while the board loads for the first time is on it', async () => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  const asked: object[] = [];
  const slow = answers(getKitchenBoard, async ({ query }) => {
    asked.push(query);
    if (asked.length > 1) return boardOf([order(12), order(13)]);
    await held;
    return boardOf([order(12)]);
  });
  const { announce } = show(<KitchenScreen />, { as: cook, server: [slow] });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  announce({ type: 'new_order', payload: { orderId: 13, tokenNo: 13 }, seq: 1, late: false });
  // the announcements of a moment are coalesced
  await new Promise((resolve) => setTimeout(resolve, 600));
  act(arrive);
  await screen.findByRole('article', { name: 'Token 13' });
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

test('while a finger is on its way up no other dish comes under it to be sold out', async () => {
  const soup = (quantity: number) => item(200 + quantity, { item_id: 2, item_title: 'Soup', quantity });
  const orders = [order(12), order(13, { items: [soup(1)] })];
  const { user, announce } = show(<KitchenScreen />, { as: cook, server: [passing(() => orders)] });
  await user.click(await screen.findByRole('button', { name: 'All day' }));
  const dishes = () => screen.getAllByRole('button', { name: /^Sold out/ }).map((button) => button.getAttribute('aria-label'));
  const finger = (kind: 'pointerdown' | 'pointerup') =>
    fireEvent(document.body, new PointerEvent(kind, { pointerId: 1, isPrimary: true, bubbles: true }));
  await screen.findByRole('button', { name: 'Sold out: Soup' });

  finger('pointerdown');
  orders.push(order(14, { items: [soup(5)] }));
  announce({ type: 'new_order', payload: { orderId: 14, tokenNo: 14 }, seq: 5, late: false });
  await screen.findByRole('article', { name: 'Token 14' });
  expect(dishes()).toEqual(['Sold out: Pizza', 'Sold out: Soup']);
  finger('pointerup');
  await waitFor(() => expect(dishes()).toEqual(['Sold out: Soup', 'Sold out: Pizza']));
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

test('500 tickets are rendered as far as they are near', async () => {
  show(<KitchenScreen />, { as: cook, server: [pass(...Array.from({ length: 500 }, (_, at) => order(at + 1)))] });
  await screen.findByRole('article', { name: 'Token 1' });

  expect(screen.getByText('500 orders')).toBeTruthy();
  expect(document.querySelectorAll('article').length).toBeLessThan(100);
});
