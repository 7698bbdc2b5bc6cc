import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { type MenuItem, toggleSoldOut } from '#contract/menu-items.ts';
import { listOpenChecks, type OpenCheck } from '#contract/orders.ts';
import { addCustomer, searchCustomers } from '#contract/customers.ts';
import { createOrder, createOrderAndInvoice, initPos, type PosInit } from '#contract/pos.ts';
import { cancelAllQrOrders, countQrOrders, listQrOrders, type QrOrder, updateQrOrderStatus } from '#contract/qr-orders.ts';
import { NO_CONNECTION } from '#web/platform/api.ts';
import { smallPhoto } from '#web/platform/photos.ts';
import { removeStored, tenantKey } from '#web/platform/storage.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { answers, pretendServer, show } from '#web/platform/testing.tsx';
import { NOT_STORED } from './drafts.ts';
import { PosScreen } from './PosScreen.tsx';

const item = (id: number, title: string, price: number, changes: Partial<MenuItem> = {}): MenuItem => ({
  id,
  title,
  price,
  net_price: null,
  tax_id: 1,
  tax_title: 'VAT',
  tax_rate: 10,
  tax_type: 'exclusive',
  category_id: 1,
  category_title: 'Mains',
  image: null,
  sold_out: false,
  addons: [],
  variants: [],
  ...changes,
});

const pizza = item(3, 'Pizza', 9, {
  category_id: 2,
  category_title: 'Oven',
  variants: [
    { id: 31, item_id: 3, title: 'Small', price: 9 },
    { id: 32, item_id: 3, title: 'Large', price: 14 },
  ],
  addons: [
    { id: 41, item_id: 3, title: 'Olives', price: 1.5 },
    { id: 42, item_id: 3, title: 'Ham', price: 2.25 },
  ],
});

const menu: PosInit = {
  categories: [
    { id: 1, title: 'Mains' },
    { id: 2, title: 'Oven' },
  ],
  paymentTypes: [
    { id: 1, title: 'Cash', is_active: true },
    { id: 2, title: 'Card', is_active: true },
  ],
  printSettings: {
    page_format: '80',
    header: null,
    footer: null,
    show_notes: 1,
    is_enable_print: 0,
    show_store_details: 1,
    show_customer_details: 1,
    print_token: 1,
  },
  storeSettings: {
    store_name: 'Trattoria',
    address: null,
    phone: null,
    email: null,
    currency: 'USD',
    image: null,
    is_qr_menu_enabled: 0,
    is_qr_order_enabled: 0,
    unique_qr_code: 'x',
    timezone: 'UTC',
    day_start: '00:00',
  },
  storeTables: [
    { id: 5, encrypted_id: 'x', table_title: 'T1', floor: 'Terrace', seating_capacity: 4 },
    { id: 6, encrypted_id: 'y', table_title: 'T2', floor: 'Hall', seating_capacity: 1 },
  ],
  menuItems: [item(1, 'Ribeye Steak', 20), item(2, 'Fish Soup', 5.5), pizza],
};

const waiter = { role: 'user' as const, scopes: ['POS' as const] };
const sent = { success: true as const, message: 'Order sent and paid.', tokenNo: 17, orderId: 7, invoiceId: 9 };
const ok = (message: string) => ({ success: true as const, message });
type Sale = CallInput<typeof createOrderAndInvoice>['body'];

const answersInit = (init: PosInit = menu) => answers(initPos, () => init);
/** No diner orders and nobody sits. */
const quiet = [answers(countQrOrders, () => ({ status: true as const, totalQROrders: 0 })), answers(listOpenChecks, () => [])];
const open = async (...server: Parameters<typeof pretendServer>[0]) => {
  const shown = show(<PosScreen />, { as: waiter, server: [...server, ...quiet, answersInit()] });
  await screen.findByRole('button', { name: 'Add Fish Soup' });
  return shown;
};
const card = (title: string) => screen.getByRole('button', { name: `Add ${title}` });
const cart = () => screen.getByRole('region', { name: 'Cart' });
const lines = () =>
  within(cart())
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });

beforeEach(() => {
  // The grid draws what fits into its height, and jsdom knows none.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900);
});

test('shows the menu with price, category, variants and addons', async () => {
  await open();

  expect(screen.getByRole('heading', { level: 1, name: 'POS - Point of Sale' })).toBeDefined();
  const [, , third] = within(screen.getByRole('list', { name: 'Menu items' })).getAllByRole('listitem');
  expect(third?.textContent).toContain('Pizza');
  expect(third?.textContent).toContain('Oven · 2 variants · 2 addons');
  expect(third?.textContent).toContain('$9.00');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' }).placeholder).toBe('WALKIN CUSTOMER');
  expect(screen.getByRole('link', { name: 'Table Orders' }).getAttribute('href')).toBe('/dashboard/orders');
});

test('what is sold out says so, cannot be added, and is back with one touch', async () => {
  let isSoldOut = true;
  const { user } = show(<PosScreen />, {
    as: waiter,
    server: [
      ...quiet,
      answers(initPos, () => ({ ...menu, menuItems: [item(2, 'Fish Soup', 5.5, { sold_out: isSoldOut })] })),
      answers(toggleSoldOut, ({ params, body }) => {
        expect([params.id, body]).toEqual(['2', { isSoldOut: false }]);
        isSoldOut = false;
        return ok('Fish Soup is back on the menu.');
      }),
    ],
  });

  await screen.findByText('Sold out');
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
  await user.type(screen.getByLabelText('Search Item'), 'fish{Enter}');
  expect(lines()).toEqual([]);

  await user.click(button('Fish Soup is back'));
  await user.click(await screen.findByRole('button', { name: 'Add Fish Soup' }));
  expect(lines()).toEqual([expect.stringContaining('Fish Soup')]);
});

test('waits, then says that loading failed, and tries again', async () => {
  let isAway = true;
  const { user } = show(<PosScreen />, {
    as: waiter,
    server: [
      answers(initPos, () => {
        if (isAway) throw new AppError('server_error', 'Something went wrong!');
        return menu;
      }),
    ],
  });
  expect(screen.getByText('Please wait...')).toBeDefined();

  await screen.findByText('Error loading the menu! Please try later!');
  isAway = false;
  await user.click(button('Retry'));

  await screen.findByRole('button', { name: 'Add Fish Soup' });
});

test('opens with the last menu while the server is away', async () => {
  (await open()).unmount();

  show(<PosScreen />, {
    as: waiter,
    server: [
      answers(initPos, () => {
        throw new AppError('unavailable', 'Try later!');
      }),
    ],
  });

  expect(card('Fish Soup')).toBeDefined();
  await screen.findByText(/What you see may be out of date/);
});

test('an empty menu says so and can be asked for again', async () => {
  show(<PosScreen />, { as: waiter, server: [answersInit({ ...menu, menuItems: [] })] });

  await screen.findByText(/The menu has no items yet/);
  expect(button('Look again')).toBeDefined();
});

test('finds items by a part of the title, whatever its case, and by category', async () => {
  const { user } = await open();

  await user.type(screen.getByLabelText('Search Item'), 'sO');
  expect(screen.queryByRole('button', { name: 'Add Ribeye Steak' })).toBeNull();
  expect(card('Fish Soup')).toBeDefined();

  await user.keyboard('{Escape}');
  await user.click(button('Oven'));
  expect(screen.getAllByRole('button', { name: /^Add / })).toEqual([card('Pizza')]);

  await user.click(button('Filter by category'));
  await user.click(within(await dialog('Categories')).getByRole('button', { name: /Mains/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add Pizza' })).toBeNull());
});

test("the keyboard alone sells: '/' searches, Enter adds the first hit, Escape clears", async () => {
  const { user } = await open();

  await user.keyboard('/');
  await user.keyboard('fish{Enter}');
  await user.keyboard('ribeye{Enter}');

  expect(lines()).toEqual([expect.stringContaining('Fish Soup'), expect.stringContaining('Ribeye Steak')]);
  await user.keyboard('{Escape}');
  expect(screen.getByLabelText<HTMLInputElement>('Search Item').value).toBe('');
});

test('touching an item again raises its line; minus on one piece removes it', async () => {
  const { user } = await open();

  await user.click(card('Fish Soup'));
  await user.click(card('Fish Soup'));
  expect(lines()).toEqual([expect.stringMatching(/Fish Soup\$11\.00.*\$5\.50.*2/)]);
  expect(cart().textContent).toContain('Total$12.10');

  await user.click(button('One Fish Soup less'));
  await user.click(button('One Fish Soup less'));
  expect(lines()).toEqual([]);
});

test('variants and addons have a live price; equal choices merge, others do not', async () => {
  const { user } = await open();
  const choose = async (variant: string, ...addons: string[]) => {
    await user.click(card('Pizza'));
    const options = within(await dialog('Pizza'));
    await user.click(options.getByRole('radio', { name: new RegExp(variant) }));
    for (const addon of addons) await user.click(options.getByRole('checkbox', { name: new RegExp(addon) }));
    return options;
  };
  const add = async (price: string) => {
    await user.click(button(new RegExp(`^Add.${price.replace('$', '\\$')}`)));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  const options = await choose('Large', 'Ham', 'Olives');
  await user.click(options.getByRole('button', { name: 'One Pizza more' }));
  await add('$35.50');
  await choose('Large', 'Olives', 'Ham');
  await add('$17.75');
  await choose('Small');
  await add('$9.00');

  expect(lines()).toEqual([
    expect.stringMatching(/Pizza\$53\.25Large, Olives, Ham\$17\.75.*3/),
    expect.stringMatching(/Pizza\$9\.00Small\$9\.00.*1/),
  ]);
});

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

test('sends to the kitchen with table, dining option and notes, and sets them back', async () => {
  const sales: CallInput<typeof createOrder>['body'][] = [];
  const { user } = await open(
    answers(createOrder, ({ body }) => {
      sales.push(body);
      return sent;
    }),
  );

  await user.click(card('Fish Soup'));
  await user.click(button('Notes for Fish Soup'));
  const notes = within(await dialog('Notes for Fish Soup'));
  await user.click(notes.getByLabelText('Notes'));
  await user.paste('🌶'.repeat(101));
  await user.click(notes.getByRole('button', { name: 'Save' }));
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

  for (const name of ['Send to Kitchen', 'Pay & Send', 'Save Draft']) await user.click(button(name));

  expect(await screen.findAllByText('Cart is empty!')).toHaveLength(3);
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
  const { user } = await open(
    answers(initPos, () => ({ ...menu, printSettings: { ...menu.printSettings, is_enable_print: 1 as const } })),
    answers(createOrderAndInvoice, () => {
      if (isAway) throw new AppError('unavailable', 'Try later!');
      return sent;
    }),
  );
  await user.click(card('Fish Soup'));
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
    total: 6.05,
    paymentType: 'Cash',
    lines: [{ title: 'Fish Soup', quantity: 1, price: 5.5 }],
  });
  expect(screen.queryByRole('dialog', { name: 'Order sent' })).toBeNull();
});

test('a receipt is dated by the server’s clock, not by the till’s, and numbered by the store’s business day', async () => {
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
      answers(createOrder, () => sent),
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
  expect(Date.parse(receipt.date) - Date.parse(date)).toBeLessThan(60_000);
  clock = Date.now;
  await user.click(button('QR Menu Orders'));
  await waitFor(() => expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1000));
});

test('a card loads the small photo', async () => {
  const image = '/media/1/0123456789abcdef.webp';
  const { container } = await open(answers(initPos, () => ({ ...menu, menuItems: [item(2, 'Fish Soup', 5.5, { image })] })));

  expect([...container.querySelectorAll('img')].map((photo) => photo.getAttribute('src'))).toEqual([smallPhoto(image)]);
  expect(smallPhoto(image)).not.toBe(image);
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

  await user.click(list.getByRole('button', { name: 'Clear all' }));
  await screen.findByText('Are you sure? This process is irreversible!');
  await user.click(within(await dialog('Please confirm')).getByRole('button', { name: 'Clear all' }));
  await list.findByText(/No drafts/);
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

test.each([
  ['Table', 'Table', 'click'],
  ['Table', 'Table', 'keyboard'],
  ['Dining option', 'Dining option', 'click'],
  ['Customer', 'Customers', 'click'],
])('%s says that its list %s is open, by %s', async (name, listName, how) => {
  const { user } = await open();
  const field = screen.getByRole('combobox', { name });

  if (how === 'click') await user.click(field);
  else {
    act(() => field.focus());
    await user.keyboard('{ArrowDown}');
  }

  const list = await screen.findByRole('listbox', { name: listName });
  await waitFor(() => expect([field.getAttribute('aria-expanded'), field.getAttribute('aria-controls')]).toEqual(['true', list.id]));
});

test('a name that is half typed stays while the sale goes on, and not for the next guest', async () => {
  const { user } = await open(answers(searchCustomers, () => []));
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' });

  await user.type(field(), 'mar');
  await user.click(card('Fish Soup'));
  expect(field().value).toBe('mar');
  await screen.findByText('Nobody is chosen yet.');

  await user.click(button('New'));
  expect(field().value).toBe('');
  expect(screen.queryByText('Nobody is chosen yet.')).toBeNull();
});

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
      answers(cancelAllQrOrders, () => {
        orders = [];
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

  await load(user, 2, /Load T1 · Maria .*1 × Ribeye Steak, 1 × Pizza/);
  expect(lines()).toEqual([expect.stringMatching(/Ribeye Steak\$20\.00rare/), expect.stringMatching(/Pizza\$17\.75Large, Olives, Ham/)]);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Table' }).value).toBe('T1');
  expect(cart().textContent).toContain('From a QR order');
  await user.click(button('Send to Kitchen'));
  const confirm = within(await dialog('Send to Kitchen'));
  expect(confirm.getByText(/^Maria · Dine-In · T1/)).toBeDefined();
  await user.click(confirm.getByRole('button', { name: 'Confirm' }));
  await dialog('Order sent');

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

test('an item of a QR order that has left the menu costs neither the order nor the rest of it', async () => {
  const { sales, server } = diners(qrOrder(1, { items: [qrItem(99, 'Old Dish'), qrItem(2, 'Fish Soup')] }));
  const { user } = await open(...server);

  await load(user, 1, /^Load/);
  expect(cart().textContent).toContain('No longer on the menu');
  await user.click(button('Send to Kitchen'));
  const confirm = within(await dialog('Send to Kitchen'));
  await user.click(confirm.getByRole('button', { name: 'Remove from the cart' }));
  await user.click(confirm.getByRole('button', { name: 'Confirm' }));
  await dialog('Order sent');

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

test('one QR order, or all of them, is cancelled after the question; the loaded one leaves the cart', async () => {
  const { server } = diners(qrOrder(1), qrOrder(2, { customer_name: 'Omar' }), qrOrder(3, { customer_name: 'Ines' }));
  const { user } = await open(...server);
  await load(user, 3, /^Load T1 · Maria/);
  await user.click(await qrButton(3));
  const list = within(await dialog('QR Menu Orders'));
  const sure = async () => {
    await screen.findByText('Are you sure? This process is irreversible!');
    await user.click(within(await dialog('Please confirm')).getByRole('button', { name: 'Confirm' }));
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
  await list.findByText('The QR orders are not here yet.');
  expect(log).toHaveBeenCalledWith('The QR orders could not be loaded: Something went wrong!');
  expect(screen.queryByRole('alert')).toBeNull();
  isAway = false;
  await user.click(list.getByRole('button', { name: 'Retry' }));
  await list.findByRole('button', { name: /^Load/ });

  globalThis.fetch = async () => new Response('', { status: 500 });
  await user.click(list.getByRole('button', { name: 'Clear all' }));
  await user.click(within(await dialog('Please confirm')).getByRole('button', { name: 'Confirm' }));
  await screen.findByText("We're getting issue while clearing orders! Please try later!");
});

test('a table with an open check says so, live, and the order that joins it too', async () => {
  const check: OpenCheck = { table_id: 6, table_title: 'T2', floor: 'Hall', orders: 1, due: 12.1, since: new Date().toISOString() };
  let checks = [check];
  const { user, announce } = await open(answers(listOpenChecks, () => checks));

  await user.click(screen.getByRole('combobox', { name: 'Table' }));
  const option = await screen.findByRole('option', {
    name: /^T2 1 person · Hall Open check · 1 order, \$12\.10 to pay · since \d\d:\d\d$/,
  });
  expect(screen.getByRole('option', { name: 'T1 4 persons · Terrace' })).toBeDefined();
  await user.click(option);
  expect(cart().textContent).toContain('Open check: 1 order, $12.10 to pay');

  checks = [{ ...check, orders: 2, due: 0 }];
  announce({ type: 'order_update', payload: { orderIds: [1] }, seq: 9, late: false });
  await waitFor(() => expect(cart().textContent).toContain('Open check: 2 orders, paid'));
});

test('a customer is found, added, sold to and cleared', async () => {
  const sales: CallInput<typeof createOrder>['body'][] = [];
  const { user } = await open(
    answers(searchCustomers, ({ query }) => (query.q === 'mar' ? [{ phone: '555-01', name: 'Maria' }] : [])),
    answers(addCustomer, () => ok('Customer added.')),
    answers(createOrder, ({ body }) => {
      sales.push(body);
      return sent;
    }),
  );
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' });
  await user.click(card('Fish Soup'));

  await user.type(field(), 'mar');
  await user.click(await screen.findByRole('option', { name: /Maria/ }));
  expect(field().value).toContain('Maria');
  await user.click(button('Clear customer'));
  expect(field().value).toBe('');

  await user.type(field(), '777 88');
  await user.click(await screen.findByRole('option', { name: 'Add customer' }));
  const add = within(await dialog('Add Customer'));
  expect(add.getByLabelText<HTMLInputElement>('Phone').value).toBe('777 88');
  await user.type(add.getByLabelText('Name'), 'Omar');
  await user.click(add.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(field().value).toContain('Omar'));

  await user.click(button('Send to Kitchen'));
  const confirm = within(await dialog('Send to Kitchen'));
  expect(confirm.getByText('Omar · Dine-In')).toBeDefined();
  await user.click(confirm.getByRole('button', { name: 'Confirm' }));
  await dialog('Order sent');

  expect(sales[0]).toMatchObject({ customerType: 'CUSTOMER', customerId: { phone: '777 88', name: 'Omar' } });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer', hidden: true }).value).toBe('');
});
