import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type App, openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { openListening } from '#server/testing/sockets.ts';

/** By a stranger, or by whoever these cookies name. */
const send = async (url: string, bytes: number, { app, cookies = {} }: { app?: App; cookies?: Record<string, string> } = {}) => {
  const response = await (app ?? (await openApp())).inject({
    method: 'POST',
    cookies,
    url: `/api/v1${url}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username: 'x'.repeat(bytes) }),
  });
  return [response.statusCode, (response.json() as { code: string }).code];
};

test.each(['/auth/signin', '/auth/signup', '/auth/forgot-password', '/superadmin/signin', '/auth/refresh-token'])(
  'what anybody may call takes 64 KB and no more: %s',
  async (url) => {
    expect(await send(url, 1_000_000)).toEqual([413, 'too_large']);
    expect(await send(url, 65_536)).toEqual([413, 'too_large']);
    expect((await send(url, 60_000))[0]).not.toBe(413);
  },
);

test('the payment provider’s message may be longer than what anybody may send, and a member’s body as long as ever', async () => {
  expect((await send('/auth/stripe-webhook', 200_000))[0]).not.toBe(413);
  expect((await send('/pos/create-order', 900_000))[0]).toBe(401);
});

test('a menu file may be longer than any other body of a member', async () => {
  const app = await openApp();
  const owner = { app, cookies: (await openRestaurant({ app })).cookies };
  expect(await send('/pos/create-order', 1_000_000, owner)).toEqual([413, 'too_large']);
  expect((await send('/menu-items/import', 5_900_000, owner))[0]).toBe(400);
  expect(await send('/menu-items/import', 6_000_000, owner)).toEqual([413, 'too_large']);
});

test('a stranger is refused before what they send is read', async () => {
  const app = await openListening();
  const { port } = app.server.address() as AddressInfo;
  const wire = connect(port, '127.0.0.1');
  onTestFinished(() => void wire.destroy());
  wire.write('POST /api/v1/menu-items/import HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000000\r\n\r\n{');
  const [answer] = (await once(wire, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 401 /);
});
