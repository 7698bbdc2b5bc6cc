import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInTheDarkToo, openDevice, PHONE } from './browser.ts';

interface Shop {
  owner: Page;
  /** Calls the API as the owner. */
  call: <T = unknown>(path: string, data?: object) => Promise<T>;
  qrcode: string;
  /** The public id of its one table. */
  table: string;
  items: Record<'soup' | 'wine' | 'bread', number>;
}

interface Placed {
  id: number;
  customer_name: string | null;
  customer_type: string;
  table_title: string | null;
  items: { item_title: string; quantity: number; notes: string | null; variant_title: string | null; addons: { title: string }[] | null }[];
}

let opened = 0;
/** A restaurant of the test's own, with its menu and ordering switched on. */
const openShop = async (settings: object = {}): Promise<Shop> => {
  const owner = await openDevice();
  const call = async <T>(path: string, data?: object): Promise<T> => {
    const response = await (data ? owner.request.post(`/api/v1${path}`, { data }) : owner.request.get(`/api/v1${path}`));
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const username = `diner-${(opened += 1)}-${Date.now()}@example.com`;
  await call('/auth/signup', { biz_name: 'Chez Nous', username, password: 'a long password' });
  await call('/auth/signin', { username, password: 'a long password' });
  await call('/settings/store-setting', {
    storeName: 'Chez Nous',
    address: '1 Market Street, Springfield',
    phone: '+1 217 555 0100',
    isQRMenuEnabled: true,
    isQROrderEnabled: true,
    ...settings,
  });
  await call('/settings/store-tables/add', { title: 'Window', floor: 'Ground', seatingCapacity: 4 });
  const { id: starters } = await call<{ id: number }>('/settings/categories/add', { title: 'Starters' });
  const { id: drinks } = await call<{ id: number }>('/settings/categories/add', { title: 'Drinks' });
  const { taxId } = await call<{ taxId: number }>('/settings/taxes/add', { title: 'VAT', rate: 10, type: 'exclusive' });
  const add = async (title: string, price: number, categoryId: number | null, withTax: boolean) =>
    (await call<{ menuItemId: number }>('/menu-items/add', { title, price, categoryId, taxId: withTax ? taxId : null })).menuItemId;
  const items = {
    soup: await add('Crème de tomates', 4.5, starters, true),
    wine: await add('Red wine', 6, drinks, false),
    bread: await add('Bread', 2, null, false),
  };
  await call(`/menu-items/variants/${items.wine}/add`, { title: 'Glass', price: 6 });
  await call(`/menu-items/variants/${items.wine}/add`, { title: 'Bottle', price: 24 });
  await call(`/menu-items/addons/${items.wine}/add`, { title: 'Olives', price: 3.25 });
  const { uniqueQRCode: qrcode } = await call<{ uniqueQRCode: string }>('/settings/store-setting');
  const [table] = await call<{ encrypted_id: string }[]>('/settings/store-tables');
  return { owner, call, qrcode, table: table!.encrypted_id, items };
};

const ordersOf = ({ call }: Shop) => call<Placed[]>('/pos/qrorders');

/** A diner's phone, on which nothing may go wrong unseen. */
const openPhone = async (options: Parameters<typeof openDevice>[1] = {}) => {
  const page = await openDevice(PHONE, { hasTouch: true, isMobile: true, ...options });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text());
  });
  return { page, faults };
};

/** Until the page is hydrated a touch does nothing. */
const goAlive = async (page: Page, path: string) => {
  await page.goto(path);
  await page.waitForFunction(() => {
    const { document } = globalThis as unknown as { document: { querySelector: (selector: string) => object | null } };
    return Object.keys(document.querySelector('#root > *') ?? {}).some((key) => key.startsWith('__react'));
  });
};

const addBread = async (page: Page) => {
  await page.getByRole('button', { name: /^Add Bread/ }).click();
  await page.getByRole('link', { name: /View Cart/ }).click();
  await page.getByRole('heading', { name: 'Your Cart' }).waitFor();
};
const orderAsGuest = async (page: Page) => {
  await page.getByRole('button', { name: /^Checkout/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Place Order/ })
    .click();
};

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});

test('the menu can be read with JavaScript switched off', async () => {
  const page = await openDevice(PHONE, { javaScriptEnabled: false });

  await page.goto(`/m/${shop.qrcode}?table=${shop.table}`);

  expect(await page.title()).toBe('Chez Nous · Menu');
  const text = await page.locator('body').innerText();
  for (const part of ['Chez Nous', 'Window', 'Ground', 'Starters', 'Crème de tomates', '$4.50', 'Glass $6.00', 'Bottle $24.00', 'Bread'])
    expect(text).toContain(part);
  expect(text).toContain('Prices shown may be inclusive or exclusive of tax.');
  expect(await page.getByRole('button', { name: /^Add / }).count()).toBe(0);
  await page.getByRole('link', { name: 'Drinks' }).click();
  expect(page.url()).toMatch(/#category-\d+$/);
});

test('what is touched and typed before the page is hydrated is done when it is', async () => {
  const shop = await openShop();
  const { page, faults } = await openPhone();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/m/assets/hydrate-*.js', async (route) => {
    await arrived;
    await route.continue();
  });

  await page.goto(`/m/${shop.qrcode}`);
  await page.getByRole('searchbox').fill('wine');
  await page.getByRole('button', { name: 'Red wine' }).first().click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  arrive();

  const dialog = page.getByRole('dialog', { name: 'Red wine' });
  await dialog.getByText('Bottle').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByRole('searchbox').inputValue()).toBe('wine');
  await page.getByText('Bread').waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
});

test('a page whose script was lost on the way is hydrated at a touch, once the network is back', async () => {
  const { page, faults } = await openPhone();
  const lost = /\/m\/assets\/hydrate-/;
  await page.route(lost, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => lost.test(request.url()));
  await page.goto(`/m/${shop.qrcode}`);
  await failed;
  const bread = page.getByRole('button', { name: /^Add Bread/ });
  // nobody answers: what can be read stays
  await page.context().setOffline(true);
  const unanswered = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await bread.click();
  await unanswered;
  expect(await page.getByText('Crème de tomates').count()).toBeGreaterThan(0);

  // Chromium does not ask twice for a module that did not come: the page itself is loaded again
  await page.unroute(lost);
  const loaded = page.waitForEvent('load');
  await page.context().setOffline(false);
  await loaded;
  await bread.click();
  await page.getByRole('link', { name: /View Cart/ }).waitFor();
  expect(faults).toEqual([]);
});

test('a guest finds, chooses, changes and orders at the table of the link; the till has it as it was chosen', async () => {
  const { page, faults } = await openPhone();
  await goAlive(page, `/m/${shop.qrcode}?table=${shop.table}`);
  await expectAccessibleInTheDarkToo(page);

  // find: by category, by word
  await page.getByRole('link', { name: 'Drinks' }).click();
  expect(await page.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('Red wine')]);
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.getByLabel('Search the menu').fill('creme');
  await page.getByText('Red wine').waitFor({ state: 'hidden' });
  await page.getByLabel('Search the menu').fill('pizza');
  await page.getByText('No result found!').waitFor();
  await page.getByRole('button', { name: 'Show the whole menu' }).click();

  // the store
  await page.getByRole('button', { name: 'Store details' }).click();
  await page.getByRole('dialog').getByText('1 Market Street, Springfield').waitFor();
  await expectAccessibleInTheDarkToo(page);
  // what is passed on is the menu without the table, which is not the friend's
  const link = new URL(`/m/${shop.qrcode}`, page.url()).href;
  await page.evaluate('navigator.share = async (what) => { globalThis.shared = what; }');
  await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => page.evaluate('globalThis.shared')).toEqual({ title: 'Chez Nous', url: link });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('dialog').getByRole('button', { name: 'Copy Link' }).click();
  await page.getByRole('dialog').getByText('Link copied!').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link);
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("no")); document.execCommand = () => false');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy Link' }).click();
  await page.getByRole('dialog').getByText(link).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Store details');

  // choose
  await page.getByRole('button', { name: 'Crème de tomates', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click();
  await page.getByRole('status').filter({ hasText: 'Crème de tomates added. 1 item in the cart.' }).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Add Red wine' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Bottle/).check();
  await dialog.getByLabel(/Olives/).check();
  await dialog.getByLabel('Notes').fill('x'.repeat(120));
  await dialog.getByText('100 of 100 characters').waitFor();
  await dialog.getByLabel('Notes').fill('not too cold');
  await dialog.getByRole('button', { name: 'One Red wine more' }).click();
  await expectAccessibleInTheDarkToo(page);
  // it keeps away from the edge, where phones have their home bar, also where the dish is longer than the screen
  const add = dialog.getByRole('button', { name: /^Add.*\$54\.50/ });
  await page.setViewportSize({ width: 390, height: 400 });
  const lowerEdge = async () => {
    const { y, height } = (await add.boundingBox())!;
    return y + height;
  };
  await expect.poll(lowerEdge).toBeLessThanOrEqual(400 - 12);
  await page.setViewportSize(PHONE);
  await add.click();

  // change
  await page.getByRole('link', { name: /View Cart · 3 items/ }).click();
  await page.getByRole('heading', { name: 'Your Cart' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/m/${shop.qrcode}/cart`);
  expect(await page.getByRole('banner').innerText()).toMatch(/Window[\s·]*Ground/);
  await page.getByRole('button', { name: 'One Crème de tomates more' }).click();
  await page.getByRole('button', { name: 'One Red wine less' }).click();
  await page.getByRole('button', { name: 'Add notes for Crème de tomates' }).click();
  await page.getByLabel('Notes for Crème de tomates').fill('hot');
  await page.getByLabel('Notes for Crème de tomates').blur();
  // 2 × 4.50 + 10 % + 27.25
  const summary = await page.getByRole('region', { name: 'Order Summary' }).innerText();
  expect(summary.replace(/\s+/g, ' ')).toContain('Subtotal $36.25 Tax $0.90 Total $37.15');
  await expectAccessibleInTheDarkToo(page);
  await page.reload();
  await page.getByText('not too cold').or(page.locator('input[value="not too cold"]')).waitFor();

  // order
  await page.getByRole('button', { name: /^Checkout/ }).click();
  await expectAccessibleInTheDarkToo(page);
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Place Order/ })
    .click();
  await page.waitForURL('**/m/order-success');
  await page.getByRole('heading', { name: 'Order Placed!' }).waitFor();
  await expect.poll(() => sent.join()).toContain(`["new_qrorder_backend","${shop.qrcode}"]`);
  await expectAccessibleInTheDarkToo(page);
  const [order] = await ordersOf(shop);
  // the number that the till has for it
  await page.getByText(`Order ${order!.id}`, { exact: true }).waitFor();
  expect(order).toMatchObject({ customer_type: 'WALKIN', table_title: 'Window' });
  expect(order!.items).toEqual([
    expect.objectContaining({ item_title: 'Crème de tomates', quantity: 2, notes: 'hot' }),
    expect.objectContaining({
      item_title: 'Red wine',
      quantity: 1,
      variant_title: 'Bottle',
      notes: 'not too cold',
      addons: [expect.objectContaining({ title: 'Olives' })],
    }),
  ]);

  // and the cart is empty
  await page.getByRole('link', { name: 'Back to the menu' }).click();
  await page.getByRole('button', { name: 'Add Bread', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: /View Cart/ }).count()).toBe(0);
  expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("comanda_cart"))')).toEqual([]);
  expect(faults).toEqual([]);
});

test('somebody orders by phone: name and number are checked before, and stand on the order', async () => {
  const own = await openShop();
  const { page, faults } = await openPhone();
  await goAlive(page, `/m/${own.qrcode}`);
  await addBread(page);
  await page.getByRole('button', { name: /^Checkout/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Using Phone Number').click();
  await dialog.getByRole('button', { name: /^Place Order/ }).click();
  await dialog.getByText('Name is Required.').waitFor();
  await dialog.getByText('Enter a valid phone number.').waitFor();
  await dialog.locator('#diner-name:focus').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Ada Lovelace');
  await dialog.getByLabel('Phone', { exact: true }).fill('123');
  await dialog.getByRole('button', { name: /^Place Order/ }).click();
  await dialog.locator('#diner-phone:focus').waitFor();
  await dialog.getByLabel('Phone', { exact: true }).fill('(212) 555-0142');
  await dialog.getByRole('button', { name: /^Place Order/ }).click();
  await page.getByRole('heading', { name: 'Order Placed!' }).waitFor();

  expect(await ordersOf(own)).toEqual([
    expect.objectContaining({ customer_type: 'CUSTOMER', customer_name: 'Ada Lovelace', table_title: null }),
  ]);
  expect(faults).toEqual([]);
});

test('on a phone that lies on its side the field that is typed in is not behind the button', async () => {
  const page = await openDevice({ width: 667, height: 320 }, { hasTouch: true, isMobile: true });
  await goAlive(page, `/m/${shop.qrcode}`);
  await addBread(page);
  await page.getByRole('button', { name: /^Checkout/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Using Phone Number').click();
  const field = dialog.getByLabel('Phone', { exact: true });
  await field.focus();
  const gap = async () => {
    const [typed, button] = [await field.boundingBox(), await dialog.getByRole('button', { name: /^Place Order/ }).boundingBox()];
    return button!.y - typed!.y - typed!.height;
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
});

test('without a network the cart stays and the page says so; the retry of an order whose answer was lost does not order twice', async () => {
  const own = await openShop();
  const { page } = await openPhone();
  await goAlive(page, `/m/${own.qrcode}?table=${own.table}`);
  await addBread(page);

  await page.context().setOffline(true);
  await orderAsGuest(page);
  await page.getByRole('heading', { name: 'Order Failed, Try Again !' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/m/order-failed');
  expect(await page.locator('main').innerText()).toContain('There is no connection at the moment. Your cart is kept');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to your cart' }).click();
  await page.getByRole('button', { name: /^Checkout.*\$2\.00/ }).waitFor();
  await page.context().setOffline(false);

  // it arrives, and its answer does not
  let lost = 0;
  await page.route('**/place-order', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await orderAsGuest(page);
  await page.getByRole('heading', { name: 'Order Failed, Try Again !' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Back to your cart' }).click();
  await orderAsGuest(page);
  await page.getByRole('heading', { name: 'Order Placed!' }).waitFor();

  expect(await ordersOf(own)).toHaveLength(1);
});

test('Back from a failed order that was reloaded shows the menu, and goes on to and fro between the pages', async () => {
  const own = await openShop();
  const { page } = await openPhone();
  await goAlive(page, `/m/${own.qrcode}`);
  await addBread(page);
  await page.goBack();
  await page.getByRole('heading', { name: 'Chez Nous' }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'Your Cart' }).waitFor();
  await page.route('**/place-order', (route) => route.abort());
  await orderAsGuest(page);
  await page.getByRole('heading', { name: 'Order Failed, Try Again !' }).waitFor();
  await page.reload();
  await page.goBack();
  await page.getByRole('heading', { name: 'Chez Nous' }).waitFor();
  await page.getByRole('link', { name: /View Cart · 1 item/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/m/${own.qrcode}`);
});

test('what is changed after a lost answer is not taken for the order that did arrive', async () => {
  const own = await openShop();
  const { page } = await openPhone();
  await goAlive(page, `/m/${own.qrcode}`);
  await addBread(page);
  await page.route('**/place-order', async (route) => {
    await route.fetch();
    return route.abort();
  });
  await orderAsGuest(page);
  await page.getByRole('link', { name: 'Back to your cart' }).click();
  await page.unroute('**/place-order');
  await page.getByRole('button', { name: 'One Bread more' }).click();
  await orderAsGuest(page);
  await page.getByText('Your first try did reach the restaurant after all').waitFor();
  await page.getByRole('link', { name: 'Back to your cart' }).click();
  await orderAsGuest(page);
  await page.getByRole('heading', { name: 'Order Placed!' }).waitFor();

  expect((await ordersOf(own)).map(({ items }) => items.map(({ quantity }) => quantity))).toEqual([[1], [1]]);
});

test('a price that changes and a dish that sells out while a diner chooses are explained, and the cart shows them', async () => {
  const own = await openShop();
  const { page } = await openPhone();
  await goAlive(page, `/m/${own.qrcode}`);
  await page.getByRole('button', { name: /^Add Crème/ }).click();
  await addBread(page);
  await own.call(`/menu-items/update/${own.items.bread}`, { title: 'Bread', price: 2.5 });
  await orderAsGuest(page);
  await page.getByRole('heading', { name: 'Order Failed, Try Again !' }).waitFor();
  await page.getByText('Some prices have changed since you chose. Your cart shows the new ones.').waitFor();
  await page.getByRole('link', { name: 'Back to your cart' }).click();
  await page.getByText('Now $2.50, it was $2.00.').waitFor();

  await own.call(`/menu-items/update/${own.items.soup}/sold-out`, { isSoldOut: true });
  await orderAsGuest(page);
  await page.getByText('Something in your cart has just sold out or left the menu.').waitFor();
  await page.getByRole('link', { name: 'Back to your cart' }).click();
  await page.getByText('No longer available. Please remove it.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove Crème de tomates' }).click();
  await orderAsGuest(page);
  await page.getByRole('heading', { name: 'Order Placed!' }).waitFor();

  expect((await ordersOf(own)).map(({ items }) => items.map(({ item_title }) => item_title))).toEqual([['Bread']]);
});

test('a link without a restaurant, a menu that is off, and a menu without ordering say so', async () => {
  const { page } = await openPhone();
  const nowhere = await page.goto('/m/nobodyhasthisqrcode21');
  expect(nowhere?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Broken Link!' }).waitFor();
  await expectAccessible(page);

  const own = await openShop({ isQROrderEnabled: false });
  await goAlive(page, `/m/${own.qrcode}`);
  expect(await page.getByRole('button', { name: /^Add / }).count()).toBe(0);
  await page.getByRole('button', { name: 'Red wine', exact: true }).click();
  await page.getByRole('dialog').getByText('Bottle').waitFor();
  expect(await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).count()).toBe(0);
  await page.keyboard.press('Escape');

  await own.call('/settings/store-setting', { isQRMenuEnabled: false });
  await page.reload();
  await page.getByRole('heading', { name: 'Menu Not Available!' }).waitFor();
  await expectAccessible(page);
});

test('nothing that stands on a menu runs, and no title turns its neighbours round', async () => {
  const own = await openShop();
  const hostile = '</script><img src=x onerror="window.hacked=1"><!--\u2028';
  await own.call('/menu-items/add', { title: hostile, price: 1 });
  await own.call('/menu-items/add', { title: '\u202Eevil', price: 7 });
  await own.call('/settings/store-setting', {
    storeName: '"><script>window.hacked=1</script>',
    address: '</title><svg onload=window.hacked=1>',
  });
  const { page, faults } = await openPhone();
  await goAlive(page, `/m/${own.qrcode}`);
  await page.getByRole('button', { name: /^Add <\/script>/ }).click();
  await page.getByRole('link', { name: /View Cart/ }).click();
  await page.getByRole('button', { name: /^Add notes/ }).click();
  await page.getByLabel(/Notes/).fill('<img src=x onerror=window.hacked=1>');
  await page.getByLabel(/Notes/).blur();
  await page.reload();
  await orderAsGuest(page);
  await page.getByRole('heading', { name: 'Order Placed!' }).waitFor();

  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(faults).toEqual([]);
  await page.goto(`/m/${own.qrcode}`);
  expect(await page.evaluate('[...document.querySelectorAll(".opener bdi")].some((one) => one.textContent.includes("\\u202E"))')).toBe(
    true,
  );
});
