import { expect, test } from 'vitest';
import { endpointsByName } from '#contract/index.ts';
import { createOrder } from '#contract/pos.ts';
import { type Case, casesOf, faultOf, randomCases } from '#tools/hostile.ts';
import { openApp, openRestaurant, openSuperAdmin, type App } from './testing.ts';
import { withMenu } from './testing-menu.ts';

const DEEP = 5000;
/** cases; `npm run proof` sends ten times as many to a server of its own */
const AT_LEAST = 4000;

const ask = async (app: App, cookies: Record<string, string>, { method, url, body }: Case) => {
  const started = performance.now();
  const withBody = body !== undefined &&
    method !== 'GET' && { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await app.inject({ method, url, cookies, ...withBody });
  return {
    status: response.statusCode,
    text: response.body,
    type: String(response.headers['content-type'] ?? ''),
    ms: performance.now() - started,
  };
};

test('whatever is sent to whichever call, the answer is a sentence and never a 500', async () => {
  const app = await openApp();
  const { cookies: member, menu, admin } = await withMenu(await openRestaurant({ app }));
  const order = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply.orderId;
  const cookies = { ...member, ...(await openSuperAdmin(app)).cookies };
  // the end of one's own session would end the test
  const calls = [...endpointsByName].filter(([name]) => !name.startsWith('signOut'));
  const ids = { soup: menu.soup, order };
  const every = calls.flatMap(([name, endpoint]) => casesOf(name, endpoint, ids));
  const cases = [...every, ...randomCases(calls, ids, { count: Math.max(1000, AT_LEAST - every.length), seed: 7 })];

  const faults: string[] = [];
  for (const one of cases) {
    const fault = faultOf(await ask(app, cookies, one));
    if (fault) faults.push(`${one.what} → ${fault}`);
  }

  expect(faults).toEqual([]);
  expect(cases.length).toBeGreaterThanOrEqual(AT_LEAST);
}, 240_000);

test.each([
  ['broken JSON', '{"cart": [', 'application/json', 400],
  ['a prototype', '{"__proto__": {"role": "admin"}}', 'application/json', 400],
  ['a very deep list', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`, 'application/json', 400],
  ['more than a megabyte', JSON.stringify({ cart: 'x'.repeat(1_100_000) }), 'application/json', 413],
  ['a form', 'cart=1', 'application/x-www-form-urlencoded', 415],
  ['XML', '<cart/>', 'application/xml', 415],
  ['no type', 'hello', '', 415],
  ['nothing at all', '', 'application/json', 400],
])('%s as the body of an order gets its status and a sentence', async (_, payload, type, status) => {
  const { app, cookies } = await openRestaurant();
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/pos/create-order',
    cookies,
    payload,
    headers: type ? { 'content-type': type } : {},
  });

  expect(response.statusCode).toBe(status);
  expect(response.json()).toMatchObject({ success: false, message: expect.stringMatching(/!$/) });
});

test.each([['/api/v1/nothing'], ['/api/v1/kitchen/%'], ['/api/v1/%00'], ['/api'], [`/api/v1/kitchen/${'9'.repeat(400)}`]])(
  'the address %s is answered with a sentence in JSON',
  async (url) => {
    const { app, cookies } = await openRestaurant();
    const response = await app.inject({ method: 'GET', url, cookies });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.json()).toMatchObject({ success: false });
  },
);
