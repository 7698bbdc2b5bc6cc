import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDrawerMovement, listDrawers } from '#contract/drawers.ts';
import { AppError } from '#contract/errors.ts';
import { readStoredUser, storeUser } from '#web/platform/session.tsx';
import { readStored, writeStored } from '#web/platform/storage.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { tillKey } from '#web/platform/till.ts';
import { useSentOnce } from './use-sent-once.ts';

const body = { kind: 'pay_in' as const, amount: 20 };
const PayIn = () => {
  const { send, unanswered } = useSentOnce(addDrawerMovement, {
    name: 'drawer-movement',
    id: 8,
    refreshes: [listDrawers],
    onDone: () => {},
    act: () => 'Pay in',
  });
  return <button onClick={() => void send(body)}>{unanswered ? 'Again' : 'Pay in'}</button>;
};

test('an answer that comes when a colleague has signed in settles what its own person sent, and nothing of theirs', async () => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  let asked = 0;
  const slow = answers(addDrawerMovement, async () => {
    asked += 1;
    if (asked === 1) throw new AppError('unavailable', 'Please try again!');
    await held;
    return { success: true as const, message: 'Noted.', movementId: 1 };
  });
  const { user, unmount } = show(<PayIn />, { as: { role: 'user', scopes: ['POS'] }, server: [slow] });
  const kept = () => readStored<object>(tillKey('drawer-movement'), {});
  await user.click(screen.getByRole('button', { name: 'Pay in' }));
  await user.click(await screen.findByRole('button', { name: 'Again' }));
  await waitFor(() => expect(asked).toBe(2));
  const own = readStoredUser()!;
  expect(Object.keys(kept())).toEqual(['8']);

  act(() => storeUser({ ...own, username: 'wanda@example.com' }));
  const theirs = { 8: { key: 'theirs', body: { kind: 'pay_out', amount: 5 }, at: Date.now() } };
  writeStored(tillKey('drawer-movement'), theirs);
  arrive();
  await screen.findByText('Noted.');
  expect(kept()).toEqual(theirs);
  act(() => storeUser(own));
  expect(kept()).toEqual({});
  unmount();
});
