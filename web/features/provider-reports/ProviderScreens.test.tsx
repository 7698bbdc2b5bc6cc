import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getProviderDashboard, getProviderReport } from '#contract/provider-reports.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ProviderHomeScreen } from './ProviderHomeScreen.tsx';
import { ProviderReportsScreen } from './ProviderReportsScreen.tsx';

const dashboard = {
  activeTenants: 1234,
  mrr: 2_468_000,
  arr: 29_616_000,
  planCurrency: 'INR',
  ordersProcessedToday: 45_678,
  salesVolumeToday: 1234.5,
  unconverted: ['KZT'],
};
const report = {
  ...dashboard,
  totalCustomers: 99,
  ordersProcessed: 7,
  salesVolume: 88,
  topSellingItems: [{ tenant_id: 1, tenant_name: '<i>Bistro</i>', item_id: 2, title: 'Soup', qty: 1200 }],
};
const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test('the dashboard shows recurring revenue in compact notation with Rs., and says how sales are converted', async () => {
  show(<ProviderHomeScreen />, { server: [answers(getProviderDashboard, () => dashboard)] });
  await screen.findByText('Active tenants');
  expect(['Active tenants', 'Orders processed', 'Sales volume', 'MRR', 'ARR'].map(figure)).toEqual([
    '1,234',
    '45,678',
    '$1,234.50',
    'Rs. 2.5M',
    'Rs. 29.6M',
  ]);
  expect(screen.getByText(/converted to USD .* Without sales in KZT/)).toBeTruthy();
});

test('the reports show a period and what sold best, and ask for another one', async () => {
  const asked = vi.fn((_: { query: object }) => report);
  const { user } = show(<ProviderReportsScreen />, { server: [answers(getProviderReport, asked)] });
  expect((await screen.findByRole('listitem')).textContent).toBe('1Soup<i>Bistro</i>1,200 sold');
  expect(['Customers', 'Sales volume today'].map(figure)).toEqual(['99', '$1,234.50']);
  expect(screen.queryByRole('option', { name: 'Tomorrow' })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Period'), 'Last month');
  await waitFor(() => expect(asked.mock.lastCall![0].query).toEqual({ type: 'last_month' }));
});

test('figures of a standby say how old they are', async () => {
  const asOf = '2026-11-02T20:14:05Z';
  const time = new Date(asOf).toLocaleTimeString('en-GB', { timeStyle: 'short' });
  show(<ProviderReportsScreen />, { server: [answers(getProviderReport, () => ({ ...report, asOf }))] });
  expect(await screen.findByText(`Figures as of ${time}`)).toBeTruthy();
});

test('what cannot be loaded has its sentence', async () => {
  const { unmount } = show(<ProviderHomeScreen />);
  expect(await screen.findByText('Error loading dashboard, Please try later...')).toBeTruthy();
  unmount();
  show(<ProviderReportsScreen />);
  expect(await screen.findByText("We're getting issue while fetching data! Please try later!")).toBeTruthy();
});
