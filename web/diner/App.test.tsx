import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Reply } from '#contract/endpoint.ts';
import { getQrMenu, placeQrOrder, type QrMenu } from '#contract/qr-menu.ts';
import { App } from './App.tsx';
import { pageOf, smallMenu } from './testing-menu.ts';

interface SentRequest {
  url: string;
  key: string | null;
  body: Record<string, unknown> | undefined;
}

const dialogs = HTMLDialogElement.prototype;
const original = { showModal: dialogs.showModal, close: dialogs.close };
const realFetch = globalThis.fetch;
beforeEach(() => {
  // jsdom knows the element, not what it does
  dialogs.showModal = function open(this: HTMLDialogElement) {
    this.open = true;
  };
  dialogs.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
  window.scrollTo = () => {};
});
afterEach(() => {
  Object.assign(dialogs, original);
  globalThis.fetch = realFetch;
});

type Answer = [number, object | string] | null;
const placed: Answer = [200, { success: true, message: 'ok', orderId: 1 } satisfies Reply<typeof placeQrOrder>];
const reused: Answer = [422, { code: 'key_reused' }];

/** The pages with a pretend server; `place` answers the orders one after the other, null being no answer at all. */
const show = ({
  menu = smallMenu,
  path = '/m/code',
  place = [],
}: {
  menu?: QrMenu;
  path?: string;
  place?: (Answer | Promise<Answer>)[];
} = {}) => {
  window.history.replaceState(null, '', path);
  const asked: SentRequest[] = [];
  globalThis.fetch = async (address, init) => {
    const url = String(address);
    if (init?.method !== placeQrOrder.method) return Response.json(menu);
    const headers = new Headers(init.headers);
    asked.push({ url, key: headers.get('idempotency-key'), body: JSON.parse(String(init.body)) as Record<string, unknown> });
    const answer = await place[asked.length - 1];
    if (!answer) throw new TypeError('Failed to fetch');
    const [status, said] = answer;
    return typeof said === 'string' ? new Response(said, { status }) : Response.json(said, { status });
  };
  const ofEnd = path === '/m/order-failed' && ({ view: 'failed', qrcode: null, menu: null } as const);
  render(<App page={pageOf(ofEnd || { menu, view: path.includes('/cart') ? 'cart' : 'menu' })} />);
  return { user: userEvent.setup(), asked };
};

const addBread = (user: UserEvent) => user.click(screen.getByRole('button', { name: /^Add Bread/ }));
const checkOut = async (user: UserEvent) => {
  await user.click(screen.getByRole('button', { name: /^Checkout/ }));
  await user.click(screen.getByRole('button', { name: /^Place Order/ }));
};
const orderCart = async (user: UserEvent) => {
  await user.click(screen.getByRole('link', { name: /View Cart/ }));
  await checkOut(user);
};
const orderBread = async (user: UserEvent) => {
  await addBread(user);
  await orderCart(user);
};

/** What the phone's own Back does. */
const goBack = () =>
  act(() => {
    window.history.replaceState(null, '', '/m/code');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

const quantitiesOf = ({ body }: SentRequest) => (body!['cartItems'] as { quantity: number }[]).map(({ quantity }) => quantity);

test('a dish tells its allergens in its sheet, and of one without any one asks the staff', async () => {
  const [soup, ...others] = smallMenu.menuItems;
  const told = { ...soup!, description: 'With cream,\nand <b>more</b>', allergens: ['milk' as const], diets: ['vegan' as const] };
  const { user } = show({ menu: { ...smallMenu, menuItems: [told, ...others] } });

  await user.click(screen.getByRole('button', { name: 'Crème' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Crème' }));
  expect(sheet.getByText(/With cream/).textContent).toBe('With cream,\nand <b>more</b>');
  expect(sheet.getByText('Contains: milk')).toBeTruthy();
  expect(sheet.getByText('vegan')).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Close' }));

  // beside a dish that tells them
  expect(screen.getAllByText('Allergens: ask the staff.')).toHaveLength(others.length);
  await user.click(screen.getByRole('button', { name: 'Bread' }));
  expect(within(screen.getByRole('dialog', { name: 'Bread' })).getByText('Allergens: ask the staff.')).toBeTruthy();
});

test('an order is what the contract takes, and goes where the contract says', async () => {
  const { user, asked } = show({ place: [placed] });

  await orderBread(user);

  expect(await screen.findByText('Order Placed!')).toBeDefined();
  // what a diner says to the staff: the number that the server gave, and what it stands for
  expect(screen.getByText('Order 1')).toBeDefined();
  expect(within(screen.getByRole('list', { name: 'What you ordered' })).getByText('1 × Bread')).toBeDefined();
  expect(asked[0]!.url).toBe(`/api/v1${placeQrOrder.path.replace(':qrcode', 'code')}`);
  expect(placeQrOrder.body.parse(asked[0]!.body)).toMatchObject({ customerType: 'WALKIN', customer: { name: 'Guest', phone: '' } });
  expect(asked[0]!.body).toMatchObject({ deliveryType: null, tableId: null, cartItems: [{ id: 3, quantity: 1, price: 2, notes: null }] });
  expect(localStorage.getItem('comanda_cart:code')).toBeNull();
  expect(getQrMenu.path).toBe('/qrmenu/:qrcode');
});

test('the retries of an order carry one key; the next order has another', async () => {
  const { user, asked } = show({ place: [null, [503, { code: 'unavailable' }], placed, placed] });

  await orderBread(user);
  for (const _ of [1, 2]) {
    await screen.findByText('Order Failed, Try Again !');
    await user.click(screen.getByRole('link', { name: 'Back to your cart' }));
    await checkOut(user);
  }
  await screen.findByText('Order Placed!');
  await user.click(screen.getByRole('link', { name: 'Back to the menu' }));
  await orderBread(user);
  await waitFor(() => expect(asked).toHaveLength(4));

  const keys = asked.map(({ key }) => key);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});

test('an order that arrived without its answer is not ordered again by a retry under another name', async () => {
  const { user, asked } = show({ place: [null, reused, placed] });

  await orderBread(user);
  await user.click(await screen.findByRole('link', { name: 'Back to your cart' }));
  await user.click(screen.getByRole('button', { name: 'Add notes for Bread' }));
  await user.type(screen.getByLabelText('Notes for Bread'), 'warm');
  await checkOut(user);

  expect(await screen.findByText('Order Placed!')).toBeDefined();
  expect(asked[2]).toEqual(asked[0]);
  expect(asked[1]!.key).toBe(asked[0]!.key);
  expect(localStorage.getItem('comanda_cart:code')).toBeNull();
});

/** Orders 1 bread, and then 2 of them twice, with these answers. */
const orderMoreOnBadWifi = async (...place: Answer[]) => {
  const { user, asked } = show({ place });
  await orderBread(user);
  await user.click(await screen.findByRole('link', { name: 'Back to your cart' }));
  await user.click(screen.getByRole('button', { name: 'One Bread more' }));
  await checkOut(user);
  await user.click(await screen.findByRole('link', { name: 'Back to your cart' }));
  await checkOut(user);
  await screen.findByText('Order Failed, Try Again !');
  return { quantities: asked.map(quantitiesOf), keys: new Set(asked.map(({ key }) => key)) };
};
const cartSize = () =>
  (JSON.parse(localStorage.getItem('comanda_cart:code') ?? '[]') as { quantity: number }[]).map(({ quantity }) => quantity);

test('of an order that grew after it had arrived without an answer the rest stays in the cart', async () => {
  const { quantities, keys } = await orderMoreOnBadWifi(null, null, reused, placed);

  expect(screen.getByText(/Your first try did reach the restaurant/)).toBeDefined();
  expect([quantities, keys.size]).toEqual([[[1], [2], [2], [1]], 1]);
  expect(cartSize()).toEqual([1]);
});

test('while nobody could say which try arrived, the cart and the key stay', async () => {
  const { quantities, keys } = await orderMoreOnBadWifi(null, null, reused, null);

  expect(screen.getByText(/There is no connection/)).toBeDefined();
  expect([quantities, keys.size]).toEqual([[[1], [2], [2], [1]], 1]);
  expect(cartSize()).toEqual([2]);
});

test('when no try is the one that arrived the staff is asked, and the key is given up', async () => {
  await orderMoreOnBadWifi(null, null, reused, reused);

  expect(screen.getByText(/Please ask the staff what they have/)).toBeDefined();
  expect(cartSize()).toEqual([2]);
  expect(localStorage.getItem('comanda_order_attempt:code')).toBeNull();
});

test('an order without an answer, which names the diner, is forgotten when a menu is opened too late to try again', () => {
  const attemptAt = (minutes: number) =>
    JSON.stringify({ key: '0'.repeat(32), since: Date.now() - minutes * 60_000, tries: [{ body: '{"name":"Ada"}', lines: [] }] });
  localStorage.setItem('comanda_order_attempt:code', attemptAt(179));
  localStorage.setItem('comanda_order_attempt:other', attemptAt(181));
  localStorage.setItem('comanda_order_attempt:third', '{"name":"Ada"}');
  localStorage.setItem('another', attemptAt(181));
  show();
  expect(Object.keys(localStorage).toSorted()).toEqual(['another', 'comanda_order_attempt:code']);
});

test('what came into the cart after a lost answer is all that the next touch orders', async () => {
  const { user, asked } = show({ place: [null, [503, {}], [409, { code: 'conflict' }], reused, reused, placed, placed] });
  const retry = async () => {
    await user.click(await screen.findByRole('link', { name: 'Back to your cart' }));
    await user.click(screen.getByRole('button', { name: 'One Bread more' }));
    await checkOut(user);
  };

  // 1 and 2 may have arrived, 3 was refused
  await orderBread(user);
  for (const _ of [2, 3, 4]) await retry();
  expect(await screen.findByText(/Your first try did reach the restaurant/)).toBeDefined();
  await retry();

  expect(await screen.findByText('Order Placed!')).toBeDefined();
  expect(asked.map(quantitiesOf)).toEqual([[1], [2], [3], [4], [1], [2], [3]]);
  expect(asked[6]!.key).not.toBe(asked[3]!.key);
});

test('what is added while an order is on its way stays in the cart, and is told of', async () => {
  const answer = Promise.withResolvers<Answer>();
  const { user, asked } = show({ place: [answer.promise, placed] });
  await orderBread(user);
  goBack();
  await addBread(user);
  await addBread(user);
  answer.resolve(placed);

  expect(await screen.findByText('Order Placed!')).toBeDefined();
  expect(screen.getByText(/What you added while it was on its way was not sent/)).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Back to your cart' }));
  await checkOut(user);
  expect(await screen.findByText('Order Placed!')).toBeDefined();
  expect(screen.queryByText(/was not sent/)).toBeNull();
  expect(asked.map(quantitiesOf)).toEqual([[1], [2]]);
});

test('who goes Back and orders again while an order is on its way waits for that one', async () => {
  const answer = Promise.withResolvers<Answer>();
  const { user, asked } = show({ place: [answer.promise, placed] });
  await orderBread(user);
  goBack();
  await orderBread(user);
  expect(screen.getByRole('button', { name: 'Please wait...' })).toBeDefined();
  answer.resolve(placed);

  expect(await screen.findByText('Order Placed!')).toBeDefined();
  expect(asked.map(quantitiesOf)).toEqual([[1]]);
  await user.click(screen.getByRole('link', { name: 'Back to your cart' }));
  await checkOut(user);
  await waitFor(() => expect(asked.map(quantitiesOf)).toEqual([[1], [1]]));
  expect(asked[1]!.key).not.toBe(asked[0]!.key);
});

test.each<[number, object | string]>([
  [200, '<html>Sign in to this Wi-Fi</html>'],
  [200, {}],
  [200, { success: true }],
  [403, '<html>Blocked</html>'],
  [422, '<html>Blocked</html>'],
])('what is not the server’s answer, %i %j, is none: the cart and the key stay', async (...answer) => {
  const { user, asked } = show({ place: [answer, reused, placed] });
  await orderBread(user);
  await user.click(await screen.findByRole('link', { name: 'Back to your cart' }));
  await user.click(screen.getByRole('button', { name: 'One Bread more' }));
  await checkOut(user);

  // it may have arrived all the same
  expect(await screen.findByText(/Your first try did reach the restaurant/)).toBeDefined();
  expect(asked[1]!.key).toBe(asked[0]!.key);
  expect(asked.map(quantitiesOf)).toEqual([[1], [2], [1]]);
  await user.click(screen.getByRole('link', { name: 'Back to your cart' }));
  expect(screen.getByRole('button', { name: /^Checkout/ }).textContent).toContain('$2.00');
});

test.each([
  [429, 'too_many', /Please wait a few minutes/],
  [409, 'price_changed', /Some prices have changed/],
  [409, 'conflict', /just sold out or left the menu/],
  [404, 'not_found', /just sold out or left the menu/],
  [404, 'not_found', /code of your table has been replaced/, 'tableId'],
  [404, 'not_found', /code that you scanned is no longer valid/, 'qrcode'],
  [403, 'not_allowed', /takes no orders from here/],
  [400, 'invalid_input', /check phone and notes, order less, or order as a guest/],
  [500, 'server_error', /Your cart is kept/],
])('a refusal %s %s keeps the cart and says what to do', async (status, code, sentence, path?: string) => {
  const errors = path && [{ path: [path], message: 'Not shown.' }];
  const { user } = show({ place: [[status, { success: false, code, message: 'Not shown.', errors }]] });

  await orderBread(user);

  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.queryByText('Not shown.')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Back to your cart' }));
  expect(screen.getByRole('heading', { name: 'Bread' })).toBeDefined();
});

test.each([
  ['FR', '+33 is added. Begin with + for another country.', '06 12 34 56 78'],
  [null, 'Begin with + and the country code.', '+33 6 12 34 56 78'],
])('a phone is one of the store’s country, %s', async (country, hint, phone) => {
  const menu = { ...smallMenu, storeSettings: { ...smallMenu.storeSettings, country } };
  const { user, asked } = show({ menu, place: [placed] });
  await user.click(screen.getByRole('button', { name: 'Add Bread' }));
  await user.click(screen.getByRole('link', { name: /View Cart/ }));
  await user.click(screen.getByRole('button', { name: /^Checkout/ }));
  await user.click(screen.getByRole('radio', { name: 'Using Phone Number' }));
  expect(await screen.findByText(hint)).toBeDefined();

  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.type(screen.getByLabelText('Phone'), '0611');
  await user.click(screen.getByRole('button', { name: /^Place Order/ }));
  expect(await screen.findByText('Enter a valid phone number.')).toBeDefined();
  await user.clear(screen.getByLabelText('Phone'));
  await user.type(screen.getByLabelText('Phone'), phone);
  await user.click(screen.getByRole('button', { name: /^Place Order/ }));

  expect(await screen.findByText('Order Placed!')).toBeDefined();
  expect(asked[0]!.body).toMatchObject({ customer: { name: 'Ada', phone } });
});

test('who orders is still there after the checkout was closed and after an order that failed', async () => {
  const { user, asked } = show({ place: [null, placed] });
  await user.click(screen.getByRole('button', { name: 'Add Bread' }));
  await user.click(screen.getByRole('link', { name: /View Cart/ }));
  await user.click(screen.getByRole('button', { name: /^Checkout/ }));
  await user.click(screen.getByRole('radio', { name: 'Using Phone Number' }));
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.type(screen.getByLabelText('Phone'), '(212) 555-0142');
  await user.click(screen.getByRole('button', { name: 'Close' }));

  await user.click(screen.getByRole('button', { name: /^Checkout/ }));
  expect(await screen.findByText(/^\+1 is added/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Place Order/ }));
  await user.click(await screen.findByRole('link', { name: 'Back to your cart' }));
  await checkOut(user);

  expect(await screen.findByText('Order Placed!')).toBeDefined();
  expect(asked[1]!.body).toMatchObject({ customer: { name: 'Ada', phone: '(212) 555-0142' } });
});

test('a table code that is no longer valid is said, and the order goes without a table', async () => {
  const { user, asked } = show({ path: '/m/code?table=gone', place: [placed] });
  // on the menu, before anything is chosen
  expect(screen.getByText(/This table’s code is no longer valid/)).toBeDefined();

  await user.click(screen.getByRole('button', { name: 'Add Bread' }));
  await user.click(screen.getByRole('link', { name: /View Cart/ }));
  // the menu stays behind it, out of sight
  const said = screen.getAllByText(/This table’s code is no longer valid/);
  expect(said.filter((one) => !one.closest('[hidden]'))).toHaveLength(1);
  await checkOut(user);

  await screen.findByText('Order Placed!');
  expect(asked[0]!.body).toMatchObject({ tableId: null });
});

test.each(['{', '7', '[{"id":"x"}]', '[null]', '[{"line":1,"id":3,"title":"Bread","quantity":-1}]'])(
  'a broken cart in the storage, %s, is no cart',
  (stored) => {
    localStorage.setItem('comanda_cart:code', stored);
    show({ path: '/m/code/cart' });
    expect(screen.getByText('Your cart is empty.')).toBeDefined();
  },
);

test('a full cart says so where it can be seen, and keeps what was chosen and written', async () => {
  const line = { title: 'Bread', image: null, price: 2, quantity: 1, variant_id: null, variant: null, addons_ids: [], addons: [] };
  localStorage.setItem(
    'comanda_cart:code',
    JSON.stringify(Array.from({ length: 50 }, (_, index) => ({ ...line, line: index + 1, id: 3, notes: `${index}` }))),
  );
  const { user } = show();

  await user.click(screen.getByRole('button', { name: 'Wine' }));
  await user.type(screen.getByLabelText('Notes'), 'cold');
  await user.click(screen.getByRole('button', { name: /^Add \$/ }));

  expect(screen.getByRole('alert').textContent).toBe('An order holds at most 50 lines!');
  expect(screen.getByLabelText('Notes')).toHaveProperty('value', 'cold');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Add Crème' }));
  expect(screen.getByRole('alert').textContent).toBe('An order holds at most 50 lines!');
});

test('without a table the cart adds up with the tax of what is taken away', async () => {
  const takeaway_tax = { id: 7, title: 'Low VAT', rate: 2, type: 'exclusive' as const };
  const menuItems = smallMenu.menuItems.map((item) => (item.id === 1 ? { ...item, taxIdTakeaway: 7, takeaway_tax } : item));
  const storeTable = { id: 'table', table_title: 'T1', floor: 'Ground', seating_capacity: 4 };
  const shown = async (menu: QrMenu) => {
    localStorage.clear();
    const { user } = show({ menu });
    await user.click(screen.getByRole('button', { name: 'Add Crème' }));
    const bar = screen.getByRole('link', { name: /View Cart/ });
    const barText = bar.textContent;
    await user.click(bar);
    const sums = ['Tax', 'Total'].map((what) => screen.getByText(what).nextElementSibling?.textContent);
    cleanup();
    return [barText, ...sums];
  };
  // 4.50 and 10 %, or 2 %
  expect(await shown({ ...smallMenu, menuItems, storeTable })).toEqual([expect.stringContaining('$4.95'), '$0.45', '$4.95']);
  expect(await shown({ ...smallMenu, menuItems })).toEqual([expect.stringContaining('$4.59'), '$0.09', '$4.59']);
});

test('notes are kept with every letter', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Add Bread' }));
  await user.click(screen.getByRole('link', { name: /View Cart/ }));
  await user.click(screen.getByRole('button', { name: 'Add notes for Bread' }));
  await user.type(screen.getByLabelText('Notes for Bread'), 'no salt');
  expect(localStorage.getItem('comanda_cart:code')).toContain('"notes":"no salt"');
});

test('what is gone is not counted', async () => {
  const menu = { ...smallMenu, menuItems: smallMenu.menuItems.map((item) => ({ ...item, sold_out: item.id === 3 })) };
  const line = { title: 'x', image: null, price: 2, notes: null, variant_id: null, variant: null, addons_ids: [], addons: [] };
  const stored = [1, 3].map((id) => ({ ...line, line: id, id, quantity: id }));
  localStorage.setItem('comanda_cart:code', JSON.stringify(stored));
  const { user } = show({ menu });
  await user.click(screen.getByRole('link', { name: /View Cart · 1 item/ }));
  expect(screen.getByText('Items').nextElementSibling?.textContent).toBe('1');
});

test('what is sold out stays on the menu, and cannot be ordered', async () => {
  const menu = { ...smallMenu, menuItems: smallMenu.menuItems.map((item) => ({ ...item, sold_out: item.id === 2 })) };
  const { user } = show({ menu });
  expect(screen.getByText('Sold out').closest('li')?.textContent).toContain('Wine');
  expect(screen.getAllByRole('button', { name: /^Add / }).map((one) => one.getAttribute('aria-label'))).toEqual(['Add Crème', 'Add Bread']);
  await user.click(screen.getByRole('button', { name: 'Wine' }));
  expect(within(screen.getByRole('dialog')).getByText('Sold out')).toBeDefined();
  expect(screen.queryByText('Choose one')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Add \$/ })).toBeNull();
});

/** The menu that the page loads when the diner comes back to it. */
const reloadAs = (menuItems: QrMenu['menuItems']) => {
  globalThis.fetch = async () => Response.json({ ...smallMenu, menuItems });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

test('what was chosen of a dish stays chosen when the menu is loaded again', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Wine' }));
  await user.click(screen.getByLabelText(/Bottle/));
  await user.click(screen.getByLabelText(/Olives/));
  reloadAs(smallMenu.menuItems.map((item) => ({ ...item, description: 'Loaded again' })));
  await within(screen.getByRole('dialog')).findByText('Loaded again');

  expect(screen.getByLabelText<HTMLInputElement>(/Olives/).checked).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Add $27.25' }));
  expect(localStorage.getItem('comanda_cart:code')).toContain('"addons_ids":[23]');
});

test('a size that has left the menu while its dish is open is asked for again', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Wine' }));
  await user.click(screen.getByLabelText(/Bottle/));
  reloadAs(smallMenu.menuItems.map((item) => ({ ...item, variants: item.variants.filter(({ id }) => id !== 22) })));
  await waitFor(() => expect(screen.queryByLabelText(/Bottle/)).toBeNull());

  await user.click(screen.getByRole('button', { name: /^Add \$/ }));
  expect(localStorage.getItem('comanda_cart:code')).toBeNull();
  await user.click(screen.getByLabelText(/Glass/));
  await user.click(screen.getByRole('button', { name: 'Add $6.00' }));
  expect(localStorage.getItem('comanda_cart:code')).toContain('"variant_id":21');
});

test('where nothing can be ordered nobody is told to choose', async () => {
  const { user } = show({ menu: { ...smallMenu, storeSettings: { ...smallMenu.storeSettings, is_qr_order_enabled: 0 } } });
  await user.click(screen.getByRole('button', { name: 'Wine' }));
  expect(screen.getByText('Sizes')).toBeDefined();
  expect(screen.getByText('Extras')).toBeDefined();
  expect(screen.queryByText('Choose one')).toBeNull();
});

test('a browser that knows no dialog opens the sheets all the same', async () => {
  Reflect.deleteProperty(dialogs, 'showModal');
  const { user } = show();
  const wine = screen.getByRole('button', { name: 'Wine' });
  await user.click(wine);
  expect(screen.getByRole('dialog', { name: 'Wine' })).toBe(document.activeElement);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(wine);
});

/** Headings that stand more than one level below the one before them: who goes by headings misses something there. */
const gapsIn = (page: HTMLElement): string[] => {
  const headings = [...page.querySelectorAll('h1, h2, h3, h4')];
  const level = (index: number) => Number(headings[index]?.tagName.slice(1) ?? 0);
  return headings.filter((_, index) => level(index) - level(index - 1) > 1).map(({ textContent }) => textContent);
};

test('a menu without categories has a heading between its name and its dishes, and is the main part of its page', () => {
  show({ menu: { ...smallMenu, categories: [] } });

  expect(gapsIn(screen.getByRole('main').parentElement!)).toEqual([]);
});

test('a failed order is no page to come back to', async () => {
  const { user } = show({ place: [null] });
  await orderBread(user);
  await screen.findByText('Order Failed, Try Again !');
  const { length } = window.history;

  await user.click(screen.getByRole('link', { name: 'Back to your cart' }));

  expect(screen.getByRole('heading', { name: 'Your Cart' })).toBeDefined();
  expect(window.history).toHaveLength(length);
  expect(gapsIn(screen.getByRole('main').parentElement!)).toEqual([]);
});

test('the page of a failed order, come upon after a later try was taken, says that it was', async () => {
  localStorage.setItem('comanda_last_order', JSON.stringify({ qrcode: 'code', tableId: null, reason: null }));
  show({ path: '/m/order-failed' });
  expect(await screen.findByText('Order Placed!')).toBeDefined();
  expect(window.location.pathname).toBe('/m/order-success');
});

test('Back from the end of an order that was reloaded asks for the menu: its link is not broken', () => {
  show({ path: '/m/order-failed' });
  goBack();
  expect(screen.getByText('Please wait...')).toBeDefined();
  expect(screen.queryByText('Broken Link!')).toBeNull();
});

test('carts of two restaurants do not mix', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Add Bread' }));
  expect(Object.keys(localStorage)).toEqual(['comanda_cart:code']);
});

test('while ordering is paused the menu says so and offers no plus, and the cart is kept for later', async () => {
  const store = { ...smallMenu.storeSettings, is_qr_order_enabled: 0 as const, is_qr_order_paused: 1 as const };
  const { user } = show();
  await addBread(user);
  cleanup();

  show({ menu: { ...smallMenu, storeSettings: store } });
  expect(screen.getByText('Ordering from here is paused for a while. Please order with the staff.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Add / })).toBeNull();
  cleanup();

  show({ menu: { ...smallMenu, storeSettings: store }, path: '/m/code/cart' });
  expect(await screen.findByText(/^Ordering from here is paused for a while\. Your cart is kept/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /Checkout/ })).toBeNull();
});
