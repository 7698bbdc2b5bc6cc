import { act, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { createOrder } from '#contract/pos.ts';
import { cancelAllQrOrders, countQrOrders, listQrOrders, type QrOrder, updateQrOrderStatus } from '#contract/qr-orders.ts';
import { type Answer, answers, show } from '#web/platform/testing.tsx';
import { PosScreen } from './PosScreen.tsx';
import { answersInit, layOutGrid, quiet, sent, ok, open, card, cart, lines, button, dialog, waiter } from './testing-till.tsx';

beforeEach(layOutGrid);

const QUESTION = /^Delete (QR order .+|all \d+ QR orders)\?$/;
const asked = () => screen.findByRole('dialog', { name: QUESTION });

const qrOrder = (id: number, changes: Partial<QrOrder> = {}): QrOrder => ({
  id,
  date: '2026-11-21T18:05:00.000Z',
  delivery_type: null,
  customer_type: 'CUSTOMER',
  customer_id: '555-01',
  customer_name: 'Maria',
  table_id: 5,
  table_title: 'T1',
  floor: 'Terrace',
  status: 'created',
  payment_status: 'pending',
  items: [qrItem(1, 'Ribeye Steak', { quantity: 2, notes: 'rare' })],
  ...changes,
});
const qrItem = (itemId: number, title: string, changes: Partial<QrOrder['items'][number]> = {}): QrOrder['items'][number] => ({
  id: itemId * 10,
  order_id: 1,
  item_id: itemId,
  item_title: title,
  tax_id: 1,
  tax_title: 'VAT',
  tax_rate: 10,
  tax_type: 'exclusive',
  variant_id: null,
  variant_title: null,
  price: 20,
  quantity: 1,
  status: 'created',
  date: '2026-11-21T18:05:00.000Z',
  addons: null,
  notes: null,
  ...changes,
});
const ordinaryPizza = qrItem(3, 'Pizza', {
  variant_id: 32,
  variant_title: 'Large',
  addons: [
    { id: 42, item_id: 3, title: 'Ham', price: 2.25 },
    { id: 41, item_id: 3, title: 'Olives', price: 1.5 },
  ],
});

/** A server with these QR orders, from which what is sent or cancelled disappears. */
const diners = (...waiting: QrOrder[]) => {
  const sales: CallInput<typeof createOrder>['body'][] = [];
  let orders = waiting;
  return {
    sales,
    arrive: (order: QrOrder) => {
      orders = [...orders, order];
    },
    server: [
      answers(countQrOrders, () => ({ status: true as const, totalQROrders: orders.length })),
      answers(listQrOrders, () => orders),
      answers(updateQrOrderStatus, ({ params }) => {
        orders = orders.filter(({ id }) => String(id) !== params.id);
        return ok('QR order cancelled.');
      }),
      answers(cancelAllQrOrders, ({ body: { orderIds } }) => {
        orders = orderIds ? orders.filter(({ id }) => !orderIds.includes(id)) : [];
        return ok('QR orders cancelled.');
      }),
      answers(createOrder, ({ body }) => {
        sales.push(body);
        orders = orders.filter(({ id }) => id !== body.selectedQrOrderItem);
        return sent;
      }),
    ],
  };
};
const qrButton = (count: number) =>
  screen.findByRole('button', { name: count > 0 ? `QR Menu Orders, ${count} waiting` : 'QR Menu Orders' });
const load = async (user: Awaited<ReturnType<typeof open>>['user'], count: number, name: RegExp) => {
  await user.click(await qrButton(count));
  await user.click(await within(await dialog('QR Menu Orders')).findByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('a QR order is loaded with table and customer, sent, and gone', async () => {
  const { sales, server } = diners(qrOrder(1, { items: [qrItem(1, 'Ribeye Steak', { notes: 'rare' }), ordinaryPizza] }), qrOrder(2));
  const { user } = await open(...server);

  // whoever takes it over sees the sum, the choices and the notes before
  await load(user, 2, /Load T1 · Maria .*\$41\.5\d.*1 × Ribeye Steak rare.*1 × Pizza – Large, Ham, Olives/);
  expect(lines()).toEqual([expect.stringMatching(/Ribeye Steakrare\$20\.00/), expect.stringMatching(/PizzaLarge, Olives, Ham\$17\.75/)]);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Table' }).value).toBe('T1');
  expect(cart().textContent).toContain('From a QR order');
  await user.click(button('Send to Kitchen'));
  const confirm = within(await dialog('Send to Kitchen'));
  expect(confirm.getByText('Maria').parentElement?.textContent).toMatch(/^Maria · Dine-In · T1/);
  await user.click(confirm.getByRole('button', { name: 'Confirm' }));
  expect((await dialog('Order sent')).textContent).toMatch(/Token17T1/);

  expect(sales[0]).toMatchObject({
    selectedQrOrderItem: 1,
    customerType: 'CUSTOMER',
    customerId: { phone: '555-01', name: 'Maria' },
    tableId: 5,
    cart: [
      { id: 1, notes: 'rare' },
      { id: 3, variant_id: 32, addons_ids: [41, 42] },
    ],
  });
  expect(await screen.findByRole('button', { name: 'QR Menu Orders, 1 waiting', hidden: true })).toBeDefined();
  expect(lines()).toEqual([]);
});

test('a QR order that another till takes while it stands in the cart says so at once and lets go; Undo keeps its lines', async () => {
  let orders = [qrOrder(1)];
  const server = [
    answers(countQrOrders, () => ({ status: true as const, totalQROrders: orders.length })),
    answers(listQrOrders, () => orders),
  ];
  const { user, announce } = await open(...server);
  await load(user, 1, /^Load/);

  orders = [];
  announce({ type: 'new_order', payload: { tokenNo: 3, orderId: 9 }, seq: 7, late: false });

  await screen.findByText('This QR order was taken or cancelled at another till.', {}, { timeout: 5000 });
  expect(lines()).toEqual([]);
  await user.click(button('Undo'));
  expect(lines()).toEqual([expect.stringContaining('Ribeye Steak')]);
  expect(cart().textContent, 'it is a sale of its own now').not.toContain('From a QR order');
});

test('a QR order that another tab has loaded stays in the cart while nobody answers whether it waits', async () => {
  let isDown = false;
  const { user } = await open(
    answers(countQrOrders, () => ({ status: true as const, totalQROrders: 0 })),
    answers(listQrOrders, () => {
      if (isDown) throw new AppError('unavailable', 'Please try again!');
      return [];
    }),
  );
  await user.click(card('Fish Soup'));
  await user.click(await qrButton(0));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  isDown = true;
  const [key, stored] = Object.entries(localStorage).find(([name]) => name.endsWith(':sale'))! as [string, string];
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(stored), qrOrderId: 7 }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
  expect(await within(cart()).findByText(/From a QR order/)).toBeTruthy();
  await user.click(await qrButton(0));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lines()).toEqual([expect.stringContaining('Fish Soup')]);
  expect(screen.queryByText('This QR order was taken or cancelled at another till.')).toBeNull();
});

test('the next guest’s cart is put aside when the QR order that was taken is brought back', async () => {
  let orders = [qrOrder(1)];
  const { user, announce } = await open(
    answers(countQrOrders, () => ({ status: true as const, totalQROrders: orders.length })),
    answers(listQrOrders, () => orders),
  );
  await load(user, 1, /^Load/);
  orders = [];
  announce({ type: 'new_order', payload: { tokenNo: 3, orderId: 9 }, seq: 7, late: false });
  await screen.findByText('This QR order was taken or cancelled at another till.', {}, { timeout: 5000 });
  await user.click(card('Fish Soup'));

  await user.click(button('Undo'));

  expect(lines()).toEqual([expect.stringContaining('Ribeye Steak')]);
  await screen.findByText('The cart that stood here is in the Drafts List.');
  await user.click(button(/^Drafts List/));
  expect(within(await dialog('Drafts List')).getByText(/1 × Fish Soup/)).toBeDefined();
});

test('a take-away QR order joins no table unasked, and the list says how long it waits', async () => {
  const { server } = diners(qrOrder(1, { delivery_type: 'takeaway', date: new Date(Date.now() - 5 * 60_000).toISOString() }));
  const { user } = await open(...server);
  await load(user, 1, /^Load T1 · Maria 5 min ago/);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Table' }).value).toBe('');
});

test('an item of a QR order that has left the menu costs neither the order nor the rest of it', async () => {
  const { sales, server } = diners(qrOrder(1, { items: [qrItem(99, 'Old Dish'), qrItem(2, 'Fish Soup')] }));
  const { user } = await open(...server);

  await load(user, 1, /^Load/);
  expect(cart().textContent).toContain('No longer on the menu');
  await user.click(button('Send to Kitchen'));
  const confirm = within(await dialog('Send to Kitchen'));
  await user.click(confirm.getByRole('button', { name: 'Remove from the cart' }));
  await user.click(confirm.getByRole('button', { name: 'Confirm' }));
  expect((await dialog('Order sent')).textContent).toMatch(/Token17T1/);

  expect(sales[0]).toMatchObject({ selectedQrOrderItem: 1, cart: [{ id: 2 }] });
});

test('loading a QR order keeps the cart that it replaces, and New forgets which one was loaded', async () => {
  const { sales, server } = diners(qrOrder(1));
  const { user } = await open(...server);
  await user.click(card('Fish Soup'));
  await load(user, 1, /^Load/);
  expect(lines()).toEqual([expect.stringContaining('Ribeye Steak')]);
  expect(button(/Drafts List/).textContent).toContain('1');

  await user.click(button('New'));
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
  await dialog('Order sent');

  expect(sales[0]).toMatchObject({ selectedQrOrderItem: null, customerType: 'WALKIN', customerId: null, tableId: null });
});

test('a new QR order raises the count by itself', async () => {
  const { arrive, server } = diners();
  const { announce } = await open(...server);
  await qrButton(0);

  arrive(qrOrder(1));
  announce({ type: 'new_qrorder', payload: { orderId: 1 }, seq: 5, late: false });

  expect(await qrButton(1)).toBeDefined();
});

test('a sale that is announced before it is answered is not counted twice, however late the next count comes', async () => {
  const { server } = diners(qrOrder(1), qrOrder(2, { customer_name: 'Omar' }));
  const counts = Promise.withResolvers<void>();
  const sale = Promise.withResolvers<void>();
  let isSlow = false;
  const { user, announce } = await open(
    ...server.map(({ endpoint, reply }) => ({
      endpoint,
      reply: async (input: object) => {
        const answer = reply(input);
        if (endpoint === countQrOrders && isSlow) await counts.promise;
        if (endpoint === createOrder) await sale.promise;
        return answer;
      },
    })),
  );
  const badge = (count: number) => screen.findByRole('button', { name: `QR Menu Orders, ${count} waiting`, hidden: true });
  await load(user, 2, /^Load T1 · Maria/);
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
  announce({ type: 'new_order', payload: { orderId: 7, tokenNo: 17 }, seq: 6, late: false });
  await badge(1);

  isSlow = true;
  sale.resolve();

  expect((await dialog('Order sent')).textContent).toMatch(/Token17T1/);
  expect(await badge(1)).toBeDefined();
  counts.resolve();
  expect(await badge(1)).toBeDefined();
});

test('one QR order, or all of them, is cancelled after the question; the loaded one leaves the cart', async () => {
  const { server } = diners(qrOrder(1), qrOrder(2, { customer_name: 'Omar' }), qrOrder(3, { customer_name: 'Ines' }));
  const { user } = await open(...server);
  await load(user, 3, /^Load T1 · Maria/);
  await user.click(await qrButton(3));
  const list = within(await dialog('QR Menu Orders'));
  const sure = async () => {
    await screen.findByText('Are you sure? This process is irreversible!');
    await user.click(within(await asked()).getByRole('button', { name: 'Delete' }));
  };

  await user.click(list.getByRole('button', { name: /^Cancel T1 · Maria/ }));
  await sure();
  await waitFor(() => expect(screen.queryByText('From a QR order')).toBeNull());
  await waitFor(() => expect(list.queryByText(/Maria/)).toBeNull());
  expect(list.getAllByRole('button', { name: /^Load/ })).toHaveLength(2);

  await user.click(list.getByRole('button', { name: 'Clear all' }));
  await sure();
  await list.findByText(/No QR orders/);
});

/** The same server, where the answer to a cancellation is late. */
const late = (server: Answer[]) => {
  const line = Promise.withResolvers<void>();
  const isSlow = ({ endpoint }: Answer) => endpoint === updateQrOrderStatus || endpoint === cancelAllQrOrders;
  const slow = ({ endpoint, reply }: Answer): Answer => ({ endpoint, reply: (input) => line.promise.then(() => reply(input)) });
  return { arrive: line.resolve, server: server.map((answer) => (isSlow(answer) ? slow(answer) : answer)) };
};
const cancelFirst = async (user: Awaited<ReturnType<typeof open>>['user'], count: number) => {
  await user.click(await qrButton(count));
  const list = within(await dialog('QR Menu Orders'));
  await user.click((await list.findAllByRole('button', { name: /^Cancel/ }))[0]!);
  await user.click(within(await asked()).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: QUESTION })).toBeNull());
  return list;
};
const closeList = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('a cancellation whose answer is late leaves the next guest’s cart alone', async () => {
  const { arrive, server } = late(diners(qrOrder(1)).server);
  const { user } = await open(...server);
  await load(user, 1, /^Load/);
  await cancelFirst(user, 1);
  await closeList(user);
  await user.click(button('New'));
  await user.click(card('Fish Soup'));
  await user.click(card('Ribeye Steak'));

  arrive();

  await screen.findByText('QR order cancelled.');
  expect(lines()).toEqual([expect.stringContaining('Fish Soup'), expect.stringContaining('Ribeye Steak')]);
});

test('what New took away is not brought back once its QR order is cancelled', async () => {
  const { arrive, server } = late(diners(qrOrder(1)).server);
  const { user } = await open(...server);
  await load(user, 1, /^Load/);
  await cancelFirst(user, 1);
  await closeList(user);
  await user.click(button('New'));
  expect(button('Undo New')).toBeDefined();

  arrive();

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo New' })).toBeNull());
});

test('a QR order that is being cancelled cannot be loaded, also when the list was closed meanwhile', async () => {
  const { arrive, server } = late(diners(qrOrder(1), qrOrder(2, { customer_name: 'Omar' })).server);
  const { user } = await open(...server);
  const list = await cancelFirst(user, 2);
  const loads = () => list.getAllByRole<HTMLButtonElement>('button', { name: /^Load/ }).map(({ disabled }) => disabled);
  expect(loads()).toEqual([true, false]);
  await closeList(user);
  await user.click(await qrButton(2));
  await dialog('QR Menu Orders');
  const again = await screen.findByRole<HTMLButtonElement>('button', { name: /^Load T1 · Maria Please wait/ });
  expect(again.disabled).toBe(true);

  arrive();

  await waitFor(() => expect(screen.queryByText(/Maria/)).toBeNull());
  expect(lines()).toEqual([]);
});

test('a QR order that is being cancelled stays closed when Clear all is not confirmed, and when the till was left meanwhile', async () => {
  const { arrive, server } = late(diners(qrOrder(1)).server);
  const first = await open(...server);
  const list = await cancelFirst(first.user, 1);
  await first.user.click(list.getByRole('button', { name: 'Clear all' }));
  await first.user.click(within(await asked()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: QUESTION })).toBeNull());
  expect(list.getByRole<HTMLButtonElement>('button', { name: /^Load/ }).disabled).toBe(true);
  first.unmount();

  const { user } = await open(...server);
  await user.click(await qrButton(1));
  const again = within(await dialog('QR Menu Orders'));
  expect((await again.findByRole<HTMLButtonElement>('button', { name: /^Load/ })).disabled).toBe(true);
  // nothing stays behind: the page's own cache, which the two screens of this test do not share, takes it off the list
  arrive();
  await waitFor(() => expect(again.getByRole<HTMLButtonElement>('button', { name: /^Load/ }).disabled).toBe(false));
});

test('the till was left and entered again before the answer: its linked cart ends all the same', async () => {
  const { arrive, server } = late(diners(qrOrder(1)).server);
  const first = await open(...server);
  await load(first.user, 1, /^Load/);
  await cancelFirst(first.user, 1);
  first.unmount();
  await open(...server);
  expect(cart().textContent).toContain('From a QR order');

  arrive();

  await waitFor(() => expect(lines()).toEqual([]));
  expect(screen.queryByText('From a QR order')).toBeNull();
});

test('clearing all cancels what is listed, and not what has come since', async () => {
  const { arrive, server } = diners(qrOrder(1));
  const { user } = await open(...server);
  await user.click(await qrButton(1));
  const list = within(await dialog('QR Menu Orders'));
  await list.findByText(/Maria/);
  arrive(qrOrder(2, { customer_name: 'Omar' }));

  await user.click(list.getByRole('button', { name: 'Clear all' }));
  await user.click(within(await asked()).getByRole('button', { name: 'Delete' }));

  await list.findByText(/Omar/);
  expect(list.queryByText(/Maria/)).toBeNull();
});

test('a QR order that came while another screen was open is counted at once on coming back', async () => {
  const { arrive, server } = diners(qrOrder(1));
  const screens = (
    <>
      <Link to="/orders">Orders</Link>
      <Link to="/">POS</Link>
      <Routes>
        <Route path="/" element={<PosScreen />} />
        <Route path="/orders" element={<p>Another screen</p>} />
      </Routes>
    </>
  );
  const { user } = show(screens, { as: waiter, server: [...server, ...quiet, answersInit()] });
  await qrButton(1);

  await user.click(screen.getByRole('link', { name: 'Orders' }));
  arrive(qrOrder(2));
  await user.click(screen.getByRole('link', { name: 'POS' }));
  expect(await qrButton(2)).toBeDefined();
});

test('clearing that fails says so in its own words; a list that cannot be loaded is only logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  let isAway = true;
  const { user } = await open(
    answers(listQrOrders, () => {
      if (isAway) throw new AppError('server_error', 'Something went wrong!');
      return [qrOrder(1)];
    }),
    answers(countQrOrders, () => ({ status: true as const, totalQROrders: 1 })),
  );
  await user.click(await qrButton(1));
  const list = within(await dialog('QR Menu Orders'));
  await list.findByText('The QR orders could not be loaded.');
  expect(log).toHaveBeenCalledWith('The QR orders could not be loaded: Something went wrong!');
  expect(screen.queryByRole('alert')).toBeNull();
  isAway = false;
  await user.click(list.getByRole('button', { name: 'Retry' }));
  await list.findByRole('button', { name: /^Load/ });

  globalThis.fetch = async () => new Response('', { status: 500 });
  await user.click(list.getByRole('button', { name: 'Clear all' }));
  await user.click(within(await asked()).getByRole('button', { name: 'Delete' }));
  await screen.findByText("We're getting issue while clearing orders! Please try later!");
});

test('of more QR orders than the list holds it says so, and how the others come', async () => {
  const orders = Array.from({ length: 100 }, (_, at) => qrOrder(at + 1));
  const { user } = await open(
    answers(listQrOrders, () => orders),
    answers(countQrOrders, () => ({ status: true as const, totalQROrders: 151 })),
  );
  await user.click(await screen.findByRole('button', { name: 'QR Menu Orders, 151 waiting' }));
  const list = within(await dialog('QR Menu Orders'));
  expect(await list.findByText('These are the oldest 100 of 151. The others follow when these are taken or cancelled.')).toBeDefined();
});
