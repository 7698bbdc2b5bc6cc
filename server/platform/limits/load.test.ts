import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/index.ts';
import { createOrder } from '#contract/pos.ts';
import { openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { loadClassOf, measureLag, smoothed } from './load.ts';

const open = async () => {
  const load = { lag: 0 };
  const app = await openApp({ lag: () => load.lag, pages: () => '<p>a page</p>' });
  const { admin, cookies } = await openRestaurant({ app });
  const ask = async (method: 'GET' | 'POST', url: string) => {
    const { statusCode, headers } = await app.inject({ method, url, cookies, ...(method === 'POST' && { payload: {} }) });
    if (statusCode === 503) expect(headers['retry-after']).toBe('2');
    return statusCode;
  };
  const classes = {
    stranger: () => ask('GET', '/api/v1/qrmenu/nobodyhasthisqrcode21'),
    diner: () => ask('GET', '/m/nobodyhasthisqrcode21'),
    reports: () => ask('GET', '/api/v1/reports?type=today'),
    till: () => ask('GET', '/api/v1/orders'),
    renewal: () => ask('POST', '/api/v1/auth/refresh-token'),
    order: () => ask('POST', '/api/v1/pos/create-order'),
    watcher: () => ask('GET', '/healthz'),
  };
  /** Who is refused when the event loop is so far behind. */
  const refusedAt = async (lag: number) => {
    load.lag = lag;
    const refused = [];
    for (const [name, call] of Object.entries(classes)) if ((await call()) === 503) refused.push(name);
    return refused;
  };
  return { refusedAt, admin, load };
};

test.each([
  [0, []],
  [149, []],
  [150, ['stranger', 'diner']],
  [299, ['stranger', 'diner']],
  [300, ['stranger', 'diner', 'reports']],
  [449, ['stranger', 'diner', 'reports']],
  [450, ['stranger', 'diner', 'reports', 'till']],
  [499, ['stranger', 'diner', 'reports', 'till']],
  [500, ['stranger', 'diner', 'reports', 'till', 'renewal', 'order']],
])('%i ms behind, the node refuses %j', async (lag, wanted) => {
  expect(await (await open()).refusedAt(lag)).toEqual(wanted);
});

test('the answer says when to come again', async () => {
  const { admin, load } = await open();
  load.lag = 1000;
  const { status, reply, response } = await admin(createOrder, { body: { cart: [] } });
  expect([status, reply, response.headers['retry-after']]).toEqual([
    503,
    { success: false, code: 'unavailable', message: 'The server is busy. Please try again!' },
    '2',
  ]);
});

test('tills and kitchens are the last to be refused', () => {
  const of = (path: string) => new Set(endpoints.filter((one) => one.path.startsWith(path)).map(loadClassOf));
  expect(of('/pos')).toEqual(new Set(['till']));
  expect(of('/orders')).toEqual(new Set(['till']));
  expect(of('/kitchen')).toEqual(new Set(['till']));
  expect(of('/print/')).toEqual(new Set(['till']));
  expect(of('/reports')).toEqual(new Set(['office']));
  expect(of('/qrmenu')).toEqual(new Set(['public']));
  expect(of('/settings/store-setting/pause-qr')).toEqual(new Set(['till']));
});

test('a single pause is no load, a node that is behind for a second is, and what the machine does besides is not its own', () => {
  const after = (...late: number[]) => late.reduce((lag, ms) => smoothed(lag, 100 + ms, 100 + ms), 0);
  expect(after(400)).toBeLessThan(150);
  expect(after(60_000)).toBeLessThan(450);
  expect(after(300, 300, 300)).toBeGreaterThan(150);
  expect(after(600, 600, 600, 600, 600, 600)).toBeGreaterThan(500);
  expect(after(60_000, 0, 0, 0, 0, 0)).toBeLessThan(150);
  expect(smoothed(0, 600, 0)).toBe(0);
  expect(smoothed(0, 600, 300)).toBeCloseTo(after(500) / 2);
});

test('a loop that is blocked is seen to be behind until it has caught up', async () => {
  const measured = measureLag();
  for (let block = 0; block < 50 && measured.read() < 20; block++) {
    for (const end = performance.now() + 400; performance.now() < end; );
    await pause(1);
  }
  expect(measured.read()).toBeGreaterThanOrEqual(20);
  for (let looks = 0; measured.read() > 10 && looks < 200; looks++) await pause(50);
  expect(measured.read()).toBeLessThanOrEqual(10);
  measured.stop();
});
