import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type CheckRow, listChecks } from '#contract/checks.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { useBills } from './bills.ts';

const admin = { role: 'admin' as const, scopes: [] };
const row = (id: number, due: number, extra: Partial<CheckRow> = {}) => ({ check_id: id, due, customer_id: null, ...extra }) as CheckRow;

const Bills = () => (
  <output>
    {useBills(true)
      ?.map(({ check_id: id, due }) => `${id}: ${due}`)
      .join(', ')}
  </output>
);
const shown = () => screen.getByRole('status').textContent;

/** A screen with the open bills of a server that says what it was asked; `isOld`: it knows no `ids`. */
const open = (bills: Map<number, CheckRow>, isOld = false) => {
  const asked: (string | undefined)[] = [];
  const server = answers(listChecks, ({ query }) => {
    asked.push(query.ids);
    const ids = query.ids === undefined || isOld ? [...bills.keys()] : query.ids.split(',').map(Number);
    return ids.flatMap((id) => bills.get(id) ?? []).sort((a, b) => a.check_id - b.check_id);
  });
  return { asked, ...show(<Bills />, { as: admin, server: [server] }) };
};
const three = () => new Map([1, 2, 3].map((id) => [id, row(id, 10 * id)]));

test('after an announcement a screen asks for the bills that it names and no others; one that is paid goes', async () => {
  const bills = three();
  const { asked, announce } = open(bills);
  await waitFor(() => expect(shown()).toBe('1: 10, 2: 20, 3: 30'));

  bills.delete(1);
  bills.set(2, row(2, 25));
  bills.set(4, row(4, 40));
  announce({ type: 'check_update', payload: { checkIds: [1, 2] }, seq: 1, late: false });
  announce({ type: 'new_order', payload: { tokenNo: 4, orderId: 9, checkIds: [4] }, seq: 2, late: false });
  // the kitchen has begun something
  announce({ type: 'order_update', payload: { orderIds: [7], checkIds: [] }, seq: 3, late: false });
  await waitFor(() => expect(shown()).toBe('2: 25, 3: 30, 4: 40'));
  expect(asked).toEqual([undefined, '1,2,4']);

  announce({ type: 'order_update', payload: { orderIds: [7], checkIds: [] }, seq: 4, late: false });
  announce({ type: 'order_update', payload: { orderIds: [9], checkIds: [4] }, seq: 5, late: false });
  await waitFor(() => expect(asked).toEqual([undefined, '1,2,4', '4']));
});

test.each([
  ['of a node of the release before', { type: 'order_update', payload: { orderIds: [7] }, late: false }],
  ['that was missed', { type: 'check_update', payload: { checkIds: [3] }, late: true }],
  ['that charges have changed', { type: 'menu_update', payload: {}, late: false }],
  ['that too much was missed', { type: 'reload', payload: undefined, late: false }],
] as const)('an announcement %s loads all of them', async (_, event) => {
  const bills = three();
  const { asked, announce } = open(bills);
  await waitFor(() => expect(shown()).toBe('1: 10, 2: 20, 3: 30'));

  bills.set(3, row(3, 33));
  announce({ ...event, seq: 1 } as Parameters<typeof announce>[0]);

  await waitFor(() => expect(shown()).toBe('1: 10, 2: 20, 3: 33'));
  expect(asked).toEqual([undefined, undefined]);
});

test('the answer of a node that knows no ids is all of them', async () => {
  const bills = three();
  const { announce } = open(bills, true);
  await waitFor(() => expect(shown()).toBe('1: 10, 2: 20, 3: 30'));

  bills.delete(2);
  bills.set(3, row(3, 33));
  announce({ type: 'check_update', payload: { checkIds: [3] }, seq: 1, late: false });

  await waitFor(() => expect(shown()).toBe('1: 10, 3: 33'));
});

test('with a customer who has changed the bills of customers are asked for', async () => {
  const bills = three().set(2, row(2, 20, { customer_id: '555' }));
  const { asked, announce } = open(bills);
  await waitFor(() => expect(shown()).toBe('1: 10, 2: 20, 3: 30'));

  announce({ type: 'customer_update', payload: { customerId: 1 }, seq: 1, late: false });

  await waitFor(() => expect(asked).toEqual([undefined, '2']));
});
