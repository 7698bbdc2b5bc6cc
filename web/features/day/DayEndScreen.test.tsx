import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { getProfile } from '#contract/auth.ts';
import { type CheckRow, listChecks } from '#contract/checks.ts';
import { type Closing, closeDay, type DaySums, getClosing, getDay, listClosings } from '#contract/day.ts';
import { listDrawers } from '#contract/drawers.ts';
import type { Reply } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { addPrintJob } from '#contract/print-jobs.ts';
import { tenantKey } from '#web/platform/storage.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ClosingScreen } from './ClosingScreen.tsx';
import { closingFile } from './day-file.ts';
import { DayEndScreen } from './DayEndScreen.tsx';

const day: DaySums = {
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
const closing: Closing = {
  ...day,
  closing_no: 4,
  currency: 'USD',
  note: '=1+1',
  payments: [{ payment_type: 'Cash', kind: 'cash', expected: 26.25, counted: 25, difference: -1.25 }],
  grand_total: 100,
  previous_hash: 'ab',
  hash: 'cd',
};

const payment_types = [
  { id: 1, title: 'Cash', kind: 'cash' },
  { id: 2, title: 'Card', kind: 'card' },
];

interface Shown {
  dates?: unknown[];
  oldest_open?: string | null;
  checks?: CheckRow[];
  closings?: Reply<typeof listClosings>;
}

/** A restaurant with open days, the oldest first; answers what it was asked to close. */
const showDayEnd = (open: string[], asked: unknown[], { dates = [], oldest_open = null, checks = [], closings = [] }: Shown = {}) => {
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
          return { ...day, currency: 'USD', timezone: 'Pacific/Auckland', payment_types, oldest_open };
        }),
        answers(listClosings, () => closings),
        answers(listChecks, () => checks),
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

test('a day is closed in steps: what is open, a blind count, the difference and a note; a day before it is closed first', async () => {
  const asked: unknown[] = [];
  const dates: unknown[] = [];
  const { user } = showDayEnd(['2026-03-09', '2026-03-10'], asked, { dates });
  expect((await screen.findByText('Discounts: Neighbours (1)')).parentElement?.textContent).toContain('-$3.00');
  expect(screen.getByText('No day of this period is closed.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  expect(await dialog.findByText('Bar')).toBeDefined();
  const next = () => user.click(dialog.getByRole('button', { name: 'Next' }));
  await next();
  // blind: nothing of what should be there is said
  expect(dialog.queryByText(/26\.25/)).toBeNull();
  await user.type(dialog.getByLabelText('$20.00'), '1');
  await user.type(dialog.getByLabelText('$0.25'), '20');
  expect(dialog.getByRole('status').textContent).toBe('Counted $25.00');
  await user.type(dialog.getByLabelText('Card'), '0');
  expect(dates).toEqual([undefined]);
  await next();
  // only now: what should be there, and by how much it differs
  expect((await dialog.findByRole('row', { name: /Cash/ })).textContent).toBe('Cash$26.25$25.00-$1.25');
  expect(dialog.getByRole('row', { name: /Card/ }).textContent).toBe('Card$0.00$0.00$0.00');
  expect(dates).toEqual([undefined, '2026-03-10']);
  await user.type(dialog.getByLabelText(/^Note/), 'Short');
  await user.click(dialog.getByRole('button', { name: 'Close 10 Mar 2026' }));
  // what was counted is of the day that was chosen
  await user.click(await dialog.findByRole('button', { name: 'Go to 9 Mar 2026' }));
  expect(dialog.getByText('Step 2 of 4: Count')).toBeDefined();
  expect(dialog.queryByText(/^The difference was shown/)).toBeNull();
  expect(dialog.getByRole('status').textContent).toBe('Counted $0.00');
  expect(dialog.getByLabelText<HTMLInputElement>('Card').value).toBe('');
  await user.type(dialog.getByLabelText('$10.00'), '1');
  await next();
  await user.click(dialog.getByRole('button', { name: 'Close 9 Mar 2026' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Closing 4' })).toBeDefined();
  expect((await screen.findByText('Counted')).parentElement?.textContent).toContain('$25.00 (-$1.25)');
  expect(screen.getByText('10 Mar 2026', { selector: 'strong' })).toBeDefined();
  const counts = [
    { paymentTypeId: 1, amount: 25 },
    { paymentTypeId: 2, amount: 0 },
  ];
  expect(asked).toEqual([
    { businessDate: '2026-03-10', counts, note: 'Short' },
    { businessDate: '2026-03-09', counts: [{ paymentTypeId: 1, amount: 10 }], note: 'Short' },
  ]);
  // and its difference was seen: the closing of another day does not undo that
  await user.click(screen.getByRole('link', { name: 'Day end' }));
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const later = within(await screen.findByRole('dialog', { name: 'Close day' }));
  await user.click(later.getByRole('button', { name: 'Next' }));
  expect(later.getByText(/^The difference was shown/)).toBeDefined();
  await user.type(later.getByLabelText('$20.00'), '2');
  await user.click(later.getByRole('button', { name: 'Next' }));
  await user.click(later.getByRole('button', { name: 'Close 10 Mar 2026' }));
  await screen.findByRole('heading', { level: 1, name: 'Closing 4' });
  expect(asked[2]).toEqual({ businessDate: '2026-03-10', counts: [{ paymentTypeId: 1, amount: 40 }], firstCounts: counts });
  expect(localStorage.getItem(tenantKey('day-first-counts'))).toBeNull();
});

test('whoever has seen the difference of a day counts it again, also after the count of another day', async () => {
  const asked: unknown[] = [];
  const { user } = showDayEnd(['2026-03-10'], asked);
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  const press = async (...names: string[]) => {
    for (const name of names) await user.click(dialog.getByRole('button', { name }));
  };
  const choose = (value: string) => fireEvent.change(dialog.getByLabelText(/^Business day/), { target: { value } });
  await press('Next');
  await user.type(dialog.getByLabelText('$20.00'), '1');
  await press('Next', 'Count again', 'Back');
  choose('2026-03-09');
  await press('Next', 'Next', 'Count again', 'Back');
  choose('2026-03-10');
  await press('Next');
  await user.clear(dialog.getByLabelText('$20.00'));
  await user.type(dialog.getByLabelText('$20.00'), '2');
  await press('Next', 'Close 10 Mar 2026');
  await screen.findByRole('heading', { level: 1, name: 'Closing 4' });
  const counts = [{ paymentTypeId: 1, amount: 40 }];
  expect(asked).toEqual([{ businessDate: '2026-03-10', counts, firstCounts: [{ paymentTypeId: 1, amount: 20 }] }]);
});

test('a day that was closed without a count though its difference was seen is told what was counted', async () => {
  const asked: unknown[] = [];
  const { user } = showDayEnd(['2026-03-09', '2026-03-10'], asked);
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  const press = async (...names: string[]) => {
    for (const name of names) await user.click(await dialog.findByRole('button', { name }));
  };
  const choose = (value: string) => fireEvent.change(dialog.getByLabelText(/^Business day/), { target: { value } });
  choose('2026-03-09');
  await press('Next');
  await user.type(dialog.getByLabelText('$20.00'), '1');
  await press('Next', 'Count again', 'Back');
  choose('2026-03-10');
  await press('Next', 'Next', 'Close 10 Mar 2026', 'Close all before 10 Mar 2026 without a count');
  await screen.findByRole('heading', { level: 1, name: 'Closing 4' });
  const counts = [{ paymentTypeId: 1, amount: 20 }];
  expect(asked.slice(1)).toEqual([
    { businessDate: '2026-03-09', counts: [], firstCounts: counts },
    { businessDate: '2026-03-10', counts },
  ]);
});

test('a day that was chosen and not counted is forgotten with the dialog', async () => {
  const first = showDayEnd([], []);
  const begin = async ({ user }: typeof first) => {
    await user.click(await screen.findByRole('button', { name: 'Close day' }));
    return within(await screen.findByRole('dialog', { name: 'Close day' })).getByLabelText<HTMLInputElement>(/^Business day/);
  };
  fireEvent.change(await begin(first), { target: { value: '2026-03-09' } });
  first.unmount();
  expect((await begin(showDayEnd([], []))).value).toBe('2026-03-10');
});

test('the sheet of the day hides while cash is counted, and a field that was cleared counts as nothing', async () => {
  const asked: unknown[] = [];
  const { user } = showDayEnd(['2026-03-10'], asked);
  await screen.findByText('Discounts: Neighbours (1)');
  await user.click(screen.getByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  const next = () => user.click(dialog.getByRole('button', { name: 'Next' }));
  await next();
  expect(screen.queryByText('Discounts: Neighbours (1)')).toBeNull();
  await user.type(dialog.getByLabelText('$20.00'), '2');
  await user.clear(dialog.getByLabelText('$20.00'));
  await next();
  await user.click(await dialog.findByRole('button', { name: 'Close 10 Mar 2026' }));
  await screen.findByRole('heading', { level: 1, name: 'Closing 4' });
  expect(asked).toEqual([{ businessDate: '2026-03-10', counts: [] }]);
});

test('days that nobody closed are closed without a count, up to the one that was counted', async () => {
  const asked: { businessDate: string; counts: unknown[] }[] = [];
  const { user } = showDayEnd(['2026-03-07', '2026-03-08', '2026-03-10'], asked);
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await user.type(await dialog.findByLabelText('$20.00'), '1');
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await user.click(dialog.getByRole('button', { name: 'Close 10 Mar 2026' }));
  await user.click(await dialog.findByRole('button', { name: 'Close all before 10 Mar 2026 without a count' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Closing 4' })).toBeDefined();
  const closed = ['2026-03-07', '2026-03-08', '2026-03-10'];
  const last = asked.filter(({ businessDate }, place) => !asked.slice(place + 1).some((later) => later.businessDate === businessDate));
  expect(last.map(({ businessDate, counts }) => [businessDate, counts.length])).toEqual(
    closed.map((day, place) => [day, place === 2 ? 1 : 0]),
  );
});

test('after midnight the day that ended is at hand before anything is counted', async () => {
  const asked: { businessDate: string }[] = [];
  const { user } = showDayEnd(['2026-03-09'], asked, { oldest_open: '2026-03-09' });
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  expect(dialog.getByText('9 Mar 2026 is not closed yet, and the oldest day is closed first.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Go to 9 Mar 2026' }));
  expect(dialog.queryByText(/is not closed yet/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  expect(await dialog.findByText('Nothing was counted, so no difference is known.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Close 9 Mar 2026' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Closing 4' })).toBeDefined();
  expect(asked).toEqual([{ businessDate: '2026-03-09', counts: [] }]);
});

test('what is still open says what is due, and what was paid of it already: its cash is in the drawer, and counts another day', async () => {
  const place = { bill_no: 1, table_id: 1, table_title: 'T1', floor: 'Hall', delivery_type: 'dinein', name: null };
  const nobody = { covers: null, customer_id: null, customer_name: null, member_name: null };
  const row = { ...place, ...nobody, opened_at: '2026-03-10T20:00:00Z', orders: 1, is_billed: false };
  const checks = [
    { ...row, check_id: 5, total: 80, paid: 50, due: 30 },
    { ...row, check_id: 6, total: 12.5, paid: 0, due: 12.5 },
  ];
  const { user } = showDayEnd(['2026-03-10'], [], { checks });
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  const bills = (await dialog.findByRole('link', { name: '2 open bills' })).parentElement;
  expect(bills?.textContent).toMatch(/^2 open bills, \$42\.50 due\..* \$50\.00 is already paid on them, and counts on that day too/);
});

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
          if (jobs.length > 1) throw new AppError('not_found', 'This printer does not exist!');
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
});

test('a half-typed count and note of a day wait for the same person when the till locks itself, until they are thrown away', async () => {
  const first = showDayEnd([], []);
  const begin = async ({ user }: typeof first) => {
    await user.click(await screen.findByRole('button', { name: 'Close day' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
    const next = () => user.click(dialog.getByRole('button', { name: 'Next' }));
    await next();
    return { dialog, next };
  };
  const typing = await begin(first);
  await first.user.type(typing.dialog.getByLabelText('$20.00'), '3');
  await first.user.type(typing.dialog.getByLabelText('Card'), '7');
  await typing.next();
  await first.user.type(typing.dialog.getByLabelText(/^Note/), 'Short');
  first.unmount();

  const second = showDayEnd([], []);
  const { dialog, next } = await begin(second);
  expect(dialog.getByText('What you typed before is still here.')).toBeDefined();
  expect(dialog.getByLabelText<HTMLInputElement>('$20.00').value).toBe('3');
  expect(dialog.getByLabelText<HTMLInputElement>('Card').value).toBe('7');
  await next();
  expect(dialog.getByLabelText<HTMLInputElement>(/^Note/).value).toBe('Short');
  await second.user.keyboard('{Escape}');
  await second.user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(localStorage.getItem(tenantKey('day-count'))).toBeNull());
  const third = await begin(second);
  expect(third.dialog.queryByText('What you typed before is still here.')).toBeNull();
  expect(third.dialog.getByLabelText<HTMLInputElement>('$20.00').value).toBe('');
});

test('what was typed before is not said of a count that begins anew, once it was cleared by hand', async () => {
  const begin = async ({ user }: ReturnType<typeof showDayEnd>) => {
    await user.click(await screen.findByRole('button', { name: 'Close day' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
    await user.click(dialog.getByRole('button', { name: 'Next' }));
    return dialog;
  };
  const first = showDayEnd([], []);
  await first.user.type((await begin(first)).getByLabelText('$20.00'), '3');
  first.unmount();
  const second = showDayEnd([], []);
  const { user } = second;
  const dialog = await begin(second);
  const said = () => dialog.queryByText('What you typed before is still here.');
  expect(said()).not.toBeNull();
  await user.clear(dialog.getByLabelText('$20.00'));
  expect(said()).toBeNull();
  await user.type(dialog.getByLabelText('$20.00'), '1');
  expect(said()).toBeNull();
});

test('whoever has seen the difference counts again, and the closing is told what was counted first, also after a discard', async () => {
  const asked: unknown[] = [];
  const { user } = showDayEnd(['2026-03-10'], asked);
  const begin = async () => {
    await user.click(await screen.findByRole('button', { name: 'Close day' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
    const press = (name: string) => user.click(dialog.getByRole('button', { name }));
    await press('Next');
    return { dialog, press };
  };
  const first = await begin();
  expect(first.dialog.queryByText(/^The difference was shown/)).toBeNull();
  await user.type(first.dialog.getByLabelText('$20.00'), '1');
  await first.press('Next');
  await first.dialog.findByRole('row', { name: /Cash/ });
  await first.press('Count again');
  expect(first.dialog.getByText(/^The difference was shown/)).toBeDefined();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));

  const again = await begin();
  expect(again.dialog.getByText(/^The difference was shown/)).toBeDefined();
  await user.type(again.dialog.getByLabelText('$20.00'), '2');
  expect(again.dialog.queryByText('What you typed before is still here.')).toBeNull();
  await user.type(again.dialog.getByLabelText('Card'), '7');
  await again.press('Next');
  await again.press('Close 10 Mar 2026');
  await screen.findByRole('heading', { level: 1, name: 'Closing 4' });
  const counts = [
    { paymentTypeId: 1, amount: 40 },
    { paymentTypeId: 2, amount: 7 },
  ];
  expect(asked).toEqual([{ businessDate: '2026-03-10', counts, firstCounts: [{ paymentTypeId: 1, amount: 20 }] }]);
  for (const name of ['day-count', 'day-first-counts']) expect(localStorage.getItem(tenantKey(name))).toBeNull();
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
  expect(file).toContain('Cash: difference,-1.25');
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
