import { act, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Check, type CheckRow, getCheck, listChecks, markBilled } from '#contract/checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  cancelOrders,
  completeAndPayOrders,
  completeOrders,
  initOrders,
  listOpenChecks,
  listOrderShelf,
  listOrders,
  type Order,
  type OrderGroup,
  type OrderItem,
  reopenOrders,
  summarisePayment,
  updateItemStatus,
} from '#contract/orders.ts';
import { listReasons, type Reason } from '#contract/reasons.ts';
import type { Scope } from '#contract/permissions.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { printSettings, storeSettings, traits } from '#web/platform/testing-store.ts';
import { writeStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';
import { sendToDisplay } from '#contract/displays.ts';
import { OrdersScreen } from './OrdersScreen.tsx';

const item = (id: number, extra: Partial<OrderItem> = {}): OrderItem => ({
  id,
  order_id: 1,
  item_id: 1,
  item_title: 'Pizza',
  variant_id: null,
  variant_title: null,
  price: 10,
  quantity: 2,
  status: 'created',
  date: '2026-11-21T12:00:00.000Z',
  addons: null,
  notes: null,
  ...extra,
});
const order = (id: number, extra: Partial<Order> = {}): Order => ({
  id,
  date: new Date(Date.now() - 12 * 60_000).toISOString(),
  delivery_type: 'dinein',
  customer_type: 'WALKIN',
  customer_id: null,
  customer_name: null,
  table_id: 5,
  table_title: 'Table 5',
  floor: 'Terrace',
  status: 'created',
  payment_status: 'pending',
  token_no: id + 10,
  items: [item(id * 100)],
  due: 20,
  ...extra,
});
const group = (...orders: Order[]): OrderGroup => ({
  table_id: orders[0]!.table_id,
  table_title: orders[0]!.table_title,
  floor: orders[0]!.floor,
  orders,
  order_ids: orders.map(({ id }) => id),
});
const done = (message: string) => ({ success: true as const, message });

const settings = answers(
  initOrders,
  (): Reply<typeof initOrders> => ({
    paymentTypes: [
      { id: 1, title: 'Cash', is_active: true, ...traits.cash },
      { id: 2, title: 'Card', is_active: true, ...traits.card },
    ],
    printSettings,
    storeSettings,
    storeTables: [],
  }),
);
const bill = answers(summarisePayment, ({ body }) => ({
  invoices: [],
  subtotal: 20,
  taxTotal: 2.6,
  total: 22.6,
  taxes: [{ title: 'VAT', rate: 13, type: 'exclusive' as const, net: 20, tax: 2.6, parts: [] }],
  paid: 0,
  due: 22.6,
  orders: (body.orderIds as number[]).map((id) => {
    const { items, ...rest } = order(id);
    return {
      ...rest,
      items: items.map((line) => ({
        ...line,
        addons: null,
        variant_price: null,
        tax_id: null,
        tax_title: null,
        tax_rate: null,
        tax_type: null,
        itemTotal: 20,
      })),
    };
  }),
}));
const board = (...groups: OrderGroup[]) => answers(listOrders, ({ query }) => (query.unpaid === '1' ? [] : groups));
/** One page of a shelf with these cards; `all` says how many there are. */
const shelf = (cards: OrderGroup[], all = cards.length) =>
  answers(listOrderShelf, ({ query }) => ({
    orders: cards,
    currentPage: Number(query.page),
    perPage: 20,
    totalPages: Math.ceil(all / 20),
    totalOrders: all,
  }));
const staff = (...scopes: Scope[]) => ({ role: 'user' as const, scopes });
const admin = { role: 'admin' as const, scopes: [] };

const menuOf = async (user: ReturnType<typeof show>['user'], name: string | RegExp): Promise<string[]> => {
  await user.click(await screen.findByRole('button', { name }));
  return (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent ?? '');
};
const choose = async (user: ReturnType<typeof show>['user'], menu: string | RegExp, entry: string) => {
  await menuOf(user, menu);
  await user.click(screen.getByRole('menuitem', { name: entry }));
};

let popup: { close: ReturnType<typeof vi.fn>; closed: boolean };
/** Touches the button of that name; where a bill is paid, nobody has chosen how. */
const touch = async (user: ReturnType<typeof show>['user'], dialog: ReturnType<typeof within>, label: string) => {
  if (label === 'Pay & Complete') await user.click(await dialog.findByRole('radio', { name: 'Cash' }));
  await user.click(dialog.getByRole('button', { name: label }));
};

beforeEach(() => {
  popup = { close: vi.fn(), closed: false };
  vi.spyOn(window, 'open').mockImplementation(() => popup as unknown as Window);
});
afterEach(() => vi.restoreAllMocks());

test('a card says what is due and takes payment with one touch; tables are found by search, index and floor', async () => {
  const at = (id: number, extra: Partial<Order> = {}) => group(order(id, { table_id: id, table_title: `Table ${id}`, ...extra }));
  const guest = at(9, { table_id: null, table_title: null, floor: null, customer_type: 'CUSTOMER', customer_name: 'Zoë Hart', due: 7.5 });
  const cards = [at(10), at(2, { floor: 'Hall' }), at(3), at(4), at(5), at(6, { payment_status: 'paid', due: 0 }), guest];
  const check = { table_id: 10, table_title: 'Table 10', floor: 'Terrace', orders: 2, due: 61.56, since: '2026-11-21T12:00:00.000Z' };
  const { user } = show(<OrdersScreen />, { as: admin, server: [settings, bill, board(...cards), answers(listOpenChecks, () => [check])] });
  const names = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
  const card = (name: string) => within(screen.getByRole('article', { name }));

  // of a table all rounds, also those on the other shelf
  await screen.findByText('€61.56');
  expect(card('Table 3').getByText('€20.00')).toBeTruthy();
  expect(card('Dine Out / Delivery, token 19').getByText('€7.50')).toBeTruthy();
  expect(card('Table 6').queryByRole('button', { name: /^Pay/ })).toBeNull();
  expect(card('Table 3').getByRole('link', { name: 'Add items to Table 3' }).getAttribute('href')).toBe('/dashboard/pos?table=3');
  // where no table is, and where the bill is done with, there is no further round
  for (const name of ['Dine Out / Delivery, token 19', 'Table 6']) expect(card(name).queryByRole('link')).toBeNull();

  const index = within(screen.getByRole('group', { name: 'Tables' }));
  expect(index.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Hall',
    'Terrace',
    'Table 2',
    'Table 3',
    'Table 4',
    'Table 5',
    'Table 6',
    'Table 10',
  ]);
  await user.click(index.getByRole('button', { name: 'Hall' }));
  expect(names()).toEqual(['Table 2']);
  await user.click(index.getByRole('button', { name: 'Hall' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'zoe');
  expect(names()).toEqual(['Dine Out / Delivery, token 19']);
  await user.clear(screen.getByRole('searchbox', { name: 'Search orders' }));
  await user.click(index.getByRole('button', { name: 'Table 10' }));
  expect(names()).toEqual(['Table 10']);

  const pay = screen.getByRole('button', { name: 'Pay Table 10' });
  await user.click(pay);
  await screen.findByRole('dialog', { name: 'Pay & Complete – Table 10' });
});

test('the focus is on the card’s menu again when what it opened is closed', async () => {
  const { user } = show(<OrdersScreen />, { as: admin, server: [settings, bill, board(group(order(1)))] });
  for (const entry of ['Cancel', 'Complete', 'Pay & Complete']) {
    await choose(user, 'Actions for Table 5', entry);
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Table 5' }));
  }
});

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

test('tells ages and days by the server’s clock, however wrong the tablet’s is', async () => {
  const server = Date.parse('2020-02-02T12:00:00Z');
  let clock = () => server;
  const sent = (minutes: number) => ({ date: new Date(server - minutes * 60_000).toISOString() });
  const { user } = show(<OrdersScreen />, {
    as: admin,
    server: [settings, board(group(order(1, sent(12)), order(2, sent(0)), order(3, sent(14 * 60))))],
    clock: () => clock(),
  });

  const card = await screen.findByRole('article', { name: 'Table 5' });
  const times = () => within(card).getAllByText(/ · /, { selector: 'time' });
  await waitFor(() =>
    expect(times().map(({ textContent }) => textContent)).toEqual([
      '12 min ago · 11:48',
      'just now · 12:00',
      '14 h 0 min ago · 1 Feb 2020, 22:00',
    ]),
  );
  clock = Date.now;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(times()[0]!.textContent).toMatch(/days ago/));
});

test('Refresh is busy while it loads, and says when it has', async () => {
  let arrive = () => {};
  let isFirst = true;
  const slow = answers(listOrders, async ({ query }) => {
    if (query.unpaid !== '1' && !isFirst) await new Promise<void>((resolve) => (arrive = resolve));
    if (query.unpaid !== '1') isFirst = false;
    return query.unpaid === '1' ? [] : [group(order(1))];
  });
  const { user } = show(<OrdersScreen />, { as: admin, server: [settings, slow] });
  await screen.findByRole('article', { name: 'Table 5' });
  const refresh = screen.getByRole('button', { name: 'Refresh' });

  await user.click(refresh);
  expect(refresh.hasAttribute('data-loading')).toBe(true);
  expect(screen.queryByText('Orders Loaded!')).toBeNull();
  act(arrive);
  await screen.findByText('Orders Loaded!');
  expect(refresh.hasAttribute('data-loading')).toBe(false);
});

test('shows a card for each table and one for each order without a table', async () => {
  const guest = order(3, {
    table_id: null,
    table_title: null,
    floor: null,
    delivery_type: 'delivery',
    customer_type: 'CUSTOMER',
    customer_id: '+12125550111',
    customer_name: 'Maria',
    member_name: 'Ben',
  });
  const lines = [
    item(1, { variant_title: 'Large', addons: [{ id: 1, item_id: 1, title: 'Basil' }], notes: 'no salt', status: 'preparing' }),
  ];
  show(<OrdersScreen />, { as: admin, server: [settings, board(group(order(1, { items: lines }), order(2)), group(guest))] });

  const table = within(await screen.findByRole('article', { name: 'Table 5' }));
  const first = within(table.getByRole('region', { name: 'Token 11' }))
    .getByText('Token 11')
    .closest('section')!;
  for (const said of ['Unpaid', '12 min ago', 'Dine-In', 'Walk-in', '2×', 'Pizza – Large', '+ Basil', 'no salt', 'Preparing'])
    expect(first.textContent).toContain(said);
  expect(table.getByRole('region', { name: 'Token 12' })).toBeTruthy();
  const other = screen.getByRole('article', { name: 'Dine Out / Delivery, token 13' });
  expect(within(other).getByRole('heading', { name: 'Dine Out / Delivery' })).toBeTruthy();
  expect(other.textContent).toContain('Delivery · Maria · +12125550111 · by Ben');
});

test('says that nothing is pending', async () => {
  show(<OrdersScreen />, { as: admin, server: [settings, board()] });

  expect(await screen.findByText('No Orders Pending!')).toBeTruthy();
});

test('refreshing says how it went and keeps what is shown', async () => {
  let isBroken = false;
  const server = [
    settings,
    answers(listOrders, () => {
      if (isBroken) throw new AppError('server_error', 'Something went wrong!');
      return [group(order(1))];
    }),
  ];
  const { user } = show(<OrdersScreen />, { as: admin, server });
  await screen.findByRole('article', { name: 'Table 5' });

  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('Orders Loaded!');
  isBroken = true;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));

  await waitFor(() => expect(screen.getAllByText(/Error loading orders! Please try later!/).length).toBe(2));
  expect(screen.getByRole('article', { name: 'Table 5' })).toBeTruthy();
});

test('each member is offered what the server would do for them', async () => {
  const server = [settings, board(group(order(1)))];
  const seller = show(<OrdersScreen />, { as: staff('POS'), server });
  expect(await menuOf(seller.user, 'Actions for Table 5')).toEqual(['Print Receipt', 'Complete', 'Pay & Complete', 'Cancel']);
  seller.unmount();

  const runner = show(<OrdersScreen />, { as: staff('ORDER_STATUS'), server });
  expect(await menuOf(runner.user, 'Change Pizza')).toEqual(['Preparing', 'Complete', 'Delivered', 'Cancel']);
  expect(screen.queryByRole('button', { name: 'Actions for Table 5' })).toBeNull();
  runner.unmount();

  show(<OrdersScreen />, { as: staff('ORDER_STATUS_DISPLAY'), server });
  await screen.findByRole('article', { name: 'Table 5' });
  expect(screen.queryByRole('button', { name: /^(Actions|Change)/ })).toBeNull();
});

test('what is paid is neither paid again nor cancelled', async () => {
  const server = [settings, board(group(order(1, { payment_status: 'paid' })))];
  const { user } = show(<OrdersScreen />, { as: staff('ORDERS'), server });

  expect(await menuOf(user, 'Actions for Table 5')).toEqual(['Print Receipt', 'Complete']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(await menuOf(user, 'Change Pizza')).toEqual(['Preparing', 'Complete', 'Delivered']);
});

test('a cancelled item is struck from the choices', async () => {
  show(<OrdersScreen />, { as: admin, server: [settings, board(group(order(1, { items: [item(1, { status: 'cancelled' }), item(2)] })))] });

  await screen.findByText('Cancelled');
  expect(screen.getAllByRole('button', { name: 'Change Pizza' })).toHaveLength(1);
});

test('sets the status of an item and reads the board again', async () => {
  let status: OrderItem['status'] = 'created';
  const server = [
    settings,
    answers(listOrders, () => [group(order(1, { items: [item(7, { status })] }))]),
    answers(updateItemStatus, ({ params, body }) => {
      expect(params.id).toBe('7');
      status = body.status;
      return done('Status updated.');
    }),
  ];
  const { user } = show(<OrdersScreen />, { as: admin, server });

  await choose(user, 'Change Pizza', 'Delivered');

  expect((await screen.findAllByText('Status updated.')).length).toBe(1);
  expect(await screen.findByText('Delivered')).toBeTruthy();
});

test('of two statuses in a row the second is sent when the first is answered; other items wait for neither', async () => {
  const sent: unknown[] = [];
  const held: (() => void)[] = [];
  const server = [
    settings,
    board(group(order(1, { items: [item(7), item(8, { item_title: 'Soup' })] }))),
    answers(updateItemStatus, async ({ params, body }) => {
      sent.push([params.id, body.status]);
      await new Promise<void>((resolve) => held.push(resolve));
      return done('Status updated.');
    }),
  ];
  const { user } = show(<OrdersScreen />, { as: admin, server });

  await choose(user, 'Change Pizza', 'Preparing');
  await choose(user, 'Change Pizza', 'Delivered');
  await choose(user, 'Change Soup', 'Delivered');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    ['7', 'preparing'],
    ['8', 'delivered'],
  ]);

  held.shift()?.();
  await waitFor(() => expect(sent[2]).toEqual(['7', 'delivered']));
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
  await user.type(dialog.getByLabelText('Note'), 'cold');
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

test('shows the bill and pays exactly that, with a receipt when wanted', async () => {
  const paid = vi.fn((_: unknown) => ({ ...done('Payment received.'), invoiceId: 4 }));
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
  await user.click(dialog.getByRole('button', { name: 'Pay & Complete' }));

  await screen.findByText('Table 5 paid: €22.60, Card');
  expect(paid.mock.calls[0]![0]).toMatchObject({ body: { orderIds: [1], subTotal: 20, taxTotal: 2.6, total: 22.6, paymentTypeId: 2 } });
  const handed = Object.entries(localStorage).find(([key]) => key.startsWith('comanda_print:'))?.[1] as string;
  expect(JSON.parse(handed)).toMatchObject({ kind: 'receipt', data: { total: 22.6, paymentType: 'Card', invoiceId: 4, tokens: [11] } });
  expect(JSON.parse(handed)).toMatchObject({
    data: { payments: [{ payment_type: 'Card', amount: 22.6, tip: 0, tendered: null }], taxes: [{ title: 'VAT', tax: 2.6 }] },
  });
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
  await waitFor(() => expect(shown).toMatchObject([{ lines: [{ total: 20 }], total: 22.6, paid: null }]));
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

const isHanded = (key: string) => key.startsWith('comanda_print:');
const forgetHanded = () => {
  for (const key of Object.keys(localStorage).filter(isHanded)) localStorage.removeItem(key);
};
/** What was handed over to be printed. */
const handed = async () => {
  await waitFor(() => expect(Object.keys(localStorage).some(isHanded)).toBe(true));
  return (JSON.parse(localStorage.getItem(Object.keys(localStorage).find(isHanded)!)!) as { data: object }).data;
};
const row = (id: number, extra: Partial<CheckRow> = {}): CheckRow => ({
  check_id: id,
  bill_no: 1,
  table_id: 5,
  table_title: 'Table 5',
  floor: 'Terrace',
  opened_at: '2026-11-21T12:00:00.000Z',
  covers: null,
  name: null,
  delivery_type: 'dinein',
  customer_id: null,
  customer_name: null,
  member_name: null,
  orders: 1,
  total: 22.6,
  paid: 0,
  due: 22.6,
  is_billed: false,
  ...extra,
});
const page = (of: CheckRow): Check => ({
  ...of,
  status: 'open',
  currency: 'EUR',
  orders: [],
  subTotal: of.total,
  taxTotal: 0,
  due_cash: of.due,
  taxes: [],
  adjustments: [],
  discount: 0,
  charges: [],
  removed_charges: [],
  payments: [],
  invoices: [],
  buyer: null,
  merged_into: null,
  changes: [],
  parts: [],
  prints: 1,
});
const Where = () => <output>{useLocation().pathname}</output>;
const whereIs = (path: string) => waitFor(() => expect(screen.getByText(/^\//, { selector: 'output' }).textContent).toBe(path));

test('the receipt of a round that was paid with others is that of their invoice, with its number', async () => {
  const payment = { payment_type: 'Cash', amount: 45.2, tip: 0, tendered: null, change: 0, reference: null };
  const invoice = { id: 42, created_at: '2026-11-21T18:30:00.000Z', payment_type: 'Cash', total: 45.2, member: 'Ada', payments: [payment] };
  const asked = vi.fn((input: object) => {
    const whole = (input as { body: { invoiceId?: number } }).body.invoiceId === 42;
    const summary = bill.reply(whole ? { body: { orderIds: [1, 2] } } : input) as object;
    return { ...summary, total: whole ? 45.2 : 22.6, invoices: [invoice], paid: 22.6, due: 0 };
  });
  const paid = group(order(1, { status: 'completed', payment_status: 'paid', due: 0 }));
  const server = [settings, { ...bill, reply: asked }, board(), shelf([paid])];
  const { user } = show(<OrdersScreen />, { as: staff('ORDERS'), server });
  await user.click(await screen.findByText('Done today'));
  forgetHanded();
  await choose(user, 'Actions for Table 5, token 11', 'Print Receipt');
  const paper = await handed();
  expect(paper).toMatchObject({ invoiceId: 42, total: 45.2, tokens: [11, 12], payments: [{ amount: 45.2 }] });
});

test('a card without a table leads to its bill too, and its print is a bill that says how often it was printed', async () => {
  const here = row(9, { table_id: null, table_title: null, bill_no: null, total: 27.6, paid: 5 });
  const cash = { payment_id: 1, payment_type_id: 1, payment_type: 'Cash', kind: 'cash' as const, amount: 5, tip: 0, tendered: null };
  const taken = { ...cash, change: 0, reference: null, created_at: here.opened_at, member_name: 'Ada', state: 'captured' as const };
  const marked = vi.fn(() => ({ ...done('Bill printed.'), prints: 3 }));
  const card = group(order(1, { table_id: null, table_title: null, check_id: 9 }));
  const server = [
    settings,
    bill,
    board(card),
    answers(listChecks, () => [here]),
    answers(markBilled, marked),
    answers(getCheck, () => ({ ...page(here), payments: [taken] })),
  ];
  const { user } = show(<OrdersScreen />, { as: staff('POS', 'ORDERS'), server });
  await screen.findByRole('link', { name: 'Bills (1)' });
  forgetHanded();

  const [actions] = screen.getAllByRole('button', { name: /^Actions for/ });
  expect(await menuOf(user, actions!.getAttribute('aria-label')!)).toContain('Open bill');
  await user.click(screen.getByRole('menuitem', { name: 'Print Receipt' }));

  const paper = await handed();
  expect(paper).toMatchObject({ checkId: 9, bill: { due: 22.6, prints: 3 }, total: 27.6, paymentType: null });
  expect(paper).toMatchObject({ payments: [{ payment_type: 'Cash', amount: 5 }] });
});

/** A round at table 5, a line of which lies on bill 6. */
const splitRound = group(order(1, { check_id: 5, items: [item(100), item(101, { item_title: 'Wine', quantity: 1, check_id: 6 })] }));
const [atHome, moved] = [row(5, { due: 9.9 }), row(6, { table_id: 9, table_title: 'Table 9', due: 6 })];

test('a table to which only a part was moved has a card that pays and prints it, and is found', async () => {
  const marked = vi.fn((_: unknown) => ({ ...done('Bill printed.'), prints: 2 }));
  const server = [
    settings,
    bill,
    board(splitRound),
    answers(listChecks, () => [atHome, moved]),
    answers(listOpenChecks, () => [{ table_id: 9, table_title: 'Table 9', floor: 'Terrace', orders: 1, due: 6, since: moved.opened_at }]),
    answers(getCheck, () => page(moved)),
    answers(markBilled, marked),
  ];
  const { user } = show(
    <>
      <OrdersScreen />
      <Where />
    </>,
    { as: admin, server },
  );
  const card = within(await screen.findByRole('article', { name: 'Table 9' }));
  await waitFor(() => expect(card.getByText('€6.00')).toBeTruthy());
  expect(await menuOf(user, 'Actions for Table 9')).toEqual(['Open bill', 'Print Receipt', 'Pay']);
  forgetHanded();
  await user.click(screen.getByRole('menuitem', { name: 'Print Receipt' }));
  expect(await handed()).toMatchObject({ checkId: 6, bill: { due: 6, prints: 2 } });

  const search = screen.getByRole('searchbox', { name: 'Search orders' });
  await user.type(search, 'table 9');
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Table 5' })).toBeNull());
  await user.click(card.getByRole('button', { name: 'Pay Table 9' }));
  await whereIs('/dashboard/checks/6');
});

test('a part without a table has a card that pays and prints it, beside that of its order, and of its table', async () => {
  const nowhere = { table_id: null, table_title: null, floor: null };
  const split = (id: number, home: number, part: number, place: object) =>
    group(order(id, { ...place, check_id: home, items: [item(id * 100), item(id * 100 + 1, { item_title: 'Wine', check_id: part })] }));
  const bills = [
    row(5, { ...nowhere, delivery_type: 'takeaway', customer_name: 'Maria', due: 9.9 }),
    row(6, { ...nowhere, delivery_type: 'takeaway', name: 'Anna', due: 6 }),
    row(7, { due: 8 }),
    // of two rounds of the table
    row(8, { ...nowhere, orders: 2, due: 4 }),
  ];
  const server = [
    settings,
    bill,
    board(split(1, 5, 6, nowhere), split(2, 7, 8, {})),
    answers(listChecks, () => bills),
    answers(listOpenChecks, () => [
      { table_id: 5, table_title: 'Table 5', floor: 'Terrace', orders: 1, due: 8, since: bills[2]!.opened_at },
    ]),
    answers(getCheck, ({ params: { id } }) => page(bills.find(({ check_id: one }) => String(one) === String(id))!)),
    answers(markBilled, () => ({ ...done('Bill printed.'), prints: 2 })),
  ];
  const { user } = show(
    <>
      <OrdersScreen />
      <Where />
    </>,
    { as: admin, server },
  );
  await screen.findByRole('link', { name: 'Bills (4)' });
  const names = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
  await waitFor(() => expect(names()).toEqual(['Dine Out / Delivery, token 11', 'Take Away · Anna', 'Table 5', 'Dine-In · Bill 8']));
  const dues = () => screen.getAllByRole('article').map((card) => /€[\d.]+/.exec(card.textContent)?.[0]);
  await waitFor(() => expect(dues()).toEqual(['€9.90', '€6.00', '€8.00', '€4.00']));
  expect(screen.getAllByText('Split off another bill.')).toHaveLength(2);
  expect(await menuOf(user, 'Actions for Take Away · Anna')).toEqual(['Open bill', 'Print Receipt', 'Pay']);
  forgetHanded();
  await user.click(screen.getByRole('menuitem', { name: 'Print Receipt' }));
  expect(await handed()).toMatchObject({ checkId: 6, bill: { due: 6, prints: 2 } });
  await user.click(screen.getByRole('button', { name: 'Pay Dine-In · Bill 8' }));
  await whereIs('/dashboard/checks/8');
});

test('an order without a table stands for its part, where its own bill is paid', async () => {
  const nowhere = { table_id: null, table_title: null, floor: null };
  const rest = group(order(1, { ...nowhere, check_id: 5, due: 6, items: [item(100), item(101, { check_id: 6 })] }));
  const server = [settings, bill, board(rest), answers(listChecks, () => [row(6, { ...nowhere, due: 6 })])];
  const { user } = show(
    <>
      <OrdersScreen />
      <Where />
    </>,
    { as: admin, server },
  );
  await screen.findByRole('link', { name: 'Bills (1)' });
  const card = within(await screen.findByRole('article'));
  expect(await card.findByText('€6.00')).toBeDefined();
  await user.click(card.getByRole('button', { name: /^Pay / }));
  await whereIs('/dashboard/checks/6');
});

test.each([
  ['went to another table', moved, 'Table 9'],
  ['stays at the table as a bill of its own', row(6, { bill_no: 2, due: 6 }), 'Table 5 · Bill 2'],
])('where a part %s, Pay and Print ask which bill, and Cancel names what is on it', async (_, part, name) => {
  const summed = vi.fn(bill.reply);
  const marked = vi.fn((_: unknown) => ({ ...done('Bill printed.'), prints: 2 }));
  const server = [
    settings,
    { ...bill, reply: summed },
    board(splitRound),
    answers(listChecks, () => [atHome, part]),
    answers(getCheck, ({ params: { id } }) => page(String(id) === '6' ? part : atHome)),
    answers(markBilled, marked),
  ];
  const { user } = show(
    <>
      <OrdersScreen />
      <Where />
    </>,
    { as: admin, server },
  );
  await screen.findByRole('link', { name: 'Bills (2)' });
  forgetHanded();

  await choose(user, 'Actions for Table 5', 'Print Receipt');
  const printing = within(await screen.findByRole('dialog', { name: 'Print – Table 5' }));
  const bills = printing.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(bills).toEqual([expect.stringContaining('Table 5€9.90'), expect.stringContaining(`${name}€6.00`)]);
  await user.click(printing.getByRole('button', { name: new RegExp(`^${name} ?€6.00`) }));
  expect(await handed()).toMatchObject({ checkId: 6, bill: { due: 6, prints: 2 } });
  expect(marked.mock.calls).toEqual([[expect.objectContaining({ params: { id: '6' } })]]);

  await choose(user, 'Actions for Table 5', 'Cancel');
  await screen.findByText(`With them goes what was split off: 1 × Wine of ${name}.`);
  await user.click(screen.getByRole('button', { name: 'Go back' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Pay Table 5' }));
  const paying = within(await screen.findByRole('dialog', { name: 'Pay – Table 5' }));
  await user.click(paying.getByRole('button', { name: new RegExp(`^${name} ?€6.00`) }));
  await whereIs('/dashboard/checks/6');
  expect(summed).not.toHaveBeenCalled();
});

test('where all that is left lies on one bill of another table, Pay leads there', async () => {
  const server = [settings, bill, board(splitRound), answers(listChecks, () => [moved])];
  const { user } = show(
    <>
      <OrdersScreen />
      <Where />
    </>,
    { as: admin, server },
  );
  await screen.findByRole('link', { name: 'Bills (1)' });
  await user.click(screen.getByRole('button', { name: 'Pay Table 5' }));
  await whereIs('/dashboard/checks/6');
  expect(screen.queryByRole('dialog')).toBeNull();
});

const summaryWith = (extra: Partial<Reply<typeof summarisePayment>>) =>
  answers(summarisePayment, async (input) => ({ ...(await (bill.reply(input) as Promise<Reply<typeof summarisePayment>>)), ...extra }));

test('what is left of a round is paid after a part was paid by itself', async () => {
  const wine = { id: 41, created_at: '2026-11-21T18:30:00.000Z', payment_type: 'Cash', total: 6, member: 'Anna' };
  const server = [settings, summaryWith({ invoices: [wine] }), board(splitRound), answers(listChecks, () => [row(5)])];
  const { user } = show(<OrdersScreen />, { as: admin, server });
  await screen.findByRole('link', { name: 'Bills (1)' });
  await user.click(screen.getByRole('button', { name: 'Pay Table 5' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay & Complete – Table 5' }));
  await dialog.findByText('€22.60');
  expect(dialog.queryByText('This order is already paid!')).toBeNull();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Pay & Complete' }).disabled).toBe(false);
});

const takeaway = { table_id: null, table_title: null, floor: null };
test.each([
  [
    'a takeaway that is paid in part',
    takeaway,
    { ...takeaway, paid: 5, due: 14.8 },
    { paid: 5, due: 14.8 },
    /^A part of this bill is paid\./,
  ],
  ['a table that another table’s part lies on', {}, { due: 28.6 }, {}, /^This bill has more on it\./],
])('%s says on its card what the bill says, and is paid from the bill', async (_, place, ofBill, ofSummary, sentence) => {
  const card = group(order(1, { ...place, check_id: 9, due: 19.8 }));
  const here = row(9, ofBill);
  const check = { table_id: 5, table_title: 'Table 5', floor: 'Terrace', orders: 1, due: here.due, since: here.opened_at };
  const server = [
    settings,
    summaryWith(ofSummary),
    board(card),
    answers(listChecks, () => [row(3, { table_id: 3 }), here]),
    answers(listOpenChecks, () => [check]),
  ];
  const { user } = show(<OrdersScreen />, { as: admin, server });
  const shown = within(await screen.findByRole('article'));
  await shown.findByText(`€${here.due.toFixed(2)}`);
  await user.click(shown.getByRole('button', { name: /^Pay / }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Pay & Complete/ }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(sentence);
  expect(dialog.getByRole('link', { name: 'open the bill' }).getAttribute('href')).toBe('/dashboard/checks/9');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Pay & Complete' }).disabled).toBe(true);
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

test('a new order appears by itself; a burst of announcements loads little', async () => {
  let loads = 0;
  const server = [
    settings,
    answers(listOrders, ({ query }) => (query.unpaid ? [] : [group(...Array.from({ length: ++loads }, (_, place) => order(place + 1)))])),
  ];
  const { announce } = show(<OrdersScreen />, { as: admin, server });
  await screen.findByText('Token 11');

  announce({ type: 'reservation_update', payload: { reservationId: 1 }, seq: 0, late: false });
  announce({ type: 'new_qrorder', payload: { orderId: 1 }, seq: 0, late: false });
  expect(loads).toBe(1);
  for (let seq = 1; seq <= 30; seq += 1) announce({ type: 'order_update', payload: { orderIds: [1] }, seq, late: false });
  announce({ type: 'new_order', payload: { tokenNo: 12, orderId: 2 }, seq: 31, late: false });

  await screen.findByText('Token 12');
  expect(loads).toBe(2);
});

test('a customer who is renamed is renamed on the cards', async () => {
  let customer_name = 'Maria';
  const server = [
    settings,
    answers(listOrders, ({ query }) => (query.unpaid ? [] : [group(order(1, { customer_type: 'CUSTOMER', customer_name }))])),
  ];
  const { announce } = show(<OrdersScreen />, { as: admin, server });
  await screen.findByText(/Maria/);

  customer_name = 'Mariam';
  announce({ type: 'customer_update', payload: { customerId: 1 }, seq: 1, late: false });

  expect(await screen.findByText(/Mariam/)).toBeTruthy();
});

test('after an announcement the screen asks for the orders that it names and no others; who has left the board goes', async () => {
  const kept = new Map([1, 2, 3].map((id) => [id, order(id, { table_id: id, table_title: `Table ${id}` })]));
  const asked: (string | undefined)[] = [];
  const server = [
    settings,
    answers(listOrders, ({ query }) => {
      asked.push(query.ids);
      const ids = query.ids === undefined ? [...kept.keys()] : query.ids.split(',').map(Number);
      return ids.flatMap((id) => kept.get(id) ?? []).map((one) => group(one));
    }),
  ];
  const { announce } = show(<OrdersScreen />, { as: admin, server });
  await screen.findByText('Token 11');

  kept.delete(1);
  kept.set(2, order(2, { table_id: 2, table_title: 'Table 2', payment_status: 'paid' }));
  kept.set(4, order(4, { table_id: 3, table_title: 'Table 3' }));
  announce({ type: 'order_update', payload: { orderIds: [1, 2] }, seq: 1, late: false });
  announce({ type: 'new_order', payload: { tokenNo: 14, orderId: 4 }, seq: 2, late: false });

  await waitFor(() => expect(screen.queryByRole('article', { name: 'Table 1' })).toBeNull());
  expect(within(screen.getByRole('article', { name: 'Table 2' })).getByText('Paid')).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Table 3' }).textContent).toMatch(/Token 13.*Token 14/);
  expect(asked).toEqual([undefined, '1,2,4']);
  announce({ type: 'order_update', payload: { orderIds: [2] }, seq: 3, late: true });
  await waitFor(() => expect(asked).toEqual([undefined, '1,2,4', undefined]));
});

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
