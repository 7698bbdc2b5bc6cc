import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { createOrder } from '#contract/pos.ts';
import { forgetUser } from '#web/platform/session.tsx';
import { answers } from '#web/platform/testing.tsx';
import { layOutGrid, sent, open, card, lines, button, dialog } from './testing-till.tsx';

beforeEach(layOutGrid);

/** The till is left while its sale is on the way, and entered again before the answer. */
const leaveAndReturn = async (reply: () => typeof sent) => {
  const line = Promise.withResolvers<void>();
  const keys: (string | null)[] = [];
  const server = answers(createOrder, () => line.promise.then(reply));
  const watched = () => {
    const others = globalThis.fetch;
    globalThis.fetch = (address, init) => {
      if (init?.method === 'POST') keys.push(new Headers(init.headers).get('idempotency-key'));
      return others(address, init);
    };
  };
  const first = await open(server);
  watched();
  await first.user.click(card('Fish Soup'));
  await first.user.click(button('Send to Kitchen'));
  await first.user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
  first.unmount();
  const { user } = await open(server);
  watched();
  return { user, keys, arrive: line.resolve };
};

test('a till that is entered again before the answer waits for it, shows the token and empties the cart that was sent', async () => {
  const { user, keys, arrive } = await leaveAndReturn(() => sent);
  const again = within(await dialog('Send to Kitchen'));
  expect(again.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true);
  expect(lines()).toEqual([expect.stringContaining('Fish Soup')]);

  arrive();

  expect((await dialog('Order sent')).textContent).toContain('Token17');
  expect(lines()).toEqual([]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(card('Ribeye Steak'));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
  await dialog('Order sent');
  expect(new Set(keys).size).toBe(2);
});

test('a till that is entered again before the answer says once to which table a round went', async () => {
  const line = Promise.withResolvers<typeof sent>();
  const server = answers(createOrder, () => line.promise);
  const first = await open(server);
  await first.user.click(card('Fish Soup'));
  await first.user.click(button('Send to Kitchen'));
  await first.user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Send to T1' }));
  first.unmount();
  await open(server);
  await dialog('Send to Kitchen');

  await act(async () => line.resolve(sent));

  await waitFor(() => expect(lines()).toEqual([]));
  expect(await screen.findAllByRole('dialog', { name: 'Order sent' })).toHaveLength(1);
});

test('a till that is entered again before a refusal keeps the cart and says why', async () => {
  const { user, keys, arrive } = await leaveAndReturn(() => {
    throw new AppError('unavailable', 'Try later!');
  });
  const again = within(await dialog('Send to Kitchen'));

  arrive();

  await again.findByText('Try later! The cart is kept, and trying again never sends it twice.');
  expect(lines()).toEqual([expect.stringContaining('Fish Soup')]);
  await user.click(again.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).toBe(keys[0]);
});

test('a sale whose answer comes while the till is away is not there when it is entered again', async () => {
  const first = await open(answers(createOrder, () => sent));
  await first.user.click(card('Fish Soup'));
  await first.user.click(button('Send to Kitchen'));
  const confirm = within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' });
  confirm.click();
  first.unmount();
  await new Promise((resolve) => setTimeout(resolve, 50));

  await open();

  expect(lines()).toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('who signs out at the till leaves its menu under the name of no other restaurant', async () => {
  await open();
  await screen.findByText('Fish Soup');
  const kept = () => Object.keys(localStorage).filter((key) => key.endsWith(':pos-init'));
  await waitFor(() => expect(kept()).toEqual(['comanda:1:pos-init']));
  act(() => forgetUser());
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(kept()).toEqual(['comanda:1:pos-init']);
});
