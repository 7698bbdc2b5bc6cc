import { expect, onTestFinished, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { getCustomer } from '#contract/customer-history.ts';
import { deleteCustomer } from '#contract/customers.ts';
import {
  addReservation,
  type Arrival,
  deleteReservation,
  listClashes,
  listReservations,
  markArrival,
  restoreReservation,
  updateReservation,
} from '#contract/reservations.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { database, openApp, openRestaurant, type Caller } from '#server/testing/restaurant.ts';
import { whileHeld } from '#server/testing/waiting.ts';
import { withMenu } from '#server/testing/menu.ts';

const ADA = '+1 555-0100';
const SEVEN = '2026-03-10T19:00:00.000Z';

/** A restaurant with a booking of Ada's for seven, whose time the test holds: it is ten past seven. */
const open = async () => {
  let held = new Date('2026-03-10T19:10:00Z');
  const app = await openApp({ clock: () => held });
  const restaurant = await withMenu(await openRestaurant({ app, now: held, timezone: 'UTC' }));
  const { admin, menu, tenantId } = restaurant;
  await database.query("insert into customers (tenant_id, phone, name, created_at) values ($1, $2, 'Ada', now())", [tenantId, ADA]);
  const book = async (date = SEVEN, body: object = {}) =>
    (await admin(addReservation, { body: { customerId: ADA, date, tableId: menu.t1, ...body } })).reply.reservationId;
  const id = await book();
  const mark = (arrival: Arrival, { as = admin, basedOn, of = id }: { as?: Caller; basedOn?: Arrival; of?: number } = {}) =>
    as(markArrival, { params: { id: String(of) }, body: { arrival, ...(basedOn && { basedOn: { arrival: basedOn } }) } });
  const rows = async () => (await admin(listReservations, { query: { type: 'custom', from: '2026-03-01', to: '2026-03-31' } })).reply;
  return {
    ...restaurant,
    id,
    book,
    mark,
    rows,
    at: (instant: string) => void (held = new Date(instant)),
    change: (body: object) => admin(updateReservation, { params: { id: String(id) }, body: { date: SEVEN, ...body } }),
    row: async () => (await rows()).find((row) => row.id === id)!,
    noShows: async () => (await admin(getCustomer, { params: { id: ADA } })).reply.no_shows,
    told: async () =>
      (await database.query("select count(*)::int as told from events where tenant_id = $1 and type = 'reservation_update'", [tenantId]))
        .rows[0].told as number,
  };
};

test('guests arrive once, whoever says it again; it is taken back at the same place, and the status stays', async () => {
  const { mark, row, at, told } = await open();

  expect((await mark('arrived')).reply).toEqual({ success: true, message: 'The guests have arrived.' });
  at('2026-03-10T19:12:00Z');
  expect((await mark('arrived', { basedOn: 'expected' })).status).toBe(200);
  expect(await row()).toMatchObject({ status: 'booked', arrived_at: '2026-03-10T19:10:00.000Z', no_show_at: null });
  expect(await told()).toBe(2); // booked, arrived

  expect((await mark('expected', { basedOn: 'arrived' })).reply.message).toBe('The guests are expected.');
  expect(await row()).toMatchObject({ status: 'booked', arrived_at: null, no_show_at: null, updated_at: '2026-03-10T19:12:00.000Z' });
  expect(await told()).toBe(3);
});

test('guests can be given up once their time has come, and come all the same', async () => {
  const { mark, row, at, book, noShows } = await open();

  at('2026-03-10T18:59:59Z');
  const early = await mark('no_show');
  expect([early.status, early.reply.message]).toEqual([409, 'The time of this reservation has not come yet!']);
  expect((await mark('arrived')).status).toBe(200); // guests may be early
  await mark('expected');

  at('2026-03-10T19:30:00Z');
  expect((await mark('no_show')).reply.message).toBe('Marked as a no-show.');
  expect(await row()).toMatchObject({ status: 'booked', arrived_at: null, no_show_at: '2026-03-10T19:30:00.000Z' });
  await mark('no_show', { of: await book('2026-03-01T19:00') });
  await mark('no_show', { of: await book('2026-03-02T19:00') });
  await book('2026-03-03T19:00');
  expect(await noShows()).toBe(3);
  await mark('arrived', { basedOn: 'no_show' });
  expect(await row()).toMatchObject({ arrived_at: '2026-03-10T19:30:00.000Z', no_show_at: null });
  expect(await noShows()).toBe(2);
});

test('of two touches at once that say different things the second is asked', async () => {
  const { mark, row } = await open();
  await mark('arrived', { basedOn: 'expected' });

  const { status, reply } = await mark('no_show', { basedOn: 'expected' });

  expect([status, reply]).toMatchObject([409, { code: 'changed_meanwhile', changed: [{ field: 'arrival', value: 'arrived' }] }]);
  expect((await row()).no_show_at).toBeNull();
});

test('who did not come takes no table from others', async () => {
  const { admin, id, mark, rows, book, menu } = await open();
  await book('2026-03-10T20:00');
  const clashes = async () => (await rows()).map((row) => row.clashes.map((clash) => clash.id));
  const asked = async () =>
    (await admin(listClashes, { query: { tableId: String(menu.t1), date: '2026-03-10T18:00' } })).reply.map((clash) => clash.id);

  await mark('arrived');
  expect((await clashes()).flat()).toHaveLength(2);
  expect(await asked()).toEqual([id]);
  await mark('no_show');
  expect(await clashes()).toEqual([[], []]);
  expect(await asked()).toEqual([]);
});

test('a booking that is moved is expected again; one that was cancelled is not', async () => {
  const { mark, row, change } = await open();

  await mark('arrived');
  await change({ date: '2026-03-10T18:30' });
  expect((await row()).arrived_at).not.toBeNull();
  await mark('no_show');
  await change({ date: '2026-03-10T18:00' });
  expect((await row()).no_show_at).not.toBeNull();
  await change({ date: '2026-03-10T21:00' });
  expect((await row()).no_show_at).toBeNull();
  await mark('arrived');
  await change({ date: '2026-03-12T19:00' });
  expect((await row()).arrived_at).toBeNull();

  await change({ status: 'cancelled' });
  const { status, reply } = await mark('arrived');
  expect([status, reply.message]).toEqual([409, 'This reservation was cancelled!']);
});

test('a booking that a release before moved is expected again, and one that stays is not because the clock of the store is another', async () => {
  const { mark, row, rows, change, book, noShows, tenantId } = await open();
  await book('2026-03-10T20:00');
  await mark('no_show');
  expect([await noShows(), (await rows()).flatMap(({ clashes }) => clashes)]).toEqual([1, []]);
  await database.query("update reservations set date = date + interval '30 minutes' where tenant_id = $1", [tenantId]);
  expect([await noShows(), (await rows()).flatMap(({ clashes }) => clashes).length]).toEqual([0, 2]);
  await database.query("update reservations set date = date - interval '30 minutes' where tenant_id = $1", [tenantId]);

  await mark('arrived');
  const client = await database.connect();
  await client.query(`begin; set local app.tenant_id = '${tenantId}'`);
  await client.query("update store_settings set timezone = 'Pacific/Kiritimati' where tenant_id = $1", [tenantId]);
  await client.query('commit');
  client.release();
  await change({ notes: 'window' });
  expect(await row()).toMatchObject({ notes: 'window', arrived_at: '2026-03-10T19:10:00.000Z' });
});

test('another day is one of the clock that the store has, also of what was booked under the one of before', async () => {
  const { mark, row, change, admin, at } = await open();
  await change({ date: '2026-03-11T00:30:00Z' });
  await admin(saveStoreSetting, { body: { dayStart: '04:00' } });
  at('2026-03-11T00:35:00Z');
  await mark('arrived');

  await change({ date: '2026-03-11T00:45:00Z' }); // the same night
  expect((await row()).arrived_at).toBe('2026-03-11T00:35:00.000Z');

  await admin(saveStoreSetting, { body: { dayStart: '00:00' } });
  await change({ date: '2026-03-10T20:00:00Z' }); // the evening before, which was the same day until then
  expect((await row()).arrived_at).toBe(null);
});

test('who is erased while a table is booked for them is not booked for', async () => {
  const { admin, menu, tenantId } = await open();
  const erasure = await database.connect();
  onTestFinished(() => erasure.release(true));
  await erasure.query('begin');
  await erasure.query('update customers set phone = null, name = null, erased_at = now() where tenant_id = $1', [tenantId]);
  const booking = admin(addReservation, { body: { customerId: ADA, date: SEVEN, tableId: menu.t1, notes: 'nuts' } });
  await whileHeld(erasure, booking);
  await erasure.query('commit');
  expect((await booking).status).toBe(404);
});

test('what is noted of a booking that is made while its guest is being erased is forgotten, too', async () => {
  const { admin, tenantId } = await open();
  const till = await database.connect();
  onTestFinished(() => till.release(true));
  await till.query(`begin; set local app.tenant_id = '${tenantId}'`);
  await till.query('select from customers where tenant_id = $1 for key share', [tenantId]);
  await till.query(
    `insert into reservations (tenant_id, customer_id, date, business_date, status, notes, people_count, unique_code, created_at)
     select tenant_id, customer_id, date, business_date, status, 'nuts', 2, 'LATER00000', created_at from reservations where tenant_id = $1`,
    [tenantId],
  );
  const erasure = admin(deleteCustomer, { params: { id: ADA } });
  await whileHeld(till, erasure);
  await till.query('commit');
  expect((await erasure).status).toBe(200);
  const { rows } = await database.query('select notes from reservations where tenant_id = $1 and notes is not null', [tenantId]);
  expect(rows).toEqual([]);
});

test('what became of it survives a deletion that is taken back, and is told in the activity', async () => {
  const { admin, id, mark, row } = await open();
  await mark('no_show');
  const params = { id: String(id) };
  await admin(deleteReservation, { params });
  await admin(restoreReservation, { params, body: {} });

  expect(await row()).toMatchObject({ arrived_at: null, no_show_at: '2026-03-10T19:10:00.000Z' });
  await mark('arrived');
  const { entries } = (await admin(listAudit, { query: { type: 'today', kind: 'reservation' } })).reply;
  const texts = entries.map(({ text }) => text);
  expect(texts[0]).toMatch(new RegExp(` marked reservation ${id} as arrived\\.$`));
  expect(texts.some((text) => text.endsWith(` marked reservation ${id} as a no-show.`))).toBe(true);
});

test('nobody else says it: another restaurant, or who may only look', async () => {
  const { mark, staff, row } = await open();
  const stranger = await openRestaurant();

  expect((await mark('arrived', { as: stranger.admin })).status).toBe(404);
  expect((await mark('arrived', { as: await staff('VIEW_RESERVATIONS') })).status).toBe(403);
  expect((await mark('later' as 'arrived')).status).toBe(400);
  expect((await row()).arrived_at).toBeNull();
  expect((await mark('arrived', { as: await staff('MANAGE_RESERVATIONS') })).status).toBe(200);
});
