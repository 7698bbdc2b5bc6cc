import { screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { type CheckRow, listChecks } from '#contract/checks.ts';
import { listOpenChecks, listOrders, type OpenCheck, type Order } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { PosScreen } from './PosScreen.tsx';
import { layOutGrid, menu, waiter, sent, answersInit, quiet, open, card, cart, button, dialog } from './testing-till.tsx';

beforeEach(layOutGrid);

test('a table with an open check says so, live, and the order that joins it too', async () => {
  const check: OpenCheck = { table_id: 6, table_title: 'T2', floor: 'Hall', orders: 1, due: 12.1, since: new Date().toISOString() };
  let checks = [check];
  const { user, announce } = await open(answers(listOpenChecks, () => checks));

  await user.click(screen.getByRole('combobox', { name: 'Table' }));
  const option = await screen.findByRole('option', {
    name: /^T2 1 person · Hall Open check · 1 order, \$12\.10 to pay · since \d\d:\d\d$/,
  });
  expect(screen.getByRole('option', { name: 'T1 4 persons · Terrace' })).toBeDefined();
  await user.click(option);
  expect(cart().textContent).toContain('Open check: 1 order, $12.10 to pay');

  checks = [{ ...check, orders: 2, bills: 3, due: 0 }];
  announce({ type: 'order_update', payload: { orderIds: [1] }, seq: 9, late: false });
  await waitFor(() => expect(cart().textContent).toContain('Open check: 2 orders on 3 bills, paid'));

  // a payment of a part was taken back at another till
  checks = [{ ...check, due: 7.1 }];
  announce({ type: 'check_update', payload: { checkIds: [1] }, seq: 10, late: false });
  await waitFor(() => expect(cart().textContent).toContain('Open check: 1 order, $7.10 to pay'));
});

/** T2 with an open check, and the bills that are open. */
const openTable = (bills: Partial<CheckRow>[], due = 6) => [
  answers(listOpenChecks, () => [{ table_id: 6, table_title: 'T2', floor: 'Hall', orders: 1, due, since: new Date().toISOString() }]),
  answers(listChecks, () => bills as CheckRow[]),
];
const sitDown = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByRole('combobox', { name: 'Table' }));
  await user.click(await screen.findByRole('option', { name: /^T2/ }));
};
const Where = () => <output>{useLocation().pathname}</output>;

test('a table to which only a part of another bill was moved is paid from the page of that bill', async () => {
  const moved = { check_id: 8, bill_no: 1, table_id: 6, table_title: 'T2', due: 6, covers: null };
  const server = [...openTable([moved]), answers(listOrders, () => []), ...quiet, answersInit()];
  const { user } = show(
    <>
      <PosScreen />
      <Where />
    </>,
    { as: waiter, server },
  );
  await screen.findByRole('button', { name: 'Add Fish Soup' });
  await sitDown(user);
  await user.click(await within(cart()).findByRole('button', { name: 'Pay' }));
  expect(await screen.findByText('/dashboard/checks/8', { selector: 'output' })).toBeDefined();
});

test('a table whose round lies on several bills asks which one is paid', async () => {
  const place = { table_id: 6, table_title: 'T2', floor: 'Hall' };
  const soup = { id: 1, item_title: 'Soup', quantity: 2, status: 'created' };
  const items = [soup, { ...soup, id: 2, item_title: 'Wine', check_id: 9 }];
  const round = { ...place, id: 7, token_no: 7, status: 'created', payment_status: 'pending', check_id: 8, items } as Order;
  const bills = [8, 9].map((id) => ({
    ...place,
    check_id: id,
    bill_no: id - 7,
    due: id,
    name: null,
    delivery_type: 'dinein',
    opened_at: '2026-11-21T12:00:00Z',
  }));
  const { user } = await open(
    ...openTable(bills, 17),
    answers(listOrders, ({ query }) => (query.unpaid === '1' ? [] : [{ ...place, orders: [round], order_ids: [7] }])),
  );
  await sitDown(user);
  await user.click(await within(cart()).findByRole('button', { name: 'Pay' }));
  const choice = within(await dialog('Pay – T2'));
  expect(choice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('T2$8.00'),
    expect.stringContaining('T2 · Bill 2$9.00'),
  ]);
});

test('guests are those of the table’s own bill; where only a part of one is left they are of the party that sits down', async () => {
  const sales: CallInput<typeof createOrder>['body'][] = [];
  const large = { id: 5, title: 'Large party', kind: 'percent' as const, value: 10, tax: null, deliveryTypes: [], minCovers: 6 };
  const { user } = await open(
    answers(createOrder, ({ body }) => {
      sales.push(body);
      return sent;
    }),
    answersInit({ ...menu, charges: [large] }),
    ...openTable([{ check_id: 9, bill_no: 2, table_id: 6, table_title: 'T2', due: 6, covers: null }]),
  );
  await user.click(card('Ribeye Steak'));
  await sitDown(user);
  const guests = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Guests' });
  await waitFor(() => expect(guests.readOnly).toBe(false));
  await user.type(guests, '6');
  await user.click(button('Send to Kitchen'));
  const confirm = within(await dialog('Send to Kitchen'));
  expect(confirm.queryByText(/Joins the open check/)).toBeNull();
  await user.click(confirm.getByRole('button', { name: /^Confirm/ }));
  await waitFor(() => expect(sales).toMatchObject([{ covers: 6 }]));
});

test('a round whose answer was lost is not counted among those of the bill that it joins', async () => {
  const place = { table_id: 6, table_title: 'T2', floor: 'Hall', since: new Date().toISOString() };
  const now = { ...place, orders: 1, due: 6 };
  const { user, announce } = await open(
    answers(createOrder, () => {
      Object.assign(now, { orders: 2, due: 12.05 });
      throw new AppError('unavailable', 'Please try again!');
    }),
    answers(listOpenChecks, () => [now]),
    answers(listChecks, () => [{ check_id: 8, bill_no: 1, table_id: 6, table_title: 'T2', covers: null, due: now.due } as CheckRow]),
  );
  await sitDown(user);
  await user.click(card('Fish Soup'));
  await waitFor(() => expect(cart().textContent).toContain('Open check: 1 order, $6.00 to pay'));
  await user.click(button('Send to Kitchen'));
  const confirm = within(await dialog('Send to Kitchen'));
  const joins = () => confirm.queryByText(/^Joins the open check/)?.textContent;
  expect(joins()).toBe('Joins the open check: 1 order, $6.00 to pay.');
  await user.click(confirm.getByRole('button', { name: 'Confirm' }));
  await confirm.findByRole('alert');
  announce({ type: 'check_update', payload: { checkIds: [1] }, seq: 10, late: false });
  await waitFor(() => expect(document.body.textContent).toContain('Open check: 2 orders, $12.05 to pay'));
  expect(joins()).toBe('Joins the open check: 1 order, $6.00 to pay.');
});
