import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { openRestaurant, openVisitor, type App } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { connect, openListening, until } from '#server/testing/sockets.ts';

const EVENTS = ['new_order', 'order_update', 'new_qrorder'];

/** A diner's socket, as it comes through a proxy. */
const dine = async (app: App, forwarded: string) => {
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const socket = io(`http://127.0.0.1:${port}`, {
    extraHeaders: { 'x-forwarded-for': forwarded },
    reconnection: false,
    transports: ['websocket'],
    multiplex: false,
  });
  onTestFinished(() => void socket.close());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
};

test('a diner’s order reaches the tills of its restaurant alone; what diners relay reaches nobody', async () => {
  const app = await openListening();
  const mine = await withMenu(await openRestaurant({ app }));
  const theirs = await openRestaurant({ app });
  await mine.admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true } });
  const { uniqueQRCode: qrcode } = (await mine.admin(getStoreSetting, {})).reply;
  const [till, stranger, diner] = [await connect(app, mine.cookies), await connect(app, theirs.cookies), await connect(app, {})];
  const received: unknown[] = [];
  for (const event of EVENTS) till.on(event, (payload, { seq }) => received.push([event, payload, seq]));
  const elsewhere: unknown[] = [];
  for (const socket of [stranger, diner]) for (const event of EVENTS) socket.on(event, (payload) => elsewhere.push(payload));

  for (const relayed of [qrcode, null, { toString: 1 }, 'x'.repeat(5000)]) diner.emit('new_qrorder_backend', relayed);
  diner.emit('new_order_backend', { tokenNo: 1, orderId: 1 }, mine.tenantId);
  const visitor = await openVisitor(app);
  const cartItems = [{ id: mine.menu.soup, quantity: 1 }];
  const { reply } = await visitor(placeQrOrder, { params: { qrcode }, body: { deliveryType: null, cartItems, customerType: 'WALKIN' } });
  await until(() => received.length > 0);

  expect(received).toEqual([['new_qrorder', { orderId: reply.orderId }, 1]]);
  expect(elsewhere).toEqual([]);
  expect(diner.connected).toBe(true);
});

test('one address has fifty sockets without a session at most; those of members and of other addresses do not count', async () => {
  const app = await openListening({ config: { trustProxy: true } });
  const { cookies } = await openRestaurant({ app });
  const open = await Promise.all(Array.from({ length: 50 }, () => dine(app, '198.51.100.7, 203.0.113.1')));

  const tooMany = await dine(app, '203.0.113.1');
  await until(() => tooMany.disconnected);

  expect(open.every(({ connected }) => connected)).toBe(true);
  const others = [await dine(app, '203.0.113.1, 203.0.113.2'), await connect(app, cookies)];
  open[0]!.close();
  open[1]!.close();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const next = [await dine(app, '203.0.113.1'), await dine(app, '203.0.113.1')];
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([...others, ...next].every(({ connected }) => connected)).toBe(true);
});
