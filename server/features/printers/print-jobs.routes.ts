import { AppError } from '#contract/errors.ts';
import { may, type Scope } from '#contract/permissions.ts';
import { addPrintJob, confirmPrintJob, listPrintJobs, type PrintKind, retryPrintJob } from '#contract/print-jobs.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import type { Db } from '#server/platform/database/database.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { getDocument } from './documents.queries.ts';
import { assertRoom, findPrintJobs, getJobToChange, insertPrintJob, type JobRow, markCopy, updatePrintJob } from './print-jobs.queries.ts';
import { getPrinter } from './printers.queries.ts';
import { getTime, notePrinted } from './printing.queries.ts';
import { printSince } from './ticket-jobs.queries.ts';

const atTill: readonly Scope[] = ['POS', 'ORDERS'];
/** Who prints what (wire-2.md §5). */
const accessOf: Partial<Record<PrintKind, readonly Scope[]>> = {
  receipt: [...atTill, 'INVOICES'],
  closing: ['POS', 'ORDERS', 'REPORTS'],
  test: [...atTill, 'SETTINGS'],
};

/** What has become of a ticket's order since it was made comes behind it. */
const queueSince = async (db: Db, { id, kind, subject_id, printer_id }: JobRow, memberId: number, now: Date): Promise<void> => {
  if (kind === 'ticket' && subject_id !== null)
    await printSince(db, { ticketId: subject_id, printerId: printer_id, jobId: id, memberId, now });
};

/** From now on it is tried again; whether paper may have come out is what its heading says. */
const queueAgain = async (db: Db, { id, member_id, printer_id: printerId, content }: JobRow, isRepeat: boolean): Promise<void> => {
  if (member_id !== null) await assertRoom(db, { printerId, content, copies: 1, jobId: id });
  const now = await getTime(db);
  const again = { state: 'queued', attempts: 0, error: null, due_at: now, tried_from: now, sent_at: null } as const;
  await updatePrintJob(db, id, { ...again, ...(isRepeat && { is_repeat: true }) });
};

/** `wake`: something was queued. */
export const printJobsRoutes = ({ wake }: { wake: () => void }) => [
  handle(addPrintJob, async ({ body: { kind, id: given, printerId, copies, share, isCopy = false } }, context) => {
    const { db, now, session, afterCommit } = context;
    const id = kind === 'test' ? null : (given ?? null);
    const { title } = await getPrinter(db, printerId);
    if (!may(session, accessOf[kind] ?? atTill)) throw new AppError('not_allowed', 'You do not have access to this!');
    if (share && kind !== 'bill') throw new AppError('invalid_input', 'Invalid request!');
    const document = await getDocument(db, { kind, id, printer: title, now, share });
    // a ticket is read when it is printed
    const content = kind === 'ticket' ? null : document;
    await assertRoom(db, { printerId, content, copies });
    // a slip is no print of the bill: it counts as no copy of it
    const subject = share ? null : id;
    const jobIds: number[] = [];
    for (let copy = 0; copy < copies; copy++) {
      const jobId = await insertPrintJob(db, { printerId, kind, id: subject, content, memberId: session.memberId, now });
      if (isCopy) await markCopy(db, jobId);
      jobIds.push(jobId);
    }
    if (kind === 'ticket') await printSince(db, { ticketId: id!, printerId, jobId: jobIds.at(-1)!, memberId: session.memberId, now });
    // the till counts the print by /billed; whoever leaves that out has a bill for a guest all the same
    if (kind === 'bill') {
      const slip = share && `${share.number} of ${share.of}: ${share.amount}`;
      await insertAudit(context, { action: 'paper', entity: 'checks', entityId: id!, after: { printer: title, copies, slip } });
    }
    afterCommit(wake);
    return { message: 'Sent to the printer.', jobId: jobIds[0]!, jobIds };
  }),

  handle(listPrintJobs, ({ query: { state } }, { db }) => findPrintJobs(db, state || undefined)),

  handle(retryPrintJob, async ({ params: { id } }, { db, now, session, afterCommit }) => {
    const job = await getJobToChange(db, id);
    const { state, content, kind, printer_id, sent_at } = job;
    if (state !== 'failed' && state !== 'expired' && state !== 'unsure')
      throw new AppError('conflict', 'This was not refused by the printer!');
    await getPrinter(db, printer_id);
    if (content === null && kind !== 'ticket') throw new AppError('conflict', 'This is too old. Please print it again!');
    // a printer may have had it when it was deleted
    await queueAgain(db, job, state === 'unsure' || sent_at !== null);
    await queueSince(db, job, session.memberId, now);
    afterCommit(wake);
    return { message: 'Trying again.' };
  }),

  handle(confirmPrintJob, async ({ params: { id }, body: { printed } }, { db, now, session, afterCommit }) => {
    const job = await getJobToChange(db, id);
    if (job.state !== 'unsure') throw new AppError('conflict', 'This paper no longer waits for an answer!');
    if (printed) await notePrinted(db, job, now);
    else {
      await getPrinter(db, job.printer_id);
      if (job.content === null && job.kind !== 'ticket') throw new AppError('conflict', 'This is too old. Please print it again!');
      await queueAgain(db, job, true);
      await queueSince(db, job, session.memberId, now);
    }
    afterCommit(wake);
    return { message: printed ? 'Noted as printed.' : 'Printing again.' };
  }),
];
