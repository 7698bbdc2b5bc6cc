import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sendToDisplay } from '#contract/displays.ts';
import { type Check, payCheck, reversePayment } from '#contract/checks.ts';
import { listDrawers } from '#contract/drawers.ts';
import { AppError } from '#contract/errors.ts';
import { listReasons } from '#contract/reasons.ts';
import { answers } from '#web/platform/testing.tsx';
import { drawer } from '#web/platform/testing-store.ts';
import { writeStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';
import { bill, done, item, open, button } from './testing-checks.tsx';

const pay = () => screen.getByRole('dialog').querySelector<HTMLButtonElement>('button[type=submit]')!;
test('nothing is chosen unasked; cash has notes and change, which stands until a touch', async () => {
  const now = { bill };
  const { promise: line, resolve: arrive } = Promise.withResolvers<void>();
  const paid = vi.fn(async (_: { body: object }) => {
    await line;
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
  expect(await screen.findByText('Please wait...')).toBeTruthy();
  arrive();

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
  const lines = [
    { title: 'Soup', quantity: 2, total: 20 },
    { title: 'VAT 8%', quantity: 1, total: 4.56 },
  ];
  await vi.waitFor(() => expect(shown).toEqual([{ lines, total: 61.56, paid: null }]));
  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  await user.click(within(screen.getByRole('group', { name: 'Cash received' })).getByRole('button', { name: '$70' }));
  await user.click(pay());
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ lines: [], total: 61.56, paid: { given: 70, change: 8.44, tokenNo: 0 } }));
  await user.click(screen.getByRole('heading', { level: 1 }));
  await vi.waitFor(() => expect(shown.at(-1)).toBeNull());
});

test('the display makes room when a colleague takes the payment that is being asked for', async () => {
  const now: { bill: Check } = { bill };
  const shown: unknown[] = [];
  const { user, announce } = await open(
    now,
    answers(sendToDisplay, ({ body }) => {
      shown.push(body.shown);
      return done;
    }),
  );
  act(() => void writeStored(displayKey('display'), 3));
  await user.click(button(/^Pay/));
  await vi.waitFor(() => expect(shown.at(-1)).toMatchObject({ total: 61.56 }));
  now.bill = { ...bill, status: 'closed', paid: 61.56, due: 0, invoices: [44] };
  announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 1, late: false });
  expect(await screen.findByText('Somebody else has closed this bill.')).toBeTruthy();
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

test('who pays another sum than the share reads the change, and the rest goes on', async () => {
  const now = { bill };
  const { user } = await open(
    now,
    answers(payCheck, () => {
      now.bill = { ...bill, paid: 25, due: 36.56, due_cash: 36.56 };
      return { ...done, paymentIds: [3], paid: 25, due: 36.56, due_cash: 36.56, change: 5, invoiceId: null };
    }),
  );
  await user.click(button('Split'));
  await user.click(screen.getByRole('radio', { name: 'Evenly' }));
  await user.click(button('3'));
  await user.click(button('Pay share 1 of 3'));
  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  await user.clear(screen.getByLabelText('Amount'));
  await user.type(screen.getByLabelText('Amount'), '25');
  await user.type(screen.getByLabelText('Given'), '30');
  await user.click(pay());

  const rest = await screen.findByRole('dialog', { name: 'Pay – T1' });
  expect(within(rest).getByRole('group', { name: 'Paid' }).textContent).toContain('Change of $30.00$5.00Still due$36.56');
  expect(pay().textContent).toBe('Pay $36.56');
  expect(screen.queryByRole('button', { name: /^Pay share/ })).toBeNull();
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

test('a refusal before the work leaves open what became of the try before: the very same is sent again', async () => {
  const now = { bill };
  const failures = [new AppError('unavailable', 'Please try again!'), new AppError('too_many', 'Too many requests!')];
  const paid = vi.fn((_: { body: object }) => {
    throw failures.shift() ?? new AppError('unavailable', 'Please try again!');
  });
  const { user } = await open(now, answers(payCheck, paid));
  await user.click(button(/^Pay/));
  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  await user.clear(screen.getByLabelText('Amount'));
  await user.type(screen.getByLabelText('Amount'), '20');
  await user.click(pay());
  await screen.findByText('There was no answer. Press Pay again: nothing is taken twice.');
  // a part of it was taken
  now.bill = { ...bill, paid: 20, due: bill.due - 20 };
  await user.click(pay());
  await vi.waitFor(() => expect(paid).toHaveBeenCalledTimes(2));
  await screen.findByText('There was no answer. Press Pay again: nothing is taken twice.');
  await user.click(pay());
  await vi.waitFor(() => expect(paid).toHaveBeenCalledTimes(3));
  expect(paid.mock.calls[2]).toEqual(paid.mock.calls[0]);
});

test('without an answer a bill in coins is paid again with the coins that were given', async () => {
  const paid = vi.fn((_: { body: object }) => {
    throw new AppError('unavailable', 'Please try again!');
  });
  const { user } = await open({ bill: { ...bill, due_cash: 61.55 } }, answers(payCheck, paid));
  await user.click(button(/^Pay/));
  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  await user.type(screen.getByLabelText('Given'), '61.55');
  await user.click(pay());
  expect(await screen.findByText('There was no answer. Press Pay again: nothing is taken twice.')).toBeTruthy();
  expect(pay().textContent).toBe('Pay $61.55');
  await user.click(pay());
  await vi.waitFor(() => expect(paid).toHaveBeenCalledTimes(2));
  expect(paid.mock.calls[1]).toEqual(paid.mock.calls[0]);
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
      { id: 7, kind: 'refund' as const, title: 'Complaint', needsNote: true },
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
  await user.click(within(question).getByRole('button', { name: 'Take back' }));
  await within(question).findByText('Please provide a note!');
  await user.type(within(question).getByLabelText('Note'), 'Cold');
  await user.click(within(question).getByRole('button', { name: 'Take back' }));
  await vi.waitFor(() =>
    expect(reverse.mock.lastCall?.[0]).toMatchObject({ params: { id: '5', paymentId: '3' }, body: { reasonId: 7, note: 'Cold' } }),
  );
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Escape asks before pieces that were put on other bills are put back', async () => {
  const now = { bill: { ...bill, due: 20, total: 20 } };
  const { user } = await open(now);
  await user.click(button(/^Split/));
  const split = within(await screen.findByRole('dialog', { name: /^Split/ }));
  await user.click(split.getByRole('button', { name: /^2×/ }));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('more lines than one bill takes are not sent, and the split says where the others go', async () => {
  const items = Array.from({ length: 202 }, (_, at) => item(at + 1, `Dish ${at + 1}`, { quantity: 1 }));
  const { user } = await open({ bill: { ...bill, due: 20, total: 20, orders: [{ ...bill.orders[0]!, items }] } });
  await user.click(button(/^Split/));
  const split = within(await screen.findByRole('dialog', { name: /^Split/ }));
  const lines = within(split.getByRole('list', { name: 'Lines' })).getAllByRole('button');
  const submit = () => screen.getByRole('dialog').querySelector<HTMLButtonElement>('button[type=submit]')!;
  // rendered once: two hundred lines two hundred times take ten seconds
  act(() => {
    for (const line of lines.slice(0, 200)) line.click();
  });
  expect([submit().disabled, split.queryByText(/^At most 200 lines/)]).toEqual([false, null]);
  fireEvent.click(lines[200]!);
  expect(split.getByText('At most 200 lines go onto one bill. Put the others onto another one.')).toBeDefined();
  expect(submit().disabled).toBe(true);
});

test('cash of a device without a drawer beside an open one is said to be in no count; a touch takes the drawer', async () => {
  const now = { bill };
  const paid = vi.fn((_: { body: object }) => ({ ...done, paymentIds: [3], paid: 61.56, due: 0, due_cash: 0, change: 0, invoiceId: 44 }));
  const { user } = await open(
    now,
    answers(payCheck, paid),
    answers(listDrawers, () => [drawer, { ...drawer, drawer_id: 7, title: 'Terrace', closed_at: '2026-11-23T09:30:00Z' }]),
  );
  await user.click(button(/^Pay/));
  await user.click(screen.getByRole('radio', { name: 'Card' }));
  expect(screen.queryByText(/No drawer is chosen/)).toBe(null);
  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  await screen.findByText('No drawer is chosen on this device: this cash is not counted in one.');
  expect(screen.queryByRole('button', { name: 'Use Terrace' })).toBe(null);
  await user.click(button('Use Bar'));
  expect(screen.queryByText(/No drawer is chosen/)).toBe(null);
  await user.click(pay());
  await vi.waitFor(() => expect(paid.mock.lastCall?.[0].body).toMatchObject({ payments: [{ paymentTypeId: 1, drawerId: 8 }] }));
});

test('where all drawers are counted nothing is said of them', async () => {
  const asked = vi.fn(() => [{ ...drawer, closed_at: '2026-11-23T09:30:00Z' }]);
  const { user } = await open({ bill }, answers(listDrawers, asked));
  await user.click(button(/^Pay/));
  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.queryByText(/No drawer is chosen/)).toBe(null);
});
