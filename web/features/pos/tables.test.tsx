import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type Check, type CheckRow, getCheck, listChecks } from '#contract/checks.ts';
import { listOpenChecks } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { AppError } from '#contract/errors.ts';
import { listStations } from '#contract/stations.ts';
import { storeUser } from '#web/platform/session.tsx';
import { readStored, tenantKey, writeStored } from '#web/platform/storage.ts';
import { answers, show, tapAgain } from '#web/platform/testing.tsx';
import { newSale } from './cart.ts';
import { PosScreen } from './PosScreen.tsx';
import { sendsAtOnceKey } from './sends-at-once.ts';
import { answersInit, button, card, cart, dialog, layOutGrid, lines, menu, open, quiet, sent, waiter } from './testing-till.tsx';

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
  expect(tables.map(({ textContent }) => textContent)).toEqual(['T1', 'T2']);
  expect(tables.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1]);
  await user.click(tables[1]!);
  expect(table()).toBe('T2');
  expect(screen.queryByRole('group', { name: 'Tables' })).toBeNull();
});

test('by the keys F2, its title and Enter a table is chosen, also another one afterwards', async () => {
  const storeTables = ['12', '2', '20'].map((title, place) => ({ ...menu.storeTables[0]!, id: place + 5, table_title: title }));
  const { user } = await open(answersInit({ ...menu, storeTables }));
  for (const title of ['2', '12', '2']) {
    await user.keyboard(`{F2}${title}{Enter}`);
    // what is only typed goes when the field is left
    act(() => card('Fish Soup').focus());
    expect(table()).toBe(title);
  }
});

test('a table is chosen by where it stands', async () => {
  const { user } = await open(occupied);
  await user.click(await within(cart()).findByRole('button', { name: 'Plan' }));
  const plan = within(await dialog('Plan'));
  expect(await plan.findByRole('button', { name: /^T2 .*24\.20/ })).toBeDefined();
  await user.click(plan.getByRole('button', { name: /^Terrace/ }));
  await user.click(plan.getByRole('button', { name: /^T1 Free/ }));
  expect(table()).toBe('T1');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Plan' })).toBeNull());
});

test('before it is known who sits where, no table of the plan is called free', async () => {
  const { user } = await open(answers(listOpenChecks, () => new Promise<never>(() => {})));
  await user.click(await within(cart()).findByRole('button', { name: 'Plan' }));
  const tile = await within(await dialog('Plan')).findByRole('button', { name: /^T2 / });
  expect(tile.textContent).not.toContain('Free');
});

test('where no table is chosen the summary offers them, and the touch that says which one sends', async () => {
  const { tables, server } = kitchen();
  const { user } = await open(server, occupied);
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  const summary = within(await dialog('Send to Kitchen'));
  await user.click(summary.getByRole('button', { name: 'Send to T2' }));
  expect((await dialog('Order sent')).textContent).toMatch(/Token17T2/);
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

const confirm = async () => within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' });

test('a device may send with one touch what the table was chosen for; of a table that was kept, and of what is refused, it asks', async () => {
  const { tables, server } = kitchen();
  const first = await open(server);
  await first.user.click(card('Fish Soup'));
  await first.user.click(button('Send to Kitchen'));
  const summary = within(await dialog('Send to Kitchen'));
  await first.user.click(summary.getByRole('switch', { name: /one touch on this device/ }));
  expect(tables).toEqual([]);
  await first.user.click(summary.getByRole('button', { name: 'Send to T1' }));
  expect((await dialog('Order sent')).textContent).toMatch(/Token17T1/);

  // whoever comes next may have been at another table
  await first.user.click(card('Fish Soup'));
  await first.user.click(button('Send to Kitchen'));
  const asked = await confirm();
  expect(tables).toEqual([5]);
  await first.user.click(asked);
  await expect.poll(lines).toEqual([]);

  await first.user.click(button('New'));
  await first.user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await first.user.click(card('Fish Soup'));
  await first.user.click(button('Send to Kitchen'));
  await expect.poll(() => tables).toEqual([5, 5, 6]);
  await expect.poll(lines).toEqual([]);
  first.unmount();

  const again = await open(
    answers(createOrder, () => {
      throw new AppError('conflict', 'The menu has changed.');
    }),
  );
  await again.user.click(button('New'));
  await again.user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await again.user.click(card('Ribeye Steak'));
  await again.user.click(button('Send to Kitchen'));
  expect(await within(await dialog('Send to Kitchen')).findByText('The menu has changed.')).toBeDefined();
  expect(lines()).toHaveLength(1);
});

test('one touch is the device’s, whoever works at it, and sends nothing that nobody would see', async () => {
  const { tables, server } = kitchen();
  const grill = { id: 1, title: 'Grill', position: 1, isFallback: true, ackSeconds: 10, printerId: null, backupPrinterId: null };
  const { user } = await open(
    server,
    answers(listStations, () => [{ ...grill, isWatched: false, isLost: false }]),
  );
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  const summary = within(await dialog('Send to Kitchen'));
  await summary.findByText('Nobody looks at Grill at the moment.');
  await user.click(summary.getByRole('switch', { name: /one touch on this device/ }));
  await user.click(summary.getByRole('button', { name: 'Go back' }));
  await user.click(screen.getByRole('combobox', { name: 'Table' }));
  await user.click(await screen.findByRole('option', { name: /^T1/ }));
  await user.click(button('Send to Kitchen'));
  const asked = await confirm();
  expect(tables).toEqual([]);
  await user.click(asked);
  expect((await dialog('Order sent')).textContent).toMatch(/Token17T1/);

  storeUser({ name: 'Bo', username: 'bo@example.com', role: 'user', scope: 'POS', designation: null, tenant_id: 1 });
  expect(readStored(sendsAtOnceKey(), false)).toBe(true);
});

test('while an order is on its way to a table nothing else can be touched, and a second tap does nothing to what lies below', async () => {
  const line = Promise.withResolvers<typeof sent>();
  const { user } = await open(answers(createOrder, () => line.promise));
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  const summary = within(await dialog('Send to Kitchen'));
  const choice = summary.getByRole<HTMLButtonElement>('button', { name: 'Send to T2' });
  await user.click(choice);
  expect([choice.isConnected, choice.disabled]).toEqual([true, true]);
  expect(summary.getByRole<HTMLInputElement>('switch').disabled).toBe(true);

  await act(async () => line.resolve(sent));
  expect((await dialog('Order sent')).textContent).toMatch(/Token17T2/);
  tapAgain(card('Fish Soup'));
  tapAgain(button('Send to Kitchen'));
  expect(lines()).toEqual([]);
  expect(screen.queryByText('Cart is empty!')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Order sent' })).toBeDefined();
  // the next touch is another one
  await user.click(card('Fish Soup'));
  expect(lines()).toHaveLength(1);
});

test('what was tried without a table, and may have arrived, is sent to none', async () => {
  const { user } = await open(
    answers(createOrder, () => {
      throw new TypeError('Failed to fetch');
    }),
  );
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  await user.click(await confirm());
  const summary = within(await dialog('Send to Kitchen'));
  await summary.findByText(/trying again never sends it twice/);
  expect(summary.queryByRole('button', { name: /^Send to T/ })).toBeNull();
});

test('what goes to a table with a bill claims no charges: they are the bill’s', async () => {
  const sums: unknown[] = [];
  const charge = { id: 5, title: 'Cover', kind: 'amount' as const, value: 3, tax: null, deliveryTypes: [], minCovers: 0 };
  const { user } = await open(
    occupied,
    answersInit({ ...menu, charges: [charge] }),
    answers(createOrder, ({ body: { netTotal, total } }) => {
      sums.push([netTotal, total]);
      return sent;
    }),
  );
  const sendTo = async (name: string) => {
    await user.click(card('Ribeye Steak'));
    await user.click(button('Send to Kitchen'));
    await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: `Send to ${name}` }));
    expect((await dialog('Order sent')).textContent).toContain(`Token17${name}`);
  };
  await waitFor(() => expect(within(cart()).getByRole('button', { name: 'Choose T2' }).hasAttribute('data-open')).toBe(true));
  await sendTo('T2');
  await user.click(button('New'));
  await sendTo('T1');
  expect(sums).toEqual([
    [20, 22],
    [23, 25],
  ]);
});

test('who comes to add a round while an order is on its way stands at its table when that is settled', async () => {
  const line = Promise.withResolvers<typeof sent>();
  const server = answers(createOrder, () => line.promise);
  const first = await open(server);
  await first.user.click(await screen.findByRole('button', { name: 'Choose T1' }));
  await first.user.click(card('Fish Soup'));
  await first.user.click(button('Send to Kitchen'));
  await first.user.click(await confirm());
  first.unmount();

  show(<PosScreen />, { as: waiter, path: '/dashboard/pos?table=6', server: [server, ...quiet, answersInit()] });
  const shown = () => screen.queryByRole<HTMLInputElement>('combobox', { name: 'Table', hidden: true })?.value;
  await expect.poll(shown).toBe('T1');
  await act(async () => line.resolve(sent));
  await expect.poll(shown).toBe('T2');
  expect(lines()).toEqual([]);
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

const rowAt = (id: number, tableId: number, title: string): CheckRow => ({
  check_id: id,
  bill_no: 1,
  table_id: tableId,
  table_title: title,
  floor: 'Hall',
  opened_at: '2026-11-22T18:00:00.000Z',
  covers: null,
  name: null,
  delivery_type: 'dinein',
  customer_id: null,
  customer_name: null,
  member_name: null,
  orders: 1,
  total: 24.2,
  paid: 0,
  due: 24.2,
  is_billed: false,
});

test.each([
  ['a colleague moves', [rowAt(8, 5, 'T1')], null, 'T1', false],
  ['a colleague merges', [rowAt(3, 5, 'T1')], 3, 'T1', false],
  ['a colleague closes', [rowAt(3, 5, 'T1')], null, 'T2', false],
  ['a colleague seats others there after moving', [rowAt(8, 5, 'T1'), rowAt(9, 6, 'T2')], null, 'T1', false],
  ['a colleague seats others there after merging', [rowAt(3, 5, 'T1'), rowAt(9, 6, 'T2')], 3, 'T1', false],
  ['who sells leaves the till and moves', [rowAt(8, 5, 'T1')], null, 'T1', true],
] as const)('a round goes where its guests sit when %s the bill of its table', async (_, after, mergedInto, where, isLeft) => {
  let rows: readonly CheckRow[] = [rowAt(8, 6, 'T2')];
  const { tables, server } = kitchen();
  const since = '2026-11-22T18:00:00.000Z';
  const toOpen = ({ table_id, table_title, due }: CheckRow) => ({
    table_id: table_id!,
    table_title: table_title!,
    floor: 'Hall',
    orders: 1,
    due,
    since,
  });
  const all = [
    server,
    answers(listOpenChecks, () => rows.map(toOpen)),
    answers(listChecks, () => [...rows]),
    answers(getCheck, ({ params: { id } }) => {
      const there = rows.find(({ check_id }) => check_id === Number(id));
      const state = there
        ? { ...there, status: 'open', merged_into: null }
        : { ...rowAt(8, 6, 'T2'), status: 'closed', merged_into: mergedInto };
      return { ...state, charges: [], removed_charges: [], adjustments: [] } as unknown as Check;
    }),
  ];
  const first = await open(...all);
  await first.user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await first.user.click(card('Fish Soup'));
  await within(cart()).findByRole('link', { name: 'Bill' });
  if (isLeft) first.unmount();
  rows = after;
  const { user } = isLeft ? await open(...all) : first;
  first.announce({ type: 'order_update', payload: { orderIds: [1] }, seq: 1, late: false });
  const joins = () => within(cart()).queryByRole('link', { name: 'Bill' })?.getAttribute('href');
  const isSaid = () => screen.queryByText('T2 moved to T1: this order goes there, too.') !== null;
  const follows = where === 'T1' ? ['T1', `/dashboard/checks/${after[0].check_id}`, true] : ['T2', undefined, false];
  await expect.poll(() => [table(), joins(), isSaid()]).toEqual(follows);
  await user.click(button('Send to Kitchen'));
  await user.click(await confirm());
  await expect.poll(() => tables).toEqual([where === 'T1' ? 5 : 6]);
});
