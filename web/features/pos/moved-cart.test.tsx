import { act, screen, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { type Check, type CheckRow, getCheck, listChecks } from '#contract/checks.ts';
import { listOpenChecks } from '#contract/orders.ts';
import { useBills } from '#web/parts/bills.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { PosScreen } from './PosScreen.tsx';
import { answersInit, button, card, cart, layOutGrid, lines, quiet, waiter } from './testing-till.tsx';

beforeEach(layOutGrid);

/** The bill's page, from which a round is added to T1. */
const BillPage = () => (
  <>
    <output>{useBills(true)?.[0]?.table_title}</output>
    <Link to="/dashboard/pos?table=5">Add items</Link>
  </>
);

test('a begun cart goes along with the guests who are moved on the bill’s page and have something added there', async () => {
  const at = { T1: { table_id: 5, table_title: 'T1' }, T2: { table_id: 6, table_title: 'T2' } };
  const facts = { floor: 'Hall', orders: 1, due: 24.2 };
  let place = at.T2;
  const { user, announce } = show(
    <Routes>
      <Route path="/dashboard/pos" element={<PosScreen />} />
      <Route path="*" element={<BillPage />} />
    </Routes>,
    {
      as: waiter,
      path: '/dashboard/pos',
      server: [
        answers(listOpenChecks, () => [{ ...place, ...facts, since: '2026-11-22T18:00:00.000Z' }]),
        answers(listChecks, () => [{ ...place, ...facts, check_id: 8, bill_no: 1, customer_id: null } as CheckRow]),
        answers(getCheck, () => ({ charges: [], removed_charges: [], adjustments: [], merged_into: null }) as unknown as Check),
        ...quiet,
        answersInit(),
      ],
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await user.click(card('Fish Soup'));
  await user.click(await within(cart()).findByRole('link', { name: 'Bill' }));
  place = at.T1;
  announce({ type: 'check_update', payload: { checkIds: [8] }, seq: 1, late: false });
  await expect.poll(() => screen.getByRole('status').textContent).toBe('T1');

  await user.click(screen.getByRole('link', { name: 'Add items' }));
  await screen.findByText('T2 moved to T1: this order goes there, too.');
  // all that would have put it aside is over
  await act(async () => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Table' }).value).toBe('T1');
  expect(lines()).toHaveLength(1);
  expect(button(/^Drafts List/).textContent).not.toMatch(/1/);
});
