import { expect, test } from 'vitest';
import { listEvents } from '#contract/events.ts';
import { countQrOrders } from '#contract/qr-orders.ts';
import { addTable, listTables } from '#contract/tables.ts';
import { database, openApp } from '#server/testing/restaurant.ts';
import { cookieOf, openDining } from '#server/testing/dining.ts';

test('a browser orders five times in ten minutes; refused orders and retries do not count', async () => {
  const { place, waiting } = await openDining();
  const first = await place();
  const cookies = cookieOf(first.response);
  expect(String(first.response.headers['set-cookie'])).toMatch(/^comanda_diner=[\w-]{21}; .*HttpOnly; SameSite=Lax/);
  for (let count = 0; count < 8; count++) {
    expect((await place({ cartItems: [{ id: 999_999_999, quantity: 1 }] }, {}, cookies)).status).toBe(404);
    expect((await place({ customerType: 'CUSTOMER' }, {}, cookies)).status).toBe(400);
  }
  for (let count = 2; count <= 5; count++) {
    const key = { 'idempotency-key': `order-${count}` };
    expect((await place({}, key, cookies)).status).toBe(200);
    expect((await place({}, key, cookies)).response.headers['idempotency-replayed']).toBe('true');
  }

  const sixth = await place({}, {}, cookies);

  expect([sixth.status, sixth.reply.code]).toEqual([429, 'too_many']);
  expect(Number(sixth.response.headers['retry-after'])).toBeGreaterThan(500);
  expect((await place({}, { 'idempotency-key': 'order-5' }, cookies)).status).toBe(200);
  expect((await place()).status).toBe(200);
  expect(await waiting()).toHaveLength(6);
});

test('what one order makes a kitchen print is bounded: by its notes together and its addons together', async () => {
  const { place, waiting, menu } = await openDining();
  const lines = (count: number, line: object) => ({
    cartItems: Array.from({ length: count }, () => ({ id: menu.soup, quantity: 1, ...line })),
  });
  const long = await place(lines(21, { notes: 'W'.repeat(100) }));
  expect([long.status, long.reply.message]).toEqual([400, 'The notes of an order have at most 2000 characters together!']);
  const addons = await place(lines(31, { addons_ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }));
  expect([addons.status, addons.reply.message]).toEqual([400, 'An order holds at most 300 addons!']);
  expect((await place(lines(20, { notes: '🥜'.repeat(100) }))).status).toBe(200);
  expect(await waiting()).toHaveLength(1);
});

test('twenty orders of one browser at once are five', async () => {
  const { place, waiting } = await openDining();
  const cookies = cookieOf((await place()).response);

  const answers = await Promise.all(Array.from({ length: 20 }, () => place({}, {}, cookies)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(await waiting()).toHaveLength(5);
});

test('a table takes ten orders in ten minutes, another table its own', async () => {
  const { place, t1, t2 } = await openDining();
  const answers = [];
  for (let count = 0; count < 11; count++) answers.push((await place({ tableId: t1.encrypted_id })).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect((await place({ tableId: t2.encrypted_id })).status).toBe(200);
});

const STRANGER = '203.0.113.66';
const takenOf = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200).length;

test('sixty orders of one stranger without cookies leave an honest diner at a table able to order', async () => {
  const { place, t1, t2 } = await openDining();
  const answers = [];
  for (let count = 0; count < 60; count++) answers.push(await place({}, {}, {}, STRANGER));

  expect(takenOf(answers)).toBe(20);
  const last = answers.at(-1)!;
  expect([last.status, last.reply.code]).toEqual([429, 'too_many']);
  expect(Number(last.response.headers['retry-after'])).toBeGreaterThan(500);
  expect((await place({ tableId: t1.encrypted_id }, {}, {}, '203.0.113.7')).status).toBe(200);
  // who sits in the same Wi-Fi as the stranger, too
  expect((await place({ tableId: t2.encrypted_id }, {}, {}, STRANGER)).status).toBe(200);
});

test('one address has thirty orders, whatever tables it has photographed; an IPv6 line counts by its /64', async () => {
  const { place, t1, t2 } = await openDining();
  const tables = [t1.encrypted_id, t2.encrypted_id, null];
  const flood = async (addressOf: (count: number) => string) => {
    const answers = [];
    for (let count = 0; count < 60; count++) answers.push(await place({ tableId: tables[count % 3] }, {}, {}, addressOf(count)));
    return takenOf(answers);
  };
  expect(await flood((count) => `2001:db8:1:2::${count + 1}`)).toBe(30);
  // what is left of the restaurant's: ten without a table
  expect(await flood(() => STRANGER)).toBe(10);
});

test('a code takes sixty orders in ten minutes, and a full one takes nothing from the browser', async () => {
  const mine = await openDining();
  const theirs = await openDining({}, { app: mine.app });
  for (let table = 0; table < 6; table++) await mine.admin(addTable, { body: { title: `N${table}`, floor: '-', seatingCapacity: 2 } });
  const tables = (await mine.admin(listTables, {})).reply.slice(0, 6);
  const answers = [];
  for (let count = 0; count < 60; count++)
    answers.push((await mine.place({ tableId: tables[count % 6]!.encrypted_id }, {}, {}, `203.0.113.${count}`)).status);
  expect(new Set(answers)).toEqual(new Set([200]));

  const refused = await mine.place({}, {}, {}, STRANGER);
  expect(refused.reply.message).toBe('This restaurant has too many orders from its menu at the moment! Please tell the staff!');
  const cookies = cookieOf(refused.response);
  for (let count = 0; count < 10; count++) expect((await mine.place({}, {}, cookies, STRANGER)).status).toBe(429);

  const elsewhere = [];
  for (let count = 0; count < 6; count++) elsewhere.push((await theirs.place({}, {}, cookies, STRANGER)).status);
  expect(elsewhere).toEqual([200, 200, 200, 200, 200, 429]);
});

test('the tills are told once that the restaurant is at its limit, and for ten minutes', async () => {
  let now = new Date('2026-11-21T18:00:00Z');
  const app = await openApp({ clock: () => now });
  const { place, admin, tenantId } = await openDining({}, { app, now });
  const count = async () => (await admin(countQrOrders, {})).reply;
  for (let order = 0; order < 20; order++) await place({}, {}, {}, `203.0.113.${order}`);
  expect(await count()).toMatchObject({ totalQROrders: 20, limitReachedAt: null });

  for (let order = 0; order < 5; order++) expect((await place({}, {}, {}, `203.0.113.${order}`)).status).toBe(429);

  await expect.poll(async () => (await count()).limitReachedAt).toBe('2026-11-21T18:00:00.000Z');
  const told = (await admin(listEvents, { query: {} })).reply.events.filter(({ type }) => type === 'qr_ordering');
  expect(told).toMatchObject([{ payload: {} }]);
  const noted = "select after->>'limit' as what from audit_log where tenant_id = $1 and action = 'limit reached'";
  await expect.poll(async () => (await database.query(noted, [tenantId])).rows).toEqual([{ what: 'QR orders of a restaurant' }]);
  now = new Date('2026-11-21T18:10:01Z');
  expect((await count()).limitReachedAt).toBeNull();
});
