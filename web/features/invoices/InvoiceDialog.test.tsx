import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getInvoice, listInvoices, setBuyer } from '#contract/invoices.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { InvoicesScreen } from './InvoicesScreen.tsx';
import { invoice, settings, opened, clerk } from './testing-invoices.tsx';

beforeEach(() => void vi.spyOn(window, 'open').mockReturnValue({ closed: false, close: vi.fn() } as unknown as Window));

afterEach(() => vi.restoreAllMocks());

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

test('what one person took in one minute stands in the history once, a later payment by itself', async () => {
  const paid = (at: string, member: string) => ({ at, what: 'paid' as const, token_no: null, member });
  const history = [
    { at: '2026-11-21T18:00:00.000Z', what: 'ordered' as const, token_no: 7, member: null },
    paid('2026-11-21T18:30:00.000Z', 'Ada'),
    paid('2026-11-21T18:30:04.000Z', 'Ada'),
    paid('2026-11-21T18:30:04.000Z', 'Ben'),
    paid('2026-11-21T18:35:00.000Z', 'Ben'),
  ];
  const server = [settings, answers(listInvoices, () => []), answers(getInvoice, () => ({ ...opened(42), history }))];
  show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=42' });
  const rows = within(await screen.findByLabelText('History')).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Ordered, token 721 Nov 2026, 23:30',
    'Paid, taken by Ada22 Nov 2026, 00:00',
    'Paid, taken by Ben22 Nov 2026, 00:00',
    'Paid, taken by Ben22 Nov 2026, 00:05',
  ]);
});

test('the invoice of a refund can be made out to somebody, once, and nothing else', async () => {
  const said = vi.fn((_: unknown) => ({ success: true as const, message: 'Buyer added.' }));
  const isSaid = () => said.mock.calls.length > 0;
  const server = [
    settings,
    answers(listInvoices, () => []),
    answers(getInvoice, () => ({
      ...opened(43, { kind: 'refund', refund_of: 42, total: -22.6 }),
      buyer: isSaid() ? { name: 'Acme', tax_number: null, address: null } : null,
    })),
    answers(setBuyer, said),
  ];
  const { user } = show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=43' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Invoice 43' }));
  await user.click(await dialog.findByRole('button', { name: 'Add buyer' }));
  expect(dialog.queryByRole('button', { name: 'More' })).toBeNull();
  const form = within(await screen.findByRole('dialog', { name: 'Add Buyer' }));
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Acme');
  await user.click(form.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(said).toHaveBeenCalledWith(expect.objectContaining({ body: expect.objectContaining({ name: 'Acme' }) })));
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Add buyer' })).toBeNull());
  expect(dialog.getByText(/Acme/)).toBeTruthy();
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
