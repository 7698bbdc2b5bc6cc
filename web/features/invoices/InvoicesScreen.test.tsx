import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { getInvoice, getInvoiceFile, type Invoice, listInvoices, searchInvoices } from '#contract/invoices.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { InvoicesScreen } from './InvoicesScreen.tsx';
import { invoice, opened, settings, clerk } from './testing-invoices.tsx';

beforeEach(() => void vi.spyOn(window, 'open').mockReturnValue({ closed: false, close: vi.fn() } as unknown as Window));

afterEach(() => vi.restoreAllMocks());

test("lists today's invoices in the time zone of the store", async () => {
  const asked = vi.fn((_: unknown) => [invoice(42)]);
  show(<InvoicesScreen />, { as: clerk, server: [settings, answers(listInvoices, asked)] });

  const row = (await screen.findByText('42')).closest('tr')!;
  for (const said of ['Token 7', '22 Nov 2026', '00:00', 'Table 5', 'Dine-In', 'Maria', 'Card', '€20.00', '€2.60', '€22.60'])
    expect(row.textContent).toContain(said);
  expect(asked.mock.calls[0]![0]).toMatchObject({ query: { type: 'today' } });
});

test('asks for another period, and for a custom one only when both days are there', async () => {
  const asked = vi.fn(({ query }: { query: unknown }) => (query && []) as Invoice[]);
  const { user } = show(<InvoicesScreen />, { as: clerk, server: [settings, answers(listInvoices, asked)] });
  await screen.findByText('No invoices in this period.');

  await user.selectOptions(screen.getByLabelText('Period'), 'Last month');
  await waitFor(() => expect(asked.mock.lastCall![0]).toMatchObject({ query: { type: 'last_month' } }));
  await user.selectOptions(screen.getByLabelText('Period'), 'Custom');
  await waitFor(() => expect(asked.mock.lastCall![0]).toMatchObject({ query: { type: 'custom' } }));
  const calls = asked.mock.calls.length;
  await user.clear(screen.getByLabelText('From'));

  expect(await screen.findByText('Please provide both days of the period!')).toBeTruthy();
  expect(asked.mock.calls.length).toBe(calls);
});

test('payment type, dining option and member narrow list, search and file, and stand in the address', async () => {
  const asked = vi.fn(({ query }: { query: { paymentTypeId?: string } }) => (query.paymentTypeId ? [] : [invoice(42)]));
  const searched = vi.fn((_: unknown) => [invoice(9)]);
  const file = vi.fn((_: unknown) => 'Invoice');
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const server = [settings, answers(listInvoices, asked as never), answers(searchInvoices, searched), answers(getInvoiceFile, file)];
  const { user } = show(<InvoicesScreen />, { as: clerk, server, path: '/?member=ada%40example.com&dining=picnic&page=3' });
  await screen.findByText('42');
  expect(screen.getByLabelText<HTMLSelectElement>('Member').selectedOptions[0]!.text).toBe('Ada');
  expect(asked.mock.lastCall![0].query).toEqual({ type: 'today', member: 'ada@example.com', page: '3', perPage: '20' });

  await user.selectOptions(screen.getByLabelText('Dining option'), 'Take Away');
  await user.selectOptions(screen.getByLabelText('Payment type'), 'Voucher of old');
  await screen.findByText('No result found!');
  const narrowed = { paymentTypeId: '2', deliveryType: 'takeaway', member: 'ada@example.com' };
  expect(asked.mock.lastCall![0].query).toEqual({ type: 'today', ...narrowed, page: '1', perPage: '20' });
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(file.mock.lastCall![0]).toMatchObject({ query: { type: 'today', ...narrowed } }));
  await user.type(screen.getByLabelText('Search invoices'), 'maria{Enter}');
  await screen.findByText('9');
  expect(searched.mock.lastCall![0]).toMatchObject({ query: { q: 'maria', ...narrowed } });
  await user.clear(screen.getByLabelText('Search invoices'));
  await user.click(await screen.findByRole('button', { name: 'Show all of this period' }));
  await screen.findByText('42');
  expect(asked.mock.lastCall![0].query).toEqual({ type: 'today', page: '1', perPage: '20' });
});

test('whoever may see reports goes from the list to the sums of its period', async () => {
  const server = [settings, answers(listInvoices, () => [invoice(42)])];
  const { unmount } = show(<InvoicesScreen />, { as: { role: 'user', scopes: ['INVOICES', 'REPORTS'] }, server });
  const link = await screen.findByRole('link', { name: /^Sums of this period/ });
  expect(link.getAttribute('href')).toBe('/dashboard/reports?period=today');
  unmount();
  show(<InvoicesScreen />, { as: clerk, server });
  await screen.findByText('42');
  expect(screen.queryByRole('link', { name: /^Sums of this period/ })).toBeNull();
});

test('searches with Enter, ignores blanks, and says when nothing fits', async () => {
  const searched = vi.fn(({ query }: { query: { q?: string } }) => (query.q === 'maria' ? [invoice(9)] : []));
  const server = [settings, answers(listInvoices, () => [invoice(42)]), answers(searchInvoices, searched)];
  const { user } = show(<InvoicesScreen />, { as: clerk, server });
  await screen.findByText('42');
  const box = screen.getByLabelText('Search invoices');

  await user.type(box, '  {Enter}');
  expect(searched).not.toHaveBeenCalled();
  await user.clear(box);
  await user.type(box, 'maria{Enter}');
  await screen.findByText('9');
  await user.clear(box);
  await user.type(box, 'nobody{Enter}');
  await screen.findByText('No result found!');
  await user.click(screen.getByRole('button', { name: 'Show the period again' }));
  expect(await screen.findByText('42')).toBeTruthy();
});

test('a search that finds as many as it shows says that there may be more', async () => {
  const searched = ({ query }: { query: { q?: string } }) =>
    Array.from({ length: query.q === 'maria' ? 20 : 19 }, (_, at) => invoice(at + 1));
  const server = [settings, answers(listInvoices, () => [invoice(42)]), answers(searchInvoices, searched)];
  const { user } = show(<InvoicesScreen />, { as: clerk, server });
  await screen.findByText('42');
  const box = screen.getByLabelText('Search invoices');
  await user.type(box, 'maria{Enter}');
  expect(await screen.findByText(/^These are the newest 20\./)).toBeTruthy();
  await user.type(box, ' s{Enter}');
  await waitFor(() => expect(screen.queryByText(/^These are the newest 20\./)).toBeNull());
});

test('says that loading failed', async () => {
  const server = [
    settings,
    answers(listInvoices, () => {
      throw new AppError('server_error', 'Something went wrong!');
    }),
  ];
  show(<InvoicesScreen />, { as: clerk, server });

  expect(await screen.findByText('Error loading details! Please try later!')).toBeTruthy();
});

test('turns the pages, and begins again with another period', async () => {
  const pages = vi.fn(({ query }: { query: { page?: string; type: string } }) => ({
    invoices: [invoice(query.type === 'today' ? 100 - Number(query.page) : 7)],
    currentPage: Number(query.page),
    perPage: 20,
    totalPages: 60,
    totalInvoices: query.type === 'today' ? 1204 : 1,
  }));
  const { user } = show(<InvoicesScreen />, { as: clerk, server: [settings, answers(listInvoices, pages as never)] });

  expect(await screen.findByText('1–20 of 1,204 invoices')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('98')).toBeTruthy();
  expect(screen.getByText('21–40 of 1,204 invoices')).toBeTruthy();

  await user.selectOptions(screen.getByLabelText('Period'), 'Yesterday');
  expect(await screen.findByText('1 invoice')).toBeTruthy();
  expect(pages.mock.lastCall![0].query).toMatchObject({ type: 'yesterday', page: '1', perPage: '20' });
});

test('saves the period that is shown as a file, and says when that fails', async () => {
  let isBroken = true;
  const file = vi.fn((_: unknown) => {
    if (isBroken) throw new AppError('server_error', 'Something went wrong!');
    return 'Invoice';
  });
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const { user } = show(<InvoicesScreen />, {
    as: clerk,
    server: [settings, answers(listInvoices, () => []), answers(getInvoiceFile, file)],
  });
  await screen.findByText('No invoices in this period.');

  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Something went wrong!')).toBeTruthy();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(file.mock.lastCall![0]).toMatchObject({ query: { type: 'today' } });

  await user.type(screen.getByLabelText('Search invoices'), 'maria{Enter}');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(file.mock.lastCall![0]).toMatchObject({ query: { q: 'maria' } }));
});

test('a refund says of which invoice it is instead of a token, and a sale how much of it was refunded', async () => {
  const refund = invoice(43, { kind: 'refund', refund_of: 42, total: -11.3, orders: [] });
  show(<InvoicesScreen />, {
    as: clerk,
    server: [
      settings,
      answers(listInvoices, () => [refund, invoice(42, { refunded: 11.3 })]),
      answers(getInvoice, () => opened(43, refund)),
    ],
    path: '/?invoice=43',
  });
  const rows = await screen.findAllByRole('row', { hidden: true });
  expect(rows[1]!.textContent).toContain('43Refund of 42');
  expect(rows[2]!.textContent).toContain('42Token 7€11.30 refunded');
  const dialog = within(await screen.findByRole('dialog', { name: 'Invoice 43' }));
  await dialog.findByText('This takes back invoice 42.');
  expect([dialog.queryByText('Token'), dialog.queryByText('Order')]).toEqual([null, null]);
});
