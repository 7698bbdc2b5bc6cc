import { expect, test } from 'vitest';
import { addCustomer } from '#contract/customers.ts';
import { cancelOrders } from '#contract/orders.ts';
import { createOrder, initPos } from '#contract/pos.ts';
import { addReservation, deleteReservation, updateReservation } from '#contract/reservations.ts';
import { addTable, deleteTable, listTables, updateTable } from '#contract/tables.ts';
import { openRestaurant, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const window = { title: 'Window', floor: 'Ground', seatingCapacity: 4 };
const paramsOf = (id: number) => ({ params: { id: String(id) } });
const add = async (admin: Caller, body: object = {}) => (await admin(addTable, { body: { ...window, ...body } })).reply;

test('tables are listed by floor, each with a public id that nobody can guess', async () => {
  const { admin } = await openRestaurant();

  const added = await add(admin);
  await add(admin, { title: 'Bar', floor: '-', seatingCapacity: '0' });

  expect(added).toEqual({ success: true, message: 'Table added.', id: added.id, tableId: added.id });
  const { reply } = await admin(listTables, {});
  expect(reply).toMatchObject([
    { table_title: 'Bar', floor: '-', seating_capacity: 0 },
    { id: added.id, table_title: 'Window', floor: 'Ground', seating_capacity: 4 },
  ]);
  for (const { encrypted_id } of reply) expect(encrypted_id).toMatch(/^[A-Za-z0-9_-]{21}$/);
  expect(reply[0]?.encrypted_id).not.toBe(reply[1]?.encrypted_id);
  expect((await admin(initPos, {})).reply.storeTables).toEqual(reply);
});

test('a changed table keeps its public id, so that the printed code stays good', async () => {
  const { admin } = await openRestaurant();
  const { id } = await add(admin);
  const before = (await admin(listTables, {})).reply[0];

  const { reply } = await admin(updateTable, { ...paramsOf(id), body: { title: 'Door', floor: 'First', seatingCapacity: 2 } });

  expect(reply).toEqual({ success: true, message: 'Table updated.' });
  expect((await admin(listTables, {})).reply).toEqual([
    { id, encrypted_id: before?.encrypted_id, table_title: 'Door', floor: 'First', seating_capacity: 2 },
  ]);
});

test('a table with an unpaid bill is not deleted', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const sale = { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } };
  const { orderId } = (await admin(createOrder, sale)).reply;

  const refused = await admin(deleteTable, paramsOf(menu.t1));
  expect([refused.status, refused.reply.message]).toEqual([
    409,
    'This table has an unpaid bill! Please take the payment or cancel its orders first.',
  ]);
  expect((await admin(listTables, {})).reply.map(({ table_title }) => table_title)).toEqual(['T1', 'T2']);
  expect((await admin(deleteTable, paramsOf(menu.t2))).status).toBe(200);

  expect((await admin(cancelOrders, { body: { orderIds: [orderId] } })).status).toBe(200);
  expect((await admin(deleteTable, paramsOf(menu.t1))).reply).toEqual({ success: true, message: 'Table deleted.' });
  expect((await admin(createOrder, sale)).status).toBe(404);
});

test('two tables of one floor are not called alike, also when both are added at once', async () => {
  const { admin } = await openRestaurant();
  const both = await Promise.all([admin(addTable, { body: window }), admin(addTable, { body: { ...window, title: 'WINDOW' } })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.reply).toMatchObject({
    code: 'conflict',
    message: 'There is already a table with this title on this floor!',
    errors: [{ path: ['title'] }],
  });
  const { id } = await add(admin, { floor: 'Terrace' });
  expect((await admin(updateTable, { ...paramsOf(id), body: window })).status).toBe(409);
  expect((await admin(updateTable, { ...paramsOf(id), body: { ...window, floor: 'Terrace', seatingCapacity: 6 } })).status).toBe(200);
});

test('a table says how many bookings are to come at it: none that is over, cancelled or deleted', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  await admin(addCustomer, { body: { phone: '15550100', name: 'Ada' } });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const book = async (days: number) => {
    const body = { customerId: '15550100', date: inDays(days), tableId: menu.t1 };
    return paramsOf((await admin(addReservation, { body })).reply.reservationId);
  };
  const counts = async () => (await admin(listTables, {})).reply.map((row) => [row.table_title, row.coming_reservations]);
  const [, first, second] = [await book(-2), await book(1), await book(2), await book(3)];
  expect(await counts()).toEqual([
    ['T1', 3],
    ['T2', undefined],
  ]);
  await admin(updateReservation, { ...first, body: { date: inDays(1), status: 'cancelled' } });
  await admin(deleteReservation, second);
  expect((await counts())[0]).toEqual(['T1', 1]);
});

test('a deleted table is gone', async () => {
  const { admin } = await openRestaurant();
  const { id } = await add(admin);
  await admin(deleteTable, paramsOf(id));

  const again = await admin(deleteTable, paramsOf(id));
  expect([again.status, again.reply.message]).toEqual([404, 'This table does not exist!']);
  expect((await admin(updateTable, { ...paramsOf(id), body: window })).status).toBe(404);
});

test.each([
  [{ title: '' }, 'Please provide Title!'],
  [{ title: null }, 'Please provide Title!'],
  [{ title: 'T\u00001' }, 'Please provide Title!'],
  [{ floor: undefined }, "Please provide Floor or use '-'"],
  [{ floor: ' ' }, "Please provide Floor or use '-'"],
  [{ seatingCapacity: undefined }, "Please provide Seating Capacity or '0'"],
  [{ seatingCapacity: null }, "Please provide Seating Capacity or '0'"],
  [{ seatingCapacity: '' }, "Please provide Seating Capacity or '0'"],
  [{ seatingCapacity: -1 }, "Please provide Valid Seating Capacity count or '0'"],
  [{ seatingCapacity: '-1' }, "Please provide Valid Seating Capacity count or '0'"],
  [{ seatingCapacity: 2.5 }, "Please provide Valid Seating Capacity count or '0'"],
  [{ seatingCapacity: 'four' }, "Please provide Valid Seating Capacity count or '0'"],
  [{ title: 'x'.repeat(121) }, 'At most 120 characters, please!'],
])('%j is refused', async (fault, sentence) => {
  const { admin } = await openRestaurant();
  const { id } = await add(admin);
  const body = { ...window, ...fault } as typeof window;

  for (const refused of [await admin(addTable, { body }), await admin(updateTable, { ...paramsOf(id), body })])
    expect([refused.status, refused.reply.message]).toEqual([400, sentence]);
});

test('one restaurant cannot see, change, use or delete the table of another', async () => {
  const mine = await withMenu(await openRestaurant());
  const theirs = await openRestaurant();
  const { id } = await add(theirs.admin);

  expect((await mine.admin(listTables, {})).reply.map(({ table_title }) => table_title)).toEqual(['T1', 'T2']);
  expect((await mine.admin(updateTable, { ...paramsOf(id), body: window })).status).toBe(404);
  expect((await mine.admin(deleteTable, paramsOf(id))).status).toBe(404);
  const sale = await mine.admin(createOrder, { body: { cart: [{ id: mine.menu.soup, quantity: 1 }], tableId: id } });
  expect(sale.status).toBe(404);
  expect((await theirs.admin(listTables, {})).reply).toHaveLength(1);
});

test('only who has the settings scope sees or changes tables', async () => {
  const { admin, staff } = await openRestaurant();
  const { id } = await add(admin);
  const waiter = await staff('POS', 'RESERVATIONS');

  expect((await waiter(listTables, {})).status).toBe(403);
  expect((await waiter(addTable, { body: window })).status).toBe(403);
  expect((await waiter(updateTable, { ...paramsOf(id), body: window })).status).toBe(403);
  expect((await waiter(deleteTable, paramsOf(id))).status).toBe(403);
});
