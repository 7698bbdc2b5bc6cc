import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { initPos } from '#contract/pos.ts';
import { countQrOrders, listQrOrders } from '#contract/qr-orders.ts';
import { pauseQrOrdering } from '#contract/store-settings.ts';
import { answers } from '#web/platform/testing.tsx';
import { changesIn, minutesOfToday } from './qr-ordering.ts';
import { dialog, layOutGrid, menu, ok, open } from './testing-till.tsx';

beforeEach(layOutGrid);

const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

/** A restaurant whose guests may order, as it stands now. */
const restaurant = (now: { pausedUntil?: string; limitReachedAt?: string } = {}) => {
  const asked: number[] = [];
  const state: { pausedUntil?: string | null; limitReachedAt?: string | null } = now;
  return {
    asked,
    state,
    server: [
      answers(initPos, () => ({
        ...menu,
        storeSettings: { ...menu.storeSettings, is_qr_menu_enabled: 1 as const, is_qr_order_enabled: 1 as const },
      })),
      answers(countQrOrders, () => ({ status: true as const, totalQROrders: 2, ...state })),
      answers(listQrOrders, () => []),
      answers(pauseQrOrdering, ({ body: { minutes } }) => {
        asked.push(minutes);
        state.pausedUntil = minutes === 0 ? null : inMinutes(minutes);
        return { ...ok('Ordering by QR code is paused.'), pausedUntil: state.pausedUntil };
      }),
    ],
  };
};
const notice = () => screen.findByRole('region', { name: 'QR ordering' });

test('while all is well the till says nothing of it, and the list of QR orders pauses with one touch', async () => {
  const { asked, server } = restaurant();
  const { user } = await open(...server);
  await screen.findByRole('button', { name: 'QR Menu Orders, 2 waiting' });
  expect(screen.queryByRole('region', { name: 'QR ordering' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'QR Menu Orders, 2 waiting' }));
  const shown = within(await dialog('QR Menu Orders'));
  expect(shown.getByText('Guests can order by QR code.')).toBeDefined();
  await user.click(shown.getByRole('button', { name: 'Pause 10 min' }));

  expect(await shown.findByText(/^QR ordering is paused until \d\d:\d\d\.$/)).toBeDefined();
  // the touched button is gone, and the focus is still here; the notice at the till has another name
  expect(document.activeElement).toBe(shown.getByRole('region', { name: 'Pause QR ordering' }));
  await user.click(shown.getByRole('button', { name: 'End the pause' }));
  expect(await shown.findByText('Guests can order by QR code.')).toBeDefined();
  expect(asked).toEqual([10, 0]);
});

test('the till shows that guests are refused as soon as it is announced, and pauses with one touch', async () => {
  const { asked, state, server } = restaurant();
  const { user, announce } = await open(...server);
  await screen.findByRole('button', { name: 'QR Menu Orders, 2 waiting' });

  state.limitReachedAt = inMinutes(0);
  announce({ type: 'qr_ordering', payload: {}, seq: 5, late: false });

  const shown = within(await notice());
  expect(shown.getByRole('status').textContent).toBe('Guests are being refused: too many QR orders within ten minutes.');
  await user.click(shown.getByRole('button', { name: 'Pause 1 h' }));
  expect(await screen.findByRole('button', { name: 'QR Menu Orders, 2 waiting, paused' })).toBeDefined();
  expect(asked).toEqual([60]);
});

test('a pause that is over is taken off the till, although nobody announces it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { state, server } = restaurant({ pausedUntil: inMinutes(1) });
  await open(...server);
  await notice();
  state.pausedUntil = null;
  await vi.advanceTimersByTimeAsync(MINUTE + 2000);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'QR ordering' })).toBeNull());
  vi.useRealTimers();
});

test.each([
  ['2026-11-21T18:00:00Z', 'UTC', '00:00', 360],
  ['2026-11-21T18:00:00Z', 'UTC', '04:00', 600],
  ['2026-11-22T03:59:00Z', 'UTC', '04:00', 1],
  ['2026-11-22T04:00:00Z', 'UTC', '04:00', 1440],
  ['2026-11-21T18:00:00Z', 'Asia/Kolkata', '00:00', 30],
  // the clocks change in between
  ['2026-03-28T23:00:00Z', 'Europe/London', '04:00', 240],
  ['2026-10-24T23:00:00Z', 'Europe/London', '04:00', 300],
  ['2026-10-24T03:00:00Z', 'Europe/London', '04:00', 1440],
])('at %s in %s the day that starts at %s has %i minutes left', (now, timezone, dayStart, minutes) => {
  expect(minutesOfToday(Date.parse(now), { timezone, dayStart })).toBe(minutes);
});

test('what is said of ordering changes at the end of a pause, or ten minutes after the last refusal', () => {
  const now = Date.parse('2026-11-21T18:00:00Z');
  const [pausedUntil, limitReachedAt] = ['2026-11-21T18:20:00Z', '2026-11-21T17:55:00Z'];
  expect(changesIn({ pausedUntil: null, limitReachedAt: null }, now)).toBeUndefined();
  expect(changesIn({ pausedUntil, limitReachedAt: null }, now)).toBe(20 * MINUTE);
  expect(changesIn({ pausedUntil, limitReachedAt }, now)).toBe(5 * MINUTE);
  expect(changesIn({ pausedUntil: '2026-11-21T17:00:00Z', limitReachedAt: null }, now)).toBe(0);
});
