import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { correctPayment, getInvoice, listInvoices, type OpenedInvoice } from '#contract/invoices.ts';
import { writeStored } from '#web/platform/storage.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { displayKey } from '#web/platform/till.ts';
import { traits } from '#web/platform/testing-store.ts';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { InvoicesScreen } from './InvoicesScreen.tsx';
import { clerk, invoice, opened, settings } from './testing-invoices.tsx';

const types = [
  { id: 1, title: 'Cash', is_active: true, ...traits.cash },
  { id: 2, title: 'Card', is_active: true, ...traits.card },
  { id: 3, title: 'Voucher', is_active: true, ...traits.card, takes_tip: false, needs_reference: true },
];
const payment = (title: string, amount: number, more: Partial<OpenedInvoice['payments'][number]> = {}) => ({
  payment_type_id: types.find((type) => type.title === title)?.id ?? null,
  payment_type: title,
  kind: 'other' as const,
  amount,
  tip: 0,
  tendered: null,
  change: 0,
  reference: null,
  ...more,
});

/** The dialog for an invoice with these payments; answers what was sent. */
const open = (...payments: OpenedInvoice['payments']) => {
  const sent = vi.fn((_: unknown) => ({ success: true as const, message: 'Payment corrected.' }));
  const onClose = vi.fn();
  const titles = payments.map(({ payment_type: title }) => title).join(', ');
  const opened = { invoice_id: 42, currency: 'USD', payment_type: titles, payments } as unknown as OpenedInvoice;
  const server = [answers(correctPayment, sent)];
  const { user } = show(<CorrectionDialog opened={opened} paymentTypes={types} onClose={onClose} />, {
    as: { role: 'user', scopes: ['INVOICES'] },
    server,
  });
  return { user, onClose, sent: () => (sent.mock.calls.at(-1)?.[0] as { body: { payments: object[] } } | undefined)?.body.payments };
};
const correct = () => screen.getByRole('button', { name: 'Correct' });

test('one payment: a tip stays where the other type takes tips, and a type that needs a reference asks for it', async () => {
  const { user, sent, onClose } = open(payment('Card', 20, { tip: 3.5 }));
  await user.click(correct());
  screen.getByText('Please choose a payment type!');
  await user.click(screen.getByRole('radio', { name: 'Card' }));
  await user.click(correct());
  screen.getByText('Please choose another payment type!');

  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  screen.getByText(/Cash takes no tips/);
  await user.click(screen.getByRole('radio', { name: 'Voucher' }));
  await user.click(correct());
  screen.getByText('Please provide a reference!');
  expect(sent()).toBeUndefined();
  await user.type(screen.getByLabelText('Reference of Voucher'), ' V 7 ');
  await user.click(correct());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ paymentTypeId: 3, amount: 20, reference: 'V 7' }]);
});

test('of several payments each has its type, and only what is changed is another', async () => {
  const { user, sent, onClose } = open(payment('Cash', 10, { tendered: 20 }), payment('Card', 12.5, { tip: 1 }), payment('Voucher', 5));
  screen.getByText('$27.50', { exact: false });
  const of = (name: RegExp) => within(screen.getByRole('group', { name }));
  expect(of(/^Cash/).getByRole<HTMLInputElement>('radio', { name: 'Cash' }).checked).toBe(true);
  await user.click(of(/^Cash/).getByRole('radio', { name: 'Card' }));
  await user.click(correct());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  // what was given in cash was not given with a card
  expect(sent()).toEqual([
    { paymentTypeId: 2, amount: 10 },
    { paymentTypeId: 2, amount: 12.5, tip: 1 },
    { paymentTypeId: 3, amount: 5 },
  ]);
});

test('a payment whose type was deleted since stays as it is while another one is corrected, and may be another, too', async () => {
  const gift = payment('Gift card', 8, { payment_type_id: 9, tip: 1, reference: 'G 1' });
  const { user, sent, onClose } = open(payment('Cash', 4), gift);
  const of = (name: RegExp) => within(screen.getByRole('group', { name }));
  expect(of(/^Gift card/).getByRole<HTMLInputElement>('radio', { name: 'Gift card' }).checked).toBe(true);
  expect(of(/^Cash/).queryByRole('radio', { name: 'Gift card' })).toBeNull();
  await user.click(of(/^Gift card/).getByRole('radio', { name: 'Cash' }));
  screen.getByText(/Cash takes no tips/);
  await user.click(of(/^Gift card/).getByRole('radio', { name: 'Gift card' }));
  await user.click(correct());
  screen.getByText('Please choose another payment type!');

  await user.click(of(/^Cash/).getByRole('radio', { name: 'Card' }));
  await user.click(correct());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([
    { paymentTypeId: 2, amount: 4 },
    { paymentTypeId: 9, amount: 8, tip: 1 },
  ]);
});

test('a correction says no drawer: the coins lie where they were paid into, not at this till', async () => {
  const { user, sent, onClose } = open(payment('Card', 20));
  writeStored(displayKey('drawer'), 7);
  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  await user.click(correct());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ paymentTypeId: 1, amount: 20 }]);
});

test('the dialog closes although the invoice was here as it is now before a slow line brought the answer', async () => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  const shown = { payment_id: 1, type: 'Card' };
  const server = [
    settings,
    answers(listInvoices, () => [invoice(42)]),
    answers(getInvoice, () =>
      opened(42, { payment_type: shown.type, payments: [payment(shown.type, 22.6, { payment_id: shown.payment_id })] }),
    ),
    answers(correctPayment, async () => {
      Object.assign(shown, { payment_id: 2, type: 'Cash' });
      await held;
      return { success: true as const, message: 'Payment corrected.' };
    }),
  ];
  const { user } = show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=42' });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Correct payment type' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct payment – invoice 42' }));
  await user.click(dialog.getByRole('radio', { name: 'Cash' }));
  await user.click(correct());
  // as when somebody comes back to the page
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText(/stands as Cash/);
  later.mockRestore();
  arrive();
  await screen.findByText('Payment corrected.');
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Correct payment – invoice 42' })).toBeNull());
});
