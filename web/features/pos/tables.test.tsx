import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { listOpenChecks } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { AppError } from '#contract/errors.ts';
import { tenantKey, writeStored } from '#web/platform/storage.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { newSale } from './cart.ts';
import { PosScreen } from './PosScreen.tsx';
import { answersInit, button, card, cart, dialog, layOutGrid, lines, open, quiet, sent, waiter } from './testing-till.tsx';

beforeEach(layOutGrid);

const place = { table_id: 6, table_title: 'T2', floor: 'Hall' };
const occupied = answers(listOpenChecks, () => [{ ...place, orders: 1, due: 24.2, since: '2026-11-22T18:00:00.000Z' }]);
const table = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Table' }).value;

/** What reaches the kitchen, by its table. */
const kitchen = () => {
  const tables: unknown[] = [];
  const server = answers(createOrder, ({ body }) => {
    tables.push(body.tableId);
    return sent;
  });
  return { tables, server };
};

test('an empty cart shows the tables, each one touch away; the keyboard goes by the field', async () => {
  const { user } = await open(occupied);
  const tables = within(await within(cart()).findByRole('group', { name: 'Tables' })).getAllByRole('button');
  expect(tables.map(({ textContent }) => textContent)).toEqual(['T1', 'T2$24.20']);
  expect(tables.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1]);
  await user.click(tables[1]!);
  expect(table()).toBe('T2');
  expect(screen.queryByRole('group', { name: 'Tables' })).toBeNull();
});

test('where no table is chosen the summary offers them, and the touch that says which one sends', async () => {
  const { tables, server } = kitchen();
  const { user } = await open(server, occupied);
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  const summary = within(await dialog('Send to Kitchen'));
  await user.click(summary.getByRole('button', { name: 'Send to T2' }));
  await screen.findByText('Token 17 → T2');
  expect(tables).toEqual([6]);
  expect(lines()).toEqual([]);
  // the next round is for the same one
  expect(table()).toBe('T2');
});

test('what leaves the house is offered no table', async () => {
  const { user } = await open();
  await user.click(card('Fish Soup'));
  await user.click(screen.getByRole('combobox', { name: 'Dining option' }));
  await user.click(await screen.findByRole('option', { name: 'Take Away' }));
  await user.click(button('Send to Kitchen'));
  expect(within(await dialog('Send to Kitchen')).queryByRole('button', { name: /^Send to T/ })).toBeNull();
});

test('a device may send a table’s round with one touch; what is refused is shown, and an order without a table asked for', async () => {
  const { tables, server } = kitchen();
  const first = await open(server);
  await first.user.click(card('Fish Soup'));
  await first.user.click(button('Send to Kitchen'));
  const summary = within(await dialog('Send to Kitchen'));
  await first.user.click(summary.getByRole('switch', { name: /one touch on this device/ }));
  expect(tables).toEqual([]);
  await first.user.click(summary.getByRole('button', { name: 'Send to T1' }));
  await screen.findByText('Token 17 → T1');

  await first.user.click(card('Fish Soup'));
  await first.user.click(button('Send to Kitchen'));
  await expect.poll(() => tables).toEqual([5, 5]);
  await expect.poll(lines).toEqual([]);
  first.unmount();

  const again = await open(
    answers(createOrder, () => {
      throw new AppError('conflict', 'The menu has changed.');
    }),
  );
  await again.user.click(await screen.findByRole('button', { name: 'Add Ribeye Steak' }));
  await again.user.click(button('Send to Kitchen'));
  expect(await within(await dialog('Send to Kitchen')).findByText('The menu has changed.')).toBeDefined();
  expect(lines()).toHaveLength(1);
});

test('who comes from a bill to add a round stands at its table, and the cart of another guest is put aside', async () => {
  const soup = { id: 2, title: 'Fish Soup', variant: null, addons: [], notes: '', quantity: 1 };
  show(null, { as: waiter }).unmount();
  writeStored(tenantKey('sale'), { ...newSale('before'), lines: [soup], tableId: 5 });
  show(<PosScreen />, { as: waiter, path: '/dashboard/pos?table=6', server: [...quiet, answersInit()] });
  await screen.findByText('The cart that stood here is in the Drafts List.');
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Table' })).value).toBe('T2');
  expect(lines()).toEqual([]);
  expect(button(/^Drafts List/).textContent).toMatch(/1/);
});
