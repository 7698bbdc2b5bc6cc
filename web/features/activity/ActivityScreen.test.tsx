import { screen } from '@testing-library/react';
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
