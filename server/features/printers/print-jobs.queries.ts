import { type SqlBool, sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { PrintJob, PrintKind } from '#contract/print-jobs.ts';
import type { Db } from '#server/platform/database/database.ts';
import { sayWhy } from './jobs.rules.ts';
import type { Block } from './layout.rules.ts';

const MOST = 200;

const jobs = (db: Db) =>
  db
    .selectFrom('print_jobs as j')
    .innerJoin('printers as p', (join) => join.onRef('p.tenant_id', '=', 'j.tenant_id').onRef('p.id', '=', 'j.printer_id'));

export const findPrintJobs = async (db: Db, state: PrintJob['state'] | undefined): Promise<PrintJob[]> => {
  const rows = await jobs(db)
    .select(['j.id as job_id', 'j.kind', 'p.title as printer_title', 'j.state', 'attempts', 'copy_no', 'j.created_at', 'error'])
    .$if(state !== undefined, (query) => query.where('j.state', '=', state!))
    // of what was printed there is much, and an index has all others by their state
    .$if(state !== undefined && state !== 'printed', (query) => query.where(sql<SqlBool>`j.state <> 'printed'`))
    .orderBy('j.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    ...row,
    kind: row.kind as PrintKind,
    state: row.state as PrintJob['state'],
    created_at: row.created_at.toISOString(),
  }));
};

/** Papers that members asked for and that wait for one printer. */
export const WAITING_MAX = 200;
/** Bytes of a document as it is kept: a paper of a thousand lines and more. */
export const DOCUMENT_MAX = 256 * 1024;
/** Bytes of all documents of a tenant that wait. */
const WAITING_BYTES_MAX = 16 * 1024 * 1024;
/** Documents of a tenant that were not printed and can be tried again; older ones are made again. */
export const KEPT_MAX = 200;

interface PrintRequest {
  printerId: number;
  /** null of a ticket */
  content: unknown;
  /** that are not queued yet */
  copies: number;
  /** one that is queued again */
  jobId?: number;
}

/** Refuses what a member asks for where too much of it waits. What an order tells a station is neither asked nor counted. */
export const assertRoom = async (db: Db, { printerId, content, copies, jobId = 0 }: PrintRequest): Promise<void> => {
  const bytes = content === null ? 0 : Buffer.byteLength(JSON.stringify(content));
  if (bytes > DOCUMENT_MAX) throw new AppError('conflict', 'This is too long to be printed!');
  // two at once are counted one after the other
  await sql`select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'print room', current_tenant()), 0))`.execute(db);
  const { rows } = await sql<{ papers: number; bytes: number }>`
    select count(*) filter (where printer_id = ${printerId})::integer as papers, coalesce(sum(pg_column_size(content)), 0)::integer as bytes
    from print_jobs where member_id is not null and id <> ${jobId} and (state in ('queued', 'sending') or due_at is not null)`.execute(db);
  const [waiting] = rows;
  if (waiting!.papers + copies > WAITING_MAX || waiting!.bytes + copies * bytes > WAITING_BYTES_MAX)
    throw new AppError('conflict', 'Too much waits to be printed already! Please look at Print Jobs!');
  await sql`
    update print_jobs set content = null where id in (
      select id from print_jobs
      where content is not null and id <> ${jobId} and due_at is null and state in ('failed', 'unsure', 'expired')
      order by id desc offset ${KEPT_MAX} for no key update skip locked)`.execute(db);
};

interface NewJob {
  printerId: number;
  kind: PrintKind;
  id: number | null;
  content: Block[] | null;
  memberId: number | null;
  now: Date;
}

/** Queues a job in the transaction of what it prints (db/functions/add_print_job.sql). */
export const insertPrintJob = async (db: Db, { printerId, kind, id, content, memberId, now }: NewJob): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select add_print_job(${printerId}, ${kind}, ${id}, ${content && JSON.stringify(content)}::jsonb, null, ${memberId}, ${now}) as id`.execute(
    db,
  );
  return rows[0]!.id;
};

/** A paper of this was printed elsewhere: it is never the first one. */
export const markCopy = (db: Db, id: number) =>
  db.updateTable('print_jobs').set({ copy_no: 2 }).where('id', '=', id).where('copy_no', '=', 1).execute();

const columns = [
  'j.id',
  'j.kind',
  'j.subject_id',
  'j.printer_id',
  'j.content',
  'j.heading',
  'j.member_id',
  'j.copy_no',
  'j.is_repeat',
  'j.state',
  'j.attempts',
  'j.created_at',
  'j.tried_from',
  'j.sent_at',
  'p.title',
  'p.address',
  'p.width',
  'p.code_page',
] as const;

export type JobRow = Awaited<ReturnType<typeof getJobToChange>>;

/** A job, locked until the commit. */
export const getJobToChange = async (db: Db, id: number) => {
  const job = await jobs(db).select(columns).where('j.id', '=', id).forNoKeyUpdate('j').executeTakeFirst();
  if (!job) throw new AppError('not_found', 'This print job does not exist!');
  return job;
};

/** Of a ticket `f`: it is still to be printed, and can be drawn. */
const isAhead = sql<SqlBool>`f.kind = 'ticket' and f.state in ('queued', 'failed') and f.due_at is not null and f.error is distinct from ${sayWhy('broken')}`;

/**
 * On paper nothing is cancelled or moved before it was ordered, and what was ordered first comes first: a ticket waits for the earlier ones
 * on the same printer. One that a polling printer itself gave up may be at fault itself, and holds up its own order alone. The first that
 * holds up all others is looked for once, not for each ticket that waits. `offset 0`: the planner, which thinks that few wait, would begin with
 * all that wait for the printer, for each of them.
 */
const isNextTicket = (printerId: number) => sql<SqlBool>`(j.kind <> 'ticket' or (
  j.id <= coalesce((
    select min(f.id) from print_jobs f where f.printer_id = ${printerId} and ${isAhead}
      and (f.error is null or f.error in (${sayWhy('paper_out')}, ${sayWhy('unfetched')})
        or (f.error = ${sayWhy('offline')} and exists (select from printers where id = ${printerId} and kind = 'network')))), j.id)
  and not exists (
    select from tickets t
    cross join lateral (select id from tickets where order_id = t.order_id offset 0) e
    cross join lateral (select * from print_jobs where kind = 'ticket' and subject_id = e.id offset 0) f
    where t.id = j.subject_id and f.printer_id = j.printer_id and f.id < j.id and ${isAhead})))`;

/** What a printer has still to print, locked as it is read. */
const waiting = (db: Db, printerId: number) =>
  jobs(db).select(columns).where('j.printer_id', '=', printerId).where('j.state', 'in', ['queued', 'failed']).forNoKeyUpdate('j');

/** The first job of a printer that is due, locked: no ticket waits behind papers of guests, and one that was tried in vain lets the others go first. */
export const findDueJob = (db: Db, printerId: number, now: Date) =>
  waiting(db, printerId)
    .where('j.due_at', '<=', now)
    .where(isNextTicket(printerId))
    .orderBy(sql`j.kind <> 'ticket'`)
    .orderBy('j.due_at')
    .orderBy('j.id')
    .limit(1)
    .executeTakeFirst();

/** What waits for a printer since then or longer, due or not, locked. */
export const findWaitingJobs = (db: Db, printerId: number, since: Date) =>
  waiting(db, printerId).where('j.due_at', 'is not', null).where('j.tried_from', '<=', since).orderBy('j.id').execute();

/** What has failed and is due is tried then. */
export const delayFailedJobs = (db: Db, printerId: number, { now, until }: { now: Date; until: Date }) =>
  db
    .updateTable('print_jobs')
    .set({ due_at: until })
    .where('printer_id', '=', printerId)
    .where('state', '=', 'failed')
    .where('due_at', '<=', now)
    .execute();

/** What a printer that polls has fetched and not answered for. */
export const findSendingJobs = (db: Db, printerId: number) =>
  jobs(db)
    .select(columns)
    .where('j.printer_id', '=', printerId)
    .where('j.state', '=', 'sending')
    .orderBy('j.id')
    .forNoKeyUpdate('j')
    .execute();

/** A job of this printer of which nobody knows whether it is on paper, locked. */
export const findUnsureJob = (db: Db, printerId: number, id: number) =>
  jobs(db)
    .select(columns)
    .where('j.printer_id', '=', printerId)
    .where('j.id', '=', id)
    .where('j.state', '=', 'unsure')
    .forNoKeyUpdate('j')
    .executeTakeFirst();

/** Whether paper of a ticket may have come out by another of its jobs. */
export const mayBeOnPaper = async (db: Db, { id, kind, subject_id: ticketId }: Pick<JobRow, 'id' | 'kind' | 'subject_id'>) => {
  if (kind !== 'ticket' || ticketId === null) return false;
  const other = await db
    .selectFrom('print_jobs')
    .select('id')
    .where('kind', '=', 'ticket')
    .where('subject_id', '=', ticketId)
    .where('id', '<>', id)
    .where((row) => row.or([row('sent_at', 'is not', null), row('state', 'in', ['printed', 'unsure']), row('is_repeat', '=', true)]))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
};

/** Until the commit no other printer begins this ticket: of two at once the second one sees that the first has begun. */
export const lockPaper = async (db: Db, { kind, subject_id: ticketId }: Pick<JobRow, 'kind' | 'subject_id'>): Promise<void> => {
  if (kind === 'ticket')
    await sql`select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'paper', current_tenant(), ${ticketId}::bigint), 0))`.execute(
      db,
    );
};

interface Change {
  state?: PrintJob['state'];
  error?: string | null;
  due_at?: Date | null;
  sent_at?: Date | null;
  printed_at?: Date;
  tried_from?: Date;
  is_repeat?: boolean;
  content?: null;
  attempts?: number;
}

export const updatePrintJob = (db: Db, id: number, change: Change) =>
  db.updateTable('print_jobs').set(change).where('id', '=', id).execute();

const OLD = sql`interval '1 day'`;

/** What a printer did not take for a day is not printed any more. Of what has come to an end the names go later (db/functions/clear_print_jobs.sql). */
export const expireOldJobs = (db: Db, printerId: number, now: Date) =>
  db
    .updateTable('print_jobs')
    .set({
      content: null,
      due_at: null,
      state: 'expired',
      error: sql`case when state = 'queued' then 'No printer took it for a day.' else error end`,
    })
    .where('printer_id', '=', printerId)
    .where('due_at', 'is not', null)
    .where('state', 'in', ['queued', 'failed'])
    // a ticket, which has none, expires by itself, and may be wanted all the same later
    .where('content', 'is not', null)
    .where(sql<SqlBool>`created_at < ${now}::timestamptz - ${OLD}`)
    .execute();

interface Waiting {
  tenant_id: number;
  printer_id: number;
  kind: string;
}

/** As the worker: the printers of all tenants, save deleted ones, that have something to do now. */
export const findWaitingPrinters = async (db: Db, now: Date): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select distinct j.tenant_id, j.printer_id, p.kind
    from print_jobs j join printers p on p.tenant_id = j.tenant_id and p.id = j.printer_id
    join tenants t on t.id = j.tenant_id and t.deleted_at is null
    where j.state = 'sending' or (j.due_at <= ${now} and j.state in ('queued', 'failed'))`.execute(db);
  return rows;
};
