import { expect, test } from 'vitest';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { addPrintJob, confirmPrintJob, retryPrintJob, takeStarPoll } from '#contract/print-jobs.ts';
import { sendTestPage } from '#contract/printers.ts';
import { addStation } from '#contract/stations.ts';
import { listTickets, listUnseenTickets, sendTicketAgain } from '#contract/tickets.ts';
import { at } from '#server/testing/bills.ts';
import { add, jobsOf, type Mine, open, order, token } from '#server/testing/printing.ts';
import { database, databases, openApp } from '#server/testing/restaurant.ts';
import { DOCUMENT_MAX, KEPT_MAX, WAITING_MAX } from './print-jobs.queries.ts';

const FULL = [409, 'Too much waits to be printed already! Please look at Print Jobs!'];
const said = ({ status, reply }: { status: number; reply: { message: string } }) => [status, reply.message];

/** What a member has asked for, and nobody has fetched yet; of each so many random bytes. */
const fill = async ({ tenantId }: Mine, printerId: number, count: number, { state = 'queued', bytes = 32 } = {}) => {
  const { rows } = await database.query<{ id: number }>(
    `insert into print_jobs (tenant_id, printer_id, kind, content, state, copy_no, created_at, due_at, tried_from, member_id)
    select $1, $2, 'test', jsonb_build_array((select string_agg(md5(random()::text || n), '') from generate_series(1, $5::integer / 32) n)), $4, 1, now(),
      case when $4 = 'queued' then now() end, now() + interval '1 hour', (select min(id) from members where tenant_id = $1)
    from generate_series(1, $3::integer) g returning id::integer`,
    [tenantId, printerId, count, state, bytes],
  );
  return rows.map(({ id }) => id);
};
const openFull = async () => {
  const mine = await open();
  const { id: printerId, pollToken } = await add(mine, { kind: 'cloudprnt' });
  await mine.admin(addStation, { body: { title: 'Grill', printerId, ackSeconds: 5 } });
  const orderId = await order(mine);
  return { ...mine, mine, printerId, pollToken, orderId };
};

test('a member fills no printer: what is asked for is refused, what an order tells the kitchen is not, nor another printer', async () => {
  const { admin, mine, printerId, orderId } = await openFull();
  await fill(mine, printerId, WAITING_MAX - 2);
  expect(said(await token(mine, printerId, orderId, 3))).toEqual(FULL);
  const sent = () =>
    admin(addPrintJob, { body: { kind: 'token', id: orderId, printerId, copies: 2 } }, { headers: { 'idempotency-key': 'sent' } });
  const first = await sent();
  expect(first.status).toBe(200);
  // the answer was lost, and the same is asked for again
  expect((await sent()).reply).toEqual(first.reply);
  expect(said(await token(mine, printerId, orderId))).toEqual(FULL);
  expect(said(await admin(sendTestPage, at(printerId)))).toEqual(FULL);
  const [ticket] = (await admin(listTickets, { query: { order: String(orderId) } })).reply;
  expect(said(await admin(sendTicketAgain, { ...at(ticket!.ticket_id), body: {} }))).toEqual(FULL);
  const tickets = async () =>
    (await database.query("select from print_jobs where tenant_id = $1 and kind = 'ticket'", [mine.tenantId])).rows.length;
  expect(await tickets()).toBe(1);

  await order(mine);
  expect(await tickets()).toBe(2);
  const { id: other } = await add(mine, { title: 'Office', kind: 'cloudprnt' });
  expect((await token(mine, other, orderId)).status).toBe(200);
  // it was not lost: the alarm tells of it, and a person can say so
  await database.query("update tickets set check_at = now() - interval '1 second' where id = $1", [ticket!.ticket_id]);
  const unseen = async () => (await admin(listUnseenTickets, {})).reply.map(({ ticket_id }) => ticket_id);
  await expect.poll(unseen, { timeout: 10_000 }).toContain(ticket!.ticket_id);
});

test('a retry passes no limit, but for a ticket of an order', async () => {
  const { admin, mine, printerId } = await openFull();
  const [failed] = await fill(mine, printerId, 1, { state: 'failed' });
  const [unsure] = await fill(mine, printerId, 1, { state: 'unsure' });
  const ticket = (await jobsOf(mine)).find(({ kind }) => kind === 'ticket')!.job_id;
  await database.query("update print_jobs set state = 'failed' where id = $1", [ticket]);
  await fill(mine, printerId, WAITING_MAX);
  expect(said(await admin(retryPrintJob, at(failed!)))).toEqual(FULL);
  expect(said(await admin(confirmPrintJob, { ...at(unsure!), body: { printed: false } }))).toEqual(FULL);
  expect((await admin(retryPrintJob, at(ticket))).status).toBe(200);
  expect((await admin(confirmPrintJob, { ...at(unsure!), body: { printed: true } })).status).toBe(200);
});

test('two who ask for the last place at once do not both get it', async () => {
  const { mine, printerId, orderId } = await openFull();
  await fill(mine, printerId, WAITING_MAX - 1);
  const both = await Promise.all([token(mine, printerId, orderId), token(mine, printerId, orderId)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('documents of all printers together fill no disk', async () => {
  const { mine, printerId, orderId } = await openFull();
  const { id: other } = await add(mine, { title: 'Office', kind: 'cloudprnt' });
  await fill(mine, other, 90, { bytes: 200_000 });
  expect(said(await token(mine, printerId, orderId))).toEqual(FULL);
});

test('a document that is too long is not kept', async () => {
  const { admin, tenantId, menu, printerId } = await openFull();
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply;
  await databases.asTenant(tenantId, (db) =>
    db
      .updateTable('print_settings')
      .set({ footer: 'W'.repeat(DOCUMENT_MAX) })
      .execute(),
  );
  expect(said(await admin(addPrintJob, { body: { kind: 'receipt', id: invoiceId, printerId } }))).toEqual([
    409,
    'This is too long to be printed!',
  ]);
});

test('of what was not printed the newest can be tried again; the rest says nothing any more', async () => {
  const { admin, mine, printerId, orderId } = await openFull();
  const old = await fill(mine, printerId, 2, { state: 'failed' });
  const kept = await fill(mine, printerId, KEPT_MAX, { state: 'unsure' });
  expect((await token(mine, printerId, orderId)).status).toBe(200);
  const { rows } = await database.query<{ id: number }>(
    "select id::integer from print_jobs where tenant_id = $1 and content is not null and state <> 'queued' order by id",
    [mine.tenantId],
  );
  expect(rows.map(({ id }) => id)).toEqual(kept);
  expect(said(await admin(retryPrintJob, at(old[0]!)))).toEqual([409, 'This is too old. Please print it again!']);
});

test('no ticket waits behind papers of guests', async () => {
  const { mine, pollToken, printerId, orderId } = await openFull();
  await database.query('update print_jobs set due_at = null where tenant_id = $1', [mine.tenantId]);
  await token(mine, printerId, orderId, 5);
  await order(mine);
  const ticket = (await jobsOf(mine)).find(({ kind }) => kind === 'ticket')!.job_id;
  const { inject } = await openApp();
  const url = `/api/v1${takeStarPoll.path.replace(':token', pollToken!)}`;
  const { jobToken } = (await inject({ method: takeStarPoll.method, url, payload: { statusCode: '200 OK' } })).json();
  expect(jobToken).toBe(String(ticket));
});
