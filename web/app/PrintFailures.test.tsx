import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listPrintJobs, type PrintJob } from '#contract/print-jobs.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { PrintFailures } from './PrintFailures.tsx';

const waiter = { role: 'user' as const, scopes: ['POS'] as const };
const job = (state: PrintJob['state'], error: string): PrintJob => ({
  job_id: 7,
  kind: 'receipt',
  printer_title: 'Bar',
  state,
  attempts: 2,
  copy_no: 1,
  created_at: new Date().toISOString(),
  error,
});

test.each([
  ['print_failed', 'failed', 'Bar does not print. No paper.'],
  ['print_unsure', 'unsure', 'Was it printed? Bar has not said. Please answer in Print Jobs!'],
] as const)('a till hears of a job that ended without paper: %s', async (type, state, said) => {
  const asked: unknown[] = [];
  const server = [
    answers(listPrintJobs, ({ query }) => {
      asked.push(query.state);
      return [job(state, 'No paper.')];
    }),
  ];
  const { announce } = show(<PrintFailures />, { as: waiter, server });
  // what was missed is asked for by its page
  announce({ type, payload: { jobId: 7 }, seq: 4, late: true });
  announce({ type, payload: { jobId: 7 }, seq: 5, late: false });
  expect((await screen.findByRole('alert')).textContent).toContain(said);
  expect(asked).toEqual([state]);
});
