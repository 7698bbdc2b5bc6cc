import { existsSync } from 'node:fs';
import type { Client } from 'pg';
import { type Archive, checkArchiveFile, readArchiveFile, writeArchiveFile } from './archive-file.ts';
import { assertPastWalls } from './catalogue.ts';
import { INSTALLATION } from '#server/platform/database/installation.ts';

const KEPT_DAYS = 400; // a whole year and the quarter's work after it
const DAY = 24 * 60 * 60 * 1000; // ms
const READ_AT_ONCE = 2000; // rows
const TAKEN_AT_ONCE = 1000; // rows of a statement, so that nobody waits for it

/** What an archive holds, each with what tells the year: business dates of what was sold, the moment (UTC) of everything else. */
const tables: Record<string, { from: string; year: string; row?: string }> = {
  // who ordered and where it went stays where it can be erased
  'public.orders': { from: 'public.orders t', year: 't.business_date', row: "to_jsonb(t) - 'guest_name' - 'delivery_address'" },
  'public.order_lines': {
    from: 'public.order_lines t join public.orders o on o.tenant_id = t.tenant_id and o.id = t.order_id',
    year: 'o.business_date',
  },
  'public.invoices': { from: 'public.invoices t', year: 't.business_date' },
  'public.payments': { from: 'public.payments t', year: 't.business_date' },
  'public.audit_log': { from: 'public.audit_log t', year: 't.at' },
  'platform.audit_log': { from: 'platform.audit_log t', year: 't.at' },
  'public.idempotency_keys': { from: 'public.idempotency_keys t', year: 't.created_at' },
};

/** What is taken out of the database, by what names a row, and by its time: whatever else has its number meanwhile stays. */
const taken: Record<string, { columns: string[]; types: string[] }> = {
  'public.audit_log': { columns: ['tenant_id', 'id', 'at'], types: ['bigint', 'bigint', 'timestamptz'] },
  'platform.audit_log': { columns: ['id', 'at'], types: ['bigint', 'timestamptz'] },
  'public.idempotency_keys': { columns: ['tenant_id', 'key', 'created_at'], types: ['bigint', 'text', 'timestamptz'] },
};

const readYear = async function* (client: Client, year: number): AsyncGenerator<[table: string, row: string]> {
  await client.query(`begin isolation level repeatable read read only;
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local row_security = off; set local timezone = 'UTC'`);
  try {
    for (const [table, { from, year: told, row: shown = 'row_to_json(t)' }] of Object.entries(tables)) {
      await client.query(`declare archived cursor for select (${shown})::text as row from ${from}
        where ${told} >= '${year}-01-01' and ${told} < '${year + 1}-01-01'`);
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${READ_AT_ONCE} from archived`);
        if (rows.length === 0) break;
        for (const { row } of rows) yield [table, row];
      }
      await client.query('close archived');
    }
  } finally {
    await client.query('rollback');
  }
};

/** Deletes the rows that stand in the file, and no others. Answers how many were there. */
const takeOut = async (client: Client, file: string, signal?: AbortSignal): Promise<number> => {
  let count = 0;
  const waiting: Record<string, unknown[][]> = {};
  const flushRows = async (table: string) => {
    const { columns, types } = taken[table]!;
    const keys = waiting[table]!;
    waiting[table] = [];
    signal?.throwIfAborted();
    const given = types.map((type, place) => `$${place + 1}::${type}[]`).join(', ');
    const { rowCount } = await client.query(
      `delete from ${table} t using unnest(${given}) as k (${columns.join(', ')}) where ${columns.map((column) => `t.${column} = k.${column}`).join(' and ')}`,
      types.map((_, place) => keys.map((key) => key[place])),
    );
    count += rowCount ?? 0;
  };
  await readArchiveFile(file, async (table, row) => {
    if (!taken[table]) return;
    const keys = (waiting[table] ??= []);
    keys.push(taken[table].columns.map((column) => row[column]));
    if (keys.length >= TAKEN_AT_ONCE) await flushRows(table);
  });
  for (const table of Object.keys(waiting)) await flushRows(table);
  return count;
};

interface Options {
  /** the owner's connection; it is left as it was found */
  client: Client;
  file: string;
  year: number;
  now: Date;
  signal?: AbortSignal | undefined;
}

/**
 * Writes a year into a file, and takes its audit entries and idempotency keys out of the database once the file lies on the disk and was read
 * again from beginning to end. Where a file of that year and installation is there, an archive that was interrupted goes on: what stands in it is taken
 * out. Throws a sentence for a year that is not over for 400 days, in which somebody may still ask by a key.
 */
export const archiveYear = async ({ client, file, year, now, signal }: Options): Promise<Archive & { taken: number }> => {
  const until = new Date(Date.UTC(year + 1, 0, 1) + KEPT_DAYS * DAY);
  if (now < until) throw new Error(`${year} can be archived from ${until.toISOString().slice(0, 10)} on, ${KEPT_DAYS} days after its end.`);
  await assertPastWalls(client);
  const { installation } = (await client.query<{ installation: string }>(INSTALLATION)).rows[0]!;
  if (!existsSync(file)) await writeArchiveFile(file, { year, madeAt: now.toISOString(), installation }, readYear(client, year));
  const archive = await checkArchiveFile(file);
  if (archive.year !== year) throw new Error(`${file} is the archive of ${archive.year}.`);
  if (archive.installation !== installation) throw new Error(`${file} is the archive of another installation: choose another name.`);
  const count = await takeOut(client, file, signal);
  await client.query(`insert into platform.audit_log (at, action, after) values ($1, 'archive', $2)`, [
    now,
    JSON.stringify({ year, rows: archive.rows, taken: count }),
  ]);
  return { ...archive, taken: count };
};
