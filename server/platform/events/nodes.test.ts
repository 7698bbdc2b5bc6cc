import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'redis';
import type { Socket } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { signIn } from '#contract/auth.ts';
import { removeDevice, listDevices } from '#contract/devices.ts';
import { createOrder } from '#contract/pos.ts';
import { openDatabases } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { urlFor } from '#server/platform/database/roles.ts';
import { callAs, openOwnDatabase, openRestaurant, openVisitor } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { freePort, startRedis } from '#server/testing/redis.ts';
import { connect, openListening, until } from '#server/testing/sockets.ts';

/** A restaurant whose waiter is on the first of two nodes and whose kitchen listens on the second. */
const openScene = async (redisUrl: string | undefined) => {
  const [first, second] = [await openListening({ config: { redisUrl } }), await openListening({ config: { redisUrl } })];
  const mine = await withMenu(await openRestaurant({ app: first }));
  const cook = await mine.colleague('KITCHEN');
  const kitchen = await connect(second, cook.cookies);
  const received: number[] = [];
  kitchen.on('new_order', (_: unknown, { seq }: { seq: number }) => received.push(seq));
  const stranger = await openRestaurant({ app: second });
  const foreign = await connect(second, stranger.cookies);
  const overheard: unknown[] = [];
  foreign.onAny((...message: unknown[]) => overheard.push(message));
  const order = async () => {
    const { status } = await mine.admin(createOrder, { body: { cart: [{ id: mine.menu.soup, quantity: 1 }] } });
    expect(status).toBe(200);
  };
  /** what the kitchen was told, each number once */
  const tickets = () => new Set(received).size;
  return { ...mine, first, second, cook, kitchen, order, tickets, overheard };
};

/**
 * Looking once a second finds three removed devices in a row in two seconds, or little less, as the second and the third wait for a
 * whole one, and so it does with five orders: both the outbox and the sockets look, and may do so one right after the other.
 */
const FOUND_BY_LOOKING = 1500; // ms
/** Whether it goes faster than by looking; a busy machine may need several tries. */
const isTold = async (once: () => Promise<void>, prepare = async () => {}): Promise<boolean> => {
  for (let tries = 0; tries < 10; tries++) {
    await prepare();
    const began = Date.now();
    await once();
    if (Date.now() - began < FOUND_BY_LOOKING) return true;
  }
  return false;
};

test('an order on one node is received on another at once, by its own restaurant only', async () => {
  const { url } = await startRedis();
  const { order, tickets, overheard } = await openScene(url);
  await pause(500); // the nodes meet
  const five = async () => {
    for (const _ of [1, 2, 3, 4, 5]) {
      const before = tickets();
      await order();
      await until(() => tickets() === before + 1);
    }
  };
  expect(await isTold(five)).toBe(true);
  expect(overheard).toEqual([]);
});

test('a device that is removed on one node loses its socket on another at once', async () => {
  const { url } = await startRedis();
  const { first, second, colleague } = await openScene(url);
  await pause(500);
  const waiter = await colleague('POS');
  const call = callAs(first, waiter.cookies);
  const sockets: Socket[] = [];
  const removeAll = async () => {
    for (const { device_id } of (await call(listDevices, {})).reply.filter(({ isMyDevice }) => !isMyDevice)) {
      const open = sockets.filter(({ connected }) => connected).length;
      await call(removeDevice, { body: { device_id } });
      await until(() => sockets.filter(({ connected }) => connected).length === open - 1);
    }
  };
  const addThree = async () => {
    for (const _ of [1, 2, 3]) sockets.push(await connect(second, await waiter.otherDevice()));
  };
  expect(await isTold(removeAll, addThree)).toBe(true);
});

test('two installations on one Redis share neither channels nor counters, and the nodes of one share both', async () => {
  const { url } = await startRedis();
  const redis = await createClient({ url }).connect();
  onTestFinished(() => redis.destroy());
  const own = await openOwnDatabase();
  onTestFinished(own.close);
  // the files of its cluster are a copy, so only another database in it is another installation
  const other = new URL(own.ownerUrl);
  other.pathname = '/other';
  await own.database.query('create database other');
  await migrate(other.href);
  const databases = openDatabases(
    urlFor(other.href, 'comanda_app'),
    urlFor(other.href, 'comanda_worker'),
    urlFor(other.href, 'comanda_platform'),
  );
  const config = { redisUrl: url };
  const nodes = [await openListening({ config }), await openListening({ config }), await openListening({ config, databases })];
  onTestFinished(async () => {
    await nodes[2]!.close();
    await databases.close();
  });
  // of all nodes, and one of each node
  await expect.poll(async () => (await redis.pubSubChannels()).length, { timeout: 15_000 }).toBe(5);
  for (const node of nodes) {
    const visitor = await openVisitor(node);
    await visitor(signIn, { body: { username: 'nobody@example.com', password: 'wrong' } });
  }
  const installationsOf = (names: string[]) => new Set(names.map((name) => /^comanda:(\d+-\d+)[#:]/.exec(name)?.[1]));
  expect(installationsOf(await redis.pubSubChannels()).size).toBe(2);
  expect(installationsOf(await redis.keys('*'))).toEqual(installationsOf(await redis.pubSubChannels()));
});

test('without Redis, before it comes, while it is gone and after it is back, every order is taken and received', async () => {
  const port = await freePort();
  const { order, tickets, overheard } = await openScene(`redis://127.0.0.1:${port}`);
  await order();
  await until(() => tickets() === 1);

  const { child } = await startRedis(port);
  const gone = once(child, 'exit'); // its port is free only then
  await pause(1500);
  await order();
  await until(() => tickets() === 2);

  child.kill('SIGKILL');
  await order();
  await order();
  await until(() => tickets() === 4);
  await gone;

  await startRedis(port);
  await pause(1500);
  await order();
  await until(() => tickets() === 5);
  expect(overheard).toEqual([]);
});

test.each([
  ['while Redis is silent', false],
  ['while Redis breaks off', true],
])('a server that ends %s leaves no failure behind that nobody catches', async (_, breaksOff) => {
  const port = await freePort();
  const silent = createServer((line) => {
    line.on('error', () => {});
    if (breaksOff) setTimeout(() => line.destroy(), 20);
  }).listen(port, '127.0.0.1');
  onTestFinished(() => void silent.close());
  const uncaught: unknown[] = [];
  const onRejection = (problem: unknown) => void uncaught.push(problem);
  process.on('unhandledRejection', onRejection);
  onTestFinished(() => void process.off('unhandledRejection', onRejection));

  const app = await openListening({ config: { redisUrl: `redis://127.0.0.1:${port}` } });
  await pause(200);
  await app.close();
  await pause(1500); // a line that broke off is tried again after a second
  expect(uncaught).toEqual([]);
});

test('a Redis that lets nodes into no channel ends none of them, and is listened to as soon as it does', async () => {
  const { port, url } = await startRedis();
  const redis = await createClient({ url }).connect();
  onTestFinished(() => redis.destroy());
  await redis.sendCommand(['ACL', 'SETUSER', 'node', 'on', '>secret', '~*', '+@all', 'resetchannels']);
  // a rejection that nobody listens to makes this run of Vitest fail, whatever the test says
  const { order, tickets } = await openScene(`redis://node:secret@127.0.0.1:${port}`);
  await order();
  await until(() => tickets() === 1);
  await redis.sendCommand(['ACL', 'SETUSER', 'node', 'allchannels']);
  const five = async () => {
    for (const _ of [1, 2, 3, 4, 5]) {
      const before = tickets();
      await order();
      await until(() => tickets() === before + 1);
    }
  };
  expect(await isTold(five)).toBe(true);
});

test('the lines to a Redis that has nothing to say stay open', async () => {
  const { url } = await startRedis();
  await openScene(url);
  const redis = await createClient({ url }).connect();
  onTestFinished(() => redis.destroy());
  const lines = async () =>
    String(await redis.sendCommand(['CLIENT', 'LIST']))
      .split('\n')
      .map((line) => /^id=(\d+)/.exec(line)?.[1])
      .filter(Boolean);
  await pause(1000);
  const before = await lines();
  expect(before.length).toBeGreaterThan(4);
  await pause(8000); // longer than a line may be silent
  expect((await lines()).toSorted()).toEqual(before.toSorted());
});

test('a Redis that hangs keeps nobody waiting', async () => {
  const { url, child } = await startRedis();
  const { order, tickets } = await openScene(url);
  await pause(500);
  child.kill('SIGSTOP');
  // as long as a busy machine may need; Redis hangs for ever
  expect(await Promise.race([order().then(() => 'taken'), pause(20_000, 'waits')])).toBe('taken');
  await until(() => tickets() === 1);
});

test('a server that has to learn of Redis is not ready while it is away', async () => {
  const { url, child } = await startRedis();
  const { first } = await openScene(url);
  const ready = async () => (await first.inject('/readyz')).statusCode;
  await pause(300);
  expect(await ready()).toBe(200);
  child.kill('SIGKILL');
  await pause(200);
  expect(await ready()).toBe(503);
});
