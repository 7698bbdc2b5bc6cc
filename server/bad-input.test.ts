import { expect, test } from 'vitest';
import { endpointsByName } from '#contract/index.ts';
import { type Case, casesOf, faultOf, randomCases } from '#tools/proof/hostile/hostile.ts';
import { makeFixtures } from '#tools/proof/hostile/fixtures.ts';
import { openApp, openRestaurant, openSuperAdmin, type App } from './testing/restaurant.ts';

const DEEP = 5000;
/** cases of both kinds; `npm run proof` sends 40,000 to a server of its own */
const AT_LEAST = 10_000;
const RANDOM = 1000;

const ask = async (app: App, cookies: Record<string, string>, { isAnonymous, method, url, body }: Case) => {
  const started = performance.now();
  const withBody = body !== undefined &&
    method !== 'GET' && { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await app.inject({ method, url, ...(!isAnonymous && { cookies }), ...withBody });
  return {
    status: response.statusCode,
    text: response.body,
    type: String(response.headers['content-type'] ?? ''),
    ms: performance.now() - started,
  };
};

test('whatever is sent to whichever call, the answer is a sentence and never a 500', async () => {
  const app = await openApp();
  const { cookies: member } = await openRestaurant({ app });
  const call = async (path: string, body?: object): Promise<unknown> => {
    const asked = { url: `/api/v1${path}`, cookies: member };
    const response = await app.inject(body ? { ...asked, method: 'POST', payload: body } : { ...asked, method: 'GET' });
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${response.body}`);
    return response.json();
  };
  const ids = { fixtures: await makeFixtures(call), spare: await makeFixtures(call) };
  const cookies = { ...member, ...(await openSuperAdmin(app)).cookies };
  // the end of one's own session would end the test
  const calls = [...endpointsByName].filter(([name]) => !/^(signOut|refresh|resetQrCode)/.test(name));
  const cases = [
    ...calls.flatMap(([name, endpoint]) => casesOf(name, endpoint, ids)),
    ...randomCases(calls, ids, { count: RANDOM, seed: 7 }),
  ];

  const faults: string[] = [];
  const reached = new Set<string>();
  let turnedAway = 0;
  for (const one of cases) {
    const answer = await ask(app, cookies, one);
    const fault = faultOf(answer);
    if (fault) faults.push(`${one.what} → ${fault}`);
    if (![401, 404, 429].includes(answer.status)) reached.add(one.call);
    if (!one.isAnonymous && [401, 429].includes(answer.status)) turnedAway += 1;
  }

  expect(faults).toEqual([]);
  // a call that only ever turned away or found nothing was not tried; printers that poll have tokens, and tests of their own
  expect(calls.map(([name]) => name).filter((name) => !reached.has(name) && !/Star|Epson/.test(name))).toEqual([]);
  expect(turnedAway).toBeLessThan(cases.length * 0.02);
  expect(cases.length).toBeGreaterThanOrEqual(AT_LEAST);
}, 360_000);

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

test('what a stranger puts into a field that nobody reads is no failure of ours, however deep it is', async () => {
  const { app } = await openRestaurant();
  const deep = `${'['.repeat(4 * DEEP)}${']'.repeat(4 * DEEP)}`;
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/qrmenu/nobody/place-order',
    payload: `{"cartItems": [{"id": 1, "quantity": 1}], "customerType": "WALKIN", "deliveryType": ${deep}}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
  });
  expect(response.statusCode).toBe(404);
});

test.each([
  ['variants without an end', [{ id: 1, variants: Array.from({ length: 490_000 }, () => 0) }], 1],
  [
    'as many wrong variants as there may be',
    Array.from({ length: 1000 }, () => ({ id: 1, variants: Array.from({ length: 100 }, () => 0) })),
    1000,
  ],
])('%s: a sentence, and as many faults as somebody reads', async (_, items, faults) => {
  const { app, cookies } = await openRestaurant();
  const response = await app.inject({ method: 'POST', url: '/api/v1/menu-items/update-many', cookies, payload: { items } });
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toHaveLength(faults);
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
