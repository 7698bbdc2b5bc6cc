import { expect, test } from 'vitest';
import { createCustomerExport } from '#contract/customer-history.ts';
import { deleteCustomer } from '#contract/customers.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { deleteTable, updateTable } from '#contract/tables.ts';
import {
  addReservation,
  deleteReservation,
  initReservations,
  listClashes,
  listReservations,
  restoreReservation,
  searchReservations,
  updateReservation,
} from '#contract/reservations.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { database, openApp, openRestaurant, openVisitor, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const ADA = '+1 555-0100';
const BOB = '555 0101';

/** A restaurant with two tables and two customers, whose time the test holds. */
const open = async (opening = '2026-03-10T12:00:00Z', timezone = 'UTC') => {
  let held = new Date(opening);
  const app = await openApp({ clock: () => held });
  const restaurant = await withMenu(await openRestaurant({ app, now: held, timezone }));
  for (const [phone, name] of [
    [ADA, 'Ada Lovelace'],
    [BOB, 'Bob 100%'],
  ])
    await database.query('insert into customers (tenant_id, phone, name, created_at) values ($1, $2, $3, now())', [
      restaurant.tenantId,
      phone,
      name,
    ]);
  const { admin, menu } = restaurant;
  return {
    ...restaurant,
    at: (instant: string) => void (held = new Date(instant)),
    book: async (date: string, body: object = {}) =>
      (await admin(addReservation, { body: { customerId: ADA, date, tableId: menu.t1, ...body } })).reply.reservationId,
    change: (id: number, body: { date: string } & Record<string, unknown>) =>
      admin(updateReservation, { params: { id: String(id) }, body }),
  };
};

const list = async (admin: Caller, type = 'today', days: object = {}) =>
  (await admin(listReservations, { query: { type: type as 'today', ...days } })).reply;
const idsOf = async (admin: Caller, type?: string, days?: object) => (await list(admin, type, days)).map(({ id }) => id);
const search = async (admin: Caller, q: string) => (await admin(searchReservations, { query: { q } })).reply.map(({ id }) => id);

test('a booking answers its number and its code, and is listed as it was made', async () => {
  const { admin, menu } = await open();

  const { status, reply } = await admin(addReservation, {
    body: { customerId: ADA, date: '2026-03-10T19:30', tableId: menu.t1, status: 'booked', notes: ' Window, please ', peopleCount: 4 },
  });

  expect([status, reply.message]).toEqual([200, 'Reservation added.']);
  expect(reply.uniqueCode).toMatch(/^[0-9A-Z]{10}$/);
  expect(await list(admin)).toEqual([
    {
      id: reply.reservationId,
      customer_id: ADA,
      customer_name: 'Ada Lovelace',
      customer_notes: null,
      date: '2026-03-10T19:30:00.000Z',
      table_id: menu.t1,
      table_title: 'T1',
      status: 'booked',
      notes: 'Window, please',
      people_count: 4,
      unique_code: reply.uniqueCode,
      created_at: '2026-03-10T12:00:00.000Z',
      updated_at: null,
      arrived_at: null,
      no_show_at: null,
      clashes: [],
    },
  ]);
});

test('only customer and time are needed; past dates are taken, and any writing of the phone', async () => {
  const { admin } = await open();

  const { reply } = await admin(addReservation, { body: { customerId: '15550100', date: '2026-03-09T19:00:00.000Z' } });

  expect(reply.success).toBe(true);
  expect(await list(admin, 'yesterday')).toMatchObject([
    { customer_id: ADA, table_id: null, table_title: null, status: 'booked', notes: null, people_count: 0 },
  ]);
});

test.each([
  [{ customerId: undefined }, 'Please select customer!'],
  [{ customerId: null }, 'Please select customer!'],
  [{ customerId: ' ' }, 'Please select customer!'],
  [{ date: undefined }, 'Please select date & time!'],
  [{ date: null }, 'Please select date & time!'],
  [{ date: '' }, 'Please select date & time!'],
  [{ date: 'soon' }, 'Please select date & time!'],
  [{ date: '2026-02-30T19:00' }, 'Please select date & time!'],
  [{ date: '9999-01-01T19:00' }, 'Please select date & time!'],
  [{ peopleCount: -1 }, 'Invalid request!'],
  [{ peopleCount: 1.5 }, 'Invalid request!'],
  [{ peopleCount: 'many' }, 'Invalid request!'],
  [{ status: 'maybe' }, 'Invalid request!'],
  [{ notes: 'x'.repeat(101) }, 'At most 100 characters, please!'],
  [{ tableId: 'window' }, 'Invalid request!'],
])('%j is refused', async (wrong, sentence) => {
  const { admin } = await open();

  const { status, reply } = await admin(addReservation, { body: { customerId: ADA, date: '2026-03-10T19:00', ...wrong } as never });

  expect([status, reply.message]).toEqual([400, sentence]);
  expect(await list(admin)).toEqual([]);
});

test('customer and table must exist', async () => {
  const { admin, menu, book, change } = await open();
  const id = await book('2026-03-10T19:00');
  await admin(deleteTable, { params: { id: String(menu.t2) } });
  const add = async (body: object) => (await admin(addReservation, { body: { customerId: ADA, date: '2026-03-10T19:00', ...body } })).reply;

  expect(await add({ customerId: '999' })).toMatchObject({ code: 'not_found', message: 'This customer does not exist!' });
  expect(await add({ tableId: 999_999_999 })).toMatchObject({ code: 'not_found', message: 'This table does not exist!' });
  expect(await add({ tableId: menu.t2 })).toMatchObject({ code: 'not_found', message: 'This table does not exist!' });
  const moved = await change(id, { date: '2026-03-10T19:00', tableId: menu.t2 });
  expect([moved.status, moved.reply.message]).toEqual([404, 'This table does not exist!']);
  expect(await idsOf(admin)).toEqual([id]);
});

test('a change keeps what it leaves out and clears what it empties', async () => {
  const { admin, menu, book, change, at } = await open();
  const id = await book('2026-03-10T19:00', { notes: 'Window', peopleCount: 4 });
  const row = async () => (await list(admin))[0];

  at('2026-03-10T12:30:00Z');
  const { reply } = await change(id, { date: '2026-03-10T20:15' });
  expect(reply).toEqual({ success: true, message: 'Reservation updated.' });
  expect(await row()).toMatchObject({
    date: '2026-03-10T20:15:00.000Z',
    table_id: menu.t1,
    notes: 'Window',
    people_count: 4,
    status: 'booked',
    updated_at: '2026-03-10T12:30:00.000Z',
  });

  await change(id, { date: '2026-03-10T20:15', status: 'paid', tableId: '', notes: null, peopleCount: '0' });
  expect(await row()).toMatchObject({ table_id: null, table_title: null, notes: null, people_count: 0, status: 'paid' });
  for (const status of [null, '']) {
    const { reply } = await change(id, { date: '2026-03-10T20:15', status });
    expect([reply.message, (await row())?.status]).toEqual(['Reservation updated.', 'paid']);
  }
});

test('a change needs a time, and a reservation', async () => {
  const { admin, book, change } = await open();
  const id = await book('2026-03-10T19:00');

  for (const date of [undefined, null, '', '25:00']) {
    const { status, reply } = await change(id, { date: date as string, status: 'paid' });
    expect([status, reply.message]).toEqual([400, 'Please select date & time!']);
  }
  for (const wrong of ['none', '0', '-1']) {
    const { status, reply } = await admin(updateReservation, { params: { id: wrong }, body: { date: '2026-03-10T19:00' } });
    expect([status, reply.message]).toEqual([400, 'Invalid request!']);
  }
  expect((await change(999_999_999, { date: '2026-03-10T19:00' })).reply.message).toBe('This reservation does not exist!');
  expect((await list(admin))[0]).toMatchObject({ status: 'booked', updated_at: null });
});

test('what was deleted is gone, once', async () => {
  const { admin, tenantId, book } = await open();
  const id = await book('2026-03-10T19:00');
  const remove = () => admin(deleteReservation, { params: { id: String(id) } });

  expect((await remove()).reply).toEqual({ success: true, message: 'Reservation deleted.' });
  expect(await list(admin)).toEqual([]);
  expect((await remove()).status).toBe(404);
  const { rows } = await database.query(
    "select action from audit_log where tenant_id = $1 and entity = 'reservations' and entity_id = $2 order by id",
    [tenantId, id],
  );
  expect(rows).toEqual([{ action: 'add' }, { action: 'delete' }]);
});

test('a deletion is taken back within an hour, with its number and code; of an erased guest nothing comes back', async () => {
  const { admin, at, book, staff } = await open();
  const stranger = await open();
  const id = await book('2026-03-10T19:00', { notes: 'By the window', peopleCount: 4 });
  const [before] = await list(admin);
  const remove = () => admin(deleteReservation, { params: { id: String(id) } });
  const restore = (caller: Caller = admin) => caller(restoreReservation, { params: { id: String(id) }, body: { notes: before!.notes } });

  expect((await restore()).status).toBe(404);
  await remove();
  expect([(await restore(stranger.admin)).status, (await restore(await staff('VIEW_RESERVATIONS'))).status]).toEqual([404, 403]);
  expect((await restore()).reply).toEqual({ success: true, message: 'The reservation is back.' });
  expect(await list(admin)).toEqual([{ ...before, updated_at: '2026-03-10T12:00:00.000Z' }]);
  expect((await restore()).status).toBe(404);

  await remove();
  at('2026-03-10T13:01:00Z');
  expect((await restore()).reply.message).toBe('This cannot be taken back any more!');
  const other = await book('2026-03-10T20:00');
  await book('2026-03-10T21:00');
  await admin(deleteReservation, { params: { id: String(other) } });
  await admin(deleteCustomer, { params: { id: ADA } });
  expect((await admin(restoreReservation, { params: { id: String(other) }, body: { notes: 'Ada' } })).status).toBe(404);
});

test('the audit, which outlives an erased guest, keeps nothing that was noted of them', async () => {
  const { tenantId, admin, book, change } = await open();
  const id = await book('2026-03-10T19:00', { notes: 'Ada, allergic to nuts' });
  await change(id, { date: '2026-03-10T20:00', notes: 'Ada comes with her mother' });
  await admin(deleteReservation, { params: { id: String(id) } });

  const { rows } = await database.query('select before, after from audit_log where tenant_id = $1', [tenantId]);
  expect(JSON.stringify(rows)).toContain('unique_code');
  expect(JSON.stringify(rows)).not.toMatch(/Ada|nuts/);
});

test('every change is announced', async () => {
  const { tenantId, admin, book, change } = await open();
  const id = await book('2026-03-10T19:00');
  await change(id, { date: '2026-03-10T20:00' });
  await admin(deleteReservation, { params: { id: String(id) } });

  const { rows } = await database.query("select payload from events where tenant_id = $1 and type = 'reservation_update' order by seq", [
    tenantId,
  ]);
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ payload: { reservationId: id } })));
});

test('every period takes the days of its own, by time', async () => {
  const { admin, book } = await open('2026-03-10T12:00:00Z');
  const late = await book('2026-03-10T21:00');
  const early = await book('2026-03-10T09:00');
  const tomorrow = await book('2026-03-11T00:00');
  const yesterday = await book('2026-03-09T23:59');
  const week = await book('2026-03-04T12:00');
  const before = await book('2026-03-03T12:00');
  const february = await book('2026-02-28T12:00');
  const april = await book('2026-04-01T12:00');

  expect(await idsOf(admin)).toEqual([early, late]);
  expect(await idsOf(admin, 'tomorrow')).toEqual([tomorrow]);
  expect(await idsOf(admin, 'yesterday')).toEqual([yesterday]);
  expect(await idsOf(admin, 'last_7days')).toEqual([week, yesterday, early, late]);
  expect(await idsOf(admin, 'this_month')).toEqual([before, week, yesterday, early, late, tomorrow]);
  expect(await idsOf(admin, 'last_month')).toEqual([february]);
  expect(await idsOf(admin, 'custom', { from: '2026-03-31', to: '2026-04-01' })).toEqual([april]);
  // a day that is left out, as old clients leave it when they propose one that does not exist (wire.md §1)
  expect(await idsOf(admin, 'custom', { from: '2026-03-31', to: 'null' })).toEqual([april]);
  expect(await idsOf(admin, 'custom')).toEqual([early, late, tomorrow, april]);
});

test.each([
  [{}, 'Please select a period!'],
  [{ type: 'forever' }, 'Please select a period!'],
  [{ type: 'custom', from: '2026-01-02', to: '2026-01-01' }, 'The period ends before it begins!'],
])('the period %j is refused', async (query, sentence) => {
  const { admin } = await openRestaurant();

  const { status, reply } = await admin(listReservations, { query: query as { type: 'today' } });

  expect([status, reply.message]).toEqual([400, sentence]);
});

test('a text without a zone is the time on the wall of the store, and its day the store’s', async () => {
  const { admin, book } = await open('2026-03-10T12:00:00Z', 'Asia/Kolkata');
  const lastMinute = await book('2026-03-10T23:59');
  const midnight = await book('2026-03-11T00:00');
  const byInstant = await book('2026-03-10T18:29:59.999Z');

  expect((await list(admin)).map(({ id, date }) => [id, date])).toEqual([
    [lastMinute, '2026-03-10T18:29:00.000Z'],
    [byInstant, '2026-03-10T18:29:59.999Z'],
  ]);
  expect(await idsOf(admin, 'tomorrow')).toEqual([midnight]);
});

test('in Los Angeles the skipped hour is the one after it, and the doubled hour its first', async () => {
  const { admin, book } = await open('2026-03-08T12:00:00Z', 'America/Los_Angeles');
  await book('2026-03-08T01:59');
  await book('2026-03-08T02:30'); // no clock ever showed it
  await book('2026-03-08T23:30');
  await book('2026-11-01T01:30'); // clocks show it twice

  expect((await list(admin)).map(({ date }) => date)).toEqual([
    '2026-03-08T09:59:00.000Z',
    '2026-03-08T10:30:00.000Z',
    '2026-03-09T06:30:00.000Z',
  ]);
  expect((await list(admin, 'custom', { from: '2026-11-01', to: '2026-11-01' })).map(({ date }) => date)).toEqual([
    '2026-11-01T08:30:00.000Z',
  ]);
});

test('a day that starts at four takes the bookings of the small hours', async () => {
  const { admin, book, change } = await open('2026-03-10T12:00:00Z');
  await admin(saveStoreSetting, { body: { dayStart: '04:00' } });
  const nightcap = await book('2026-03-11T03:59');
  const breakfast = await book('2026-03-11T04:00');

  expect(await idsOf(admin)).toEqual([nightcap]);
  expect(await idsOf(admin, 'tomorrow')).toEqual([breakfast]);
  await change(breakfast, { date: '2026-03-11T03:00' });
  expect(await idsOf(admin)).toEqual([breakfast, nightcap]);
});

test('what was booked before the store had another zone or day start is on the day that it has now', async () => {
  const { admin, book, at } = await open('2026-03-10T12:00:00Z');
  const nightcap = await book('2026-03-11T00:30');
  const today = async () => [await idsOf(admin), (await admin(getDashboard, {})).reply.reservations.map(({ id }) => id)];
  expect(await today()).toEqual([[], []]);

  await admin(saveStoreSetting, { body: { dayStart: '04:00' } });
  expect(await today()).toEqual([[nightcap], [nightcap]]);
  expect(await idsOf(admin, 'tomorrow')).toEqual([]);

  await admin(saveStoreSetting, { body: { dayStart: '00:00', timezone: 'Pacific/Kiritimati' } });
  at('2026-03-10T09:00:00Z'); // 23:00 on the 10th, and the booking is at 14:30 of the 11th
  expect([await idsOf(admin), await idsOf(admin, 'tomorrow')]).toEqual([[], [nightcap]]);
  await admin(saveStoreSetting, { body: { timezone: 'Pacific/Pago_Pago', dayStart: '23:00' } });
  at('2026-03-10T09:00:00Z'); // 22:00 on the 9th, of the day that began on the 8th
  expect([await idsOf(admin, 'today'), await idsOf(admin, 'tomorrow')]).toEqual([[], [nightcap]]);
});

test('a search finds by part of a name, by phone and by the exact code, whatever the letters mean to a database', async () => {
  const { admin, book } = await open();
  const ada = await book('2026-03-10T19:00');
  const later = await book('2026-05-10T19:00');
  const bob = await book('2026-04-10T19:00', { customerId: BOB });
  const code = (await list(admin))[0]!.unique_code;

  for (const q of ['ada', 'LOVE', ' Ada L ', ADA, '15550100', '555-0100', '+1 (555) 0100'])
    expect(await search(admin, q)).toEqual([ada, later]);
  for (const q of ['100%', '%', BOB, '0101']) expect(await search(admin, q)).toEqual([bob]);
  for (const q of [code, code.toLowerCase()]) expect(await search(admin, q)).toEqual([ada]);
  for (const q of ['', ' ', '_', code.slice(1), 'Lovelace, Ada', "' or true --", 'nobody']) expect(await search(admin, q)).toEqual([]);
  expect(await search(admin, '555')).toEqual([ada, bob, later]);
  const older = await book('2026-01-10T19:00');
  const past = await book('2026-02-10T19:00');
  // tonight before what is far ahead, and what is over last
  expect(await search(admin, '555')).toEqual([ada, bob, later, past, older]);
  expect((await admin(searchReservations, { query: { q: 'x'.repeat(101) } })).status).toBe(400);
});

test('two bookings of a table less than 90 minutes apart know of each other', async () => {
  const { admin, menu, book, change } = await open();
  const first = await book('2026-03-10T19:00', { peopleCount: 2 });
  const near = await book('2026-03-10T20:29', { customerId: BOB, peopleCount: 5 });
  const free = await book('2026-03-10T22:00');
  const elsewhere = await book('2026-03-10T19:00', { tableId: menu.t2 });
  await book('2026-03-10T19:00', { tableId: null });
  await book('2026-03-10T19:00', { status: 'cancelled' });
  const clashesOf = async () => Object.fromEntries((await list(admin)).map(({ id, clashes }) => [id, clashes.map((clash) => clash.id)]));

  expect(await clashesOf()).toMatchObject({ [first]: [near], [near]: [first], [free]: [], [elsewhere]: [] });
  expect((await list(admin)).find(({ id }) => id === first)?.clashes).toEqual([
    { id: near, date: '2026-03-10T20:29:00.000Z', customer_name: 'Bob 100%', people_count: 5 },
  ]);
  await change(near, { date: '2026-03-10T20:30' });
  expect(await clashesOf()).toMatchObject({ [first]: [], [near]: [], [free]: [] });
});

test('the form can ask for clashes before it is saved', async () => {
  const { admin, menu, book } = await open('2026-03-10T12:00:00Z', 'Asia/Kolkata');
  const first = await book('2026-03-10T19:00');
  await book('2026-03-10T19:00', { status: 'cancelled' });
  const asked = async (query: { tableId: string; date: string; except?: string }) =>
    (await admin(listClashes, { query })).reply.map(({ id }) => id);
  const t1 = String(menu.t1);

  expect(await asked({ tableId: t1, date: '2026-03-10T17:31' })).toEqual([first]);
  expect(await asked({ tableId: t1, date: '2026-03-10T15:00:00Z' })).toEqual([]);
  expect(await asked({ tableId: t1, date: '2026-03-10T14:59:59Z' })).toEqual([first]);
  expect(await asked({ tableId: t1, date: '2026-03-10T19:00', except: String(first) })).toEqual([]);
  expect(await asked({ tableId: String(menu.t2), date: '2026-03-10T19:00' })).toEqual([]);
  const { status, reply } = await admin(listClashes, { query: { tableId: t1, date: 'now' } });
  expect([status, reply.message]).toEqual([400, 'Please select date & time!']);
});

test('a renamed table shows its new title, a deleted one stays with its reservations', async () => {
  const { admin, menu, book, change } = await open();
  const id = await book('2026-03-10T19:00');
  await admin(updateTable, { params: { id: String(menu.t1) }, body: { title: 'Fireside', floor: 'Ground', seatingCapacity: 4 } });
  await admin(deleteTable, { params: { id: String(menu.t1) } });

  expect((await change(id, { date: '2026-03-10T19:30', tableId: menu.t1, status: 'paid' })).status).toBe(200);
  expect(await list(admin)).toMatchObject([{ table_id: menu.t1, table_title: 'Fireside', status: 'paid' }]);
});

test('a customer with reservations is erased and not deleted; the reservation stays without what tells who it was', async () => {
  const { admin, book } = await open();
  await book('2026-03-10T19:00', { notes: 'Ada’s birthday', peopleCount: 4 });

  const { reply: exported } = await admin(createCustomerExport, { params: { id: ADA } });
  expect(exported.reservations).toMatchObject([{ customer_name: 'Ada Lovelace', notes: 'Ada’s birthday' }]);
  expect((await admin(deleteCustomer, { params: { id: ADA } })).status).toBe(200);

  expect(await list(admin)).toMatchObject([{ customer_id: null, customer_name: null, notes: null, people_count: 4, table_title: 'T1' }]);
  expect(await search(admin, 'Ada')).toEqual([]);
  const again = await admin(addReservation, { body: { customerId: ADA, date: '2026-03-10T19:00' } });
  expect(again.reply.message).toBe('This customer does not exist!');
});

test('the screen starts with the tables and the clock of the store', async () => {
  const { admin, menu } = await open('2026-03-10T12:00:00Z', 'Asia/Kolkata');

  const { reply } = await admin(initReservations, {});

  expect(reply.storeTables.map(({ id, table_title, floor, seating_capacity }) => [id, table_title, floor, seating_capacity])).toEqual([
    [menu.t1, 'T1', 'Ground', 4],
    [menu.t2, 'T2', 'Ground', 2],
  ]);
  expect([reply.timezone, reply.dayStart]).toEqual(['Asia/Kolkata', '00:00']);
});

test('one restaurant cannot see, find, change or delete the reservation of another, nor book its tables and customers', async () => {
  const mine = await openRestaurant();
  const theirs = await open();
  const id = await theirs.book('2026-03-10T19:00');
  const params = { id: String(id) };

  expect(await list(mine.admin, 'custom', { from: '2026-03-01', to: '2026-03-31' })).toEqual([]);
  for (const q of ['Ada', ADA]) expect(await search(mine.admin, q)).toEqual([]);
  expect((await mine.admin(listClashes, { query: { tableId: String(theirs.menu.t1), date: '2026-03-10T19:00' } })).reply).toEqual([]);
  expect((await mine.admin(updateReservation, { params, body: { date: '2026-03-10T20:00' } })).status).toBe(404);
  expect((await mine.admin(deleteReservation, { params })).status).toBe(404);
  expect((await mine.admin(addReservation, { body: { customerId: ADA, date: '2026-03-10T19:00' } })).status).toBe(404);
  await database.query("insert into customers (tenant_id, phone, name, created_at) values ($1, '1', 'Me', now())", [mine.tenantId]);
  const body = { customerId: '1', date: '2026-03-10T19:00', tableId: theirs.menu.t1 };
  expect((await mine.admin(addReservation, { body })).reply.message).toBe('This table does not exist!');
  expect(await list(theirs.admin)).toHaveLength(1);
});

test('to see reservations is less than to make them', async () => {
  const { staff, app, book } = await open();
  const params = { id: String(await book('2026-03-10T19:00')) };
  const viewer = await staff('VIEW_RESERVATIONS');
  const waiter = await staff('POS', 'ORDERS', 'CUSTOMERS');
  const body = { customerId: ADA, date: '2026-03-10T19:00' };

  expect((await viewer(listReservations, { query: { type: 'today' } })).status).toBe(200);
  expect((await viewer(addReservation, { body })).status).toBe(403);
  expect((await viewer(updateReservation, { params, body })).status).toBe(403);
  expect((await viewer(deleteReservation, { params })).status).toBe(403);
  expect((await waiter(listReservations, { query: { type: 'today' } })).status).toBe(403);
  expect((await (await openVisitor(app))(listReservations, { query: { type: 'today' } })).status).toBe(401);
  for (const scope of ['RESERVATIONS', 'MANAGE_RESERVATIONS'] as const)
    expect((await (await staff(scope))(addReservation, { body })).status).toBe(200);
});
