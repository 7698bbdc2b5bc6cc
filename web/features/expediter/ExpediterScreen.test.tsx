import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listChecks } from '#contract/checks.ts';
import { AppError } from '#contract/errors.ts';
import { initOrders, type ItemStatus, listOrders, type OrderGroup, updateItemStatus } from '#contract/orders.ts';
import { listStations } from '#contract/stations.ts';
import { listUnseenTickets } from '#contract/tickets.ts';
import { printSettings, storeSettings } from '#web/platform/testing-store.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ExpediterScreen } from './ExpediterScreen.tsx';

const waiter = { role: 'user' as const, scopes: ['ORDERS', 'ORDER_STATUS', 'POS'] as const };
const START = '2026-03-10T18:00:00.000Z';
const [GRILL, BAR] = [2, 3];
const station = (id: number, title: string, isLost = false) => ({
  id,
  title,
  position: id,
  isFallback: id === GRILL,
  ackSeconds: 10,
  printerId: null,
  backupPrinterId: null,
  isWatched: true,
  isLost,
});
const item = (id: number, item_title: string, station_id: number, status: ItemStatus) => ({
  id,
  order_id: 1,
  item_id: id,
  item_title,
  variant_id: null,
  variant_title: null,
  price: 4,
  quantity: 2,
  status,
  date: START,
  addons: null,
  notes: null,
  station_id,
});
const group = (...items: ReturnType<typeof item>[]): OrderGroup => ({
  table_id: 4,
  table_title: 'T4',
  floor: null,
  order_ids: [1],
  orders: [
    {
      id: 1,
      date: START,
      delivery_type: 'dinein',
      customer_type: 'WALKIN',
      customer_id: null,
      customer_name: null,
      table_id: 4,
      table_title: 'T4',
      floor: null,
      status: 'created',
      payment_status: 'pending',
      token_no: 7,
      due: 16,
      items,
    },
  ],
});

/** The same of another table, with an order of its own. */
const atT5 = (one: OrderGroup): OrderGroup => ({
  ...one,
  table_id: 5,
  table_title: 'T5',
  order_ids: [2],
  orders: one.orders.map((order) => ({
    ...order,
    id: 2,
    table_id: 5,
    table_title: 'T5',
    items: order.items.map((line) => ({ ...line, order_id: 2 })),
  })),
});

/** `held`: what must be over before an item's new status is answered. */
const open = (groups: () => OrderGroup[], isLost = false, held: (id: string) => Promise<void> | undefined = () => undefined) => {
  const sent: [string, string][] = [];
  const asked = { orders: [] as (string | undefined)[], bills: 0 };
  const statuses = new Map<number, ItemStatus>();
  const shown = show(<ExpediterScreen />, {
    as: waiter,
    server: [
      answers(listStations, () => [station(GRILL, 'Grill', isLost), station(BAR, 'Bar')]),
      answers(listUnseenTickets, () => []),
      answers(initOrders, () => ({
        paymentTypes: [],
        printSettings,
        storeSettings: { ...storeSettings, kitchen_warn_minutes: 8, kitchen_late_minutes: 15 },
        storeTables: [],
      })),
      answers(listChecks, () => {
        asked.bills++;
        return [];
      }),
      answers(listOrders, ({ query }) => {
        asked.orders.push(query.ids);
        const ids = query.ids?.split(',').map(Number);
        return groups()
          .filter(({ orders }) => !ids || orders.some(({ id }) => ids.includes(id)))
          .map((one) => ({
            ...one,
            orders: one.orders.map((order) => ({
              ...order,
              items: order.items.map((line) => ({ ...line, status: statuses.get(line.id) ?? line.status })),
            })),
          }));
      }),
      answers(updateItemStatus, async ({ params, body }) => {
        if (params.id === '99') throw new AppError('conflict', 'This item is already delivered!');
        sent.push([params.id, body.status]);
        await held(params.id);
        statuses.set(Number(params.id), body.status as ItemStatus);
        return { success: true as const, message: 'Status updated.' };
      }),
    ],
  });
  return { ...shown, sent, asked };
};

test('by bill what each station owes; one touch delivers what a station made, and a second one takes it back', async () => {
  const groups = [group(item(11, 'Steak', GRILL, 'completed'), item(12, 'Soup', GRILL, 'completed'), item(13, 'Wine', BAR, 'preparing'))];
  const { user, sent, asked } = open(() => groups);
  const bill = within(await screen.findByRole('article', { name: 'T4' }));
  expect(bill.getByRole('button', { name: /^Grill/ }).textContent).toBe('GrillReady2× Steak2× Soup');
  expect(bill.getByRole('button', { name: /^Bar/ }).textContent).toBe('BarMaking2× Wine');

  await user.click(bill.getByRole('button', { name: /^Grill/ }));
  await waitFor(() => expect(bill.queryByRole('button', { name: /^Grill/ })).toBeNull());
  expect(sent).toEqual([
    ['11', 'delivered'],
    ['12', 'delivered'],
  ]);
  expect(bill.getByRole('button', { name: /^Bar/ })).toBeTruthy();

  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await bill.findByRole('button', { name: /^Grill/ });
  expect(asked.orders).toEqual([undefined, '1', '1']);
  expect(sent.slice(2)).toEqual([
    ['11', 'completed'],
    ['12', 'completed'],
  ]);
});

test('on a slow line each of two bills waits for its own answer, and nothing is sent twice', async () => {
  const ends = new Map<string, () => void>();
  const held = (id: string) => new Promise<void>((resolve) => void ends.set(id, resolve));
  const both = [group(item(11, 'Steak', GRILL, 'completed')), atT5(group(item(21, 'Bread', GRILL, 'completed')))];
  const { user, sent } = open(() => both, false, held);
  const grillOf = async (name: string) =>
    within(await screen.findByRole('article', { name })).getByRole<HTMLButtonElement>('button', { name: /^Grill/ });
  for (const name of ['T4', 'T5', 'T4']) await user.click(await grillOf(name));
  expect((await grillOf('T4')).disabled).toBe(true);

  ends.get('11')!();
  await waitFor(() => expect(screen.queryByRole('article', { name: 'T4' })).toBeNull());
  await user.click(await grillOf('T5'));
  expect((await grillOf('T5')).disabled).toBe(true);
  ends.get('21')!();
  expect(await screen.findByText('Everything is delivered.')).toBeTruthy();
  expect(sent.map(([id]) => id)).toEqual(['11', '21']);
});

test('no bill comes under a finger that was meant for another one, nor under the second touch of wet fingers', async () => {
  const groups = [group(item(11, 'Steak', GRILL, 'completed')), atT5(group(item(21, 'Bread', GRILL, 'completed')))];
  const { announce, user, sent } = open(() => groups);
  const names = () => screen.getAllByRole('article').map((bill) => bill.getAttribute('aria-label'));
  const grillOf = (name: string) =>
    within(screen.getByRole('article', { name })).getByRole<HTMLButtonElement>('button', { name: /^Grill/ });
  await screen.findByRole('article', { name: 'T5' });

  fireEvent(grillOf('T5'), new PointerEvent('pointerdown', { pointerId: 1, isPrimary: true, bubbles: true }));
  groups.shift();
  announce({ type: 'order_update', payload: { orderIds: [1], checkIds: [] }, seq: 5, late: false });
  await waitFor(() => expect(grillOf('T4').disabled).toBe(true));
  expect(names()).toEqual(['T4', 'T5']);
  fireEvent(grillOf('T5'), new PointerEvent('pointerup', { pointerId: 1, isPrimary: true, bubbles: true }));
  await waitFor(() => expect(names()).toEqual(['T5']));

  groups.push(group(item(11, 'Steak', GRILL, 'completed')));
  announce({ type: 'order_update', payload: { orderIds: [1], checkIds: [] }, seq: 6, late: false });
  await screen.findByRole('article', { name: 'T4' });
  await user.click(grillOf('T5'));
  await screen.findByText('Delivered: Grill, T5.');
  expect(grillOf('T5').disabled).toBe(true);
  expect(sent).toEqual([['21', 'delivered']]);
  await waitFor(() => expect(names()).toEqual(['T4']));
});

test('on a dead line one touch waits for one answer, and not for one of each dish', async () => {
  const three = group(...[11, 12, 13].map((id) => item(id, `Dish ${id}`, GRILL, 'completed')));
  const { user, sent } = open(
    () => [three],
    false,
    () => Promise.reject(new AppError('unavailable', 'The server is in trouble.')),
  );
  const grill = await screen.findByRole<HTMLButtonElement>('button', { name: /^Grill/ });
  await user.click(grill);

  expect(await screen.findByText('The server is in trouble.')).toBeTruthy();
  await waitFor(() => expect(grill.disabled).toBe(false));
  expect(sent).toEqual([['11', 'delivered']]);
});

test('an announcement asks for the orders that it names, and for bills where one has changed', async () => {
  const groups = [group(item(11, 'Steak', GRILL, 'completed')), atT5(group(item(21, 'Bread', GRILL, 'completed')))];
  const { announce, asked } = open(() => groups);
  await waitFor(() => expect(asked).toEqual({ orders: [undefined], bills: 1 }));
  await screen.findByRole('article', { name: 'T5' });

  groups[0] = group(item(12, 'Wine', BAR, 'completed'));
  announce({ type: 'order_update', payload: { orderIds: [1], checkIds: [] }, seq: 5, late: false });
  await screen.findByRole('button', { name: /^Bar/ });
  expect(asked).toEqual({ orders: [undefined, '1'], bills: 1 });
  announce({ type: 'check_update', payload: { checkIds: [3] }, seq: 6, late: false });
  await waitFor(() => expect(asked).toEqual({ orders: [undefined, '1'], bills: 2 }));

  groups.shift();
  announce({ type: 'order_update', payload: { orderIds: [1], checkIds: [] }, seq: 7, late: false });
  await waitFor(() => expect(screen.queryByRole('article', { name: 'T4' })).toBeNull());
  expect(screen.getByRole('article', { name: 'T5' })).toBeTruthy();
});

test('what has no table says for whom it is and where it goes, as the guest calls themself', async () => {
  const { orders, ...table } = group(item(11, 'Steak', GRILL, 'completed'));
  const guest = { customer_type: 'CUSTOMER' as const, customer_name: 'Martin Shaw', guest_name: 'Zoë', delivery_address: '5 Mill Lane' };
  open(() => [{ ...table, table_id: null, table_title: null, orders: orders.map((order) => ({ ...order, ...guest })) }]);
  const bill = within(await screen.findByRole('article', { name: 'Token 7' }));
  for (const said of ['Zoë (Martin Shaw)', '5 Mill Lane']) expect(bill.getByText(said)).toBeTruthy();
});

test('what another one delivered meanwhile is said, a lost display too, and nothing is owed when all is out', async () => {
  let groups = [group(item(99, 'Steak', GRILL, 'completed'))];
  const { user, announce } = open(() => groups, true);
  expect(await screen.findByText('A display of Grill has lost its connection.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /^Grill/ }));
  expect(await screen.findByText('This item is already delivered!')).toBeTruthy();

  groups = [];
  announce({ type: 'order_update', payload: { orderIds: [1], checkIds: [] }, seq: 5, late: false });
  expect(await screen.findByText('Everything is delivered.')).toBeTruthy();
});

test('says that the orders could not be loaded', async () => {
  open(() => {
    throw new AppError('server_error', 'Something went wrong!');
  });
  expect(await screen.findByText('Error loading orders! Please try later!')).toBeTruthy();
});

test('the pass reads what makes a plate right: addons, and what the guest asked for', async () => {
  const steak = { ...item(11, 'Steak', GRILL, 'completed'), addons: [{ id: 5, item_id: 11, title: 'Roast potatoes' }], notes: 'no nuts' };
  open(() => [group(steak as unknown as ReturnType<typeof item>)]);
  const grill = await screen.findByRole('button', { name: /Grill/ });
  expect(grill.textContent).toContain('+ Roast potatoes');
  expect(within(grill).getByText('no nuts')).toBeTruthy();
});

test('while a station is still making, a tick says which of its dishes are ready', async () => {
  open(() => [group(item(11, 'Steak', GRILL, 'completed'), item(12, 'Soup', GRILL, 'preparing'), item(13, 'Wine', BAR, 'completed'))]);
  const bill = within(await screen.findByRole('article', { name: 'T4' }));
  const ready = bill.getAllByRole('img', { name: 'Ready' });
  expect(ready.map((tick) => tick.parentElement!.textContent)).toEqual(['2× Steak']);
});

test.each([
  [7, 'Waiting'],
  [8, 'Late'],
  [15, 'Overdue'],
  [185, 'Overdue'],
])('after %i minutes an order is as late as in the kitchen: %s', async (minutes, word) => {
  const { orders, ...table } = group(item(11, 'Steak', GRILL, 'preparing'));
  const date = new Date(Date.now() - minutes * 60_000).toISOString();
  open(() => [{ ...table, orders: orders.map((order) => ({ ...order, date })) }]);
  const bill = within(await screen.findByRole('article', { name: 'T4' }));
  expect(await bill.findByText(word)).toBeTruthy();
  expect(bill.getByText(minutes === 185 ? '3 h 5 min' : `${minutes} min`)).toBeTruthy();
});
