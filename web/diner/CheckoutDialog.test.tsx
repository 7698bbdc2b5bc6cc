import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CheckoutDialog } from './CheckoutDialog.tsx';

// a line on which the chunk gets no answer, neither good nor bad
vi.mock('./phone.ts', () => new Promise(() => {}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const show = (phone: string) => {
  const placed = vi.fn(async () => {});
  const draft = { isByPhone: true, name: 'Ada', phone };
  render(<CheckoutDialog total="$2.00" country="US" {...{ draft }} onDraft={() => {}} onPlace={placed} onClose={() => {}} />);
  fireEvent.click(screen.getByRole('button', { name: /^Place Order/, hidden: true }));
  return placed;
};
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('an order by phone does not wait without end for the rules of numbers: the server checks it too', async () => {
  const placed = show('(212) 555-0142');
  await wait(1000);
  expect(placed).not.toHaveBeenCalled();

  await wait(2000);

  expect(placed.mock.calls).toEqual([[{ name: 'Ada', phone: '(212) 555-0142' }]]);
});

test('without the rules a number is asked for all the same', async () => {
  const placed = show(' ');

  await wait(3000);

  expect(screen.getByText('Enter a valid phone number.')).toBeDefined();
  expect(placed).not.toHaveBeenCalled();
});

test('the second half of a double tap on Checkout places no order', async () => {
  const placed = vi.fn(async () => {});
  const draft = { isByPhone: false, name: '', phone: '' };
  fireEvent(window, new MouseEvent('pointerdown', { clientX: 200, clientY: 600 }));
  render(<CheckoutDialog total="$2.00" country="US" {...{ draft }} onDraft={() => {}} onPlace={placed} onClose={() => {}} />);
  const button = screen.getByRole('button', { name: /^Place Order/, hidden: true });
  const tap = (after: number, clientX: number) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX, clientY: 600 });
    Object.defineProperty(event, 'timeStamp', { value: performance.now() + after });
    fireEvent(button, event);
  };
  tap(150, 20);
  // slow hands, on the very spot
  tap(600, 210);
  expect(placed).not.toHaveBeenCalled();
  tap(600, 20);
  await wait(10);
  expect(placed).toHaveBeenCalledOnce();
});
