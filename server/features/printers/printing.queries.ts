import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CodePage } from '#contract/printers.ts';
import { writeToPrinter } from '#server/platform/printing/network-printer.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { readPrinterAddress } from '#server/platform/printing/printer-address.ts';
import { getDocument } from './documents.queries.ts';
import { headed } from './documents.rules.ts';
import { afterRefusal, afterWaiting, ANSWERS_WITHIN, NEVER, sayWhy, TICKET_AGAIN_AFTER, TIMEOUT } from './jobs.rules.ts';
import { type Block, columnsOf, layOut, type PaperLine, TooLong } from './layout.rules.ts';
import {
  delayFailedJobs,
  expireOldJobs,
  findDueJob,
  findSendingJobs,
  findWaitingJobs,
  findWaitingPrinters,
  getJobToChange,
  type JobRow,
  lockPaper,
  mayBeOnPaper,
  updatePrintJob,
} from './print-jobs.queries.ts';
import { giveLeaseBack, isOutOfPaper, markPrinterSeen, takeLease } from './printers.queries.ts';
import { type Draw, toEscPos } from './writers.rules.ts';

/**
 * ms: so long a killed node keeps a printer to itself; with the second that a sweep may be late its jobs are taken over within ten. A living
 * one takes it again for as long as it draws and prints.
 */
const LEASE = 7000;
const RENEWED_EVERY = 2000;
/** ms: a slow printer feeds 80 mm of paper a second; a line is 4 mm high */
const LINE_PRINTS_FOR = 50;
/** ms: of a node that stops; what is not on paper by then is asked of a person */
const STOPS_WITHIN = 10_000;

/** The database's clock, which all nodes share. */
export const getTime = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  return rows[0]!.now;
};

const laterThan = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** The lines of a job as they go on paper; throws TooLong. */
export const linesOf = async (db: Db, job: JobRow, now: Date): Promise<PaperLine[]> => {
  const { kind, subject_id: id, title: printer, heading, copy_no: copyNo, is_repeat: isRepeat } = job;
  const blocks = (job.content as Block[] | null) ?? (await getDocument(db, { kind: kind as 'ticket', id, printer, now }));
  return layOut(headed(blocks, { heading, copyNo, isRepeat, kind }), columnsOf(job.width));
};

type Next = ReturnType<typeof afterRefusal>;
type Why = Parameters<typeof sayWhy>[0];

/** Answers the job if it has failed by this. */
const noteNext = async (db: Db, job: JobRow, next: Next, why: Why): Promise<number[]> => {
  await updatePrintJob(db, job.id, { ...next, sent_at: null, error: sayWhy(why) });
  return next.state === 'failed' && job.state !== 'failed' ? [job.id] : [];
};
const tellFailed = async (db: Db, jobIds: number[], now: Date): Promise<void> => {
  for (const jobId of jobIds) await insertEvent(db, now, 'print_failed', { jobId });
};

/** What has waited too long for a printer that takes nothing: it is not tried one by one, each for seconds. */
const noteWaiting = async (db: Db, printerId: number, why: Why, now: Date): Promise<number[]> => {
  const failed: number[] = [];
  for (const job of await findWaitingJobs(db, printerId, laterThan(now, -TIMEOUT))) {
    const next = afterWaiting(job, now);
    if (next) failed.push(...(await noteNext(db, job, next, why)));
  }
  return failed;
};

type Refusal = 'offline' | 'paper_out' | 'broken' | 'too_long' | 'off';

/** No byte of it was sent. */
export const noteRefusal = async (db: Db, job: JobRow, why: Refusal, now: Date): Promise<void> => {
  const failed = await noteNext(db, job, why === 'too_long' ? NEVER : afterRefusal(job, now, why === 'off'), why);
  if (why !== 'broken' && why !== 'too_long') {
    failed.push(...(await noteWaiting(db, job.printer_id, why, now)));
    // what is still to be tried goes before what has failed
    await delayFailedJobs(db, job.printer_id, { now, until: laterThan(now, TICKET_AGAIN_AFTER) });
  }
  await tellFailed(db, failed, now);
};

/** Bytes of it were sent, and nobody knows what became of them: a person is asked. */
export const noteUnsure = async (db: Db, { id }: { id: number }, now: Date): Promise<void> => {
  await updatePrintJob(db, id, { state: 'unsure', due_at: null, error: sayWhy('unsure') });
  await insertEvent(db, now, 'print_unsure', { jobId: id });
};

/** Paper came out; of a ticket the station has it now. */
export const notePrinted = async (
  db: Db,
  { id, kind, subject_id }: Pick<JobRow, 'id' | 'kind' | 'subject_id'>,
  now: Date,
): Promise<void> => {
  await updatePrintJob(db, id, { state: 'printed', due_at: null, error: null, printed_at: now, content: null });
  if (kind !== 'ticket' || subject_id === null) return;
  const { rows } = await sql<{ isNew: boolean }>`select mark_ticket_printed(${subject_id}, ${now}) as "isNew"`.execute(db);
  if (rows[0]!.isNew) await insertEvent(db, now, 'ticket_seen', { ticketIds: [subject_id] });
};

interface Options {
  databases: Pick<Databases, 'readAcrossTenants' | 'asTenant'>;
  /** this process among all */
  node: string;
  draw: Draw;
  nudge: (tenantId: number) => void;
  onError: (error: unknown) => void;
  /** ms between looks for what was queued elsewhere */
  sweepEvery?: number;
  /** false: no connection is made to a printer of the network */
  reachesNetwork?: boolean;
}

/** Renews what the work holds for as long as it lasts, however slow a printer or a long drawing is. */
const holding = async (renew: () => Promise<unknown>, work: () => Promise<void>): Promise<void> => {
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewal = renew();
  }, RENEWED_EVERY);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await renewal;
  }
};

const openNote =
  (databases: Options['databases'], nudge: Options['nudge']) =>
  async (tenantId: number, work: (db: Db, now: Date) => Promise<unknown>): Promise<void> => {
    await databases.asTenant(tenantId, async (db) => work(db, await getTime(db)));
    nudge(tenantId);
  };

/** What a printer that polls did not fetch, or did not answer for, is noted. */
const checkPolled = (note: ReturnType<typeof openNote>) => (tenantId: number, printerId: number) =>
  note(tenantId, async (db, now) => {
    for (const job of await findSendingJobs(db, printerId))
      if (now.getTime() - job.sent_at!.getTime() > ANSWERS_WITHIN) await noteUnsure(db, job, now);
    await expireOldJobs(db, printerId, now);
    // one that has said that its paper is out does ask, and gets nothing
    const why = (await isOutOfPaper(db, printerId)) ? 'paper_out' : 'unfetched';
    await tellFailed(db, await noteWaiting(db, printerId, why, now), now);
  });

/** What is done for one printer: all that waits for it is written, or what it did not fetch is noted. */
const openPrinterWork = ({ databases, node, draw, nudge, onError, reachesNetwork = true }: Options, isStopped: () => boolean) => {
  const lease = (db: Db, printerId: number, now: Date) => takeLease(db, printerId, { node, now, until: laterThan(now, LEASE) });

  /** Takes the printer and its next job; undefined when there is none, or another node has the printer. */
  const take = (tenantId: number, printerId: number) =>
    databases.asTenant(tenantId, async (db) => {
      const now = await getTime(db);
      if (!(await lease(db, printerId, now))) return undefined;
      // whoever was at it is gone
      for (const left of await findSendingJobs(db, printerId))
        if (left.sent_at === null) await updatePrintJob(db, left.id, { state: 'queued', due_at: now });
        else await noteUnsure(db, left, now);
      await expireOldJobs(db, printerId, now);
      const job = await findDueJob(db, printerId, now);
      if (!job) {
        await giveLeaseBack(db, printerId, node);
        return undefined;
      }
      const tried = { ...job, attempts: job.attempts + 1 };
      await updatePrintJob(db, job.id, { state: 'sending', attempts: tried.attempts, sent_at: null });
      return tried;
    });

  const note = openNote(databases, nudge);

  /** Before the first byte: from here on the job may be on paper. Answers whether paper of it may have come out before. */
  const noteSent = (tenantId: number, job: JobRow) =>
    databases.asTenant(tenantId, async (db) => {
      const now = await getTime(db);
      if (!(await lease(db, job.printer_id, now))) throw new Error('Another node has the printer.');
      const { state } = await getJobToChange(db, job.id);
      if (state !== 'sending') throw new Error('The job was taken away.');
      await lockPaper(db, job);
      const isRepeat = job.is_repeat || (await mayBeOnPaper(db, job));
      await updatePrintJob(db, job.id, { sent_at: now, is_repeat: isRepeat });
      return isRepeat;
    });

  const drawn = async (tenantId: number, job: JobRow) => {
    const lines = await databases.asTenant(tenantId, async (db) => linesOf(db, job, await getTime(db)), 'read only');
    const bytes = await toEscPos(lines, { width: job.width, codePage: job.code_page as CodePage }, draw);
    return { bytes, printsFor: lines.reduce((sum, { size }) => sum + size * LINE_PRINTS_FOR, 0) };
  };
  const paperOf = async (tenantId: number, job: JobRow) => {
    try {
      return await drawn(tenantId, job);
    } catch (error) {
      if (error instanceof TooLong) return 'too_long';
      onError(error);
      return 'broken';
    }
  };

  /** What was taken away meanwhile, because its printer was deleted, is not put back into the queue. */
  const isTaken = async (db: Db, job: JobRow) => (await getJobToChange(db, job.id)).state !== 'sending';
  const refuse = (tenantId: number, job: JobRow, why: Refusal) =>
    note(tenantId, async (db, now) => void ((await isTaken(db, job)) || (await noteRefusal(db, job, why, now))));

  const print = async (tenantId: number, job: JobRow): Promise<void> => {
    if (!reachesNetwork) return refuse(tenantId, job, 'off');
    const paper = await paperOf(tenantId, job);
    const address = readPrinterAddress(job.address ?? '');
    if (typeof paper === 'string') return refuse(tenantId, job, paper);
    if (!address) return refuse(tenantId, job, 'broken');
    const { outcome, state } = await writeToPrinter(address, async () => {
      const isRepeat = await noteSent(tenantId, job);
      return isRepeat === job.is_repeat ? paper : drawn(tenantId, { ...job, is_repeat: isRepeat });
    });
    await note(tenantId, async (db, now) => {
      await markPrinterSeen(db, job.printer_id, state, now);
      if (outcome === 'printed') await notePrinted(db, job, now);
      else if (await isTaken(db, job)) return;
      else if (outcome === 'unsure') await noteUnsure(db, job, now);
      else await noteRefusal(db, job, state === 'paper_out' ? 'paper_out' : 'offline', now);
    });
  };

  const printAll = async (tenantId: number, printerId: number): Promise<void> => {
    let job: JobRow | undefined;
    try {
      while (!isStopped() && (job = await take(tenantId, printerId))) {
        const taken = job;
        const renew = () => databases.asTenant(tenantId, async (db) => lease(db, printerId, await getTime(db)));
        await holding(
          () => renew().catch(onError),
          () => print(tenantId, taken),
        );
      }
    } finally {
      // stopped or failed: the other nodes need not wait for the lease to end
      if (job) await databases.asTenant(tenantId, (db) => giveLeaseBack(db, printerId, node)).catch(onError);
    }
  };

  return { printAll, checkPolled: checkPolled(note) };
};

/** Writes what is queued to the printers of the network, and notes what polling printers leave lying. Any number of nodes may do it at once. */
export const startPrinting = (options: Options) => {
  const { databases, onError, sweepEvery = 1000 } = options;
  const atWork = new Map<string, Promise<void>>();
  let looking: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  const { printAll, checkPolled } = openPrinterWork(options, () => isStopped);

  const look = async () => {
    const waiting = await databases.readAcrossTenants((db) =>
      sql<{ now: Date }>`select now() as now`.execute(db).then(({ rows }) => findWaitingPrinters(db, rows[0]!.now)),
    );
    for (const { tenant_id: tenantId, printer_id: printerId, kind } of waiting) {
      const key = `${tenantId} ${printerId}`;
      if (isStopped || atWork.has(key)) continue;
      const work = kind === 'network' ? printAll(tenantId, printerId) : checkPolled(tenantId, printerId);
      atWork.set(
        key,
        work.catch(onError).finally(() => atWork.delete(key)),
      );
    }
  };

  const wake = () => {
    isWanted = true;
    looking ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false;
        await look().catch(onError);
      }
      looking = undefined;
    })();
  };
  const timer = setInterval(wake, sweepEvery);

  return {
    /** Something was queued. */
    wake,
    /** Waits for the paper that is coming out, but not for a long one on a slow printer. */
    stop: async (): Promise<void> => {
      isStopped = true;
      clearInterval(timer);
      await looking;
      await Promise.race([Promise.all(atWork.values()), pause(STOPS_WITHIN, undefined, { ref: false })]);
    },
  };
};
