import { expect, test } from 'vitest';
import { createCustomerExport, getCustomer } from '#contract/customer-history.ts';
import { addCustomer, deleteCustomer, listCustomers, updateCustomer } from '#contract/customers.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { addReservation, listReservations, markArrival } from '#contract/reservations.ts';
import { database, openApp, openRestaurant } from '#server/testing/restaurant.ts';

const ADA = '+1 555-0100';
const person = { params: { id: ADA } };

/** A restaurant that knows Ada, at noon. */
const open = async () => {
  let held = new Date('2026-03-10T12:00:00Z');
  const app = await openApp({ clock: () => held });
  const restaurant = await openRestaurant({ app, now: held, timezone: 'UTC' });
  const { admin } = restaurant;
  await admin(addCustomer, { body: { phone: ADA, name: 'Ada', notes: '  Allergic to nuts \n' } });
  return {
    ...restaurant,
    at: (instant: string) => void (held = new Date(instant)),
    book: async (date: string, body: object = {}) =>
      (await admin(addReservation, { body: { customerId: ADA, date, ...body } })).reply.reservationId,
    page: async () => (await admin(getCustomer, person)).reply,
    change: (body: object) => admin(updateCustomer, { ...person, body: { name: 'Ada', ...body } }),
  };
};

test('a note is kept until it is changed or emptied, and shown with the customer', async () => {
  const { admin, page, change } = await open();

  expect((await page()).notes).toBe('Allergic to nuts');
  await change({});
  expect((await admin(listCustomers, { query: {} })).reply.customers[0]!.notes).toBe('Allergic to nuts');
  await change({ notes: 'x'.repeat(500) });
  expect((await page()).notes).toHaveLength(500);
  const { status, reply } = await change({ notes: 'x'.repeat(501) });
  expect([status, reply.message]).toEqual([400, 'At most 500 characters, please!']);
  await change({ notes: '' });
  expect((await page()).notes).toBeNull();
});

test('it is shown with their bookings where these are listed, and is personal: exported, erased, and in no audit', async () => {
  const { admin, book, tenantId } = await open();
  await book('2026-03-10T19:00');
  const today = async () => (await admin(listReservations, { query: { type: 'today' } })).reply[0]!;

  expect((await today()).customer_notes).toBe('Allergic to nuts');
  expect((await admin(getDashboard, {})).reply.reservations[0]).not.toHaveProperty('customer_notes');
  expect((await admin(createCustomerExport, person)).reply.person.notes).toBe('Allergic to nuts');
  await admin(deleteCustomer, person);
  expect(await today()).toMatchObject({ customer_name: null, customer_notes: null });
  const { rows } = await database.query('select before, after from audit_log where tenant_id = $1', [tenantId]);
  expect(JSON.stringify(rows)).not.toContain('nuts');
});

test('the page lists what is to come, the next first, and neither what is over nor whom nobody expects any more', async () => {
  const { admin, at, book, page } = await open();
  const mark = (id: number, arrival: 'arrived' | 'no_show') => admin(markArrival, { params: { id: String(id) }, body: { arrival } });
  const later = await book('2026-05-10T19:00');
  const tonight = await book('2026-03-10T19:00');
  await book('2026-03-10T10:00');
  await book('2026-03-12T19:00', { status: 'cancelled' });
  await mark(await book('2026-03-10T11:30'), 'arrived');
  await mark(await book('2026-03-10T11:40'), 'no_show');
  const waitedFor = await book('2026-03-10T11:45');
  await admin(addCustomer, { body: { phone: '7', name: 'Bob' } });
  await book('2026-03-11T19:00', { customerId: '7' });
  const coming = async () => (await page()).reservations!.map(({ id }) => id);

  expect(await coming()).toEqual([waitedFor, tonight, later]);
  expect((await page()).no_shows).toBe(1);
  at('2026-03-10T20:31:00Z');
  expect(await coming()).toEqual([later]);
});
