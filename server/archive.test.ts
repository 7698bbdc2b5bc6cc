import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, inject, test } from 'vitest';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { runCommand } from './commands/commands.ts';
import { archiveYear } from './platform/backup/archive.ts';
import { checkArchiveFile, writeArchiveFile } from './platform/backup/archive-file.ts';
import { INSTALLATION } from './platform/database/installation.ts';
import { asOwner } from './platform/embedded-postgres/storage.ts';
import { database, openRestaurant } from './testing/restaurant.ts';
import { withMenu } from './testing/menu.ts';

const folder = mkdtempSync(join(tmpdir(), 'comanda-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NOTE = 'a\tb\nc\u2028d \\ " 食 🍜';
/** Years in which no other test sells: the command takes those of all restaurants. */
const openWithYear = async (year: number) => {
  const { admin, tenantId, menu } = await withMenu(await openRestaurant());
  const { reply } = await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 2 }] } });
  const [first, last, after] = [`${year}-01-01T00:00:00Z`, `${year}-12-31T23:59:59.999Z`, `${year + 1}-01-01T00:00:00Z`];
  await database.query('update orders set business_date = $2 where tenant_id = $1 and id = $3', [tenantId, first, reply.orderId]);
  for (const at of [first, last, after]) {
    await database.query("insert into audit_log (tenant_id, at, action, entity, after) values ($1, $2, 'update', 'customers', $3)", [
      tenantId,
      at,
      JSON.stringify({ note: NOTE }),
    ]);
    await database.query(
      "insert into idempotency_keys (tenant_id, key, route, request_hash, created_at) values ($1, $2::text, '/x', '', $2::text::timestamptz)",
      [tenantId, at],
    );
    await database.query("insert into platform.audit_log (at, action, tenant_id) values ($1, 'note', $2)", [at, tenantId]);
  }
  const left = async () => {
    const { rows } = await database.query<{ audits: number; keys: number; noted: number; orders: number }>(
      `select (select count(*)::int from audit_log where tenant_id = $1 and after->>'note' is not null) as audits,
         (select count(*)::int from idempotency_keys where tenant_id = $1 and route = '/x') as keys,
         (select count(*)::int from platform.audit_log where tenant_id = $1) as noted,
         (select count(*)::int from orders where tenant_id = $1) as orders`,
      [tenantId],
    );
    return rows[0]!;
  };
  return { tenantId, orderId: reply.orderId, left };
};

const archive = (year: number, file: string, now = new Date('2026-11-01')) =>
  asOwner(inject('ownerUrl'), (client) => archiveYear({ client, file, year, now }));

test('a year is in a file that can be read again, and its audit entries and keys are not in the database', async () => {
  const { tenantId, orderId, left } = await openWithYear(1987);
  const file = join(folder, '1987.jsonl.gz');
  const { rows: before } = await database.query(
    "select row_to_json(a) as row from audit_log a where tenant_id = $1 and at < '1988-01-01' order by id",
    [tenantId],
  );
  for (const [name, hours] of [
    [`${file}.unfinished-812`, 25],
    [`${file}.unfinished-813`, 23],
  ] as const) {
    writeFileSync(name, 'half');
    utimesSync(name, 0, Date.parse('2026-11-01') / 1000 - hours * 3600);
  }
  const done = await archive(1987, file);
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual(['1987.jsonl.gz.unfinished-813']);
  rmSync(`${file}.unfinished-813`);

  expect(done).toMatchObject({ year: 1987, taken: 6 });
  expect(done.rows).toMatchObject({ 'public.orders': 1, 'public.order_lines': 1, 'public.audit_log': 2, 'public.idempotency_keys': 2 });
  expect(await left()).toEqual({ audits: 1, keys: 1, noted: 1, orders: 1 });
  const lines = gunzipSync(readFileSync(file))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const rowsOf = (table: string) => lines.filter((line) => line.table === table).map(({ row }) => row);
  expect(rowsOf('public.audit_log').toSorted((a, b) => a.id - b.id)).toEqual(before.map(({ row }) => row));
  expect(rowsOf('public.orders')).toMatchObject([{ tenant_id: tenantId, id: orderId, business_date: '1987-01-01' }]);
  // no erasure reaches a file
  expect(Object.keys(rowsOf('public.orders')[0])).not.toEqual(expect.arrayContaining(['guest_name']));
  expect(Object.keys(rowsOf('public.orders')[0])).not.toEqual(expect.arrayContaining(['delivery_address']));
  expect([statSync(file).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ['1987.jsonl.gz']]);

  const said: string[] = [];
  const context = { env: {}, say: (line: string) => void said.push(line), warn: () => {}, askPassword: async () => '' };
  await runCommand(['archive', '--read', file], context);
  expect(said.map((line) => JSON.parse(line))).toEqual(lines.slice(1, -1));
});

test('one that was interrupted goes on with its file; nothing is taken out by a file that is cut, changed, or of another year', async () => {
  const { left } = await openWithYear(1991);
  const whole = { audits: 3, keys: 3, noted: 3, orders: 1 };
  const file = join(folder, '1991.jsonl.gz');
  const interrupted = asOwner(inject('ownerUrl'), (client) =>
    archiveYear({ client, file, year: 1991, now: new Date('2026-11-01'), signal: AbortSignal.abort(new Error('stopped')) }),
  );
  await expect(interrupted).rejects.toThrow('stopped');
  expect([existsSync(file), await left()]).toEqual([true, whole]);
  await expect(archive(1990, file)).rejects.toThrow(`${file} is the archive of 1991.`);

  const cut = join(folder, 'cut.jsonl.gz');
  spawnSync('cp', [file, cut]);
  truncateSync(cut, statSync(cut).size - 30);
  await expect(archive(1991, cut)).rejects.toThrow(`${cut} is no whole archive of Comanda.`);
  await expect(checkArchiveFile(join(folder, 'none'))).rejects.toThrow('There is no file');
  expect(await left()).toEqual(whole);

  expect((await archive(1991, file)).taken).toBe(6);
  expect(await left()).toEqual({ audits: 1, keys: 1, noted: 1, orders: 1 });
});

test('a file of another installation takes nothing out, nor a row that has the number of another moment', async () => {
  const { tenantId, left } = await openWithYear(1983);
  const whole = await left();
  const { rows } = await database.query(
    "select row_to_json(a) as row from audit_log a where tenant_id = $1 and at < '1984-01-01' order by at",
    [tenantId],
  );
  const [first, last] = rows.map(({ row }) => row);
  const rowsOfFile = async function* (): AsyncGenerator<[string, string]> {
    yield ['public.audit_log', JSON.stringify(first)];
    yield ['public.audit_log', JSON.stringify({ ...last, at: '1983-06-01T00:00:00Z' })];
  };
  const write = (file: string, installation?: string) =>
    writeArchiveFile(file, { year: 1983, madeAt: '2026-11-01T00:00:00Z', installation }, rowsOfFile());
  const [foreign, unnamed, own] = ['foreign', 'unnamed', 'own'].map((name) => join(folder, `${name}.jsonl.gz`));
  await write(foreign!, '1-1');
  await write(unnamed!);
  for (const file of [foreign!, unnamed!])
    await expect(archive(1983, file)).rejects.toThrow(`${file} is the archive of another installation: choose another name.`);
  expect(await left()).toEqual(whole);

  await write(own!, (await database.query(INSTALLATION)).rows[0].installation);
  expect((await archive(1983, own!)).taken).toBe(1);
  expect(await left()).toEqual({ ...whole, audits: whole.audits - 1 });
});

test('a year is archived 400 days after its end, and not before', async () => {
  const file = join(folder, 'early.jsonl.gz');
  await expect(archive(2026, file)).rejects.toThrow('2026 can be archived from 2028-02-05 on, 400 days after its end.');
  await expect(archive(2025, file, new Date('2027-02-04T23:59:59Z'))).rejects.toThrow('from 2027-02-05 on');
  expect(existsSync(file)).toBe(false);
});
