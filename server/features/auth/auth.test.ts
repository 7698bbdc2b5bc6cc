import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { refreshToken, signIn, signOut } from '#contract/auth.ts';
import { signUp } from '#contract/own-account.ts';
import { listDevices } from '#contract/devices.ts';
import { initPos } from '#contract/pos.ts';
import { callAs, database, databases, openApp, openRestaurant, openVisitor, type App } from '#server/testing/restaurant.ts';
import { whileHeld } from '#server/testing/waiting.ts';

let people = 0;
const newAddress = () => `owner-${process.pid}-${Date.now()}-${++people}@example.com`;
const password = 'correct horse';

const signUpAndIn = async (app: App) => {
  const visitor = await openVisitor(app);
  const username = newAddress();
  await visitor(signUp, { body: { biz_name: 'Chez Ada', username, password } });
  const { reply, response } = await visitor(signIn, { body: { username, password } });
  return { username, user: reply.user, cookies: cookiesOf(response), visitor };
};
const cookiesOf = (response: { cookies: { name: string; value: string }[] }) =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));

test('a new owner signs up, signs in and is let in', async () => {
  const app = await openApp();
  const { username, user, cookies } = await signUpAndIn(app);

  expect(user).toMatchObject({ username, name: 'Chez Ada', role: 'admin', scope: '', is_active: true });
  expect((await callAs(app, cookies)(initPos, {})).status).toBe(200);
});

test('the cookies are those of the contract, and only the marker can be read by scripts', async () => {
  const visitor = await openVisitor();
  const username = newAddress();
  await visitor(signUp, { body: { biz_name: 'Chez Ada', username, password } });
  const { response } = await visitor(signIn, { body: { username, password } });

  expect(response.cookies).toMatchObject([
    { name: 'comanda_access', path: '/', maxAge: 600, httpOnly: true, sameSite: 'Lax' },
    { name: 'comanda_refresh', path: '/api/v1', maxAge: 1_209_600, httpOnly: true, sameSite: 'Lax' },
    { name: 'comanda_socket', path: '/socket.io', maxAge: 1_209_600, httpOnly: true, sameSite: 'Lax' },
    { name: 'comanda_signed_in', value: 'true', path: '/', maxAge: 1_209_600, sameSite: 'Lax' },
    { name: 'comanda_device', path: '/api/v1', maxAge: 31_536_000, httpOnly: true, sameSite: 'Lax' },
  ]);
  expect(response.cookies[3]).not.toHaveProperty('httpOnly');
  expect(response.cookies.some((cookie) => 'secure' in cookie)).toBe(false);
});

test('no token stands in the database as it is', async () => {
  const app = await openApp();
  const { cookies } = await signUpAndIn(app);
  const { rows } = await database.query('select * from sessions order by id desc limit 50');
  expect(JSON.stringify(rows)).not.toContain(cookies['comanda_access']);
  expect(JSON.stringify(rows)).not.toContain(cookies['comanda_refresh']);
  expect(JSON.stringify(rows)).not.toContain(cookies['comanda_socket']);
});

test('a taken address is refused, whatever the case of its letters', async () => {
  const visitor = await openVisitor();
  const username = newAddress();
  const body = { biz_name: 'Chez Ada', username, password };

  expect((await visitor(signUp, { body })).status).toBe(200);
  expect((await visitor(signUp, { body: { ...body, username: username.toUpperCase() } })).status).toBe(409);
});

test('two sign-ups with one address at once make one restaurant', async () => {
  const visitor = await openVisitor();
  const body = { biz_name: 'Chez Twin', username: newAddress(), password };

  const statuses = (await Promise.all([visitor(signUp, { body }), visitor(signUp, { body })])).map(({ status }) => status);

  expect(statuses.sort()).toEqual([200, 409]);
});

test.each([
  [{ username: 'a@b.co', password }, 'Please provide business name!'],
  [{ biz_name: 'X', password }, 'Please provide email!'],
  [{ biz_name: 'X', username: 'nobody', password }, 'Please provide valid email!'],
  [{ biz_name: 'X', username: 'a@b.co' }, 'Please provide password!'],
  [{ biz_name: 'X', username: 'a@b.co', password: '1234567' }, 'The password needs at least 8 characters!'],
  [{ biz_name: 'X', username: 'a@b.co', password, currency: 'XXX' }, 'Please select a currency!'],
])('a sign-up with %j is refused with its sentence', async (body, sentence) => {
  const visitor = await openVisitor();
  const { status, reply } = await visitor(signUp, { body: body as never });
  expect({ status, message: reply.message }).toEqual({ status: 400, message: sentence });
});

test.each([
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Mars/Olympus', 'UTC'],
  [undefined, 'UTC'],
])('the zone of the browser, %s, becomes %s', async (timezone, stored) => {
  const username = newAddress();
  const { status, reply } = await (await openVisitor())(signUp, { body: { biz_name: 'X', username, password, timezone } });
  expect([status, reply.message.includes('runs in UTC: please choose another one')]).toEqual([200, timezone === 'Mars/Olympus']);
  const { rows } = await database.query(
    'select timezone from store_settings where tenant_id = (select tenant_id from members where username = $1)',
    [username],
  );
  expect(rows).toEqual([{ timezone: stored }]);
});

test.each([
  [{}, { name: 'Chez Ada', store_name: 'Chez Ada', currency: 'USD', timezone: 'UTC' }],
  [
    { name: 'Ada Lovelace', currency: 'eur', timezone: 'Europe/Rome' },
    { name: 'Ada Lovelace', store_name: 'Chez Ada', currency: 'EUR', timezone: 'Europe/Rome' },
  ],
])('a registration with %j has its own name, the store another, and its money and clock', async (more, stored) => {
  const username = newAddress();
  const { status, reply } = await (await openVisitor())(signUp, { body: { biz_name: 'Chez Ada', username, password, ...more } });
  expect([status, reply.message]).toEqual([200, 'Your account is ready.']);
  const { rows } = await database.query(
    'select m.name, s.store_name, s.currency, s.timezone from members m join store_settings s using (tenant_id) where m.username = $1',
    [username],
  );
  expect(rows).toEqual([stored]);
});

test('an unknown name and a wrong password get the same answer', async () => {
  const app = await openApp();
  const { username, visitor } = await signUpAndIn(app);

  const wrong = await visitor(signIn, { body: { username, password: 'guess' } });
  const unknown = await visitor(signIn, { body: { username: newAddress(), password: 'guess' } });

  expect([wrong.status, wrong.reply]).toEqual([401, unknown.reply]);
  expect(wrong.reply.errors).toEqual([{ path: ['password'], message: 'Wrong username or password!' }]);
});

test('after five failures even the right password has to wait, whatever the case of the name', async () => {
  const app = await openApp();
  const { username, visitor } = await signUpAndIn(app);
  for (let guess = 0; guess < 5; guess++)
    await visitor(signIn, { body: { username: guess % 2 ? username.toUpperCase() : username, password: 'guess' } });

  const { status, response } = await visitor(signIn, { body: { username, password } });

  expect(status).toBe(429);
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(600);
});

test('guesses that are sent at once are counted too', async () => {
  const app = await openApp();
  const { username, visitor } = await signUpAndIn(app);

  const statuses = (await Promise.all(Array.from({ length: 12 }, () => visitor(signIn, { body: { username, password: 'guess' } })))).map(
    ({ status }) => status,
  );

  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
});

test('signing in well many times is no failure', async () => {
  const app = await openApp();
  const { username, visitor } = await signUpAndIn(app);
  for (let time = 0; time < 8; time++) expect((await visitor(signIn, { body: { username, password } })).status).toBe(200);
});

test('an access token ends after ten minutes and is renewed by the refresh token', async () => {
  let now = new Date('2026-05-01T10:00:00Z');
  const app = await openApp({ clock: () => now });
  const { cookies } = await signUpAndIn(app);
  now = new Date('2026-05-01T10:10:01Z');
  const late = callAs(app, cookies);
  expect((await late(initPos, {})).status).toBe(401);

  const { response } = await late(refreshToken, {});

  expect((await callAs(app, cookiesOf(response))(initPos, {})).status).toBe(200);
});

test('tabs that refresh at once get the same successor', async () => {
  const app = await openApp();
  const { cookies } = await signUpAndIn(app);
  const tab = callAs(app, cookies);

  const answers = await Promise.all(Array.from({ length: 20 }, () => tab(refreshToken, {})));

  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(new Set(answers.map(({ response }) => cookiesOf(response)['comanda_refresh'])).size).toBe(1);
});

test('a used refresh token that comes back late ends the session', async () => {
  let now = new Date('2026-05-01T10:00:00Z');
  const app = await openApp({ clock: () => now });
  const { cookies } = await signUpAndIn(app);
  const thief = callAs(app, cookies);
  const successor = cookiesOf((await thief(refreshToken, {})).response);
  now = new Date('2026-05-01T10:01:01Z');

  const { status, response } = await thief(refreshToken, {});

  expect(status).toBe(401);
  expect(response.cookies.map(({ name, value }) => `${name}=${value}`).sort()).toEqual([
    'comanda_access=',
    'comanda_refresh=',
    'comanda_signed_in=',
    'comanda_socket=',
  ]);
  expect((await callAs(app, successor)(initPos, {})).status).toBe(401);
  expect((await callAs(app, successor)(refreshToken, {})).status).toBe(401);
});

test('a copied refresh token ends the session even when the thief has gone on refreshing', async () => {
  const app = await openApp();
  const { cookies } = await signUpAndIn(app);
  const owner = callAs(app, cookies);
  const once = cookiesOf((await callAs(app, cookies)(refreshToken, {})).response);
  const twice = cookiesOf((await callAs(app, once)(refreshToken, {})).response);

  expect((await owner(refreshToken, {})).status).toBe(401);

  expect((await callAs(app, twice)(refreshToken, {})).status).toBe(401);
  expect((await callAs(app, twice)(initPos, {})).status).toBe(401);
});

test('one kind of token does not pass for the other', async () => {
  const app = await openApp();
  const { cookies } = await signUpAndIn(app);
  const swapped = callAs(app, { comanda_access: cookies['comanda_refresh']!, comanda_refresh: cookies['comanda_access']! });

  expect((await swapped(initPos, {})).status).toBe(401);
  expect((await swapped(refreshToken, {})).status).toBe(401);
});

test('signing out ends this device, also when its access has run out, and is never refused', async () => {
  let now = new Date('2026-05-01T10:00:00Z');
  const app = await openApp({ clock: () => now });
  const { cookies } = await signUpAndIn(app);
  now = new Date('2026-05-01T11:00:00Z');
  const device = callAs(app, cookies);

  expect((await device(signOut, {})).status).toBe(200);

  expect((await device(refreshToken, {})).status).toBe(401);
  expect((await device(signOut, {})).status).toBe(200);
});

test('the trial ends after its days of grace: 402, and what is spared still answers', async () => {
  let now = new Date('2026-05-01T10:00:00Z');
  const app = await openApp({ clock: () => now });
  const { username, visitor } = await signUpAndIn(app);
  const again = async () => cookiesOf((await visitor(signIn, { body: { username, password } })).response);

  now = new Date('2026-05-18T09:59:59Z'); // 14 days of trial and 3 of grace, less a second
  expect((await callAs(app, await again())(initPos, {})).status).toBe(200);
  now = new Date('2026-05-18T10:00:00Z');
  const { status, reply } = await callAs(app, await again())(initPos, {});

  expect([status, reply.code]).toEqual([402, 'subscription_inactive']);
});

test('without days of trial a restaurant is inactive until it subscribes', async () => {
  const app = await openApp({ config: { trialDays: 0 } });
  const { cookies } = await signUpAndIn(app);
  expect((await callAs(app, cookies)(initPos, {})).status).toBe(402);
});

test('where registration is closed nobody registers', async () => {
  const app = await openApp({ config: { signUp: false } });
  const body = { biz_name: 'Chez Ada', username: newAddress(), password: 'correct horse' };

  const { status, reply } = await callAs(app, {})(signUp, { body });

  expect({ status, message: reply.message }).toEqual({ status: 403, message: 'Registration is closed!' });
  const { rows } = await database.query('select from members where username = $1', [body.username]);
  expect(rows).toEqual([]);
});

test('signing out tells the browser to forget what it kept of answers, and nothing that people saved', async () => {
  const { response } = await (await openRestaurant()).admin(signOut, {});
  expect(response.headers['clear-site-data']).toBe('"cache"');
});

test('whoever is signed out by the server is told why, by the call that was to renew the session', async () => {
  let now = new Date('2026-05-01T10:00:00Z');
  const app = await openApp({ clock: () => now });
  const { user, cookies } = await signUpAndIn(app);
  const why = async (shown: Record<string, string>) => (await callAs(app, shown)(refreshToken, {})).reply.message;

  expect(await why({})).toBe('Your session ran out. Please sign in again!');
  await database.query('update sessions set ended_at = $2 where tenant_id = $1', [user.tenant_id, now]);
  expect(await why(cookies)).toBe(
    'You were signed out on this device: it was removed, or your password was changed. Please sign in again!',
  );
  await database.query('update sessions set ended_at = null where tenant_id = $1', [user.tenant_id]);
  now = new Date('2026-05-16T10:00:00Z');
  expect(await why(cookies)).toBe('Your session ran out. Please sign in again!');
});

test('sign-ups of one address that wait for each other leave tills their connections', async () => {
  const app = await openApp();
  const { admin } = await openRestaurant({ app });
  const visitor = await openVisitor(app);
  const username = newAddress();
  const lock = await database.connect();
  try {
    await lock.query('begin');
    await lock.query('select pg_advisory_xact_lock(hashtextextended(lower($1), 0))', [username]);
    const all = [1, 2, 3, 4, 5].map((no) => visitor(signUp, { body: { biz_name: `House ${no}`, username, password } }));
    await whileHeld(lock, Promise.race(all));
    // each hashes its password first
    await pause(500);
    expect((await admin(listDevices, {})).status).toBe(200);
    // a look of the background may be waiting at this moment; who signs up would wait until the lock is gone
    await expect.poll(() => databases.connections().worker.waiting).toBe(0);
    await lock.query('commit');
    expect((await Promise.all(all)).map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200]);
  } finally {
    lock.release();
  }
});
