import { connect, createServer, type Socket as Connection } from 'node:net';
import { io } from 'socket.io-client';
import { afterAll, expect, test } from 'vitest';
import { listKitchenOrders } from '#contract/kitchen.ts';
import { cancelOrders, completeOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { openListening } from '#server/testing/sockets.ts';

const SCREENS = 3;
const CUTS = 50;
const ORDERS = 500;
/** orders of each ten that leave the kitchen again */
const TAKEN = 6;

/** What is used of the browser's own code; it is compiled with the web, where the DOM's types are, and therefore loaded by its name. */
interface Announcement {
  type: string;
  payload?: { orderId?: number };
  seq: number;
  late: boolean;
}
interface Announcements {
  openRealtime: (parts: { tenantId: number; socket: object; missed: (after: number) => Promise<unknown> }) => {
    start: () => void;
    stop: () => void;
    subscribe: (listener: (event: Announcement) => void) => unknown;
    connection: () => string;
  };
}
interface Ringer {
  openRinger: () => (event: Announcement) => boolean;
}
interface Coalesce {
  openCoalescer: (reload: () => Promise<unknown>) => { go: () => void; stop: () => void };
}
const load = async <T>(name: string): Promise<T> => (await import(name)) as T;

const closing: (() => unknown)[] = [];
afterAll(() => closing.forEach((close) => close()));

/** A wire to the server that can be cut, with everything on it. */
const openWire = async (port: number) => {
  const connections = new Set<Connection>();
  let isCut = false;
  const wire = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      connections.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        connections.delete(end);
        other.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  closing.push(() => wire.close());
  const address = wire.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    cut: () => {
      isCut = true;
      for (const connection of connections) connection.destroy();
    },
    restore: () => {
      isCut = false;
    },
  };
};

interface Order {
  id: number;
  items: { status: string }[];
}

/** What a kitchen's screen does with what it hears, by the browser's own code. */
const openScreen = async (origin: string, tenantId: number, cookies: Record<string, string>) => {
  const { openRealtime } = await load<Announcements>('#web/platform/announcements.ts');
  const { openRinger } = await load<Ringer>('#web/platform/ringer.ts');
  const { openCoalescer } = await load<Coalesce>('#web/platform/coalesce.ts');
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${origin}/api/v1${path}`, { headers: { cookie } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as T;
  };
  const screen = { tickets: [] as number[], cancelled: 0, received: [] as Announcement[], sounded: [] as number[], losses: 0 };
  const isToSound = openRinger();
  const reload = openCoalescer(async () => {
    try {
      const { orders } = await ask<{ orders: Order[] }>('/kitchen/board');
      screen.tickets = orders.filter(({ items }) => items.some(({ status }) => status !== 'cancelled')).map(({ id }) => id);
      screen.cancelled = orders.length - screen.tickets.length;
    } catch {
      // the screen's cache asks again by itself after a failure
      setTimeout(reload.go, 100);
    }
  });
  const socket = io(origin, {
    autoConnect: false,
    reconnectionDelay: 10,
    reconnectionDelayMax: 50,
    extraHeaders: { cookie },
    transports: ['websocket'],
  });
  socket.on('disconnect', () => (screen.losses += 1));
  const realtime = openRealtime({ tenantId, socket, missed: (after) => ask(`/events?after=${after}`) });
  realtime.subscribe((event) => {
    screen.received.push(event);
    if (isToSound(event)) screen.sounded.push(event.seq);
    reload.go();
  });
  realtime.start();
  closing.push(realtime.stop, reload.stop);
  return { screen, isOnline: () => realtime.connection() === 'online' };
};

const until = async (isSo: () => boolean, what: string) => {
  for (const end = Date.now() + 20_000; !isSo(); await new Promise((resolve) => setTimeout(resolve, 5)))
    if (Date.now() > end) throw new Error(`Not within 20 s: ${what}`);
};

test('the wire is cut 50 times during 500 orders: each display ends with exactly the open tickets, each order announced and sounded once', async () => {
  const app = await openListening();
  const { admin, tenantId, cookies, menu } = await withMenu(await openRestaurant({ app }));
  const address = app.server.address();
  const wire = await openWire(typeof address === 'object' ? address!.port : 0);
  const screens = await Promise.all(Array.from({ length: SCREENS }, () => openScreen(wire.origin, tenantId, cookies)));
  const allOnline = () => until(() => screens.every(({ isOnline }) => isOnline()), 'every display is connected again');
  await allOnline();
  await until(() => screens.every(({ screen }) => screen.received[0]?.type === 'reload'), 'every display knows where it starts');

  const placed: number[] = [];
  const sell = async (count: number) => {
    for (let sold = 0; sold < count; sold++)
      placed.push((await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply.orderId);
  };
  for (let cut = 0; cut < CUTS; cut++) {
    await sell(4);
    wire.cut();
    await sell(4);
    // most leave the kitchen again, unseen by a display that is cut off
    await admin(cut % 2 ? completeOrders : cancelOrders, { body: { orderIds: placed.slice(-TAKEN - 1, -1) } });
    wire.restore();
    await sell(2);
    await allOnline();
  }

  expect(placed).toHaveLength(ORDERS);
  const expected = (await admin(listKitchenOrders, { query: {} })).reply.map(({ id }) => id);
  expect(expected.length).toBeGreaterThan(100);
  for (const { screen } of screens) {
    const arrived = () => screen.received.filter(({ type }) => type === 'new_order');
    await until(() => arrived().length >= ORDERS && screen.tickets.length === expected.length, 'everything has arrived');
    expect(screen.tickets).toEqual(expected);
    // no cook has seen yet what was cancelled
    expect(screen.cancelled).toBe((CUTS / 2) * TAKEN);
    expect(arrived().map(({ payload }) => payload?.orderId)).toEqual(placed);
    expect(screen.losses).toBeGreaterThanOrEqual(CUTS);
    expect(new Set(screen.sounded).size).toBe(screen.sounded.length);
    // what came live sounds by itself; what was missed sounds with the first of those that were missed with it
    const silent = arrived().filter(({ seq }) => !screen.sounded.includes(seq));
    expect(silent.filter(({ late }) => !late)).toEqual([]);
    const before = (seq: number) => arrived().findLast((event) => event.seq < seq);
    expect(silent.filter(({ seq }) => !before(seq)?.late)).toEqual([]);
  }
}, 60_000);
