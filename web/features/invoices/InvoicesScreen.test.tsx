import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reply } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  getInvoice,
  getInvoiceFile,
  initInvoices,
  type Invoice,
  listInvoices,
  searchInvoices,
  type OpenedInvoice,
  refundInvoice,
} from '#contract/invoices.ts';
import { listReasons } from '#contract/reasons.ts';
import { writeStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { printSettings, storeSettings } from '#web/platform/testing-store.ts';
import { InvoicesScreen } from './InvoicesScreen.tsx';

const invoice = (id: number, extra: Partial<Invoice> = {}): Invoice => ({
  invoice_id: id,
  created_at: '2026-11-21T18:30:00.000Z',
  sub_total: 20,
  tax_total: 2.6,
  total: 22.6,
  currency: 'EUR',
  table_id: 5,
  table_title: 'Table 5',
  floor: 'Terrace',
  delivery_type: 'dinein',
  customer_type: 'CUSTOMER',
  customer_id: '555',
  name: 'Maria',
  email: null,
  payment_type: 'Card',
  kind: 'sale',
  refund_of: null,
  refunded: 0,
  payments: [{ payment_type_id: 2, payment_type: 'Card', kind: 'card', amount: 22.6, tip: 0, tendered: null, change: 0, reference: 'S 7' }],
  discount: 0,
  charges: 0,
  rounding: 0,
  orders: [{ order_id: 70, payment_status: 'paid', token_no: 7 }],
  ...extra,
});
const settings = answers(
  initInvoices,
  (): Reply<typeof initInvoices> => ({
    printSettings: { ...printSettings, page_format: '57' },
    storeSettings: { ...storeSettings, timezone: 'Asia/Kolkata' },
    paymentTypes: [{ id: 1, title: 'Cash', is_active: true, kind: 'cash', gives_change: true, takes_tip: false, needs_reference: false }],
    filters: {
      paymentTypes: [
        { id: 1, title: 'Cash' },
        { id: 2, title: 'Voucher of old' },
      ],
      members: [{ username: 'ada@example.com', name: 'Ada' }],
    },
  }),
);
const opened = (id: number, extra: Partial<Invoice> = {}): OpenedInvoice => ({
  ...invoice(id, extra),
  invoice: invoice(id, extra),
  summary: { subtotal: 1, taxTotal: 1, total: 2, orders: [] },
  taxes: [{ title: 'VAT', rate: 13, type: 'exclusive' as const, net: 20, tax: 2.6, parts: [] }],
  items: [],
  charged: [],
  hash: null,
  previous_hash: null,
  hashed: null,
  buyer: null,
  refunds: [],
  history: [{ at: '2026-11-21T18:30:00.000Z', what: 'paid' as const, token_no: null, member: 'Ada' }],
});
const clerk = { role: 'user' as const, scopes: ['INVOICES'] as const };

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

test.each([
  ['Print invoice 42', false],
  ['Print a copy of invoice 42', true],
])('%s prints with the sums of the invoice', async (name, isCopy) => {
  const server = [settings, answers(listInvoices, () => [invoice(42)]), answers(getInvoice, () => opened(42))];
  const { user } = show(<InvoicesScreen />, { as: clerk, server });

  await user.click(await screen.findByRole('button', { name }));

  const handed = () => Object.entries(localStorage).find(([key]) => key.startsWith('comanda_print:'))?.[1] as string;
  await waitFor(() => expect(handed()).toBeTruthy());
  expect(JSON.parse(handed())).toMatchObject({
    kind: 'receipt',
    data: {
      isCopy,
      invoiceId: 42,
      subTotal: 20,
      taxTotal: 2.6,
      total: 22.6,
      paymentType: 'Card',
      customerName: 'Maria',
      payments: [{ amount: 22.6, reference: 'S 7' }],
    },
  });
});

test('an invoice opens from its number, stands in the address, and is printed from there', async () => {
  const asked = vi.fn((_: unknown) => opened(42));
  const server = [settings, answers(listInvoices, () => [invoice(42)]), answers(getInvoice, asked)];
  const first = show(<InvoicesScreen />, { as: clerk, server });
  await first.user.click(await screen.findByRole('button', { name: 'Open invoice 42' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invoice 42' }));
  expect((await dialog.findByLabelText('Tax by rate')).textContent).toContain('VAT 13% on €20.00€2.60');
  expect(dialog.getByLabelText('Payments').textContent).toContain('Card€22.60');
  expect(dialog.getByLabelText('History').textContent).toContain('Paid, taken by Ada22 Nov 2026, 00:00');
  await waitFor(async () => {
    await first.user.click(dialog.getByRole('button', { name: 'Print' }));
    expect(asked.mock.calls.length).toBeGreaterThan(1);
  });
  first.unmount();

  show(<InvoicesScreen />, { as: clerk, server: [settings, answers(listInvoices, () => [])], path: '/?invoice=7' });
  expect(await screen.findByText('This invoice does not exist!')).toBeTruthy();
});

test('an invoice shows each charge, the parts of a tax, and by how much cash was rounded', async () => {
  const full = {
    ...opened(42, { total: 10.02, charges: 3, rounding: -0.02 }),
    charged: [
      { charge_id: 1, title: 'Service', amount: 2, tax: 0 },
      { charge_id: 2, title: 'Box', amount: 1, tax: 0 },
    ],
    taxes: [{ title: 'GST', rate: 5, type: 'inclusive' as const, net: 9.54, tax: 0.48, parts: [{ title: 'CGST', rate: 2.5, tax: 0.24 }] }],
  };
  const server = [settings, answers(listInvoices, () => []), answers(getInvoice, () => full)];
  show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=42' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Invoice 42' }));
  expect((await dialog.findByLabelText('Tax by rate')).textContent).toContain('GST 5% on €9.54, in the priceCGST 2.5% €0.24€0.48');
  expect(dialog.getByLabelText('Invoice 42').textContent).toContain('Service€2.00Box€1.00Subtotal');
  expect(dialog.getByLabelText('Payments').textContent).toContain('Cash rounding-€0.02');
});

test('what was paid before the store changed its currency is shown and printed in the one it was paid in', async () => {
  const server = [
    settings, // in euros by now
    answers(listInvoices, () => [invoice(42, { currency: 'USD' })]),
    answers(getInvoice, () => opened(42, { currency: 'USD' })),
  ];
  const { user } = show(<InvoicesScreen />, { as: clerk, server });

  expect((await screen.findByText('42')).closest('tr')!.textContent).toContain('$20.00$2.60$22.60');
  await user.click(screen.getByRole('button', { name: 'Print a copy of invoice 42' }));
  const handed = () => Object.entries(localStorage).find(([key]) => key.startsWith('comanda_print:'))?.[1] as string;
  await waitFor(() => expect(handed()).toBeTruthy());
  expect(JSON.parse(handed()).data).toMatchObject({ total: 22.6, store: { store_name: 'Trattoria', currency: 'USD' } });
});

test('an invoice is taken back by items, by whichever type is chosen', async () => {
  const line = {
    id: 5,
    order_id: 70,
    item_id: 3,
    item_title: 'Soup',
    variant_id: null,
    variant_title: null,
    price: 10,
    quantity: 2,
    status: 'completed' as const,
    date: '2026-11-21T18:30:00.000Z',
    addons: null,
    notes: null,
    variant_price: null,
    tax_id: null,
    tax_title: null,
    tax_rate: null,
    tax_type: null,
    itemTotal: 20,
    refundable: 2,
  };
  const refund = vi.fn((_: unknown) => ({ success: true as const, message: 'Refund noted.', invoiceId: 43, total: -11.3 }));
  const server = [
    settings,
    answers(listInvoices, () => [invoice(42)]),
    answers(getInvoice, ({ params: { id } }) =>
      String(id) === '43' ? opened(43, { kind: 'refund', refund_of: 42, total: -11.3 }) : { ...opened(42), items: [line] },
    ),
    answers(refundInvoice, refund),
    answers(listReasons, () => [{ id: 7, kind: 'refund' as const, title: 'Complaint', needsNote: false }]),
  ];
  const { user } = show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=42' });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund – invoice 42' }));
  await user.click(dialog.getByRole('radio', { name: 'Items' }));
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(dialog.getByText('Please choose what to refund!')).toBeTruthy();
  const more = dialog.getByRole<HTMLButtonElement>('button', { name: 'One Soup more' });
  await user.click(dialog.getByRole('button', { name: 'All 2' }));
  expect(more.disabled).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'One Soup less' }));
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(dialog.getByText('Please choose a payment type!')).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: 'Cash' }));
  writeStored(displayKey('drawer'), 9);
  await user.click(await dialog.findByRole('radio', { name: 'Complaint' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Print the refund' }));
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  await screen.findByText('Refund noted.');
  const handed = () => Object.entries(localStorage).find(([key]) => key.startsWith('comanda_print:'))?.[1] as string;
  await waitFor(() => expect(JSON.parse(handed()).data).toMatchObject({ invoiceId: 43, refundOf: 42, total: -11.3 }));
  expect(refund.mock.calls[0]![0]).toMatchObject({
    body: { items: [{ itemId: 5, quantity: 1 }], paymentTypeId: 1, reasonId: 7, drawerId: 9 },
  });
});

test('a refund without an answer is sent again as it was, with its key, also after the dialog was closed', async () => {
  let isLost = true;
  const refund = vi.fn((_: { body: object }) => {
    if (isLost) throw new AppError('unavailable', 'Please try again!');
    return { success: true as const, message: 'Refund noted.', invoiceId: 43, total: -5 };
  });
  const server = [
    settings,
    answers(listInvoices, () => [invoice(42)]),
    answers(getInvoice, () => opened(42)),
    answers(refundInvoice, refund),
    answers(listReasons, () => []),
  ];
  const keys: (string | null)[] = [];
  const { user } = show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=42' });
  const others = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    if (String(address).endsWith('/refund')) keys.push(new Headers(init?.headers).get('idempotency-key'));
    return others(address, init);
  };
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
    return within(await screen.findByRole('dialog', { name: 'Refund – invoice 42' }));
  };
  const dialog = await open();
  await user.click(dialog.getByRole('radio', { name: 'Amount' }));
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '5');
  await user.click(dialog.getByRole('radio', { name: 'Cash' }));
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  const sentence = 'There was no answer to ‘Refund €5.00 of invoice 42’. Press Refund again: nothing is given back twice.';
  expect(await dialog.findByText(sentence)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Refund – invoice 42' })).toBeNull());
  isLost = false;
  const again = await open();
  expect(again.getByText(sentence)).toBeTruthy();
  await user.click(again.getByRole('button', { name: 'Refund' }));
  await screen.findByText('Refund noted.');
  globalThis.fetch = others;
  expect(refund.mock.calls[1]![0].body).toEqual(refund.mock.calls[0]![0].body);
  expect(keys).toEqual([keys[0], keys[0]]);
  // what comes next is another one
  expect((await open()).queryByText(sentence)).toBeNull();
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

test('turns the pages, and begins anew with another period', async () => {
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

test('before a refund the dialog says what goes back: what was paid, in coins that there are', async () => {
  const sale = { ...opened(42, { currency: 'USD', total: 10.02, rounding: -0.02 }), to_give_back: 10 };
  const server = [
    answers(initInvoices, () => ({
      printSettings,
      storeSettings: { ...storeSettings, currency: 'USD', cash_rounding: 0.05 },
      paymentTypes: (['cash', 'card'] as const).map((kind, place) => ({
        id: place + 1,
        title: kind === 'cash' ? 'Cash' : 'Card',
        is_active: true,
        kind,
        gives_change: false,
        takes_tip: false,
        needs_reference: false,
      })),
      filters: { paymentTypes: [], members: [] },
    })),
    answers(listInvoices, () => []),
    answers(getInvoice, () => sale),
    answers(listReasons, () => []),
  ];
  const { user } = show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=42' });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund – invoice 42' }));
  const goesBack = () => dialog.queryByText(/goes back to the guest/)?.textContent;
  await user.click(dialog.getByRole('radio', { name: 'Card' }));
  expect(goesBack()).toBe('$10.00 goes back to the guest.');
  await user.click(dialog.getByRole('radio', { name: 'Amount' }));
  expect(goesBack()).toBeUndefined();
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '3,33');
  expect(goesBack()).toBe('$3.33 goes back to the guest.');
  await user.click(dialog.getByRole('radio', { name: 'Cash' }));
  expect(goesBack()).toBe('$3.35 goes back to the guest.');
  await user.click(dialog.getByRole('radio', { name: 'Items' }));
  expect(goesBack()).toBeUndefined();
});
