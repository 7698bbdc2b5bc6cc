import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { getReport } from '#contract/reports.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ReportsScreen } from './ReportsScreen.tsx';

const report = {
  ordersCount: 48,
  newCustomers: 5,
  repeatedCustomers: 11,
  currency: 'EUR',
  averageOrderValue: 31.27,
  totalCustomers: 318,
  netRevenue: 1327.41,
  taxTotal: 172.56,
  revenueTotal: 1499.97,
  topSellingItems: [
    { id: 1, title: 'Pizza', price: 9.5, orders_count: 31 },
    { id: 2, title: 'Tea', price: 3, orders_count: 4 },
  ],
};
const manager = { role: 'user' as const, scopes: ['REPORTS'] as const };
const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test("shows today's figures and what sold best", async () => {
  const asked = vi.fn((_: unknown) => report);
  show(<ReportsScreen />, { as: manager, server: [answers(getReport, asked)] });

  await screen.findByText('Pizza');
  expect(asked.mock.calls[0]![0]).toMatchObject({ query: { type: 'today' } });
  expect(
    ['Revenue', 'Net revenue', 'Tax', 'Average order value', 'Orders', 'Customers', 'New customers', 'Repeat customers'].map(figure),
  ).toEqual(['€1,499.97', '€1,327.41', '€172.56', '€31.27', '48', '318', '5', '11']);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1Pizza€9.5031 sold', '2Tea€3.004 sold']);
});

test('asks for another period, which is never tomorrow', async () => {
  const asked = vi.fn((_: unknown) => ({ ...report, topSellingItems: [] }));
  const { user } = show(<ReportsScreen />, { as: manager, server: [answers(getReport, asked)] });
  await screen.findByText('Nothing was sold in this period.');
  expect(screen.queryByRole('option', { name: 'Tomorrow' })).toBeNull();

  await user.selectOptions(screen.getByLabelText('Period'), 'Last 7 days');

  await waitFor(() => expect(asked.mock.lastCall![0]).toMatchObject({ query: { type: 'last_7days' } }));
});

test('says that loading failed and tries again', async () => {
  let isBroken = true;
  const { user } = show(<ReportsScreen />, {
    as: manager,
    server: [
      answers(getReport, () => {
        if (isBroken) throw new AppError('server_error', 'Something went wrong!');
        return report;
      }),
    ],
  });
  await screen.findByText('Error Loading Reports Data, Please try later!');

  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));

  expect(await screen.findByText('Pizza')).toBeTruthy();
});
