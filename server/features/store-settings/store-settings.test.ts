import { getProfile } from '#contract/auth.ts';
import { expect, test } from 'vitest';
import { addAddon, addMenuItem, addVariant, getMenuItem, updateMenuItem } from '#contract/menu-items.ts';
import { cancelOrders, completeOrders } from '#contract/orders.ts';
import { createOrder, initPos } from '#contract/pos.ts';
import { getCurrencyPreview, getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { database, openRestaurant, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const read = async (admin: Caller) => (await admin(getStoreSetting, {})).reply;
const save = (admin: Caller, body: object) => admin(saveStoreSetting, { body });

test('a new store has its name, its currency and a code of its own', async () => {
  const { admin } = await openRestaurant({ currency: 'EUR', timezone: 'Europe/Vienna' });

  expect(await read(admin)).toEqual({
    storeName: 'Test kitchen',
    address: null,
    phone: null,
    email: null,
    legalName: null,
    taxNumber: null,
    taxNumberLabel: null,
    currency: 'EUR',
    image: null,
    isQRMenuEnabled: false,
    isQROrderEnabled: false,
    isQROrderToKitchen: false,
    uniqueQRCode: expect.stringMatching(/^[A-Za-z0-9_-]{21}$/),
    timezone: 'Europe/Vienna',
    dayStart: '00:00',
    kitchenWarnMinutes: 10,
    kitchenLateMinutes: 20,
    completePaidAfter: 15,
    cooksHere: true,
    cashRounding: 0,
    newDeviceLetter: true,
    lockAfterMinutes: null,
    voidNeedsReason: false,
    lockAfterSend: false,
    cartStaysWithTill: true,
  });
});

test('what is saved is read again, and is at the till at once', async () => {
  const { admin } = await openRestaurant();
  const before = await read(admin);
  const changes = {
    storeName: 'Ada’s',
    address: '1 Main Street',
    phone: '+1 555 0100',
    email: 'ada@example.com',
    legalName: 'Ada Foods Ltd.',
    taxNumber: 'KW 12-3',
    taxNumberLabel: 'VAT',
    currency: 'KWD',
    image: 'https://example.com/logo.png',
    isQRMenuEnabled: true,
    isQROrderEnabled: 1,
    isQROrderToKitchen: true,
    timezone: 'Asia/Kuwait',
    dayStart: '04:30',
    kitchenWarnMinutes: 8,
    kitchenLateMinutes: 15,
    completePaidAfter: null,
    cooksHere: false,
    cashRounding: 0.25,
    newDeviceLetter: false,
    lockAfterMinutes: 5,
    voidNeedsReason: true,
    lockAfterSend: true,
    cartStaysWithTill: false,
  };

  const { reply } = await save(admin, { ...changes, uniqueQRCode: 'chosen' });

  expect(reply).toEqual({ success: true, message: 'Store settings saved.' });
  expect(await read(admin)).toEqual({ ...changes, isQROrderEnabled: true, uniqueQRCode: before.uniqueQRCode });
  // every device hears it with the profile
  expect((await admin(getProfile, {})).reply).toMatchObject({
    timezone: 'Asia/Kuwait',
    till: { lockAfterMinutes: 5, lockAfterSend: true, cartStaysWithTill: false },
  });
  expect((await admin(initPos, {})).reply.storeSettings).toEqual({
    store_name: 'Ada’s',
    cash_rounding: 0.25,
    cooks_here: false,
    kitchen_warn_minutes: 8,
    kitchen_late_minutes: 15,
    day_start: '04:30',
    address: '1 Main Street',
    phone: '+1 555 0100',
    email: 'ada@example.com',
    legal_name: 'Ada Foods Ltd.',
    tax_number: 'KW 12-3',
    tax_number_label: 'VAT',
    currency: 'KWD',
    image: 'https://example.com/logo.png',
    is_qr_menu_enabled: 1,
    is_qr_order_enabled: 1,
    unique_qr_code: before.uniqueQRCode,
    timezone: 'Asia/Kuwait',
  });
});

test('what a save leaves out stays, and what it sends empty is cleared', async () => {
  const { admin } = await openRestaurant();
  await save(admin, {
    address: '1 Main Street',
    phone: '555',
    image: 'https://example.com/logo.png',
    isQRMenuEnabled: true,
    dayStart: '04:00',
  });

  await save(admin, {});
  expect(await read(admin)).toMatchObject({ address: '1 Main Street', phone: '555', isQRMenuEnabled: true, dayStart: '04:00' });

  await save(admin, { address: '', phone: null, image: '', isQRMenuEnabled: false, dayStart: null });
  expect(await read(admin)).toMatchObject({
    storeName: 'Test kitchen',
    address: null,
    phone: null,
    image: null,
    isQRMenuEnabled: false,
    dayStart: '00:00',
  });
  await save(admin, { dayStart: '04:00' });
  await save(admin, { dayStart: '' });
  expect((await read(admin)).dayStart).toBe('00:00');
});

test.each([
  [{ storeName: '' }, 'Please provide store name!'],
  [{ storeName: ' ' }, 'Please provide store name!'],
  [{ storeName: null }, 'Please provide store name!'],
  [{ storeName: 'x'.repeat(121) }, 'At most 120 characters, please!'],
  [{ address: 'a\u0000b' }, 'Invalid request!'],
  [{ phone: 'hello' }, 'Please provide valid phone no.!'],
  [{ email: 'not-an-email' }, 'Please provide valid email!'],
  [{ currency: 'XXX' }, 'Please select a currency!'],
  [{ currency: 'usd' }, 'Please select a currency!'],
  [{ currency: '' }, 'Please select a currency!'],
  [{ timezone: 'Mars/Olympus' }, 'Please select a time zone!'],
  [{ timezone: '+05:30' }, 'Please select a time zone!'],
  [{ timezone: '' }, 'Please select a time zone!'],
  [{ dayStart: '24:00' }, 'The day starts at a time such as 04:00!'],
  [{ image: 'javascript:alert(1)' }, 'Please provide an https address for the image!'],
  [{ image: '/media/1/logo.webp' }, 'Please upload the image!'],
  [{ image: 'http://example.com/pixel.gif' }, 'Please provide an https address for the image!'],
])('%j is refused', async (body, sentence) => {
  const { admin } = await openRestaurant();
  const before = await read(admin);

  const { status, reply } = await save(admin, { phone: '555', ...body });

  expect([status, reply.message]).toEqual([400, sentence]);
  expect(await read(admin)).toEqual(before);
});

const priced = async (currency: string, price: string) => {
  const { admin } = await openRestaurant({ currency });
  const { id } = (await admin(addMenuItem, { body: { title: 'Tea', price, netPrice: price } })).reply;
  await admin(addMenuItem, { body: { title: 'Water', price: 0 } });
  const params = { itemId: String(id) };
  await admin(addVariant, { params, body: { title: 'Pot', price } });
  await admin(addAddon, { params, body: { title: 'Milk', price } });
  return { admin, item: async () => (await admin(getMenuItem, { params: { id: String(id) } })).reply };
};

test.each([
  ['USD', '4.50', 'JPY', 5],
  ['USD', '4.49', 'JPY', 4],
  ['USD', '5.50', 'JPY', 6],
  ['JPY', '450', 'USD', 450],
  ['JPY', '450', 'KWD', 450],
  ['KWD', '0.125', 'USD', 0.13],
  ['KWD', '0.124', 'USD', 0.12],
  ['USD', '4.50', 'EUR', 4.5],
  ['JPY', '1000000000000', 'KWD', 1_000_000_000_000],
])('in %s, %s becomes %s %s', async (from, price, to, shown) => {
  const { admin, item } = await priced(from, price);

  expect((await save(admin, { currency: to })).status).toBe(200);

  const after = { price: shown, net_price: shown, variants: [{ price: shown }], addons: [{ price: shown }] };
  expect(await item()).toMatchObject(after);
  const { reply } = await admin(initPos, {});
  expect(reply.storeSettings.currency).toBe(to);
  expect(reply.menuItems.find(({ title }) => title === 'Tea')).toMatchObject(after);
  expect(reply.menuItems.find(({ title }) => title === 'Water')).toMatchObject({ price: 0, net_price: null });
});

test('rounded prices come back with the decimals, unless somebody has set another one meanwhile', async () => {
  const { admin, item } = await priced('KWD', '4.125');
  const all = (price: number) => ({ price, net_price: price, variants: [{ price }], addons: [{ price }] });
  const changeTo = async (currency: string) => {
    expect((await save(admin, { currency })).status).toBe(200);
    return item();
  };

  expect(await changeTo('JPY')).toMatchObject(all(4));
  // what a person set is rounded, never what was rounded before
  expect(await changeTo('USD')).toMatchObject(all(4.13));
  expect(await changeTo('EUR')).toMatchObject(all(4.13));
  expect(await changeTo('JPY')).toMatchObject(all(4));
  expect(await changeTo('KWD')).toMatchObject(all(4.125));

  await changeTo('JPY');
  const { reply } = await admin(initPos, {});
  const tea = reply.menuItems.find(({ title }) => title === 'Tea')!;
  await admin(updateMenuItem, { params: { id: String(tea.id) }, body: { title: 'Tea', price: '7' } });
  expect(await changeTo('KWD')).toMatchObject({ ...all(4.125), price: 7 });
  // not the copy of a price that is no more
  expect(await changeTo('JPY')).toMatchObject({ ...all(4), price: 7 });
});

test('three prices are shown before and after, those first that change; the way back knows what they were', async () => {
  const { admin } = await withMenu(await openRestaurant({ currency: 'USD' }));
  const preview = async (currency: string) => (await admin(getCurrencyPreview, { query: { currency } })).reply;

  expect(await preview('JPY')).toEqual([
    { title: 'Soup', before: 4.5, after: 5 },
    { title: 'Wine', before: 6, after: 6 },
    { title: 'Bread', before: 2, after: 2 },
  ]);
  await save(admin, { currency: 'JPY' });
  expect((await preview('EUR'))[0]).toEqual({ title: 'Soup', before: 5, after: 4.5 });
  expect(await preview('BIF')).toHaveLength(3);
  expect((await admin(getCurrencyPreview, { query: { currency: 'ZZZ' } })).status).toBe(400);
  expect((await (await openRestaurant({ currency: 'USD' })).admin(getCurrencyPreview, { query: { currency: 'JPY' } })).reply).toEqual([]);
});

test('a save with the same currency leaves prices alone', async () => {
  const { admin, item } = await priced('USD', '4.55');

  await save(admin, { currency: 'USD', phone: '555' });

  expect(await item()).toMatchObject({ price: 4.55 });
});

test('the currency cannot change while a bill is open; everything else can', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const first = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply.orderId;

  const refused = await save(admin, { currency: 'JPY', phone: '555' });
  expect([refused.status, refused.reply.message]).toEqual([409, 'Please close all open orders before you change the currency!']);
  expect(await read(admin)).toMatchObject({ currency: 'USD', phone: null });
  expect((await save(admin, { currency: 'USD', phone: '555' })).status).toBe(200);

  // completed, but not yet paid for
  await admin(completeOrders, { body: { orderIds: [first] } });
  expect((await save(admin, { currency: 'JPY' })).status).toBe(409);
  expect((await admin(getMenuItem, { params: { id: String(menu.soup) } })).reply.price).toBe(4.5);
});

test('the currency can change once the last bill is closed', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply;
  await admin(cancelOrders, { body: { orderIds: [orderId] } });

  expect((await save(admin, { currency: 'JPY' })).status).toBe(200);
});

test('orders and a change of currency at the same moment never mix', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const cart = [{ id: menu.bread, quantity: 1 }]; // 2.00, or 2 in JPY

  const [change, ...orders] = await Promise.all([
    save(admin, { currency: 'JPY' }),
    ...Array.from({ length: 6 }, () => admin(createOrder, { body: { cart } })),
  ]);

  expect(orders.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect([200, 409]).toContain(change.status);
  const { rows } = await database.query(
    'select distinct l.unit_price::int as price from order_lines l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id where o.id = any($1)',
    [orders.map(({ reply }) => reply.orderId)],
  );
  expect(rows).toEqual([{ price: change.status === 200 ? 2 : 200 }]);
});

test('changes can be looked up', async () => {
  const { admin, tenantId } = await openRestaurant();
  await save(admin, { currency: 'JPY' });

  const { rows } = await database.query(
    "select before->>'currency' as before, after->>'currency' as after from audit_log where tenant_id = $1 and entity = 'store_settings'",
    [tenantId],
  );

  expect(rows).toEqual([{ before: 'USD', after: 'JPY' }]);
});

test('the settings of one restaurant are none of another’s', async () => {
  const mine = await openRestaurant();
  const theirs = await withMenu(await openRestaurant());
  const before = await read(theirs.admin);

  await save(mine.admin, { storeName: 'Mine', currency: 'JPY', isQRMenuEnabled: true });

  expect(await read(theirs.admin)).toEqual(before);
  expect((await read(mine.admin)).uniqueQRCode).not.toBe(before.uniqueQRCode);
  const soup = await theirs.admin(getMenuItem, { params: { id: String(theirs.menu.soup) } });
  expect(soup.reply.price).toBe(4.5);
});

test('only who has the settings scope sees or changes the store', async () => {
  const { staff } = await openRestaurant();
  const waiter = await staff('POS', 'DASHBOARD');
  const manager = await staff('SETTINGS');

  expect((await waiter(getStoreSetting, {})).status).toBe(403);
  expect((await waiter(saveStoreSetting, { body: { phone: '555' } })).status).toBe(403);
  expect((await manager(saveStoreSetting, { body: { phone: '555' } })).status).toBe(200);
});

test.each([
  [{ kitchenWarnMinutes: 0 }, 'kitchenWarnMinutes'],
  [{ kitchenWarnMinutes: 1.5 }, 'kitchenWarnMinutes'],
  [{ kitchenLateMinutes: 241 }, 'kitchenLateMinutes'],
  [{ kitchenLateMinutes: '' }, 'kitchenLateMinutes'],
  [{ kitchenWarnMinutes: 12, kitchenLateMinutes: 12 }, 'kitchenLateMinutes'],
  [{ kitchenWarnMinutes: 20 }, 'kitchenWarnMinutes'],
  [{ kitchenLateMinutes: 10 }, 'kitchenLateMinutes'],
])('a ticket is overdue later than it is late: %j is refused', async (changes, field) => {
  const { admin } = await openRestaurant();
  const { status, reply } = await save(admin, changes);

  expect([status, reply.errors?.map(({ path }) => path.at(-1))]).toEqual([400, [field]]);
  expect(await read(admin)).toMatchObject({ kitchenWarnMinutes: 10, kitchenLateMinutes: 20 });
});
