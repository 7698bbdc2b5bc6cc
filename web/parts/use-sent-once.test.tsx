import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { addDrawerMovement, listDrawers } from '#contract/drawers.ts';
import { AppError } from '#contract/errors.ts';
import { readStoredUser, storeUser } from '#web/platform/session.tsx';
import { readStored, tenantKey, writeStored } from '#web/platform/storage.ts';
import { answers, show } from '#web/platform/testing.tsx';
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
  const kept = () => readStored<object>(tenantKey('drawer-movement'), {});
  await user.click(screen.getByRole('button', { name: 'Pay in' }));
  await user.click(await screen.findByRole('button', { name: 'Again' }));
  await waitFor(() => expect(asked).toBe(2));
  const own = readStoredUser()!;
  expect(Object.keys(kept())).toEqual(['8']);

  act(() => storeUser({ ...own, username: 'wanda@example.com' }));
  const theirs = { 8: { key: 'theirs', body: { kind: 'pay_out', amount: 5 }, at: Date.now() } };
  writeStored(tenantKey('drawer-movement'), theirs);
  arrive();
  await screen.findByText('Noted.');
  expect(kept()).toEqual(theirs);
  act(() => storeUser(own));
  expect(kept()).toEqual({});
  unmount();
});

test('what was not answered is offered to its own person alone, also at a till with which carts stay', async () => {
  const down = answers(addDrawerMovement, () => {
    throw new AppError('unavailable', 'Please try again!');
  });
  writeStored('comanda:1::till-settings', { lockAfterMinutes: 1, lockAfterSend: false, cartStaysWithTill: true });
  const open = () => show(<PayIn />, { as: { role: 'user', scopes: ['POS'] }, server: [down] });
  const first = open();
  await first.user.click(screen.getByRole('button', { name: 'Pay in' }));
  await screen.findByRole('button', { name: 'Again' });
  const own = readStoredUser()!;
  first.unmount();

  const Colleague = () => {
    useState(() => storeUser({ ...own, username: 'wanda@example.com' }));
    return <PayIn />;
  };
  const theirs = show(<Colleague />, { as: { role: 'user', scopes: ['POS'] }, server: [down] });
  expect(screen.getByRole('button').textContent).toBe('Pay in');
  theirs.unmount();
  open();
  expect(screen.getByRole('button').textContent).toBe('Again');
});
