import { notifications } from '@mantine/notifications';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { listColleagues } from '#contract/approvals.ts';
import { AppError } from '#contract/errors.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { listOpenChecks, listOrders, type Order } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice, initPos } from '#contract/pos.ts';
import { addPrintJob } from '#contract/print-jobs.ts';
import { NO_CONNECTION } from '#web/platform/api.ts';
import { forgetUser } from '#web/platform/session.tsx';
import { serverNow } from '#web/platform/server-clock.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { PosScreen } from './PosScreen.tsx';
import { readStored, removeStored, tenantKey } from '#web/platform/storage.ts';
import { lockTill, storeTillSettings, tillKey, unlockTill } from '#web/platform/till.ts';
import { layOutGrid, item, menu, waiter, sent, type Sale, quiet, open, card, cart, lines, button, dialog } from './testing-till.tsx';

beforeEach(layOutGrid);

const forgetPaymentType = () => removeStored(tenantKey('last-payment-type'));

test('pays and sends with what the wire wants, in four touches, and begins anew', async () => {
  const sales: Sale[] = [];
  const { user } = await open(
    answers(createOrderAndInvoice, ({ body }) => {
      sales.push(body);
      return sent;
    }),
  );

  await user.click(card('Ribeye Steak'));
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));

  expect(within(await dialog('Order sent')).getByText('17')).toBeDefined();
  expect(sales).toEqual([
    {
      cart: [
        { id: 1, quantity: 1, variant_id: null, addons_ids: [], notes: null, price: 20 },
        { id: 2, quantity: 1, variant_id: null, addons_ids: [], notes: null, price: 5.5 },
      ],
      deliveryType: 'dinein',
      customerType: 'WALKIN',
      customerId: null,
      tableId: null,
      selectedQrOrderItem: null,
      netTotal: 25.5,
      taxTotal: 2.55,
      total: 28.05,
      paymentTypeId: 1,
    },
  ]);
  expect(lines()).toEqual([]);
});

test('nothing is paid with a type that nobody chose; the last sale’s is offered and said', async () => {
  const sales: Sale[] = [];
  const { user } = await open(
    answers(createOrderAndInvoice, ({ body }) => {
      sales.push(body);
      return sent;
    }),
  );
  const pay = async () => {
    await user.click(card('Fish Soup'));
    await user.click(button('Pay & Send'));
    return within(await dialog('Pay & Send'));
  };
  const chosen = (types: Awaited<ReturnType<typeof pay>>) =>
    types.getAllByRole<HTMLInputElement>('radio').map(({ checked, labels }) => `${labels?.[0]?.textContent}${checked ? ' ✓' : ''}`);
  forgetPaymentType();

  const first = await pay();
  expect(chosen(first)).toEqual(['Cash', 'Card', 'Unspecified']);
  expect(document.activeElement).toBe(first.getByRole('radio', { name: 'Cash' }));
  await user.click(first.getByRole('button', { name: /^Confirm/ }));
  expect(first.getByRole('alert').textContent).toBe('Please choose a payment type!');
  expect(sales).toEqual([]);
  await user.click(first.getByRole('radio', { name: 'Card' }));
  await user.click(first.getByRole('button', { name: /^Confirm/ }));
  await user.click(within(await dialog('Order sent')).getByRole('button', { name: 'Close' }));

  const second = await pay();
  expect(chosen(second)).toEqual(['Cash', 'Card · as the last sale ✓', 'Unspecified']);
  await user.click(second.getByRole('button', { name: /^Confirm/ }));
  await dialog('Order sent');
  expect(sales.map(({ paymentTypeId }) => paymentTypeId)).toEqual([2, 2]);
});

test('the key pad types what was given, then a part, and begins each field anew', async () => {
  const { user } = await open();
  await user.click(card('Ribeye Steak'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));
  const press = async (keys: string) => {
    const pad = within(pay.getByRole('group', { name: 'Key pad' }));
    for (const key of keys) {
      const name = { '.': 'Decimal point', '<': 'Delete the last digit' }[key] ?? key;
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await user.click(pad.getByRole('button', { name }));
    }
  };
  const value = (name: string | RegExp) => pay.getByRole<HTMLInputElement>('textbox', { name }).value;

  await user.click(pay.getByRole('radio', { name: 'Unspecified' }));
  expect(pay.queryByRole('group', { name: 'Key pad' })).toBeNull();
  await user.click(pay.getByRole('radio', { name: /^Cash/ }));
  await user.click(pay.getByRole('button', { name: 'Exact' }));
  await press('52<0');
  expect(value('Given')).toBe('50');
  expect(pay.getByRole('status').textContent).toBe('Change$28.00');

  await user.click(pay.getByRole('button', { name: 'Pay a part' }));
  await press('10.555');
  expect(value(/^Amount of/)).toBe('10.55');
  expect(pay.getByRole('status').textContent).toBe('Change$39.45');
  await user.click(pay.getByRole('textbox', { name: 'Given' }));
  await press('20');
  expect([value('Given'), value(/^Amount of/)]).toEqual(['20', '10.55']);
});

test('a sale is paid in parts: cash that is counted, and a card with tip; the receipt says each', async () => {
  const sales: Sale[] = [];
  const { user } = await open(
    answers(createOrderAndInvoice, ({ body }) => {
      sales.push(body);
      return sent;
    }),
  );
  await user.click(card('Ribeye Steak'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));
  const field = (name: string | RegExp) => pay.getByRole('textbox', { name });
  const confirm = () => user.click(pay.getByRole('button', { name: /^Confirm/ }));

  await user.click(pay.getByRole('button', { name: 'Pay a part' }));
  await user.type(field(/^Amount of/), '30');
  await user.click(pay.getByRole('button', { name: 'Add payment' }));
  expect(pay.getByText('That is more than what is due!')).toBeDefined();
  await user.clear(field(/^Amount of/));
  // all that is left is no part of it
  await user.type(field(/^Amount of/), '22');
  await user.click(pay.getByRole('button', { name: 'Add payment' }));
  expect(pay.queryByRole('textbox', { name: /^Amount of/ })).toBeNull();
  await user.click(pay.getByRole('button', { name: 'Pay a part' }));
  await user.type(field(/^Amount of/), '10');
  await user.type(field('Given'), '20');
  await confirm();
  expect(pay.getByText('Add this payment first: the rest is not paid yet!')).toBeDefined();
  await user.click(pay.getByRole('button', { name: 'Add payment' }));
  expect(within(pay.getByRole('list', { name: 'Payments so far' })).getByText('Cash')).toBeDefined();
  await confirm();
  expect(sales).toEqual([]);
  await user.click(pay.getByRole('radio', { name: 'Card' }));
  await user.type(field('Tip'), '1,50');
  // the button says what is taken, with the tip
  await user.click(pay.getByRole('button', { name: 'Confirm $23.50' }));

  await dialog('Order sent');
  expect(sales).toMatchObject([
    {
      total: 22,
      paymentTypeId: 2,
      payments: [
        { paymentTypeId: 1, amount: 10, tendered: 20 },
        { paymentTypeId: 2, amount: 12, tip: 1.5 },
      ],
    },
  ]);
  // with the tip
  expect(screen.getByText('Cash, Card').parentElement?.textContent).toContain('$23.50');
});

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

test('a type that needs a reference gets one, which stays typed while the connection is lost; the next try is the same sale', async () => {
  const room = {
    id: 7,
    title: 'Room',
    is_active: true,
    kind: 'other' as const,
    gives_change: false,
    takes_tip: false,
    needs_reference: true,
  };
  const { user } = await open(answers(initPos, () => ({ ...menu, paymentTypes: [room] })));
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));
  const confirm = () => user.click(pay.getByRole('button', { name: /^Confirm/ }));
  const bodies: unknown[] = [];
  const others = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    if (init?.method !== 'POST') return others(address, init);
    bodies.push([new Headers(init.headers).get('idempotency-key'), JSON.parse(String(init.body))]);
    if (bodies.length === 1) throw new TypeError('Failed to fetch');
    return Response.json(sent);
  };
  await user.click(pay.getByRole('radio', { name: /^Room/ }));
  await confirm();
  await pay.findByText('Please provide a reference!');
  expect(bodies).toEqual([]);
  await user.type(pay.getByRole('textbox', { name: 'Reference' }), '<b>214</b>');
  await confirm();
  await pay.findByText(`${NO_CONNECTION} The cart is kept, and trying again never sends it twice.`);
  expect(pay.getByRole<HTMLInputElement>('textbox', { name: 'Reference' }).value).toBe('<b>214</b>');
  await confirm();
  await dialog('Order sent');

  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[0]).toMatchObject([expect.any(String), { payments: [{ paymentTypeId: 7, reference: '<b>214</b>' }] }]);
});

test('changed prices are shown before they are paid', async () => {
  const dearer = { ...menu, menuItems: [item(2, 'Fish Soup', 6)] };
  let isKnown = false;
  const { user } = await open(
    answers(initPos, () => (isKnown ? dearer : menu)),
    answers(createOrderAndInvoice, ({ body }) => {
      isKnown = true;
      if (body.total !== 6.6) throw new AppError('price_changed', 'Prices have changed. Please check the new total!');
      return sent;
    }),
  );
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));

  await user.click(pay.getByRole('button', { name: 'Confirm $6.05' }));
  await pay.findByText('Prices have changed. Please check the new total!');
  await user.click(await pay.findByRole('button', { name: 'Confirm $6.60' }));

  expect(await dialog('Order sent')).toBeDefined();
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

test('with printing on, the receipt window opens in the click and gets the receipt; a failed sale closes it', async () => {
  const popup = { closed: false, close: vi.fn(), location: { replace: vi.fn() } };
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  let isAway = true;
  const wine = item(4, 'Wine', 6, { tax_id: 2, tax_title: 'Duty', tax_rate: 20, tax_type: 'inclusive' });
  const printing = { ...menu.printSettings, is_enable_print: 1 as const };
  const { user } = await open(
    answers(initPos, () => ({ ...menu, menuItems: [...menu.menuItems, wine], printSettings: printing })),
    answers(createOrderAndInvoice, () => {
      if (isAway) throw new AppError('unavailable', 'Try later!');
      return sent;
    }),
  );
  await user.click(card('Fish Soup'));
  await user.click(card('Wine'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));

  await user.click(pay.getByRole('button', { name: /^Confirm/ }));
  await waitFor(() => expect(popup.close).toHaveBeenCalledTimes(1));
  isAway = false;
  await user.click(pay.getByRole('button', { name: /^Confirm/ }));
  await waitFor(() => expect(lines()).toEqual([]));

  const key = `comanda_print:${String(openWindow.mock.calls[1]?.[0]).split('#')[1]}`;
  const { data } = JSON.parse(localStorage.getItem(key) ?? '{}') as { data: unknown };
  expect(data).toMatchObject({
    tokens: [17],
    invoiceId: 9,
    total: 12.05,
    paymentType: 'Cash',
    lines: [
      { title: 'Fish Soup', quantity: 1, price: 5.5 },
      { title: 'Wine', total: 6 },
    ],
    taxes: [
      { title: 'VAT', type: 'exclusive', net: 5.5, tax: 0.55 },
      { title: 'Duty', type: 'inclusive', net: 5, tax: 1 },
    ],
  });
  // the sum is still what the hands need
  expect((await dialog('Order sent')).textContent).toContain('Cash$12.05');
});

test('with a printer of the house what is sent unpaid has its token there, and no alert', async () => {
  const printed: unknown[] = [];
  const { user } = await open(
    answers(initPos, () => ({ ...menu, printSettings: { ...menu.printSettings, is_enable_print: 1 as const } })),
    answers(createOrder, () => sent),
    answers(addPrintJob, ({ body }) => {
      printed.push(body);
      return { success: true as const, message: 'Sent to the printer.', jobId: 1, jobIds: [1] };
    }),
  );
  localStorage.setItem(tenantKey('house_printer'), '7');
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(printed).toEqual([{ kind: 'token', id: sent.orderId, printerId: 7 }]));
  expect(screen.queryByText(/cannot be printed/)).toBeNull();
});

test.each([
  ['the server’s clock, not by the till’s', undefined],
  ['the first time that it was sent', '2020-02-01T22:00:00.000Z'],
])('a receipt is dated by %s, and numbered by the store’s business day', async (_, placed) => {
  vi.spyOn(window, 'open').mockReturnValue({ closed: false, close: vi.fn() } as unknown as Window);
  const date = '2020-02-02T01:00:00.000Z';
  let clock = () => Date.parse(date);
  const { user } = show(<PosScreen />, {
    as: waiter,
    server: [
      ...quiet,
      answers(initPos, () => ({
        ...menu,
        printSettings: { ...menu.printSettings, is_enable_print: 1 as const },
        storeSettings: { ...menu.storeSettings, day_start: '04:00' },
      })),
      answers(createOrder, () => ({ ...sent, ...(placed && { date: placed }) })),
    ],
    clock: () => clock(),
  });
  await user.click(await screen.findByRole('button', { name: 'Add Fish Soup' }));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(lines()).toEqual([]));

  const handed = Object.entries(localStorage).find(([key]) => key.startsWith('comanda_print:'))?.[1] as string;
  const receipt = (JSON.parse(handed) as { data: { date: string; businessDay: string } }).data;
  expect(receipt.businessDay).toBe('2020-02-01');
  expect(Math.abs(Date.parse(receipt.date) - Date.parse(placed ?? date))).toBeLessThan(60_000);
  clock = Date.now;
  await user.click(button('QR Menu Orders'));
  await waitFor(() => expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1000));
});

test('a receipt without a payment type says Paid, as every other receipt does', async () => {
  vi.spyOn(window, 'open').mockReturnValue({ closed: false, close: vi.fn() } as unknown as Window);
  const { user } = await open(
    answers(initPos, () => ({ ...menu, paymentTypes: [], printSettings: { ...menu.printSettings, is_enable_print: 1 as const } })),
    answers(createOrderAndInvoice, () => sent),
  );
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));
  await waitFor(() => expect(lines()).toEqual([]));

  const handed = Object.entries(localStorage).find(([key]) => key.startsWith('comanda_print:'))?.[1] as string;
  expect(JSON.parse(handed)).toMatchObject({ data: { paymentType: 'Paid' } });
});

test('a receipt window that the browser blocks leaves the token on the screen', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await open(
    answers(initPos, () => ({ ...menu, printSettings: { ...menu.printSettings, is_enable_print: 1 as const } })),
    answers(createOrder, () => sent),
  );
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));

  expect((await dialog('Order sent')).textContent).toContain('Token17');
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
  expect(await screen.findAllByText('Token 17 → T1')).toHaveLength(1);
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

test('a receipt window that was closed before the answer leaves the token and the receipt on the screen', async () => {
  const popup = { closed: false, close: () => {}, name: '', location: { replace: () => {} } };
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  const printing = { ...menu, printSettings: { ...menu.printSettings, is_enable_print: 1 as const } };
  const sending = answers(createOrder, () => {
    popup.closed = true;
    return sent;
  });
  const { user } = await open(
    sending,
    answers(initPos, () => printing),
  );
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));

  const token = within(await dialog('Order sent'));
  expect(token.getByText('17')).toBeDefined();
  expect(token.getByRole('button', { name: 'Print Receipt' })).toBeDefined();
  openWindow.mockRestore();
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

  await screen.findByText('Token 17 → T1');
  expect(lines()).toEqual([]);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Table' }).value).toBe('T1');
  // the table's bill is a touch away
  expect(within(cart()).getByRole('button', { name: 'Pay' })).toBeDefined();
});

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
  act(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
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
