import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { refreshToken, signIn } from '#contract/auth.ts';
import { signUp } from '#contract/own-account.ts';
import { completeOrders, listOrders } from '#contract/orders.ts';
import { getProviderDashboard } from '#contract/provider-reports.ts';
import { getQrMenu } from '#contract/qr-menu.ts';
import { callAs, database, newAddress, openApp, openRestaurant, openSuperAdmin, openVisitor } from '#server/testing/restaurant.ts';
import { openListening } from '#server/testing/sockets.ts';
import { bucketTable } from './limit-table.ts';

const HERE = '198.51.100.7';
const NOBODY = { params: { qrcode: 'nobodyhasthisqrcode21' }, query: {} };
const madeUp = (seed: number) => ({ comanda_access: String(seed).padStart(43, 'x') });

const open = async () => {
  const time = { now: new Date('2026-11-21T18:00:00Z') };
  const app = await openApp({ clock: () => time.now, buckets: bucketTable });
  const visitor = await openVisitor(app);
  /** How many of so many requests of a stranger were let in. */
  const asStranger = async (count: number, address = HERE) => {
    const answers = await Promise.all(Array.from({ length: count }, () => visitor(getQrMenu, NOBODY, { address })));
    return answers.filter(({ status }) => status !== 429).length;
  };
  return { app, time, visitor, asStranger, restaurant: await openRestaurant({ app, now: time.now }) };
};

test('an address without a session has 250 requests at once and 50 a second; the refused one is told when to come again', async () => {
  const { asStranger, visitor, time, app } = await open();
  expect(await asStranger(300)).toBe(250);
  const refused = await visitor(getQrMenu, NOBODY, { address: HERE });
  expect([refused.status, refused.reply]).toEqual([
    429,
    { success: false, code: 'too_many', message: 'Too many requests! Please try again later!' },
  ]);
  expect(refused.response.headers['retry-after']).toBe('1');
  // calls that exist and that do not, and the diners' pages
  for (const url of ['/api/v1/nothing', '/m/nobodyhasthisqrcode21', '/m/order-success'])
    expect([url, (await app.inject({ url, remoteAddress: HERE })).statusCode]).toEqual([url, 429]);
  // whoever watches the node, and files
  for (const url of ['/healthz', '/readyz', '/m/assets/none.js', '/media/1/none.webp'])
    expect([url, (await app.inject({ url, remoteAddress: HERE })).statusCode]).not.toEqual([url, 429]);
  expect(await asStranger(1, '198.51.100.8')).toBe(1);
  time.now = new Date('2026-11-21T18:00:01Z');
  expect(await asStranger(80)).toBe(50);
});

test('one IPv6 line counts by its /64', async () => {
  const { visitor } = await open();
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, host) => visitor(getQrMenu, NOBODY, { address: `2001:db8:1:2::${host + 1}` })),
  );
  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(250);
});

test('a made-up cookie does not escape the bucket of the address', async () => {
  const { app, asStranger } = await open();
  const statuses = [];
  for (let seed = 0; seed < 300; seed++)
    statuses.push((await callAs(app, madeUp(seed))(listOrders, { query: {} }, { address: HERE })).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(250);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  expect(await asStranger(1)).toBe(0);
  // nor where nobody looks it up
  const other = '198.51.100.9';
  expect(await asStranger(250, other)).toBe(250);
  expect((await callAs(app, madeUp(1))(getQrMenu, NOBODY, { address: other })).status).toBe(429);
});

test('forty tablets behind one address are not hurt by its strangers, nor by each other', async () => {
  const { app, asStranger, restaurant } = await open();
  const tablets = await Promise.all(Array.from({ length: 40 }, () => restaurant.ownersDevice()));
  expect(await asStranger(300)).toBe(250);

  const answers = [];
  // a first request of each, which the node has never met, while its address has nothing left
  for (const cookies of tablets) answers.push(await callAs(app, cookies)(listOrders, { query: {} }, { address: HERE }));
  for (let round = 0; round < 15; round++)
    answers.push(...(await Promise.all(tablets.map((cookies) => callAs(app, cookies)(listOrders, { query: {} }, { address: HERE })))));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40 * 16);
});

test('a session has 600 requests at once and 30 a second, and is noted once for its restaurant', async () => {
  const { app, time, restaurant } = await open();
  const ask = async (count: number) => {
    const answers = [];
    for (let left = count; left > 0; left -= 50)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, left) }, (_, index) =>
            // an address for each: it is the session that counts
            callAs(app, restaurant.cookies)(listOrders, { query: {} }, { address: `203.0.113.${index}` }),
          ),
        )),
      );
    return answers.filter(({ status }) => status === 200).length;
  };
  expect(await ask(650)).toBe(600);
  time.now = new Date('2026-11-21T18:00:02Z');
  expect(await ask(100)).toBe(60);
  const noted =
    "select after->>'limit' as what, session_id is not null as of from audit_log where tenant_id = $1 and action = 'limit reached'";
  await expect
    .poll(async () => (await database.query(noted, [restaurant.tenantId])).rows)
    .toEqual([{ what: 'requests of a session', of: true }]);
});

test('large bodies of a restaurant are 15 MB at once and 1 MB a second, with however many sessions, and cost small ones nothing', async () => {
  const { app, time, restaurant } = await open();
  const sessions = [restaurant.cookies, await restaurant.ownersDevice()];
  const large = `{"orderIds":[${Array(300_000).fill('{}').join()}]}`;
  let turn = 0;
  const send = (cookies: Record<string, string>, payload = large, headers = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/v1${completeOrders.path}`,
      cookies,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
      remoteAddress: `203.0.113.${(turn += 1)}`,
    });
  const statuses = [];
  // what is too large is not parsed
  expect((await send(sessions[0]!, ' '.repeat(1_500_000))).statusCode).toBe(413);
  for (let count = 0; count < 20; count++) statuses.push((await send(sessions[count % 2]!)).statusCode);
  expect(statuses.filter((status) => status === 400)).toHaveLength(17);
  expect(statuses.slice(17)).toEqual([429, 429, 429]);
  const refused = await send(sessions[0]!);
  expect([refused.json().message, refused.headers['retry-after']]).toEqual(['Too many requests! Please try again later!', '1']);
  // one that does not say how much is coming may be as large
  expect((await send(sessions[0]!, '{"orderIds":[]}', { 'transfer-encoding': 'chunked' })).statusCode).toBe(429);
  // the parser reads the type in any case
  expect((await send(sessions[0]!, large, { 'content-type': 'Application/JSON' })).statusCode).toBe(429);
  expect((await send(sessions[0]!, '{"orderIds":[1]}')).statusCode).toBe(404);
  const neighbour = await openRestaurant({ app, now: time.now });
  expect((await send(neighbour.cookies)).statusCode).toBe(400);
  time.now = new Date('2026-11-21T18:00:01Z');
  expect([(await send(sessions[0]!)).statusCode, (await send(sessions[1]!)).statusCode]).toEqual([400, 429]);
});

test('a session that has ended is a stranger’s again, and a super administrator’s is one of its own', async () => {
  const { app, asStranger, restaurant, time } = await open();
  const ask = () => callAs(app, restaurant.cookies)(listOrders, { query: {} }, { address: HERE });
  expect((await ask()).status).toBe(200);
  await database.query('delete from sessions where tenant_id = $1', [restaurant.tenantId]);
  expect((await ask()).status).toBe(401);
  expect(await asStranger(300)).toBe(250);
  expect((await ask()).status).toBe(429);

  const { call } = await openSuperAdmin(app, time.now);
  expect((await call(getProviderDashboard, {}, { address: HERE })).status).toBe(200);
});

test('a till renews its session while the strangers of its address have used up everything', async () => {
  const { app, asStranger } = await open();
  const username = `renewing-${process.pid}-${Math.floor(performance.now())}@example.com`;
  const post = (url: string, payload: object, cookies: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/api/v1${url}`, payload, cookies, remoteAddress: HERE });
  await post('/auth/signup', { biz_name: 'Renewing', username, password: 'a long enough one' });
  const signedIn = await post('/auth/signin', { username, password: 'a long enough one' });
  expect(signedIn.statusCode).toBe(200);
  await asStranger(300);

  const cookies = Object.fromEntries(signedIn.cookies.map(({ name, value }) => [name, value]));
  const { comanda_access: _, ...withoutAccess } = cookies;
  const renewed = await post(refreshToken.path, {}, withoutAccess);

  expect(renewed.statusCode).toBe(200);
  const fresh = Object.fromEntries(renewed.cookies.map(({ name, value }) => [name, value]));
  expect((await callAs(app, fresh)(listOrders, { query: {} }, { address: HERE })).status).toBe(200);
});

test('each handshake of a stranger counts, with and without a made-up cookie', async () => {
  const few = { countedBy: 'tests', points: 5, perSecond: 0.001 };
  const app = await openListening({ buckets: { ...bucketTable, signedOut: few } });
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const connects = (cookie?: string) =>
    new Promise<boolean>((resolve) => {
      const socket = io(`http://127.0.0.1:${port}`, {
        reconnection: false,
        transports: ['websocket'],
        ...(cookie && { extraHeaders: { cookie } }),
      });
      onTestFinished(() => void socket.close());
      socket.once('connect', () => resolve(true));
      socket.once('connect_error', () => resolve(false));
    });
  expect([await connects(), await connects()]).toEqual([true, true]);
  for (let seed = 0; seed < 3; seed++) expect(await connects(`comanda_access=${String(seed).padStart(43, 'x')}`)).toBe(true);
  expect([await connects(), await connects(`comanda_access=${'y'.repeat(43)}`)]).toEqual([false, false]);
});

test('what a sign-in sets has one bucket, and the cookie that a browser is known by has none', async () => {
  const { app, asStranger } = await open();
  const body = { username: newAddress(), password: 'correct horse' };
  const stranger = callAs(app, {});
  await stranger(signUp, { body: { ...body, biz_name: 'Chez Eve' } }, { address: '198.51.100.99' });
  const { response } = await stranger(signIn, { body }, { address: '198.51.100.99' });
  expect(await asStranger(250)).toBe(250);
  const letIn = async (name: string, count: number) => {
    const caller = callAs(app, { [name]: response.cookies.find((cookie) => cookie.name === name)!.value });
    const answers = await Promise.all(Array.from({ length: count }, () => caller(getQrMenu, NOBODY, { address: HERE })));
    return answers.filter(({ status }) => status !== 429).length;
  };
  expect([await letIn('comanda_device', 5), await letIn('comanda_access', 400), await letIn('comanda_refresh', 400)]).toEqual([
    0, 400, 200,
  ]);
});
