import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { toggleSoldOut } from '#contract/menu-items.ts';
import { type CheckRow, listChecks } from '#contract/checks.ts';
import { listOpenChecks, listOrders, type OpenCheck, type Order } from '#contract/orders.ts';
import { addCustomer, searchCustomers } from '#contract/customers.ts';
import { createOrder, initPos } from '#contract/pos.ts';
import { smallPhoto } from '#web/platform/photos.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { PosScreen } from './PosScreen.tsx';
import { layOutGrid, item, menu, waiter, sent, ok, answersInit, quiet, open, card, cart, lines, button, dialog } from './testing-till.tsx';

beforeEach(layOutGrid);
afterEach(() => vi.restoreAllMocks());

test('shows the menu with price, category, variants and addons', async () => {
  await open();

  expect(screen.getByRole('heading', { level: 1, name: 'POS - Point of Sale' })).toBeDefined();
  const [, , third] = within(screen.getByRole('list', { name: 'Menu items' })).getAllByRole('listitem');
  expect(third?.textContent).toContain('Pizza');
  expect(third?.textContent).toContain('2 variants · 2 addons · Oven');
  expect(third?.textContent).toContain('$9.00');
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Customer' })).placeholder).toBe('WALKIN CUSTOMER');
  expect(screen.getByRole('link', { name: 'Table Orders' }).getAttribute('href')).toBe('/dashboard/orders');
});

/** A kitchen that knows whether there is soup. */
const soup = (isSoldOut: boolean) => {
  const asked: boolean[] = [];
  const init = () => ({ ...menu, menuItems: [item(2, 'Fish Soup', 5.5, { sold_out: isSoldOut }), item(1, 'Ribeye Steak', 20)] });
  const toggle = answers(toggleSoldOut, ({ params, body }) => {
    expect(params.id).toBe('2');
    asked.push(Boolean(body.isSoldOut));
    isSoldOut = Boolean(body.isSoldOut);
    return ok(isSoldOut ? 'Fish Soup is sold out.' : 'Fish Soup is back on the menu.');
  });
  return { asked, server: [...quiet, answers(initPos, init), toggle] };
};

test('what is sold out says so, cannot be added, and is available again with one touch', async () => {
  const { asked, server } = soup(true);
  const { user } = show(<PosScreen />, { as: waiter, server });

  await screen.findByText('Sold out');
  expect(screen.queryByRole('button', { name: 'Add Fish Soup' })).toBeNull();
  await user.type(screen.getByLabelText('Search Item'), 'fish{Enter}');
  expect(lines()).toEqual([]);

  await user.click(button('Available again: Fish Soup'));
  await user.click(await screen.findByRole('button', { name: 'Add Fish Soup' }));
  expect(lines()).toEqual([expect.stringContaining('Fish Soup')]);
  expect(asked).toEqual([false]);
});

test('a long touch marks an item as sold out in two touches, and Undo takes it back', async () => {
  const { asked, server } = soup(false);
  const { user } = show(<PosScreen />, { as: waiter, server });

  const add = await screen.findByRole('button', { name: 'Add Fish Soup' });
  await user.pointer({ keys: '[TouchA>]', target: add });
  const choice = await dialog('Fish Soup');
  await user.pointer({ keys: '[/TouchA]', target: add });
  // the dialog takes no second half of a touch for a moment
  await new Promise((resolve) => setTimeout(resolve, 450));
  await user.click(within(choice).getByRole('button', { name: 'Sold out' }));
  await screen.findByRole('button', { name: 'Available again: Fish Soup' });
  expect(lines(), 'the long touch adds nothing').toEqual([]);

  await user.click(button('Undo'));
  await screen.findByRole('button', { name: 'Add Fish Soup' });
  expect(asked).toEqual([true, false]);
});

test('the menu key opens the same for whoever has no finger', async () => {
  const { server } = soup(false);
  show(<PosScreen />, { as: waiter, server });

  fireEvent.contextMenu(await screen.findByRole('button', { name: 'Add Fish Soup' }));
  expect(within(await dialog('Fish Soup')).getByRole('button', { name: 'Sold out' })).toBeDefined();
});

test('what is sold out or costs another price at another till shows at once, with a look of its own', async () => {
  let items = menu.menuItems;
  let looks = 0;
  const { announce } = await open(
    answers(initPos, () => {
      looks += 1;
      return { ...menu, menuItems: items };
    }),
  );
  items = [item(1, 'Ribeye Steak', 21.5), item(2, 'Fish Soup', 5.5, { sold_out: true })];

  for (const seq of [4, 5]) announce({ type: 'menu_update', payload: {}, seq, late: false });

  await screen.findByText('Sold out', {}, { timeout: 3000 });
  expect(screen.getByText('$21.50')).toBeDefined();
  expect(looks, 'several changes are one look').toBe(2);
});

test('by keyboard: arrows between the items, one Tab stop for all of them, and less than 12 from the search to Pay & Send', async () => {
  const { user } = await open();
  await user.click(card('Fish Soup'));
  act(() => card('Ribeye Steak').focus());
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(card('Fish Soup'));
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(card('Pizza'));

  await user.click(screen.getByLabelText('Search Item'));
  let stops = 0;
  while (document.activeElement !== button('Pay & Send') && stops < 30) {
    await user.tab();
    stops += 1;
  }
  expect(stops).toBeLessThan(12);
});

test('Enter in the options adds; keys change the quantity, go to the table, send, pay, and stand on a list', async () => {
  const { user } = await open();
  await user.click(card('Pizza'));
  const options = await dialog('Pizza');
  await waitFor(() => expect(document.activeElement).toBe(within(options).getByRole('button', { name: /^Add / })));
  // the dialog takes no second half of a key for a moment
  await new Promise((resolve) => setTimeout(resolve, 450));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(lines()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  act(() => card('Fish Soup').focus());
  await user.keyboard('++-');
  expect(lines()[0]).toContain('2');
  await user.keyboard('{F2}');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Table' }));
  act(() => card('Fish Soup').focus());
  for (const [key, title] of [
    ['?', 'Keyboard'],
    ['{F8}', 'Send to Kitchen'],
    ['{F9}', 'Pay & Send'],
  ] as const) {
    await user.keyboard(key);
    await dialog(title);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
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
  expect(button('Refresh')).toBeDefined();
});

test('the table field of a restaurant without tables says where they are added', async () => {
  const { user } = show(<PosScreen />, { as: waiter, server: [...quiet, answersInit({ ...menu, storeTables: [] })] });
  await user.click(await screen.findByRole('combobox', { name: 'Table' }));
  expect(await screen.findByText('No tables yet. They are added in the settings.')).toBeDefined();
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
  expect(lines()).toEqual([expect.stringMatching(/2Change Fish Soup\$11\.00/)]);
  expect(cart().textContent).toContain('Total$12.10');

  await user.click(button('One Fish Soup less'));
  await user.click(button('Remove Fish Soup'));
  expect(lines()).toEqual([]);
  // a slip of the finger
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(lines()).toEqual([expect.stringMatching(/Fish Soup/)]);
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
    expect.stringMatching(/3Change PizzaLarge, Olives, Ham\$53\.25/),
    expect.stringMatching(/1Change PizzaSmall\$9\.00/),
  ]);
});

test('twenty pieces are typed, not counted up; what is no number of pieces changes nothing', async () => {
  const { user } = await open();
  await user.click(card('Pizza'));
  const options = within(await dialog('Pizza'));
  const field = options.getByRole<HTMLInputElement>('textbox', { name: 'How many Pizza' });
  await user.click(field);
  await user.keyboard('{Backspace}x0');
  expect(options.getByRole('button', { name: /^Add/ }).textContent).toMatch(/\$9\.00$/);
  await user.keyboard('{Backspace}20');
  await user.click(options.getByRole('button', { name: 'One Pizza more' }));
  expect(field.value).toBe('21');
  await user.click(field);
  await user.keyboard('12{Enter}');
  expect(lines()).toEqual([expect.stringMatching(/12Change PizzaSmall\$108\.00/)]);
});

test('a card loads the small photo', async () => {
  const image = '/media/1/0123456789abcdef.webp';
  const { container } = await open(answers(initPos, () => ({ ...menu, menuItems: [item(2, 'Fish Soup', 5.5, { image })] })));

  expect([...container.querySelectorAll('img')].map((photo) => photo.getAttribute('src'))).toEqual([smallPhoto(image)]);
  expect(smallPhoto(image)).not.toBe(image);
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
  await screen.findByText('No customer chosen yet.');

  await user.click(button('New'));
  expect(field().value).toBe('');
  expect(screen.queryByText('No customer chosen yet.')).toBeNull();
});

test.each(['Escape', 'the cross'])('on a phone a half typed name is there again after the cart was closed by %s', async (way) => {
  const before = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...before(media), matches: media.includes('max-width: 47.99em') }));
  const { user } = await open(answers(searchCustomers, () => []));
  const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Customer' });

  await user.click(button(/^Cart/));
  await user.type(await field(), 'mar');
  if (way === 'Escape') {
    await user.keyboard('{Escape}{Escape}'); // the list, then the cart
  } else await user.click(within(await screen.findByRole('dialog', { name: 'Cart' })).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cart' })).toBeNull());
  await user.click(button(/^Cart/));

  expect((await field()).value).toBe('mar');
  await screen.findByText('No customer chosen yet.');
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

  checks = [{ ...check, orders: 2, bills: 3, due: 0 }];
  announce({ type: 'order_update', payload: { orderIds: [1] }, seq: 9, late: false });
  await waitFor(() => expect(cart().textContent).toContain('Open check: 2 orders on 3 bills, paid'));

  // a payment of a part was taken back at another till
  checks = [{ ...check, due: 7.1 }];
  announce({ type: 'check_update', payload: { checkIds: [1] }, seq: 10, late: false });
  await waitFor(() => expect(cart().textContent).toContain('Open check: 1 order, $7.10 to pay'));
});

/** T2 with an open check, and the bills that are open. */
const openTable = (bills: Partial<CheckRow>[], due = 6) => [
  answers(listOpenChecks, () => [{ table_id: 6, table_title: 'T2', floor: 'Hall', orders: 1, due, since: new Date().toISOString() }]),
  answers(listChecks, () => bills as CheckRow[]),
];
const sitDown = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByRole('combobox', { name: 'Table' }));
  await user.click(await screen.findByRole('option', { name: /^T2/ }));
};
const Where = () => <output>{useLocation().pathname}</output>;

test('a table to which only a part of another bill was moved is paid from the page of that bill', async () => {
  const moved = { check_id: 8, bill_no: 1, table_id: 6, table_title: 'T2', due: 6, covers: null };
  const server = [...openTable([moved]), answers(listOrders, () => []), ...quiet, answersInit()];
  const { user } = show(
    <>
      <PosScreen />
      <Where />
    </>,
    { as: waiter, server },
  );
  await screen.findByRole('button', { name: 'Add Fish Soup' });
  await sitDown(user);
  await user.click(await within(cart()).findByRole('button', { name: 'Pay' }));
  expect(await screen.findByText('/dashboard/checks/8', { selector: 'output' })).toBeDefined();
});

test('a table whose round lies on several bills asks which one is paid', async () => {
  const place = { table_id: 6, table_title: 'T2', floor: 'Hall' };
  const soup = { id: 1, item_title: 'Soup', quantity: 2, status: 'created' };
  const items = [soup, { ...soup, id: 2, item_title: 'Wine', check_id: 9 }];
  const round = { ...place, id: 7, token_no: 7, status: 'created', payment_status: 'pending', check_id: 8, items } as Order;
  const bills = [8, 9].map((id) => ({
    ...place,
    check_id: id,
    bill_no: id - 7,
    due: id,
    name: null,
    delivery_type: 'dinein',
    opened_at: '2026-11-21T12:00:00Z',
  }));
  const { user } = await open(
    ...openTable(bills, 17),
    answers(listOrders, ({ query }) => (query.unpaid === '1' ? [] : [{ ...place, orders: [round], order_ids: [7] }])),
  );
  await sitDown(user);
  await user.click(await within(cart()).findByRole('button', { name: 'Pay' }));
  const choice = within(await dialog('Pay – T2'));
  expect(choice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('T2$8.00'),
    expect.stringContaining('T2 · Bill 2$9.00'),
  ]);
});

test('guests are those of the table’s own bill; where only a part of one is left they are of the party that sits down', async () => {
  const sales: CallInput<typeof createOrder>['body'][] = [];
  const large = { id: 5, title: 'Large party', kind: 'percent' as const, value: 10, tax: null, deliveryTypes: [], minCovers: 6 };
  const { user } = await open(
    answers(createOrder, ({ body }) => {
      sales.push(body);
      return sent;
    }),
    answersInit({ ...menu, charges: [large] }),
    ...openTable([{ check_id: 9, bill_no: 2, table_id: 6, table_title: 'T2', due: 6, covers: null }]),
  );
  await user.click(card('Ribeye Steak'));
  await sitDown(user);
  const guests = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Guests' });
  await waitFor(() => expect(guests.readOnly).toBe(false));
  await user.type(guests, '6');
  await user.click(button('Send to Kitchen'));
  const confirm = within(await dialog('Send to Kitchen'));
  expect(confirm.queryByText(/Joins the open check/)).toBeNull();
  await user.click(confirm.getByRole('button', { name: /^Confirm/ }));
  await waitFor(() => expect(sales).toMatchObject([{ covers: 6 }]));
});

test('a round whose answer was lost is not counted among those of the bill that it joins', async () => {
  const place = { table_id: 6, table_title: 'T2', floor: 'Hall', since: new Date().toISOString() };
  const now = { ...place, orders: 1, due: 6 };
  const { user, announce } = await open(
    answers(createOrder, () => {
      Object.assign(now, { orders: 2, due: 12.05 });
      throw new AppError('unavailable', 'Please try again!');
    }),
    answers(listOpenChecks, () => [now]),
    answers(listChecks, () => [{ check_id: 8, bill_no: 1, table_id: 6, table_title: 'T2', covers: null, due: now.due } as CheckRow]),
  );
  await sitDown(user);
  await user.click(card('Fish Soup'));
  await waitFor(() => expect(cart().textContent).toContain('Open check: 1 order, $6.00 to pay'));
  await user.click(button('Send to Kitchen'));
  const confirm = within(await dialog('Send to Kitchen'));
  const joins = () => confirm.queryByText(/^Joins the open check/)?.textContent;
  expect(joins()).toBe('Joins the open check: 1 order, $6.00 to pay.');
  await user.click(confirm.getByRole('button', { name: 'Confirm' }));
  await confirm.findByRole('alert');
  announce({ type: 'check_update', payload: { checkIds: [1] }, seq: 10, late: false });
  await waitFor(() => expect(document.body.textContent).toContain('Open check: 2 orders, $12.05 to pay'));
  expect(joins()).toBe('Joins the open check: 1 order, $6.00 to pay.');
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
  expect(confirm.getByText('Omar').parentElement?.textContent).toBe('Omar · Dine-In');
  await user.click(confirm.getByRole('button', { name: 'Confirm' }));
  await dialog('Order sent');

  expect(sales[0]).toMatchObject({ customerType: 'CUSTOMER', customerId: { phone: '777 88', name: 'Omar' } });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer', hidden: true }).value).toBe('');
});

test('a customer who is being added is waited for, and sits in the cart then', async () => {
  const late = Promise.withResolvers<void>();
  const { user } = await open(
    answers(searchCustomers, () => []),
    answers(addCustomer, async () => {
      await late.promise;
      return ok('Customer added.');
    }),
  );
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' });
  await user.type(field(), '777 88');
  await user.click(await screen.findByRole('option', { name: 'Add customer' }));
  const added = within(await dialog('Add Customer'));
  await user.type(added.getByLabelText('Name'), 'Omar');
  await user.click(added.getByRole('button', { name: 'Add' }));
  // what was typed is not lost to a hand that does not wait
  await user.click(added.getByRole('button', { name: 'Cancel' }));
  expect(added.getByLabelText<HTMLInputElement>('Name').value).toBe('Omar');

  late.resolve();

  await screen.findByText('Customer added.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field().value).toContain('Omar');
});
