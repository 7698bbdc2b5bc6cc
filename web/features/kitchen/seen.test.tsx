import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { getKitchenBoard, type KitchenBoard } from '#contract/kitchen.ts';
import { listStations } from '#contract/stations.ts';
import { markTicketsSeen, type Ticket } from '#contract/tickets.ts';
import { forgetServerTime, learnServerTime } from '#web/platform/server-clock.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { KitchenScreen } from './KitchenScreen.tsx';
import { item, order as orderOf } from './testing-kitchen.ts';

type Order = KitchenBoard['orders'][number];

const cook = { role: 'user' as const, scopes: ['KITCHEN_DISPLAY'] as const };
const GRILL = 7;
const now = () => new Date().toISOString();
const order = (id: number): Order => orderOf(id, { date: now(), items: [item(id * 100, { order_id: id, date: now() })] });
const ticket = (id: number, more: Partial<Ticket> = {}): Ticket => ({
  ticket_id: id * 10,
  order_id: id,
  token_no: id,
  station_id: GRILL,
  station_title: 'Grill',
  kind: 'new',
  lines: [{ line_id: id * 100, item_title: 'Pizza', variant_title: null, quantity: 2, notes: null, addons: null }],
  table_title: 'Table 5',
  delivery_type: 'dinein',
  created_at: now(),
  state: 'queued',
  seen_at: null,
  seen_by: null,
  ...more,
});

beforeEach(() => localStorage.setItem('comanda_kitchen_station', String(GRILL)));

type Tickets = Pick<KitchenBoard, 'orders' | 'tickets'>;

/** A kitchen of one station; `board` answers what is asked, `seen` is what the page said that it shows. */
const open = (
  board: (ids: number[] | undefined, station: string | undefined) => Tickets | Promise<Tickets>,
  stationIds: readonly number[] = [GRILL],
  answer = async () => ({ success: true as const, message: 'Seen.' }),
) => {
  const seen: number[] = [];
  const asked: (number[] | undefined)[] = [];
  const station = { position: 1, isFallback: true, ackSeconds: 10, printerId: null, backupPrinterId: null, isWatched: true, isLost: false };
  const shown = show(<KitchenScreen />, {
    as: cook,
    server: [
      answers(listStations, () => stationIds.map((id) => ({ ...station, id, title: id === GRILL ? 'Grill' : 'Bar' }))),
      answers(getKitchenBoard, async ({ query }) => {
        const ids = query.ids?.split(',').map(Number);
        asked.push(ids);
        return { now: now(), warnMinutes: 10, lateMinutes: 20, ...(await board(ids, query.station)) };
      }),
      answers(markTicketsSeen, ({ body }) => {
        seen.push(...(body.ticketIds as number[]));
        return answer();
      }),
    ],
  });
  return { ...shown, seen, asked };
};

test('a page says what it shows: of a long board not what is too far below to be rendered', { timeout: 60_000 }, async () => {
  const ids = Array.from({ length: 130 }, (_, at) => at + 1);
  const { seen } = open(() => ({ orders: ids.map(order), tickets: ids.map((id) => ticket(id)) }));
  await waitFor(() => expect(seen).toContain(10), { timeout: 50_000 });

  const rendered = [...document.querySelectorAll('article[data-order]')].map((card) => Number(card.getAttribute('data-order')) * 10);
  expect(rendered.length).toBeLessThan(ids.length);
  expect(seen.filter((id) => !rendered.includes(id))).toEqual([]);
});

test('an answer about one order brings the ticket of another one: it counts as seen with its own order, not before', async () => {
  let isArrived = false;
  const { seen, asked, announce } = open((ids) => ({
    orders: [1, 2]
      .filter((id) => !ids || ids.includes(id))
      .filter((id) => id === 1 || isArrived)
      .map(order),
    // the second order came after the answer's announcement
    tickets: ids ? [ticket(2)] : [],
  }));
  await screen.findByRole('article', { name: 'Token 1' });
  isArrived = true;
  announce({ type: 'order_update', payload: { orderIds: [1] }, seq: 5, late: false });
  await waitFor(() => expect(asked).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(seen).toEqual([]);

  announce({ type: 'new_order', payload: { orderId: 2, tableId: 5 } as never, seq: 6, late: false });
  await screen.findByRole('article', { name: 'Token 2' });
  await waitFor(() => expect(seen).toEqual([20]), { timeout: 15_000 });
});

test('what has left the board is seen by the note that tells of it', async () => {
  const { seen } = open(() => ({ orders: [], tickets: [ticket(3, { kind: 'void' })] }));
  expect(await screen.findByText('3: Cancelled: 2× Pizza')).toBeTruthy();
  await waitFor(() => expect(seen).toEqual([30]), { timeout: 15_000 });
});

test('what was ordered and closed before anybody saw it is noted first, and seen then', async () => {
  const { seen } = open(() => ({ orders: [], tickets: [ticket(3)] }));
  expect(await screen.findByText('3: Ordered, and already closed: 2× Pizza')).toBeTruthy();
  await waitFor(() => expect(seen).toEqual([30]), { timeout: 15_000 });
  // long enough for a cook to read it
  expect(screen.getByText('3: Ordered, and already closed: 2× Pizza')).toBeTruthy();
});

test('what was closed before anybody saw it is not seen while a finger holds its note back', async () => {
  let isClosed = false;
  const { seen, announce, asked } = open(() => ({ orders: [order(1)], tickets: isClosed ? [ticket(3)] : [] }));
  const card = await screen.findByRole('article', { name: 'Token 1' });
  fireEvent.pointerDown(card, { pointerId: 7 });
  isClosed = true;
  announce({ type: 'reload', payload: {}, seq: 5, late: false } as never);
  await waitFor(() => expect(asked).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect([screen.queryByText(/already closed/), seen]).toEqual([null, []]);
  fireEvent.pointerUp(card, { pointerId: 7 });
  expect(await screen.findByText(/already closed/)).toBeTruthy();
  await waitFor(() => expect(seen).toEqual([30]), { timeout: 15_000 });
});

test.each([
  ['others are left', [GRILL + 1]],
  ['none is left', []],
])('the screen of a deleted station shows what it has to the end: %s', async (_, stationIds) => {
  let isMade = false;
  const { announce, seen } = open(
    (_ids, station) => (station === String(GRILL) && !isMade ? { orders: [order(1)], tickets: [ticket(1)] } : { orders: [], tickets: [] }),
    stationIds,
  );
  expect(await screen.findByRole('article', { name: 'Token 1' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Deleted station' })).toBeTruthy();
  await waitFor(() => expect(seen).toEqual([10]), { timeout: 15_000 });
  expect(screen.queryByRole('dialog')).toBeNull();

  isMade = true;
  announce({ type: 'reload', payload: {}, seq: 5, late: false } as never);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Deleted station' })).toBeNull());
  const isAsked = () => screen.queryByRole('dialog', { name: 'Which station is this?' }) !== null;
  await waitFor(() => expect(isAsked()).toBe(stationIds.length > 0));
  expect(localStorage.getItem('comanda_kitchen_station')).toBe('-1');
});

test('a display that is open learns that its station was deleted, and that there are stations now', async () => {
  const stationIds = [GRILL, GRILL + 1];
  const { announce } = open(() => ({ orders: [], tickets: [] }), stationIds);
  expect(await screen.findByRole('button', { name: 'Grill' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  const change = (seq: number) => announce({ type: 'station_update', payload: {}, seq, late: false });
  stationIds.shift();
  change(5);
  expect(await screen.findByRole('dialog', { name: 'Which station is this?' })).toBeTruthy();
  stationIds.pop();
  change(6);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  stationIds.push(GRILL);
  change(7);
  expect(await screen.findByRole('dialog', { name: 'Which station is this?' })).toBeTruthy();
});

test('a part that moves to another table says which dishes do, and goes on saying so at these', async () => {
  const moved = {
    ...order(1),
    items: [
      { ...order(1).items[0]!, table_title: 'Table 9' },
      { ...order(1).items[0]!, id: 101 },
    ],
  };
  open(() => ({ orders: [moved], tickets: [ticket(1, { kind: 'move', table_title: 'Table 9' })] }));
  expect(await screen.findByText('Moved to Table 9: 2× Pizza')).toBeTruthy();
  expect(screen.getAllByText('To Table 9')).toHaveLength(1);
});

test('a note that would push the tickets down waits for the finger to leave, and is not seen before', async () => {
  let isChanged = false;
  const { seen, announce } = open(() => ({
    orders: isChanged ? [order(1), order(2)] : [order(1)],
    tickets: isChanged ? [ticket(3, { kind: 'void' })] : [],
  }));
  const card = await screen.findByRole('article', { name: 'Token 1' });
  fireEvent.pointerDown(card, { pointerId: 7 });
  isChanged = true;
  announce({ type: 'reload', payload: {}, seq: 5, late: false } as never);
  await screen.findByRole('article', { name: 'Token 2' });
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(screen.queryByText('3: Cancelled: 2× Pizza')).toBeNull();
  expect(seen).toEqual([]);

  fireEvent.pointerUp(card, { pointerId: 7 });
  expect(await screen.findByText('3: Cancelled: 2× Pizza')).toBeTruthy();
  await waitFor(() => expect(seen).toEqual([30]), { timeout: 15_000 });
});

test('what is announced while another board is still asked for comes to the station that was chosen', async () => {
  localStorage.removeItem('comanda_kitchen_station');
  const gate = Promise.withResolvers<void>();
  let isArrived = false;
  const { user, announce, asked } = open(async (ids, station) => {
    if (ids && !station) await gate.promise;
    return { orders: isArrived && station ? [order(2)] : [], tickets: [] };
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Which station is this?' }));
  announce({ type: 'order_update', payload: { orderIds: [1] }, seq: 5, late: false });
  await waitFor(() => expect(asked).toEqual([undefined, [1]]));

  await user.click(dialog.getByRole('button', { name: 'Grill' }));
  await waitFor(() => expect(asked).toEqual([undefined, [1], undefined]));
  await screen.findByText('No Orders Pending!');
  isArrived = true;
  announce({ type: 'new_order', payload: { orderId: 2, tokenNo: 2 }, seq: 6, late: false });
  await new Promise((resolve) => setTimeout(resolve, 100));
  gate.resolve();

  expect(await screen.findByRole('article', { name: 'Token 2' })).toBeTruthy();
});

const lookedTwice = () => act(() => new Promise((resolve) => setTimeout(resolve, 1200)));

test('a card is seen where its head stands within the board, not where it is rendered beyond its edge', async () => {
  let scrolled = 0;
  const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    // a board from 100 to 500, in a window of 768; cards of 200, one below the other
    if (this.matches('[data-board]')) return new DOMRect(0, 100, 800, 400);
    const id = Number(this.getAttribute('data-order'));
    return id > 0 ? new DOMRect(0, 100 + (id - 1) * 210 - scrolled, 300, 200) : new DOMRect(0, 0, 800, 400);
  });
  onTestFinished(() => rect.mockRestore());
  const { seen } = open(() => ({ orders: [1, 2, 3].map(order), tickets: [1, 2, 3].map((id) => ticket(id)) }));
  await waitFor(() => expect(seen).toEqual([10, 20]), { timeout: 15_000 });
  // of the third the first dots show
  scrolled = 40;
  await lookedTwice();
  expect(seen).toEqual([10, 20]);
  scrolled = 90;
  await waitFor(() => expect(seen).toEqual([10, 20, 30]), { timeout: 15_000 });
});

test.each([
  ['Recall', 'Recall'],
  ['Grill', 'Which station is this?'],
])('behind a dialog no card is seen: %s', async (button, name) => {
  let isArrived = false;
  const { seen, announce, user } = open(() => ({ orders: isArrived ? [order(1)] : [], tickets: isArrived ? [ticket(1)] : [] }));
  await screen.findByText('No Orders Pending!');
  await user.click(screen.getByRole('button', { name: button }));
  await screen.findByRole('dialog', { name });
  isArrived = true;
  announce({ type: 'reload', payload: {}, seq: 5, late: false } as never);
  await waitFor(() => expect(document.querySelector('article[data-order="1"]')).toBeTruthy());
  await lookedTwice();
  expect(seen).toEqual([]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(seen).toEqual([10]), { timeout: 15_000 });
});

test('behind the red screen no card is seen', async () => {
  let isDead = true;
  const { seen } = open(() => ({ orders: [order(1)], tickets: [ticket(1)] }));
  const answer = globalThis.fetch;
  globalThis.fetch = (address, init) =>
    address === '/healthz' && isDead ? Promise.reject(new Error('No answer.')) : answer(address, init);
  await screen.findByRole('article', { name: 'Token 1', hidden: true });
  await screen.findByText('No connection');
  await lookedTwice();
  expect(seen).toEqual([]);
  isDead = false;
  await waitFor(() => expect(seen).toEqual([10]), { timeout: 15_000 });
});

test('of many notes of what has left some are shown, and seen; the others come when these were read', async () => {
  const ids = Array.from({ length: 20 }, (_, at) => at + 1);
  const { seen, user } = open(() => ({ orders: [], tickets: ids.filter((id) => !seen.includes(id * 10)).map((id) => ticket(id)) }));
  const more = await screen.findByRole('button', { name: 'and 13 more' });
  expect(screen.getAllByText(/already closed/)).toHaveLength(7);
  await lookedTwice();
  expect(seen).toEqual([10, 20, 30, 40, 50, 60, 70]);
  await user.click(more);
  // at once: nothing else would be shown to somebody who touches it again and again
  expect(screen.getByRole('button', { name: 'and 6 more' })).toBeTruthy();
  await waitFor(() => expect(seen).toHaveLength(14), { timeout: 15_000 });
});

test('notes that stood there long enough to be read make room for those that nobody has seen, and no more than they need', async () => {
  const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const { seen } = open(() => ({ orders: [], tickets: ids.filter((id) => !seen.includes(id * 10)).map((id) => ticket(id)) }));
  await waitFor(() => expect(seen).toHaveLength(7), { timeout: 15_000 });
  await lookedTwice();
  expect(seen).toHaveLength(7);
  onTestFinished(forgetServerTime);
  const later = (seconds: number) => {
    const date = new Date(Date.now() + seconds * 1000).toUTCString();
    act(() => learnServerTime(new Response(null, { headers: { date } })));
  };
  later(30);
  await waitFor(() => expect(seen).toHaveLength(9), { timeout: 15_000 });
  const shown = () => screen.getAllByText(/already closed/).map((note) => note.textContent?.slice(0, 2));
  expect(shown()).toEqual(['3:', '4:', '5:', '6:', '7:', '8:', '9:']);
  later(90);
  expect(shown()).toEqual(['3:', '4:', '5:', '6:', '7:', '8:', '9:']);
});

test('a note of another station does not stay when the station is chosen again, nor one of what is on the board again', async () => {
  let isBack = false;
  const { seen, user, announce } = open(
    (_, station) => ({
      orders: isBack ? [order(4)] : [],
      tickets: station === String(GRILL) && seen.length === 0 ? [ticket(3, { kind: 'void' }), ticket(4)] : [],
    }),
    [GRILL, 8],
  );
  await waitFor(() => expect(seen).toEqual([30, 40]), { timeout: 15_000 });
  expect(screen.getByText('4: Ordered, and already closed: 2× Pizza')).toBeTruthy();
  isBack = true;
  announce({ type: 'order_update', payload: { orderIds: [4] }, seq: 5, late: false });
  const card = await screen.findByRole('article', { name: 'Token 4' });
  expect(within(card).queryByText(/already closed/)).toBeNull();
  expect(screen.getByText('3: Cancelled: 2× Pizza')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Grill' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Bar' }));
  await waitFor(() => expect(screen.queryByText('3: Cancelled: 2× Pizza')).toBeNull(), { timeout: 15_000 });
});

test('what another screen saw sooner stays to be read on this one, too', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => visibility.mockRestore());
  let isSeen = false;
  const { asked, seen, announce } = open(() => ({ orders: [], tickets: isSeen ? [] : [ticket(3, { kind: 'void' })] }));
  expect(await screen.findByText('3: Cancelled: 2× Pizza')).toBeTruthy();
  isSeen = true;
  const { length } = asked;
  announce({ type: 'order_update', payload: { orderIds: [3] }, seq: 5, late: false });
  await waitFor(() => expect(asked.length).toBeGreaterThan(length));
  await lookedTwice();
  expect(screen.getByText('3: Cancelled: 2× Pizza')).toBeTruthy();
  expect(seen).toEqual([]);
});

test('what was said into a silence is said again, also while the session is renewed in it', async () => {
  const { seen } = open(
    () => ({ orders: [order(1)], tickets: [ticket(1)] }),
    [GRILL],
    () => new Promise(() => {}),
  );
  await waitFor(() => expect(seen).toEqual([10]), { timeout: 15_000 });
  await waitFor(() => expect(seen).toEqual([10, 10]), { timeout: 15_000 });
});

test('a page that is closed says so in a call that outlives it', async () => {
  const { seen, unmount } = open(() => ({ orders: [order(1)], tickets: [ticket(1)] }));
  await waitFor(() => expect(seen).toEqual([10]), { timeout: 15_000 });
  const calls: { body: unknown; keepalive: boolean | undefined }[] = [];
  const answer = globalThis.fetch;
  globalThis.fetch = (address, init) => {
    if (typeof address === 'string' && address.endsWith(markTicketsSeen.path))
      calls.push({ body: JSON.parse(String(init?.body)), keepalive: init?.keepalive });
    return answer(address, init);
  };
  const left = { body: expect.objectContaining({ ticketIds: [], stationId: GRILL, isLeaving: true }), keepalive: true };
  // hidden, as a browser says of a page that is closed or left by its back button
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => visibility.mockRestore());
  fireEvent(document, new Event('visibilitychange'));
  expect(calls).toEqual([left]);
  // it comes back: a call like any other
  visibility.mockReturnValue('visible');
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(calls.length).toBeGreaterThan(1));
  expect(calls[1]).toMatchObject({ body: { isLeaving: false }, keepalive: false });
  // another screen is chosen
  unmount();
  expect(calls.at(-1)).toEqual(left);
});
