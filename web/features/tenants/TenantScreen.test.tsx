import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { listSubscriptionHistory } from '#contract/tenants.ts';
import { AppError } from '#contract/errors.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { TenantScreen } from './TenantScreen.tsx';

const row = (id: number, status: 'created' | 'renewed' | 'cancelled') => ({
  id,
  tenant_id: 7,
  status,
  created_at: '2026-01-01T00:00:00.000Z',
  starts_on: '2026-01-01T00:00:00.000Z',
  expires_on: status === 'cancelled' ? null : '2026-02-01T00:00:00.000Z',
});
const told = {
  tenantInfo: {
    id: 7,
    name: 'Bistro <b>',
    email: 'owner@example.com',
    is_active: false,
    subscription_id: 's',
    subscription_start: '2026-01-01T00:00:00.000Z',
    subscription_end: null,
    created_at: '2025-12-24T00:00:00.000Z',
    plan: 'Monthly',
    last_order: '2026-01-21',
    note: 'Pays by invoice\ncalls on Mondays',
  },
  storeDetails: { store_name: 'Bistro', address: null, email: null, phone: '+1', currency: 'EUR', is_qr_menu_enabled: 1 as const },
  totalUsers: 4,
  subscriptionHistory: [row(3, 'cancelled'), row(2, 'renewed'), row(1, 'created')],
};
const page = (
  <Routes>
    <Route path="/superadmin/dashboard/tenants/:id/subscription-history" element={<TenantScreen />} />
  </Routes>
);
const path = '/superadmin/dashboard/tenants/7/subscription-history';
const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test('shows the restaurant, its store and what became of its subscription', async () => {
  show(page, { path, server: [answers(listSubscriptionHistory, ({ params }) => ({ ...told, totalUsers: Number(params.id) }))] });
  expect(await screen.findByRole('heading', { name: 'Bistro <b>' })).toBeTruthy();
  expect(['Email', 'Added', 'Plan', 'Last order', 'Note', 'Users', 'Address', 'Currency', 'QR menu'].map(fact)).toEqual([
    'owner@example.com',
    '24 Dec 2025',
    'Monthly',
    '21 Jan 2026',
    'Pays by invoice\ncalls on Mondays',
    '7',
    '–',
    'EUR',
    'On',
  ]);
  expect(
    screen
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual(['Cancelled1 Jan 2026–1 Jan 2026', 'Renewed1 Jan 20261 Feb 20261 Jan 2026', 'Created1 Jan 20261 Feb 20261 Jan 2026']);
});

test('says that there was no subscription yet, and that loading failed', async () => {
  const { unmount } = show(page, { path, server: [answers(listSubscriptionHistory, () => ({ ...told, subscriptionHistory: [] }))] });
  expect(await screen.findByText('This tenant has not subscribed yet.')).toBeTruthy();
  unmount();
  show(page, {
    path,
    server: [
      answers(listSubscriptionHistory, () => {
        throw new AppError('server_error', 'Something went wrong!');
      }),
    ],
  });
  expect(await screen.findByText("We're getting issue while fetching data! Please try later!")).toBeTruthy();
});

test('a restaurant that is no more is no outage', async () => {
  const gone = () => {
    throw new AppError('not_found', 'This restaurant does not exist!');
  };
  show(page, { path, server: [answers(listSubscriptionHistory, gone)] });
  expect((await screen.findByRole('alert')).textContent).toContain('This restaurant does not exist, or was deleted!');
  expect(screen.getAllByRole('link', { name: 'All tenants' }).at(-1)!.getAttribute('href')).toBe('/superadmin/dashboard/tenants');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
