import { expect, test } from 'vitest';
import { addCustomer, deleteCustomer } from '#contract/customers.ts';
import { addReservation, listReservations, updateReservation } from '#contract/reservations.ts';
import { database, openRestaurant } from '#server/testing/restaurant.ts';

const [ADA, BOB] = ['+1 555-0100', '555 0101'];
const date = '2026-03-10T19:00:00.000Z';

/** A booking of Ada's; Bob is known, too. */
const open = async () => {
  const restaurant = await openRestaurant({ timezone: 'UTC' });
  const { admin } = restaurant;
  await admin(addCustomer, { body: { phone: ADA, name: 'Ada' } });
  await admin(addCustomer, { body: { phone: BOB, name: 'Bob' } });
  const { reservationId: id } = (await admin(addReservation, { body: { customerId: ADA, date } })).reply;
  return {
    ...restaurant,
    change: (body: object) => admin(updateReservation, { params: { id: String(id) }, body: { date, ...body } }),
    row: async () => (await admin(listReservations, { query: { type: 'custom', from: '2026-03-10', to: '2026-03-10' } })).reply[0]!,
  };
};

test('a booking goes to another customer, in any writing of the phone; who names none changes none', async () => {
  const { change, row, tenantId } = await open();

  expect((await change({ customerId: '5550101', notes: 'Hers no more' })).status).toBe(200);
  expect(await row()).toMatchObject({ customer_id: BOB, customer_name: 'Bob', notes: 'Hers no more' });
  expect((await change({ notes: 'Window' })).status).toBe(200);
  expect(await row()).toMatchObject({ customer_id: BOB, notes: 'Window' });

  const { rows } = await database.query("select before, after from audit_log where tenant_id = $1 and entity = 'reservations'", [tenantId]);
  expect(JSON.stringify(rows)).not.toMatch(/555|Bob|Ada/);
});

test.each([
  ['999', 404, 'This customer does not exist!'],
  ['', 400, 'Please select customer!'],
  [null, 400, 'Please select customer!'],
])('the customer %j is refused', async (customerId, expected, sentence) => {
  const { change, row } = await open();

  const { status, reply } = await change({ customerId });

  expect([status, reply.message]).toEqual([expected, sentence]);
  expect(await row()).toMatchObject({ customer_id: ADA });
});

test('who changes something else meanwhile keeps the new customer; who chooses another one is asked', async () => {
  const { admin, change, row } = await open();
  const basedOn = { date, customerId: ADA };
  await admin(addCustomer, { body: { phone: '7', name: 'Cleo' } });
  await change({ customerId: BOB, basedOn });

  expect((await change({ customerId: ADA, notes: 'Window', basedOn })).status).toBe(200);
  expect(await row()).toMatchObject({ customer_id: BOB, notes: 'Window' });
  const { status, reply } = await change({ customerId: '7', basedOn });
  expect([status, reply]).toMatchObject([409, { code: 'changed_meanwhile', changed: [{ field: 'customerId', value: BOB }] }]);
});

test('a customer who was erased meanwhile stays until another one is chosen', async () => {
  const { admin, change, row } = await open();
  await admin(deleteCustomer, { params: { id: ADA } });

  expect((await change({ customerId: ADA, notes: 'Window', basedOn: { date, customerId: ADA } })).status).toBe(200);
  expect(await row()).toMatchObject({ customer_id: null, notes: 'Window' });
  await change({ customerId: BOB });
  expect(await row()).toMatchObject({ customer_name: 'Bob' });
});
