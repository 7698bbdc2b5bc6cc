import { expect, test } from 'vitest';
import { addPrintJob, getStarJob, takeEpsonPoll, takeStarPoll } from '#contract/print-jobs.ts';
import { addStation } from '#contract/stations.ts';
import { listTickets, listUnseenTickets } from '#contract/tickets.ts';
import { openPrinter } from '#server/testing/printer.ts';
import { add, ended, jobsOf, open, order, told } from '#server/testing/printing.ts';
import { database, openApp } from '#server/testing/restaurant.ts';
import { layOut, LINES_MAX } from './layout.rules.ts';

const TOO_LONG = { state: 'failed', error: 'It is too long for a printer.' };

/** Makes a ticket one of 200 lines with 50 add-ons each, as a hostile menu has them. */
const lengthen = (tenantId: number) =>
  database.query(
    `update tickets set lines = (select jsonb_agg(lines->0 || jsonb_build_object('at', g, 'addons',
      (select jsonb_agg(jsonb_build_object('id', n, 'title', repeat('W', 120))) from generate_series(1, 50) n))) from generate_series(1, 200) g)
    where tenant_id = $1`,
    [tenantId],
  );

const openLong = async (kind: 'cloudprnt' | 'epson') => {
  const mine = await open();
  const { id: printerId, pollToken } = await add(mine, { kind, width: 57 });
  await mine.admin(addStation, { body: { title: 'Grill', printerId, ackSeconds: 5 } });
  const orderId = await order(mine);
  await lengthen(mine.tenantId);
  const { inject } = await openApp();
  const isDue = async () =>
    (await database.query('select from print_jobs where tenant_id = $1 and due_at is not null', [mine.tenantId])).rows.length > 0;
  const [ticket] = (await mine.admin(listTickets, { query: { order: String(orderId) } })).reply;
  return { mine, pollToken, inject, isDue, ticketId: ticket!.ticket_id };
};

test('a ticket that no printer can print is not drawn, fails by being fetched, and is not fetched again', async () => {
  const { mine, pollToken, inject, isDue, ticketId } = await openLong('cloudprnt');
  const url = `/api/v1${takeStarPoll.path.replace(':token', pollToken!)}`;
  const poll = async () => (await inject({ method: takeStarPoll.method, url, payload: { statusCode: '200 OK' } })).json();
  const fetch = async (job: string) => (await inject({ method: getStarJob.method, url: `${url}?type=image/png&token=${job}` })).statusCode;
  const { jobToken } = await poll();
  expect(await fetch(jobToken)).toBe(404);
  expect((await jobsOf(mine))[0]).toMatchObject(TOO_LONG);
  expect([await poll(), await isDue(), await told(mine.tenantId)]).toEqual([{ jobReady: false }, false, 1]);
  expect(await fetch(jobToken)).toBe(404);
  // the station has not got it: the alarm tells of it as of any other that no printer took
  await database.query("update tickets set check_at = now() - interval '1 second' where id = $1", [ticketId]);
  await expect
    .poll(async () => (await mine.admin(listUnseenTickets, {})).reply.map(({ ticket_id }) => ticket_id), { timeout: 10_000 })
    .toEqual([ticketId]);
});

test('neither by a printer of Epson’s, nor by one of the network', async () => {
  const { mine, pollToken, inject, isDue, ticketId } = await openLong('epson');
  const ask = await inject({
    method: takeEpsonPoll.method,
    url: `/api/v1${takeEpsonPoll.path.replace(':token', pollToken!)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ConnectionType: 'GetRequest', ID: 'x' }).toString(),
  });
  expect([ask.statusCode, ask.body]).toEqual([200, '']);
  expect((await jobsOf(mine))[0]).toMatchObject(TOO_LONG);
  const printer = await openPrinter();
  const { id: printerId } = await add(mine, { title: 'Office', address: printer.address });
  const { jobId } = (await mine.admin(addPrintJob, { body: { kind: 'ticket', id: ticketId, printerId } })).reply;
  expect(await ended(mine, jobId)).toMatchObject(TOO_LONG);
  expect([printer.papers, await isDue()]).toEqual([[], false]);
});

test('what is as long as a printer takes is laid out to its end', () => {
  const blocks = (lines: number) => Array.from({ length: lines }, () => ({ kind: 'text' as const, text: 'a' }));
  expect(layOut(blocks(LINES_MAX), 32)).toHaveLength(LINES_MAX);
  expect(() => layOut(blocks(LINES_MAX + 1), 32)).toThrow('More than');
});
