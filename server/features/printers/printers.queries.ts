import { type SqlBool, sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { CodePage, Printer, PrinterKind } from '#contract/printers.ts';
import type { Db } from '#server/platform/database/database.ts';

export interface PrinterValues {
  title: string;
  kind: PrinterKind;
  address: string | null;
  width: 80 | 57;
  codePage: CodePage;
}

/** A printer that polls says nothing when it is switched off. Most poll every few seconds. */
const SILENT = sql`interval '2 minutes'`;
const state = sql<string>`case when kind <> 'network' and state <> 'unknown' and last_seen_at < now() - ${SILENT} then 'offline' else state end`;

const printers = (db: Db) =>
  db
    .selectFrom('printers')
    .select(['id', 'title', 'kind', 'address', 'width', 'code_page', 'last_seen_at', state.as('state')])
    .where('archived_at', 'is', null);

type PrinterRow = Awaited<ReturnType<typeof findPrinters>>[number];

export const findPrinters = (db: Db) => printers(db).orderBy('id').execute();

/** As it is read by settings and by whoever prints. */
export const toPrinter = ({ code_page, last_seen_at, kind, width, state, ...row }: PrinterRow): Printer => ({
  ...row,
  kind: kind as Printer['kind'],
  width: width as Printer['width'],
  codePage: code_page as CodePage,
  state: state as Printer['state'],
  lastSeenAt: last_seen_at?.toISOString() ?? null,
});

/** The printer as it stands, locked until the commit. */
export const getPrinterToChange = async (db: Db, id: number): Promise<Printer> => {
  const row = await printers(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw new AppError('not_found', 'This printer does not exist!');
  return toPrinter(row);
};

export const getPrinter = async (db: Db, id: number): Promise<Printer> => {
  const row = await printers(db).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found', 'This printer does not exist!');
  return toPrinter(row);
};

/** Throws not_found unless each of them is a printer; none is none. */
export const assertPrinters = async (db: Db, ids: readonly (number | null | undefined)[]): Promise<void> => {
  for (const id of ids) if (id != null) await getPrinter(db, id);
};

export const insertPrinter = (db: Db, { codePage, ...values }: PrinterValues, pollHash: string | null) =>
  db
    .insertInto('printers')
    .values({ ...values, code_page: codePage, poll_hash: pollHash })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updatePrinterRow = (db: Db, id: number, { codePage, ...values }: PrinterValues) =>
  db
    .updateTable('printers')
    .set({ ...values, code_page: codePage, state: 'unknown' })
    .where('id', '=', id)
    .execute();

/** What waits for it has no printer any more. Its token stays with the row, for the way back; nobody polls with it meanwhile. */
export const markPrinterArchived = async (db: Db, id: number, now: Date): Promise<void> => {
  await db.updateTable('printers').set({ archived_at: now }).where('id', '=', id).execute();
  await db
    .updateTable('print_jobs')
    .set({ state: 'expired', due_at: null, content: null, error: 'The printer was deleted.' })
    .where('printer_id', '=', id)
    .where((row) => row.or([row('state', 'in', ['queued', 'sending']), row('due_at', 'is not', null)]))
    .execute();
};

/** A printer that repeats itself is written once in ten seconds. */
const wasSeenBefore = (now: Date) => sql<SqlBool>`(last_seen_at is null or last_seen_at < ${now}::timestamptz - interval '10 seconds')`;

/** What a printer said of itself, or was found to be. */
export const markPrinterSeen = (db: Db, id: number, state: Printer['state'], now: Date) =>
  db
    .updateTable('printers')
    .set({ state, ...(state !== 'offline' && { last_seen_at: now }) })
    .where('id', '=', id)
    .where((row) => row.or([row('state', '<>', state), wasSeenBefore(now)]))
    .execute();

/** It asks for work: so it is there, but that says nothing of its paper. */
export const markPrinterAsking = (db: Db, id: number, now: Date) =>
  db
    .updateTable('printers')
    .set({ state: sql`case when state = 'paper_out' then state else 'ok' end`, last_seen_at: now })
    .where('id', '=', id)
    .where((row) => row.or([row('state', 'not in', ['ok', 'paper_out']), wasSeenBefore(now)]))
    .execute();

/** Whether it has said so, and not yet that it has paper again. */
export const isOutOfPaper = async (db: Db, id: number): Promise<boolean> => {
  const printer = await db.selectFrom('printers').select('state').where('id', '=', id).executeTakeFirst();
  return printer?.state === 'paper_out';
};

/** As the worker: whose printer polls with this token, nobody's once the tenant is deleted; what is compared is a hash of 256 random bits, so that time tells nothing of them. */
export const findPolling = (db: Db, kind: PrinterKind, pollHash: string) =>
  db
    .selectFrom('printers')
    .innerJoin('tenants', 'tenants.id', 'printers.tenant_id')
    .select(['tenant_id', 'printers.id'])
    .where('poll_hash', '=', pollHash)
    .where('kind', '=', kind)
    .where('archived_at', 'is', null)
    .where('tenants.deleted_at', 'is', null)
    .executeTakeFirst();

/** Takes a printer for a node until then, unless another node has it. */
export const takeLease = async (db: Db, id: number, { node, now, until }: { node: string; now: Date; until: Date }): Promise<boolean> => {
  const free = await db
    .selectFrom('printers')
    .select('id')
    .where('id', '=', id)
    .where((row) => row.or([row('lease_by', '=', node), row('lease_until', 'is', null), row('lease_until', '<', now)]))
    // orders that queue a job refer to this row until their commit: they are neither waited for nor kept waiting
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!free) return false;
  await db.updateTable('printers').set({ lease_by: node, lease_until: until }).where('id', '=', id).execute();
  return true;
};

export const giveLeaseBack = (db: Db, id: number, node: string) =>
  db.updateTable('printers').set({ lease_by: null, lease_until: null }).where('id', '=', id).where('lease_by', '=', node).execute();
