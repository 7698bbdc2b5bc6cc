import { io, type Socket } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import { signOut } from '#contract/auth.ts';
import { cancelOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { listEvents } from '#contract/events.ts';
import { database, databases, openApp, openRestaurant, type App } from '#server/testing/restaurant.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { withMenu } from '#server/testing/menu.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

const listening = async () => {
  const app = await openApp();
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
};

interface Received {
  type: string;
  payload: Record<string, unknown>;
  seq: number;
}

const connect = async (app: App, cookies: Record<string, string> = {}) => {
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const socket = io(`http://127.0.0.1:${port}`, { extraHeaders: { cookie }, reconnection: false, transports: ['websocket'] });
  sockets.push(socket);
  const received: Received[] = [];
  for (const type of ['new_order', 'order_update', 'new_qrorder'])
    socket.on(type, (payload, { seq }) => received.push({ type, payload, seq }));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, received };
};

const until = async (isDone: () => boolean) => {
  for (const end = Date.now() + 5000; !isDone() && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isDone()).toBe(true);
};

test('an order is announced to the terminals of its restaurant, with its number, and to nobody else', async () => {
  const app = await listening();
  const mine = await withMenu(await openRestaurant({ app }));
  const theirs = await openRestaurant({ app });
  const [till, stranger, visitor] = [await connect(app, mine.cookies), await connect(app, theirs.cookies), await connect(app)];

  const { reply } = await mine.admin(createOrder, { body: { cart: [{ id: mine.menu.soup, quantity: 1 }] } });
  await mine.admin(cancelOrders, { body: { orderIds: [reply.orderId] } });
  await until(() => till.received.length === 2);

  expect(till.received).toEqual([
    { type: 'new_order', payload: { tokenNo: 1, orderId: reply.orderId, checkIds: [expect.any(Number)] }, seq: 1 },
    { type: 'order_update', payload: { orderIds: [reply.orderId], checkIds: [expect.any(Number)] }, seq: 2 },
  ]);
  expect([stranger.received, visitor.received]).toEqual([[], []]);
});

test('what a newer node announced during an upgrade is passed on, and hides nothing after it', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  await databases.asTenant(tenantId, (db) => insertEvent(db, new Date(), 'a_word_of_tomorrow' as 'menu_update', {}));
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } });

  const { status, reply } = await admin(listEvents, { query: {} });

  expect([status, reply.events.map(({ type }) => type)]).toEqual([200, ['a_word_of_tomorrow', 'new_order']]);
});

test('what a terminal relays causes nothing', async () => {
  const app = await listening();
  const mine = await withMenu(await openRestaurant({ app }));
  const { socket, received } = await connect(app, mine.cookies);
  socket.emit('new_order_backend', { tokenNo: 7, orderId: 1 }, mine.tenantId);
  socket.emit('order_update_backend', mine.tenantId);
  socket.emit('new_qrorder_backend', 'code');

  await mine.admin(createOrder, { body: { cart: [{ id: mine.menu.soup, quantity: 1 }] } });
  await until(() => received.length > 0);

  expect(received.map(({ seq }) => seq)).toEqual([1]);
});

test('authenticate is answered for one’s own restaurant; another’s id or no session ends the socket', async () => {
  const app = await listening();
  const mine = await openRestaurant({ app });
  const theirs = await openRestaurant({ app });
  const ask = async (cookies: Record<string, string>, tenantId: unknown) => {
    const { socket } = await connect(app, cookies);
    const answer: { success: boolean } = await socket.emitWithAck('authenticate', tenantId);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [answer.success, socket.connected];
  };

  expect(await ask(mine.cookies, mine.tenantId)).toEqual([true, true]);
  expect(await ask(mine.cookies, String(mine.tenantId))).toEqual([true, true]);
  expect(await ask(mine.cookies, theirs.tenantId)).toEqual([false, false]);
  expect(await ask(mine.cookies, { toString: 'x' })).toEqual([false, false]);
  // a stranger's is closed some seconds later, so that a client whose session is over does not come back each second
  expect(await ask({}, mine.tenantId)).toEqual([false, true]);
});

test('signing out closes the sockets of the device, and leaves those of others open', async () => {
  const app = await listening();
  const { admin, cookies } = await openRestaurant({ app });
  const other = await openRestaurant({ app });
  const [mine, theirs] = [await connect(app, cookies), await connect(app, other.cookies)];

  await admin(signOut, {});
  await until(() => !mine.socket.connected);

  expect(theirs.socket.connected).toBe(true);
});

test('a foreign page cannot open a socket', async () => {
  const app = await listening();
  const { cookies } = await openRestaurant({ app });
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const headers = { origin: 'https://evil.example', cookie: `comanda_access=${cookies['comanda_access']}` };

  const response = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`, { headers });

  expect(response.status).toBe(403);
});

test('whoever was away asks for what was announced meanwhile', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const sell = async () => (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply.orderId;
  const orders = [await sell(), await sell(), await sell()];

  const { reply } = await admin(listEvents, { query: { after: '1' } });

  expect(reply).toEqual({
    seq: 3,
    reload: false,
    events: [
      { seq: 2, type: 'new_order', payload: { tokenNo: 2, orderId: orders[1], checkIds: [expect.any(Number)] } },
      { seq: 3, type: 'new_order', payload: { tokenNo: 3, orderId: orders[2], checkIds: [expect.any(Number)] } },
    ],
  });
  expect((await admin(listEvents, { query: { after: '3' } })).reply).toEqual({ seq: 3, reload: false, events: [] });
  expect((await admin(listEvents, { query: { after: '4' } })).reply).toEqual({ seq: 3, reload: true, events: [] });
});

test('whoever missed too much, or what is gone, is told to load everything again', async () => {
  const { admin, tenantId } = await openRestaurant();
  await database.query(
    "insert into events (tenant_id, seq, type, payload, created_at) select $1, n, 'order_update', '{\"orderIds\": [1]}', now() from generate_series(101, 700) n",
    [tenantId],
  );
  await database.query('update tenant_counters set event_seq = 700 where tenant_id = $1', [tenantId]);
  const after = async (seq: string) => (await admin(listEvents, { query: { after: seq } })).reply;

  expect(await after('100')).toMatchObject({ reload: true, events: [], seq: 700 }); // 600 at once
  expect(await after('50')).toMatchObject({ reload: true, events: [], seq: 700 }); // 51 to 100 are gone
  expect((await after('200')).events).toHaveLength(500);
});

test('any member may ask, a visitor may not, and nobody learns of another restaurant', async () => {
  const mine = await withMenu(await openRestaurant());
  const theirs = await openRestaurant();
  await mine.admin(createOrder, { body: { cart: [{ id: mine.menu.soup, quantity: 1 }] } });
  const anyone = await mine.staff();

  expect((await anyone(listEvents, { query: {} })).reply.seq).toBe(1);
  expect((await theirs.admin(listEvents, { query: {} })).reply).toEqual({ events: [], seq: 0, reload: false });
  expect((await anyone(listEvents, { query: { after: 'x' } as never })).status).toBe(400);
});

test('a session has 20 sockets and no more, and another one when one of them closes', async () => {
  const app = await listening();
  const restaurant = await openRestaurant({ app });
  const other = { cookies: await restaurant.ownersDevice() };
  const opened = await Promise.allSettled(Array.from({ length: 25 }, () => connect(app, restaurant.cookies)));

  const open = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value.socket] : []));
  const refusals = opened.flatMap((one) => (one.status === 'rejected' ? [String((one.reason as Error).message)] : []));
  expect([open.length, new Set(refusals)]).toEqual([20, new Set(['This device has too many connections open!'])]);
  expect((await connect(app, other.cookies)).socket.connected).toBe(true);

  open[0]!.close();
  for (let isIn = false; !isIn; )
    isIn = await connect(app, restaurant.cookies).then(
      () => true,
      () => false,
    );
  await expect(connect(app, restaurant.cookies)).rejects.toThrow('too many connections');
});

test('a terminal is told to notice within 10 s that nobody answers any more', async () => {
  const app = await listening();
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const opening = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`);
  const { pingInterval, pingTimeout } = JSON.parse((await opening.text()).slice(1)) as { pingInterval: number; pingTimeout: number };
  // a client waits for both before it takes the line for lost
  expect(pingInterval + pingTimeout).toBeLessThan(10_000);
});
