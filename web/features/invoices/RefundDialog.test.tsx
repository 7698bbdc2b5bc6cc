import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listColleagues } from '#contract/approvals.ts';
import { listDrawers } from '#contract/drawers.ts';
import { AppError } from '#contract/errors.ts';
import { getInvoice, initInvoices, listInvoices, refundInvoice } from '#contract/invoices.ts';
import { listReasons } from '#contract/reasons.ts';
import { readStored, writeStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { drawer, printSettings, storeSettings } from '#web/platform/testing-store.ts';
import { InvoicesScreen } from './InvoicesScreen.tsx';
import { invoice, settings, opened, clerk } from './testing-invoices.tsx';

beforeEach(() => void vi.spyOn(window, 'open').mockReturnValue({ closed: false, close: vi.fn() } as unknown as Window));

afterEach(() => vi.restoreAllMocks());

test('the focus is on More again when what it opened is closed', async () => {
  const { user } = show(<InvoicesScreen />, {
    as: clerk,
    server: [settings, answers(listInvoices, () => [invoice(42)]), answers(getInvoice, () => opened(42)), answers(listReasons, () => [])],
    path: '/?invoice=42',
  });
  const more = await screen.findByRole('button', { name: 'More' });
  for (const name of ['Refund', 'Correct payment type', 'Add buyer']) {
    await user.click(more);
    await user.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(2));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(1));
    expect(document.activeElement).toBe(more);
  }
});

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
  tax_id: 3,
  tax_title: 'VAT',
  tax_rate: 13,
  tax_type: 'exclusive' as const,
  itemTotal: 20,
  refundable: 2,
};

test('a refund that is open says what is left after a colleague refunded some of it on another device', async () => {
  let refunded = 0;
  const server = [
    settings,
    answers(listInvoices, () => [invoice(42)]),
    answers(getInvoice, () => ({ ...opened(42), refunded, items: [{ ...line, refundable: refunded === 0 ? 2 : 1 }] })),
    answers(listReasons, () => []),
  ];
  const { user, announce } = show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=42' });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund – invoice 42' }));
  await user.click(dialog.getByRole('radio', { name: 'Amount' }));
  expect(dialog.getByText(/At most/).textContent).toBe('At most €22.60');

  refunded = 11.3;
  announce({ type: 'check_update', payload: { checkIds: [7] }, seq: 1, late: false });
  await waitFor(() => expect(dialog.getByText(/At most/).textContent).toBe('At most €11.30'));
  await user.click(dialog.getByRole('radio', { name: 'Items' }));
  expect(dialog.queryByRole('button', { name: 'All 2' })).toBe(null);
});

test('an invoice is taken back by items, by whichever type is chosen', async () => {
  const refund = vi.fn((_: unknown) => ({ success: true as const, message: 'Refund noted.', invoiceId: 43, total: -11.3 }));
  const server = [
    settings,
    answers(listInvoices, () => [invoice(42)]),
    answers(getInvoice, ({ params: { id } }) =>
      String(id) === '43' ? opened(43, { kind: 'refund', refund_of: 42, total: -11.3 }) : { ...opened(42), items: [line] },
    ),
    answers(refundInvoice, refund),
    answers(listReasons, () => [{ id: 7, kind: 'refund' as const, title: 'Complaint', needsNote: true }]),
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
  expect(dialog.getByText(/goes back to the guest/).textContent).toBe('€22.60 goes back to the guest.');
  await user.click(dialog.getByRole('button', { name: 'One Soup less' }));
  expect(dialog.getByText(/goes back to the guest/).textContent).toBe('€11.30 goes back to the guest.');
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(dialog.getByText('Please choose a payment type!')).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: 'Cash' }));
  writeStored(displayKey('drawer'), 9);
  await user.click(await dialog.findByRole('radio', { name: 'Complaint' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Print the refund' }));
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  await dialog.findByText('Please provide a note!');
  await user.type(dialog.getByLabelText('Note'), 'Cold');
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  await screen.findByText('Refund noted.');
  const handed = () => Object.entries(localStorage).find(([key]) => key.startsWith('comanda_print:'))?.[1] as string;
  await waitFor(() => expect(JSON.parse(handed()).data).toMatchObject({ invoiceId: 43, refundOf: 42, total: -11.3 }));
  expect(refund.mock.calls[0]![0]).toMatchObject({
    body: { items: [{ itemId: 5, quantity: 1 }], paymentTypeId: 1, reasonId: 7, note: 'Cold', drawerId: 9 },
  });
});

test('what is missing is said at once: what is refunded, how, and the note', async () => {
  const server = [
    settings,
    answers(listInvoices, () => [invoice(42)]),
    answers(getInvoice, () => opened(42)),
    answers(listReasons, () => [{ id: 7, kind: 'refund' as const, title: 'Complaint', needsNote: true }]),
  ];
  const { user } = show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=42' });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund – invoice 42' }));
  await user.click(dialog.getByRole('radio', { name: 'Amount' }));
  await user.click(await dialog.findByRole('radio', { name: 'Complaint' }));
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(dialog.getByRole('textbox', { name: 'Amount', description: /Please choose what to refund!/ })).toBeTruthy();
  expect(dialog.getByText('Please choose a payment type!')).toBeTruthy();
  expect(dialog.getByRole('textbox', { name: 'Note', description: 'Please provide a note!' })).toBeTruthy();
});

test('what a colleague took back meanwhile is no longer chosen', async () => {
  let refundable = 2;
  const refund = vi.fn(() => {
    refundable = 0;
    throw new AppError('conflict', 'Only 0 of Soup is left to refund!');
  });
  const server = [
    settings,
    answers(listInvoices, () => [invoice(42)]),
    answers(getInvoice, () => ({ ...opened(42), items: [{ ...line, refundable }] })),
    answers(refundInvoice, refund),
    answers(listReasons, () => []),
  ];
  const { user } = show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=42' });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund – invoice 42' }));
  await user.click(dialog.getByRole('radio', { name: 'Items' }));
  await user.click(dialog.getByRole('button', { name: 'One Soup more' }));
  await user.click(dialog.getByRole('radio', { name: 'Cash' }));
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  await dialog.findByText('0 can be refunded');
  expect(dialog.getByRole('group', { name: 'Pieces of Soup to refund' }).textContent).toBe('0');
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(dialog.getByText('Please choose what to refund!')).toBeTruthy();
  expect(refund).toHaveBeenCalledTimes(1);
});

test('a refund without an answer is sent again as it was, with its key, also after the dialog was closed', async () => {
  // whoever has too many calls has not learned what became of the one before
  const failures = [new AppError('unavailable', 'Please try again!'), new AppError('too_many', 'Too many requests!')];
  const refund = vi.fn((_: { body: object }) => {
    const failure = failures.shift();
    if (failure) throw failure;
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
  const again = await open();
  expect(again.getByText(sentence)).toBeTruthy();
  await user.click(again.getByRole('button', { name: 'Refund' }));
  expect(await screen.findByText('Too many requests!')).toBeTruthy();
  expect(again.getByText(sentence)).toBeTruthy();
  await user.click(again.getByRole('button', { name: 'Refund' }));
  await screen.findByText('Refund noted.');
  globalThis.fetch = others;
  expect(refund.mock.calls[1]![0].body).toEqual(refund.mock.calls[0]![0].body);
  expect(refund.mock.calls[2]![0].body).toEqual(refund.mock.calls[0]![0].body);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  // what comes next is another one
  expect((await open()).queryByText(sentence)).toBeNull();
});

test('a refund of everything without an answer says so, also when nothing is left because it was done', async () => {
  const now = { refunded: 0 };
  const asked: number[] = [];
  const server = [
    settings,
    answers(listInvoices, () => [invoice(42)]),
    answers(getInvoice, () => {
      asked.push(now.refunded);
      return opened(42, now);
    }),
    answers(refundInvoice, () => {
      now.refunded = 22.6;
      throw new AppError('unavailable', 'Please try again!');
    }),
    answers(listReasons, () => []),
  ];
  const { user } = show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=42' });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund – invoice 42' }));
  await user.click(dialog.getByRole('radio', { name: 'Cash' }));
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  await dialog.findByText(/^There was no answer/);
  // what is left of it is asked for again
  await waitFor(() => expect(asked.at(-1)).toBe(22.6));
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('‘Refund everything of invoice 42’'));
});

test('a refund that is sent again after its drawer was counted leaves this till the drawer that stands here since', async () => {
  const failures = [new AppError('unavailable', 'Please try again!'), new AppError('conflict', 'This drawer was already counted!')];
  const server = [
    settings,
    answers(listInvoices, () => [invoice(42)]),
    answers(getInvoice, () => opened(42)),
    answers(refundInvoice, () => {
      throw failures.shift()!;
    }),
    answers(listReasons, () => []),
  ];
  const { user } = show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=42' });
  writeStored(displayKey('drawer'), 9);
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund – invoice 42' }));
  await user.click(dialog.getByRole('radio', { name: 'Cash' }));
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  await dialog.findByText(/^There was no answer/);
  writeStored(displayKey('drawer'), 10);
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  await screen.findByText('This drawer was already counted!');
  expect(readStored(displayKey('drawer'), 0)).toBe(10);
});

const cashAndCard = (['cash', 'card'] as const).map((kind, place) => ({
  id: place + 1,
  title: kind === 'cash' ? 'Cash' : 'Card',
  is_active: true,
  kind,
  gives_change: false,
  takes_tip: false,
  needs_reference: false,
}));

test('before a refund the dialog says what goes back: what was paid, in coins that there are', async () => {
  const sale = { ...opened(42, { currency: 'USD', total: 10.02, rounding: -0.02 }), to_give_back: 10 };
  const server = [
    answers(initInvoices, () => ({
      printSettings,
      storeSettings: { ...storeSettings, currency: 'USD', cash_rounding: 0.05 },
      paymentTypes: cashAndCard,
      filters: { paymentTypes: [], members: [] },
    })),
    answers(listInvoices, () => []),
    answers(getInvoice, () => sale),
    answers(listReasons, () => []),
    answers(refundInvoice, () => {
      throw new AppError('approval_needed', 'Not alone!', {
        body: { action: 'refund', targetId: 42, amount: 1.02, given: 1, currency: 'USD' },
      });
    }),
    answers(listColleagues, () => []),
  ];
  const { user } = show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=42' });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund – invoice 42' }));
  const goesBack = () => dialog.queryByText(/goes back to the guest/)?.textContent;
  await user.click(dialog.getByRole('radio', { name: /^Card/ }));
  expect(goesBack()).toBe('$10.00 goes back to the guest.');
  await user.click(dialog.getByRole('radio', { name: 'Amount' }));
  expect(goesBack()).toBeUndefined();
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '3,33');
  expect(goesBack()).toBe('$3.33 goes back to the guest.');
  await user.click(dialog.getByRole('radio', { name: 'Cash' }));
  expect(goesBack()).toBe('$3.35 goes back to the guest.');
  await user.click(dialog.getByRole('radio', { name: 'Items' }));
  expect(goesBack()).toBeUndefined();

  // whoever allows it is told what leaves the drawer
  await user.click(dialog.getByRole('radio', { name: 'Amount' }));
  await user.clear(dialog.getByRole('textbox', { name: 'Amount' }));
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '1,02');
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'A colleague has to allow this' }));
  expect(sheet.getByText('Refund $1.02 of invoice 42: $1.00 goes back')).toBeTruthy();
  expect(sheet.getByText(/^You may not .* alone \(\$1\.00\)\./)).toBeTruthy();
});

test.each([
  ['by card', [{ payment_type_id: 2, amount: 22.6 }], 'Card · as it was paid'],
  ['half by card, half in cash', [{ payment_type_id: 2 }, { payment_type_id: 1 }], undefined],
  ['by a type that is taken no more', [{ payment_type_id: 9 }], undefined],
])('money that came %s is offered to go back so', async (_, payments, offered) => {
  const [paid] = invoice(42).payments;
  const server = [
    answers(initInvoices, () => ({ printSettings, storeSettings, paymentTypes: cashAndCard, filters: { paymentTypes: [], members: [] } })),
    answers(listInvoices, () => []),
    answers(getInvoice, () => opened(42, { payments: payments.map((payment) => ({ ...paid!, ...payment })) })),
    answers(listReasons, () => []),
  ];
  const { user } = show(<InvoicesScreen />, { as: clerk, server, path: '/?invoice=42' });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund – invoice 42' }));
  const choices = within(dialog.getByRole('group', { name: 'Payment type' })).getAllByRole<HTMLInputElement>('radio');
  expect(choices.find(({ checked }) => checked)?.labels?.[0]?.textContent).toBe(offered);
});

test('cash that goes back on a device without a drawer beside an open one is said to be in no count', async () => {
  const server = [
    settings,
    answers(listInvoices, () => [invoice(42)]),
    answers(getInvoice, () => opened(42)),
    answers(listReasons, () => []),
    answers(listDrawers, () => [drawer]),
  ];
  const { user } = show(<InvoicesScreen />, { as: { role: 'user', scopes: ['POS', 'INVOICES'] }, server, path: '/?invoice=42' });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund – invoice 42' }));
  await user.click(dialog.getByRole('radio', { name: 'Cash' }));
  await dialog.findByText('No drawer is chosen on this device: this cash is not counted in one.');
  await user.click(dialog.getByRole('button', { name: 'Use Bar' }));
  expect(dialog.queryByText(/No drawer is chosen/)).toBe(null);
  expect(readStored(displayKey('drawer'), 0)).toBe(8);
});
