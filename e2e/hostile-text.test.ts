import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterAs, openDevice, PHONE, signInOn } from './browser.ts';
import { look, watch } from './hostile.ts';
import { PROVIDER } from './provider.ts';

/** Whoever runs a script of ours tells it here. */
const calls: string[] = [];
const canary = createServer(({ url }, response) => {
  calls.push(url ?? '');
  response.end();
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const address = canary.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => void canary.close());

/** Texts that run where somebody puts them into a page unescaped: as an element, out of an attribute, a script or a style, as an address, in a template. */
const payloads = () => [
  `<img src=//127.0.0.1:${port}/i onerror=alert(1)>onerror`,
  `"><svg/onload="top.ran=1;fetch('//127.0.0.1:${port}/s')">onerror`,
  `</script></style></title><script>top.ran=1;alert(1)</script>onerror`,
  `javascript:top.ran=1;alert('onerror')//`,
  `{{constructor.constructor('top.ran=1')()}}\${alert(1)}'-alert(1)-'onerror`,
];

test('scripts in every text field are text on every screen', async () => {
  const evil = payloads();
  const owner = await openDevice({ width: 1440, height: 900 });
  const faults = watch(owner);
  const call = async <T = unknown>(path: string, data?: object): Promise<T> => {
    const response = await (data ? owner.request.post(`/api/v1${path}`, { data }) : owner.request.get(`/api/v1${path}`));
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const text = (index: number, max = 120) => evil[index % evil.length]!.slice(0, max);

  const username = `"onerror=alert(1)"@evil.example`;
  const account = { username: 'evil+onerror@e2e.example', password: 'a long password' };
  await call('/auth/signup', { biz_name: text(1), ...account });
  await enterAs(owner, account.username, account.password);
  await call('/settings/store-setting', {
    storeName: text(0),
    address: evil.join(' '),
    phone: `${text(1, 36)} 555`,
    image: `https://localhost:1/x"onerror="top.ran=1`,
    isQRMenuEnabled: true,
    isQROrderEnabled: true,
  });
  const print = { isEnablePrint: true, showNotes: true, showStoreDetails: true, showCustomerDetails: true, printToken: false };
  await call('/settings/print-setting', { header: evil.join('\n'), footer: evil.join('\n'), ...print });
  const items: number[] = [];
  for (const [index, title] of evil.entries()) {
    await call('/settings/store-tables/add', { title, floor: text(index + 1), seatingCapacity: 4 });
    const { id: categoryId } = await call<{ id: number }>('/settings/categories/add', { title });
    const parts = ['half', 'rest'].map((which) => ({ title: `${title} taxpart ${which}`, rate: 2.5 }));
    const schedule = [{ from: '2999-01-01', rate: 5, parts }];
    const { taxId } = await call<{ taxId: number }>('/settings/taxes/add', { title, rate: 5, type: 'exclusive', parts, schedule });
    await call('/settings/charges/add', { title: `${title} chargename`, kind: 'percent', value: 1, taxId });
    await call('/settings/payment-types/add', { title, isActive: true });
    const { menuItemId } = await call<{ menuItemId: number }>('/menu-items/add', {
      title,
      description: title,
      price: 4,
      categoryId,
      taxId,
    });
    items.push(menuItemId);
    await call(`/menu-items/variants/${menuItemId}/add`, { title, price: 4 });
    await call(`/menu-items/addons/${menuItemId}/add`, { title, price: 1 });
    await call('/customers/add', { phone: `+1 555 010${index}`, name: title });
    await call('/reservations/add', { customerId: `+1 555 010${index}`, date: new Date().toISOString(), notes: title });
    const person = { name: title, designation: title, phone: `+1 555 020${index}`, password: 'a long password' };
    await call('/users/add', { ...person, username: `evil-${index}@e2e.example`, userScopes: ['POS'] });
  }
  await owner.request.post('/api/v1/users/add', { data: { name: text(2), username, password: 'a long password' } });
  const menu = await call<{ id: number; variants: { id: number }[]; addons: { id: number }[] }[]>('/menu-items');
  const tables = await call<{ id: number; encrypted_id: string }[]>('/settings/store-tables');
  const cart = menu.map(({ id, variants, addons }, index) => ({
    id,
    quantity: 1,
    variant_id: variants[0]!.id,
    addons_ids: [addons[0]!.id],
    notes: text(index, 100),
  }));
  const reasons = new Map<string, number>();
  for (const kind of ['void', 'discount', 'refund', 'drawer'])
    reasons.set(kind, (await call<{ reasonId: number }>('/settings/reasons/add', { kind, title: `${text(1)} ${kind}reason` })).reasonId);
  const why = (kind: string, index: number) => ({ reasonId: reasons.get(kind), note: `${text(index)} ${kind}note` });
  const guest = { customerType: 'CUSTOMER', customerId: '+1 555 0101' };
  await call('/pos/create-order', { cart, tableId: tables[0]!.id, ...guest });
  const adjustments = [{ kind: 'percent', value: 10, ...why('discount', 0) }];
  await call('/pos/create-order-and-invoice', { cart, tableId: tables[1]!.id, adjustments, ...guest });
  // a bill that was split, whose part was paid, taken back, paid again and made out to somebody
  const [{ check_id: bill }] = await call<[{ check_id: number }]>('/checks');
  const open = await call<{ orders: { items: { id: number }[] }[]; payments: unknown[] }>(`/checks/${bill}`);
  const [line, second, third] = open.orders[0]!.items;
  const { checkIds } = await call<{ checkIds: [number] }>(`/checks/${bill}/split`, {
    parts: [{ items: [{ itemId: line!.id, quantity: 1 }], name: text(0, 40) }],
  });
  const part = `/checks/${checkIds[0]}`;
  const [type] = await call<{ id: number }[]>('/settings/payment-types');
  const paying = { paymentTypeId: type!.id, amount: 1, reference: text(1, 64) };
  const pay = async () => {
    const { due } = await call<{ due: number }>(part);
    return call<{ paymentIds: [number] }>(`${part}/payments`, { due, payments: [paying] });
  };
  await call(`${part}/payments/${(await pay()).paymentIds[0]}/reverse`, { note: text(2) });
  await call(`${part}/adjustments/add`, { itemId: null, kind: 'percent', value: 10, note: text(0) });
  await call(`/checks/${bill}/adjustments/add`, { itemId: second!.id, kind: 'price', value: 1, ...why('discount', 1) });
  await call(`/orders/update-status/${third!.id}`, { status: 'cancelled', ...why('void', 2) });
  await pay();
  const [sale] = await call<{ invoice_id: number }[]>('/invoices?type=today');
  await call(`/invoices/${sale!.invoice_id}/buyer`, { name: text(0), taxNumber: text(1, 40), address: text(2) });
  await call(`/invoices/${sale!.invoice_id}/refund`, { amount: 1, paymentTypeId: type!.id, ...why('refund', 3) });
  const { uniqueQRCode: qrcode } = await call<{ uniqueQRCode: string }>('/settings/store-setting');
  const diner = { customerType: 'CUSTOMER', customer: { name: text(0), phone: '+12175550123' } };
  await call(`/qrmenu/${qrcode}/place-order`, { deliveryType: null, cartItems: cart, tableId: tables[0]!.encrypted_id, ...diner });

  // a drawer that stays open, and one that was counted
  const drawers: number[] = [];
  for (const index of [0, 1]) {
    const { drawerId } = await call<{ drawerId: number }>('/drawers/open', { title: `${text(index)} drawername`, float: 10 });
    await call(`/drawers/${drawerId}/movement`, { kind: 'pay_out', amount: 1, ...why('drawer', index) });
    drawers.push(drawerId);
  }
  await call(`/drawers/${drawers[0]}/count`, { denominations: [{ value: 5, count: 1 }] });

  // a device that calls itself so
  const stranger = await openDevice(PHONE, { userAgent: '<img src=x onerror=top.ran=1>onerror' });
  expect((await stranger.request.post('/api/v1/auth/signin', { data: account })).status()).toBe(200);

  const wrong: string[] = [];
  let shown = 0;
  const see = async (page: Page, where: string) => {
    await page.waitForTimeout(100);
    const { ran, elements, links, isShown } = await look(page);
    if (ran || elements > 0 || links > 0) wrong.push(`${where}: ran ${ran}, ${elements} elements, ${links} links`);
    if (isShown) shown += 1;
  };
  const visit = async (page: Page, path: string) => {
    await page.goto(path);
    // the screen has come when its texts have; what never shows any has three seconds for it
    for (let tries = 0; tries < 30 && !(await look(page)).isShown; tries++) await page.waitForTimeout(100);
    await see(page, path);
  };
  /** The page shows each of these words, and nothing runs. */
  const shows = async (page: Page, where: string, ...words: string[]) => {
    await expect.poll(async () => (await look(page, words)).isShown, { message: `${where}: ${words.join(', ')}` }).toBe(true);
    await see(page, where);
  };
  const dashboard = ['home', 'pos', 'orders', 'kitchen', 'reservation', 'customers', `customers/${encodeURIComponent('+1 555 0101')}`];
  const office = ['invoices', 'users', 'reports', 'profile', 'devices', 'settings/details', 'settings/print-settings', 'settings/tables'];
  const settings = ['menu-items', `menu-items/${items[0]}`, 'menu-items/categories', 'tax-setup', 'payment-types'];
  const bills = ['checks', `checks/${bill}`, `checks/${checkIds[0]}`, `invoices?invoice=${sale!.invoice_id}`];
  for (const path of [...dashboard, ...office, ...bills, ...settings.map((name) => `settings/${name}`)])
    await visit(owner, `/dashboard/${path}`);
  expect(shown, 'screens of the restaurant that show the texts').toBeGreaterThan(18);

  const dayEnd = ['taxpart', 'discountreason', 'voidreason', 'drawername'];
  const openAt = async (path: string, ...words: string[]) => {
    await owner.goto(`/dashboard/${path}`);
    await shows(owner, path, ...words);
  };
  await openAt(`checks/${bill}`, 'chargename', 'taxpart', 'discountreason', 'discountnote');
  await openAt('settings/charges', 'chargename');
  await openAt('settings/reasons', 'voidreason', 'discountreason', 'refundreason', 'drawerreason');
  await openAt('reports', 'discountreason', 'voidreason', 'refundreason');
  await openAt('reports/day-end', ...dayEnd);
  const { business_date: businessDate } = await call<{ business_date: string }>('/day');
  const { closingNo } = await call<{ closingNo: number }>('/day/close', { businessDate, note: `${text(2)} closingnote` });
  await openAt(`reports/day-end/${closingNo}`, ...dayEnd, 'closingnote');
  await openAt('activity', 'discountreason', 'discountnote', 'voidreason', 'voidnote', 'closingnote');
  await openAt('activity?kind=drawer');
  await owner
    .getByRole('button', { name: /paid .* out of/i })
    .first()
    .click();
  await shows(owner, 'what is known of a drawer', 'drawerreason', 'drawernote');
  await openAt('activity?kind=settings', 'chargename');
  await openAt('settings/tax-setup', 'onerror');
  await owner
    .getByRole('button', { name: /^(Edit|Update)/ })
    .first()
    .click();
  await shows(owner, 'a tax', 'taxpart');

  await owner.goto('/dashboard/devices');
  await owner.getByRole('heading', { name: '<img src=x onerror=top.ran=1>onerror' }).waitFor();

  // the till: what a diner ordered, the cart, a draft of it, the last look, the token
  await owner.goto('/dashboard/pos');
  await owner.getByRole('button', { name: 'QR Menu Orders, 1 waiting' }).click();
  const load = owner.getByRole('button', { name: /^Load .*onerror/ });
  await load.waitFor();
  shown = 0;
  await see(owner, 'QR orders');
  await load.click();
  await owner.getByRole('list', { name: 'Cart items' }).getByText('onerror').first().waitFor();
  await see(owner, 'a QR order in the cart');
  await shows(owner, 'charges of the cart', 'chargename');
  await owner.keyboard.press('F6');
  const discount = owner.getByRole('dialog', { name: 'Discount – whole order' });
  await discount.getByText('discountreason').click();
  await discount.getByLabel('Note (optional)').fill(`${text(0)} discountnote`);
  await discount.getByRole('button', { name: '5 %', exact: true }).click();
  await shows(owner, 'a discount', 'discountreason', 'discountnote');
  await discount.getByRole('button', { name: 'Give discount' }).click();
  await discount.waitFor({ state: 'detached' });
  await owner.keyboard.press('F6');
  await discount.getByRole('group', { name: 'Given last' }).getByText('discountreason').waitFor();
  await owner.keyboard.press('Escape');
  await owner.getByRole('button', { name: 'Drawer' }).click();
  await shows(owner, 'drawers', 'drawername');
  await owner.getByRole('button', { name: 'Use here' }).click();
  await shows(owner, 'a drawer', 'drawername', 'drawerreason', 'drawernote');
  await owner.keyboard.press('Escape');
  await owner.getByRole('button', { name: 'Send to Kitchen' }).click();
  await owner
    .getByRole('dialog')
    .getByRole('paragraph')
    .filter({ hasText: /onerror.* · Dine-In/ })
    .waitFor();
  await see(owner, 'the last look');
  await owner.getByRole('button', { name: 'Go back' }).click();
  await owner.getByRole('button', { name: 'Save Draft' }).click();
  await owner.getByLabel('Name (optional)').fill(`"><svg/onload=top.ran=1>onerror`);
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await owner.getByRole('button', { name: /Drafts List/ }).click();
  await owner.getByRole('button', { name: /^Open .*onerror/ }).waitFor();
  await see(owner, 'drafts');
  const token = { kind: 'token', data: { tokenNo: 1, date: new Date().toISOString(), storeName: text(0), pageFormat: '80' } };
  await owner.evaluate(`localStorage.setItem('comanda_print:one', ${JSON.stringify(JSON.stringify({ ...token, at: Date.now() }))})`);
  const slip = await owner.context().newPage();
  await visit(slip, '/print-token#one');
  expect(shown, 'places of the till that show the texts').toBe(9);

  await owner.goto('/dashboard/invoices');
  const [receipt] = await Promise.all([
    owner.waitForEvent('popup'),
    owner.getByRole('button', { name: `Print invoice ${sale!.invoice_id}`, exact: true }).click(),
  ]);
  await receipt.getByText('onerror').first().waitFor();
  expect(await look(receipt, ['onerror', 'chargename', 'taxpart'])).toEqual({ ran: false, elements: 0, links: 0, isShown: true });

  const phone = await openDevice(PHONE);
  const dinersFaults = watch(phone);
  shown = 0;
  await visit(phone, `/m/${qrcode}?table=${tables[0]!.encrypted_id}`);
  await phone.getByRole('button', { name: 'Store details' }).click();
  const sheet = phone.getByRole('dialog');
  await sheet.waitFor();
  await see(phone, 'store details');
  await phone.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await phone
    .getByRole('button', { name: /^Add .*onerror/ })
    .first()
    .click();
  await sheet.getByLabel('Notes').fill(text(0, 100));
  await see(phone, 'an item');
  await sheet.getByRole('button', { name: /^Add/ }).click();
  await sheet.waitFor({ state: 'detached' });
  await visit(phone, `/m/${qrcode}/cart`);
  await phone.getByRole('button', { name: /^Checkout/ }).click();
  await sheet.waitFor();
  await see(phone, 'checkout');
  expect(shown, 'places of the diner that show the texts').toBe(5);

  const provider = await openDevice({ width: 1440, height: 900 });
  const providersFaults = watch(provider);
  await signInOn(provider, PROVIDER.username, PROVIDER.password, '/superadmin');
  const search = await provider.request.get('/api/v1/superadmin/tenants?search=evil');
  const tenantId = ((await search.json()) as { tenants: { id: number }[] }).tenants[0]!.id;
  shown = 0;
  for (const path of ['home', 'tenants', `tenants/${tenantId}/subscription-history`, 'reports'])
    await visit(provider, `/superadmin/dashboard/${path}`);
  expect(shown, 'screens of the provider that show the texts').toBeGreaterThan(1);

  expect([...faults, ...dinersFaults, ...providersFaults]).toEqual([]);
  expect(wrong).toEqual([]);
  expect(calls, 'requests to the canary').toEqual([]);
}, 240_000);
