import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createOrder } from '#contract/pos.ts';
import { dateAndTime } from '#web/platform/dates.ts';
import { removeStored, tenantKey, updateStored } from '#web/platform/storage.ts';
import { answers } from '#web/platform/testing.tsx';
import { storeSettings } from '#web/platform/testing-store.ts';
import { newSale } from './cart.ts';
import { draftOf, NOT_STORED } from './drafts.ts';
import { layOutGrid, sent, open, card, lines, button, dialog } from './testing-till.tsx';

beforeEach(layOutGrid);

test('a draft is put aside, opened, deleted; opening one keeps the cart that it replaces', async () => {
  const { user } = await open();
  const saveDraft = async (name: string) => {
    await user.click(button('Save Draft'));
    const save = within(await dialog('Save Draft'));
    if (name) await user.type(save.getByLabelText('Name (optional)'), name);
    await user.click(save.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  await user.click(card('Fish Soup'));
  await user.click(card('Fish Soup'));
  await saveDraft('Window');
  expect(lines()).toEqual([]);

  await user.click(card('Ribeye Steak'));
  await user.click(button(/Drafts List/));
  await user.click(within(await dialog('Drafts List')).getByRole('button', { name: /^Open Window/ }));
  await waitFor(() => expect(lines()).toEqual([expect.stringContaining('Fish Soup$11.00')]));

  await user.click(button(/Drafts List/));
  const list = within(await dialog('Drafts List'));
  expect(list.getAllByRole('button', { name: /^Open/ }).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('1 × Ribeye Steak'),
    expect.stringContaining('2 × Fish Soup'),
  ]);
  await user.click(list.getByRole('button', { name: /^Delete Draft/ }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);

  const undo = async (message: string) => {
    const toast = (await screen.findByText(message)).closest<HTMLElement>('[role="status"]')!;
    await user.click(within(toast).getByText('Undo'));
  };
  await undo('Draft is deleted.');
  expect(list.getAllByRole('listitem')).toHaveLength(2);

  await user.click(list.getByRole('button', { name: 'Clear all' }));
  await list.findByText(/No drafts/);
  await undo('All drafts are deleted.');
  expect(list.getAllByRole('listitem')).toHaveLength(2);
});

test('a draft that nobody has named is called by its table and customer, with its sum and the clock of the store', async () => {
  const sale = { ...newSale('k'), tableId: 5, customer: { phone: '1', name: 'Amelia' } };
  const line = { id: 2, title: 'Fish Soup', variant: null, addons: [], notes: '', quantity: 2 };
  const draft = { ...draftOf({ ...sale, lines: [line] }, ''), at: '2026-11-22T03:00:00.000Z' };
  const { user } = await open();
  act(() => void updateStored(tenantKey('drafts'), [], () => [draft]));
  await user.click(button(/Drafts List/));

  const text = within(await dialog('Drafts List')).getByRole('button', { name: /^Open/ }).textContent;
  expect(text).toContain('T1 · Amelia');
  expect(text).toContain('$12.10');
  expect(text).toContain(dateAndTime(draft.at, storeSettings.timezone));
});

test('a draft that the browser refuses leaves name and cart where they are', async () => {
  const { user } = await open();
  await user.click(card('Fish Soup'));
  await user.click(button('Save Draft'));
  const save = within(await dialog('Save Draft'));
  await user.type(save.getByLabelText('Name (optional)'), 'Window');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

  await user.click(save.getByRole('button', { name: 'Save' }));
  await screen.findByText(NOT_STORED);
  expect(save.getByLabelText<HTMLInputElement>('Name (optional)').value).toBe('Window');
  expect(lines()).toEqual([expect.stringContaining('Fish Soup')]);

  full.mockRestore();
  await user.click(save.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(lines()).toEqual([]));
});

test('a cart that the browser does not keep says so once, and is sent all the same', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
    if (key.endsWith(':sale')) throw new DOMException('full', 'QuotaExceededError');
  });
  const { user } = await open(answers(createOrder, () => sent));

  await user.click(card('Fish Soup'));
  await user.click(card('Ribeye Steak'));
  expect(await screen.findAllByText(/^This browser has no room left/)).toHaveLength(1);
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));

  await dialog('Order sent');
  expect(screen.queryByText(NOT_STORED)).toBeNull();
  full.mockRestore();
  removeStored(tenantKey('sale'));
});

test.each([
  ['an empty cart', false],
  ['a copy of the cart that the first one then sends', true],
])('a second tab that starts with %s never sells under the key of the first one', async (_, isCopy) => {
  const keys: (string | null)[] = [];
  const sell = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    const others = globalThis.fetch;
    globalThis.fetch = async (address, init) => {
      if (init?.method !== 'POST') return others(address, init);
      keys.push(new Headers(init.headers).get('idempotency-key'));
      return Response.json(sent);
    };
    await user.click(button('Send to Kitchen'));
    await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
    await dialog('Order sent');
  };

  const first = await open();
  if (isCopy) await first.user.click(card('Fish Soup'));
  // what the second tab reads when it is opened at this moment
  const stored = { ...localStorage };
  if (!isCopy) await first.user.click(card('Fish Soup'));
  await sell(first);
  first.unmount();

  Object.assign(localStorage, stored);
  const second = await open();
  if (isCopy) await second.user.click(button('Remove Fish Soup'));
  await second.user.click(card('Fish Soup'));
  await sell(second);

  expect(keys).toHaveLength(2);
  expect(keys[1]).not.toBe(keys[0]);
});

test('the cart outlives a reload, and New can be taken back', async () => {
  const first = await open();
  await first.user.click(card('Fish Soup'));
  first.unmount();

  const { user } = await open();
  expect(lines()).toEqual([expect.stringContaining('Fish Soup')]);
  await user.click(button('New'));
  expect(lines()).toEqual([]);
  await user.click(button('Undo New'));
  expect(lines()).toEqual([expect.stringContaining('Fish Soup')]);
});
