import { expect, test } from 'vitest';
import { getProfile } from '#contract/auth.ts';
import { createOrder } from '#contract/pos.ts';
import { openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { connect, openListening } from '#server/testing/sockets.ts';

test('says what Prometheus asks: requests by route and status, orders, sockets, outbox, connections', async () => {
  const app = await openListening();
  const { admin, menu, cookies, username } = await withMenu(await openRestaurant({ app }));
  await connect(app, cookies);
  await admin(getProfile, {});
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } });
  await app.inject('/api/v1/pos/qrorders/update-status/7777777?phone=5550199');
  const figures = async () => (await app.inject('/metrics')).payload;
  let text = await figures();
  // announced in the moment after the order
  for (let tries = 0; tries < 50 && !text.includes('comanda_orders_total 1'); tries++) text = await figures();

  expect(text).toContain('comanda_orders_total 1');
  expect(text).toContain('comanda_sockets 1');
  expect(text).toContain('comanda_http_request_duration_seconds_count{method="GET",route="/api/v1/auth/profile",status="200"} 1');
  expect(text).toMatch(/comanda_outbox_lag_events \d+/);
  expect(text).toMatch(/comanda_database_connections\{pool="app",state="waiting"\} 0/);
  expect(text).toContain('comanda_process_cpu_seconds_total');
  for (const personal of [username, '7777777', '5550199']) expect(text).not.toContain(personal);
});

test('without a token it is for this machine alone, and with one for its bearer', async () => {
  const open = await openApp();
  const status = async (app: typeof open, remoteAddress: string, headers = {}) =>
    (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
  expect(await status(open, '127.0.0.1')).toBe(200);
  expect(await status(open, '::ffff:127.0.0.1')).toBe(200);
  expect(await status(open, '10.1.2.3')).toBe(404);
  expect(await status(open, '127.0.0.1', { 'x-forwarded-for': '10.1.2.3' })).toBe(404);

  const guarded = await openApp({ config: { metricsToken: 'a long secret' } });
  expect(await status(guarded, '127.0.0.1')).toBe(404);
  expect(await status(guarded, '10.1.2.3', { authorization: 'Bearer a long secret' })).toBe(200);
  expect(await status(guarded, '10.1.2.3', { authorization: 'Bearer a long secreT' })).toBe(404);
  // as many characters, and more bytes
  expect(await status(guarded, '10.1.2.3', { authorization: 'Bearer a long secreé' })).toBe(404);
});
