import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpointsByName } from '#contract/index.ts';
import { createOrder } from '#contract/pos.ts';
import { openApp, openRestaurant, openSuperAdmin, type App } from './testing.ts';
import { withMenu } from './testing-menu.ts';

const DEEP = 5000;

/** What broke other servers: types, bounds, text that no database holds, dates that are none (reliability.md §1). */
const hostile: [string, unknown][] = [
  ['nothing', null],
  ['an empty text', ''],
  ['blanks', '   '],
  ['a NUL', 'a\u0000b'],
  ['half a character', '\ud800'],
  ['a text of 200,000', 'x'.repeat(200_000)],
  ['a right-to-left override', '\u202Egnp.exe'],
  ['a script', '<script>alert(1)</script>'],
  ['an SQL quote', "'; drop table orders; --"],
  ['a formula', '=HYPERLINK("http://evil.example")'],
  ['true', true],
  ['minus one', -1],
  ['zero', 0],
  ['a fraction', 0.1 + 0.2],
  ['beyond int4', 2 ** 31],
  ['beyond int8', 1e19],
  ['beyond all', 1e308],
  ['a number as text', '1e999'],
  ['not a number', 'NaN'],
  ['30 February', '2026-02-30'],
  ['the year 300000', '+300000-01-01T00:00:00Z'],
  ['an empty list', []],
  ['a list of lists', [[[1]]]],
  ['a long list', Array.from({ length: 5000 }, () => 1)],
  ['an object', { toString: 'x', valueOf: 1, constructor: null }],
  ['per cent', '%'.repeat(100)],
  ['a path', '../../etc/passwd'],
];

interface Shape {
  properties?: Record<string, unknown>;
}
/** In an address everything is a text. */
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema ? Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape).properties ?? {}) : [];

/** Values that pass, by the name of the field, so that the hostile one beside them is reached. */
const plausible = (ids: { soup: number; order: number }): Record<string, unknown> => ({
  cart: [{ id: ids.soup, quantity: 1 }],
  cartItems: [{ id: ids.soup, quantity: 1 }],
  customerType: 'WALKIN',
  orderIds: [ids.order],
  title: 'Title',
  type: 'today',
  rate: 5,
  price: 4.5,
  floor: '-',
  seatingCapacity: 4,
  status: 'preparing',
  isActive: true,
  username: 'x@example.com',
  password: 'long enough',
  biz_name: 'X',
  name: 'X',
  ids: [ids.soup],
});

interface Case {
  what: string;
  method: Endpoint['method'];
  url: string;
  body?: unknown;
}

const casesOf = (name: string, endpoint: Endpoint, ids: { soup: number; order: number }): Case[] => {
  const { method, path } = endpoint;
  const known = plausible(ids);
  const inPath = (hostileName?: string, value?: unknown) =>
    `/api/v1${path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(param === hostileName ? asText(value) : String(ids.soup)))}`;
  const body = Object.fromEntries(fieldsOf(endpoint.body).flatMap((field) => (field in known ? [[field, known[field]]] : [])));
  const short = hostile.filter(([, value]) => asText(value).length < 5000);
  return [
    ...fieldsOf(endpoint.body).flatMap((field) =>
      hostile.map(([what, value]) => ({
        what: `${name} body.${field}: ${what}`,
        method,
        url: inPath(),
        body: { ...body, [field]: value },
      })),
    ),
    ...fieldsOf(endpoint.query).flatMap((field) =>
      short.map(([what, value]) => ({
        what: `${name} query.${field}: ${what}`,
        method,
        url: `${inPath()}?${new URLSearchParams({ type: 'today', [field]: asText(value) })}`,
      })),
    ),
    ...fieldsOf(endpoint.params).flatMap((field) =>
      short.map(([what, value]) => ({ what: `${name} params.${field}: ${what}`, method, url: inPath(field, value), body })),
    ),
    ...(endpoint.body
      ? [null, [], 'text', 7].map((whole) => ({ what: `${name} body: ${JSON.stringify(whole)}`, method, url: inPath(), body: whole }))
      : []),
  ];
};

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
  const cases = calls.flatMap(([name, endpoint]) => casesOf(name, endpoint, { soup: menu.soup, order }));

  const faults: string[] = [];
  for (const one of cases) {
    const { status, text, type, ms } = await ask(app, cookies, one);
    const isSentence =
      status < 400 ||
      (type.startsWith('application/json') && typeof JSON.parse(text).message === 'string' && JSON.parse(text).success === false);
    if (status >= 500 || !isSentence || ms > 2000) faults.push(`${one.what} → ${status} ${text.slice(0, 120)} (${Math.round(ms)} ms)`);
  }

  expect(faults).toEqual([]);
  expect(cases.length).toBeGreaterThan(1500);
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
