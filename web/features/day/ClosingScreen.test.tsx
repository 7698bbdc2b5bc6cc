import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { getProfile } from '#contract/auth.ts';
import { type Closing, getClosing, getDay, listClosings } from '#contract/day.ts';
import { AppError } from '#contract/errors.ts';
import { addPrintJob } from '#contract/print-jobs.ts';
import { tenantKey } from '#web/platform/storage.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ClosingScreen } from './ClosingScreen.tsx';
import { closingFile } from './day-file.ts';
import { DayEndScreen } from './DayEndScreen.tsx';
import { day, closing, payment_types, showDayEnd } from './testing-day.tsx';

test('closings before are in the currency of their day', async () => {
  const row = { closing_no: 3, business_date: '2026-03-09', closed_at: '2026-03-09T23:00:00Z', member_name: null, gross: 30 };
  show(<DayEndScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [
      answers(getDay, () => ({ ...day, currency: 'USD', timezone: 'UTC', payment_types, oldest_open: null })),
      answers(listClosings, () => [{ ...row, currency: 'JPY', total: 1200, difference: -5 }]),
    ],
  });
  expect((await screen.findByRole('link', { name: /No. 3/ })).textContent).toMatch(/¥1,200-¥5$/);
});

test('a closing is printed on this device’s printer of the house, and by the browser where that fails', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const jobs: unknown[] = [];
  const { user } = show(
    <Routes>
      <Route path="/dashboard/reports/day-end/:no" element={<ClosingScreen />} />
    </Routes>,
    {
      as: { role: 'admin', scopes: [] },
      path: '/dashboard/reports/day-end/4',
      server: [
        answers(getClosing, () => closing),
        answers(getProfile, () => ({ store_name: 'Store' }) as never),
        answers(addPrintJob, ({ body }) => {
          jobs.push(body);
          if (jobs.length === 2) throw new AppError('not_found', 'This printer does not exist!');
          if (jobs.length > 2) throw new AppError('conflict', 'Too much waits to be printed already!');
          return { success: true as const, message: 'Sent to the printer.', jobId: 1, jobIds: [1] };
        }),
      ],
    },
  );
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Print' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await user.click(button);
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(jobs).toEqual([]);

  localStorage.setItem(tenantKey('house_printer'), '7');
  await user.click(button);
  await screen.findByText('Sent to the printer.');
  expect(jobs).toEqual([{ kind: 'closing', id: 4, printerId: 7 }]);
  expect(print).toHaveBeenCalledTimes(1);
  await user.click(button);
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2));
  await user.click(button);
  await screen.findByText('Too much waits to be printed already!');
  expect(print).toHaveBeenCalledTimes(3);
});

test('a closing says when it was made, by the clock of the store, and by whom: so does its print', async () => {
  const row = { closing_no: 4, business_date: '2026-03-10', currency: 'USD', gross: 1, total: 1, difference: 0 };
  const asked: unknown[] = [];
  show(
    <Routes>
      <Route path="/dashboard/reports/day-end/:no" element={<ClosingScreen />} />
    </Routes>,
    {
      as: { role: 'admin', scopes: [] },
      path: '/dashboard/reports/day-end/4',
      server: [
        answers(getClosing, () => closing),
        answers(getProfile, () => ({ store_name: 'Store', timezone: 'Asia/Kathmandu' }) as never),
        answers(listClosings, ({ query }) => {
          asked.push(query);
          return [{ ...row, closed_at: '2026-03-10T22:20:00Z', member_name: 'Ana' }];
        }),
      ],
    },
  );
  expect(await screen.findByText('Closed 11 Mar 2026, 04:05 by Ana')).toBeDefined();
  expect(asked).toEqual([{ type: 'custom', from: '2026-03-10', to: '2026-03-10' }]);
});

test('closings say when they were made by the clock of the store, wherever they are read', async () => {
  showDayEnd([], [], {
    closings: [
      {
        closing_no: 4,
        business_date: '2026-03-10',
        closed_at: '2026-03-10T12:30:00Z',
        member_name: 'Ana',
        currency: 'USD',
        gross: 1,
        total: 1,
        difference: 0,
      },
    ],
  });
  expect((await screen.findByText(/^No\. 4, closed/)).textContent).toBe('No. 4, closed 11 Mar 2026, 01:30 by Ana');
  expect(screen.getByText('10 Mar 2026', { selector: 'a *' })).toBeTruthy();
});

test('a closing as a file is run by no spreadsheet', () => {
  const file = closingFile(closing);
  expect(file).toContain("Note,'=1+1");
  expect(closingFile({ ...closing, note: 'Fine;=1+1' })).toContain("Note,Fine;'=1+1");
  expect(file).toContain('Cash: difference,-1.25');
  const tipped = { ...closing, payments: [{ ...closing.payments[0]!, tips: 2 }] };
  expect([file, closingFile(tipped)].map((text) => text.includes('Cash: tips beside it,2'))).toEqual([false, true]);
});

test('reasons, taxes, drawers and the note of a closing are text', async () => {
  const evil = (what: string) => `<img src=x onerror=alert(1)> ${what}`;
  const counted = { opened_at: '', closed_at: '', float: 10, expected: 9, counted: 5, difference: -4 };
  const hostile: Closing = {
    ...closing,
    note: evil('note'),
    discounts: [{ reason: evil('discount'), count: 1, amount: 3 }],
    voids: [{ reason: evil('void'), made: true, count: 1, amount: 4 }],
    taxes: [{ ...day.taxes[0]!, title: evil('tax'), parts: [{ title: evil('part'), rate: 5, tax: 1.25 }] }],
    payments: [{ ...closing.payments[0]!, payment_type: evil('payment') }],
    drawers: [{ drawer_id: 1, title: evil('drawer'), ...counted }],
  };
  show(
    <Routes>
      <Route path="/dashboard/reports/day-end/:no" element={<ClosingScreen />} />
    </Routes>,
    {
      as: { role: 'admin', scopes: [] },
      path: '/dashboard/reports/day-end/4',
      server: [answers(getClosing, () => hostile), answers(getProfile, () => ({ store_name: evil('store') }) as never)],
    },
  );
  await screen.findByText(evil('note'));
  for (const what of ['store', 'note', 'discount', 'void', 'tax', 'part', 'payment', 'drawer'])
    await waitFor(() => expect(document.body.textContent).toContain(evil(what)));
  expect(document.querySelector('img')).toBeNull();
});
