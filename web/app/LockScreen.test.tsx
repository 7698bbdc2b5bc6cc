import { act, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { listColleagues, signInColleague } from '#contract/approvals.ts';
import { SessionProvider } from '#web/platform/session.tsx';
import { answers, show } from '#web/platform/testing.tsx';
import { notify } from '#web/platform/toast.ts';
import { lockTill, unlockTill, useIsLocked } from '#web/platform/till.ts';
import { Guarded } from './guards.tsx';
import { LockScreen } from './LockScreen.tsx';

const waiter = {
  username: 'wim@example.com',
  name: 'Wim',
  role: 'user' as const,
  photo: null,
  designation: null,
  phone: null,
  email: null,
  scope: 'POS',
  tenant_id: 1,
  is_active: true,
};

const Page = () => {
  const isLocked = useIsLocked('/dashboard', false);
  return isLocked ? (
    <LockScreen restaurant="Bella" onOpen={unlockTill} signOut={{ leave: () => {}, isPending: false }} />
  ) : (
    <Routes>
      <Route
        path="/dashboard/reports"
        element={
          <Guarded access={['REPORTS']}>
            <h1>Reports</h1>
          </Guarded>
        }
      />
      <Route
        path="/dashboard/pos"
        element={
          <Guarded access={['POS']}>
            <h1>The till</h1>
          </Guarded>
        }
      />
      <Route path="*" element={<h1>Elsewhere</h1>} />
    </Routes>
  );
};

const open = (path: string) => {
  lockTill();
  return show(
    <SessionProvider>
      <Page />
    </SessionProvider>,
    {
      as: { role: 'admin', scopes: [] },
      path,
      server: [
        answers(listColleagues, () => [{ username: waiter.username, name: 'Wim', photo: null, has_pin: true }]),
        answers(signInColleague, () => ({ success: true as const, message: 'Welcome back!', user: waiter })),
      ],
    },
  );
};

beforeEach(() => {
  document.cookie = 'comanda_signed_in=true; Path=/';
});

test.each([
  ['/dashboard/reports', 'The till'],
  ['/dashboard/pos', 'The till'],
])('a till that was locked at %s passes to a waiter at a page of theirs', async (path, heading) => {
  const { user } = open(path);
  await user.type(await screen.findByLabelText('PIN'), '2580{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  unlockTill();
});

test('what can be undone is not for whoever stands before a locked till; what was said stands on', async () => {
  open('/dashboard/pos');
  act(() => {
    notify.standing('Token 12');
    notify.undoable('Discount taken back.', () => expect.unreachable());
  });
  expect(await screen.findByText('Token 12')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  unlockTill();
});
