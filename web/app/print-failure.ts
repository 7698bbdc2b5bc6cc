import { listPrintJobs, type PrintJob } from '#contract/print-jobs.ts';
import type { Announcement } from '#web/platform/event-order.ts';
import { call } from '#web/platform/api.ts';
import { isOwnPaper } from '#web/platform/house-printer.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { notify } from '#web/platform/toast.ts';

const find = (state: PrintJob['state']): Promise<PrintJob[]> => call(listPrintJobs, { query: { state } }).catch(() => []);

/** Jobs that this page has told of. */
const told = new Set<number>();

const say = (job: PrintJob): void => {
  const { printer_title: printer, error } = job;
  if (job.state === 'failed') notify.error(`${printer} does not print. ${error ?? ''}`.trim());
  else notify.error(`Was it printed? ${printer} has not said. Please answer in Print Jobs!`);
};

/** The cut that a page comes back from may have hit the printer, too: what it missed stands long before that is asked for. Older papers were done without. */
const MISSED_MS = 30 * 60_000;
let asking: Promise<void> | undefined;

const askMissed = async (): Promise<void> => {
  const jobs = [...(await find('failed')), ...(await find('unsure'))];
  asking = undefined;
  const since = serverNow() - MISSED_MS;
  const missed = jobs.filter(({ job_id: id, created_at: at }) => Date.parse(at) >= since && !told.has(id));
  for (const { job_id: id } of missed) told.add(id);
  if (missed.length === 1) say(missed[0]!);
  else if (missed.length > 1) notify.error(`${missed.length} printouts may not have been printed. Please look at Print Jobs!`);
};

/** Says what a page was not there to receive, because it was reloaded or cut off: one question, however much that is. */
export const tellMissed = (): void => {
  asking ??= askMissed();
};

/** Says which printer does not print, and why; or asks whether paper came out, which is answered in Print Jobs. */
export const tell = async ({ type, payload, late }: Announcement): Promise<void> => {
  if (type === 'reload') return tellMissed();
  if (type !== 'print_failed' && type !== 'print_unsure') return;
  if (late) return tellMissed();
  told.add(payload.jobId);
  const job = (await find(type === 'print_failed' ? 'failed' : 'unsure')).find(({ job_id: id }) => id === payload.jobId);
  if (job) say(job);
  else if (type === 'print_failed') notify.error('A printer does not print. Print Jobs says which one!');
  else notify.error('Was it printed? A printer has not said. Please answer in Print Jobs!');
};

/** Says it to whoever may not look at Print Jobs of what this page asked for alone. */
export const tellOwn = async ({ type, payload }: Announcement): Promise<void> => {
  if ((type !== 'print_failed' && type !== 'print_unsure') || !(await isOwnPaper(payload.jobId))) return;
  if (type === 'print_failed') notify.error('Your paper was not printed: the printer does not print. Please tell somebody at a till!');
  else notify.error('Was your paper printed? The printer has not said. Please tell somebody at a till!');
};
