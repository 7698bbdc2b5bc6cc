import { screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Check, type CheckRow, getCheck, listChecks, markBilled } from '#contract/checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import { listOpenChecks, summarisePayment } from '#contract/orders.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { OrdersScreen } from './OrdersScreen.tsx';
import {
  item,
  order,
  group,
  done,
  settings,
  bill,
  board,
  shelf,
  staff,
  admin,
  menuOf,
  choose,
  openPopups,
  isHanded,
  handed,
} from './testing-orders.tsx';

beforeEach(openPopups);

afterEach(() => vi.restoreAllMocks());

const forgetHanded = () => {
  for (const key of Object.keys(localStorage).filter(isHanded)) localStorage.removeItem(key);
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
    // what comes onto it before it is noted as printed is on the paper
    answers(getCheck, () => (marked.mock.calls.length === 0 ? page(here) : { ...page(here), payments: [taken] })),
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

test('a part that is paid at another till while a card is being paid is said before the guest is asked for all of it', async () => {
  let paid = 0;
  const summary = answers(summarisePayment, async (input) => ({
    ...(await (bill.reply(input) as Promise<Reply<typeof summarisePayment>>)),
    paid,
    due: 22.6 - paid,
  }));
  const server = [settings, summary, board(group(order(1, { check_id: 5 }))), answers(listChecks, () => [row(5, { paid })])];
  const { user, announce } = show(<OrdersScreen />, { as: admin, server });
  await screen.findByRole('link', { name: 'Bills (1)' });
  await user.click(screen.getByRole('button', { name: 'Pay Table 5' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay & Complete – Table 5' }));
  await dialog.findByText('€22.60');
  expect(dialog.queryByRole('alert')).toBeNull();

  paid = 10;
  announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 31, late: false });
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^A part of this bill is paid\./);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Pay & Complete' }).disabled).toBe(true);
});

test('a discount that a colleague gives while a card is being paid is said to whom the guest has told the old sum', async () => {
  let total = 22.6;
  const summary = answers(summarisePayment, async (input) => ({
    ...(await (bill.reply(input) as Promise<Reply<typeof summarisePayment>>)),
    total,
    due: total,
  }));
  const server = [settings, summary, board(group(order(1, { check_id: 5 }))), answers(listChecks, () => [row(5, { total, due: total })])];
  const { user, announce } = show(<OrdersScreen />, { as: admin, server });
  await screen.findByRole('link', { name: 'Bills (1)' });
  await user.click(screen.getByRole('button', { name: 'Pay Table 5' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay & Complete – Table 5' }));
  await dialog.findByText('€22.60');

  total = 20.1;
  announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 31, late: false });
  expect((await dialog.findByRole('alert')).textContent).toBe('The bill has changed: €20.10 is due now.');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Pay & Complete' }).disabled).toBe(false);
});
