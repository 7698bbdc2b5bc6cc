import { expect, test } from 'vitest';
import { newAddress } from './testing/restaurant.ts';
import { openOldClient, toCartItem, toSale } from './testing/old-client.ts';
import { openListening, until } from './testing/sockets.ts';

const password = 'correct horse battery';
const ORIGIN = 'https://till.example.com';
const MARKER = 'isLoggedIn';
const HOUR = 3_600_000;

/** A server for pages on another host, and a restaurant on it that its owner has set up by the calls of the specification. */
const open = async () => {
  let now = new Date('2026-12-15T11:00:00Z');
  const clock = () => now;
  const app = await openListening({ clock, config: { allowedOrigins: [ORIGIN], markerCookie: MARKER } });
  const address = app.server.address();
  const host = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const device = () => openOldClient({ host, origin: ORIGIN, clock });

  const owner = device();
  const [boss, waiterName, cookName] = [newAddress(), newAddress(), newAddress()];
  await owner.post('/auth/signup', { biz_name: 'Chez Ada', username: boss, password });
  expect(await owner.signIn(boss, password)).toBe(200);
  await owner.post('/settings/taxes/add', { title: 'VAT', rate: '10', type: 'exclusive' });
  const [tax] = (await owner.get('/settings/taxes')).answer;
  await owner.post('/menu-items/add', { title: 'Soup', price: '4.50', netPrice: null, categoryId: null, taxId: tax.id });
  await owner.post('/settings/store-tables/add', { title: 'T1', floor: 'Ground', seatingCapacity: '4' });
  const store = { storeName: 'Chez Ada', address: null, phone: null, email: null, currency: 'USD', image: null };
  await owner.post('/settings/store-setting', { ...store, isQRMenuEnabled: true, isQROrderEnabled: true });
  for (const [username, userScopes] of [
    [waiterName, ['POS', 'ORDERS', 'REPORTS', 'INVOICES']],
    [cookName, ['KITCHEN']],
  ] as const)
    await owner.post('/users/add', { username, password, name: 'Ben', designation: null, phone: null, email: null, userScopes });
  const [waiter, cook] = [device(), device()];
  expect([await waiter.signIn(waiterName, password), await cook.signIn(cookName, password)]).toEqual([200, 200]);
  return { owner, waiter, cook, device, pass: (ms: number) => void (now = new Date(now.getTime() + ms)) };
};

test('a client that was written to the specification does a day’s work', async () => {
  const { owner, waiter, cook, device, pass } = await open();
  // its guard looks for a marker of its own name
  expect(waiter.jar.names()).toContain(MARKER);

  const received: string[] = [];
  const line = cook.openLine();
  for (const event of ['new_order', 'order_update']) line.on(event, () => received.push(event));
  const rings: string[] = [];
  const till = waiter.openLine();
  till.on('new_qrorder', () => rings.push('new_qrorder'));
  await Promise.all([line, till].map((each) => new Promise((resolve) => each.once('authenticated', resolve).connect())));

  // a walk-in
  const { answer: init } = await waiter.get('/pos/init');
  const [soup] = init.menuItems;
  const draft = [toCartItem(soup, 2)];
  const order = { deliveryType: 'dinein', customerType: 'WALKIN', customerId: null, tableId: String(init.storeTables[0].id) };
  const sold = await waiter.post('/pos/create-order', { ...order, cart: [toCartItem(soup)], selectedQrOrderItem: null });
  expect([sold.status, sold.answer.tokenNo]).toEqual([200, 1]);
  till.emit('new_order_backend', { tokenNo: sold.answer.tokenNo, orderId: sold.answer.orderId }, waiter.storage.user?.tenant_id);
  await until(() => received.length > 0);
  const [ticket] = (await cook.get('/kitchen')).answer;
  for (const status of ['preparing', 'completed']) {
    expect((await cook.post(`/kitchen/${ticket.items[0].id}`, { status })).status).toBe(200);
  }

  // a guest, and one who types a phone as at home abroad
  const code = init.storeSettings.unique_qr_code;
  const tableId = init.storeTables[0].encrypted_id;
  const { answer: menu } = await device().get(`/qrmenu/${code}?tableId=${tableId}`);
  const diner = { deliveryType: null, cartItems: [toCartItem(menu.menuItems[0])], tableId };
  const places = [
    { ...diner, customerType: 'WALKIN', customer: null },
    { ...diner, customerType: 'CUSTOMER', customer: { name: 'Asha', phone: '9812345678' } },
  ];
  for (const body of places) expect((await device().post(`/qrmenu/${code}/place-order`, body)).status).toBe(200);
  await until(() => rings.length === 2);
  expect((await waiter.get('/pos/qrorders/count')).answer.totalQROrders).toBe(2);
  for (const qrOrder of (await waiter.get('/pos/qrorders')).answer)
    expect((await waiter.post('/pos/create-order', toSale(qrOrder))).status).toBe(200);

  // a quiet hour, in which the access cookie runs out; then the kitchen's line breaks for a moment
  await until(() => received.filter((event) => event === 'new_order').length === 3);
  pass(HOUR);
  expect(cook.jar.headerFor('/api/v1/kitchen')).not.toContain('comanda_access');
  const isBack = new Promise((resolve) => line.once('authenticated', resolve));
  line.io.engine.close();
  await isBack;
  const before = received.length;
  expect((await waiter.post('/pos/create-order', { ...order, cart: [toCartItem(soup)] })).status).toBe(200);
  await until(() => received.length > before);

  // a draft of before a change of price
  await owner.post(`/menu-items/update/${soup.id}`, { title: 'Soup', price: '5.00', netPrice: null, categoryId: null, taxId: soup.tax_id });
  const stale = await waiter.post('/pos/create-order', { ...order, cart: draft });
  expect([stale.status, stale.answer.tokenNo]).toEqual([200, 5]);

  // the table pays
  const [table] = (await waiter.get('/orders')).answer;
  const { answer: bill } = await waiter.post('/orders/complete-order-payment-summary', { orderIds: table.order_ids });
  // four soups at 4.50 and two at 5.00, ten percent on top
  expect([bill.subtotal, bill.taxTotal, bill.total]).toEqual([28, 2.8, 30.8]);
  const sums = { subTotal: bill.subtotal, taxTotal: bill.taxTotal, total: bill.total };
  expect((await waiter.post('/orders/complete-and-pay-order', { orderIds: table.order_ids, ...sums })).status).toBe(200);

  // in December the same day of the next month is in the next year: a client proposes none
  const { status, answer: invoices } = await waiter.get('/invoices?type=custom&from=2026-12-15&to=null');
  expect([status, invoices.map(({ total }: { total: number }) => total)]).toEqual([200, [30.8]]);
  expect((await waiter.get('/reports?type=today&from=null&to=null')).answer).toMatchObject({ ordersCount: 5, revenueTotal: 30.8 });

  const cancelled = await owner.post('/auth/cancel-subscription', { id: null });
  expect([cancelled.status, cancelled.answer.message]).toEqual([409, 'There is no subscription to cancel.']);
  await waiter.post('/auth/signout');
  expect(waiter.jar.names()).not.toContain(MARKER);
  expect((await waiter.get('/pos/init')).status).toBe(401);
});

test('a kitchen whose line was opened before somebody signed in hears the orders after it', async () => {
  const { waiter, cook, device } = await open();
  const fresh = device();
  const line = fresh.openLine();
  const refused = new Promise((resolve) => line.once('unauthorized', resolve));
  line.connect();
  await refused;

  // signed in meanwhile, without a reload
  fresh.jar.take(
    cook.jar
      .headerFor('/socket.io/')
      .split('; ')
      .map((pair) => `${pair}; Path=/socket.io`),
  );
  fresh.storage.user = cook.storage.user!;
  await new Promise((resolve) => line.once('authenticated', resolve));
  const received: unknown[] = [];
  line.on('new_order', (payload) => received.push(payload));
  const { answer: init } = await waiter.get('/pos/init');
  const sold = await waiter.post('/pos/create-order', { cart: [toCartItem(init.menuItems[0])], tableId: '', customerId: null });
  await until(() => received.length > 0);
  expect(received).toMatchObject([{ tokenNo: 1, orderId: sold.answer.orderId }]);
});
