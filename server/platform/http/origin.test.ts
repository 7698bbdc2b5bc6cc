import { expect, test } from 'vitest';
import { openApp } from '#server/testing/restaurant.ts';
import { openListening } from '#server/testing/sockets.ts';

type Settings = NonNullable<Parameters<typeof openApp>[0]>['config'];

/** What a call that changes something is answered, by its headers. */
const posting = async (config: Settings = {}) => {
  const app = await openApp({ config });
  return async (headers: Record<string, string>) =>
    (await app.inject({ method: 'POST', url: '/api/v1/auth/signout', headers: { host: 'pos.example.com', ...headers } })).statusCode;
};

test('an unsafe call from a foreign page is refused, one from our own is not', async () => {
  const post = await posting();
  expect(await post({ origin: 'https://evil.example' })).toBe(403);
  expect(await post({ origin: 'null' })).toBe(403);
  expect(await post({ origin: 'http://localhost:3000' })).toBe(200);
  expect(await post({ origin: 'http://till.local', host: 'till.local' })).toBe(200);
  expect(await post({ origin: 'http://till.local', host: 'TILL.local:80' })).toBe(200);
  expect(await post({})).toBe(200);
});

test('the scheme of a page counts as its host does', async () => {
  const post = await posting();
  expect(await post({ origin: 'https://pos.example.com' })).toBe(403);
  // nobody stands before us who could have written it
  expect(await post({ origin: 'https://pos.example.com', 'x-forwarded-proto': 'https' })).toBe(403);

  const behind = await posting({ trustProxy: true });
  expect(await behind({ origin: 'https://pos.example.com', 'x-forwarded-proto': 'https' })).toBe(200);
  expect(await behind({ origin: 'http://pos.example.com', 'x-forwarded-proto': 'https' })).toBe(403);
  // what the browser claims comes before what the proxy adds
  expect(await behind({ origin: 'http://pos.example.com', 'x-forwarded-proto': 'http, https' })).toBe(403);

  const secure = await posting({ publicUrl: 'https://pos.example.com', production: true });
  expect(await secure({ origin: 'https://pos.example.com' })).toBe(200);
  expect(await secure({ origin: 'http://pos.example.com' })).toBe(403);
});

test('in production a Host header makes no page ours', async () => {
  const post = await posting({ publicUrl: 'https://pos.example.com', production: true });
  expect(await post({ origin: 'http://evil.example', host: 'evil.example' })).toBe(403);
  expect(await post({ origin: 'https://pos.example.com', host: 'elsewhere' })).toBe(200);
});

test('what the browser says of the page counts without an Origin too', async () => {
  const post = await posting();
  for (const site of ['cross-site', 'same-site', 'anything']) expect(await post({ 'sec-fetch-site': site })).toBe(403);
  for (const site of ['same-origin', 'none']) expect(await post({ 'sec-fetch-site': site })).toBe(200);
  expect(await post({ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' })).toBe(403);
});

test('a page of ALLOWED_ORIGINS may call and read, with its cookies', async () => {
  const till = 'https://till.example.com';
  const app = await openApp({ config: { publicUrl: 'https://pos.example.com', production: true, allowedOrigins: [till] } });
  const headers = { origin: till, 'sec-fetch-site': 'same-site' };

  const asked = await app.inject({
    method: 'OPTIONS',
    url: '/api/v1/pos/create-order',
    headers: { ...headers, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type,idempotency-key' },
  });
  expect(asked.statusCode).toBe(204);
  expect(asked.headers).toMatchObject({
    'access-control-allow-origin': till,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'content-type,idempotency-key',
  });

  const posted = await app.inject({ method: 'POST', url: '/api/v1/auth/signout', headers });
  expect(posted.statusCode).toBe(200);
  expect(posted.headers).toMatchObject({ 'access-control-allow-origin': till, 'access-control-allow-credentials': 'true' });

  const foreign = { origin: 'https://evil.example' };
  expect((await app.inject({ method: 'POST', url: '/api/v1/auth/signout', headers: foreign })).statusCode).toBe(403);
  const read = await app.inject({ method: 'GET', url: '/api/v1/auth/profile', headers: foreign });
  expect(read.headers).not.toHaveProperty('access-control-allow-origin');
});

test('sockets ask the same', async () => {
  const till = 'https://till.example.com';
  const app = await openListening({ config: { publicUrl: 'https://pos.example.com', production: true, allowedOrigins: [till] } });
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const opening = (origin?: string) =>
    fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`, { headers: origin ? { origin } : {} });

  expect((await opening(`http://127.0.0.1:${port}`)).status).toBe(403);
  expect((await opening('http://pos.example.com')).status).toBe(403);
  expect((await opening('https://pos.example.com')).status).toBe(200);
  expect((await opening()).status).toBe(200);
  const allowed = await opening(till);
  expect(allowed.status).toBe(200);
  expect(allowed.headers.get('access-control-allow-origin')).toBe(till);
  // together less than 10 s: so soon a terminal notices that a server hangs, and says so
  expect(JSON.parse((await allowed.text()).slice(1))).toMatchObject({ pingInterval: 5000, pingTimeout: 4000 });
});
