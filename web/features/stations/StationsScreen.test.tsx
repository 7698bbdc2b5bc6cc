import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listPrinters, type Printer } from '#contract/printers.ts';
import { addStation, listStations, type Station } from '#contract/stations.ts';
import { listUnseenTickets, markTicketTold, sendTicketAgain, type UnseenTicket } from '#contract/tickets.ts';
import { UnseenStrip } from '#web/parts/UnseenStrip.tsx';
import { answers, show } from '#web/platform/testing.tsx';
import { StationsScreen } from './StationsScreen.tsx';

const owner = { role: 'admin' as const, scopes: [] };
const done = (message: string) => ({ success: true as const, message });
const printer = (id: number, title: string): Printer => ({
  id,
  title,
  kind: 'network',
  address: '192.168.1.50:9100',
  width: 80,
  codePage: 'cp437',
  state: 'ok',
  lastSeenAt: null,
});
const printers = answers(listPrinters, () => [printer(3, 'Pass'), printer(4, 'Bar'), printer(5, 'Office'), printer(6, 'Cellar')]);
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

test('a station gets its printer and the one that stands in for it', async () => {
  const sent: unknown[] = [];
  const { user } = show(<StationsScreen />, {
    as: owner,
    server: [
      printers,
      answers(listStations, () => [grill]),
      answers(addStation, ({ body }) => {
        sent.push(body);
        return { ...done('Station added.'), id: 2, stationId: 2 };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'New' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Station' }));
  await user.type(dialog.getByLabelText('Title'), 'Bar');
  await user.click(await dialog.findByRole('combobox', { name: 'Printer' }));
  await user.click(await screen.findByRole('option', { name: 'Bar' }));
  await user.click(dialog.getByRole('combobox', { name: 'Backup printer' }));
  await user.click(await screen.findByRole('option', { name: 'Pass' }));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent).toEqual([{ title: 'Bar', ackSeconds: 10, isFallback: false, printerId: 4, backupPrinterId: 3 }]));
});

test('what nobody has seen is sent again, printed at its station’s printers, or told; a lost display is known', async () => {
  const ticket: UnseenTicket = {
    ticket_id: 9,
    order_id: 5,
    token_no: 12,
    station_id: 1,
    station_title: 'Grill',
    kind: 'new',
    lines: [{ line_id: 1, item_title: 'Steak', variant_title: null, quantity: 2, notes: null, addons: [] }],
    table_title: 'T1',
    delivery_type: 'dinein',
    created_at: '2026-11-23T12:00:00.000Z',
    state: 'unseen',
    seen_at: null,
    seen_by: null,
    sound_in: 3600,
  };
  const sent: unknown[] = [];
  const { user } = show(<UnseenStrip />, {
    as: owner,
    server: [
      printers,
      // the station's own printer and the one that stands in for it come first
      answers(listStations, () => [{ ...grill, printerId: 4, backupPrinterId: 5, isLost: true }]),
      answers(listUnseenTickets, () => [ticket]),
      answers(sendTicketAgain, ({ body }) => {
        sent.push(body);
        return done('Sent again.');
      }),
      answers(markTicketTold, () => {
        sent.push('told');
        return done('Noted.');
      }),
    ],
  });
  const strip = within(await screen.findByRole('alert', { name: 'Not seen in the kitchen' }));
  await user.click(await strip.findByRole('button', { name: 'Print at Bar' }));
  expect(strip.getAllByRole('button', { name: /^Print at/ }).map(({ textContent }) => textContent)).toEqual([
    'Print at Bar',
    'Print at Office',
    'Print at …',
  ]);
  await waitFor(() => expect(sent).toHaveLength(1));
  await user.click(strip.getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  await user.click(strip.getByRole('button', { name: 'I told them' }));
  await waitFor(() => expect(sent).toEqual([{ printerId: 4 }, {}, 'told']));
  // every printer of the house can be chosen
  await user.click(strip.getByRole('button', { name: 'Print at …' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Cellar' }));
  await waitFor(() => expect(sent.slice(3)).toEqual([{ printerId: 6 }]));
  await user.click(strip.getByRole('button', { name: 'I know' }));
  await waitFor(() => expect(strip.queryByText(/has lost its connection/)).toBeNull());
});
