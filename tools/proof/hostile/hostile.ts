import * as z from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { generator } from '#server/demo/generator.ts';
import type { Fixtures } from './fixtures.ts';

/** What broke other servers: types, bounds, text that no database holds, dates that are none (cases.md §1). */
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

/** Rows of the caller's own, which cases name; what deletes goes for the spare ones, so that the others stay. */
interface KnownIds {
  fixtures: Fixtures;
  spare: Fixtures;
}

/** Of the platform's calls: the tenants of other tests are not to be changed or deleted. */
const NOBODYS = 2 ** 40;
/** What a parameter names, by the beginning of the address; the longest comes first where two fit. */
const named: [string, keyof Fixtures][] = [
  ['/settings/categories', 'category'],
  ['/settings/taxes', 'tax'],
  ['/settings/payment-types', 'paymentType'],
  ['/settings/store-tables', 'table'],
  ['/menu-items', 'soup'],
  ['/customers', 'phone'],
  ['/reservations', 'reservation'],
  ['/users', 'username'],
  ['/kitchen', 'line'],
  ['/orders', 'line'],
  ['/pos/qrorders', 'qrOrder'],
  ['/qrmenu', 'qrcode'],
];
const others: Record<string, keyof Fixtures> = { variantId: 'variant', addonId: 'addon' };
const idFor = ({ access, method, path }: Endpoint, param: string, { fixtures, spare }: KnownIds): number | string => {
  if (access === 'superadmin') return param === 'status' ? 'all' : NOBODYS;
  const thing = others[param] ?? named.find(([beginning]) => path.startsWith(beginning))?.[1];
  return thing ? (method === 'DELETE' ? spare : fixtures)[thing] : 'unknown';
};

/** Values that pass, by the name of the field, so that the hostile one beside them is reached. */
const plausible = ({ fixtures }: KnownIds): Record<string, unknown> => ({
  cart: [{ id: fixtures.soup, quantity: 1 }],
  cartItems: [{ id: fixtures.soup, quantity: 1 }],
  customerType: 'WALKIN',
  customerId: fixtures.phone,
  date: '2026-11-21T18:30:00.000Z',
  peopleCount: 2,
  orderIds: [fixtures.order],
  itemIds: [fixtures.line],
  categoryId: fixtures.category,
  taxId: fixtures.tax,
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
  ids: [fixtures.soup],
});

export interface Case {
  call: string;
  what: string;
  /** sent without cookies: signing in with those of a session ends it */
  isAnonymous: boolean;
  method: Endpoint['method'];
  url: string;
  body?: unknown;
}

/** Every hostile value in every field of a call, one at a time, beside values that pass. */
export const casesOf = (name: string, endpoint: Endpoint, ids: KnownIds): Case[] => {
  const { method, path } = endpoint;
  const known = plausible(ids);
  const inPath = (hostileName?: string, value?: unknown) =>
    `/api/v1${path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(param === hostileName ? asText(value) : String(idFor(endpoint, param, ids))))}`;
  const body = Object.fromEntries(fieldsOf(endpoint.body).flatMap((field) => (field in known ? [[field, known[field]]] : [])));
  const short = hostile.filter(([, value]) => asText(value).length < 5000);
  const cases = [
    { what: `${name} as it should be`, method, url: inPath(), ...(endpoint.body && { body }) },
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
  return cases.map((one) => ({ call: name, isAnonymous: endpoint.access === 'public', ...one }));
};

const MUTATED_AT_MOST = 3; // fields of one case

/**
 * Cases made by chance: a call, the more often the more fields it has, and in up to three of its fields a hostile value, one inside
 * a list or an object, or one spoilt by an odd character. The same seed makes the same cases.
 */
export const randomCases = function* (
  calls: readonly (readonly [string, Endpoint])[],
  ids: KnownIds,
  { count, seed }: { count: number; seed: number },
): Generator<Case> {
  const random = generator(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const known = plausible(ids);
  const byField = calls.flatMap((call) => {
    const { params, query, body } = call[1];
    return [params, query, body].flatMap(fieldsOf).map(() => call);
  });
  const odd = ['\u0000', '\ud800', '\udfff', '\u202E', '\uFEFF', "'", '"', '\\', '%', '\n', '𝒳', '<', '{{', '${', '=', ','];
  const value = (field: string, isShort: boolean): [string, unknown] => {
    const [what, evil] = pick(isShort ? hostile.filter(([, one]) => asText(one).length < 5000) : hostile);
    switch (Math.floor(random() * 5)) {
      case 0:
        return [`a list with ${what}`, [evil]];
      case 1:
        return [`an object with ${what}`, { id: evil, phone: evil, name: evil, quantity: evil, title: evil }];
      case 2:
        return ['an odd character', `${String(known[field] ?? 'x')}${pick(odd)}${pick(odd)}`];
      case 3:
        return ['a number', pick([1, -1]) * Math.floor(random() * 2 ** 60) * pick([1, 0.001])];
      default:
        return [what, evil];
    }
  };
  for (let made = 0; made < count; made++) {
    const [name, endpoint] = pick(byField);
    const { method, path, params, query, body } = endpoint;
    const told: string[] = [];
    const spoil = (schema: z.ZodType | undefined, isShort: boolean): Record<string, unknown> => {
      const fields = fieldsOf(schema);
      const given = Object.fromEntries(fields.flatMap((field) => (field in known ? [[field, known[field]]] : [])));
      for (let times = Math.ceil(random() * MUTATED_AT_MOST); fields.length > 0 && times > 0; times--) {
        const field = pick(fields);
        const [what, evil] = value(field, isShort);
        told.push(`${field}: ${what}`);
        given[field] = evil;
      }
      return given;
    };
    const inPath = spoil(params, true);
    const inQuery = Object.entries(spoil(query, true)).map(([field, evil]): [string, string] => [field, asText(evil)]);
    const inBody = body && spoil(body, false);
    const address = path.replace(/:(\w+)/g, (_, field: string) => encodeURIComponent(asText(inPath[field] ?? idFor(endpoint, field, ids))));
    yield {
      call: name,
      isAnonymous: endpoint.access === 'public',
      what: `${name} #${made} ${told.join(', ')}`,
      method,
      url: `/api/v1${address}${inQuery.length > 0 ? `?${new URLSearchParams(inQuery)}` : ''}`,
      ...(inBody && { body: inBody }),
    };
  }
};

const SLOW = 2000; // ms

/** What is wrong with an answer, if anything: a fault of ours, no sentence in JSON, or too late. */
export const faultOf = ({ status, text, type, ms }: { status: number; text: string; type: string; ms: number }): string | undefined => {
  const isJson = type.startsWith('application/json');
  const said = isJson && status >= 400 ? (JSON.parse(text) as { message?: unknown; success?: unknown }) : undefined;
  const isSentence = status < 400 || (typeof said?.message === 'string' && said.success === false);
  const isFine = status < 500 && isSentence && !type.includes('html') && ms <= SLOW;
  return isFine ? undefined : `${status} ${type} ${text.slice(0, 120)} (${Math.round(ms)} ms)`;
};
