import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { markBilled, type Check, listChecks, splitCheck } from '#contract/checks.ts';
import { summarisePayment } from '#contract/orders.ts';
import { answers } from '#web/platform/testing.tsx';
import { HOSTILE, bill, rowOf, done, item, open, button } from './testing-checks.tsx';

const sums = () => screen.getByRole('region', { name: 'Sums' });
test('the bills of one party are told apart, also by their table', async () => {
  const now = { bill: { ...bill, parts: [6, 7] } };
  const rows = [{}, { check_id: 6, bill_no: 2 }, { check_id: 7, table_id: 9, table_title: 'T9' }].map((more) => ({
    ...rowOf(bill),
    ...more,
  }));
  await open(
    now,
    answers(listChecks, () => rows),
  );
  const links = await screen.findAllByRole('link', { name: /61[.]56$/ });
  expect(links.map(({ textContent }) => textContent)).toEqual(['Bill 1$61.56', 'Bill 2$61.56', 'T9$61.56']);
});

test('shows rounds, taxes and what is due, as text, and follows what is announced', async () => {
  const off = { adjustment_id: 8, item_id: null, kind: 'percent' as const, value: 10, amount: 5.7 };
  const adjustments = [{ ...off, reason: HOSTILE, note: HOSTILE, member_name: HOSTILE }];
  const charges = [{ charge_id: 2, title: HOSTILE, amount: 5, tax: 0 }];
  const taxes = [{ ...bill.taxes[0]!, parts: [{ title: HOSTILE, rate: 8, tax: 4.56 }] }];
  const now: { bill: Check } = { bill: { ...bill, adjustments, charges, taxes } };
  const { announce } = await open(now);
  const round = screen.getByRole('region', { name: 'Token 7' });
  expect(screen.getByRole('link', { name: 'Add items' }).getAttribute('href')).toBe('/dashboard/pos?table=1');
  expect(round.textContent).toContain(HOSTILE);
  expect(document.querySelector('img[src=x]')).toBeNull();
  expect(within(round).getByText('Paid')).toBeTruthy();
  expect(sums().textContent).toContain(`VAT 8% on $57.00$4.56${HOSTILE} 8% $4.56`);
  expect(sums().textContent).toContain(`bill${HOSTILE} · ${HOSTILE} · ${HOSTILE}-$5.70Take back${HOSTILE}$5.00`);

  now.bill = { ...bill, total: 80, due: 80, due_cash: 80 };
  announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 1, late: false });
  await vi.waitFor(() => expect(sums().textContent).toContain('Due$80.00'));
});

test('a closed bill says by how much cash was rounded on all of its invoices', async () => {
  const cash = { payment_id: 3, payment_type_id: 1, payment_type: 'Cash', kind: 'cash' as const, amount: 61.55, tip: 0, tendered: null };
  const payment = {
    ...cash,
    change: 0,
    reference: null,
    created_at: '2026-11-23T11:00:00Z',
    member_name: 'Ada',
    state: 'captured' as const,
  };
  const closed = { ...bill, status: 'closed' as const, paid: 61.56, due: 0, invoices: [44, 45], rounding: -0.01, payments: [payment] };
  const { unmount } = await open({ bill: closed });
  expect(sums().textContent).toContain('Cash rounding-$0.01');
  unmount();
  await open({ bill: { ...closed, rounding: 0, payments: [{ ...payment, amount: 61.56 }] } });
  expect(sums().textContent).not.toContain('Cash rounding');
});

test('the receipt of a bill that was paid together with another one is that of their invoice', async () => {
  const paper = { readyState: 'loading', document: { write: vi.fn(), close: vi.fn() }, location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(paper as unknown as Window);
  const cancelled = { ...bill.orders[0]!, id: 2, status: 'cancelled' as const, items: [] };
  const closed = { status: 'closed' as const, paid: 61.56, due: 0, invoices: [44], shared_invoices: [44], rounding: 0 };
  const visa = { payment_type: 'Visa', amount: 100, tip: 0, tendered: null, change: 0, reference: null };
  const invoice = {
    id: 44,
    created_at: '2026-11-23T11:00:00Z',
    payment_type: 'Visa',
    total: 100,
    member: 'Ada',
    payments: [visa],
    buyer: null,
  };
  const asked = vi.fn((_: unknown) => ({
    subtotal: 100,
    taxTotal: 0,
    total: 100,
    taxes: [],
    orders: [],
    paid: 100,
    due: 0,
    invoices: [invoice],
  }));
  const { user } = await open(
    { bill: { ...bill, ...closed, orders: [...bill.orders, cancelled] } },
    answers(summarisePayment, ({ body }) => asked(body)),
  );
  expect(screen.getByText(/It was paid together with another one[.]/)).toBeTruthy();
  await user.click(button('Print Receipt'));
  await vi.waitFor(() => expect(Object.keys(localStorage).some((key) => key.startsWith('comanda_print:'))).toBe(true));
  expect(asked).toHaveBeenCalledExactlyOnceWith({ orderIds: [1], invoiceId: 44 });
  const [, handed] = Object.entries(localStorage).find(([key]) => key.startsWith('comanda_print:'))!;
  expect(JSON.parse(handed as string)).toMatchObject({ data: { total: 100, invoiceId: 44, payments: [visa] } });
});

test('of a bill with a shared and an own invoice each has its receipt, and a second touch opens no second window', async () => {
  const popup = { document: { write: vi.fn(), close: vi.fn() }, location: { replace: vi.fn() }, close: vi.fn() };
  const opened = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  opened.mockClear();
  const { promise: line, resolve: arrive } = Promise.withResolvers<void>();
  const asked: unknown[] = [];
  const closed = { status: 'closed' as const, paid: 61.56, due: 0, invoices: [43, 44], shared_invoices: [44], rounding: 0 };
  const { user } = await open(
    { bill: { ...bill, ...closed } },
    answers(summarisePayment, async ({ body }) => {
      asked.push(body);
      await line;
      return { subtotal: 20, taxTotal: 0, total: 20, taxes: [], orders: [], paid: 20, due: 0, invoices: [] };
    }),
  );
  await user.click(button('Print Receipt of Invoice 44'));
  await user.click(button('Print Receipt of Invoice 44'));
  await user.click(button('Print Receipt of Invoice 43'));
  expect(opened).toHaveBeenCalledTimes(1);
  arrive();
  await vi.waitFor(() => expect(button('Print Receipt of Invoice 43')).toHaveProperty('disabled', false));
  await user.click(button('Print Receipt of Invoice 43'));
  await vi.waitFor(() =>
    expect(asked).toEqual([
      { orderIds: [1], invoiceId: 44 },
      { orderIds: [1], invoiceId: 43 },
    ]),
  );
});

test('a bill is printed as it is by now: a page that has not learned of a round prints it all the same', async () => {
  const paper = { readyState: 'loading', document: { write: vi.fn(), close: vi.fn() }, location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(paper as unknown as Window);
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith('comanda_print:'))) localStorage.removeItem(key);
  const now = { bill };
  const { user } = await open(
    now,
    answers(markBilled, () => ({ ...done, message: 'Bill printed.', prints: 1 })),
  );
  now.bill = { ...bill, total: 80, due: 80, due_cash: 80 };
  await user.click(button('Print bill'));
  await vi.waitFor(() => expect(Object.keys(localStorage).some((key) => key.startsWith('comanda_print:'))).toBe(true));
  const [, handed] = Object.entries(localStorage).find(([key]) => key.startsWith('comanda_print:'))!;
  expect(JSON.parse(handed as string)).toMatchObject({ data: { total: 80, bill: { due: 80, prints: 1 } } });
});

test('rounds that were paid by themselves have each the receipt of its invoice, and no paper says the sum of both', async () => {
  const popup = { document: { write: vi.fn(), close: vi.fn() }, location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  const asked: unknown[] = [];
  const { user } = await open(
    { bill: { ...bill, status: 'closed' as const, paid: 61.56, due: 0, invoices: [43, 44], rounding: 0 } },
    answers(summarisePayment, ({ body }) => {
      asked.push(body);
      return { subtotal: 20, taxTotal: 0, total: 20, taxes: [], orders: [], paid: 20, due: 0, invoices: [] };
    }),
  );
  await user.click(button('Print Receipt of Invoice 44'));
  await vi.waitFor(() => expect(asked).toEqual([{ orderIds: [1], invoiceId: 44 }]));
  await vi.waitFor(() => expect(button('Print Receipt of Invoice 43')).toHaveProperty('disabled', false));
  await user.click(button('Print Receipt of Invoice 43'));
  await vi.waitFor(() => expect(asked.at(-1)).toEqual({ orderIds: [1], invoiceId: 43 }));
});

test.each([
  [[{ ...rowOf(bill), check_id: 8, name: 'Anna' }], 'the bill of T1 · Anna'],
  [[], 'bill 8'],
])('a bill that was merged away leads to the one that has it now', async (others, name) => {
  const gone: Check = { ...bill, status: 'closed', orders: [], total: 0, due: 0, merged_into: 8 };
  await open(
    { bill: gone },
    answers(listChecks, () => others),
  );
  const link = await screen.findByRole('link', { name });
  expect(link).toHaveProperty('pathname', '/dashboard/checks/8');
  expect(link.closest('[role=alert]')?.textContent).toBe(`Merged into ${name}`);
  expect(screen.queryByText(/is closed/)).toBeNull();
});

test('what a colleague cancels while the bill is being split leaves the split, which is then taken', async () => {
  const round = (...items: Check['orders'][0]['items']): Check => ({ ...bill, orders: [{ ...bill.orders[0]!, items }] });
  const now = { bill: round(item(1, 'Soup', { quantity: 3 }), item(2, 'Tea'), item(3, 'Cake', { quantity: 1 })) };
  const split = vi.fn((_: { body: object }) => ({ ...done, checkIds: [6], changeId: 70 }));
  const { user, announce } = await open(now, answers(splitCheck, split));
  await user.click(button('Split'));
  const dialog = within(await screen.findByRole('dialog', { name: /^Split/ }));
  for (const one of [/^3× ?Soup/, /^2× ?Soup/, /^1× ?Soup/, /^1× ?Cake/]) await user.click(dialog.getByRole('button', { name: one }));
  now.bill = round(item(1, 'Soup', { quantity: 2 }), item(2, 'Tea'), item(3, 'Cake', { quantity: 1, status: 'cancelled' }));
  announce({ type: 'order_update', payload: { orderIds: [1] }, seq: 1, late: false });
  await dialog.findByRole('button', { name: /^0× ?Soup/ });
  await vi.waitFor(() => expect(dialog.queryByText('Cake')).toBeNull());
  await user.click(dialog.getByRole('button', { name: 'Split' }));
  await vi.waitFor(() => expect(split.mock.lastCall?.[0].body).toEqual({ parts: [{ items: [{ itemId: 1, quantity: 2 }] }] }));
});

test.each([['Split'], ['Move table'], ['Merge'], ['Guests'], ['Discount'], [/^Pay/]])(
  'the dialog of %s goes when a colleague merges the bill away, and does not come back with the undo',
  async (name) => {
    const now: { bill: Check } = { bill };
    const { user, announce } = await open(now);
    await user.click(button(name));
    await screen.findByRole('dialog');
    now.bill = { ...bill, status: 'closed', merged_into: 8 };
    announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 1, late: false });
    await screen.findByText(/^Merged into/);
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Somebody else has merged this bill into another one.')).toBeTruthy();
    now.bill = bill;
    announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 2, late: false });
    await screen.findByRole('button', { name: /^Pay/ });
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test.each([['Split'], ['Move table'], ['Guests'], ['Discount'], [/^Pay/]])(
  'whoever has the dialog of %s open when a colleague takes the payment reads who did',
  async (name) => {
    const now: { bill: Check } = { bill };
    const { user, announce } = await open(now);
    await user.click(button(name));
    await screen.findByRole('dialog');
    const change = { change_id: 3, at: bill.opened_at, text: 'Paid 61.56 USD by Cash', can_undo: false };
    const changes = [
      { ...change, kind: 'payment' as const, member_name: 'Anna' },
      { ...change, change_id: 2, kind: 'move' as const, member_name: 'Ben' },
    ];
    now.bill = { ...bill, status: 'closed', paid: 61.56, due: 0, invoices: [44], changes };
    announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 1, late: false });
    expect(await screen.findByText('Anna has closed this bill.')).toBeTruthy();
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

test('whoever is paying a part whose split a colleague undoes reads that, also on the page', async () => {
  const now: { bill: Check } = { bill };
  const { user, announce } = await open(now);
  await user.click(button(/^Pay/));
  await screen.findByRole('dialog');
  const change = { change_id: 3, at: bill.opened_at, text: 'Undone: Split into 2 bills', can_undo: false };
  const changes = [{ ...change, kind: 'undo' as const, member_name: 'Anna' }];
  now.bill = { ...bill, status: 'closed', orders: [], total: 0, due: 0, due_cash: 0, changes };
  announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 1, late: false });
  expect(await screen.findByText('Anna has undone the split into this bill.')).toBeTruthy();
  expect(screen.getByText('The split into this bill was undone: all of it is back where it came from.')).toBeTruthy();
});
