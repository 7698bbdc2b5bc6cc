import { expect, test } from 'vitest';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { addPrintJob } from '#contract/print-jobs.ts';
import { addPrinter, deletePrinter, listPrinters, sendTestPage, updatePrinter } from '#contract/printers.ts';
import { openPrinter } from '#server/testing/printer.ts';
import { database, openApp } from '#server/testing/restaurant.ts';
import { open, type Mine, add, ended, openNode } from '#server/testing/printing.ts';

const pay = async ({ admin, menu }: Mine) =>
  (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 2 }] } })).reply.invoiceId;

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
