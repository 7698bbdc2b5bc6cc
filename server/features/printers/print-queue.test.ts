import { expect, onTestFinished, test } from 'vitest';
import { confirmPrintJob, retryPrintJob } from '#contract/print-jobs.ts';
import { deletePrinter, listPrinters } from '#contract/printers.ts';
import { addStation } from '#contract/stations.ts';
import { listTickets, sendTicketAgain } from '#contract/tickets.ts';
import { startPrinting } from './printing.queries.ts';
import { printBackups } from './ticket-jobs.queries.ts';
import { openPrinter } from '#server/testing/printer.ts';
import { database, databases, openApp } from '#server/testing/restaurant.ts';
import {
  open,
  add,
  order,
  jobsOf,
  ended,
  token,
  told,
  cancelled,
  holdPrinter,
  nodeOf,
  openNode,
  toNothing,
} from '#server/testing/printing.ts';

test('without paper it fails after two tries and is told; with paper again a retry prints it', async () => {
  const mine = await open();
  const printer = await openPrinter('no paper');
  const { id: printerId } = await add(mine, { address: printer.address });
  const { reply } = await token(mine, printerId, await order(mine));
  expect(await ended(mine, reply.jobId)).toMatchObject({ state: 'failed', attempts: 2, error: 'The printer is out of paper.' });
  expect(await told(mine.tenantId)).toBe(1);
  expect((await mine.admin(listPrinters, {})).reply[0]!.state).toBe('paper_out');
  expect(printer.papers).toEqual([]);
  printer.manner = 'good';
  expect((await mine.admin(retryPrintJob, { params: { id: String(reply.jobId) } })).status).toBe(200);
  expect(await ended(mine, reply.jobId)).toMatchObject({ state: 'printed' });
  expect(printer.papers[0]!.toString('latin1')).not.toContain('REPEAT');
  expect((await mine.admin(retryPrintJob, { params: { id: String(reply.jobId) } })).status).toBe(409);
});

test.each(['cut', 'silent after'] as const)(
  'bytes without a word afterwards (%s) are unsure; printed again they say so',
  async (manner) => {
    const mine = await open();
    const printer = await openPrinter(manner);
    const { id: printerId } = await add(mine, { address: printer.address });
    const { reply } = await token(mine, printerId, await order(mine));
    const answer = { params: { id: String(reply.jobId) }, body: { printed: false } };
    expect(await ended(mine, reply.jobId)).toMatchObject({ state: 'unsure', attempts: 1 });
    expect([await told(mine.tenantId), await told(mine.tenantId, 'print_unsure')]).toEqual([0, 1]);
    printer.manner = 'good';
    expect((await mine.admin(confirmPrintJob, answer)).status).toBe(200);
    await ended(mine, reply.jobId);
    expect(printer.papers.at(-1)!.toString('latin1')).toContain('MAY BE A REPEAT');
    expect((await mine.admin(confirmPrintJob, answer)).status).toBe(409);
  },
);

test('a silent printer and one that refuses get nothing, and no request waits for them', async () => {
  const mine = await open();
  const printer = await openPrinter('silent');
  const silent = await add(mine, { address: printer.address });
  const refusing = await add(mine, { title: 'Off', address: '127.0.0.1:1' });
  const orderId = await order(mine);
  const jobs = [silent, refusing].map(({ id }) => token(mine, id, orderId));
  for (const { reply } of await Promise.all(jobs))
    expect(await ended(mine, reply.jobId)).toMatchObject({ state: 'failed', error: 'The printer cannot be reached.' });
  expect(printer.papers).toEqual([]);
});

test('a station’s tickets are printed with its order, again as a repeat, and by the backup printer where nobody has them', async () => {
  const mine = await open();
  const [grill, office] = [await openPrinter('no paper'), await openPrinter()];
  const { id: printerId } = await add(mine, { address: grill.address });
  const { id: backupPrinterId } = await add(mine, { title: 'Office', address: office.address });
  const station = { title: 'Grill', printerId, backupPrinterId, ackSeconds: 5 };
  expect((await mine.admin(addStation, { body: { ...station, printerId: 999_999 } })).status).toBe(404);
  expect((await mine.admin(addStation, { body: station })).status).toBe(200);
  const orderId = await order(mine);
  const ticketsOf = async () => (await mine.admin(listTickets, { query: { order: String(orderId) } })).reply;
  const [ticket] = await ticketsOf();
  const [job] = await jobsOf(mine);
  // it has failed, and goes on being tried
  expect(await ended(mine, job!.job_id)).toMatchObject({ kind: 'ticket', state: 'failed' });
  await databases.asTenant(mine.tenantId, (db) => printBackups(db, [ticket!.ticket_id], new Date()));
  await ended(mine, (await jobsOf(mine))[0]!.job_id);
  const paper = office.papers[0]!.toString('latin1');
  for (const said of ['BACKUP FROM Grill', '1 x Soup']) expect(paper).toContain(said);
  // not a byte of it had been sent anywhere
  expect(paper).not.toContain('REPEAT');
  expect((await ticketsOf())[0]).toMatchObject({ state: 'printed' });

  grill.manner = 'good';
  expect((await ended(mine, job!.job_id, (state) => state === 'printed')).attempts).toBeGreaterThan(2);
  await mine.admin(sendTicketAgain, { params: { id: String(ticket!.ticket_id) }, body: {} });
  await ended(mine, (await jobsOf(mine))[0]!.job_id);
  const [first, second] = grill.papers.map((each) => each.toString('latin1').includes('REPEAT'));
  // the one that waited comes after the backup
  expect([first, second]).toEqual([true, true]);
});

test('a ticket that waited is marked once another printer may have it on paper, a screen’s wish before it not', async () => {
  const mine = await open();
  const [grill, office] = [await openPrinter('no paper'), await openPrinter('cut')];
  const { id: printerId } = await add(mine, { address: grill.address });
  const { id: officeId } = await add(mine, { title: 'Office', address: office.address });
  await mine.admin(addStation, { body: { title: 'Grill', printerId } });
  const orderId = await order(mine);
  const [ticket] = (await mine.admin(listTickets, { query: { order: String(orderId) } })).reply;
  const again = { params: { id: String(ticket!.ticket_id) }, body: { printerId: officeId } };
  expect((await mine.admin(sendTicketAgain, again)).status).toBe(200);
  const [elsewhere, own] = await jobsOf(mine);
  expect((await ended(mine, elsewhere!.job_id)).state).toBe('unsure');
  expect(office.papers[0]!.toString('latin1')).not.toContain('REPEAT');
  grill.manner = 'good';
  await ended(mine, own!.job_id, (state) => state === 'printed');
  expect(grill.papers[0]!.toString('latin1')).toContain('MAY BE A REPEAT');
});

test('on paper nothing is cancelled before it was ordered, whichever is due first', async () => {
  const mine = await open();
  const printer = await openPrinter('no paper');
  const { id: printerId } = await add(mine, { address: printer.address });
  const { first, cancel } = await cancelled(mine, printerId);
  await ended(mine, first, (state) => state === 'failed');
  await database.query("update print_jobs set due_at = now() + interval '2 seconds' where id = $1", [first]);
  expect((await cancel()).status).toBe(200);
  printer.manner = 'good';
  const [last] = await jobsOf(mine);
  expect(last!.job_id).toBeGreaterThan(first);
  await ended(mine, last!.job_id, (state) => state === 'printed');
  expect(printer.papers.map((paper) => /VOID/.test(paper.toString('latin1')))).toEqual([false, true]);
});

test('after an outage a new ticket comes behind those that waited for the printer', async () => {
  const mine = await open();
  const printer = await openPrinter('no paper');
  const { id: printerId } = await add(mine, { address: printer.address });
  await mine.admin(addStation, { body: { title: 'Grill', printerId } });
  await order(mine);
  const older = (await jobsOf(mine))[0]!.job_id;
  await ended(mine, older, (state) => state === 'failed');
  await database.query("update print_jobs set due_at = now() + interval '2 seconds' where id = $1", [older]);
  printer.manner = 'good';
  await order(mine);
  const newer = (await jobsOf(mine))[0]!.job_id;
  await ended(mine, newer, (state) => state === 'printed');
  const { rows } = await database.query('select id from print_jobs where printer_id = $1 order by printed_at', [printerId]);
  expect(rows.map(({ id }) => id)).toEqual([older, newer]);
});

test('a document behind tickets that no printer takes has failed after fifteen seconds, not after all of their tries', async () => {
  const mine = await open();
  const printer = await openPrinter('silent');
  const { id: printerId } = await add(mine, { address: printer.address });
  await holdPrinter(printerId);
  await mine.admin(addStation, { body: { title: 'Grill', printerId } });
  for (let count = 0; count < 6; count++) await order(mine);
  const { jobId } = (await token(mine, printerId, await order(mine))).reply;
  await database.query("update print_jobs set tried_from = tried_from - interval '16 seconds' where printer_id = $1", [printerId]);
  const node = startPrinting({ databases, node: nodeOf(printerId), draw: toNothing, nudge: () => {}, onError: () => {} });
  onTestFinished(node.stop);
  node.wake();
  await expect.poll(() => told(mine.tenantId), { timeout: 10_000 }).toBe(8);
  expect(printer.connections).toBe(1);
  const jobs = await jobsOf(mine);
  expect(jobs.find(({ job_id }) => job_id === jobId)).toMatchObject({ state: 'failed', error: 'The printer cannot be reached.' });
});

test('of two nodes one prints at a time; what a killed node left is taken over: not begun is printed, begun is unsure', async () => {
  await openApp();
  const mine = await open({ app: await openApp() });
  const printer = await openPrinter();
  const { id: printerId } = await add(mine, { address: printer.address });
  const orderId = await order(mine);
  const { reply } = await token(mine, printerId, orderId, 5);
  for (const jobId of reply.jobIds) expect((await ended(mine, jobId)).state).toBe('printed');
  expect(printer.papers).toHaveLength(5);
  expect(printer.most).toBe(1);

  // as a node leaves it that is killed: the printer is still its own, one job was claimed, one begun
  await holdPrinter(printerId);
  const left = (await token(mine, printerId, orderId, 2)).reply.jobIds;
  await database.query("update print_jobs set state = 'sending', sent_at = case id when $2 then now() end where id = any($1)", [
    left,
    left[1],
  ]);
  await holdPrinter(printerId, "interval '1 second'");
  expect((await ended(mine, left[0]!)).state).toBe('printed');
  expect((await ended(mine, left[1]!)).state).toBe('unsure');
  expect(printer.papers).toHaveLength(6);
});

test('a node keeps a printer for as long as it draws', async () => {
  const mine = await open();
  const printer = await openPrinter();
  const { id: printerId } = await add(mine, { address: printer.address, codePage: 'picture' });
  await holdPrinter(printerId);
  const { jobId } = (await token(mine, printerId, await order(mine))).reply;
  const drawing = Promise.withResolvers<never>();
  const node = startPrinting({ databases, node: nodeOf(printerId), draw: () => drawing.promise, nudge: () => {}, onError: () => {} });
  node.wake();
  await ended(mine, jobId, (state) => state === 'sending');
  await holdPrinter(printerId, "interval '3 seconds'");
  const isHeld = async () =>
    (
      await database.query("select from printers where id = $1 and lease_by = $2 and lease_until > now() + interval '4 seconds'", [
        printerId,
        nodeOf(printerId),
      ])
    ).rows.length;
  await expect.poll(isHeld, { timeout: 10_000 }).toBe(1);
  drawing.reject(new Error('Nothing to draw.'));
  await node.stop();
});

test('what a printer had not taken when it was deleted is not queued for it again', async () => {
  const mine = await open();
  const printer = await openPrinter('silent');
  const { jobId, printerId, stop } = await openNode(mine, printer.address);
  await expect.poll(() => printer.connections).toBe(1);
  expect((await mine.admin(deletePrinter, { params: { id: String(printerId) } })).status).toBe(200);
  await stop();
  expect((await jobsOf(mine)).find(({ job_id }) => job_id === jobId)).toMatchObject({
    state: 'expired',
    error: 'The printer was deleted.',
  });
});

test('a node that stops gives its printers back; of a killed one they are free after seven seconds', async () => {
  const mine = await open();
  const printer = await openPrinter('silent');
  const { printerId, stop } = await openNode(mine, printer.address);
  await expect.poll(() => printer.connections).toBe(1);
  const lease = 'select lease_by, extract(epoch from lease_until - now()) as seconds from printers where id = $1';
  const [held] = (await database.query<{ seconds: string }>(lease, [printerId])).rows;
  expect(Number(held!.seconds)).toBeLessThanOrEqual(7);
  await stop();
  expect((await database.query(lease, [printerId])).rows).toEqual([{ lease_by: null, seconds: null }]);
});
