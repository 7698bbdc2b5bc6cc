import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { listColleagues } from '#contract/approvals.ts';
import { AppError } from '#contract/errors.ts';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { forgetUser } from '#web/platform/session.tsx';
import { answers } from '#web/platform/testing.tsx';
import { readStored, tenantKey, USER_KEY, writeStored } from '#web/platform/storage.ts';
import { lockTill, storeTillSettings, tillKey, unlockTill } from '#web/platform/till.ts';
import { layOutGrid, sent, open, card, lines, button, dialog } from './testing-till.tsx';

beforeEach(layOutGrid);

test('where the store says so a till locks itself after each order, and its cart waits for whoever takes it over', async () => {
  await open();
  cleanup();
  storeTillSettings({ lockAfterMinutes: null, lockAfterSend: true, cartStaysWithTill: true });
  const isLocked = () => localStorage.getItem('comanda_locked');
  const { user } = await open(answers(createOrderAndInvoice, () => sent));
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));
  await dialog('Order sent');
  // the change is read first
  expect(isLocked()).toBeNull();
  await user.click(card('Ribeye Steak'));
  expect(isLocked()).toBe('"/"');

  unlockTill();
  // a till that is worked by keys locks itself as well
  await user.click(button('Pay & Send'));
  await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));
  await dialog('Order sent');
  await user.tab();
  expect(isLocked()).toBeNull();
  act(() => void (document.activeElement instanceof HTMLElement && document.activeElement.blur()));
  await user.keyboard('f');
  expect(isLocked()).toBe('"/"');
  expect(screen.queryByRole('dialog', { name: 'Order sent' })).toBeNull();
  unlockTill();
  await user.click(card('Ribeye Steak'));

  // whoever shows a PIN now finds it; where it is each person's, they do not
  const waiting = readStored<{ lines: { title: string }[] }>('comanda:1::sale', { lines: [] });
  expect(waiting.lines.map(({ title }) => title)).toEqual(['Ribeye Steak']);
  expect(tillKey('sale')).toBe('comanda:1::sale');
  storeTillSettings({ lockAfterMinutes: null, lockAfterSend: false, cartStaysWithTill: false });
  expect(tillKey('sale')).toBe('comanda:1:ada@example.com:sale');
  unlockTill();
});

test('a till that locks itself after each order does so, too, when the page is left without a touch, but not after a sign-out', async () => {
  const isLocked = () => localStorage.getItem('comanda_locked');
  await open();
  cleanup();
  storeTillSettings({ lockAfterMinutes: null, lockAfterSend: true, cartStaysWithTill: true });
  const sell = async () => {
    const { user, unmount } = await open(answers(createOrderAndInvoice, () => sent));
    await user.click(card('Fish Soup'));
    await user.click(button('Pay & Send'));
    await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));
    await dialog('Order sent');
    return unmount;
  };
  const leave = await sell();
  leave();
  await waitFor(() => expect(isLocked()).toBe('"/"'));

  unlockTill();
  const signOut = await sell();
  act(forgetUser);
  signOut();
  await act(async () => {});
  expect(isLocked()).toBeNull();
});

test('a till that locks while a colleague is asked waits for nobody: whoever opens it can send the cart', async () => {
  const first = await open(
    answers(createOrderAndInvoice, () => {
      throw new AppError('approval_needed', 'Not alone!', { body: { action: 'discount', targetId: null, amount: 4.5 } });
    }),
    answers(listColleagues, () => [{ username: 'mara@example.com', name: 'Mara', photo: null, has_pin: true }]),
  );
  await first.user.click(card('Fish Soup'));
  await first.user.click(button('Pay & Send'));
  await first.user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));
  await dialog('A colleague has to allow this');
  // the frame goes, and no dialog is closed
  act(lockTill);
  first.unmount();
  await act(async () => unlockTill());

  const { user } = await open(answers(createOrderAndInvoice, () => sent));
  expect([lines().length, screen.queryByRole('dialog')]).toEqual([1, null]);
  await user.click(button('Pay & Send'));
  await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));
  await dialog('Order sent');
});

test('a cart that was begun before the till kept it goes with it, also in another tab', async () => {
  const { user } = await open();
  await user.click(card('Fish Soup'));
  expect(lines()).toHaveLength(1);
  act(() => storeTillSettings({ lockAfterMinutes: null, lockAfterSend: false, cartStaysWithTill: true }));
  await waitFor(() => expect(lines()).toHaveLength(1));
  expect(readStored<{ lines: unknown[] }>('comanda:1::sale', { lines: [] }).lines).toHaveLength(1);
  expect(readStored<unknown>(tenantKey('sale'), undefined)).toBeUndefined();
  await user.click(card('Ribeye Steak'));
  expect(readStored<{ lines: unknown[] }>('comanda:1::sale', { lines: [] }).lines).toHaveLength(2);
  storeTillSettings({ lockAfterMinutes: null, lockAfterSend: false, cartStaysWithTill: false });
});

test('the first word of the store, a moment after the till is there, takes away nothing that was touched before it', async () => {
  const { user } = await open();
  await user.click(button('Mains'));
  await user.click(card('Ribeye Steak'));
  await user.type(screen.getByRole('searchbox', { name: 'Search Item' }), 'rib');
  const search = screen.getByRole('searchbox', { name: 'Search Item' });
  act(() => storeTillSettings({ lockAfterMinutes: null, lockAfterSend: false, cartStaysWithTill: true }));
  expect(readStored<{ lines: unknown[] }>('comanda:1::sale', { lines: [] }).lines).toHaveLength(1);
  expect(lines()).toHaveLength(1);
  expect(button('Mains').getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('searchbox', { name: 'Search Item' })).toBe(search);
  expect(search).toHaveProperty('value', 'rib');
  storeTillSettings({ lockAfterMinutes: null, lockAfterSend: false, cartStaysWithTill: false });
});

test('the first word of the store moves a table and a customer without lines as well, and a colleague’s cart takes the place of one’s own', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('combobox', { name: 'Table' }));
  await user.click(await screen.findByRole('option', { name: /T2/ }));
  act(() => storeTillSettings({ lockAfterMinutes: null, lockAfterSend: false, cartStaysWithTill: true }));
  expect(readStored<{ tableId?: number }>('comanda:1::sale', {}).tableId).toBe(6);
  await user.click(card('Fish Soup'));
  expect(readStored<{ tableId?: number; lines: unknown[] }>('comanda:1::sale', { lines: [] })).toMatchObject({ tableId: 6, lines: [{}] });
  // and back, when the owner wants it each person's again
  act(() => storeTillSettings({ lockAfterMinutes: null, lockAfterSend: false, cartStaysWithTill: false }));
  expect([lines().length, readStored<unknown>('comanda:1::sale', undefined)]).toEqual([1, undefined]);

  const colleagues = { ...readStored<object>(tenantKey('sale'), {}), key: 'theirs', tableId: null };
  writeStored('comanda:1::sale', colleagues);
  await user.click(card('Ribeye Steak'));
  await user.click(button('Send to Kitchen'));
  await dialog('Send to Kitchen');
  act(() => storeTillSettings({ lockAfterMinutes: null, lockAfterSend: false, cartStaysWithTill: true }));
  await waitFor(() => expect(lines()).toHaveLength(1));
  expect(readStored<{ lines: unknown[] }>(tenantKey('sale'), { lines: [] }).lines).toHaveLength(2);
  expect(screen.queryByRole('dialog', { name: 'Send to Kitchen' })).toBeNull();
  storeTillSettings({ lockAfterMinutes: null, lockAfterSend: false, cartStaysWithTill: false });
});

test('what stands on the screen does not come into the cart of whom another tab has signed in meanwhile', async () => {
  const { user } = await open();
  await user.click(card('Fish Soup'));
  const adas = tenantKey('sale');
  // as another tab does, before this one learns of it
  const stored = readStored<object>(USER_KEY, {});
  localStorage.setItem(USER_KEY, JSON.stringify({ ...stored, username: 'bob@example.com' }));
  act(() => storeTillSettings({ lockAfterMinutes: 30, lockAfterSend: false, cartStaysWithTill: false }));
  await user.click(card('Ribeye Steak'));
  expect(readStored<unknown>(tenantKey('sale'), undefined)).toBeUndefined();
  expect(readStored<{ lines: unknown[] }>(adas, { lines: [] }).lines).toHaveLength(2);
  localStorage.setItem(USER_KEY, JSON.stringify(stored));
  storeTillSettings({ lockAfterMinutes: null, lockAfterSend: false, cartStaysWithTill: false });
});
