import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { listOpenChecks, listOrders, type Order } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice, initPos } from '#contract/pos.ts';
import { NO_CONNECTION } from '#web/platform/api.ts';
import { answers } from '#web/platform/testing.tsx';
import { layOutGrid, item, menu, sent, type Sale, open, card, cart, lines, button, dialog } from './testing-till.tsx';

beforeEach(layOutGrid);

test('sends to the kitchen with table, dining option and notes, and sets them back', async () => {
  const sales: CallInput<typeof createOrder>['body'][] = [];
  const { user } = await open(
    answers(createOrder, ({ body }) => {
      sales.push(body);
      return sent;
    }),
  );

  await user.click(card('Fish Soup'));
  await user.click(button(/^Change\s*Fish Soup/));
  const notes = within(await dialog('Fish Soup'));
  await user.click(notes.getByLabelText('Notes'));
  await user.paste('🌶'.repeat(101));
  await user.click(notes.getByRole('button', { name: /^Save/ }));
  await user.click(screen.getByRole('combobox', { name: 'Dining option' }));
  await user.click(await screen.findByRole('option', { name: 'Take Away' }));
  await user.click(screen.getByRole('combobox', { name: 'Table' }));
  await user.click(await screen.findByRole('option', { name: 'T2 1 person · Hall' }));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));

  await dialog('Order sent');
  expect(sales[0]).toMatchObject({ deliveryType: 'takeaway', tableId: 6, cart: [{ id: 2, notes: '🌶'.repeat(100) }] });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Table', hidden: true }).value).toBe('');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Dining option', hidden: true }).value).toBe('Dine-In');
});

test('an empty cart is neither sent, nor paid, nor saved', async () => {
  const { user } = await open();
  // each is told, the same sentence in the place of the one before
  const shown = vi.spyOn(notifications, 'show');

  for (const name of ['Send to Kitchen', 'Pay & Send', 'Save Draft']) await user.click(button(name));

  await screen.findAllByText('Cart is empty!');
  expect(shown.mock.calls.map(([{ message }]) => message)).toEqual(Array.from({ length: 3 }, () => 'Cart is empty!'));
  shown.mockRestore();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a lost connection keeps cart and dialog, and the next try carries the same key', async () => {
  const { user } = await open();
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));
  const keys: (string | null)[] = [];
  const others = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    if (init?.method !== 'POST') return others(address, init);
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    if (keys.length === 1) throw new TypeError('Failed to fetch');
    return Response.json(sent);
  };

  await user.click(pay.getByRole('button', { name: /^Confirm/ }));
  await pay.findByText(`${NO_CONNECTION} The cart is kept, and trying again never sends it twice.`);
  await user.click(pay.getByRole('button', { name: /^Confirm/ }));
  await dialog('Order sent');

  expect(keys[0]).toMatch(/^[\w-]{16,64}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('an item that left the menu is marked and can be removed; the rest is sent', async () => {
  const less = { ...menu, menuItems: [item(1, 'Ribeye Steak', 20)] };
  let isKnown = false;
  const sales: Sale[] = [];
  const { user } = await open(
    answers(initPos, () => (isKnown ? less : menu)),
    answers(createOrderAndInvoice, ({ body }) => {
      sales.push(body);
      isKnown = true;
      if (body.cart.length > 1) throw new AppError('not_found', 'This item is no longer on the menu!');
      return sent;
    }),
  );
  await user.click(card('Ribeye Steak'));
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));
  await user.click(pay.getByRole('button', { name: /^Confirm/ }));

  await pay.findByText('No longer on the menu: Fish Soup');
  expect(pay.getByRole<HTMLButtonElement>('button', { name: /^Confirm/ }).disabled).toBe(true);
  await user.click(pay.getByRole('button', { name: 'Remove from the cart' }));
  await user.click(pay.getByRole('button', { name: 'Confirm $22.00' }));

  await dialog('Order sent');
  expect(sales.at(-1)?.cart).toEqual([expect.objectContaining({ id: 1 })]);
});

test('an order that arrived in another form is not sent again without a word', async () => {
  const { user } = await open();
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  const confirm = within(await dialog('Send to Kitchen'));
  const keys: (string | null)[] = [];
  const others = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    if (init?.method !== 'POST') return others(address, init);
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    if (keys.length > 1) return Response.json(sent);
    return Response.json({ success: false, code: 'key_reused', message: 'Used!' }, { status: 422 });
  };

  await user.click(confirm.getByRole('button', { name: 'Confirm' }));
  await confirm.findByText(/An earlier try of this order did arrive/);
  await user.click(confirm.getByRole('button', { name: 'Confirm' }));
  await dialog('Order sent');

  expect(keys[1]).not.toBe(keys[0]);
});

test('a table that the stored menu does not know is sent all the same, and the server’s word on it shown', async () => {
  let isGone = false;
  const sales: CallInput<typeof createOrder>['body'][] = [];
  const { user } = await open(
    answers(initPos, () => (isGone ? { ...menu, storeTables: [] } : menu)),
    answers(createOrder, ({ body }) => {
      sales.push(body);
      isGone = true;
      throw new AppError('not_found', 'This table does not exist!');
    }),
  );
  await user.click(card('Fish Soup'));
  await user.click(screen.getByRole('combobox', { name: 'Table' }));
  await user.click(await screen.findByRole('option', { name: /^T1/ }));
  await user.click(button('Send to Kitchen'));
  const confirm = within(await dialog('Send to Kitchen'));
  await user.click(confirm.getByRole('button', { name: 'Confirm' }));
  await confirm.findByText('This table does not exist!');
  await waitFor(() => expect(confirm.queryByText(/T1/)).toBeNull());
  await user.click(confirm.getByRole('button', { name: 'Confirm' }));

  await waitFor(() => expect(sales.map(({ tableId }) => tableId)).toEqual([5, 5]));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Table', hidden: true }).value).toBe('Unknown table');
});

test('the keyboard does not reach the search while a sale is on its way', async () => {
  const line = Promise.withResolvers<typeof sent>();
  const { user } = await open(answers(createOrder, () => line.promise));
  const search = screen.getByLabelText<HTMLInputElement>('Search Item');
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
  // as a browser does with the focus of a button that is switched off
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();

  await user.keyboard('/ribeye{Enter}');
  expect([search.value, lines()]).toEqual(['', [expect.stringContaining('Fish Soup')]]);
  search.focus();
  await user.keyboard('ribeye{Enter}');
  expect(lines()).toEqual([expect.stringContaining('Fish Soup')]);

  line.resolve(sent);
  await dialog('Order sent');
});

test('what New took away is not brought back after a sale', async () => {
  const { user } = await open(answers(createOrder, () => sent));
  await user.click(card('Ribeye Steak'));
  await user.click(button('Save Draft'));
  await user.click(within(await dialog('Save Draft')).getByRole('button', { name: 'Save' }));
  await user.click(card('Fish Soup'));
  await user.click(button('New'));
  expect(button('Undo New')).toBeDefined();
  await user.click(button(/Drafts List/));
  await user.click(within(await dialog('Drafts List')).getByRole('button', { name: /^Open/ }));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
  await dialog('Order sent');

  expect(screen.queryByRole('button', { name: 'Undo New', hidden: true })).toBeNull();
});

test('a round leaves its table chosen, and what the table has had stands above the next one', async () => {
  const place = { table_id: 5, table_title: 'T1', floor: 'Hall' };
  const date = '2026-11-22T18:00:00.000Z';
  const caprese = { id: 71, order_id: 7, item_id: 9, item_title: 'Caprese', variant_id: null, variant_title: null, price: 11, quantity: 2 };
  const round: Order = {
    ...place,
    id: 7,
    date,
    delivery_type: 'dinein',
    customer_type: 'WALKIN',
    customer_id: null,
    customer_name: null,
    status: 'created',
    payment_status: 'pending',
    token_no: 16,
    items: [{ ...caprese, status: 'created', date, addons: null, notes: null }],
    due: 24.2,
  };
  const { user } = await open(
    answers(createOrder, () => sent),
    answers(listOpenChecks, () => [{ ...place, orders: 1, due: 24.2, since: date }]),
    answers(listOrders, ({ query }) => (query.unpaid === '1' ? [] : [{ ...place, orders: [round], order_ids: [round.id] }])),
  );
  await user.click(card('Fish Soup'));
  await user.click(screen.getByRole('combobox', { name: 'Table' }));
  await user.click(await screen.findByRole('option', { name: /^T1/ }));
  const earlier = within(await screen.findByRole('list', { name: 'Ordered already' }));
  expect(earlier.getByRole('listitem').textContent).toBe('2×Caprese');
  expect(cart().textContent).toMatch(/Open check: 1 order, \$24\.20 to pay/);

  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));

  expect((await dialog('Order sent')).textContent).toMatch(/Token17T1/);
  expect(lines()).toEqual([]);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Table' }).value).toBe('T1');
  // the table's bill is a touch away
  expect(within(cart()).getByRole('button', { name: 'Pay' })).toBeDefined();
});

test('what was sold last says sum, type and token until the next touch, which does its work, and can be looked at again', async () => {
  const { user } = await open(answers(createOrderAndInvoice, () => sent));
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));
  expect((await dialog('Order sent')).textContent).toMatch(/Token17Cash\$6\.05/);

  await user.click(card('Ribeye Steak'));

  expect(screen.queryByRole('dialog', { name: 'Order sent' })).toBeNull();
  expect(lines()).toEqual([expect.stringMatching(/Ribeye Steak/)]);
  await user.click(button('Remove Ribeye Steak'));
  await user.click(button('Last sale'));
  expect((await dialog('Order sent')).textContent).toMatch(/Token17Cash\$6\.05/);
});
