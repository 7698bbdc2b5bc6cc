import { expect, test } from 'vitest';
import { createOrder } from '#contract/pos.ts';
import {
  addPrintJob,
  completeStarJob,
  getStarJob,
  listPrintJobs,
  retryPrintJob,
  takeEpsonPoll,
  takeStarPoll,
} from '#contract/print-jobs.ts';
import { addPrinter, deletePrinter, listPrinters, type PrinterKind } from '#contract/printers.ts';
import { restoreDeleted } from '#contract/deleted.ts';
import { addStation } from '#contract/stations.ts';
import { withMenu } from '#server/testing/menu.ts';
import { database, databases, openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { takeLease } from './printers.queries.ts';

/** A printer that polls, and what it says. */
const open = async (kind: PrinterKind) => {
  const restaurant = await withMenu(await openRestaurant());
  const { admin, menu } = restaurant;
  const { id, pollToken } = (await admin(addPrinter, { body: { title: 'Bar', kind } })).reply;
  const { inject } = await openApp();
  const star = `/api/v1${takeStarPoll.path.replace(':token', pollToken!)}`;
  const jobs = async () => (await admin(listPrintJobs, { query: {} })).reply;
  return {
    ...restaurant,
    id,
    poll: () => inject({ method: takeStarPoll.method, url: star, payload: { statusCode: '200%20OK' } }),
    fetch: (job: number) => inject({ method: getStarJob.method, url: `${star}?type=image/png&token=${job}` }),
    complete: (job: number) => inject({ method: completeStarJob.method, url: `${star}?code=200%20OK&token=${job}` }),
    epson: (form: Record<string, string>) =>
      inject({
        method: takeEpsonPoll.method,
        url: `/api/v1${takeEpsonPoll.path.replace(':token', pollToken!)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      }),
    queue: async () => {
      const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply;
      return (await admin(addPrintJob, { body: { kind: 'token', id: orderId, printerId: id } })).reply.jobId;
    },
    jobs,
    jobState: async (job: number) => (await jobs()).find(({ job_id }) => job_id === job)!.state,
    state: async () => (await admin(listPrinters, {})).reply[0]!.state,
  };
};

test('a printer is taken although an order that queues a job for it has not been stored yet', async () => {
  const { id, tenantId } = await open('cloudprnt');
  const until = new Date('2036-01-01T00:00:00Z');
  const ordering = await database.connect();
  try {
    await ordering.query('begin');
    await ordering.query('select from printers where id = $1 for key share', [id]);
    expect(await databases.asTenant(tenantId, (db) => takeLease(db, id, { node: 'own', now: new Date(), until }))).toBe(true);
  } finally {
    await ordering.query('rollback');
    ordering.release();
  }
});

test('a printer that has stopped asking is not ready', async () => {
  const { id, poll, state } = await open('cloudprnt');
  expect(await state()).toBe('unknown');
  await poll();
  expect(await state()).toBe('ok');
  await database.query("update printers set last_seen_at = now() - interval '3 minutes' where id = $1", [id]);
  expect(await state()).toBe('offline');
  await poll();
  expect(await state()).toBe('ok');
});

/** What an Epson printer says of a job. */
const response = (job: number, success: boolean, code = '') => ({
  ConnectionType: 'SetResponse',
  ResponseFile: `<PrintResponseInfo Version="2.00"><ePOSPrint><Parameter><printjobid>${job}</printjobid></Parameter><PrintResponse><response success="${success}" code="${code}"/></PrintResponse></ePOSPrint></PrintResponseInfo>`,
});
const ask = { ConnectionType: 'GetRequest', ID: 'x' };

test('an Epson printer without paper is not ready because it asks for work, but when it has printed', async () => {
  const { epson, queue, state } = await open('epson');
  const job = await queue();
  await epson(ask);
  expect(await state()).toBe('ok');
  await epson(response(job, false, 'EPTR_REC_EMPTY'));
  expect(await state()).toBe('paper_out');
  await epson(ask);
  expect(await state()).toBe('paper_out');
  await database.query('update print_jobs set due_at = now() where id = $1', [job]);
  expect((await epson(ask)).body).toContain(`<printjobid>${job}</printjobid>`);
  await epson(response(job, true));
  expect(await state()).toBe('ok');
});

test('a printer that says late that it has printed is believed', async () => {
  const { poll, fetch, complete, queue, jobState } = await open('cloudprnt');
  const [job, refused] = [await queue(), await queue()];
  await fetch(job);
  await poll();
  expect(await jobState(job)).toBe('unsure');
  // of another one it has said nothing
  await complete(refused);
  expect(await jobState(job)).toBe('unsure');
  await complete(job);
  expect(await jobState(job)).toBe('printed');
});

test('a ticket that a printer had fetched when it was deleted is marked when it is printed again', async () => {
  const { admin, id, menu, fetch, jobs } = await open('cloudprnt');
  await admin(addStation, { body: { title: 'Grill', printerId: id } });
  for (const item of [menu.soup, menu.bread]) await admin(createOrder, { body: { cart: [{ id: item, quantity: 1 }] } });
  const [waited, had] = (await jobs()).map(({ job_id }) => job_id);
  await fetch(had!);
  await admin(deletePrinter, { params: { id: String(id) } });
  await admin(restoreDeleted, { body: { kind: 'printers', id } });
  for (const job of [had!, waited!]) expect((await admin(retryPrintJob, { params: { id: String(job) } })).status).toBe(200);
  const { rows } = await database.query('select is_repeat from print_jobs where id = any($1) order by id', [[had, waited]]);
  expect(rows).toEqual([{ is_repeat: true }, { is_repeat: false }]);
});
