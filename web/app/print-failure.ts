import { listPrintJobs, type PrintJob } from '#contract/print-jobs.ts';
import { call } from '#web/platform/api.ts';
import { notify } from '#web/platform/toast.ts';

const find = async (state: PrintJob['state'], jobId: number): Promise<PrintJob | undefined> =>
  (await call(listPrintJobs, { query: { state } }).catch(() => [])).find(({ job_id: id }) => id === jobId);

/** Says which printer does not print, and why. */
export const tellFailure = async (jobId: number): Promise<void> => {
  const job = await find('failed', jobId);
  notify.error(
    job ? `${job.printer_title} does not print. ${job.error ?? ''}`.trim() : 'A printer does not print. Print Jobs says which one!',
  );
};

/** Asks whether paper came out; the answer is given in Print Jobs. */
export const askUnsure = async (jobId: number): Promise<void> => {
  const job = await find('unsure', jobId);
  notify.error(`Was it printed? ${job?.printer_title ?? 'A printer'} has not said. Please answer in Print Jobs!`);
};
