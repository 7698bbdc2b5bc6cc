import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { cancelOrders, completeAndPayOrders, completeOrders, listOrders, reopenOrders, updateItemStatus } from '#contract/orders.ts';
import { listReasons, type Reason } from '#contract/reasons.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { OrdersScreen } from './OrdersScreen.tsx';
import { item, order, group, done, settings, bill, board, admin, choose, touch, openPopups } from './testing-orders.tsx';

beforeEach(openPopups);

afterEach(() => vi.restoreAllMocks());

test.each([
  ['at once, with a way back, when nothing is made any more', 'completed'],
  ['after a question, when the kitchen would lose something', 'created'],
] as const)('all that is paid leaves the board %s', async (_, status) => {
  const completed = vi.fn((_: unknown) => done('Orders completed.'));
  const reopened = vi.fn((_: unknown) => done('Orders brought back.'));
  const paid = { payment_status: 'paid' as const, due: 0, items: [item(1, { status })] };
  const cards = [
    group(order(1, paid)),
    group(order(2, { ...paid, table_id: 6, table_title: 'Table 6' })),
    group(order(3, { table_id: 7 })),
  ];
  const server = [settings, board(...cards), answers(completeOrders, completed), answers(reopenOrders, reopened)];
  const { user } = show(<OrdersScreen />, { as: admin, server });
  await user.click(await screen.findByRole('button', { name: 'Complete all paid (2)' }));
  if (status === 'created') {
    const dialog = within(await screen.findByRole('dialog', { name: 'Complete all paid – 2' }));
    await dialog.findByText(/the kitchen will no longer see them/);
    await user.click(dialog.getByRole('button', { name: 'Complete' }));
  } else await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(completed.mock.calls[0]?.[0]).toMatchObject({ body: { orderIds: [1, 2] } }));
  await waitFor(() => expect(reopened).toHaveBeenCalledTimes(status === 'created' ? 0 : 1));
});

test('a part of a line is cancelled, with the reason and whether it was made', async () => {
  const sent: unknown[] = [];
  const reasons: Reason[] = [
    { id: 4, kind: 'void', title: 'Wrong entry', needsNote: false },
    { id: 5, kind: 'void', title: 'Sent back', needsNote: true },
    { id: 6, kind: 'refund', title: 'Complaint', needsNote: false },
  ];
  const server = [
    settings,
    bill,
    board(group(order(1, { items: [item(100, { quantity: 3, status: 'completed' })] }))),
    answers(listReasons, () => reasons),
    answers(updateItemStatus, ({ body }) => {
      sent.push(body);
      return done('Status updated.');
    }),
    answers(cancelOrders, ({ body }) => {
      sent.push(body);
      return done('Order cancelled.');
    }),
  ];
  const { user } = show(<OrdersScreen />, { as: admin, server });
  await choose(user, 'Change Pizza', 'Cancel');
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel – 3 × Pizza' }));
  const confirm = () => user.click(dialog.getByRole('button', { name: 'Cancel item' }));
  const pieces = dialog.getByLabelText('How many of 3');
  await user.clear(pieces);
  await user.type(pieces, '4');
  await confirm();
  expect(dialog.getByText('Please provide a quantity of 1 to 3!')).toBeTruthy();
  await user.clear(pieces);
  await user.type(pieces, '2');
  expect(dialog.queryByRole('radio', { name: 'Complaint' })).toBeNull();
  await user.click(await dialog.findByRole('radio', { name: 'Sent back' }));
  await confirm();
  const note = dialog.getByLabelText('Note');
  expect(dialog.getByText('Please provide a note!').id).toBe(note.getAttribute('aria-describedby'));
  expect(document.activeElement).toBe(note);
  await user.type(note, 'cold');
  expect(dialog.queryByText('Please provide a note!')).toBeNull();
  // a touch beside it throws none of that away
  await user.click(document.querySelector('.mantine-Modal-overlay')!);
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('cold');
  // it was made: the line says so, and who cancels may know better
  expect(dialog.getByRole<HTMLInputElement>('switch', { name: 'The kitchen had made it' }).checked).toBe(true);
  await confirm();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose(user, 'Actions for Table 5', 'Cancel');
  await user.click(await screen.findByRole('radio', { name: 'Wrong entry' }));
  await user.click(screen.getByRole('button', { name: 'Cancel orders' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { status: 'cancelled', reasonId: 5, note: 'cold', isMade: true, quantity: 2 },
    { orderIds: [1], reasonId: 4 },
  ]);
});

test('no more of a line is cancelled than the dialog says, whatever came back to it meanwhile', async () => {
  const sent: unknown[] = [];
  const cancel = answers(updateItemStatus, ({ body }) => {
    sent.push(body);
    return done('Status updated.');
  });
  const server = [settings, bill, board(group(order(1, { items: [item(100, { quantity: 1 })] }))), cancel];
  const { user } = show(<OrdersScreen />, { as: admin, server });
  await choose(user, 'Change Pizza', 'Cancel');
  await user.click(await screen.findByRole('button', { name: 'Cancel item' }));
  await waitFor(() => expect(sent).toEqual([{ status: 'cancelled', isMade: false, quantity: 1 }]));
});

test.each([
  ['Pay & Complete', 'Pay & Complete', completeAndPayOrders],
  ['Cancel', 'Cancel orders', cancelOrders],
])('%s: what is under way cannot be left as if it were stopped', async (entry, label, call) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const server = [
    settings,
    bill,
    board(group(order(1))),
    answers(call, async () => {
      await held;
      return { ...done('Done.'), invoiceId: 4 };
    }),
  ];
  const { user } = show(<OrdersScreen />, { as: admin, server });

  await choose(user, 'Actions for Table 5', entry);
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: label }).disabled).toBe(false));
  await touch(user, dialog, label);

  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Go back' }).disabled).toBe(true);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeTruthy();
  await act(async () => answer());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('cancels only after a warning that it is for good, and only what is not paid', async () => {
  const cancelled = vi.fn(() => done('Order cancelled.'));
  const server = [settings, board(group(order(1, { payment_status: 'paid' }), order(2))), answers(cancelOrders, cancelled)];
  const { user } = show(<OrdersScreen />, { as: admin, server });

  await choose(user, 'Actions for Table 5', 'Cancel');
  await screen.findByText(/This process is irreversible!/);
  expect(cancelled).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancel orders' }));

  await screen.findByText('Order cancelled.');
  expect(cancelled).toHaveBeenCalledWith(expect.objectContaining({ body: { orderIds: [2] } }));
  await waitFor(() => expect(screen.queryByText(/This process is irreversible!/)).toBeNull());
});

test('completes after a question; a failure keeps the dialog and the order', async () => {
  const server = [
    settings,
    board(group(order(1), order(2))),
    answers(completeOrders, ({ body }) => {
      expect(body.orderIds).toEqual([1, 2]);
      throw new AppError('conflict', 'This order is already closed!');
    }),
  ];
  const { user } = show(<OrdersScreen />, { as: admin, server });

  await choose(user, 'Actions for Table 5', 'Complete');
  await user.click(await screen.findByRole('button', { name: 'Complete' }));

  await screen.findByText('This order is already closed!');
  expect(screen.getByRole('dialog', { name: 'Complete – Table 5' })).toBeTruthy();
});

test.each([
  [
    'Complete',
    [item(1), item(2, { status: 'preparing', quantity: 1 })],
    '3 items are still being made; the kitchen will no longer see them.',
  ],
  ['Pay & Complete', [item(1, { quantity: 1 })], '1 item is still being made; the kitchen will no longer see it.'],
  ['Complete', [item(1, { status: 'delivered' })], undefined],
  ['Pay & Complete', [item(1, { status: 'completed' }), item(2, { status: 'cancelled' })], undefined],
])('%s says what the kitchen then loses', async (entry, items, warning) => {
  const { user } = show(<OrdersScreen />, { as: admin, server: [settings, bill, board(group(order(1, { items })))] });

  await choose(user, 'Actions for Table 5', entry);
  const dialog = within(await screen.findByRole('dialog', { name: `${entry} – Table 5` }));

  await dialog.findByText(entry === 'Complete' ? /All orders of this card/ : '€22.60');
  expect(dialog.queryByText(/being made/)?.textContent).toBe(warning);
});

test.each([
  ['Complete', 'Complete', completeOrders],
  ['Pay & Complete', 'Pay & Complete', completeAndPayOrders],
  ['Cancel', 'Cancel orders', cancelOrders],
] as const)('a round that arrives while %s is asked about is said, and done with the others', async (entry, label, endpoint) => {
  let orders = [order(1)];
  const handled = vi.fn((_: object) => ({ ...done('Done.'), invoiceId: 4 }));
  const board = answers(listOrders, ({ query }) => (query.unpaid ? [] : [group(...orders)]));
  const { user, announce } = show(<OrdersScreen />, { as: admin, server: [settings, bill, board, { endpoint, reply: handled }] });
  await choose(user, 'Actions for Table 5', entry);
  const dialog = within(await screen.findByRole('dialog', { name: `${entry} – Table 5` }));
  expect(dialog.queryByText(/meanwhile/)).toBeNull();

  orders = [order(1), order(2)];
  announce({ type: 'new_order', payload: { tokenNo: 12, orderId: 2 }, seq: 31, late: false });
  await dialog.findByText('Token 12 was added meanwhile.');
  await touch(user, dialog, label);

  await waitFor(() => expect(handled.mock.calls[0]?.[0]).toMatchObject({ body: { orderIds: [1, 2] } }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Escape asks before a note that was typed is thrown away, and not before a reason that was touched', async () => {
  const reasons: Reason[] = [{ id: 4, kind: 'void', title: 'Wrong entry', needsNote: false }];
  const server = [settings, bill, board(group(order(1, { items: [item(100)] }))), answers(listReasons, () => reasons)];
  const { user } = show(<OrdersScreen />, { as: admin, server });
  const open = async () => {
    await choose(user, 'Change Pizza', 'Cancel');
    const dialog = within(await screen.findByRole('dialog', { name: /Pizza/ }));
    await user.click(await dialog.findByRole('radio', { name: 'Wrong entry' }));
    return dialog;
  };
  await open();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const dialog = await open();
  await user.type(dialog.getByRole('textbox', { name: 'Note (optional)' }), 'Guest left');
  await user.keyboard('{Escape}');
  const question = within(await screen.findByRole('dialog', { name: 'Discard changes?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard changes?' })).toBeNull());
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Note (optional)' }).value).toBe('Guest left');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['Complete', 'Complete', completeOrders],
  ['Pay & Complete', 'Pay & Complete', completeAndPayOrders],
  ['Cancel', 'Cancel orders', cancelOrders],
] as const)(
  'who comes to the table of guests that left it is not meant by what is asked about them (%s)',
  async (entry, label, endpoint) => {
    let orders = [order(1, { check_id: 8 })];
    const handled = vi.fn((_: object) => ({ ...done('Done.'), invoiceId: 4 }));
    const board = answers(listOrders, ({ query }) => (query.unpaid ? [] : [group(...orders)]));
    const { user, announce } = show(<OrdersScreen />, { as: admin, server: [settings, bill, board, { endpoint, reply: handled }] });
    await choose(user, 'Actions for Table 5', entry);
    const dialog = within(await screen.findByRole('dialog', { name: `${entry} – Table 5` }));
    if (entry === 'Pay & Complete') await user.click(await dialog.findByRole('radio', { name: 'Card' }));

    orders = [order(2, { check_id: 9 })];
    announce({ type: 'order_update', payload: { orderIds: [1, 2] }, seq: 31, late: false });
    await waitFor(() => expect(screen.getByText('Token 12')).toBeTruthy());
    expect(dialog.queryByText(/meanwhile/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: label }));
    await waitFor(() => expect(handled).toHaveBeenCalledOnce());
    expect(handled.mock.lastCall?.[0]).toMatchObject({ body: { orderIds: [1] } });
  },
);
