import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { updateItemStatus } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import {
  addPrintJob,
  completeStarJob,
  confirmPrintJob,
  getStarJob,
  listPrintJobs,
  retryPrintJob,
  takeEpsonPoll,
  takeStarPoll,
} from '#contract/print-jobs.ts';
import { addPrinter, deletePrinter, listPrinters, sendTestPage, updatePrinter } from '#contract/printers.ts';
import { addMenuItem } from '#contract/menu-items.ts';
import { addStation } from '#contract/stations.ts';
import { listTickets, sendTicketAgain } from '#contract/tickets.ts';
import { withMenu } from '#server/testing/menu.ts';
import { startPrinting } from './printing.queries.ts';
import { printBackups } from './ticket-jobs.queries.ts';
import { openPrinter } from '#server/testing/printer.ts';
import { database, databases, openApp, openRestaurant, type Restaurant } from '#server/testing/restaurant.ts';

const open = async (given?: Parameters<typeof openRestaurant>[0]) => withMenu(await openRestaurant(given));
type Mine = Awaited<ReturnType<typeof open>>;

const add = async ({ admin }: Pick<Restaurant, 'admin'>, body: object) => {
  const { status, reply } = await admin(addPrinter, { body: { title: 'Bar', kind: 'network', ...body } as never });
  expect(status).toBe(200);
  return reply;
};
const order = async ({ admin, menu }: Mine, item = menu.soup) =>
  (await admin(createOrder, { body: { cart: [{ id: item, quantity: 1 }] } })).reply.orderId;
const pay = async ({ admin, menu }: Mine) =>
  (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 2 }] } })).reply.invoiceId;
const jobsOf = async ({ admin }: Pick<Restaurant, 'admin'>) => (await admin(listPrintJobs, { query: {} })).reply;
const isOver = (state: string) => state !== 'queued' && state !== 'sending';

/** Waits until a job has come to an end, or to the given state. Most of the while it looks where looking costs little. */
const ended = async (mine: Mine, jobId: number, isWanted = isOver) => {
  const seen = async () => {
    const { rows } = await database.query<{ state: string }>('select state from print_jobs where tenant_id = $1 and id = $2', [
      mine.tenantId,
      jobId,
    ]);
    return rows.some(({ state }) => isWanted(state));
  };
  for (;;) {
    while (!(await seen())) await pause(50);
    const job = (await jobsOf(mine)).find(({ job_id }) => job_id === jobId)!;
    if (isWanted(job.state)) return job;
  }
};
const token = (mine: Mine, printerId: number, id: number, copies = 1) =>
  mine.admin(addPrintJob, { body: { kind: 'token', id, printerId, copies } });
const told = async (tenantId: number, type = 'print_failed') =>
  (await database.query('select payload from events where tenant_id = $1 and type = $2', [tenantId, type])).rows.length;

test('printers are added, changed and deleted; a token is told once and kept as a hash', async () => {
  const mine = await open();
  const { admin, tenantId } = mine;
  const { id, pollToken } = await add(mine, { address: '192.168.1.50:9100' });
  expect(pollToken).toBeNull();
  const star = await add(mine, { title: 'Grill', kind: 'cloudprnt', width: 57, codePage: 'cp858', address: '8.8.8.8:1' });
  expect(star.pollToken).toMatch(/^[\w-]{43}$/);
  expect((await admin(listPrinters, {})).reply).toEqual([
    {
      id,
      title: 'Bar',
      kind: 'network',
      address: '192.168.1.50:9100',
      width: 80,
      codePage: 'windows1252',
      state: 'unknown',
      lastSeenAt: null,
    },
    { id: star.id, title: 'Grill', kind: 'cloudprnt', address: null, width: 57, codePage: 'cp858', state: 'unknown', lastSeenAt: null },
  ]);
  const { rows } = await database.query('select row_to_json(p)::text as row from printers p where tenant_id = $1', [tenantId]);
  expect(JSON.stringify(rows)).not.toContain(star.pollToken);

  expect((await admin(updatePrinter, { params: { id: String(id) }, body: { title: 'Bar 2', address: '169.254.169.254:80' } })).status).toBe(
    400,
  );
  expect((await admin(updatePrinter, { params: { id: String(id) }, body: { kind: 'epson' } })).status).toBe(400);
  expect((await admin(updatePrinter, { params: { id: String(id) }, body: { title: 'Bar 2' } })).status).toBe(200);
  expect((await admin(addPrinter, { body: { title: 'Spy', kind: 'network', address: 'db.internal:5432' } })).status).toBe(400);
  expect((await admin(deletePrinter, { params: { id: String(star.id) } })).status).toBe(200);
  expect((await admin(listPrinters, {})).reply.map(({ title }) => title)).toEqual(['Bar 2']);
});

test('a receipt, a second one and a token are printed, the second one as a copy; no sign of a title commands the printer', async () => {
  const mine = await open();
  const printer = await openPrinter();
  const { id: printerId } = await add(mine, { address: printer.address });
  const invoiceId = await pay(mine);
  const receipt = { kind: 'receipt' as const, id: invoiceId, printerId, copies: 2 };
  const { reply } = await mine.admin(addPrintJob, { body: receipt });
  for (const jobId of reply.jobIds) expect(await ended(mine, jobId)).toMatchObject({ state: 'printed', attempts: 1, error: null });
  const [first, second] = printer.papers.map((paper) => paper.toString('latin1'));
  expect(first).toContain('2 x Soup');
  expect(first).not.toContain('COPY');
  expect(second).toContain('COPY 2');
  expect((await mine.admin(listPrinters, {})).reply[0]).toMatchObject({ state: 'ok', lastSeenAt: expect.any(String) });

  // an invoice of nobody's, another one's printer
  expect((await mine.admin(addPrintJob, { body: { ...receipt, id: 999 } })).status).toBe(404);
  const other = await open();
  expect((await other.admin(addPrintJob, { body: { kind: 'test', printerId } })).status).toBe(404);
  const cashier = await mine.staff('INVOICES');
  expect((await cashier(addPrintJob, { body: { ...receipt, kind: 'token' } })).status).toBe(403);
});

test('what the code page lacks is drawn, in Hindi, Arabic and Chinese', async () => {
  const mine = await open();
  const printer = await openPrinter();
  const { id } = await add(mine, { address: printer.address });
  const { reply } = await mine.admin(sendTestPage, { params: { id: String(id) } });
  expect(await ended(mine, reply.jobId)).toMatchObject({ kind: 'test', state: 'printed', printer_title: 'Bar' });
  const [paper] = printer.papers;
  // GS v 0: a picture of 72 bytes a row; one for each of four lines
  expect(paper!.toString('latin1').split('\x1dv0\x00\x48\x00').length - 1).toBe(4);
});

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

/** An order whose soup is cancelled while the paper is out: its tickets' jobs, the void's last. */
const cancelled = async (mine: Mine, printerId: number) => {
  await mine.admin(addStation, { body: { title: 'Grill', printerId } });
  const orderId = await order(mine);
  const [ticket] = (await mine.admin(listTickets, { query: { order: String(orderId) } })).reply;
  const first = (await jobsOf(mine))[0]!.job_id;
  const cancel = () => mine.admin(updateItemStatus, { params: { id: String(ticket!.lines[0]!.line_id) }, body: { status: 'cancelled' } });
  return { first, cancel };
};

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

test('a document behind tickets that no printer takes has failed after fifteen seconds, not after all of their tries', async () => {
  const mine = await open();
  const printer = await openPrinter('silent');
  const { id: printerId } = await add(mine, { address: printer.address });
  await database.query("update printers set lease_by = 'own', lease_until = now() + interval '1 hour' where id = $1", [printerId]);
  await mine.admin(addStation, { body: { title: 'Grill', printerId } });
  for (let count = 0; count < 6; count++) await order(mine);
  const { jobId } = (await token(mine, printerId, await order(mine))).reply;
  await database.query("update print_jobs set tried_from = tried_from - interval '16 seconds' where printer_id = $1", [printerId]);
  const node = startPrinting({ databases, node: 'own', draw: toNothing, nudge: () => {}, onError: () => {} });
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

  // as a node leaves it that is killed: the printer is still its own for a moment, one job was claimed, one begun
  await database.query("update printers set lease_by = 'gone', lease_until = now() + interval '1 second' where id = $1", [printerId]);
  const left = (await token(mine, printerId, orderId, 2)).reply.jobIds;
  await database.query("update print_jobs set state = 'sending', sent_at = case id when $2 then now() end where id = any($1)", [
    left,
    left[1],
  ]);
  expect((await ended(mine, left[0]!)).state).toBe('printed');
  expect((await ended(mine, left[1]!)).state).toBe('unsure');
  expect(printer.papers).toHaveLength(6);
});

/** A node of the test's own, and a printer that no other one may reach: it has the printer already. */
const openNode = async (mine: Mine, address: string, reachesNetwork = true) => {
  const { id: printerId } = await add(mine, { address });
  await database.query("update printers set lease_by = 'own', lease_until = now() + interval '1 hour' where id = $1", [printerId]);
  const { jobId } = (await token(mine, printerId, await order(mine))).reply;
  const ignore = () => {};
  const node = startPrinting({ databases, node: 'own', draw: toNothing, nudge: ignore, onError: ignore, reachesNetwork });
  onTestFinished(node.stop);
  node.wake();
  return { ...node, jobId, printerId };
};
const toNothing = () => Promise.reject(new Error('Nothing to draw.'));

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

test('where the server reaches no printers of a network they are refused, and no connection is made', async () => {
  const mine = await open({ app: await openApp({ config: { printerNetwork: false } }) });
  const printer = await openPrinter();
  const network = { title: 'Spy', kind: 'network' as const, address: printer.address };
  const { status, reply } = await mine.admin(addPrinter, { body: network });
  expect([status, reply.message]).toEqual([409, expect.stringContaining('does not reach printers of a network')]);
  await add(mine, { kind: 'cloudprnt' });
  // one of before that was switched off
  const before = await open();
  const { jobId } = await openNode(before, printer.address, false);
  expect(await ended(before, jobId)).toMatchObject({ state: 'failed', error: 'This server does not print on printers of the network.' });
  expect(printer.connections).toBe(0);
});

test('a Star printer polls, fetches a picture and says that it was printed; fetched twice it says so', async () => {
  const mine = await open();
  const { id: printerId, pollToken } = await add(mine, { kind: 'cloudprnt', width: 57 });
  const { inject } = await openApp();
  const url = `/api/v1${takeStarPoll.path.replace(':token', pollToken!)}`;
  const poll = async (statusCode = '200%20OK') => (await inject({ method: takeStarPoll.method, url, payload: { statusCode } })).json();
  const fetch = (job: string) => inject({ method: getStarJob.method, url: `${url}?type=image/png&mac=00:11&token=${job}` });
  expect(await poll()).toEqual({ jobReady: false });
  const { reply } = await token(mine, printerId, await order(mine));
  const job = String(reply.jobId);
  expect(await poll('410%20Out%20of%20paper')).toEqual({ jobReady: false });
  expect(await poll()).toEqual({ jobReady: true, mediaTypes: ['image/png'], jobToken: job });
  const [once, twice] = [await fetch(job), await fetch(job)];
  const heights = await Promise.all([once, twice].map(async ({ rawPayload }) => (await sharp(rawPayload).metadata()).height));
  expect(once.headers).toMatchObject({ 'content-type': 'image/png', 'x-star-cut': 'full; feed=true' });
  expect((await sharp(once.rawPayload).metadata()).width).toBe(384);
  expect(heights[1]).toBeGreaterThan(heights[0]!);
  expect((await inject({ method: completeStarJob.method, url: `${url}?code=200%20OK&token=${job}` })).statusCode).toBe(200);
  expect((await jobsOf(mine))[0]).toMatchObject({ state: 'printed', attempts: 2 });
  expect(await poll()).toEqual({ jobReady: false });
  expect((await mine.admin(listPrinters, {})).reply[0]!.state).toBe('ok');
  // fetched, and asks for work without a word of it
  const again = String((await token(mine, printerId, await order(mine))).reply.jobId);
  await fetch(again);
  expect(await poll()).toEqual({ jobReady: false });
  expect((await jobsOf(mine))[0]!.state).toBe('unsure');
  // gives it up, and does not say why
  const silent = String((await token(mine, printerId, await order(mine))).reply.jobId);
  await fetch(silent);
  await inject({ method: completeStarJob.method, url: `${url}?token=${silent}` });
  expect((await jobsOf(mine))[0]!.state).toBe('unsure');
  expect(await told(mine.tenantId, 'print_unsure')).toBe(2);

  // on paper nothing is cancelled before it was ordered
  const { first, cancel } = await cancelled(mine, printerId);
  await database.query("update print_jobs set due_at = now() + interval '1 hour' where id = $1", [first]);
  expect((await cancel()).status).toBe(200);
  expect(await poll()).toEqual({ jobReady: false });
  await database.query('update print_jobs set due_at = now() where id = $1', [first]);
  expect(await poll()).toMatchObject({ jobToken: String(first) });
  await fetch(String(first));
  await inject({ method: completeStarJob.method, url: `${url}?token=${first}&code=OK` });
  expect(await poll()).toMatchObject({ jobReady: true });
});

test('an Epson printer asks for work and says what became of it; nobody else learns anything', async () => {
  const mine = await open();
  const { id: printerId, pollToken } = await add(mine, { kind: 'epson' });
  const { inject } = await openApp();
  const post = (secret: string, form: Record<string, string>) =>
    inject({
      method: takeEpsonPoll.method,
      url: `/api/v1${takeEpsonPoll.path.replace(':token', secret)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
  const ask = { ConnectionType: 'GetRequest', ID: 'x' };
  expect((await post(pollToken!, ask)).body).toBe('');
  const { reply: item } = await mine.admin(addMenuItem, { body: { title: 'A & <b> 宫保鸡丁', price: 1 } });
  const invoice = (await mine.admin(createOrderAndInvoice, { body: { cart: [{ id: item.id, quantity: 1 }] } })).reply.invoiceId;
  const { reply } = await mine.admin(addPrintJob, { body: { kind: 'receipt', id: invoice, printerId } });
  // whoever tells how it is asks for no work
  for (const form of [{ ConnectionType: 'SetStatus', ID: 'x', Status: '<x/>' }, { ID: 'x' }] as Record<string, string>[])
    expect((await post(pollToken!, form)).body).toBe('');
  expect((await jobsOf(mine))[0]!.state).toBe('queued');
  const { body, headers } = await post(pollToken!, ask);
  expect(headers['content-type']).toContain('text/xml');
  expect(body).toContain(`<printjobid>${reply.jobId}</printjobid>`);
  expect(body).toMatch(/<image width="576" height="\d+" color="color_1" mode="mono">/);
  const response = (success: string, code: string) => ({
    ConnectionType: 'SetResponse',
    ResponseFile: `<PrintResponseInfo Version="2.00"><ePOSPrint><Parameter><devid>local_printer</devid><printjobid>${reply.jobId}</printjobid></Parameter><PrintResponse><response success="${success}" code="${code}"/></PrintResponse></ePOSPrint></PrintResponseInfo>`,
  });
  await post(pollToken!, response('false', 'EPTR_REC_EMPTY'));
  expect((await jobsOf(mine))[0]).toMatchObject({ state: 'queued', error: 'The printer is out of paper.' });
  await database.query('update print_jobs set due_at = now() where id = $1', [reply.jobId]);
  expect((await post(pollToken!, ask)).body).toContain('MAY BE A REPEAT');
  // nothing that long is a printer's word, and nobody reads it
  const long = response('true', '');
  const padded = { ...long, ResponseFile: long.ResponseFile.replace('<PrintResponse>', `<PrintResponse>${'<response '.repeat(3000)}`) };
  expect((await post(pollToken!, padded)).statusCode).toBe(400);
  expect((await jobsOf(mine))[0]).toMatchObject({ state: 'sending' });
  await post(pollToken!, long);
  expect((await jobsOf(mine))[0]).toMatchObject({ state: 'printed' });

  const strangers = [
    await post('x', ask),
    await post(`${pollToken}x`, ask),
    await inject({ method: 'POST', url: `/api/v1/print/cloudprnt/${pollToken}` }),
  ];
  expect(new Set(strangers.map(({ statusCode, body: text }) => `${statusCode} ${text}`)).size).toBe(1);
  expect(strangers[0]!.statusCode).toBe(404);
});
