import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { listPrinters } from '#contract/printers.ts';
import { listStations, type Station } from '#contract/stations.ts';
import { listUnseenTickets, markTicketTold, type UnseenTicket } from '#contract/tickets.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { played, turnSound, withSound } from '#web/platform/testing-sound.ts';
import { UnseenStrip } from './UnseenStrip.tsx';

const waiter = { role: 'user' as const, scopes: ['POS'] as const };
const ticket = (id: number, sound_in: number): UnseenTicket => ({
  ticket_id: id,
  order_id: id,
  token_no: id,
  station_id: 1,
  station_title: 'Grill',
  kind: 'void' as const,
  sound_in,
  lines: [{ line_id: 1, item_title: 'Steak', variant_title: null, quantity: 2, notes: null, addons: null }],
  table_title: null,
  delivery_type: 'takeaway',
  created_at: '2026-03-10T18:00:00.000Z',
  state: 'unseen' as const,
  seen_at: null,
  seen_by: null,
});

withSound();

const toFake = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const;
beforeEach(() => void vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const grill: Station = {
  id: 1,
  title: 'Grill',
  position: 1,
  isFallback: true,
  ackSeconds: 10,
  printerId: null,
  backupPrinterId: null,
  isWatched: true,
  isLost: false,
};

const open = (tickets: () => UnseenTicket[], asked = answers(listUnseenTickets, tickets), others: ReturnType<typeof answers>[] = []) =>
  show(<UnseenStrip />, {
    as: waiter,
    server: [answers(listPrinters, () => []), asked, ...others, answers(listStations, () => [grill])],
  });

test('the tickets of the last station stay in the strip when it is deleted', async () => {
  show(<UnseenStrip />, {
    as: waiter,
    server: [answers(listPrinters, () => []), answers(listUnseenTickets, () => [ticket(4, 3600)]), answers(listStations, () => [])],
  });
  expect(await screen.findByText('Grill has not seen token 4')).toBeTruthy();
});

test('a failure that passes at the first look at stations and tickets does not silence the alarm', async () => {
  const failed = new Set<string>();
  const failFirst = <T,>(what: string, reply: T): T => {
    if (failed.has(what)) return reply;
    failed.add(what);
    throw new AppError('unavailable', 'Please wait!');
  };
  show(<UnseenStrip />, {
    as: waiter,
    server: [
      answers(listPrinters, () => []),
      answers(listUnseenTickets, () => failFirst('tickets', [ticket(4, 3600)])),
      answers(listStations, () => failFirst('stations', [])),
    ],
  });
  // 5 s for each
  for (const _ of ['stations', 'tickets']) await pass(5100);
  expect(await screen.findByText('Grill has not seen token 4')).toBeTruthy();
});

test('what nobody has seen sounds when the server says so, and not before', async () => {
  turnSound('running');
  const later = open(() => [ticket(4, 3600)]);
  await screen.findByText('Grill has not seen token 4');
  expect(screen.getByText('cancelled: 2× Steak')).toBeTruthy();
  await pass(1500);
  expect(played).toEqual([]);
  later.unmount();

  let tickets = [ticket(5, 1)];
  const { announce } = open(() => tickets);
  await screen.findByText('Grill has not seen token 5');
  await pass(1500);
  expect(played.length).toBeGreaterThan(0);
  tickets = [];
  announce({ type: 'ticket_seen', payload: { ticketIds: [5] }, seq: 5, late: false });
  await waitFor(() => expect(screen.queryByText('Grill has not seen token 5')).toBeNull());
  // heeded, it is silent: it would have come again after five seconds
  const rung = played.length;
  await pass(6000);
  expect(played).toHaveLength(rung);
});

test('what nobody has seen is shown although orders change faster than slow Wi-Fi answers', async () => {
  let asked = 0;
  const slow = answers(listUnseenTickets, async () => {
    const tickets = asked > 0 ? [ticket(6, 3600)] : [];
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 700));
    return tickets;
  });
  const { announce } = open(() => [], slow);
  await waitFor(() => expect(asked).toBe(1));
  await pass(1000);
  for (let seq = 5; seq < 20; seq += 1) {
    announce({ type: 'order_update', payload: { orderIds: [seq] }, seq, late: false });
    await pass(300);
  }
  expect(screen.queryByText('Grill has not seen token 6')).toBeTruthy();
});

test('no other ticket comes under a finger that was meant for one, nor under the second of two quick touches', async () => {
  let tickets = [4, 5, 6].map((id) => ticket(id, 3600));
  const told: string[] = [];
  const tell = answers(markTicketTold, ({ params }) => {
    told.push(params.id);
    tickets = tickets.filter(({ ticket_id: id }) => String(id) !== params.id);
    return { success: true as const, message: 'Noted that you told them.' };
  });
  const { announce, user } = open(() => tickets, undefined, [tell]);
  const buttons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'I told them' });
  const said = () => screen.getAllByText(/has not seen token/).map(({ textContent }) => textContent?.at(-1));
  await screen.findByText('Grill has not seen token 6');

  const finger = (kind: 'pointerdown' | 'pointerup') =>
    fireEvent(buttons()[1]!, new PointerEvent(kind, { pointerId: 1, isPrimary: true, bubbles: true }));
  finger('pointerdown');
  tickets = tickets.slice(1);
  announce({ type: 'ticket_seen', payload: { ticketIds: [4] }, seq: 5, late: false });
  await waitFor(() => expect(buttons()[0]!.disabled).toBe(true));
  expect(said()).toEqual(['4', '5', '6']);
  finger('pointerup');
  await waitFor(() => expect(said()).toEqual(['5', '6']));

  await user.click(buttons()[0]!);
  await screen.findByText('Noted that you told them.');
  await waitFor(() => expect(buttons()[1]!.disabled).toBe(false));
  expect(buttons()[0]!.disabled).toBe(true);
  expect(told).toEqual(['5']);
  await waitFor(() => expect(said()).toEqual(['6']));
});

test('a display that is lost again is said again, though the strip has stood there all the time', async () => {
  let lost = new Set(['Grill', 'Bar']);
  const stations = () => [grill, { ...grill, id: 2, title: 'Bar' }].map((station) => ({ ...station, isLost: lost.has(station.title) }));
  const { announce, user } = show(<UnseenStrip />, {
    as: waiter,
    server: [answers(listPrinters, () => []), answers(listUnseenTickets, () => [ticket(4, 3600)]), answers(listStations, stations)],
  });
  const change = async (...titles: string[]) => {
    lost = new Set(titles);
    announce({ type: 'station_update', payload: {}, seq: 5, late: false });
    await pass(1000);
  };
  const said = () => screen.queryByText(/has lost its connection/)?.textContent;
  await waitFor(() => expect(said()).toBe('A display of Grill, Bar has lost its connection.'));
  await user.click(screen.getByRole('button', { name: 'I know' }));
  await waitFor(() => expect(said()).toBeUndefined());
  await change('Bar');
  expect(said()).toBeUndefined();
  await change();
  await change('Bar');
  await waitFor(() => expect(said()).toBe('A display of Bar has lost its connection.'));
});
