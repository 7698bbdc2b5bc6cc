import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import type { CheckRow } from '#contract/checks.ts';
import { listChecks } from '#contract/checks.ts';
import { AppError } from '#contract/errors.ts';
import { initOrders, listOpenChecks, listOrders, type OpenCheck, type OrderGroup } from '#contract/orders.ts';
import { type Answer, answers, show, tapAgain } from '#web/platform/testing.tsx';
import { printSettings, storeSettings } from '#web/platform/testing-store.ts';
import { OrdersScreen } from './OrdersScreen.tsx';
import { admin, board, group, item, order, staff } from './testing-orders.tsx';
import { tableStates } from './table-states.ts';

const since = new Date(Date.now() - 35 * 60_000).toISOString();
const check = (table_id: number, due: number): OpenCheck => ({
  table_id,
  table_title: `T${table_id}`,
  floor: 'Hall',
  orders: 1,
  due,
  since,
});
const bill = (table_id: number, is_billed: boolean) => ({ check_id: table_id * 10, bill_no: 1, table_id, is_billed }) as CheckRow;

test('of all that is so at a table food that is ready comes first, then the printed bill, then that it is paid', () => {
  const at = (table_id: number, status: 'created' | 'completed', payment_status: 'pending' | 'paid' = 'pending') =>
    group(order(table_id, { table_id, payment_status, items: [item(table_id, { status })] }));
  const open = {
    cards: [at(1, 'completed'), at(2, 'created'), at(3, 'created', 'paid'), at(6, 'created')],
    checks: [check(1, 12), check(2, 12), check(4, 0), check(5, 7)],
    bills: [bill(1, true), bill(2, true), bill(5, false)],
  };
  const marks = (cooksHere: boolean) => [...tableStates({ ...open, cooksHere })].map(([id, { mark, due }]) => [id, mark, due]);
  expect(marks(true)).toEqual([
    [1, 'ready', 12],
    [2, 'billed', 12],
    [4, 'paid', undefined],
    [5, undefined, 7],
    [3, 'paid', undefined],
    // nobody here is told what is owed
    [6, undefined, undefined],
  ]);
  // what is sent counts as made: nothing waits to be brought
  expect(marks(false)[0]).toEqual([1, 'billed', 12]);
});

const table = (id: number, table_title: string, floor: string) => ({ id, table_title, floor, seating_capacity: 4 });
const tables = [
  { ...table(5, 'Table 5', 'Terrace'), plan: { x: 3, y: 2, width: 4, height: 2, shape: 'long' as const } },
  table(6, 'Table 6', 'Terrace'),
  table(7, 'Table 7', 'Terrace'),
  table(8, 'Bar', 'Cellar'),
];
const init = answers(initOrders, () => ({ paymentTypes: [], printSettings, storeSettings, storeTables: tables }));
const server = [
  init,
  board(
    group(order(1, { items: [item(100, { status: 'completed' })] })),
    group(order(2, { table_id: null, table_title: null, floor: null, delivery_type: 'takeaway' })),
  ),
  answers(listOpenChecks, () => [check(5, 20), check(7, 8)]),
  answers(listChecks, () => []),
];
const Place = () => <p>{`at ${useLocation().pathname}${useLocation().search}`}</p>;
const open = async (...own: Answer[]) => {
  const shown = show(
    <Routes>
      <Route path="/" element={<OrdersScreen />} />
      <Route path="*" element={<Place />} />
    </Routes>,
    { as: admin, server: [...own, ...server] },
  );
  await shown.user.click(await screen.findByRole('radio', { name: 'Plan' }));
  await screen.findByRole('list', { name: /^Plan of/ });
  return shown;
};
const tile = (title: string) =>
  within(screen.getByRole('list', { name: /^Plan of/ })).getByRole('button', { name: new RegExp(`^${title} `) });

test('the plan shows each table with its state, below it the orders without a table, and stays for this device', async () => {
  const { user, unmount } = await open();
  expect(screen.getByRole('button', { name: 'Cellar 0/1' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Terrace 2/3' }));
  expect(tile('Table 5').textContent.replaceAll(/\s+/g, ' ')).toMatch(/^Table 5 \S*20\S* Ready 35 min$/);
  expect(tile('Table 6').textContent.replaceAll(/\s+/g, ' ')).toBe('Table 6 Free 4 seats');
  expect([tile('Table 5').dataset['shape'], tile('Table 5').dataset['state'], tile('Table 7').dataset['state']]).toEqual([
    'long',
    'ready',
    'open',
  ]);
  // those of the tables are on the plan
  expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual(['Dine Out / Delivery, token 12']);
  expect(screen.queryByRole('searchbox')).toBeNull();

  unmount();
  show(<OrdersScreen />, { as: admin, server });
  expect(await screen.findByRole('list', { name: 'Plan of Terrace' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'List' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
});

test('a touch shows the card of a table in place of the plan, and the way back to where one was', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: /^Terrace/ }));
  await user.click(tile('Table 5'));
  expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual(['Table 5']);
  expect(screen.queryByRole('list', { name: /^Plan of/ })).toBeNull();
  const back = screen.getByRole('button', { name: 'Back to the plan' });
  expect(document.activeElement).toBe(back);
  await user.click(back);
  expect(document.activeElement).toBe(tile('Table 5'));
});

test('the same touch again does nothing to what lies there now', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: /^Terrace/ }));
  await user.click(tile('Table 5'));
  tapAgain(screen.getByRole('button', { name: 'Back to the plan' }));
  expect(screen.getByRole('article').getAttribute('aria-label')).toBe('Table 5');
});

test('when the card that is looked at leaves, the plan is back, with what stands beside it, and no later card replaces it', async () => {
  const takeaway = group(order(2, { table_id: null, table_title: null, floor: null, delivery_type: 'takeaway' }));
  let orders: OrderGroup[] = [group(order(1)), takeaway];
  const { user } = await open(answers(listOrders, () => orders));
  const reload = async (next: OrderGroup[]) => {
    orders = next;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
  };
  await user.click(screen.getByRole('button', { name: /^Terrace/ }));
  await user.click(tile('Table 5'));
  await reload([takeaway]);
  await screen.findByRole('list', { name: 'Plan of Terrace' });
  expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual(['Dine Out / Delivery, token 12']);

  await reload([group(order(3)), takeaway, group(order(4, { table_id: 6, table_title: 'Table 6' }))]);
  await waitFor(() => expect(screen.getByRole('button', { name: /^Terrace/ }).textContent).toBe('Terrace 3/3'));
  expect(tile('Table 5')).toBeTruthy();
});

test('at a free table who sells begins an order; whoever does not is led nowhere', async () => {
  const { user, unmount } = await open();
  await user.click(screen.getByRole('button', { name: /^Terrace/ }));
  await user.click(tile('Table 6'));
  expect(await screen.findByText('at /dashboard/pos?table=6')).toBeTruthy();
  unmount();

  const cook = show(<OrdersScreen />, { as: staff('ORDER_STATUS'), server });
  expect((await screen.findByRole('list', { name: 'Plan of Terrace' })).textContent).not.toContain('20');
  expect([tile('Table 5').getAttribute('aria-disabled'), tile('Table 6').getAttribute('aria-disabled')]).toEqual([null, 'true']);
  // who is not told which bills are open cannot say that nobody sits there
  expect(tile('Table 6').textContent).not.toContain('Free');
  await cook.user.click(tile('Table 6'));
  expect(tile('Table 6')).toBeTruthy();
});

test.each([
  ['late', () => new Promise<OpenCheck[]>(() => {})],
  [
    'not there',
    () => {
      throw new AppError('server_error', 'Out of order.');
    },
  ],
])('while the bills of the tables are %s the plan shows what the cards tell, and calls no table free', async (_, reply) => {
  const { user } = await open(answers(listOpenChecks, reply));
  await user.click(screen.getByRole('button', { name: 'Terrace' }));
  expect(tile('Table 5').textContent.replaceAll(/\s+/g, ' ')).toBe('Table 5 Ready 12 min');
  // somebody sits there
  expect([tile('Table 7').textContent.replaceAll(/\s+/g, ' '), tile('Table 7').dataset['state']]).toEqual(['Table 7 4 seats', 'unknown']);
});

test('nothing is shown that the plan would push down when it comes', async () => {
  // this device was left so
  (await open()).unmount();
  const late = Promise.withResolvers<void>();
  const shown = answers(initOrders, async () => {
    await late.promise;
    return { paymentTypes: [], printSettings, storeSettings, storeTables: tables };
  });
  show(<OrdersScreen />, { as: admin, server: [shown, ...server] });
  await screen.findByRole('radio', { name: 'Plan' });
  // what else is asked for has come
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryAllByRole('article')).toEqual([]);
  late.resolve();
  expect(await screen.findByRole('article', { name: 'Dine Out / Delivery, token 12' })).toBeTruthy();
  expect(screen.getByRole('list', { name: /^Plan of/ })).toBeTruthy();
});

test('where the plan is long in coming, who has to work meanwhile has the cards', async () => {
  // this device was left so
  (await open()).unmount();
  const never = answers(initOrders, () => new Promise<never>(() => {}));
  show(<OrdersScreen />, { as: admin, server: [never, ...server] });
  expect(screen.queryByRole('article')).toBeNull();
  expect((await screen.findAllByRole('article', undefined, { timeout: 10_000 })).length).toBe(2);
});

test('without tables there is no plan', async () => {
  show(<OrdersScreen />, {
    as: admin,
    server: [answers(initOrders, () => ({ paymentTypes: [], printSettings, storeSettings, storeTables: [] })), ...server],
  });
  await screen.findAllByRole('article');
  expect(screen.queryByRole('radio', { name: 'Plan' })).toBeNull();
});
