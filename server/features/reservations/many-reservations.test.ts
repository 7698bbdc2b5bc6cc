import { expect, test } from 'vitest';
import { CLASHES_SHOWN, listClashes, listReservations, RESERVATIONS_SHOWN, searchReservations } from '#contract/reservations.ts';
import { withMenu } from '#server/testing/menu.ts';
import { database, openRestaurant } from '#server/testing/restaurant.ts';

/** A restaurant with so many bookings of one table at one time. */
const openFull = async (count: number) => {
  const restaurant = await withMenu(await openRestaurant());
  const { tenantId, menu } = restaurant;
  await database.query(
    `with guest as (insert into customers (tenant_id, phone, name, created_at) values ($1, '555 0100', 'Ada', now()) returning id)
    insert into reservations (tenant_id, unique_code, customer_id, table_id, date, business_date, people_count, status, created_at)
    select $1, lpad(n::text, 10, 'A'), guest.id, $2, '2030-03-10T19:00Z', '2030-03-10', 2, 'booked', now() from guest, generate_series(1, $3::int) n`,
    [tenantId, menu.t1, count],
  );
  return restaurant;
};
const day = { type: 'custom' as const, from: '2030-03-10', to: '2030-03-10' };

test('of many bookings of one table at one time each tells of some others only', async () => {
  const { admin, menu } = await openFull(CLASHES_SHOWN + 3);
  const query = { tableId: String(menu.t1), date: '2030-03-10T19:00:00Z' };

  const listed = (await admin(listReservations, { query: day })).reply;
  const found = (await admin(searchReservations, { query: { q: 'Ada' } })).reply;

  for (const rows of [listed, found]) {
    expect(rows).toHaveLength(CLASHES_SHOWN + 3);
    for (const { id, clashes } of rows) {
      expect(clashes).toHaveLength(CLASHES_SHOWN);
      expect(clashes.map((clash) => clash.id)).not.toContain(id);
    }
  }
  expect((await admin(listClashes, { query })).reply).toHaveLength(CLASHES_SHOWN);
});

test('a period has so many rows at most, the earliest', async () => {
  const { admin } = await openFull(RESERVATIONS_SHOWN + 1);

  const { reply } = await admin(listReservations, { query: day });

  expect(reply).toHaveLength(RESERVATIONS_SHOWN);
  expect(reply.map(({ id }) => id)).toEqual(reply.map(({ id }) => id).toSorted((a, b) => a - b));
});
