import { act, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { sendToDisplay } from '#contract/displays.ts';
import { addAdjustment, removeAdjustment, removeCharge, restoreAdjustment, restoreCharge } from '#contract/discounts.ts';
import {
  type Check,
  getCheck,
  listChecks,
  mergeCheck,
  moveCheck,
  payCheck,
  reversePayment,
  setCovers,
  undoCheckChange,
} from '#contract/checks.ts';
import { AppError } from '#contract/errors.ts';
import { listReasons } from '#contract/reasons.ts';
import { initOrders } from '#contract/orders.ts';
import { type Answer, answers, show } from '#web/platform/testing.tsx';
import { printSettings, storeSettings, traits } from '#web/platform/testing-store.ts';
import { writeStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';
import { notify } from '#web/platform/toast.ts';
import { CheckScreen } from './CheckScreen.tsx';

const HOSTILE = '<img src=x onerror=alert(1)>';
const item = (id: number, title: string, changes: Partial<Check['orders'][0]['items'][0]> = {}) => ({
  id,
  order_id: 1,
  item_id: id,
  item_title: title,
  variant_id: null,
  variant_title: null,
  price: 10,
  quantity: 2,
  status: 'created' as const,
  date: '2026-11-23T10:00:00Z',
  addons: null,
  notes: null,
  variant_price: null,
  tax_id: null,
  tax_title: null,
  tax_rate: null,
  tax_type: null,
  itemTotal: 20,
  is_paid: false,
  is_counted: true,
  ...changes,
});
const bill: Check = {
  check_id: 5,
  name: null,
  parts: [],
  bill_no: 1,
  table_id: 1,
  table_title: 'T1',
  floor: 'Hall',
  opened_at: '2026-11-23T10:00:00Z',
  covers: null,
  delivery_type: 'dinein',
  customer_id: null,
  customer_name: null,
  member_name: 'Ada',
  total: 61.56,
  paid: 0,
  due: 61.56,
  is_billed: false,
  status: 'open',
  currency: 'USD',
  orders: [
    {
      id: 1,
      token_no: 7,
      date: '2026-11-23T10:00:00Z',
      status: 'created',
      items: [item(1, 'Soup', { notes: HOSTILE }), item(2, 'Tea', { is_paid: true, is_counted: false })],
    },
  ],
  subTotal: 57,
  taxTotal: 4.56,
  taxes: [{ title: 'VAT', rate: 8, type: 'exclusive', net: 57, tax: 4.56, parts: [] }],
  due_cash: 61.56,
  adjustments: [],
  discount: 0,
  removed_charges: [],
  charges: [],
  payments: [],
  invoices: [],
  buyer: null,
  changes: [],
  merged_into: null,
  prints: 0,
};
const rowOf = ({ orders, ...row }: Check) => ({ ...row, orders: orders.length });
const done = { success: true as const, message: 'Done.' };
const settings = answers(initOrders, () => ({
  paymentTypes: [
    { id: 1, title: 'Cash', is_active: true, ...traits.cash },
    { id: 2, title: 'Card', is_active: true, ...traits.card, needs_reference: true },
  ],
  printSettings,
  storeSettings: { ...storeSettings, currency: 'USD' },
  storeTables: [
    { id: 1, table_title: 'T1', floor: 'Hall' },
    { id: 9, table_title: 'T9', floor: 'Hall' },
  ],
}));

/** The page of a bill, which the pretend server answers as `now` has it. */
const open = async (now: { bill: Check }, ...server: Answer[]) => {
  const shown = show(
    <Routes>
      <Route path="/dashboard/checks/:id" element={<CheckScreen />} />
    </Routes>,
    {
      as: { role: 'user', scopes: ['POS', 'INVOICES'] },
      path: '/dashboard/checks/5',
      server: [...server, settings, answers(getCheck, () => now.bill), answers(listChecks, () => [rowOf(now.bill)])],
    },
  );
  await screen.findByRole('heading', { level: 1, name: 'T1' });
  return shown;
};
const sums = () => screen.getByRole('region', { name: 'Sums' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const pay = () => screen.getByRole('dialog').querySelector<HTMLButtonElement>('button[type=submit]')!;

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
  expect(round.textContent).toContain(HOSTILE);
  expect(document.querySelector('img[src=x]')).toBeNull();
  expect(within(round).getByText('Paid')).toBeTruthy();
  expect(sums().textContent).toContain(`VAT 8% on $57.00$4.56${HOSTILE} 8% $4.56`);
  expect(sums().textContent).toContain(`bill${HOSTILE} · ${HOSTILE} · ${HOSTILE}-$5.70Take back${HOSTILE}$5.00`);

  now.bill = { ...bill, total: 80, due: 80, due_cash: 80 };
  announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 1, late: false });
  await vi.waitFor(() => expect(sums().textContent).toContain('Due$80.00'));
});

test('nothing is chosen unasked; cash has notes and change, which stands until a touch', async () => {
  const now = { bill };
  const paid = vi.fn((_: { body: object }) => {
    now.bill = { ...bill, status: 'closed', paid: 61.56, due: 0, invoices: [44] };
    return { ...done, paymentIds: [3], paid: 61.56, due: 0, due_cash: 0, change: 8.44, invoiceId: 44 };
  });
  const { user } = await open(now, answers(payCheck, paid));
  await user.click(button(/^Pay/));
  await user.click(pay());
  expect(screen.getByText('Please choose a payment type!')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  await user.click(within(screen.getByRole('group', { name: 'Cash received' })).getByRole('button', { name: '$70' }));
  await user.click(pay());

  const panel = await screen.findByRole('dialog', { name: 'Paid' });
  expect(panel.textContent).toContain('Change of $70.00$8.44');
  expect(paid.mock.lastCall?.[0].body).toEqual({
    payments: [{ paymentTypeId: 1, amount: 61.56, tendered: 70 }],
    due: 61.56,
    complete: true,
  });
  expect(await screen.findByRole('link', { name: 'Invoice 44' })).toHaveProperty('pathname', '/dashboard/invoices');
  await user.click(screen.getByRole('heading', { level: 1 }));
  expect(screen.queryByRole('dialog', { name: 'Paid' })).toBeNull();
});

test('the guest of a bill reads on this till’s display what it comes to, then the change, then nothing', async () => {
  const now = { bill };
  const shown: unknown[] = [];
  const { user } = await open(
    now,
    answers(payCheck, () => {
      now.bill = { ...bill, status: 'closed', paid: 61.56, due: 0, invoices: [44] };
      return { ...done, paymentIds: [3], paid: 61.56, due: 0, due_cash: 0, change: 8.44, invoiceId: 44 };
    }),
    answers(sendToDisplay, ({ body }) => {
      shown.push(body.shown);
      return done;
    }),
  );
  act(() => void writeStored(displayKey('display'), 3));
  await user.click(button(/^Pay/));
  // of the two lines the tea is paid
  await vi.waitFor(() => expect(shown).toEqual([{ lines: [{ title: 'Soup', quantity: 2, total: 20 }], total: 61.56, paid: null }]));
  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  await user.click(within(screen.getByRole('group', { name: 'Cash received' })).getByRole('button', { name: '$70' }));
  await user.click(pay());
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ lines: [], total: 61.56, paid: { given: 70, change: 8.44, tokenNo: 0 } }));
  await user.click(screen.getByRole('heading', { level: 1 }));
  await vi.waitFor(() => expect(shown.at(-1)).toBeNull());
});

test('of a bill in shares the display goes on: the change until the next touch, who gets none makes room at once', async () => {
  const now = { bill };
  const shown: { total: number; paid: unknown }[] = [];
  const { user } = await open(
    now,
    answers(payCheck, ({ body }) => {
      const paid = 20.52 + now.bill.paid;
      const due = paid > 30 ? 20.52 : 41.04;
      now.bill = { ...bill, paid, due, due_cash: due };
      return { ...done, paymentIds: [3], paid, due, due_cash: due, change: body.payments[0]!.tendered ? 9.48 : 0, invoiceId: null };
    }),
    answers(sendToDisplay, ({ body }) => {
      shown.push({ total: body.shown!.total, paid: body.shown!.paid });
      return done;
    }),
  );
  const last = () => shown.at(-1);
  act(() => void writeStored(displayKey('display'), 3));
  await user.click(button('Split'));
  await user.click(screen.getByRole('radio', { name: 'Evenly' }));
  await user.click(button('3'));
  await user.click(button('Pay share 1 of 3'));
  await vi.waitFor(() => expect(last()).toEqual({ total: 20.52, paid: null }));
  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  await user.click(within(screen.getByRole('group', { name: 'Cash received' })).getByRole('button', { name: '$30' }));
  await user.click(pay());

  await screen.findByRole('dialog', { name: /^Share 2 of 3/ });
  await vi.waitFor(() => expect(last()).toEqual({ total: 20.52, paid: { given: 30, change: 9.48, tokenNo: 0 } }));
  // a double tap has read nothing
  await new Promise((resolve) => setTimeout(resolve, 750));
  await user.click(screen.getByRole('radio', { name: 'Card' }));
  await vi.waitFor(() => expect(last()).toEqual({ total: 20.52, paid: null }));

  const before = shown.length;
  await user.type(screen.getByLabelText('Reference'), 'slip 8');
  await user.click(pay());
  await screen.findByRole('dialog', { name: /^Share 3 of 3/ });
  await vi.waitFor(() => expect(shown.length).toBeGreaterThan(before));
  expect(shown.slice(before).every(({ paid }) => paid === null)).toBe(true);
  expect(last()?.total).toBe(20.52);
});

test('a bill that changed says what is due now and keeps what was typed', async () => {
  const now = { bill };
  const paid = vi.fn((_: { body: object }) => {
    now.bill = { ...bill, total: 80, due: 80, due_cash: 80 };
    throw new AppError('price_changed', 'The bill has changed.', { body: { total: 80, paid: 0, due: 80 } });
  });
  const { user } = await open(now, answers(payCheck, paid));
  await user.click(button(/^Pay/));
  await user.click(screen.getByRole('radio', { name: 'Card' }));
  await user.clear(screen.getByLabelText('Amount'));
  await user.type(screen.getByLabelText('Amount'), '30');
  await user.type(screen.getByLabelText('Tip'), '2');
  await user.click(pay());
  expect(screen.getByText('Please provide a reference!')).toBeTruthy();
  await user.type(screen.getByLabelText('Reference'), 'slip 8');
  await user.click(pay());

  expect(await screen.findByText('The bill has changed: $80.00 is due now.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('30');
  expect(screen.getByLabelText<HTMLInputElement>('Reference').value).toBe('slip 8');
  await user.click(pay());
  expect(paid.mock.lastCall?.[0].body).toMatchObject({
    payments: [{ paymentTypeId: 2, amount: 30, tip: 2, reference: 'slip 8' }],
    due: 80,
  });
});

test('without an answer the very same is sent again, whatever became due meanwhile', async () => {
  const now = { bill };
  const paid = vi.fn((_: { body: object }) => {
    throw new AppError('unavailable', 'Please try again!');
  });
  const { user, announce } = await open(now, answers(payCheck, paid));
  await user.click(button(/^Pay/));
  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  await user.clear(screen.getByLabelText('Amount'));
  await user.type(screen.getByLabelText('Amount'), '40');
  await user.click(pay());
  expect(await screen.findByText('There was no answer. Press Pay again: nothing is taken twice.')).toBeTruthy();

  now.bill = { ...bill, paid: 40, due: 21.56 };
  announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 1, late: false });
  await vi.waitFor(() => expect(screen.getAllByText('$21.56').length).toBeGreaterThan(0));
  await user.click(pay());
  expect(paid).toHaveBeenCalledTimes(2);
  expect(paid.mock.calls[1]).toEqual(paid.mock.calls[0]);
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
  await user.click(within(question).getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('Merged into T9.')).toBeTruthy();
  expect(merge.mock.lastCall?.[0]).toMatchObject({ params: { id: '8' }, body: { checkId: 5 } });
  await user.click(button('Undo'));
  await vi.waitFor(() => expect(undo.mock.lastCall?.[0]).toMatchObject({ params: { id: '8' }, body: { changeId: 70 } }));
});

test('the preview of a line’s discount begins before what is off the whole bill', async () => {
  const given = { kind: 'amount' as const, reason: null, note: null, member_name: null };
  const adjustments = [
    { ...given, adjustment_id: 8, item_id: null, value: 3.8, amount: 3.8 },
    { ...given, adjustment_id: 9, item_id: 1, value: 1, amount: 1 },
  ];
  const [round] = bill.orders;
  const orders = [{ ...round!, items: [item(1, 'Soup', { discount: 4.8 })] }];
  const { user } = await open({ bill: { ...bill, adjustments, discount: 4.8, orders } });
  await user.click(button(/^Discount for.*Soup/));
  const dialog = within(await screen.findByRole('dialog', { name: 'Discount – Soup' }));
  await user.click(dialog.getByRole('button', { name: '50 %' }));
  expect(dialog.getByRole('status').textContent).toBe('-$9.50$19.00 → $9.50');
  expect(dialog.getByText('The discount of the whole bill comes off after this one.')).toBeTruthy();
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

test('a payment is taken back with a reason; as long as it is there items cannot be split', async () => {
  const payment = {
    payment_id: 3,
    payment_type_id: 1,
    payment_type: 'Cash',
    kind: 'cash' as const,
    amount: 20,
    tip: 0,
    tendered: 50,
    change: 30,
    reference: null,
    created_at: '2026-11-23T11:00:00Z',
    member_name: 'Ada',
    state: 'captured' as const,
  };
  const reverse = vi.fn((_: { params: object; body: object }) => ({ ...done, paid: 0, due: 61.56 }));
  const { user } = await open(
    { bill: { ...bill, paid: 20, due: 41.56, payments: [payment] } },
    answers(reversePayment, reverse),
    answers(listReasons, () => [
      { id: 7, kind: 'refund' as const, title: 'Complaint', needsNote: false },
      { id: 8, kind: 'void' as const, title: 'Burnt', needsNote: false },
    ]),
  );
  await user.click(button('Split'));
  await user.click(screen.getByText('By items'));
  expect(screen.getByText('This bill has payments; it can be split evenly or by amount only.')).toBeTruthy();
  await user.click(button('Go back'));
  await user.click(button('Take back $20.00, Cash'));
  const question = await screen.findByRole('dialog', { name: 'Take back $20.00, Cash?' });
  expect((await within(question).findAllByRole<HTMLInputElement>('radio')).map(({ labels }) => labels?.[0]?.textContent)).toEqual([
    'Complaint',
  ]);
  await user.click(within(question).getByRole('radio', { name: 'Complaint' }));
  await user.type(within(question).getByLabelText('Note (optional)'), 'Cold');
  await user.click(within(question).getByRole('button', { name: 'Take back' }));
  await vi.waitFor(() =>
    expect(reverse.mock.lastCall?.[0]).toMatchObject({ params: { id: '5', paymentId: '3' }, body: { reasonId: 7, note: 'Cold' } }),
  );
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('money comes off a line or the bill; it stands on the bill and can be taken back, and so can a charge', async () => {
  const now = { bill };
  const given: unknown[] = [];
  const { user } = await open(
    now,
    answers(addAdjustment, ({ body }) => {
      given.push(body);
      const off = {
        adjustment_id: 8,
        item_id: null,
        kind: 'percent' as const,
        value: 10,
        amount: 5.7,
        reason_id: 6,
        reason: 'Complaint',
        note: 'Cold',
        member_name: 'Ana',
      };
      now.bill = { ...bill, discount: 5.7, adjustments: [off], charges: [{ charge_id: 2, title: 'Service', amount: 5, tax: 0 }], due: 60 };
      return { ...done, checkId: 5, adjustmentId: 8, total: 60, due: 60 };
    }),
    answers(removeAdjustment, ({ body }) => {
      given.push(body);
      return { ...done, checkId: 5, adjustmentId: 8, total: 60, due: 60 };
    }),
    answers(restoreAdjustment, ({ params, body }) => {
      given.push({ ...params, ...body });
      return { ...done, checkId: 5, adjustmentId: 8, total: 60, due: 60 };
    }),
    answers(removeCharge, ({ params }) => {
      given.push(params);
      now.bill = { ...now.bill, charges: [], removed_charges: [{ charge_id: 2, title: 'Service' }] };
      return { ...done, message: 'Charge taken off.', checkId: 5, total: 60, due: 60 };
    }),
    answers(restoreCharge, () => {
      given.push('put back');
      now.bill = { ...now.bill, charges: [{ charge_id: 2, title: 'Service', amount: 5, tax: 0 }], removed_charges: [] };
      return { ...done, message: 'Charge put back.', checkId: 5, total: 65, due: 65 };
    }),
  );
  const undoable = vi.spyOn(notify, 'undoable');
  await user.click(button('Discount'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Discount – T1' }));
  await user.click(dialog.getByRole('button', { name: '10 %' }));
  await user.click(dialog.getByRole('button', { name: 'Give discount' }));
  const costs = within(await screen.findByRole('list', { name: 'Discounts and charges' }));
  expect(undoable).toHaveBeenLastCalledWith(done.message, expect.any(Function), 20_000);
  expect(costs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '10 % off the billComplaint · Cold · Ana-$5.70Take back',
    'Service$5.00Take off',
  ]);
  await user.click(costs.getByRole('button', { name: 'Take back: 10 % off the bill' }));
  // taken back by mistake: the same one comes back, under who gave it
  await vi.waitFor(() => expect(given).toHaveLength(2));
  await user.click((await screen.findAllByRole('button', { name: 'Undo' })).at(-1)!);
  await vi.waitFor(() => expect(given[2]).toEqual({ id: '5', adjustmentId: 8 }));
  await user.click(costs.getByRole('button', { name: 'Take off: Service' }));
  await user.click(await screen.findByRole('button', { name: 'Put back: Service' }));
  await vi.waitFor(() => expect(undoable).toHaveBeenLastCalledWith('Charge put back.', expect.any(Function), 20_000));
  act(() => undoable.mock.lastCall![1]());
  await screen.findByRole('button', { name: 'Put back: Service' });
  expect([given[0], given[1], ...given.slice(3)]).toEqual([
    { itemId: null, kind: 'percent', value: '10' },
    { adjustmentId: 8 },
    { id: '5', chargeId: '2' },
    'put back',
    { id: '5', chargeId: '2' },
  ]);
  expect(undoable).toHaveBeenCalledWith('Charge taken off.', expect.any(Function), 20_000);
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
