import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { searchCustomers } from '#contract/customers.ts';
import { AppError } from '#contract/errors.ts';
import {
  addReservation,
  deleteReservation,
  initReservations,
  listClashes,
  listReservations,
  markArrival,
  restoreReservation,
  type Reservation,
  searchReservations,
  updateReservation,
} from '#contract/reservations.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ReservationsScreen } from './ReservationsScreen.tsx';

const booking = (extra: Partial<Reservation> = {}): Reservation => ({
  id: 1,
  customer_id: '555-0100',
  customer_name: 'Ada',
  date: '2026-03-10T14:00:00.000Z', // 19:30 in Kolkata
  table_id: 5,
  table_title: 'T5',
  status: 'booked',
  notes: 'Window',
  people_count: 4,
  unique_code: 'ABCDE12345',
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: null,
  clashes: [],
  ...extra,
});
const table = (id: number, title: string) => ({ id, encrypted_id: 'x', table_title: title, floor: 'Ground', seating_capacity: 4 });
const init = answers(initReservations, () => ({
  storeTables: [table(5, 'T5'), table(6, 'T6')],
  timezone: 'Asia/Kolkata',
  dayStart: '00:00',
}));
const none = answers(listClashes, () => []);
const host = { role: 'user' as const, scopes: ['RESERVATIONS'] as const };
const done = { success: true as const };
const listing = (rows: Reservation[]) => answers(listReservations, () => rows);

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-10T06:00:00Z'), toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

test('lists today in the time zone of the store, with state, code and clash', async () => {
  const asked = vi.fn((_: unknown) => [
    booking({ clashes: [{ id: 2, date: '2026-03-10T15:00:00.000Z', customer_name: 'Bob', people_count: 2 }] }),
  ]);
  show(<ReservationsScreen />, { as: host, server: [init, answers(listReservations, asked)] });

  const row = (await screen.findByText('Ada')).closest('li')!;
  for (const said of ['19:30', '555-0100', '4 people', 'T5', 'Booked', 'ABCDE12345', 'Window', 'T5 is also booked for Bob (2) at 20:30'])
    expect(row.textContent).toContain(said);
  expect(asked.mock.calls[0]![0]).toMatchObject({ query: { type: 'today' } });
});

test('the filter dialog asks for another period', async () => {
  const asked = vi.fn(({ query }: { query: unknown }) => (query && []) as Reservation[]);
  const { user } = show(<ReservationsScreen />, { as: host, server: [init, answers(listReservations, asked)] });
  await screen.findByText('No reservations in this period.');

  await user.click(screen.getByRole('button', { name: /Filter/ }));
  await user.selectOptions(screen.getByLabelText('Period'), 'Last month');
  await user.click(screen.getByRole('button', { name: 'Apply' }));

  await waitFor(() => expect(asked.mock.lastCall![0]).toMatchObject({ query: { type: 'last_month' } }));
  expect(await screen.findByRole('button', { name: 'Filter: Last month' })).toBeTruthy();
});

test('what is to come stands first, with its covers; what is over is folded below it', async () => {
  const rows = [
    booking({ id: 1, customer_name: 'Early', date: '2026-03-10T03:00:00.000Z' }),
    booking({ id: 2, customer_name: 'Seated', date: '2026-03-10T05:00:00.000Z', people_count: 3 }), // an hour ago
    booking({ id: 3, customer_name: 'Tonight' }),
    booking({ id: 4, customer_name: 'Away', status: 'cancelled' }),
  ];
  const { user } = show(<ReservationsScreen />, { as: host, server: [init, listing(rows)] });

  const folded = await screen.findByText('Earlier: 1 reservation · 4 guests');
  expect(screen.queryByText('Early')).toBeNull();
  for (const name of ['Seated', 'Tonight', 'Away']) expect(screen.getByText(name).closest('details')).toBeNull();
  expect(screen.getByText('2 reservations · 7 guests · 1 cancelled')).toBeTruthy();
  await user.click(folded);
  expect((await screen.findByText('Early')).closest('details')?.open).toBe(true);
});

test('whoever types into the search renders no row of the list, and folded rows are not rendered at all', async () => {
  const ofDay = (day: number) => `2026-03-${String(day).padStart(2, '0')}T14:00:00.000Z`;
  const rows = Array.from({ length: 30 }, (_, at) => booking({ id: at + 1, customer_name: `Guest ${at + 1}`, date: ofDay(at + 1) }));
  const { user } = show(<ReservationsScreen />, { as: host, server: [init, listing(rows)] });
  // every day from today on
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(21));

  const read = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  await user.type(screen.getByRole('searchbox', { name: 'Search reservations' }), 'G');
  expect(screen.getAllByRole('listitem')).toHaveLength(21);
  expect(read.mock.calls.length).toBeLessThan(15);
});

test('period, search, view and day stand in the address', async () => {
  const searched = vi.fn((_: unknown) => [booking({ customer_name: 'Bob' })]);
  const asked = vi.fn((_: unknown) => [booking()]);
  const server = [init, answers(listReservations, asked), answers(searchReservations, searched)];
  const first = show(<ReservationsScreen />, { as: host, server, path: '/?period=custom&from=2026-01-01&to=2026-01-31' });
  await screen.findByText('Ada');
  expect(asked.mock.calls.map(([input]) => (input as { query: object }).query)).toContainEqual({
    type: 'custom',
    from: '2026-01-01',
    to: '2026-01-31',
  });
  first.unmount();

  show(<ReservationsScreen />, { as: host, server, path: '/?q=bob&view=day&day=2026-03-12' });
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Day' }).checked).toBe(true));
  await waitFor(() =>
    expect(asked.mock.calls.map(([input]) => (input as { query: object }).query)).toContainEqual({
      type: 'custom',
      from: '2026-03-12',
      to: '2026-03-12',
    }),
  );
});

test.each(['2026-02-31', '2026-3-1', '0001-01-01', '9999-12-31', 'x'])(
  'an address with the day %s, which cannot be asked for, shows today',
  async (day) => {
    const asked = vi.fn((_: { query: { from?: unknown } }) => [booking()]);
    const server = [init, answers(listReservations, asked)];
    show(<ReservationsScreen />, { as: host, server, path: `/?view=day&day=${day}` });
    await screen.findByRole('region', { name: 'Tables by time' });
    expect(asked.mock.calls.map(([{ query }]) => query.from).filter(Boolean)).toEqual(['2026-03-10']);
  },
);

test('searches with Enter, ignores blanks, and says when nothing fits', async () => {
  const searched = vi.fn(({ query }: { query: { q?: string } }) => (query.q === 'bob' ? [booking({ customer_name: 'Bob' })] : []));
  const { user } = show(<ReservationsScreen />, { as: host, server: [init, listing([booking()]), answers(searchReservations, searched)] });
  await screen.findByText('Ada');
  const box = screen.getByLabelText('Search reservations');

  await user.type(box, '  {Enter}');
  expect(searched).not.toHaveBeenCalled();
  await user.clear(box);
  await user.type(box, 'bob{Enter}');
  expect(await screen.findByText('Bob')).toBeTruthy();
  await user.clear(box);
  await user.type(box, 'zed{Enter}');
  expect(await screen.findByText('No result found!')).toBeTruthy();
});

test('says what a new one lacks, warns of a clash and books all the same', async () => {
  const add = vi.fn((_: { body: object }) => ({
    ...done,
    message: 'Reservation added.',
    id: 9,
    reservationId: 9,
    uniqueCode: 'ABCDE12345',
  }));
  const clashes = vi.fn((_: { query: object }) => [{ id: 2, date: '2026-03-10T15:00:00.000Z', customer_name: 'Bob', people_count: 2 }]);
  const { user } = show(<ReservationsScreen />, {
    as: host,
    server: [
      init,
      listing([]),
      answers(listClashes, clashes),
      answers(addReservation, add),
      answers(searchCustomers, () => [{ name: 'Ada', phone: '555-0100' }]),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'New' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Book' }));
  for (const sentence of ['Please select customer!', 'Please select date & time!']) expect(within(dialog).getByText(sentence)).toBeTruthy();
  expect(add).not.toHaveBeenCalled();

  await user.type(within(dialog).getByLabelText('Customer'), 'ada');
  await user.click(await within(dialog).findByRole('option', { name: /Ada/ }));
  await user.click(within(dialog).getByRole('button', { name: '20:00' }));
  await user.selectOptions(within(dialog).getByLabelText('Table'), '5');
  expect(await within(dialog).findByText(/T5 is also booked for Bob \(2\) at 20:30/)).toBeTruthy();
  expect(clashes.mock.lastCall![0].query).toMatchObject({ tableId: '5', date: '2026-03-10T20:00' });

  await user.click(within(dialog).getByRole('button', { name: 'Book' }));
  expect(await screen.findByText('Reservation added.')).toBeTruthy();
  expect(add.mock.lastCall![0].body).toEqual({
    customerId: '555-0100',
    date: '2026-03-10T20:00',
    tableId: 5,
    status: 'booked',
    notes: '',
    peopleCount: 2,
  });
});

test('of today only the times to come are offered, of another day all', async () => {
  const { user } = show(<ReservationsScreen />, { as: host, server: [init, none, listing([])], path: '/?day=2026-03-11' });
  const times = async () =>
    within(await screen.findByLabelText('Times'))
      .queryAllByRole('button')
      .map(({ textContent }) => textContent);
  await user.click(await screen.findByRole('button', { name: 'New' }));
  expect((await times())[0]).toBe('11:00');
  await user.click(screen.getByRole('button', { name: 'Earlier times' }));
  expect((await times())[0]).toBe('06:00');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  cleanup();

  const today = { as: host, server: [init, none, listing([])] };
  const noon = show(<ReservationsScreen />, today);
  await noon.user.click(await screen.findByRole('button', { name: 'New' }));
  expect((await times())[0]).toBe('11:30'); // it is 11:30 there
  expect(screen.queryByRole('button', { name: 'Earlier times' })).toBeNull();
  cleanup();

  vi.setSystemTime('2026-03-10T17:00:00Z'); // 22:30 there
  const night = show(<ReservationsScreen />, today);
  await night.user.click(await screen.findByRole('button', { name: 'New' }));
  expect(await screen.findByText(/^The usual times of this day are past/)).toBeTruthy();
});

test('a time after midnight says in which night it is, where the day of the store lasts on', async () => {
  const bar = answers(initReservations, () => ({ storeTables: [], timezone: 'Asia/Kolkata', dayStart: '04:00' }));
  const { user } = show(<ReservationsScreen />, { as: host, server: [bar, listing([])], path: '/?day=2026-03-13' });
  await user.click(await screen.findByRole('button', { name: 'New' }));
  const dialog = within(await screen.findByRole('dialog'));
  const at = async (hours: string, minutes: string) => {
    await user.type(dialog.getByLabelText('Hours'), hours);
    await user.type(dialog.getByLabelText('Minutes'), minutes);
  };
  await at('00', '30');
  expect(await dialog.findByText('At 00:30 it is still the night of Thu, 12 Mar 2026.')).toBeTruthy();
  await at('04', '00');
  await waitFor(() => expect(dialog.queryByText(/still the night of/)).toBeNull());
});

test('a new one cannot begin in the past, not even when the dialog stood open; the sentence stands beside the time', async () => {
  const add = vi.fn((_: { body: object }) => ({
    ...done,
    message: 'Reservation added.',
    id: 9,
    reservationId: 9,
    uniqueCode: 'ABCDE12345',
  }));
  const found = answers(searchCustomers, () => [{ name: 'Ada', phone: '555-0100' }]);
  const { user } = show(<ReservationsScreen />, { as: host, server: [init, none, listing([]), found, answers(addReservation, add)] });
  await user.click(await screen.findByRole('button', { name: 'New' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Customer'), 'ada');
  await user.click(await dialog.findByRole('option', { name: /Ada/ }));
  const sentence = 'Please select a time that is not past!';

  await user.type(dialog.getByLabelText('Hours'), '11');
  await user.type(dialog.getByLabelText('Minutes'), '29'); // it is 11:30 there
  expect(dialog.getByText(sentence)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Book' }));
  expect(add).not.toHaveBeenCalled();

  await user.click(dialog.getByRole('button', { name: '12:00' }));
  expect(dialog.queryByText(sentence)).toBeNull();
  vi.setSystemTime('2026-03-10T06:31:00Z'); // 12:01
  await user.click(dialog.getByRole('button', { name: 'Book' }));
  expect(await dialog.findByText(sentence)).toBeTruthy();
  expect(add).not.toHaveBeenCalled();

  await user.click(dialog.getByRole('button', { name: '12:30' }));
  await user.click(dialog.getByRole('button', { name: 'Book' }));
  expect(await screen.findByText('Reservation added.')).toBeTruthy();
});

test('a tablet whose clock is three hours fast takes a booking for what is still to come', async () => {
  vi.setSystemTime('2026-03-10T09:00:00Z');
  const add = vi.fn((_: { body: object }) => ({
    ...done,
    message: 'Reservation added.',
    id: 9,
    reservationId: 9,
    uniqueCode: 'ABCDE12345',
  }));
  const found = answers(searchCustomers, () => [{ name: 'Ada', phone: '555-0100' }]);
  const { user } = show(<ReservationsScreen />, {
    as: host,
    server: [init, none, listing([]), found, answers(addReservation, add)],
    clock: () => Date.parse('2026-03-10T06:00:00Z'), // 11:30 there
  });
  await user.click(await screen.findByRole('button', { name: 'New' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Customer'), 'ada');
  await user.click(await dialog.findByRole('option', { name: /Ada/ }));
  await user.click(dialog.getByRole('button', { name: '12:00' }));
  await user.click(dialog.getByRole('button', { name: 'Book' }));
  expect(await screen.findByText('Reservation added.')).toBeTruthy();
  expect(add).toHaveBeenCalledTimes(1);
});

test('an update keeps the instant that is not moved, and what was typed when the server refuses', async () => {
  let isBroken = true;
  const update = vi.fn((_: { params: object; body: object }) => {
    if (isBroken) throw new AppError('server_error', 'Something went wrong!');
    return { ...done, message: 'Reservation updated.' };
  });
  const { user } = show(<ReservationsScreen />, {
    as: host,
    server: [init, none, listing([booking()]), answers(updateReservation, update)],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Ada, 19:30' }));
  const dialog = await screen.findByRole('dialog');

  await user.selectOptions(within(dialog).getByLabelText('Status'), 'paid');
  fireEvent.change(within(dialog).getByLabelText('Notes'), { target: { value: 'Cake' } });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Something went wrong!')).toBeTruthy();
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Cake');
  isBroken = false;
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Reservation updated.')).toBeTruthy();
  expect(update.mock.lastCall![0]).toMatchObject({
    params: { id: '1' },
    body: { date: '2026-03-10T14:00:00.000Z', tableId: 5, status: 'paid', notes: 'Cake', peopleCount: 4 },
  });
});

test('deletes only after the question, and takes it back with its notes', async () => {
  const restore = vi.fn((_: { params: object; body: object }) => ({ ...done, message: 'The reservation is back.' }));
  let rows = [booking({ notes: 'By the window' })];
  const remove = vi.fn((_: { params: object }) => {
    rows = [];
    return { ...done, message: 'Reservation deleted.' };
  });
  const server = [init, answers(listReservations, () => rows), answers(deleteReservation, remove), answers(restoreReservation, restore)];
  const { user } = show(<ReservationsScreen />, { as: host, server });
  await user.click(await screen.findByRole('button', { name: 'Delete Ada, 19:30' }));
  expect(screen.getByText('Are you sure! This process is irreversible!')).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Reservation deleted.')).toBeTruthy();
  expect(remove.mock.lastCall![0].params).toEqual({ id: '1' });
  await waitFor(() => expect(screen.queryByText('Ada')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The reservation is back.')).toBeTruthy();
  expect(restore.mock.lastCall![0]).toMatchObject({ params: { id: '1' }, body: { notes: 'By the window' } });
});

test('the day view shows each table with its bookings, another day, and books a table from its row', async () => {
  const asked = vi.fn((_: { query: object }) => [booking(), booking({ id: 2, status: 'cancelled', table_id: 6, customer_name: 'Bob' })]);
  const { user } = show(<ReservationsScreen />, { as: host, server: [init, none, answers(listReservations, asked)] });
  await user.click(await screen.findByRole('radio', { name: 'Day' }));
  const view = await screen.findByRole('region', { name: 'Tables by time' });
  const [t5, t6] = within(view).getAllByRole('listitem');

  expect(t5!.textContent).toContain('19:30Ada4 people');
  // where there is no room for it the name is cut
  expect(within(t5!).getByRole('button', { name: /Ada/ }).dataset['hint']).toBe('Ada');
  expect(t6!.textContent).toContain('Free all day');
  // by more than its colour
  expect(within(t5!).getByRole('img', { name: 'Booked' })).toBeTruthy();
  expect(asked.mock.lastCall![0].query).toEqual({ type: 'custom', from: '2026-03-10', to: '2026-03-10' });
  await user.click(within(t6!).getByRole('button', { name: 'Book T6' }));
  expect(within(await screen.findByRole('dialog')).getByLabelText<HTMLSelectElement>('Table').value).toBe('6');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Day after' }));
  await waitFor(() => expect(asked.mock.lastCall![0].query).toMatchObject({ from: '2026-03-11' }));
});

test('the day view opens an hour before now, another day at its first booking, and then leaves whoever scrolls alone', async () => {
  vi.setSystemTime('2026-03-10T13:10:00Z'); // 18:40 there
  // an hour is 100 px wide
  const offset = vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return 100 * Number(this.textContent?.slice(0, 2));
  });
  const early = booking({ date: '2026-03-11T08:10:00.000Z' }); // 13:40
  let guest = 'Ada';
  const listed = answers(listReservations, ({ query }) => (query.from === '2026-03-11' ? [early] : [booking({ customer_name: guest })]));
  const { user, announce } = show(<ReservationsScreen />, { as: host, server: [init, listed], path: '/?view=day' });
  const frame = () => screen.findByRole('region', { name: 'Tables by time' });

  expect((await frame()).scrollLeft).toBe(600); // 17:00, of 11:00
  (await frame()).scrollLeft = 40;
  guest = 'Bob';
  vi.setSystemTime('2026-03-10T14:40:00Z');
  announce({ type: 'reservation_update', payload: { reservationId: 1 }, seq: 1, late: false });
  await screen.findByText('Bob');
  expect((await frame()).scrollLeft).toBe(40);

  await user.click(screen.getByRole('button', { name: 'Day after' }));
  await waitFor(async () => expect((await frame()).scrollLeft).toBe(200)); // 13:00
  cleanup();

  // a night that lasts on after midnight, beyond the last hour that is shown
  vi.setSystemTime('2026-03-10T19:20:00Z'); // 00:50 there
  const late = answers(initReservations, () => ({ storeTables: [table(5, 'T5')], timezone: 'Asia/Kolkata', dayStart: '04:00' }));
  show(<ReservationsScreen />, { as: host, server: [late, listing([booking()])], path: '/?view=day' });
  expect((await frame()).scrollLeft).toBe(1100);
  offset.mockRestore();
});

test('who may only look sees no way to change', async () => {
  const viewer = { role: 'user' as const, scopes: ['VIEW_RESERVATIONS'] as const };
  const rows = [booking({ arrived_at: '2026-03-10T14:02:00.000Z' }), booking({ id: 2, customer_name: 'Bob' })];
  show(<ReservationsScreen />, { as: viewer, server: [init, listing(rows)] });
  await screen.findByText('Ada');
  expect(screen.getByText('Arrived')).toBeTruthy();
  for (const name of ['New', /^Edit/, /^Delete/, /^Arrived/]) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('follows what others book', async () => {
  const rows = [booking()];
  const { announce } = show(<ReservationsScreen />, { as: host, server: [init, answers(listReservations, () => [...rows])] });
  await screen.findByText('Ada');
  rows.push(booking({ id: 2, customer_name: 'Cleo' }));
  announce({ type: 'reservation_update', payload: { reservationId: 2 }, seq: 1, late: false });
  expect(await screen.findByText('Cleo')).toBeTruthy();
});

test('a screen that stands open past midnight shows the new day', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-10T18:25:00Z'), shouldAdvanceTime: true }); // 23:55 there
  const asked = vi.fn((_: { query: object }) => [booking()]);
  show(<ReservationsScreen />, { as: host, server: [init, none, answers(listReservations, asked)] });
  fireEvent.click(await screen.findByRole('radio', { name: 'Day' }));
  await waitFor(() => expect(asked.mock.lastCall![0].query).toMatchObject({ from: '2026-03-10' }));
  fireEvent.click(screen.getByRole('radio', { name: 'List' }));
  await screen.findByText('Ada');
  const before = asked.mock.calls.length;

  await vi.advanceTimersByTimeAsync(6 * 60_000);
  await waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(before));
  expect(asked.mock.lastCall![0].query).toEqual({ type: 'today' });
  fireEvent.click(screen.getByRole('radio', { name: 'Day' }));
  await waitFor(() => expect(asked.mock.lastCall![0].query).toEqual({ type: 'custom', from: '2026-03-11', to: '2026-03-11' }));
});

test('says that loading failed', async () => {
  show(<ReservationsScreen />, { as: host });
  expect(await screen.findByText('Error loading details! Please try later!')).toBeTruthy();
});

test('one touch says that guests arrived, at once, and the same touch takes it back; before their time nobody is a no-show', async () => {
  vi.setSystemTime('2026-03-10T13:30:00Z'); // half an hour before
  let rows = [booking()];
  const answered = Promise.withResolvers<void>();
  const mark = vi.fn(async ({ body }: { params: object; body: { arrival: string } }) => {
    await answered.promise;
    rows = [booking({ arrived_at: body.arrival === 'arrived' ? '2026-03-10T13:30:00.000Z' : null })];
    return { ...done, message: 'The guests have arrived.' };
  });
  const { user } = show(<ReservationsScreen />, {
    as: host,
    server: [init, answers(listReservations, () => rows), answers(markArrival, mark)],
  });
  const arrived = await screen.findByRole('button', { name: 'Arrived, Ada' });
  expect([arrived.getAttribute('aria-pressed'), screen.queryByRole('button', { name: /No-show/ })]).toEqual(['false', null]);

  await user.click(arrived);
  expect((await screen.findByRole('button', { name: /^Arrived ?19:00/ })).getAttribute('aria-pressed')).toBe('true');
  answered.resolve();
  await waitFor(() => expect(rows[0]!.arrived_at).not.toBeNull());
  await user.click(screen.getByRole('button', { name: /^Arrived/ }));
  await waitFor(() => expect(mark).toHaveBeenCalledTimes(2));
  expect(mark.mock.calls.map(([input]) => input)).toMatchObject([
    { params: { id: '1' }, body: { arrival: 'arrived', basedOn: { arrival: 'expected' } } },
    { params: { id: '1' }, body: { arrival: 'expected', basedOn: { arrival: 'arrived' } } },
  ]);
  expect((await screen.findByRole('button', { name: 'Arrived, Ada' })).getAttribute('aria-pressed')).toBe('false');
});

test('the second half of a double tap on Arrived does not take it back', async () => {
  vi.setSystemTime('2026-03-10T13:30:00Z');
  let rows = [booking()];
  const mark = vi.fn(({ body }: { body: { arrival: string } }) => {
    rows = [booking({ arrived_at: body.arrival === 'arrived' ? '2026-03-10T13:30:00.000Z' : null })];
    return { ...done, message: 'The guests have arrived.' };
  });
  const { user } = show(<ReservationsScreen />, {
    as: host,
    server: [init, answers(listReservations, () => rows), answers(markArrival, mark)],
  });
  const arrived = await screen.findByRole('button', { name: 'Arrived, Ada' });
  await user.click(arrived);
  await waitFor(() => expect(arrived.getAttribute('aria-pressed')).toBe('true'));
  const again = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 });
  Object.defineProperty(again, 'timeStamp', { value: performance.now() });
  fireEvent(arrived, again);
  expect(arrived.getAttribute('aria-pressed')).toBe('true');
  await user.click(arrived);
  await waitFor(() => expect(mark).toHaveBeenCalledTimes(2));
});

test('who is late is seen to be, also in the day view, and can be given up; whoever did not come is no guest and no longer late', async () => {
  vi.setSystemTime('2026-03-10T14:20:00Z');
  let rows = [
    booking(),
    booking({ id: 2, customer_name: 'Bob', status: 'cancelled' }),
    booking({ id: 3, date: '2026-03-11T14:00:00.000Z' }),
  ];
  const mark = vi.fn((_: { body: object }) => {
    rows = rows.map((row) => (row.id === 1 ? { ...row, no_show_at: '2026-03-10T14:20:00.000Z' } : row));
    return { ...done, message: 'Marked as a no-show.' };
  });
  const { user } = show(<ReservationsScreen />, {
    as: host,
    server: [init, none, answers(listReservations, () => rows), answers(markArrival, mark)],
  });
  expect(await screen.findByText('20 min late')).toBeTruthy();
  // neither of whom cancelled, nor of tomorrow's
  expect(screen.getAllByRole('button', { name: /^(Arrived|No-show)/ })).toHaveLength(2);
  expect(screen.getByText('1 reservation · 4 guests · 1 cancelled')).toBeTruthy();

  await user.click(screen.getByRole('radio', { name: 'Day' }));
  const view = within(await screen.findByRole('region', { name: 'Tables by time' }));
  expect(view.getByRole('img', { name: '20 min late' })).toBeTruthy();
  await user.click(view.getByRole('button', { name: 'No-show, Ada' }));
  await waitFor(() => expect(mark.mock.lastCall?.[0].body).toEqual({ arrival: 'no_show', basedOn: { arrival: 'expected' } }));
  expect((await view.findByRole('button', { name: 'No-show, Ada' })).getAttribute('aria-pressed')).toBe('true');
  expect(view.queryByRole('img', { name: /late/ })).toBeNull();

  await user.click(screen.getByRole('radio', { name: 'List' }));
  expect(await screen.findByText('0 reservations · 0 guests · 1 cancelled · 1 no-show')).toBeTruthy();
});

test('another customer can be chosen for a booking, and none cannot', async () => {
  const update = vi.fn((_: { body: object }) => ({ ...done, message: 'Reservation updated.' }));
  const found = answers(searchCustomers, () => [{ name: 'Bob', phone: '555-0101' }]);
  const { user } = show(<ReservationsScreen />, {
    as: host,
    server: [init, none, listing([booking()]), found, answers(updateReservation, update)],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Ada, 19:30' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByLabelText<HTMLInputElement>('Customer');
  expect(field.value).toBe('\u2068Ada\u2069 · 555-0100');

  await user.click(dialog.getByRole('button', { name: /customer/i }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Please select customer!')).toBeTruthy();
  expect(update).not.toHaveBeenCalled();
  await user.type(dialog.getByLabelText('Customer'), 'bob');
  await user.click(await dialog.findByRole('option', { name: /Bob/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Reservation updated.')).toBeTruthy();
  expect(update.mock.lastCall![0].body).toMatchObject({ customerId: '555-0101', basedOn: { customerId: '555-0100' } });
});

test('the booking of an erased customer is changed without one', async () => {
  const update = vi.fn((_: { body: object }) => ({ ...done, message: 'Reservation updated.' }));
  const { user } = show(<ReservationsScreen />, {
    as: host,
    server: [init, none, listing([booking({ customer_id: null, customer_name: null })]), answers(updateReservation, update)],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Erased customer, 19:30' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Notes'), { target: { value: 'Cake' } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Reservation updated.')).toBeTruthy();
  expect(update.mock.lastCall![0].body).not.toHaveProperty('customerId');
});

test('what the house should know of a guest stands with the booking, and in its dialog until another guest is chosen', async () => {
  const rows = [booking({ customer_notes: 'Allergic to nuts' })];
  const { user } = show(<ReservationsScreen />, { as: host, server: [init, none, listing(rows)] });
  const row = (await screen.findByText('Allergic to nuts')).closest('li')!;
  expect(within(row).getByRole('img', { name: 'Note on the guest' })).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: /^Edit/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Allergic to nuts')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Clear customer' }));
  expect(dialog.queryByText('Allergic to nuts')).toBeNull();
});
