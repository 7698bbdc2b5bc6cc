import { cleanup, act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { listColleagues, signInColleague } from '#contract/approvals.ts';
import { listPrintJobs } from '#contract/print-jobs.ts';
import { countQrOrders } from '#contract/qr-orders.ts';
import { listStations, type Station } from '#contract/stations.ts';
import { listUnseenTickets, type UnseenTicket } from '#contract/tickets.ts';
import { SessionProvider } from '#web/platform/session.tsx';
import { answers, show } from '#web/platform/testing.tsx';
import { notify } from '#web/platform/toast.ts';
import { played, turnSound, withSound } from '#web/platform/testing-sound.ts';
import { lockTill, unlockTill, useIsLocked } from '#web/platform/till.ts';
import { Guarded } from './guards.tsx';
import { LockAlarms } from './LockAlarms.tsx';
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
  await user.type(await screen.findByLabelText('PIN'), '٢٥٨٠{Enter}');
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

describe('what cannot wait for a PIN', () => {
  withSound();

  test('is heard and said at a locked till, without a dish or a sum: an unseen ticket, a lost display, a printer', async () => {
    lockTill();
    turnSound('running');
    const ticket = { ticket_id: 9, token_no: 12, station_id: 1, station_title: 'Grill', kind: 'new', table_title: 'T1', sound_in: 0 };
    const lines = [{ line_id: 1, item_title: 'Steak', variant_title: null, quantity: 2, notes: null, addons: [] }];
    const server = [
      answers(listColleagues, () => [{ username: waiter.username, name: 'Wim', photo: null, has_pin: true }]),
      answers(countQrOrders, () => ({ status: true as const, totalQROrders: 0 })),
      answers(listPrintJobs, () => []),
      answers(listStations, () => [{ id: 1, title: 'Grill', isLost: true } as Station]),
      answers(listUnseenTickets, () => [{ ...ticket, lines } as unknown as UnseenTicket]),
    ];
    const { unmount } = show(<Page />, {
      as: { role: 'user', scopes: ['POS'] },
      path: '/dashboard/pos',
      server,
    });
    const alarm = await screen.findByRole('alert', { name: 'What cannot wait' });
    expect(alarm.textContent).toBe('A display of Grill has lost its connection.Grill has not seen token 12.Please open the till.');
    await waitFor(() => expect(played.length).toBeGreaterThan(0));
    expect(document.body.textContent).not.toContain('Steak');
    unlockTill();
    unmount();

    // announcements of a test reach no screen that has a socket of its own
    const { announce } = show(<LockAlarms />, { as: { role: 'user', scopes: ['POS'] }, server: server.slice(0, 3) });
    played.length = 0;
    announce({ type: 'print_failed', payload: { jobId: 7 }, seq: 5, late: false });
    expect(played.length).toBeGreaterThan(0);
    expect(await screen.findByText('A printer does not print.')).toBeTruthy();
    cleanup();

    // however much there is, the names below stay where they are
    const tokens = [12, 13, 14, 15].map((token) => ({ ...ticket, lines, ticket_id: token, token_no: token }) as unknown as UnseenTicket);
    show(<LockAlarms />, {
      as: { role: 'user', scopes: ['POS'] },
      server: [...server.slice(0, 4), answers(listUnseenTickets, () => tokens)],
    });
    expect(await screen.findByText('And 2 more. Please open the till.')).toBeTruthy();
  });
});
