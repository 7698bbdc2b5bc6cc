import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addCustomer, deleteCustomer } from '#contract/customers.ts';
import { cancelOrders, completeAndPayOrders, completeOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { addPrintJob } from '#contract/print-jobs.ts';
import { addPrinter } from '#contract/printers.ts';
import { listEvents } from '#contract/events.ts';
import { openAgeing } from '#server/testing/ageing.ts';
import { withMenu } from '#server/testing/menu.ts';
import { withStations } from '#server/testing/stations.ts';
import { clearOldPrintJobs } from './housekeeping.queries.ts';
import { startHousekeeping } from './housekeeping.ts';

const DAY = 86_400_000;

const { database, databases, dataDir, openRestaurant } = await openAgeing();

/** One round of housekeeping whenever it is called, and none by itself; fails with what goes wrong. */
const openTidy = async (dataDir: string) => {
  const { tidy, stop } = startHousekeeping({
    databases,
    dataDir,
    clock: () => new Date(),
    onError: (error) => expect.unreachable(String(error)),
  });
  await stop();
  return tidy;
};

test('after a week events and the answers of payments go; the keys of orders stay, and a terminal is told to load everything again', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  const sell = () => admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } }, { headers: { 'idempotency-key': 'order' } });
  const { orderId } = (await sell()).reply;
  await admin(completeAndPayOrders, { body: { orderIds: [orderId] } }, { headers: { 'idempotency-key': 'pay' } });
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } });
  await database.query('update event_cursors set announced_seq = 4 where tenant_id = $1', [tenantId]);
  const { tidy, stop } = startHousekeeping({ databases, dataDir, clock: () => new Date(), onError: () => {} });
  const age = async (days: number) => {
    const created = new Date(Date.now() - days * DAY);
    await database.query('update events set created_at = $2 where tenant_id = $1', [tenantId, created]);
    await database.query('update idempotency_keys set created_at = $2 where tenant_id = $1', [tenantId, created]);
  };
  const left = async () => {
    const { rows } = await database.query(
      'select (select count(*) from events where tenant_id = $1) as events, (select array_agg(key order by key) from idempotency_keys where tenant_id = $1) as keys',
      [tenantId],
    );
    return rows[0];
  };

  await age(6);
  await tidy();
  expect(await left()).toEqual({ events: 4, keys: ['order', 'pay'] });
  await age(8);
  await tidy();
  expect(await left()).toEqual({ events: 1, keys: ['order'] });

  await stop();
  expect((await admin(listEvents, { query: { after: '1' } })).reply.reload).toBe(true);
  expect((await sell()).reply.orderId).toBe(orderId);
});

test('what has piled up goes in one round, and the first round begins five minutes after the start', async () => {
  const { tenantId } = await openRestaurant();
  await database.query(
    `insert into events (tenant_id, seq, type, payload, created_at)
     select $1, n, 'order_update', '{}', now() - interval '8 days' from generate_series(1, 20500) n`,
    [tenantId],
  );
  await database.query('update tenant_counters set event_seq = 20500 where tenant_id = $1', [tenantId]);
  await database.query(
    'insert into event_cursors (tenant_id, announced_seq) values ($1, 20500) on conflict (tenant_id) do update set announced_seq = 20500',
    [tenantId],
  );
  const left = async () => (await database.query('select from events where tenant_id = $1', [tenantId])).rowCount;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const acrossTenants = vi.fn(databases.acrossTenants);
  const watched = { ...databases, acrossTenants: acrossTenants as typeof databases.acrossTenants };
  const { stop } = startHousekeeping({ databases: watched, dataDir, clock: () => new Date(), onError: () => {} });
  vi.advanceTimersByTime(5 * 60_000 - 1);
  expect(acrossTenants).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(acrossTenants).toHaveBeenCalled();
  vi.useRealTimers();
  await expect.poll(left, { timeout: 15_000 }).toBe(1);
  await stop();
});

test.each([
  ['attacks', 'security', 'true'],
  ['addresses of sign-ins', 'sessions', "after ? 'address'"],
])('however many %s have piled up, they go in one round', async (_, entity, isLeft) => {
  const { tenantId } = await openRestaurant();
  await database.query(
    `insert into audit_log (tenant_id, at, action, entity, after)
     select $1, now() - interval '181 days', 'sign-in', $2, '{"address": "192.0.2.1"}' from generate_series(1, 10001)`,
    [tenantId, entity],
  );
  const tidy = await openTidy(dataDir);
  await tidy();
  const { rowCount } = await database.query(
    `select from audit_log where tenant_id = $1 and entity = $2 and at < now() - interval '180 days' and ${isLeft}`,
    [tenantId, entity],
  );
  expect(rowCount).toBe(0);
});

test('pictures of a tenant that is gone go after a day; nothing else in the folder does', async () => {
  const [gone, here] = [(await openRestaurant()).tenantId, (await openRestaurant()).tenantId];
  await openRestaurant(); // the newest
  await database.query(`begin; set local app.tenant_id = '${gone}'; delete from tenants where id = ${gone}; commit`);
  const media = join(dataDir, 'media');
  for (const name of [String(gone), String(here), '999999999999', `${gone}-kept`]) {
    await mkdir(join(media, name, 'small'), { recursive: true });
    await writeFile(join(media, name, 'dish.webp'), 'x');
  }
  const { tidy, stop } = startHousekeeping({ databases, dataDir, clock: () => new Date(), onError: () => {} });
  await stop();
  const left = async (hours: number) => {
    const touched = new Date(Date.now() - hours * 3_600_000);
    for (const name of await readdir(media)) await utimes(join(media, name), touched, touched);
    await tidy();
    return new Set(await readdir(media));
  };
  const others = [String(here), '999999999999', `${gone}-kept`];

  expect(await left(23)).toEqual(new Set([String(gone), ...others]));
  expect(await left(25)).toEqual(new Set(others));
  expect(await readdir(join(media, String(here)))).toContain('dish.webp');
});

test('what a killed command or server has left half-written goes after a day; nothing else does', async () => {
  const half = [
    'fonts/noto.ttf.abc.part',
    'media/7/dish.webp.abc.part',
    'media/7/small/dish.webp.abc.part',
    'backup-held-aB3_x9',
    'restore-aB3x9z',
  ];
  const whole = ['fonts/noto.ttf', 'media/7/dish.webp', 'media/7/small/dish.webp', 'backup-held-of-mine', 'restore-', 'half.part'];
  const make = async (names: string[], hours: number) => {
    const touched = new Date(Date.now() - hours * 3_600_000);
    for (const name of names) {
      const path = join(dataDir, name);
      if (name.startsWith('backup-') || name.startsWith('restore-')) await mkdir(join(path, '7'), { recursive: true });
      else await mkdir(dirname(path), { recursive: true }).then(() => writeFile(path, 'x'));
      await utimes(path, touched, touched);
    }
  };
  const left = (names: string[]) => names.filter((name) => existsSync(join(dataDir, name)));
  const tidy = await openTidy(dataDir);
  await make([...half, ...whole], 23);
  await tidy();
  expect(left(half)).toEqual(half);
  await make([...half, ...whole], 25);
  await tidy();
  expect(left(half)).toEqual([]);
  expect(left(whole)).toEqual(whole);
});

test('e-mails that are files go after 30 days, and nothing else of their folder', async () => {
  const outbox = join(dataDir, 'outbox');
  await mkdir(outbox, { recursive: true });
  for (const name of ['old.eml', 'new.eml', 'notes.txt']) await writeFile(join(outbox, name), 'x');
  const old = new Date(Date.now() - 31 * DAY);
  for (const name of ['old.eml', 'notes.txt']) await utimes(join(outbox, name), old, old);
  const { tidy, stop } = startHousekeeping({ databases, dataDir, clock: () => new Date(), onError: () => {} });
  await stop();
  await tidy();
  expect((await readdir(outbox)).sort()).toEqual(['new.eml', 'notes.txt']);
});

test('where a delivery to a walk-in went is forgotten after a month, that of a customer with the customer', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  await admin(addCustomer, { body: { phone: '0170', name: 'Ada' } });
  const deliver = async (deliveryAddress: string, age: string, whose: object = {}) => {
    const cart = [{ id: menu.soup, quantity: 1 }];
    const { orderId } = (await admin(createOrder, { body: { cart, deliveryType: 'delivery', deliveryAddress, ...whose } })).reply;
    await database.query('update orders set created_at = now() - $3::interval where tenant_id = $1 and id = $2', [tenantId, orderId, age]);
  };
  await deliver('1 Old Lane', '31 days');
  await deliver('2 New Lane', '29 days');
  await deliver('3 Ada Lane', '31 days', { customerType: 'CUSTOMER', customerId: '0170' });
  const { tidy, stop } = startHousekeeping({ databases, dataDir, clock: () => new Date(), onError: () => {} });
  onTestFinished(stop);
  await tidy();
  const { rows } = await database.query<{ at: string | null }>(
    'select delivery_address as at from orders where tenant_id = $1 order by id',
    [tenantId],
  );
  expect(rows.map(({ at }) => at)).toEqual([null, '2 New Lane', '3 Ada Lane']);
});

test('what is cooked for an erased person keeps its note until it is made or cancelled', async () => {
  const { admin, menu, tenantId } = await withStations(await openRestaurant());
  const phone = '0171';
  await admin(addCustomer, { body: { phone, name: 'Ada' } });
  const order = async () => {
    const cart = [{ id: menu.bread, quantity: 1, notes: 'no nuts' }];
    return (await admin(createOrder, { body: { cart, customerType: 'CUSTOMER', customerId: phone } })).reply.orderId;
  };
  const [made, dropped] = [await order(), await order()];
  const notes = async () => {
    const { rows } = await database.query(
      `select (select json_agg(notes order by id) from order_lines where tenant_id = $1) as lines,
        (select count(*)::int from tickets where tenant_id = $1 and lines->0->>'notes' is not null) as tickets`,
      [tenantId],
    );
    return rows[0];
  };
  const tidy = await openTidy(dataDir);
  expect((await admin(deleteCustomer, { params: { id: phone } })).status).toBe(200);
  await tidy();
  expect(await notes()).toEqual({ lines: ['no nuts', 'no nuts'], tickets: 2 });
  expect((await admin(completeOrders, { body: { orderIds: [made] } })).status).toBe(200);
  await tidy();
  expect(await notes()).toEqual({ lines: [null, 'no nuts'], tickets: 1 });
  expect((await admin(cancelOrders, { body: { orderIds: [dropped] } })).status).toBe(200);
  await tidy();
  expect(await notes()).toEqual({ lines: [null, null], tickets: 0 });
});

test('who was erased lately is found without a look at every customer', async () => {
  const { rows } = await database
    .query('begin; set local enable_seqscan = off; explain select tenant_id, id from public.customers where erased_at >= now(); rollback')
    .then((results) => (results as unknown as { rows: object[] }[])[2]!);
  expect(JSON.stringify(rows)).toContain('customers_erased');
});

test('documents of print jobs, which are large, are cleared few at a time, and all of them', async () => {
  const { admin, tenantId } = await openRestaurant();
  const printerId = (await admin(addPrinter, { body: { title: 'Star', kind: 'cloudprnt' } })).reply.id;
  await database.query(
    `insert into print_jobs (tenant_id, printer_id, kind, content, state, copy_no, created_at, tried_from)
    select $1, $2, 'test', '[]'::jsonb, 'failed', 1, now() - interval '2 days', now() from generate_series(1, 450)`,
    [tenantId, printerId],
  );
  const left = async () =>
    (await database.query('select from print_jobs where tenant_id = $1 and content is not null', [tenantId])).rows.length;
  await databases.acrossTenants((db) => clearOldPrintJobs(db, new Date(Date.now() - 24 * 60 * 60_000)));
  // another worker's may have been among them
  expect(await left()).toBeGreaterThanOrEqual(250);
  const { tidy, stop } = startHousekeeping({ databases, dataDir, clock: () => new Date(), onError: () => {} });
  onTestFinished(stop);
  await tidy();
  expect(await left()).toBe(0);
});

test('what a print job says goes after a day, also where no printer is asked for anything; the row stays', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  const printerId = (await admin(addPrinter, { body: { title: 'Star', kind: 'cloudprnt' } })).reply.id;
  const id = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply.orderId;
  const add = async () => (await admin(addPrintJob, { body: { kind: 'token', id, printerId } })).reply.jobId;
  const [failed, sending, fresh, waiting] = [await add(), await add(), await add(), await add()];
  await database.query(
    `update print_jobs set created_at = case id when $4 then now() - interval '23 hours' else now() - interval '25 hours' end,
      state = case id when $2 then 'failed' when $3 then 'sending' else state end,
      due_at = case id when $5 then now() + interval '1 hour' end, sent_at = case id when $3 then now() + interval '1 hour' end
    where tenant_id = $1`,
    [tenantId, failed, sending, fresh, waiting],
  );
  const { tidy, stop } = startHousekeeping({ databases, dataDir, clock: () => new Date(), onError: () => {} });
  onTestFinished(stop);
  const tidied = async () => {
    await tidy();
    const { rows } = await database.query<{ id: number; state: string; named: boolean }>(
      'select id, state, content is not null as named from print_jobs where tenant_id = $1 order by id',
      [tenantId],
    );
    return rows.map((row) => [Number(row.id), row.state, row.named]);
  };
  // a job that the server's own look at its printers holds in this moment is left for the next round
  await expect.poll(tidied).toEqual([
    [failed, 'failed', false],
    [sending, 'sending', true],
    [fresh, 'queued', true],
    [waiting, 'expired', false],
  ]);
});
