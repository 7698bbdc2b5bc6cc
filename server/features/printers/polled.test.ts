import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { addPrintJob, completeStarJob, getStarJob, takeEpsonPoll, takeStarPoll } from '#contract/print-jobs.ts';
import { listPrinters } from '#contract/printers.ts';
import { addStation } from '#contract/stations.ts';
import { addMenuItem } from '#contract/menu-items.ts';
import { database, databases, openApp } from '#server/testing/restaurant.ts';
import { findWaitingPrinters } from './print-jobs.queries.ts';
import { open, add, order, jobsOf, token, told, cancelled } from '#server/testing/printing.ts';

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

test('a ticket that a printer that polls gave up itself keeps no later one waiting, one that it did not fetch does', async () => {
  const mine = await open();
  const { id: printerId, pollToken } = await add(mine, { kind: 'cloudprnt' });
  const { inject } = await openApp();
  const url = `/api/v1${takeStarPoll.path.replace(':token', pollToken!)}`;
  const poll = async () => (await inject({ method: takeStarPoll.method, url, payload: { statusCode: '200 OK' } })).json();
  await mine.admin(addStation, { body: { title: 'Grill', printerId } });
  for (const _ of [1, 2]) await order(mine);
  const [second, first] = (await jobsOf(mine)).map(({ job_id }) => String(job_id));
  await database.query("update print_jobs set due_at = now() + interval '1 hour', state = 'failed', error = $2 where id = $1", [
    first,
    'The printer has not asked for it.',
  ]);
  expect(await poll()).toEqual({ jobReady: false });
  await database.query('update print_jobs set due_at = now() where id = $1', [first]);
  expect(await poll()).toMatchObject({ jobToken: first });
  await inject({ method: getStarJob.method, url: `${url}?token=${first}` });
  await inject({ method: completeStarJob.method, url: `${url}?code=511%20Decode%20error&token=${first}` });
  expect(await poll()).toMatchObject({ jobToken: second });
});

test('thousands of tickets that a printer that polls gave up cost its poll no seconds', async () => {
  const mine = await open();
  const { id: printerId, pollToken } = await add(mine, { kind: 'cloudprnt' });
  // all nodes of the tests look through what waits, again and again
  onTestFinished(async () => void (await database.query('delete from print_jobs where printer_id = $1', [printerId])));
  // the planner knows the queues of before the outage
  await database.query('analyze print_jobs, tickets');
  await database.query(
    `insert into print_jobs (tenant_id, printer_id, kind, subject_id, copy_no, created_at, due_at, tried_from, state, error)
     select tenant_id, id, 'ticket', n, 1, now(), now(), now(), 'failed', 'The printer cannot be reached.' from printers, generate_series(1, 4000) n
     where id = $1`,
    [printerId],
  );
  const { inject } = await openApp();
  const url = `/api/v1${takeStarPoll.path.replace(':token', pollToken!)}`;
  const reply = await inject({ method: takeStarPoll.method, url, payload: { statusCode: '200 OK' } });
  expect([reply.statusCode, reply.json().jobReady]).toEqual([200, true]);
});

test('what could not be drawn for a printer that polls has not been sent: it is tried again, and is no repeat', async () => {
  const mine = await open();
  const { id: printerId, pollToken } = await add(mine, { kind: 'cloudprnt' });
  const dataDir = mkdtempSync(join(tmpdir(), 'polled-'));
  // a disk on which no font can be written
  writeFileSync(join(dataDir, 'fonts'), '');
  const { inject } = await openApp({ config: { dataDir } });
  const url = `/api/v1${takeStarPoll.path.replace(':token', pollToken!)}`;
  const poll = async () => (await inject({ method: takeStarPoll.method, url, payload: { statusCode: '200 OK' } })).json();
  const fetch = (job: string) => inject({ method: getStarJob.method, url: `${url}?token=${job}` });
  await token(mine, printerId, await order(mine));
  const { jobToken } = await poll();
  expect((await fetch(jobToken)).statusCode).toBe(500);
  await poll();
  expect((await jobsOf(mine))[0]).toMatchObject({ state: 'queued', error: 'It could not be made ready for this printer.' });
  expect(await told(mine.tenantId, 'print_unsure')).toBe(0);

  rmSync(join(dataDir, 'fonts'));
  await database.query('update print_jobs set due_at = now() where id = $1', [jobToken]);
  expect(await poll()).toMatchObject({ jobToken });
  expect((await fetch(jobToken)).statusCode).toBe(200);
  const { rows } = await database.query('select is_repeat from print_jobs where id = $1', [jobToken]);
  expect(rows).toEqual([{ is_repeat: false }]);
  rmSync(dataDir, { recursive: true });
});

test('a restaurant that was deleted prints nothing more, and once it is restored its printers work again', async () => {
  const mine = await open();
  const polled = await add(mine, { kind: 'cloudprnt' });
  await token(mine, polled.id, await order(mine));
  const { inject } = await openApp();
  const url = `/api/v1${takeStarPoll.path.replace(':token', polled.pollToken!)}`;
  const poll = async () => (await inject({ method: takeStarPoll.method, url, payload: {} })).statusCode;
  const waiting = async () => {
    const all = await databases.readAcrossTenants((db) => findWaitingPrinters(db, new Date()));
    return all.some(({ tenant_id }) => tenant_id === mine.tenantId);
  };
  const look = async () => [await poll(), await waiting()];
  expect(await look()).toEqual([200, true]);

  await database.query('update tenants set deleted_at = now() where id = $1', [mine.tenantId]);
  expect(await look()).toEqual([404, false]);

  await database.query('update tenants set deleted_at = null where id = $1', [mine.tenantId]);
  expect(await look()).toEqual([200, true]);
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
