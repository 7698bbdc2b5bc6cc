import type { PrinterKind } from '#contract/printers.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import { type PaperLine, TooLong } from './layout.rules.ts';
import { findDueJob, findSendingJobs, findUnsureJob, type JobRow, lockPaper, mayBeOnPaper, updatePrintJob } from './print-jobs.queries.ts';
import { findPolling, markPrinterAsking, markPrinterSeen } from './printers.queries.ts';
import { getTime, linesOf, notePrinted, noteRefusal, noteUnsure } from './printing.queries.ts';

type Open = Pick<Databases, 'readAcrossTenants' | 'asTenant'>;
export type State = 'ok' | 'offline' | 'paper_out';

/** A printer that polls, and its tenant. */
export interface Polling {
  tenantId: number;
  id: number;
}

export const findPollingPrinter = async (
  { readAcrossTenants }: Open,
  kind: PrinterKind,
  pollHash: string,
): Promise<Polling | undefined> => {
  const found = await readAcrossTenants((db) => findPolling(db, kind, pollHash));
  return found && { tenantId: found.tenant_id, id: found.id };
};

/**
 * The printer is there; without a state it has not said how it is. Of what it fetched longer ago than `timeout` (ms), and says nothing of,
 * nobody knows what became of it. Answers its next job.
 */
export const notePoll = ({ asTenant }: Open, { tenantId, id }: Polling, { state, timeout }: { state?: State; timeout: number }) =>
  asTenant(tenantId, async (db) => {
    const now = await getTime(db);
    await (state ? markPrinterSeen(db, id, state, now) : markPrinterAsking(db, id, now));
    let isBusy = false;
    for (const job of await findSendingJobs(db, id))
      if (now.getTime() - job.sent_at!.getTime() >= timeout) await noteUnsure(db, job, now);
      else isBusy = true;
    return isBusy || (state ?? 'ok') !== 'ok' ? undefined : (await findDueJob(db, id, now))?.id;
  });

const ofPrinter = async (db: Db, printerId: number, jobId: number | undefined, now: Date): Promise<JobRow | undefined> => {
  const sending = await findSendingJobs(db, printerId);
  const job = sending.find(({ id }) => jobId === undefined || id === jobId);
  if (job) return job;
  const due = await findDueJob(db, printerId, now);
  return jobId === undefined || due?.id === jobId ? due : undefined;
};

export interface Fetched {
  jobId: number;
  width: number;
  codePage: string;
  lines: PaperLine[];
}

const linesWithin = (db: Db, job: JobRow, now: Date): Promise<PaperLine[] | undefined> =>
  linesOf(db, job, now).catch((error: unknown) => {
    if (error instanceof TooLong) return undefined;
    throw error;
  });

/** What a printer fetches; asked for twice it may be on paper twice, and says so. What no printer can print has failed by being fetched. */
export const fetchJob = ({ asTenant }: Open, { tenantId, id }: Polling, jobId: number | undefined): Promise<Fetched | undefined> =>
  asTenant(tenantId, async (db) => {
    const now = await getTime(db);
    const job = await ofPrinter(db, id, jobId, now);
    if (!job) return undefined;
    await lockPaper(db, job);
    const isRepeat = job.is_repeat || job.state === 'sending' || (await mayBeOnPaper(db, job));
    const lines = await linesWithin(db, { ...job, is_repeat: isRepeat }, now);
    if (!lines) {
      await noteRefusal(db, job, 'too_long', now);
      return undefined;
    }
    await updatePrintJob(db, job.id, { state: 'sending', attempts: job.attempts + 1, sent_at: now, is_repeat: isRepeat });
    return { jobId: job.id, width: job.width, codePage: job.code_page, lines };
  });

/** What a printer says of a job that it fetched. Some of one that it gave up may be on paper. */
export const noteAnswer = (
  { asTenant }: Open,
  { tenantId, id }: Polling,
  { jobId, outcome, state }: { jobId: number | undefined; outcome: 'printed' | 'refused' | 'unsure'; state: State },
) =>
  asTenant(tenantId, async (db) => {
    const now = await getTime(db);
    await markPrinterSeen(db, id, state, now);
    const job = (await findSendingJobs(db, id)).find((one) => jobId === undefined || one.id === jobId);
    // said late, but said: nobody need be asked any more
    const isLate = !job && jobId !== undefined && outcome === 'printed';
    const late = isLate ? await findUnsureJob(db, id, jobId) : undefined;
    if (late) return notePrinted(db, late, now);
    if (!job) return;
    if (outcome === 'printed') return notePrinted(db, job, now);
    if (outcome === 'unsure') return noteUnsure(db, job, now);
    await updatePrintJob(db, job.id, { is_repeat: true });
    await noteRefusal(db, job, state === 'paper_out' ? 'paper_out' : 'offline', now);
  });

/** What was fetched could not be drawn, and no byte of it was answered: it is tried again, as on a printer of the network. */
export const noteBroken = ({ asTenant }: Open, { tenantId, id }: Polling, jobId: number) =>
  asTenant(tenantId, async (db) => {
    const job = (await findSendingJobs(db, id)).find((one) => one.id === jobId);
    if (job) await noteRefusal(db, job, 'broken', await getTime(db));
  });
