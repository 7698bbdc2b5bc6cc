import { expect, test } from 'vitest';
import { getProfile, refreshToken, signIn, signOut } from '#contract/auth.ts';
import { signUp } from '#contract/own-account.ts';
import { listEvents } from '#contract/events.ts';
import { refreshSuperAdmin, signInSuperAdmin } from '#contract/superadmin-auth.ts';
import { countTenants } from '#contract/tenants.ts';
import { callAs, database, newAddress, openApp, openSuperAdmin, openVisitor, type App } from '#server/testing/restaurant.ts';
import { connect, openListening } from '#server/testing/sockets.ts';
import { readConfig } from '#server/platform/config.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';

const password = 'correct horse';
const https = { config: { publicUrl: 'https://pos.example.com' } };
type Answered = { cookies: { name: string; value: string; path?: string; secure?: boolean; httpOnly?: boolean; domain?: string }[] };
const cookiesOf = (response: Answered) => Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
/** As a browser would call them over http. */
const plain = (cookies: Record<string, string>) =>
  Object.fromEntries(Object.entries(cookies).map(([name, value]) => [name.replace(/^__(Host|Secure)-/, ''), value]));

const signedIn = async (app: App) => {
  const visitor = await openVisitor(app);
  const username = newAddress();
  await visitor(signUp, { body: { biz_name: 'Chez Ada', username, password } });
  const { response, reply } = await visitor(signIn, { body: { username, password } });
  return { username, response, tenantId: reply.user.tenant_id, cookies: cookiesOf(response), visitor };
};

test('under https every cookie is secure and named so that no other host can plant it; the marker stays as it is called', async () => {
  const { response } = await signedIn(await openApp(https));
  expect(response.cookies.map(({ name, path, httpOnly, secure, domain }) => [name, path, httpOnly ?? false, secure, domain])).toEqual([
    ['__Host-comanda_access', '/', true, true, undefined],
    ['__Secure-comanda_refresh', '/api/v1', true, true, undefined],
    ['__Secure-comanda_socket', '/socket.io', true, true, undefined],
    ['comanda_signed_in', '/', false, true, undefined],
    ['__Secure-comanda_device', '/api/v1', true, true, undefined],
  ]);
});

test('under https the plain names open nothing, nor does the one prefix stand for the other', async () => {
  const app = await openListening(https);
  const { cookies, tenantId, username } = await signedIn(app);
  const swapped = {
    '__Secure-comanda_access': cookies['__Host-comanda_access']!,
    '__Host-comanda_refresh': cookies['__Secure-comanda_refresh']!,
  };
  for (const shown of [plain(cookies), swapped]) {
    const call = callAs(app, shown);
    expect([(await call(getProfile, {})).status, (await call(refreshToken, {})).status]).toEqual([401, 401]);
    // no more does it sign the owner of the token out
    expect((await call(signOut, {})).status).toBe(200);
    const socket = await connect(app, shown);
    const answer: { success: boolean } = await socket.emitWithAck('authenticate', tenantId);
    expect(answer.success).toBe(false);
  }
  const call = callAs(app, cookies);
  expect([(await call(getProfile, {})).status, (await call(refreshToken, {})).status]).toEqual([200, 200]);
  const socket = await connect(app, cookies);
  const answer: { success: boolean } = await socket.emitWithAck('authenticate', tenantId);
  expect(answer.success).toBe(true);

  for (let guess = 0; guess < 5; guess++) await callAs(app, {})(signIn, { body: { username, password: 'guess' } });
  const enter = async (shown: Record<string, string>) => (await callAs(app, shown)(signIn, { body: { username, password } })).status;
  expect(await enter({ comanda_device: cookies['__Secure-comanda_device']! })).toBe(429);
  expect(await enter({ '__Secure-comanda_device': cookies['__Secure-comanda_device']! })).toBe(200);
});

test('what is taken back under https is taken back by its name, securely', async () => {
  const app = await openApp(https);
  const { cookies } = await signedIn(app);
  const { response } = await callAs(app, cookies)(signOut, {});
  expect(response.cookies.map(({ name, value, secure }) => [name, value, secure])).toEqual([
    ['__Host-comanda_access', '', true],
    ['__Secure-comanda_refresh', '', true],
    ['__Secure-comanda_socket', '', true],
    ['comanda_signed_in', '', true],
  ]);
  expect((await callAs(app, cookies)(listEvents, { query: {} })).status).toBe(401);
});

test('a super administrator’s cookies are named so too', async () => {
  const app = await openApp(https);
  const { username } = await openSuperAdmin(app);
  await database.query('update platform.super_admins set password_hash = $2 where username = $1', [
    username,
    await hashPassword(password, systemRandom),
  ]);
  const { response } = await (await openVisitor(app))(signInSuperAdmin, { body: { username, password } });
  const cookies = cookiesOf(response);
  expect(Object.keys(cookies)).toEqual([
    '__Secure-comanda_platform_access',
    '__Secure-comanda_platform_refresh',
    'comanda_signed_in',
    '__Secure-comanda_device',
  ]);
  const statuses = async (shown: Record<string, string>) => [
    (await callAs(app, shown)(countTenants, {})).status,
    (await callAs(app, shown)(refreshSuperAdmin, {})).status,
  ];
  expect(await statuses(plain(cookies))).toEqual([401, 401]);
  expect(await statuses(cookies)).toEqual([200, 200]);
});

test('over http the names are plain, and prefixed ones open nothing', async () => {
  const app = await openApp();
  const { cookies } = await signedIn(app);
  expect(Object.keys(cookies)).toEqual(['comanda_access', 'comanda_refresh', 'comanda_socket', 'comanda_signed_in', 'comanda_device']);
  expect((await callAs(app, { '__Host-comanda_access': cookies['comanda_access']! })(getProfile, {})).status).toBe(401);
});

test('the marker is called as it is configured, on its way in and out', async () => {
  const app = await openApp({ config: { ...https.config, markerCookie: 'isLoggedIn' } });
  const { cookies } = await signedIn(app);
  expect(cookies['isLoggedIn']).toBe('true');
  expect(cookies).not.toHaveProperty('comanda_signed_in');
  expect(cookiesOf((await callAs(app, cookies)(signOut, {})).response)['isLoggedIn']).toBe('');
});

test.each(['comanda_access', 'comanda_device', '__Host-x', 'a b', 'a;b', 'ä'])('%s is no name for the marker', (name) => {
  expect(() => readConfig({ MARKER_COOKIE: name })).toThrow('MARKER_COOKIE is no name of a cookie, or one that has another use');
});

test('the marker’s name is one of the configuration, with a default', () => {
  expect([readConfig({}).markerCookie, readConfig({ MARKER_COOKIE: 'isLoggedIn' }).markerCookie]).toEqual([
    'comanda_signed_in',
    'isLoggedIn',
  ]);
});
