import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getProfile } from '#contract/auth.ts';
import { AppError } from '#contract/errors.ts';
import { completeOrders, listOrders } from '#contract/orders.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { forgetUser, readStoredUser } from '#web/platform/session.tsx';
import { openLine } from '#web/platform/testing-line.tsx';
import { answers, show } from '#web/platform/testing.tsx';
import { FreshUser } from './FreshUser.tsx';

const waiter = { role: 'user' as const, scopes: ['POS' as const] };
const profile = (scope: string) => ({
  username: 'ada@example.com',
  name: 'Ada',
  role: 'user' as const,
  photo: null,
  designation: null,
  phone: null,
  email: null,
  scope,
  tenant_id: 1,
  is_active: true,
});
const storedScope = () => readStoredUser()?.scope;

beforeEach(() => {
  document.cookie = 'comanda_signed_in=true; Path=/';
});

test('stores what the server says of the person when the application opens', async () => {
  show(<FreshUser />, { as: waiter, server: [answers(getProfile, () => profile('POS,ORDERS'))] });
  await waitFor(() => expect(storedScope()).toBe('POS,ORDERS'));
});

test('does not bring back who has signed out meanwhile', async () => {
  let answer = () => {};
  const called = vi.fn(() => new Promise<ReturnType<typeof profile>>((resolve) => (answer = () => resolve(profile('POS')))));
  const Arrived = () => <>{useReply(getProfile, {}).isSuccess && 'arrived'}</>;
  show(
    <>
      <FreshUser />
      <Arrived />
    </>,
    { as: waiter, server: [answers(getProfile, called)] },
  );
  await waitFor(() => expect(called).toHaveBeenCalled());
  forgetUser();
  answer();
  await screen.findByText('arrived');
  expect(readStoredUser()).toBeUndefined();
});

test('asks again when a screen is refused', async () => {
  const scopes = ['POS', 'KITCHEN'];
  const Orders = () => <>{useReply(listOrders, { query: {} }).isError && 'refused'}</>;
  const Later = () => {
    const [isOpen, open] = useState(false);
    return isOpen ? <Orders /> : <button onClick={() => open(true)}>Orders</button>;
  };
  const { user } = show(
    <>
      <FreshUser />
      <Later />
    </>,
    {
      as: waiter,
      server: [
        answers(getProfile, () => profile(scopes.shift() ?? '')),
        answers(listOrders, () => {
          throw new AppError('not_allowed', 'You may not see orders!');
        }),
      ],
    },
  );
  await waitFor(() => expect(storedScope()).toBe('POS'));
  await user.click(screen.getByRole('button', { name: 'Orders' }));
  await screen.findByText('refused');
  await waitFor(() => expect(storedScope()).toBe('KITCHEN'));
});

test('asks again when an action is refused', async () => {
  const scopes = ['POS', 'KITCHEN'];
  const Complete = () => {
    const { run } = useAction(completeOrders);
    return <button onClick={() => void run({ body: { orderIds: [1] } })}>Complete</button>;
  };
  const { user } = show(
    <>
      <FreshUser />
      <Complete />
    </>,
    {
      as: waiter,
      server: [
        answers(getProfile, () => profile(scopes.shift() ?? '')),
        answers(completeOrders, () => {
          throw new AppError('not_allowed', 'You may not complete orders!');
        }),
      ],
    },
  );
  await waitFor(() => expect(storedScope()).toBe('POS'));
  await user.click(screen.getByRole('button', { name: 'Complete' }));
  await waitFor(() => expect(storedScope()).toBe('KITCHEN'));
});

test('asks again when the socket comes back, not when it first connects', async () => {
  const called = vi.fn(() => profile('POS,ORDERS'));
  const { Line, turn } = openLine();
  show(
    <Line>
      <FreshUser />
    </Line>,
    { as: waiter, server: [answers(getProfile, called)] },
  );
  await waitFor(() => expect(storedScope()).toBe('POS,ORDERS'));
  turn('online');
  // time for a call that should not come
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(called).toHaveBeenCalledTimes(1);
  turn('offline');
  turn('online');
  await waitFor(() => expect(called).toHaveBeenCalledTimes(2));
});
