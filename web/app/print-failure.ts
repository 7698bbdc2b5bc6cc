import { listPrintJobs } from '#contract/print-jobs.ts';
import { call } from '#web/platform/api.ts';
import { notify } from '#web/platform/toast.ts';

/** Says which printer does not print, and why. */
export const tellFailure = async (jobId: number): Promise<void> => {
  const failed = await call(listPrintJobs, { query: { state: 'failed' } }).catch(() => []);
  const job = failed.find(({ job_id: id }) => id === jobId);
  notify.error(
    job ? `${job.printer_title} does not print. ${job.error ?? ''}`.trim() : 'A printer does not print. Print Jobs says which one!',
  );
};
