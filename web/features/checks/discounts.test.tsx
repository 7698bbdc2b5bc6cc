import { act, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listChecks } from '#contract/checks.ts';
import { AppError } from '#contract/errors.ts';
import { listReasons } from '#contract/reasons.ts';
import { addAdjustment, removeAdjustment, removeCharge, restoreAdjustment, restoreCharge } from '#contract/discounts.ts';
import { answers } from '#web/platform/testing.tsx';
import { notify } from '#web/platform/toast.ts';
import { item, bill, done, open, button, rowOf } from './testing-checks.tsx';

/** The keys under which discounts are given from now on. */
const keysSent = (): (string | null)[] => {
  const keys: (string | null)[] = [];
  const others = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    if (String(address).endsWith('/adjustments/add')) keys.push(new Headers(init?.headers).get('idempotency-key'));
    return others(address, init);
  };
  onTestFinished(() => void (globalThis.fetch = others));
  return keys;
};

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
  // a thousands comma is none of decimals, also while it is typed
  await user.click(dialog.getByRole('radio', { name: 'Amount' }));
  await user.type(dialog.getByRole('textbox', { name: /^Money off/ }), '1,500');
  expect(dialog.getByText('This is more than there is to pay: it becomes free.')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: /^Money off/ }), '{Backspace>3/}5');
  expect(dialog.getByRole('status').textContent).toBe('-$1.50$19.00 → $17.50');
});

test('a percent that came with another bill says that it goes no further, and Merge says whose goes on', async () => {
  const given = { item_id: null, kind: 'percent' as const, value: 10, amount: 5.7, reason: null, note: null, member_name: 'Ana' };
  const adjustments = [
    { ...given, adjustment_id: 8, is_for_rounds: true },
    { ...given, adjustment_id: 9, is_for_rounds: false },
    // a sum is what it is, whatever comes later
    { ...given, adjustment_id: 10, kind: 'amount' as const, is_for_rounds: false },
  ];
  const other = { ...rowOf(bill), check_id: 8, table_id: 9, table_title: 'T9' };
  const { user } = await open(
    { bill: { ...bill, adjustments, discount: 17.1 } },
    answers(listChecks, () => [rowOf(bill), other]),
  );
  const rows = within(screen.getByRole('list', { name: 'Discounts and charges' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent.includes('Not for later rounds · Ana'))).toEqual([false, true, false]);
  await user.click(button('Merge'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge onto T1' }));
  expect(dialog.getByText('Discounts stay with what they were given for. Later rounds get only those of T1.')).toBeTruthy();
});

test('a discount without its value and its note says both at their fields', async () => {
  const { user } = await open(
    { bill },
    answers(listReasons, () => [{ id: 6, kind: 'discount' as const, title: 'Complaint', needsNote: true }]),
  );
  await user.click(button('Discount'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Discount – T1' }));
  await user.click(await dialog.findByRole('radio', { name: 'Complaint' }));
  await user.click(dialog.getByRole('button', { name: 'Give discount' }));
  expect(dialog.getByRole('textbox', { name: 'Percent off', description: 'Please provide a value!' })).toBeTruthy();
  expect(dialog.getByRole('textbox', { name: 'Note', description: 'Please provide a note!' })).toBeTruthy();
});

test('a discount without an answer is given once, also when it is sent again an hour later', async () => {
  const failures = [new AppError('unavailable', 'Please try again!')];
  const { user } = await open(
    { bill },
    answers(addAdjustment, () => {
      const failure = failures.shift();
      if (failure) throw failure;
      return { ...done, checkId: 5, adjustmentId: 8, total: 60, due: 60 };
    }),
  );
  const keys = keysSent();
  const give = async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Discount – T1' }));
    // the last one is offered, too
    await user.click(dialog.getAllByRole('button', { name: '10 %' }).at(-1)!);
    await user.click(dialog.getByRole('button', { name: 'Give discount' }));
  };
  await user.click(button('Discount'));
  await give();
  await screen.findByText('Please try again!');
  const hour = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  await give();
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discount – T1' })).toBeNull());
  hour.mockRestore();
  // answered: the next one is another one
  await user.click(button('Discount'));
  await give();
  await vi.waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a discount whose answer was lost is taken back and given again, and not taken for the one before', async () => {
  const failures = [new AppError('unavailable', 'Please try again!')];
  const now = { bill };
  const { user, announce } = await open(
    now,
    answers(addAdjustment, () => {
      const off = { adjustment_id: 8, item_id: null, kind: 'percent' as const, value: 10, amount: 5.7, reason: null, note: null };
      now.bill = { ...bill, discount: 5.7, adjustments: [{ ...off, member_name: 'Ana' }] };
      const failure = failures.shift();
      if (failure) throw failure;
      return { ...done, checkId: 5, adjustmentId: 8, total: 60, due: 60 };
    }),
    answers(removeAdjustment, () => {
      now.bill = bill;
      return { ...done, checkId: 5, adjustmentId: 8, total: 66, due: 66 };
    }),
  );
  const keys = keysSent();
  const give = async () => {
    await user.click(button('Discount'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discount – T1' }));
    await user.click(dialog.getAllByRole('button', { name: '10 %' }).at(-1)!);
    await user.click(dialog.getByRole('button', { name: 'Give discount' }));
    return dialog;
  };
  const dialog = await give();
  await screen.findByText('Please try again!');
  await user.click(dialog.getByRole('button', { name: 'Go back' }));
  // a colleague's screen, and this one, learn of what was not answered
  announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 5, late: false });
  await user.click(await screen.findByRole('button', { name: /^Take back/ }));
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull());
  await give();
  await vi.waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).not.toBe(keys[0]);
});

test('a discount whose answer was lost closes its dialog once the bill tells of it, and previews none on top', async () => {
  const now = { bill };
  const { user, announce } = await open(
    now,
    answers(addAdjustment, () => {
      const off = { adjustment_id: 8, item_id: null, kind: 'percent' as const, value: 10, amount: 5.7, reason: null, note: null };
      const change = { change_id: 31, kind: 'discount' as const, at: bill.opened_at, text: '10 % off the bill', can_undo: false };
      now.bill = { ...bill, adjustments: [{ ...off, member_name: 'Ada' }], changes: [{ ...change, member_name: 'Ada' }] };
      throw new AppError('unavailable', 'Please try again!');
    }),
  );
  const keys = keysSent();
  const give = async () => {
    await user.click(button('Discount'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discount – T1' }));
    await user.click(dialog.getAllByRole('button', { name: '10 %' }).at(-1)!);
    await user.click(dialog.getByRole('button', { name: 'Give discount' }));
    await screen.findByText('Please try again!');
  };
  await give();
  const colleague = { change_id: 30, kind: 'discount' as const, at: bill.opened_at, text: '5 % off Soup', can_undo: false };
  const stored = now.bill;
  now.bill = { ...bill, changes: [{ ...colleague, member_name: 'Ben' }] };
  announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 5, late: false });
  await screen.findByText('5 % off Soup');
  expect(screen.getByRole('dialog', { name: 'Discount – T1' })).toBeTruthy();
  now.bill = stored;
  announce({ type: 'check_update', payload: { checkIds: [5] }, seq: 6, late: false });
  await screen.findByText('10 % off the bill.');
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discount – T1' })).toBeNull());
  // from now on the same is another one
  await give();
  expect(keys).toHaveLength(2);
  expect(keys[1]).not.toBe(keys[0]);
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
