import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sendToDisplay, type ShownCart } from '#contract/displays.ts';
import { AppError } from '#contract/errors.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { OwnDisplay, shownBill } from './OwnDisplay.tsx';

const waiter = { role: 'user' as const, scopes: ['POS' as const] };
const cart = (total: number): ShownCart => ({ lines: [], total, paid: null });

test('a display is told one word after the other, of those that wait the newest, and again what was there before one on its way', async () => {
  const told: { total: number | undefined; order: number | null | undefined; from: string | null | undefined }[] = [];
  const answer: (() => void)[] = [];
  const server = [
    answers(sendToDisplay, async ({ body: { shown, order, from } }) => {
      told.push({ total: shown?.total, order, from });
      await new Promise<void>((resolve) => answer.push(resolve));
      return { success: true as const, message: 'Shown.' };
    }),
  ];
  const Till = ({ total }: { total: number }) => <OwnDisplay displayId={4} shown={cart(total)} onGone={() => {}} />;
  const { rerender } = show(<Till total={1} />, { as: waiter, server });
  const totals = () => told.map(({ total }) => total);
  const later = () => new Promise((resolve) => setTimeout(resolve, 400));
  await waitFor(() => expect(totals()).toEqual([1]));
  for (const total of [2, 3, 4]) {
    rerender(<Till total={total} />);
    await later();
  }
  expect(totals()).toEqual([1]);
  answer[0]!();
  await waitFor(() => expect(totals()).toEqual([1, 4]));
  answer[1]!();
  await later();
  // five is on its way when the cart is as before
  rerender(<Till total={5} />);
  await waitFor(() => expect(totals()).toEqual([1, 4, 5]));
  rerender(<Till total={4} />);
  await later();
  answer[2]!();
  await waitFor(() => expect(totals()).toEqual([1, 4, 5, 4]));
  answer[3]!();
  const orders = told.map(({ order }) => order!);
  expect(orders).toEqual(orders.toSorted((one, other) => one - other));
  expect(new Set(told.map(({ from }) => from)).size).toBe(1);
});

test('a word that is left and taken up again while it is on its way is told again when it fails', async () => {
  const told: (number | undefined)[] = [];
  const fail: (() => void)[] = [];
  const server = [
    answers(sendToDisplay, async ({ body: { shown } }) => {
      told.push(shown?.total);
      if (told.length === 1) {
        await new Promise<void>((resolve) => fail.push(resolve));
        throw new AppError('conflict', 'Please wait!');
      }
      return { success: true as const, message: 'Shown.' };
    }),
  ];
  const Till = ({ total }: { total: number }) => <OwnDisplay displayId={5} shown={cart(total)} onGone={() => {}} />;
  const { rerender } = show(<Till total={1} />, { as: waiter, server });
  // the first time it stands somewhere else, so it begins again
  rerender(<Till total={1} />);
  await waitFor(() => expect(told).toEqual([1]));
  for (const total of [2, 1]) rerender(<Till total={total} />);
  fail[0]!();
  await waitFor(() => expect(told).toEqual([1, 1]), { timeout: 5000 });
});

test('of a card that was paid in coins the guest reads the sum that the change is of', () => {
  const bill = { orders: [], total: 604 };
  const paid = { taken: 600, given: 1000, change: 400, currency: 'JPY' };
  expect(shownBill(bill, paid)).toEqual({ lines: [], total: 600, paid: { given: 1000, change: 400, tokenNo: 0 } });
  expect(shownBill(bill, null).total).toBe(604);
});
