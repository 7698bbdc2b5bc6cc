import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { answers } from '#web/platform/testing.tsx';
import { button, card, dialog, layOutGrid, open, sent } from './testing-till.tsx';

beforeEach(layOutGrid);

test('who waits for a silent server is told so, and a touch beside the dialog throws no choice away', async () => {
  const line = Promise.withResolvers<typeof sent>();
  const { user } = await open(answers(createOrderAndInvoice, () => line.promise));
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));
  await user.click(pay.getByRole('radio', { name: 'Card' }));
  const overlay = document.querySelector('.mantine-Modal-overlay')!;
  await user.click(overlay);
  await user.click(overlay.parentElement!.querySelector('.mantine-Modal-inner')!);
  expect(pay.getByRole<HTMLInputElement>('radio', { name: 'Card' }).checked).toBe(true);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await user.click(pay.getByRole('button', { name: /^Confirm/ }));
  expect(pay.queryByText(/has not answered yet/)).toBeNull();
  expect(screen.getByText('Please wait...')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(5100));
  expect(pay.getByText('The server has not answered yet. Please wait: whatever happens, this is never done twice.')).toBeDefined();
  vi.useRealTimers();
  await act(async () => line.resolve(sent));
  expect((await dialog('Order sent')).textContent).toContain('Card');
  await waitFor(() => expect(screen.queryByText('Please wait...')).toBeNull());
});

test('the second half of a double tap on Confirm does not close what was sold', async () => {
  const { user } = await open(answers(createOrderAndInvoice, () => sent));
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));
  const panel = await dialog('Order sent');
  const touch = new Event('pointerdown', { bubbles: true });
  Object.defineProperty(touch, 'timeStamp', { value: performance.now() });
  await act(async () => void document.body.dispatchEvent(touch));
  expect(panel.isConnected).toBe(true);
  await user.click(document.body);
  expect(panel.isConnected).toBe(false);
});

test('what was looked for is not for the next guest, and a device may keep its category', async () => {
  const { user } = await open(answers(createOrder, () => sent));
  const search = screen.getByLabelText<HTMLInputElement>('Search Item');
  const isChosen = (category: string) => button(category).getAttribute('aria-pressed');
  const intoSight = vi.spyOn(Element.prototype, 'scrollIntoView');
  const shownLast = () => (intoSight.mock.contexts.at(-1) as Element).textContent;
  const send = async () => {
    await user.click(button('Send to Kitchen'));
    await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
    await dialog('Order sent');
  };
  await user.click(button('Mains'));
  await user.type(search, 'soup{Enter}');
  // a touch on what was found does the same
  await user.type(search, 'rib');
  await user.click(card('Ribeye Steak'));
  expect([search.value, isChosen('Mains')]).toEqual(['', 'true']);
  await user.type(search, 'half');
  await send();
  expect([search.value, isChosen('Mains'), isChosen('All')]).toEqual(['', 'false', 'true']);
  await waitFor(() => expect(shownLast()).toBe('All'));

  await user.click(button('Filter by category'));
  const categories = within(await dialog('Categories'));
  await user.click(categories.getByRole('switch', { name: 'Keep the category after a sale on this device' }));
  await user.click(categories.getByRole('button', { name: /^Mains/ }));
  expect(shownLast()).toBe('Mains');
  await user.click(card('Fish Soup'));
  await send();
  expect(isChosen('Mains')).toBe('true');
});
