import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { initReservations, listClashes, listReservations, type Reservation } from '#contract/reservations.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ReservationsScreen } from './ReservationsScreen.tsx';

// of two thousand a test would render each
vi.mock('#contract/reservations.ts', async (load) => ({ ...(await load<object>()), RESERVATIONS_SHOWN: 2 }));

const booking = (id: number, clashes: Reservation['clashes'] = []): Reservation => ({
  id,
  customer_id: '5550100',
  customer_name: 'Ada',
  date: '2026-03-10T14:30:00.000Z',
  table_id: 5,
  table_title: 'T5',
  status: 'booked',
  notes: null,
  people_count: 2,
  unique_code: `CODE${id}`,
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: null,
  clashes,
});

test.each([1, 2])('a list of %i, and clashes of which only some are told, say when there may be more', async (rows) => {
  const date = '2026-03-10T15:00:00.000Z';
  const clashes = Array.from({ length: rows + 3 }, (_, id) => ({ id, date, customer_name: 'Bob', people_count: 2 }));
  const list = Array.from({ length: rows }, (_, at) => booking(at + 1, at === 0 ? clashes : []));
  const init = answers(initReservations, () => ({ storeTables: [], timezone: 'Asia/Kolkata', dayStart: '00:00' }));
  const server = [init, answers(listClashes, () => []), answers(listReservations, () => list)];
  show(<ReservationsScreen />, { as: { role: 'user', scopes: ['RESERVATIONS'] }, server });

  const [said] = await screen.findAllByText(/^T5 is also booked for/);

  expect(said!.textContent.endsWith(', …')).toBe(rows === 2);
  expect(screen.queryByText(/^These are the first 2\./) !== null).toBe(rows === 2);
});
