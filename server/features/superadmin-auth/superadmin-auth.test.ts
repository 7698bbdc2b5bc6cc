import { expect, test } from 'vitest';
import { getProfile, signIn } from '#contract/auth.ts';
import { signUp } from '#contract/own-account.ts';
import { getProviderDashboard } from '#contract/provider-reports.ts';
import { refreshSuperAdmin, signInSuperAdmin, signOutSuperAdmin } from '#contract/superadmin-auth.ts';
import { countTenants } from '#contract/tenants.ts';
import { systemClock, systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import {
  callAs,
  database,
  databases,
  newAddress,
  openApp,
  openOwnDatabase,
  openRestaurant,
  openSuperAdmin,
  openVisitor,
  type App,
} from '#server/testing/restaurant.ts';
import { openFirstSuperAdmin } from './super-admins.queries.ts';

const password = 'correct horse battery';
const minutes = 60_000; // ms

const addSuperAdmin = async () => {
  const username = newAddress('provider.example');
  await database.query('insert into platform.super_admins (username, name, password_hash, created_at) values ($1, $2, $3, now())', [
    username,
    'Sam',
    await hashPassword(password, systemRandom),
  ]);
  return username;
};

type Cookies = Record<string, string>;
const cookiesOf = (response: { cookies: { name: string; value: string }[] }): Cookies =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));

const signedIn = async (app: App) => {
  const username = await addSuperAdmin();
  const { response, status } = await (await openVisitor(app))(signInSuperAdmin, { body: { username, password } });
  expect(status).toBe(200);
  return { username, cookies: cookiesOf(response), response };
};

test('a super administrator signs in, is known, and signs out', async () => {
  const app = await openApp();
  const { username, cookies, response } = await signedIn(app);

  expect(response.json()).toMatchObject({
    success: true,
    message: 'Welcome back!',
    user: { username, name: 'Sam', role: 'superadmin', scope: '' },
  });
  expect(response.cookies.map(({ name, path, httpOnly, sameSite }) => [name, path, httpOnly ?? false, sameSite])).toEqual([
    ['comanda_platform_access', '/api/v1/superadmin', true, 'Lax'],
    ['comanda_platform_refresh', '/api/v1/superadmin', true, 'Lax'],
    ['comanda_signed_in', '/', false, 'Lax'],
    ['comanda_device', '/api/v1', true, 'Lax'],
  ]);
  const me = callAs(app, cookies);
  expect((await me(countTenants, {})).status).toBe(200);

  const out = await me(signOutSuperAdmin, {});
  expect(out.reply.message).toBe('You are signed out.');
  expect(cookiesOf(out.response)).toEqual({ comanda_platform_access: '', comanda_platform_refresh: '', comanda_signed_in: '' });
  expect((await me(countTenants, {})).status).toBe(401);
  expect((await me(refreshSuperAdmin, {})).status).toBe(401);
  const { rows } = await database.query(
    'select action from platform.audit_log a join platform.super_admins s on s.id = a.super_admin_id where s.username = $1 order by a.id',
    [username],
  );
  expect(rows.map(({ action }) => action)).toEqual(['sign-in', 'sign-out']);
});

test('what is missing has its sentence; unknown names and wrong passwords get the same answer', async () => {
  const visitor = await openVisitor(await openApp());
  const username = await addSuperAdmin();
  expect((await visitor(signInSuperAdmin, { body: { username: '', password } })).reply.message).toBe('Please provide username!');
  expect((await visitor(signInSuperAdmin, { body: { username, password: '' } })).reply.message).toBe('Please provide password!');
  const wrong = await visitor(signInSuperAdmin, { body: { username, password: 'wrong' } });
  const unknown = await visitor(signInSuperAdmin, { body: { username: 'nobody@provider.example', password } });
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(unknown.reply).toEqual(wrong.reply);
  expect(wrong.reply.errors).toEqual([{ path: ['password'], message: 'Wrong username or password!' }]);
});

test('signing in ends the session that the browser showed before, and no other', async () => {
  const app = await openApp();
  const [before, elsewhere] = [await signedIn(app), await signedIn(app)];
  const other = await addSuperAdmin();
  expect((await callAs(app, before.cookies)(signInSuperAdmin, { body: { username: other, password } })).status).toBe(200);
  expect((await callAs(app, before.cookies)(countTenants, {})).status).toBe(401);
  expect((await callAs(app, elsewhere.cookies)(countTenants, {})).status).toBe(200);
});

test('a password that is changed while somebody signs in with the old one lets nobody in', async () => {
  const username = await addSuperAdmin();
  const change = () =>
    database.query("update platform.super_admins set password_hash = 'another' where username = $1", [username]).then(() => {});
  const asProvider: typeof databases.asProvider = async (work, mode) => {
    await change();
    return databases.asProvider(work, mode);
  };
  const visitor = await openVisitor(await openApp({ databases: { ...databases, asProvider } }));
  expect((await visitor(signInSuperAdmin, { body: { username, password } })).status).toBe(401);
});

test('five failures lock a name, for the right password too; neither kind of sign-in counts for the other', async () => {
  const app = await openApp();
  const visitor = await openVisitor(app);
  const username = await addSuperAdmin();
  for (let count = 0; count < 5; count++) await visitor(signInSuperAdmin, { body: { username, password: 'wrong' } });
  const locked = await visitor(signInSuperAdmin, { body: { username, password } });
  expect(locked.status).toBe(429);
  expect(Number(locked.response.headers['retry-after'])).toBeGreaterThan(0);
  expect((await visitor(signIn, { body: { username, password } })).status).toBe(401);
});

test('a storage that is away is no wrong password', async () => {
  let isAway = true;
  const readAsProvider: typeof databases.readAsProvider = (work) =>
    isAway ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) : databases.readAsProvider(work);
  const visitor = await openVisitor(await openApp({ databases: { ...databases, readAsProvider } }));
  const username = await addSuperAdmin();
  for (let count = 0; count < 21; count++) expect((await visitor(signInSuperAdmin, { body: { username, password } })).status).toBe(503);
  isAway = false;
  expect((await visitor(signInSuperAdmin, { body: { username, password } })).status).toBe(200);
});

test('a session is renewed, its used token is good for a minute, and after that ends the session', async () => {
  let now = new Date('2026-03-01T08:00:00Z');
  const app = await openApp({ clock: () => now });
  const { cookies } = await signedIn(app);
  now = new Date(now.getTime() + 11 * minutes);
  expect((await callAs(app, cookies)(countTenants, {})).status).toBe(401);

  const first = await callAs(app, cookies)(refreshSuperAdmin, {});
  const renewed = cookiesOf(first.response);
  expect((await callAs(app, renewed)(countTenants, {})).status).toBe(200);
  expect(cookiesOf((await callAs(app, cookies)(refreshSuperAdmin, {})).response)).toEqual(renewed);

  now = new Date(now.getTime() + 2 * minutes);
  const late = await callAs(app, cookies)(refreshSuperAdmin, {});
  expect(late.status).toBe(401);
  expect(cookiesOf(late.response)).toEqual({ comanda_platform_access: '', comanda_platform_refresh: '', comanda_signed_in: '' });
  expect((await callAs(app, renewed)(countTenants, {})).status).toBe(401);
});

test('twelve hours after signing in it is over, however often it was renewed', async () => {
  const start = new Date('2026-03-01T08:00:00Z').getTime();
  let now = new Date(start);
  const app = await openApp({ clock: () => now });
  let { cookies } = await signedIn(app);
  for (const hour of [3, 6, 9, 11.95]) {
    now = new Date(start + hour * 60 * minutes);
    const { status, response } = await callAs(app, cookies)(refreshSuperAdmin, {});
    expect(status).toBe(200);
    cookies = cookiesOf(response);
  }
  expect((await callAs(app, cookies)(countTenants, {})).status).toBe(200);
  now = new Date(start + 12 * 60 * minutes + 1);
  expect((await callAs(app, cookies)(countTenants, {})).status).toBe(401);
  expect((await callAs(app, cookies)(refreshSuperAdmin, {})).status).toBe(401);
});

test('neither kind of session opens the calls of the other, whatever cookie it is put into', async () => {
  const app = await openApp();
  const owner = await openRestaurant({ app });
  const provider = await openSuperAdmin(app);
  const [mine] = Object.values(owner.cookies);
  const [theirs] = Object.values(provider.cookies);
  expect((await callAs(app, provider.cookies)(getProfile, {})).status).toBe(401);
  expect((await callAs(app, owner.cookies)(getProviderDashboard, {})).status).toBe(401);
  expect((await callAs(app, { comanda_access: theirs! })(getProfile, {})).status).toBe(401);
  expect((await callAs(app, { comanda_platform_access: mine! })(getProviderDashboard, {})).status).toBe(401);
  const { cookies } = await signedIn(app);
  expect((await callAs(app, { comanda_platform_access: cookies['comanda_platform_refresh']! })(getProviderDashboard, {})).status).toBe(401);
  expect((await callAs(app, { comanda_refresh: cookies['comanda_platform_refresh']! })(refreshSuperAdmin, {})).status).toBe(401);
});

test('a restaurant that is registered with a super administrator’s address gives neither login anything of the other', async () => {
  const app = await openApp();
  const username = await addSuperAdmin();
  const own = 'a password of the restaurant';
  const enter = async (endpoint: typeof signIn | typeof signInSuperAdmin, word: string) =>
    (await openVisitor(app))(endpoint as typeof signIn, { body: { username, password: word } });

  expect((await (await openVisitor(app))(signUp, { body: { biz_name: 'Sam’s', username, password: own } })).status).toBe(200);

  expect([(await enter(signIn, password)).status, (await enter(signInSuperAdmin, own)).status]).toEqual([401, 401]);
  const owner = await enter(signIn, own);
  const provider = await enter(signInSuperAdmin, password);
  expect([owner.reply.user.role, provider.reply.user.role]).toEqual(['admin', 'superadmin']);
  expect((await callAs(app, cookiesOf(owner.response))(getProviderDashboard, {})).status).toBe(401);
  expect((await callAs(app, cookiesOf(provider.response))(getProfile, {})).status).toBe(401);
});

test('the first super administrator is made once, and by one of two servers that start together', async () => {
  const own = await openOwnDatabase();
  const first = { databases: own.databases, clock: systemClock, random: systemRandom, username: 'First@provider.example', password };
  try {
    expect(await Promise.all([openFirstSuperAdmin(first), openFirstSuperAdmin(first)])).toEqual([true, true]);
    expect(await openFirstSuperAdmin({ ...first, username: 'second@provider.example' })).toBe(false);
    const rows = await own.databases.readAsProvider((db) => db.selectFrom('platform.super_admins').select('username').execute());
    expect(rows).toEqual([{ username: 'First@provider.example' }]);
  } finally {
    await own.close();
  }
});

test('the platform’s role reads no order, line, customer, invoice or payment, and writes no history of its own away', async () => {
  for (const table of ['orders', 'order_lines', 'customers', 'invoices', 'payments', 'audit_log'])
    await expect(
      databases.asProvider((db) =>
        db
          .selectFrom(table as 'orders')
          .select('id')
          .execute(),
      ),
    ).rejects.toThrow('permission denied');
  await expect(databases.asProvider((db) => db.deleteFrom('platform.audit_log').execute())).rejects.toThrow('permission denied');
  await expect(databases.asTenant(1, (db) => db.selectFrom('platform.super_admins').select('id').execute())).rejects.toThrow(
    'permission denied',
  );
  await expect(databases.acrossTenants((db) => db.selectFrom('platform.sessions').select('id').execute())).rejects.toThrow(
    'permission denied',
  );
});
