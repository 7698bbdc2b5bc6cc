import { expect, test } from 'vitest';
import { updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import {
  addPrintJob,
  completeStarJob,
  confirmPrintJob,
  getStarJob,
  listPrintJobs,
  retryPrintJob,
  takeStarPoll,
} from '#contract/print-jobs.ts';
import { addPrinter } from '#contract/printers.ts';
import { addStation } from '#contract/stations.ts';
import { listTickets, sendTicketAgain } from '#contract/tickets.ts';
import { at } from '#server/testing/bills.ts';
import { withMenu } from '#server/testing/menu.ts';
import { database, openApp, openRestaurant } from '#server/testing/restaurant.ts';

/** An order at a grill whose printer polls, so that paper comes when the test asks for it. */
const open = async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const { id: printerId, pollToken } = (await admin(addPrinter, { body: { title: 'Grill', kind: 'cloudprnt' } })).reply;
  await admin(addStation, { body: { title: 'Grill', printerId } });
  const { inject } = await openApp();
  const url = `/api/v1${takeStarPoll.path.replace(':token', pollToken!)}`;
  const orderId = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 2 }] } })).reply.orderId;
  const [ticket] = (await admin(listTickets, { query: { order: String(orderId) } })).reply;
  const poll = async (statusCode = '200 OK') =>
    (await inject({ method: takeStarPoll.method, url, payload: { statusCode } })).json().jobToken as string;
  const fetch = async (job: number | string) => {
    expect((await inject({ method: getStarJob.method, url: `${url}?type=image/png&token=${job}` })).statusCode).toBe(200);
  };
  return {
    admin,
    printerId,
    orderId,
    ticketId: ticket!.ticket_id,
    jobId: (await admin(listPrintJobs, { query: {} })).reply[0]!.job_id,
    cancel: () => admin(updateItemStatus, { ...at(ticket!.lines[0]!.line_id), body: { status: 'cancelled' } }),
    poll,
    fetch,
    /** Lets the printer print all that there is: of each paper what it tells the grill, and whether it is headed as a repeat. */
    drain: async () => {
      const papers: string[] = [];
      for (let job = await poll(); job !== undefined; job = await poll()) {
        await fetch(job);
        expect((await inject({ method: completeStarJob.method, url: `${url}?code=200%20OK&token=${job}` })).statusCode).toBe(200);
        const { rows } = await database.query<{ kind: string; is_repeat: boolean }>(
          'select t.kind, j.is_repeat from print_jobs j join tickets t on t.tenant_id = j.tenant_id and t.id = j.subject_id where j.id = $1',
          [job],
        );
        papers.push(`${rows[0]!.kind}${rows[0]!.is_repeat ? ' again' : ''}`);
      }
      return papers;
    },
  };
};
/** Ten minutes without paper are over. */
const expire = (jobId: number) => database.query("update print_jobs set state = 'expired', due_at = null where id = $1", [jobId]);

test('what was cancelled is cancelled again behind a ticket that is printed after all', async () => {
  const { admin, ticketId, jobId, cancel, drain } = await open();
  await expire(jobId);
  await cancel();
  expect(await drain()).toEqual(['void']);
  expect((await admin(retryPrintJob, at(jobId))).status).toBe(200);
  expect(await drain()).toEqual(['new', 'void again']);
  expect((await admin(sendTicketAgain, { ...at(ticketId), body: {} })).status).toBe(200);
  expect(await drain()).toEqual(['new again', 'void again']);
});

test('also where nobody knew whether the ticket had been printed', async () => {
  const { admin, jobId, cancel, poll, fetch, drain } = await open();
  await fetch(jobId);
  await poll();
  await cancel();
  expect(await drain()).toEqual(['void']);
  expect((await admin(confirmPrintJob, { ...at(jobId), body: { printed: false } })).status).toBe(200);
  expect(await drain()).toEqual(['new again', 'void again']);
});

test('a cancellation that waits behind its ticket is not queued twice', async () => {
  const { admin, jobId, cancel, drain } = await open();
  await expire(jobId);
  await cancel();
  expect((await admin(retryPrintJob, at(jobId))).status).toBe(200);
  expect(await drain()).toEqual(['new', 'void']);
});

test('what a printer that polls does not get for want of paper has failed for want of paper', async () => {
  const { admin, printerId, orderId, poll } = await open();
  await poll('410 Out of paper');
  const { jobId } = (await admin(addPrintJob, { body: { kind: 'token', id: orderId, printerId } })).reply;
  await database.query("update print_jobs set tried_from = tried_from - interval '16 seconds' where id = $1", [jobId]);
  const job = async () => (await admin(listPrintJobs, { query: {} })).reply.find(({ job_id }) => job_id === jobId);
  await expect.poll(async () => (await job())?.state, { timeout: 20_000 }).toBe('failed');
  expect(await job()).toMatchObject({ error: 'The printer is out of paper.' });
});
