import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { markBilled, type Check, listChecks, mergeCheck, moveCheck, setCovers, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { summarisePayment } from '#contract/orders.ts';
import { AppError } from '#contract/errors.ts';
import { answers } from '#web/platform/testing.tsx';
import { notify } from '#web/platform/toast.ts';
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

test('a table with an open bill may take this one; the message undoes it', async () => {
  const other = { ...bill, check_id: 8, table_id: 9, table_title: 'T9', due: 10 };
  const merge = vi.fn((_: { params: object; body: object }) => ({ ...done, checkId: 8, changeId: 70 }));
  const undo = vi.fn((_: { params: object; body: object }) => ({ ...done, checkId: 5, changeId: 71 }));
  const { user } = await open(
    { bill },
    answers(listChecks, () => [rowOf(bill), rowOf(other)]),
    answers(moveCheck, () => {
      throw new AppError('conflict', 'This table has an open bill.', { body: { openCheckId: 8 } });
    }),
    answers(mergeCheck, merge),
    answers(undoCheckChange, undo),
  );
  await user.click(button('Move table'));
  await user.click(button(/^T9/));
  const question = await screen.findByRole('dialog', { name: 'T9 has an open bill' });
  expect(within(question).getByText(/Later rounds get only those of T9\.$/)).toBeTruthy();
  await user.click(within(question).getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('Merged into T9.')).toBeTruthy();
  expect(merge.mock.lastCall?.[0]).toMatchObject({ params: { id: '8' }, body: { checkId: 5 } });
  await user.click(button('Undo'));
  await vi.waitFor(() => expect(undo.mock.lastCall?.[0]).toMatchObject({ params: { id: '8' }, body: { changeId: 70 } }));
});

test('a move whose answer was lost closes its dialog once the bill tells of it, and can be undone', async () => {
  const now = { bill };
  const undo = vi.fn((_: unknown) => ({ ...done, checkId: 5, changeId: 32 }));
  const { user, announce } = await open(
    now,
    answers(moveCheck, () => {
      const change = { change_id: 31, kind: 'move' as const, at: bill.opened_at, member_name: 'Ada', text: 'Moved to T9', can_undo: true };
      now.bill = { ...bill, table_id: 9, changes: [change] };
      throw new AppError('unavailable', 'Please try again!');
    }),
    answers(undoCheckChange, undo),
  );
  const keys: (string | null)[] = [];
  const others = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    if (String(address).endsWith('/move')) keys.push(new Headers(init?.headers).get('idempotency-key'));
    return others(address, init);
  };
  onTestFinished(() => void (globalThis.fetch = others));
  const move = async () => {
    await user.click(button('Move table'));
    await user.click(within(await screen.findByRole('dialog', { name: 'Move – T1' })).getByRole('button', { name: /^T9/ }));
    await screen.findByText('Please try again!');
  };
  await move();
  announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 1, late: false });
  expect(await screen.findByText('Moved to T9.')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  now.bill = bill;
  await user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!);
  await vi.waitFor(() => expect(undo.mock.lastCall?.[0]).toMatchObject({ body: { changeId: 31 } }));
  // back there once more is another move
  await move();
  expect(keys).toHaveLength(2);
  expect(keys[1]).not.toBe(keys[0]);
});

test('what was undone from the history is not offered by its message any more', async () => {
  const now = { bill };
  const change = {
    change_id: 51,
    kind: 'split' as const,
    at: bill.opened_at,
    member_name: 'Ada',
    text: 'Split into 2 bills',
    can_undo: true,
  };
  const { user } = await open(
    now,
    answers(splitCheck, () => {
      now.bill = { ...bill, parts: [6], changes: [change] };
      return { ...done, checkIds: [6], changeId: 51 };
    }),
    answers(undoCheckChange, () => {
      const undone = { ...change, change_id: 52, kind: 'undo' as const, text: 'Undone: Split into 2 bills' };
      now.bill = { ...bill, changes: [undone, change].map((one) => ({ ...one, can_undo: false })) };
      return { ...done, message: 'Undone: Split into 2 bills.', checkId: 5, changeId: 52 };
    }),
  );
  await user.click(button('Split'));
  const dialog = within(await screen.findByRole('dialog', { name: /^Split/ }));
  await user.click(dialog.getByRole('button', { name: /^2× ?Soup/ }));
  await user.click(dialog.getByRole('button', { name: 'Split' }));
  expect(await screen.findByText('Split into 2 bills.')).toBeTruthy();
  const history = await screen.findByRole('region', { name: 'History' });
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2);
  await user.click(within(history).getByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(screen.queryByText('Split into 2 bills.')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a number of guests whose answer was lost closes its dialog once the bill tells of it', async () => {
  const now: { bill: Check } = { bill };
  const { user, announce } = await open(
    now,
    answers(setCovers, () => {
      const change = { change_id: 31, kind: 'charge' as const, at: bill.opened_at, member_name: 'Ada', text: 'Guests: 4', can_undo: false };
      now.bill = { ...bill, covers: 4, changes: [change] };
      throw new AppError('unavailable', 'Please try again!');
    }),
  );
  await user.click(button('Guests'));
  await user.click(within(await screen.findByRole('dialog', { name: 'Guests – T1' })).getByRole('button', { name: '4' }));
  await screen.findByText('Please try again!');
  announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 1, late: false });
  expect(await screen.findByText('Guests: 4.')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the number of guests is undone for 20 s: then it is what it was, or none', async () => {
  const undoable = vi.spyOn(notify, 'undoable');
  const asked: unknown[] = [];
  const { user } = await open(
    { bill },
    answers(setCovers, ({ body }) => {
      asked.push(body.covers);
      return { ...done, message: 'Guests updated.' };
    }),
  );
  await user.click(button('Guests'));
  await user.click(within(await screen.findByRole('dialog', { name: 'Guests – T1' })).getByRole('button', { name: '4' }));
  expect(await screen.findByText('Guests updated.')).toBeTruthy();
  expect(undoable).toHaveBeenLastCalledWith('Guests updated.', expect.any(Function), 20_000);
  await user.click(button('Undo'));
  await vi.waitFor(() => expect(asked).toEqual([4, 0]));
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
