import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CheckRow, listChecks } from '#contract/checks.ts';
import {
  cancelOrders,
  completeAndPayOrders,
  completeOrders,
  listOrderShelf,
  listOrders,
  reopenOrders,
  summarisePayment,
} from '#contract/orders.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { OrdersScreen } from './OrdersScreen.tsx';
import { order, group, done, settings, bill, board, shelf, staff, admin, menuOf, choose, touch, openPopups } from './testing-orders.tsx';

beforeEach(openPopups);

afterEach(() => vi.restoreAllMocks());

test('completed orders that wait for payment can be paid', async () => {
  const server = [settings, bill, board(), shelf([group(order(4, { status: 'completed', table_title: 'Table 8' }))])];
  const { user } = show(<OrdersScreen />, { as: staff('ORDERS'), server });

  await user.click(await screen.findByText('Awaiting payment'));

  expect(await menuOf(user, 'Actions for Table 8')).toEqual(['Print Receipt', 'Pay']);
  expect(screen.queryByRole('button', { name: 'Change Pizza' })).toBeNull();
});

test.each(['Open', 'Awaiting payment'])(
  'a table whose first round is completed pays and prints both rounds as one, from the shelf %s',
  async (looked) => {
    const paid = vi.fn((_: unknown) => ({ ...done('Payment received.'), invoiceId: 4 }));
    const summed = vi.fn(bill.reply);
    const shelves = answers(listOrders, ({ query }) => [query.unpaid ? group(order(1, { status: 'completed' })) : group(order(2))]);
    const unpaid = shelf([group(order(1, { status: 'completed' }))]);
    const server = [settings, { ...bill, reply: summed }, shelves, unpaid, answers(completeAndPayOrders, paid)];
    const { user } = show(<OrdersScreen />, { as: staff('ORDERS'), server });
    await user.click(await screen.findByText(looked));

    await choose(user, 'Actions for Table 5', 'Print Receipt');
    await waitFor(() => expect(summed).toHaveBeenCalledWith(expect.objectContaining({ body: { orderIds: [1, 2] } })));
    await choose(user, 'Actions for Table 5', looked === 'Open' ? 'Pay & Complete' : 'Pay');
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay & Complete – Table 5' }));
    await dialog.findByText('The whole check of this table, with what was completed before: tokens 11, 12.');
    await touch(user, dialog, 'Pay & Complete');

    await screen.findByText('Table 5 paid: €22.60, Cash');
    expect(paid.mock.calls[0]![0]).toMatchObject({ body: { orderIds: [1, 2] } });
  },
);

test('a shelf is loaded when it is looked at, a page at a time', async () => {
  const looked = vi.fn(shelf([group(order(4, { status: 'completed' }))], 45).reply);
  const server = [settings, board(group(order(1))), { endpoint: listOrderShelf, reply: looked }];
  const { user } = show(<OrdersScreen />, { as: admin, server });
  await screen.findByText('Token 11');
  expect(looked).not.toHaveBeenCalled();

  await user.click(screen.getByText('Awaiting payment'));
  await screen.findByText('1–20 of 45 cards');
  await user.click(screen.getByRole('button', { name: 'Page 3' }));

  await screen.findByText('41–45 of 45 cards');
  expect(looked.mock.calls.map(([input]) => (input as { query: object }).query)).toEqual([
    { shelf: 'unpaid', page: '1', perPage: '20' },
    { shelf: 'unpaid', page: '3', perPage: '20' },
  ]);
});

test('a shelf says how many cards it holds, as far as that is known without asking for it', async () => {
  const others = (id: number) => order(id, { table_id: id, table_title: `Table ${id}` });
  const bills = [{ awaiting_cards: [1, 4] }, {}, { awaiting_cards: [4] }] as CheckRow[];
  const finished = shelf([group(order(9, { status: 'completed', payment_status: 'paid' }))], 45);
  const server = [settings, board(group(others(1)), group(others(2)), group(others(3))), finished, answers(listChecks, () => bills)];
  const { user } = show(<OrdersScreen />, { as: admin, server });

  for (const name of ['Open 3', 'Awaiting payment 2', 'Done today']) expect(await screen.findByRole('radio', { name })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Done today' }));
  for (const name of ['Open 3', 'Awaiting payment 2', 'Done today 45']) expect(await screen.findByRole('radio', { name })).toBeTruthy();
});

test('on a phone the search stands above the cards, and floors and tables behind a button that says how many are chosen', async () => {
  const before = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...before(media), matches: media.includes('max-width: 40em') }));
  const cards = [1, 2, 3, 4, 5, 6, 7].map((id) => group(order(id, { table_id: id, table_title: `Table ${id}` })));
  const { user } = show(<OrdersScreen />, { as: admin, server: [settings, board(...cards)] });
  const button = await screen.findByRole('button', { name: 'Filter', expanded: false });
  expect(screen.getByRole('searchbox', { name: 'Search orders' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Table 4' })).toBeNull();

  await user.click(button);
  await user.click(screen.getByRole('button', { name: 'Table 4' }));
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Table 4' })).toBeNull();
  const said = screen.getByRole('button', { name: 'Filter (1)', expanded: false });
  expect(document.activeElement).toBe(said);

  await user.click(said);
  await user.click(screen.getByRole('button', { name: 'Table 4', pressed: true }));
  expect(screen.getAllByRole('article')).toHaveLength(7);
});

test('where the table that was looked for has left, one touch shows the others', async () => {
  const cards = [1, 2, 3, 4, 5, 6, 7].map((id) => group(order(id, { table_id: id, table_title: `Table ${id}` })));
  const server = [settings, answers(listOrders, ({ query }) => (query.ids ? [] : cards))];
  const { user, announce } = show(<OrdersScreen />, { as: admin, server });
  await user.click(await screen.findByRole('button', { name: 'Table 4' }));
  announce({ type: 'order_update', payload: { orderIds: [4] }, seq: 1, late: false });
  await screen.findByText('No order matches.');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(screen.getAllByRole('article')).toHaveLength(6);
});

test('a table with many bills of today is one choice among the tables, which shows them all', async () => {
  const paid = { status: 'completed', payment_status: 'paid' } as const;
  const cards = [1, 2, 3, 4, 5, 6, 7].map((id) => {
    const table = { table_id: id < 4 ? 50 : id, table_title: id < 4 ? 'Table 5' : `Table 1${id}` };
    return group(order(id, { ...paid, ...table }));
  });
  const { user } = show(<OrdersScreen />, { as: admin, server: [settings, board(), shelf(cards)] });
  await user.click(await screen.findByText('Done today'));
  const choices = within(await screen.findByRole('group', { name: 'Tables' }));
  expect(choices.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Table 5',
    'Table 14',
    'Table 15',
    'Table 16',
    'Table 17',
  ]);
  await user.click(choices.getByRole('button', { name: 'Table 5' }));
  expect(screen.getAllByRole('article')).toHaveLength(3);
});

test('what was completed today is brought back', async () => {
  const finished = [1, 2].map((id) => group(order(id, { status: 'completed', payment_status: 'paid' })));
  const reopened = vi.fn((_: unknown) => {
    finished.splice(0, 1);
    return done('Order brought back.');
  });
  const server = [settings, bill, board(), shelf(finished), answers(reopenOrders, reopened)];
  const { user } = show(<OrdersScreen />, { as: staff('ORDERS'), server });
  await user.click(await screen.findByText('Done today'));

  expect(await menuOf(user, 'Actions for Table 5, token 11')).toEqual(['Print Receipt', 'Bring back']);
  await user.click(screen.getByRole('menuitem', { name: 'Bring back' }));

  await screen.findByText('Order brought back.');
  expect(reopened.mock.calls[0]![0]).toMatchObject({ body: { orderIds: [1] } });
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Table 5, token 11' })).toBeNull());
  expect(screen.getByRole('article', { name: 'Table 5, token 12' })).toBeTruthy();
});

test.each([
  ['Complete', 'Complete', completeOrders],
  ['Pay & Complete', 'Pay & Complete', completeAndPayOrders],
  ['Cancel', 'Cancel orders', cancelOrders],
  ['Print Receipt', undefined, summarisePayment],
] as const)('%s takes all 101 orders of a card', async (entry, label, endpoint) => {
  const orders = Array.from({ length: 101 }, (_, at) => order(at + 1));
  const handled = vi.fn((_: object) => ({ ...done('Done.'), invoiceId: 4 }));
  const handler = endpoint === summarisePayment ? { ...bill, reply: vi.fn(bill.reply) } : { endpoint, reply: handled };
  const { user } = show(<OrdersScreen />, { as: admin, server: [settings, handler, bill, board(group(...orders))] });

  await choose(user, 'Actions for Table 5', entry);
  if (label) {
    const dialog = within(await screen.findByRole('dialog'));
    // the bill that it waits for
    if (entry === 'Pay & Complete') await dialog.findByText('€22.60');
    await touch(user, dialog, label);
  }

  const ids = orders.map(({ id }) => id);
  await waitFor(() =>
    expect(handler.reply).toHaveBeenCalledWith(expect.objectContaining({ body: expect.objectContaining({ orderIds: ids }) })),
  );
  expect(endpoint.body.safeParse({ orderIds: ids }).success).toBe(true);
});
