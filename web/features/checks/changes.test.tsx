import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Check, listChecks, mergeCheck, moveCheck, setCovers, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { AppError } from '#contract/errors.ts';
import { answers } from '#web/platform/testing.tsx';
import { notify } from '#web/platform/toast.ts';
import { bill, rowOf, done, open, button } from './testing-checks.tsx';

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
