import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getProfile } from '#contract/auth.ts';
import { AppError } from '#contract/errors.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { reportFile } from './report-file.ts';
import { changeOf, type Details } from './report-text.ts';
import { ReportsScreen } from './ReportsScreen.tsx';

const report = {
  ordersCount: 48,
  newCustomers: 5,
  repeatedCustomers: 11,
  currency: 'EUR',
  averageOrderValue: 31.27,
  paidOrdersCount: 1046,
  totalCustomers: 318,
  netRevenue: 1327.41,
  taxTotal: 172.56,
  revenueTotal: 1499.97,
  topSellingItems: [
    { id: 1, title: 'Pizza', price: 9.5, orders_count: 31 },
    { id: 2, title: '=Tea', price: 3, orders_count: 4 },
  ],
};
const details: Details = {
  currency: 'EUR',
  from: '2026-11-01',
  to: '2026-11-02',
  previous: {
    from: '2026-10-30',
    to: '2026-10-31',
    until: null,
    ordersCount: 40,
    newCustomers: 5,
    repeatedCustomers: 22,
    averageOrderValue: 31.3,
    netRevenue: 0,
    taxTotal: 172.56,
    revenueTotal: 1200,
  },
  step: 'day',
  overTime: [
    { at: '2026-11-01', revenue: 500.5, orders: 16 },
    { at: '2026-11-02', revenue: 999.47, orders: 32 },
  ],
  byHour: Array.from({ length: 24 }, (_, hour) => ({
    hour: String(hour).padStart(2, '0'),
    orders: hour === 19 ? 48 : 0,
    revenue: hour === 19 ? 1499.97 : 0,
  })),
  byCategory: [{ category_id: 1, title: 'Mains', quantity: 31, sales: 294.5 }],
  tips: 0,
  byPaymentType: [{ payment_type: 'Card', payments: 30, amount: 1000, tips: 0 }],
  byMember: [{ name: 'Ada', invoices: 48, revenue: 1499.97 }],
  byTax: [{ title: 'VAT', rate: 13, type: 'exclusive', sales: 1327.41, tax: 172.56, parts: [{ title: 'City', rate: 13, tax: 172.56 }] }],
  discounts: 14.5,
  charges: 7,
  cancelled: { orders: 2, quantity: 7, amount: 61.5, made: { quantity: 3, amount: 20 } },
  byReason: [
    { kind: 'void', reason: 'Wrong entry', count: 4, amount: 30 },
    { kind: 'discount', reason: 'Regular guest', count: 3, amount: 14.5 },
    { kind: 'refund', reason: null, count: 1, amount: 9.5 },
  ],
  discountsByMember: [
    { name: 'Ada', count: 2, amount: 10 },
    { name: null, count: 1, amount: 4.5 },
  ],
};
const empty: Details = {
  ...details,
  overTime: details.overTime.map((row) => ({ ...row, revenue: 0, orders: 0 })),
  byHour: [],
  byCategory: [],
  byPaymentType: [],
  byMember: [],
  byTax: [],
  discounts: 0,
  charges: 0,
  cancelled: { orders: 0, quantity: 0, amount: 0, made: { quantity: 0, amount: 0 } },
  byReason: [],
  discountsByMember: [],
};
const manager = { role: 'user' as const, scopes: ['REPORTS'] as const };
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const change = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement?.lastElementChild?.textContent;
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('a printed report says of which restaurant it is', async () => {
  const profile = {
    name: 'Ada',
    username: 'ada',
    role: 'user' as const,
    scope: 'REPORTS',
    designation: null,
    tenant_id: 1,
    store_name: 'Chez Ada',
  };
  const server = [answers(getReport, () => report), answers(getReportDetails, () => details), answers(getProfile, () => profile as never)];
  show(<ReportsScreen />, { as: manager, server });
  expect((await screen.findByText('Chez Ada')).parentElement?.textContent).toMatch(/Report, printed \d+ \w+ \d{4}, \d\d:\d\d/);
});

test("shows today's figures beside those of the period before", async () => {
  const asked = vi.fn((_: unknown) => report);
  show(<ReportsScreen />, { as: manager, server: [answers(getReport, asked), answers(getReportDetails, () => details)] });

  await screen.findByText('Pizza');
  expect(asked.mock.calls[0]![0]).toMatchObject({ query: { type: 'today' } });
  const names = ['Revenue', 'Net revenue', 'Tax', 'Orders', 'Average order value', 'New customers', 'Repeat customers', 'Customers'];
  expect(names.map(figure)).toEqual(['€1,499.97', '€1,327.41', '€172.56', '48', '€31.27', '5', '11', '318']);
  expect(names.map(change)).toEqual([
    '25% more',
    'none in the period before',
    'same as before',
    '20% more',
    'under 1% lessper order · 1,046 paid',
    'same as before',
    '50% less',
    '',
  ]);
  expect(screen.getByText('1 Nov 2026 – 2 Nov 2026').parentElement?.textContent).toBe(
    '1 Nov 2026 – 2 Nov 2026, compared with 30 Oct 2026 – 31 Oct 2026',
  );
});

test('figures of a standby say how old they are by the clock of the store, as the print beside it', async () => {
  const server = [
    answers(getReport, () => ({ ...report, asOf: '2026-11-02T20:14:05Z' })),
    answers(getReportDetails, () => details),
    answers(getProfile, () => ({ timezone: 'Asia/Kathmandu' }) as never),
  ];
  show(<ReportsScreen />, { as: manager, server });
  expect(await screen.findByText('Figures as of 01:59')).toBeTruthy();
});

test('every chart is there as a table too, and says its summit in words', async () => {
  const { user } = show(<ReportsScreen />, {
    as: manager,
    server: [answers(getReport, () => report), answers(getReportDetails, () => details)],
  });
  expect(await screen.findByRole('img', { name: 'Revenue by day. Most at 2 Nov: €999.47.' })).toBeTruthy();

  const toggle = screen.getByRole('button', { name: 'Show Revenue by day as a table' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  toggle.focus();
  await user.keyboard('{Enter}');

  expect(screen.getByRole('button', { name: 'Show Revenue by day as a chart' }).getAttribute('aria-expanded')).toBe('true');
  expect(rowsOf(screen.getByLabelText('Revenue by day', { selector: 'table' }))).toEqual([
    ['Day', 'Revenue', 'Paid orders'],
    ['1 Nov', '€500.50', '16'],
    ['2 Nov', '€999.47', '32'],
  ]);
  expect(screen.getByRole('button', { name: 'Show By hour of day as a table' })).toBeTruthy();
  expect(rowsOf(screen.getByRole('table', { name: 'Tax by rate' })).slice(1)).toEqual([
    ['VAT, 13% on top', '€1,327.41', '€172.56'],
    ['of it City, 13%', '', '€172.56'],
  ]);
  expect(rowsOf(screen.getByRole('table', { name: 'Discounts and charges' })).slice(1)).toEqual([
    ['Discounts: Ada', '2', '€10.00'],
    ['Discounts: a former member', '1', '€4.50'],
    ['All discounts', '3', '€14.50'],
    ['All charges', '', '€7.00'],
  ]);
  expect(rowsOf(screen.getByRole('table', { name: 'By category' }))[1]).toEqual(['Mains', '31', '€294.50']);
  expect(rowsOf(screen.getByRole('table', { name: 'By payment type' }))[1]).toEqual(['Card', '30', '€1,000.00']);
  expect(rowsOf(screen.getByRole('table', { name: 'By member' }))[1]).toEqual(['Ada', '48', '€1,499.97']);
  expect(rowsOf(screen.getByRole('table', { name: 'Cancelled' })).slice(1)).toEqual([
    ['Whole orders', '2'],
    ['Items', '7'],
    ['Worth', '€61.50'],
    ['Made already, items', '3'],
    ['Made already, worth', '€20.00'],
  ]);
  expect(rowsOf(screen.getByRole('table', { name: 'By reason' })).slice(1)).toEqual([
    ['Cancelled: Wrong entry', '4', '€30.00'],
    ['Discount: Regular guest', '3', '€14.50'],
    ['Refund: no reason given', '1', '€9.50'],
  ]);
});

test('a single day is shown by its hours, once', async () => {
  const day: Details = { ...details, step: 'hour', overTime: [{ at: '19', revenue: 5, orders: 1 }] };
  show(<ReportsScreen />, { as: manager, server: [answers(getReport, () => report), answers(getReportDetails, () => day)] });

  expect(await screen.findByRole('img', { name: 'Revenue by hour. Most at 19:00: €5.00.' })).toBeTruthy();
  expect(screen.queryByText('By hour of day')).toBeNull();
});

test('asks for another period, which is never tomorrow, and says what is missing in it', async () => {
  const asked = vi.fn((_: unknown) => ({ ...report, topSellingItems: [] }));
  const { user } = show(<ReportsScreen />, { as: manager, server: [answers(getReport, asked), answers(getReportDetails, () => empty)] });
  await screen.findByText('Nothing was sold in this period.');
  expect(screen.getAllByText('Nothing was paid in this period.')).toHaveLength(3);
  expect(screen.getAllByText('No revenue in this period.')).toHaveLength(2);
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('No taxes in this period.')).toBeTruthy();
  expect(screen.getByText('Nothing was cancelled in this period.')).toBeTruthy();
  expect(screen.queryByRole('option', { name: 'Tomorrow' })).toBeNull();

  await user.selectOptions(screen.getByLabelText('Period'), 'Last 7 days');

  await waitFor(() => expect(asked.mock.lastCall![0]).toMatchObject({ query: { type: 'last_7days' } }));
});

test('what was ordered and is not paid yet has its hours all the same', async () => {
  const unpaid: Details = { ...empty, byHour: [{ hour: '19', orders: 3, revenue: 0 }] };
  show(<ReportsScreen />, { as: manager, server: [answers(getReport, () => report), answers(getReportDetails, () => unpaid)] });

  expect(rowsOf(await screen.findByRole('table', { name: 'By hour of day' }))).toEqual([
    ['Hour', 'Revenue', 'Orders placed'],
    ['19:00', '€0.00', '3'],
  ]);
});

test('the hours of a bar begin with its day, on the screen and in the file', async () => {
  const night = ['00', '01', '04', '22', '23'].map((hour) => ({ hour, orders: 3, revenue: 5 }));
  const bar: Details = { ...details, byHour: night };
  const profile = { name: 'Ada', username: 'ada', role: 'user', scope: 'REPORTS', designation: null, tenant_id: 1, day_start: '04:30' };
  const server = [answers(getReport, () => report), answers(getReportDetails, () => bar), answers(getProfile, () => profile as never)];
  const { user } = show(<ReportsScreen />, { as: manager, server });
  await user.click(await screen.findByRole('button', { name: 'Show By hour of day as a table' }));

  const hours = ['04:00', '22:00', '23:00', '00:00', '01:00'];
  const shown = () => rowsOf(screen.getByLabelText('By hour of day', { selector: 'table' })).map(([hour]) => hour);
  await waitFor(() => expect(shown()).toEqual(['Hour', ...hours]));
  expect(reportFile(report, bar, '04:30').match(/^\d\d:00(?=,5,3)/gm)).toEqual(hours);
});

test('a day that runs says how much of the day before it stands beside; a payment without a type is called so', async () => {
  const running: Details = {
    ...details,
    previous: { ...details.previous, until: '2026-10-31T12:30:00.000Z' },
    byPaymentType: [{ payment_type: 'unspecified', payments: 2, amount: 5, tips: 0 }],
  };
  show(<ReportsScreen />, { as: manager, server: [answers(getReport, () => report), answers(getReportDetails, () => running)] });

  expect((await screen.findByText(/compared with/)).textContent).toContain('31 Oct 2026, up to this time of day');
  expect(rowsOf(screen.getByRole('table', { name: 'By payment type' }))[1]).toEqual(['Unspecified', '2', '€5.00']);
  expect(reportFile(report, running)).toContain('Unspecified,5,2');
});

test.each([
  [-0.35, 'Together €0.35 below the revenue, since cash is rounded'],
  [0.2, 'Together €0.20 above the revenue, since cash is rounded'],
])('what payments are away from the revenue by is explained: %d', async (rounding, sentence) => {
  const rounded = { ...details, rounding };
  show(<ReportsScreen />, { as: manager, server: [answers(getReport, () => report), answers(getReportDetails, () => rounded)] });
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(reportFile(report, rounded)).toContain(`\nCash rounding (EUR),${rounding},\n`);
});

test('tips stand beside the payment types that took them, on the screen and in the file, where there are any', async () => {
  const tipped = {
    ...details,
    tips: 12.5,
    byPaymentType: [
      { payment_type: 'Card', payments: 30, amount: 1000, tips: 12.5 },
      { payment_type: 'Cash', payments: 2, amount: 5, tips: 0 },
    ],
  };
  show(<ReportsScreen />, {
    as: manager,
    server: [answers(getReport, () => report), answers(getReportDetails, () => tipped)],
  });
  expect(rowsOf(await screen.findByRole('table', { name: 'By payment type' }))).toEqual([
    ['Payment type', 'Payments', 'Amount', 'Tips'],
    ['Card', '30', '€1,000.00', '€12.50'],
    ['Cash', '2', '€5.00', '€0.00'],
  ]);
  expect(reportFile(report, tipped)).toContain('Payment type,Amount (EUR),Payments,Tips (EUR)\nCard,1000,30,12.5\nCash,5,2,0\n');
  // what was made already is in the file as it is on the screen
  expect(reportFile(report, tipped)).toContain('Made already: pieces,Made already: amount (EUR)\n2,7,61.5,3,20\n');
});

test('a custom period that is too long is told at once, in the words of the server', async () => {
  const asked = vi.fn((_: unknown) => report);
  const { user } = show(<ReportsScreen />, { as: manager, server: [answers(getReport, asked), answers(getReportDetails, () => details)] });
  await screen.findByText('Pizza');
  await user.selectOptions(screen.getByLabelText('Period'), 'Custom');
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2020-01-01' } });

  expect(await screen.findByText('A period has at most 800 days!')).toBeTruthy();
  expect(asked.mock.calls.some(([input]) => JSON.stringify(input).includes('2020-01-01'))).toBe(false);
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
      answers(getReportDetails, () => details),
    ],
  });
  await screen.findByText('Error Loading Reports Data, Please try later!');

  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));

  expect(await screen.findByText('Pizza')).toBeTruthy();
});

test('the file holds every table, and no title runs as a formula', () => {
  const lines = reportFile(report, details).split('\n');

  expect(lines.slice(0, 3)).toEqual([
    '\uFEFFFigures',
    'Figure,2026-11-01 to 2026-11-02,2026-10-30 to 2026-10-31',
    'Revenue (EUR),1499.97,1200',
  ]);
  expect(lines).toContain('2026-11-01,500.5,16');
  expect(lines).toContain('Mains,294.5,31');
  expect(lines).toContain('VAT,13,exclusive,1327.41,172.56');
  expect(lines).toContain("'=Tea,3,4");
  expect(lines.filter((line) => line === '')).toHaveLength(12); // between the twelve tables, and after the last

  for (const title of ['\u0001=HYPERLINK("x")', ' \t=1', '\u00A0+1']) {
    const file = reportFile({ ...report, topSellingItems: [{ id: 1, title, price: 1, orders_count: 1 }] }, details);
    expect(file).toMatch(/^"?'[=+]/m);
  }
  const behind = [{ id: 1, title: 'Tea;=1+1', price: 1, orders_count: 1 }];
  expect(reportFile({ ...report, topSellingItems: behind }, details)).toContain("Tea;'=1+1,1,1");
});

test.each([
  [3, 2, '50% more'],
  [1, 3, '67% less'],
  [0, 5, '100% less'],
  [5, 0, 'none in the period before'],
  [10, -5, 'more than before'],
  [-10, -5, 'less than before'],
  [0, 0, 'same as before'],
  [1000, 1001, 'under 1% less'],
])('%d beside %d is %s', (now, before, text) => {
  expect(changeOf(now, before).text).toBe(text);
});

test('of an hour of the night nothing is said, nor seven times that there was nothing before', async () => {
  const before = {
    ...details.previous,
    ordersCount: 0,
    newCustomers: 0,
    repeatedCustomers: 0,
    netRevenue: 0,
    taxTotal: 0,
    revenueTotal: 0,
  };
  const first = { ...details, previous: { ...before, averageOrderValue: 0 } };
  show(<ReportsScreen />, { as: manager, server: [answers(getReport, () => report), answers(getReportDetails, () => first)] });

  expect((await screen.findByText(/nothing was sold then/)).textContent).toContain('compared with 30 Oct 2026');
  expect(change('Revenue')).toBe('');
  expect(rowsOf(screen.getByLabelText('By hour of day', { selector: 'table' })).slice(1)).toEqual([['19:00', '€1,499.97', '48']]);
});
