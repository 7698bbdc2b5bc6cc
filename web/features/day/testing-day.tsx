import { Route, Routes } from 'react-router';
import { getProfile } from '#contract/auth.ts';
import { getCheckSums } from '#contract/check-sums.ts';
import { type Closing, closeDay, type DaySums, getClosing, getDay, listClosings } from '#contract/day.ts';
import { listDrawers } from '#contract/drawers.ts';
import type { Reply } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ClosingScreen } from './ClosingScreen.tsx';
import { DayEndScreen } from './DayEndScreen.tsx';

export const day: DaySums = {
  business_date: '2026-03-10',
  from_invoice: 7,
  to_invoice: 9,
  orders: 3,
  covers: 4,
  gross: 30,
  discounts: [{ reason: 'Neighbours', count: 1, amount: 3 }],
  voids: [{ reason: null, made: true, count: 2, amount: 4 }],
  net: 25,
  taxes: [{ title: 'GST', rate: 5, type: 'exclusive', net: 25, tax: 1.25, parts: [{ title: 'CGST', rate: 2.5, tax: 0.63 }] }],
  charges: 0,
  total: 26.25,
  refunds: 2,
  rounding: 0,
  tips: 1,
  payments: [{ payment_type: 'Cash', kind: 'cash', expected: 26.25, counted: null, difference: null }],
  drawers: [],
  late: { count: 0, total: 0, invoices: [] },
};

export const closing: Closing = {
  ...day,
  closing_no: 4,
  currency: 'USD',
  note: '=1+1',
  payments: [{ payment_type: 'Cash', kind: 'cash', expected: 26.25, counted: 25, difference: -1.25 }],
  grand_total: 100,
  previous_hash: 'ab',
  hash: 'cd',
};

export const payment_types = [
  { id: 1, title: 'Cash', kind: 'cash' },
  { id: 2, title: 'Card', kind: 'card' },
];

export interface Shown {
  dates?: unknown[];
  oldest_open?: string | null;
  /** Null: they cannot be had. */
  sums?: Reply<typeof getCheckSums> | null;
  closings?: Reply<typeof listClosings>;
  payments?: DaySums['payments'];
}

/** A restaurant with open days, the oldest first; answers what it was asked to close. */
export const showDayEnd = (
  open: string[],
  asked: unknown[],
  { dates = [], oldest_open = null, sums = { bills: 0, due: 0, paid: 0 }, closings = [], payments = day.payments }: Shown = {},
) => {
  return show(
    <Routes>
      <Route path="/dashboard/reports/day-end" element={<DayEndScreen />} />
      <Route path="/dashboard/reports/day-end/:no" element={<ClosingScreen />} />
    </Routes>,
    {
      as: { role: 'admin', scopes: [] },
      path: '/dashboard/reports/day-end',
      server: [
        answers(getDay, ({ query }) => {
          dates.push(query.date);
          return { ...day, payments, currency: 'USD', timezone: 'Pacific/Auckland', payment_types, oldest_open };
        }),
        answers(listClosings, () => closings),
        answers(getCheckSums, () => {
          if (!sums) throw new AppError('server_error', 'Something went wrong!');
          return sums;
        }),
        answers(getProfile, () => {
          throw new AppError('unavailable', 'Later!');
        }),
        answers(listDrawers, () => [
          {
            drawer_id: 1,
            title: 'Bar',
            opened_at: '',
            member_name: null,
            float: 50,
            movements: [],
            closed_at: null,
            expected: null,
            counted: null,
            difference: null,
          },
        ]),
        answers(closeDay, ({ body }) => {
          asked.push(body);
          const [oldest] = open;
          if (oldest !== body.businessDate) throw new AppError('conflict', `Close ${oldest} first!`);
          open.shift();
          return { success: true as const, message: 'Day closed.', closingNo: 4 };
        }),
        answers(getClosing, () => closing),
      ],
    },
  );
};
