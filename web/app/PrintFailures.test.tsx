import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addPrintJob, listPrintJobs, type PrintJob } from '#contract/print-jobs.ts';
import { printAtHouse } from '#web/platform/house-printer.ts';
import { tenantKey } from '#web/platform/storage.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { PrintFailures } from './PrintFailures.tsx';

const waiter = { role: 'user' as const, scopes: ['POS'] as const };
const job = (state: PrintJob['state'], error: string, id = 7): PrintJob => ({
  job_id: id,
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
] as const)('a till learns of a job that ended without paper: %s', async (type, state, said) => {
  const asked: unknown[] = [];
  let jobs: PrintJob[] = [];
  const server = [
    answers(listPrintJobs, ({ query }) => {
      asked.push(query.state);
      return jobs;
    }),
  ];
  const { announce } = show(<PrintFailures />, { as: waiter, server });
  await waitFor(() => expect(asked.splice(0)).toEqual(['failed', 'unsure']));
  jobs = [job(state, 'No paper.')];
  announce({ type, payload: { jobId: 7 }, seq: 5, late: false });
  expect((await screen.findByRole('alert')).textContent).toContain(said);
  expect(asked).toEqual([state]);
});

test('a till that was cut off with its printer asks what came of its papers, once; what was told is not told again', async () => {
  const hour = 60 * 60_000;
  const old = { ...job('unsure', '', 20), created_at: new Date(Date.now() - hour).toISOString() };
  let jobs: PrintJob[] = [];
  let asked = 0;
  const server = [
    answers(listPrintJobs, ({ query }) => {
      asked++;
      return jobs.filter(({ state }) => state === query.state);
    }),
  ];
  const { announce } = show(<PrintFailures />, { as: waiter, server });
  const missed = (jobId: number, seq: number) => announce({ type: 'print_unsure', payload: { jobId }, seq, late: true });
  await waitFor(() => expect(asked).toBe(2));
  jobs = [job('unsure', '', 21), old];
  for (const seq of [4, 5, 6]) missed(21, seq);
  expect((await screen.findByRole('alert')).textContent).toContain('Was it printed? Bar has not said.');
  expect(asked).toBe(4);

  jobs = [job('unsure', '', 21), job('unsure', '', 22), job('failed', 'No paper.', 23)];
  missed(22, 7);
  expect(await screen.findByText('2 printouts may not have been printed. Please look at Print Jobs!')).toBeTruthy();
});

test('a till that missed so much that it has to reload everything asks what came of its papers', async () => {
  let jobs: PrintJob[] = [];
  const asked = vi.fn(({ query }: { query: { state?: string } }) => jobs.filter(({ state }) => state === query.state));
  const { announce } = show(<PrintFailures />, { as: waiter, server: [answers(listPrintJobs, asked)] });
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  jobs = [job('failed', 'No paper.', 41)];
  announce({ type: 'reload', payload: undefined, seq: 900, late: true });
  expect((await screen.findByRole('alert')).textContent).toContain('Bar does not print. No paper.');
});

test('whoever prints receipts or closings without a till learns of their own papers, and of nobody else’s', async () => {
  const jobIds = [71, 72];
  const server = [answers(addPrintJob, () => ({ success: true as const, message: 'Sent to the printer.', jobId: 71, jobIds }))];
  const { announce } = show(<PrintFailures />, { as: { role: 'user', scopes: ['INVOICES'] }, server });
  const said = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
  localStorage.setItem(tenantKey('house_printer'), '7');
  // the printer may be quicker than the answer
  const printing = printAtHouse({ invoiceId: 5 });
  announce({ type: 'print_failed', payload: { jobId: 70 }, seq: 5, late: false });
  announce({ type: 'print_failed', payload: { jobId: 71 }, seq: 6, late: false });
  announce({ type: 'print_unsure', payload: { jobId: 72 }, seq: 7, late: true });
  expect(await printing).toBe(true);
  await screen.findByText(/^Was your paper printed/);
  expect(said().filter((text) => text?.includes('was not printed'))).toHaveLength(1);
});

test('a page that is reloaded says what came of the papers meanwhile, to whoever may answer', async () => {
  const hour = 60 * 60_000;
  const old = { ...job('failed', 'No paper.', 31), created_at: new Date(Date.now() - hour).toISOString() };
  const asked = vi.fn(({ query }: { query: { state?: string } }) =>
    [old, job('failed', 'No paper.', 32), job('printed', '', 33)].filter(({ state }) => state === query.state),
  );
  const server = [answers(listPrintJobs, asked)];
  const cook = show(<PrintFailures />, { as: { role: 'user', scopes: ['KITCHEN_DISPLAY'] }, server });
  await import('./print-failure.ts');
  expect(asked).not.toHaveBeenCalled();
  cook.unmount();
  show(<PrintFailures />, { as: waiter, server });
  expect((await screen.findByRole('alert')).textContent).toContain('Bar does not print. No paper.');
  expect(asked.mock.calls.map(([{ query }]) => query.state)).toEqual(['failed', 'unsure']);
});
