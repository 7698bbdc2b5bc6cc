import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reply } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { completeAndPayOrders, initOrders, listOrders, summarisePayment } from '#contract/orders.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { storeSettings } from '#web/platform/testing-store.ts';
import { writeStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';
import { sendToDisplay } from '#contract/displays.ts';
import { OrdersScreen } from './OrdersScreen.tsx';
import { order, group, done, settings, bill, board, staff, admin, menuOf, choose, popup, touch, openPopups } from './testing-orders.tsx';

beforeEach(openPopups);

afterEach(() => vi.restoreAllMocks());

test('what is paid is neither paid again nor cancelled', async () => {
  const server = [settings, board(group(order(1, { payment_status: 'paid' })))];
  const { user } = show(<OrdersScreen />, { as: staff('ORDERS'), server });

  expect(await menuOf(user, 'Actions for Table 5')).toEqual(['Print Receipt', 'Complete']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(await menuOf(user, 'Change Pizza')).toEqual(['Preparing', 'Complete', 'Delivered']);
});

test('a bill that comes late opens no dialog over the one that was asked for meanwhile', async () => {
  let arrive = () => {};
  const late = new Promise<void>((resolve) => (arrive = resolve));
  const groups = [group(order(1)), group(order(2, { table_id: 6, table_title: 'Table 6' }))];
  const server = [
    settings,
    bill,
    answers(listOrders, async ({ query }) => {
      if (query.unpaid !== '1') return groups;
      await late;
      return [];
    }),
  ];
  const { user } = show(<OrdersScreen />, { as: admin, server });

  await choose(user, 'Actions for Table 5', 'Pay & Complete');
  expect(await screen.findByText('Please wait...')).toBeTruthy();
  await choose(user, 'Actions for Table 6', 'Cancel');
  await screen.findByRole('dialog', { name: 'Cancel – Table 6' });

  await act(async () => arrive());
  await waitFor(() => expect(screen.queryByText('Please wait...')).toBeNull());
  expect(screen.getAllByRole('dialog').map((dialog) => within(dialog).getByRole('heading').textContent)).toEqual(['Cancel – Table 6']);
});

test('shows the bill and pays exactly that, with a receipt when wanted', async () => {
  let arrive = () => {};
  const line = new Promise<void>((resolve) => (arrive = resolve));
  const paid = vi.fn(async (_: unknown) => {
    await line;
    return { ...done('Payment received.'), invoiceId: 4 };
  });
  const server = [settings, bill, board(group(order(1), order(2, { payment_status: 'paid' }))), answers(completeAndPayOrders, paid)];
  const { user } = show(<OrdersScreen />, { as: admin, server });

  await choose(user, 'Actions for Table 5', 'Pay & Complete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay & Complete – Table 5' }));
  await dialog.findByText('€22.60');
  expect(dialog.getByText('€2.60')).toBeTruthy();
  await user.click(dialog.getByRole('checkbox', { name: 'Print Receipt?' }));
  await user.click(dialog.getByRole('button', { name: 'Pay & Complete' }));
  expect(dialog.getByRole('alert').textContent).toBe('Please choose a payment type!');
  expect(paid).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('radio', { name: 'Card' }));
  await waitFor(() => expect(screen.queryByText('Please wait...')).toBeNull());
  await user.click(dialog.getByRole('button', { name: 'Pay & Complete' }));
  expect(await screen.findByText('Please wait...')).toBeTruthy();
  arrive();

  await screen.findByText('Table 5 paid: €22.60, Card');
  expect(paid.mock.calls[0]![0]).toMatchObject({ body: { orderIds: [1], subTotal: 20, taxTotal: 2.6, total: 22.6, paymentTypeId: 2 } });
  const handed = Object.entries(localStorage).find(([key]) => key.startsWith('comanda_print:'))?.[1] as string;
  expect(JSON.parse(handed)).toMatchObject({ kind: 'receipt', data: { total: 22.6, paymentType: 'Card', invoiceId: 4, tokens: [11] } });
  expect(JSON.parse(handed)).toMatchObject({
    data: { payments: [{ payment_type: 'Card', amount: 22.6, tip: 0, tendered: null }], taxes: [{ title: 'VAT', tax: 2.6 }] },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Escape and Go back ask before a tip that was typed is thrown away, and nothing where nothing was', async () => {
  const { user } = show(<OrdersScreen />, { as: admin, server: [settings, bill, board(group(order(1)))] });
  await choose(user, 'Actions for Table 5', 'Pay & Complete');
  const first = within(await screen.findByRole('dialog'));
  await first.findByText('€22.60');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose(user, 'Actions for Table 5', 'Pay & Complete');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('radio', { name: 'Card' }));
  await user.type(dialog.getByRole('textbox', { name: 'Tip' }), '2');
  await user.keyboard('{Escape}');
  const question = within(await screen.findByRole('dialog', { name: 'Discard changes?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Tip' }).value).toBe('2');
  await user.click(dialog.getByRole('button', { name: 'Go back' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Discard changes?' })).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('receipt and message of guests who moved while their bill was asked for name the table of now', async () => {
  const paid = { ...done('Payment received.'), invoiceId: 4, tableTitle: 'Table 9' };
  const server = [settings, bill, board(group(order(1))), answers(completeAndPayOrders, () => paid)];
  const { user } = show(<OrdersScreen />, { as: admin, server });
  await choose(user, 'Actions for Table 5', 'Pay & Complete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay & Complete – Table 5' }));
  await user.click(await dialog.findByRole('checkbox', { name: 'Print Receipt?' }));
  await user.click(dialog.getByRole('radio', { name: 'Card' }));
  await user.click(dialog.getByRole('button', { name: 'Pay & Complete' }));

  await screen.findByText('Table 9 paid: €22.60, Card');
  const handed = Object.entries(localStorage).find(([key]) => key.startsWith('comanda_print:'))?.[1] as string;
  expect(JSON.parse(handed)).toMatchObject({ data: { invoiceId: 4, tableTitle: 'Table 9' } });
});

test('who lost the race for a bill is told who was paid how much, and has nothing to press; the empty print window is closed', async () => {
  const server = [
    settings,
    bill,
    board(group(order(1))),
    answers(completeAndPayOrders, () => {
      const payment = { id: 42, created_at: '2020-02-02T18:30:00.000Z', payment_type: 'Card', total: 22.6, member: 'Anna' };
      throw new AppError('conflict', 'This order is already paid!', { body: { payments: [payment] } });
    }),
  ];
  const { user } = show(<OrdersScreen />, { as: admin, server });

  await choose(user, 'Actions for Table 5', 'Pay & Complete');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('checkbox', { name: 'Print Receipt?' }));
  await touch(user, dialog, 'Pay & Complete');

  await screen.findByText('This order is already paid!');
  expect(screen.getByRole('alert').textContent).toContain('€22.60 · Card · 2 Feb 2020, 18:30 · Anna · invoice 42');
  expect(popup.close).toHaveBeenCalledOnce();
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['', 'Close']);
});

test('cash is counted: exact, a likely note or typed, and too little is not taken', async () => {
  const paid = vi.fn((_: unknown) => ({ ...done('Payment received.'), invoiceId: 4 }));
  const { user } = show(<OrdersScreen />, {
    as: admin,
    server: [settings, bill, board(group(order(1))), answers(completeAndPayOrders, paid)],
  });
  await choose(user, 'Actions for Table 5', 'Pay & Complete');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('radio', { name: 'Cash' }));
  await user.click(dialog.getByRole('button', { name: 'Exact' }));
  expect(dialog.getByRole('status').textContent).toBe('Change€0.00');
  await user.clear(dialog.getByRole('textbox', { name: 'Given' }));
  await user.type(dialog.getByRole('textbox', { name: 'Given' }), '20');
  await user.click(dialog.getByRole('button', { name: 'Pay' }));
  await dialog.findByText('Less than the bill!');
  expect(paid).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('button', { name: '€30' }));
  expect(dialog.getByRole('status').textContent).toBe('Change€7.40');

  // the kitchen goes on with what it makes
  await user.click(dialog.getByRole('button', { name: 'Pay' }));

  await screen.findByText('Table 5 paid: €22.60, Cash. Change €7.40');
  expect(paid.mock.calls[0]![0]).toMatchObject({ body: { orderIds: [1], paymentTypeId: 1, keepOpen: true } });
});

test.each([
  ['in coins', 'Cash', [], 'Table 5 paid: €22.50, Cash'],
  ['in coins, with change', 'Cash', ['Given', '25'], 'Table 5 paid: €22.50, Cash. Change €2.50'],
  ['with the tip', 'Card', ['Tip', '2'], 'Table 5 paid: €24.60, Card'],
])('what was taken is told as it was taken: %s', async (_, type, typed, told) => {
  const inCoins = answers(initOrders, async (input) => {
    const known = (await settings.reply(input)) as Reply<typeof initOrders>;
    return { ...known, storeSettings: { ...storeSettings, cash_rounding: 0.25 } };
  });
  const pays = answers(completeAndPayOrders, () => ({ ...done('Payment received.'), invoiceId: 4 }));
  const { user } = show(<OrdersScreen />, { as: admin, server: [inCoins, bill, board(group(order(1))), pays] });
  await choose(user, 'Actions for Table 5', 'Pay & Complete');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('radio', { name: type }));
  const [field, text] = typed;
  if (field && text) await user.type(dialog.getByRole('textbox', { name: field }), text);
  await user.click(dialog.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByText(told)).toBeDefined();
});

test('the guest of a card reads on this till’s display what it comes to, and then the change', async () => {
  const shown: unknown[] = [];
  const server = [
    settings,
    bill,
    board(group(order(1))),
    answers(completeAndPayOrders, () => ({ ...done('Payment received.'), invoiceId: 4 })),
    answers(sendToDisplay, ({ body }) => {
      shown.push(body.shown);
      return done('Shown.');
    }),
  ];
  const { user } = show(<OrdersScreen />, { as: admin, server });
  act(() => void writeStored(displayKey('display'), 3));
  const pay = async () => {
    await choose(user, 'Actions for Table 5', 'Pay & Complete');
    return within(await screen.findByRole('dialog'));
  };
  const first = await pay();
  await waitFor(() => expect(shown).toMatchObject([{ lines: [{ total: 20 }, { title: 'VAT 13%', total: 2.6 }], total: 22.6, paid: null }]));
  await user.click(first.getByRole('button', { name: 'Go back' }));
  await waitFor(() => expect(shown.at(-1)).toBeNull());

  const dialog = await pay();
  await waitFor(() => expect(shown.at(-1)).toMatchObject({ total: 22.6 }));
  await user.click(await dialog.findByRole('radio', { name: 'Cash' }));
  await user.click(dialog.getByRole('button', { name: '€30' }));
  await user.click(dialog.getByRole('button', { name: 'Pay' }));
  await waitFor(() => expect(shown.at(-1)).toMatchObject({ total: 22.6, paid: { given: 30, change: 7.4, tokenNo: 0 } }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(shown).toHaveLength(4);
});

test('a waiter prints the receipt of a paid order with its invoice; only what was printed before is a copy', async () => {
  const paidBill = answers(summarisePayment, async (input) => ({
    ...(await (bill.reply(input) as Promise<Reply<typeof summarisePayment>>)),
    invoices: [
      {
        id: 42,
        created_at: '2026-11-21T18:30:00.000Z',
        payment_type: 'Card',
        total: 22.6,
        member: 'Anna',
        payments: [{ payment_type: 'Card', amount: 22.6, tip: 2, tendered: null, change: 0 }],
        buyer: { name: 'Acme', tax_number: null, address: null },
      },
    ],
  }));
  const server = [settings, paidBill, board(group(order(1, { payment_status: 'paid' })))];
  const { user } = show(<OrdersScreen />, { as: staff('POS', 'ORDERS'), server });
  const printed = async () => {
    const isHanded = (key: string) => key.startsWith('comanda_print:');
    for (const key of Object.keys(localStorage).filter(isHanded)) localStorage.removeItem(key);
    await choose(user, 'Actions for Table 5', 'Print Receipt');
    await waitFor(() => expect(Object.keys(localStorage).some(isHanded)).toBe(true));
    return (JSON.parse(localStorage.getItem(Object.keys(localStorage).find(isHanded)!)!) as { data: object }).data;
  };

  expect(await printed()).toMatchObject({ invoiceId: 42, paymentType: 'Card', date: '2026-11-21T18:30:00.000Z', isCopy: false });
  expect(await printed()).toMatchObject({ buyer: { name: 'Acme' } });
  expect(await printed()).toMatchObject({ payments: [{ payment_type: 'Card', amount: 22.6, tip: 2 }] });
  expect(await printed()).toMatchObject({ invoiceId: 42, paymentType: 'Card', isCopy: true });
});

test('a payment that met a full server is sent again as it was, with its key and what was typed', async () => {
  const tries: unknown[] = [];
  const pays = answers(completeAndPayOrders, () => {
    if (tries.length === 1) throw new AppError('unavailable', 'The server is busy. Please try again!');
    return { ...done('Payment received.'), invoiceId: 4 };
  });
  const { user } = show(<OrdersScreen />, { as: admin, server: [settings, bill, board(group(order(1))), pays] });
  const others = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    if (String(address).endsWith(completeAndPayOrders.path)) tries.push([new Headers(init?.headers).get('idempotency-key'), init?.body]);
    return others(address, init);
  };
  await choose(user, 'Actions for Table 5', 'Pay & Complete');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('radio', { name: 'Card' }));
  await user.type(dialog.getByRole('textbox', { name: 'Tip' }), '2');
  await user.click(dialog.getByRole('button', { name: 'Pay' }));
  await screen.findByText('The server is busy. Please try again!');
  await user.click(dialog.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByText('Table 5 paid: €24.60, Card')).toBeDefined();
  expect(tries).toHaveLength(2);
  expect(tries[1]).toEqual(tries[0]);
});
