import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getCheckSums } from '#contract/check-sums.ts';
import { getDashboard, getTrend } from '#contract/dashboard.ts';
import { addSampleMenu } from '#contract/categories.ts';
import type { Reply } from '#contract/endpoint.ts';
import { completeFirstStep, type FirstStep, getFirstSteps } from '#contract/first-steps.ts';
import { AppError } from '#contract/errors.ts';
import { addPaymentType } from '#contract/payment-types.ts';
import { countQrOrders } from '#contract/qr-orders.ts';
import { CallFailed } from '#web/platform/api.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { followInterval } from './follow.ts';
import { HomeScreen } from './HomeScreen.tsx';

const empty: Reply<typeof getDashboard> = {
  reservations: [],
  topSellingItems: [],
  ordersCount: 0,
  newCustomerCount: 0,
  repeatedCustomerCount: 0,
  currency: 'EUR',
  timezone: 'Asia/Kolkata',
};
const full: typeof empty = {
  ...empty,
  ordersCount: 12,
  newCustomerCount: 3,
  repeatedCustomerCount: 4,
  topSellingItems: [{ id: 1, title: 'Pizza', price: 9.5, orders_count: 31 }],
  reservations: [
    {
      id: 1,
      customer_id: '555',
      customer_name: 'Ada',
      date: '2026-03-10T14:00:00.000Z',
      table_id: 5,
      table_title: 'T5',
      status: 'paid',
      notes: null,
      people_count: 1,
      unique_code: 'ABCDE12345',
      created_at: '2026-03-01T00:00:00.000Z',
      updated_at: null,
    },
  ],
};
const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, today: hour <= 12 ? 0 : null, average: 0 }));
const trend: Reply<typeof getTrend> = { currency: 'EUR', date: '2026-03-10', comparedDays: 0, revenueTotal: 0, hours };
const busy = hours.map((row) =>
  row.hour === 12 ? { hour: 12, today: 20, average: 15.5 } : row.hour === 13 ? { ...row, average: 7 } : row,
);
const manager = { role: 'user' as const, scopes: ['DASHBOARD', 'REPORTS'] as const };
const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
const server = (day: typeof empty, hourly: typeof trend) => [answers(getDashboard, () => day), answers(getTrend, () => hourly)];

test('shows the day: counters, reservations, best sellers and the way to the reports', async () => {
  show(<HomeScreen places={[]} />, { as: manager, server: server(full, trend) });

  const booking = (await screen.findByText('Ada')).closest('li')!;
  expect(booking.textContent).toBe('19:30Ada1 person · T5Paid');
  expect(['Orders', 'New Registered Customers', 'Repeat Customers'].map(figure)).toEqual(['12', '3', '4']);
  expect(screen.getByText('Pizza').closest('li')!.textContent).toContain('€9.5031 sold');
  expect(screen.getByRole('link', { name: 'Reports' }).getAttribute('href')).toBe('/dashboard/reports');
});

test('what asks to be done stands first: QR orders that wait, and what is due on open bills', async () => {
  const waits = { status: true as const, totalQROrders: 2 } as Reply<typeof countQrOrders>;
  const { unmount } = show(<HomeScreen places={[]} />, {
    as: { role: 'user', scopes: ['DASHBOARD', 'POS'] },
    server: [...server(full, trend), answers(getCheckSums, () => ({ bills: 2, due: 25, paid: 0 })), answers(countQrOrders, () => waits)],
  });
  const list = within(await screen.findByRole('list', { name: 'Open now' }));
  await waitFor(() =>
    expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['2 QR orders wait', '/dashboard/pos'],
      ['2 open bills€25.00 due', '/dashboard/checks'],
    ]),
  );
  unmount();
  show(<HomeScreen places={[]} />, { as: manager, server: server(full, trend) });
  await screen.findByText('Pizza');
  expect(screen.queryByRole('list', { name: 'Open now' })).toBeNull();
});

test('says what there is nothing of', async () => {
  const { unmount } = show(<HomeScreen places={[]} />, { as: { role: 'user', scopes: ['DASHBOARD'] }, server: server(empty, trend) });
  for (const sentence of ['No Reservation found for Today!', 'No Top Selling items found for Today!', 'Nothing was sold yet today.'])
    expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Reports' })).toBeNull();
  unmount();
});

test('waits, fails and tries again', async () => {
  let isBroken = true;
  const { user } = show(<HomeScreen places={[]} />, {
    as: manager,
    server: [
      answers(getDashboard, () => {
        if (isBroken) throw new AppError('server_error', 'Something went wrong!');
        return full;
      }),
      answers(getTrend, () => trend),
    ],
  });
  expect(screen.getByRole('status').textContent).toBe('Please wait...');
  await screen.findByText('Error Loading Dashboard Data, Please try later!');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Pizza')).toBeTruthy();
});

test('the trend has a table with the same figures', async () => {
  const busyDay = { ...trend, comparedDays: 8, revenueTotal: 20, hours: busy };
  const { user } = show(<HomeScreen places={[]} />, { as: manager, server: server(full, busyDay) });
  expect((await screen.findByText(/Average of 8 Tuesdays:/)).textContent).toBe('Average of 8 Tuesdays: €15.50 by 13:00');

  await user.click(screen.getByRole('radio', { name: 'Table' }));

  const rows = within(screen.getByRole('table', { name: 'Revenue by hour' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Hour', 'Today', 'Average of 8 Tuesdays'],
    ['12:00', '€20.00', '€15.50'],
    ['13:00', '–', '€7.00'],
  ]);
});

test('follows orders, reservations and customers', async () => {
  let day = full;
  const { announce } = show(<HomeScreen places={[]} />, {
    as: manager,
    server: [answers(getDashboard, () => day), answers(getTrend, () => trend)],
  });
  await screen.findByText('12');
  day = { ...full, ordersCount: 13 };
  announce({ type: 'new_order', payload: { tokenNo: 13, orderId: 1 }, seq: 1, late: false });
  expect(await screen.findByText('13')).toBeTruthy();
  day = { ...full, ordersCount: 14 };
  announce({ type: 'reservation_update', payload: { reservationId: 1 }, seq: 2, late: false });
  expect(await screen.findByText('14')).toBeTruthy();
  day = { ...full, newCustomerCount: 21 };
  announce({ type: 'customer_update', payload: { customerId: 1 }, seq: 3, late: false });
  expect(await screen.findByText('21')).toBeTruthy();
  // a diner who orders may be a new customer
  day = { ...full, newCustomerCount: 22 };
  announce({ type: 'new_qrorder', payload: { orderId: 1 }, seq: 4, late: false });
  expect(await screen.findByText('22')).toBeTruthy();
});

test('asks again soon after the server was out of reach, and then seldom', () => {
  expect(followInterval({ state: { error: new CallFailed(0) } })).toBe(5000);
  expect(followInterval({ state: { error: new CallFailed(403) } })).toBe(300_000);
  expect(followInterval({ state: { error: null } })).toBe(300_000);
});

test('comes back by itself once the server answers again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isBroken = true;
  show(<HomeScreen places={[]} />, {
    as: manager,
    server: [
      answers(getDashboard, () => {
        if (isBroken) throw new AppError('server_error', 'Something went wrong!');
        return full;
      }),
      answers(getTrend, () => trend),
    ],
  });
  await screen.findByText('Error Loading Dashboard Data, Please try later!');
  isBroken = false;
  await vi.advanceTimersByTimeAsync(5500);
  expect(await screen.findByText('Pizza')).toBeTruthy();
  vi.useRealTimers();
});

test('a new restaurant sees what is left to do, puts the sample menu in, and the list goes when all is done', async () => {
  let done: FirstStep[] = ['store'];
  const marked = vi.fn(({ body: { step } }: { body: { step: string } }) => {
    done = [...done, step as FirstStep];
    return { success: true as const, message: 'Done.' };
  });
  const addSamples = () => {
    done = [...done, 'items', 'tables', 'print'];
    return { success: true as const, message: 'The sample menu is in.' };
  };
  const added = vi.fn();
  const { user } = show(<HomeScreen places={[]} />, {
    as: { role: 'admin', scopes: [] },
    server: [
      ...server(empty, trend),
      answers(getFirstSteps, () => ({ isOver: done.length === 6, done, hasSampleMenu: false, hasTax: done.length > 1 })),
      answers(completeFirstStep, marked),
      answers(addSampleMenu, addSamples),
      answers(addPaymentType, ({ body }) => {
        added(body);
        done = [...done, 'card'];
        return { success: true as const, message: 'Payment type added.', id: 2, paymentTypeId: 2 };
      }),
    ],
  });
  await screen.findByRole('heading', { name: 'First steps: 1 of 6 done' });
  expect(screen.getByRole('link', { name: 'Add tables: First table' }).getAttribute('href')).toBe('/dashboard/settings/tables');
  expect(screen.getByRole('link', { name: 'Add your taxes' }).getAttribute('href')).toBe('/dashboard/settings/tax-setup');
  expect(screen.getByText('On another tablet or phone')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use the sample menu' }));
  await screen.findByRole('heading', { name: 'First steps: 4 of 6 done' });
  expect(screen.queryByRole('link', { name: 'Add your taxes' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add Card' }));
  await screen.findByRole('heading', { name: 'First steps: 5 of 6 done' });
  expect(added).toHaveBeenCalledWith({ title: 'Card', kind: 'card' });
  await user.click(screen.getByRole('button', { name: 'I work alone' }));
  await waitFor(() => expect(screen.queryByText(/First steps/)).toBeNull());
  expect(marked.mock.calls[0]?.[0].body).toEqual({ step: 'staff' });
});
