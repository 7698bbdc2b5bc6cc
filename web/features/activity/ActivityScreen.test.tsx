import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AuditEntry, listAudit } from '#contract/audit.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ActivityScreen } from './ActivityScreen.tsx';

test('an entry tells what was done, and opened all that is known of it; whatever people write is text', async () => {
  const evil = (what: string) => `<img src=x onerror=alert(1)> ${what}`;
  const entry: AuditEntry = {
    id: 1,
    at: '2026-03-10T12:00:00Z',
    member_name: evil('person'),
    approver_name: evil('approver'),
    kind: 'discount',
    text: evil('text'),
    reason: evil('reason'),
    note: evil('note'),
    amount: 3,
    device_name: evil('device'),
    ip: '203.0.113.7',
    before: { title: evil('before') },
    after: { title: evil('after'), parts: [{ title: evil('part') }] },
  };
  const { user } = show(<ActivityScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [
      answers(listAudit, () => ({
        entries: [entry],
        currentPage: 1,
        perPage: 50,
        totalPages: 1,
        totalEntries: 1,
        currency: 'USD',
        timezone: 'UTC',
        members: [{ username: 'a', name: evil('member') }],
        tables: [{ id: 1, title: evil('table') }],
      })),
    ],
  });
  const row = await screen.findByRole('button', { name: /Discounts/ });
  expect(row.textContent).toContain(`${evil('text')}Discounts · ${evil('reason')} · ${evil('note')} · ${evil('device')}`);
  expect(row.textContent).toContain('$3.00');
  expect(screen.queryByText(evil('approver'))).toBeNull();
  await user.click(row);
  for (const what of ['person', 'approver', 'member', 'table', 'before', 'after', 'part'])
    expect(document.body.textContent).toContain(evil(what));
  expect(document.querySelector('img')).toBeNull();
});

test('an amount is read with a comma, too', async () => {
  const asked: unknown[] = [];
  const { user } = show(<ActivityScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [
      answers(listAudit, ({ query }) => {
        asked.push(query.minAmount);
        const pages = { currentPage: 1, perPage: 50, totalPages: 0, totalEntries: 0 };
        return { entries: [], ...pages, currency: 'EUR', timezone: 'UTC', members: [], tables: [] };
      }),
    ],
  });
  await screen.findByText('Nothing happened in this period.');
  const field = screen.getByLabelText<HTMLInputElement>('Amount from');
  await user.type(field, '12,50');

  expect(field.value).toBe('12,50');
  expect(screen.queryByText('Please provide an amount!')).toBeNull();
  await waitFor(() => expect(asked.at(-1)).toBe('12.50'));
  await user.type(field, 'x');
  expect(screen.getByText('Please provide an amount!')).toBeTruthy();
});

test('each day of the restaurant stands once, above its entries and their times', async () => {
  const entry = (id: number, at: string): AuditEntry => ({
    id,
    at,
    kind: 'session',
    text: `Ada signed in ${id}.`,
    amount: null,
    reason: null,
    note: null,
    member_name: 'Ada',
    approver_name: null,
    device_name: null,
    ip: null,
    before: null,
    after: null,
  });
  show(<ActivityScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [
      answers(listAudit, () => ({
        entries: [entry(3, '2026-11-20T12:00:00.000Z'), entry(2, '2026-11-20T11:05:00.000Z'), entry(1, '2026-11-20T10:59:00.000Z')],
        currentPage: 1,
        perPage: 50,
        totalPages: 1,
        totalEntries: 3,
        currency: 'USD',
        timezone: 'Pacific/Auckland',
        members: [],
        tables: [],
      })),
    ],
  });
  const days = await screen.findAllByRole('region', { name: /2026$/ });
  expect(
    days.map((day) => [day.querySelector('h2')?.textContent, ...[...day.querySelectorAll('time')].map((time) => time.textContent)]),
  ).toEqual([
    ['Sat, 21 Nov 2026', '01:00', '00:05'],
    ['Fri, 20 Nov 2026', '23:59'],
  ]);
});
