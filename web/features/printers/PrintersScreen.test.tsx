import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { confirmPrintJob, listPrintJobs, type PrintJob, retryPrintJob } from '#contract/print-jobs.ts';
import { addPrinter, listPrinters, type Printer, sendTestPage, WRONG_ADDRESS } from '#contract/printers.ts';
import { housePrinter } from '#web/platform/chosen-printer.ts';
import { writeStored } from '#web/platform/storage.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { PrintersScreen } from './PrintersScreen.tsx';
import { PrintJobsScreen } from './PrintJobsScreen.tsx';

const owner = { role: 'admin' as const, scopes: [] };
const done = (message: string) => ({ success: true as const, message });
const printer = (id: number, title: string, state: Printer['state']): Printer => ({
  id,
  title,
  kind: 'network' as const,
  address: '192.168.1.50:9100',
  width: 80 as const,
  codePage: 'cp437' as const,
  state,
  lastSeenAt: null,
});
const printers = answers(listPrinters, () => [printer(3, 'Pass', 'ok'), printer(4, 'Bar', 'paper_out')]);

test('says how each printer is, and tests one or all', async () => {
  const tested: string[] = [];
  const { user } = show(<PrintersScreen />, {
    as: owner,
    server: [
      printers,
      answers(sendTestPage, ({ params }) => {
        tested.push(params.id);
        return { ...done('Test page sent.'), jobId: 1 };
      }),
    ],
  });
  expect(await screen.findByText('Out of paper')).toBeTruthy();
  expect(screen.getByText('Ready')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Test Bar' }));
  await waitFor(() => expect(tested).toEqual(['4']));
  await user.click(screen.getByRole('button', { name: 'Test all' }));
  await waitFor(() => expect(tested).toEqual(['4', '3', '4']));
});

test.each([
  ['192.168.1.50', '192.168.1.50:9100'],
  [' 192.168.1.50 ', '192.168.1.50:9100'],
  ['192.168.1.50:9101', '192.168.1.50:9101'],
  ['fd00::5', '[fd00::5]:9100'],
  ['[fd00::5]:9101', '[fd00::5]:9101'],
  ['printer.local', 'printer.local'],
])('a printer at %s is asked at %s', async (typed, address) => {
  const sent = vi.fn();
  const { user } = show(<PrintersScreen />, {
    as: owner,
    server: [
      answers(listPrinters, () => []),
      answers(addPrinter, ({ body }) => {
        sent(body.address);
        return { ...done('Printer added.'), id: 5, pollToken: null };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Add the first printer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Printer' }));
  await user.type(dialog.getByLabelText('Title'), 'Bar');
  await user.click(dialog.getByLabelText('Address'));
  await user.paste(typed);
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent.mock.calls).toEqual([[address]]));
});

test('a wrong address stands beside its field; one that asks for its work is told where, once', async () => {
  const { user } = show(<PrintersScreen />, {
    as: owner,
    server: [
      answers(listPrinters, () => []),
      answers(addPrinter, ({ body }) => {
        if (body.kind === 'network')
          throw new AppError('invalid_input', WRONG_ADDRESS, { errors: [{ path: ['address'], message: WRONG_ADDRESS }] });
        return { ...done('Printer added.'), id: 5, pollToken: 'secret-of-it' };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Add the first printer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Printer' }));
  await user.type(dialog.getByLabelText('Title'), 'Bar');
  await user.type(dialog.getByLabelText('Address'), '8.8.8.8:9100');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText(WRONG_ADDRESS)).toBeTruthy();

  await user.selectOptions(dialog.getByLabelText('Kind'), 'cloudprnt');
  expect(dialog.queryByLabelText('Address')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText(/\/api\/v1\/print\/cloudprnt\/secret-of-it$/)).toBeTruthy();
});

test.each([
  ['http://192.168.1.5:3000', false],
  ['http://localhost:3000', true],
])('a printer that asks is told the address of the house, %s, and not that of this page', async (address, isOnlyHere) => {
  const told = Object.assign(document.createElement('meta'), { name: 'comanda-url', content: address });
  document.head.append(told);
  try {
    const { user } = show(<PrintersScreen />, {
      as: owner,
      server: [
        answers(listPrinters, () => []),
        answers(addPrinter, () => ({ ...done('Printer added.'), id: 5, pollToken: 'secret-of-it' })),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Add the first printer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Printer' }));
    await user.type(dialog.getByLabelText('Title'), 'Bar');
    await user.selectOptions(dialog.getByLabelText('Kind'), 'cloudprnt');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText(`${address}/api/v1/print/cloudprnt/secret-of-it`)).toBeTruthy();
    expect(screen.queryAllByText(/^A printer cannot open localhost/)).toHaveLength(isOnlyHere ? 1 : 0);
  } finally {
    told.remove();
  }
});

test('neither Escape nor a touch loses the address that is shown once, while it is on its way and after', async () => {
  const answer = Promise.withResolvers<void>();
  const { user } = show(<PrintersScreen />, {
    as: owner,
    server: [
      answers(listPrinters, () => []),
      answers(addPrinter, async () => {
        await answer.promise;
        return { ...done('Printer added.'), id: 5, pollToken: 'secret-of-it' };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Add the first printer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Printer' }));
  await user.type(dialog.getByLabelText('Title'), 'Bar');
  await user.selectOptions(dialog.getByLabelText('Kind'), 'cloudprnt');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await user.keyboard('{Escape}');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText('Discard changes?')).toBeNull();
  answer.resolve();

  expect(await screen.findByText(/secret-of-it$/)).toBeTruthy();
  await user.click(document.querySelector('.mantine-Modal-overlay')!);
  await user.keyboard('{Escape}');
  expect(screen.getByText(/secret-of-it$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText(/secret-of-it$/)).toBeNull());
});

const job = (job_id: number, state: PrintJob['state'], more: Partial<PrintJob> = {}): PrintJob => ({
  job_id,
  kind: 'receipt' as const,
  printer_title: 'Bar',
  state,
  attempts: 1,
  copy_no: 1,
  error: null,
  created_at: new Date().toISOString(),
  ...more,
});

test('what failed is tried again, and of what nobody knows a person says whether paper came', async () => {
  const sent: unknown[] = [];
  const { user } = show(<PrintJobsScreen />, {
    as: owner,
    server: [
      printers,
      answers(listPrintJobs, () => [
        job(3, 'failed', { kind: 'ticket', error: 'The printer is out of paper.' }),
        job(2, 'unsure'),
        job(1, 'printed', { copy_no: 2 }),
      ]),
      answers(retryPrintJob, ({ params }) => {
        sent.push(['retry', params.id]);
        return done('Trying again.');
      }),
      answers(confirmPrintJob, ({ params, body }) => {
        sent.push([params.id, body.printed]);
        return done('Noted.');
      }),
    ],
  });
  const list = within(await screen.findByRole('list', { name: 'Print jobs' }));
  expect(list.getByText('The printer is out of paper.')).toBeTruthy();
  expect(list.getByText('Receipt · copy 2')).toBeTruthy();
  await user.click(list.getByRole('button', { name: 'Retry Kitchen ticket on Bar' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await user.click(list.getByRole('button', { name: 'No, print Receipt on Bar again' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  await user.click(list.getByRole('button', { name: 'Yes, Receipt on Bar was printed' }));
  await waitFor(() =>
    expect(sent).toEqual([
      ['retry', '3'],
      ['2', false],
      ['2', true],
    ]),
  );
  // this device may print on a printer of the house
  await user.selectOptions(screen.getByLabelText(/^This device prints/), 'Pass');
  expect((screen.getByLabelText(/^This device prints/) as HTMLSelectElement).value).toBe('3');
});

test.each([[[]], [[printer(3, 'Pass', 'ok')]]])(
  'a device whose printer was deleted says so, and prints by the browser again',
  async (left) => {
    writeStored('comanda:1::house_printer', 9);
    const { user } = show(<PrintJobsScreen />, {
      as: owner,
      server: [answers(listPrinters, () => left), answers(listPrintJobs, () => [])],
    });
    const select = (await screen.findByLabelText(/^This device prints/)) as HTMLSelectElement;
    expect(select.value).toBe('9');
    expect(screen.getByText('This printer was deleted. Please choose another one!')).toBeTruthy();
    expect(housePrinter()).toBe(9);

    await user.selectOptions(select, '');
    expect(housePrinter()).toBeNull();
    expect(screen.queryByText('This printer was deleted. Please choose another one!')).toBeNull();
  },
);

test('what waits for a person is listed, however much was printed since', async () => {
  const printed = Array.from({ length: 200 }, (_, at) => job(1000 - at, 'printed'));
  show(<PrintJobsScreen />, {
    as: owner,
    server: [
      printers,
      answers(listPrintJobs, ({ query: { state } }) =>
        state === 'unsure' ? [job(7, 'unsure')] : state === 'failed' ? [job(900, 'failed'), job(5, 'failed', { kind: 'bill' })] : printed,
      ),
    ],
  });
  const list = within(await screen.findByRole('list', { name: 'Print jobs' }));
  expect(await list.findByRole('button', { name: 'No, print Receipt on Bar again' })).toBeTruthy();
  expect(await list.findByRole('button', { name: 'Retry Bill on Bar' })).toBeTruthy();
  expect(list.getAllByRole('listitem')).toHaveLength(202);
});
