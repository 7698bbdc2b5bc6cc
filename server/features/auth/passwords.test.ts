import { expect, test } from 'vitest';
import { getProfile, refreshToken, signIn } from '#contract/auth.ts';
import { forgotPassword, resetPassword, signUp } from '#contract/own-account.ts';
import { updateTenant } from '#contract/tenants.ts';
import { addUser, updateUser, updateUserPassword } from '#contract/users.ts';
import {
  callAs,
  database,
  databases,
  openApp,
  openMailbox,
  openRestaurant,
  openSuperAdmin,
  openVisitor,
} from '#server/testing/restaurant.ts';
import { until } from '#server/testing/sockets.ts';

let people = 0;
const newAddress = () => `Forgetful-${process.pid}-${Date.now()}-${++people}@example.com`;
const password = 'correct horse';
const better = 'battery staple';
const tokenOf = (email: { text: string }) => /[?&]token=([\w-]+)/.exec(email.text)![1]!;

/** An owner who can sign in, on a server whose clock and mail the test holds. */
const openAccount = async (config: Parameters<typeof openApp>[0] = {}) => {
  let now = new Date('2026-05-01T10:00:00Z');
  const mail = openMailbox();
  const app = await openApp({ mail, clock: () => now, ...config });
  const visitor = await openVisitor(app);
  const username = newAddress();
  await visitor(signUp, { body: { biz_name: 'Chez Ada', username, password } });
  // the e-mail that asks to confirm the address
  await until(() => mail.emails.length > 0);
  mail.emails.length = 0;
  const enter = async (secret = password) => visitor(signIn, { body: { username, password: secret } });
  /** Asks for a link and waits for its letter. */
  const forget = async (name = username) => {
    const { length } = mail.emails;
    await visitor(forgotPassword, { body: { username: name } });
    await until(() => mail.emails.length > length);
    return mail.emails.at(-1)!;
  };
  const reset = (token: string, secret = better) => visitor(resetPassword, { params: { token }, body: { password: secret } });
  return { app, visitor, username, mail, enter, forget, reset, at: (time: string) => (now = new Date(time)) };
};
const cookiesOf = (response: { cookies: { name: string; value: string }[] }) =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));

test('a forgotten password is set again with the link of an e-mail; every device is signed out', async () => {
  const { app, username, enter, forget, reset, mail } = await openAccount();
  const device = callAs(app, cookiesOf((await enter()).response));

  await database.query("update members set pin_hash = 'x' where username = $1", [username]);
  const email = await forget();
  expect(email).toMatchObject({ to: username, subject: 'Set a new password' });
  expect(email.text).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}$/m);
  const { status, reply } = await reset(tokenOf(email));

  expect({ status, reply }).toEqual({ status: 200, reply: { success: true, message: 'Your password is changed. Please sign in!' } });
  expect((await device(getProfile, {})).status).toBe(401);
  expect((await device(refreshToken, {})).status).toBe(401);
  expect((await enter()).status).toBe(401);
  // nor does the PIN open the account any more
  expect((await database.query('select pin_hash from members where username = $1', [username])).rows).toEqual([{ pin_hash: null }]);
  expect((await enter(better)).status).toBe(200);
  await until(() => mail.emails.at(-1)?.subject === 'Your password was changed');
});

test('the link leads to the address of the configuration, whatever host the request names', async () => {
  const { app, mail, username } = await openAccount({ config: { publicUrl: 'https://pos.example.com' } });
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  await app.inject({ method: 'POST', url: '/api/v1/auth/forgot-password', headers, payload: { username } });
  await until(() => mail.emails.length > 0);
  expect(mail.emails[0]!.text).toContain('https://pos.example.com/reset-password?token=');
  expect(mail.emails[0]!.text).not.toContain('evil');
});

test('a known and an unknown address get the same answer, and only the known one an e-mail', async () => {
  const { visitor, username, forget, mail } = await openAccount();

  const unknown = await visitor(forgotPassword, { body: { username: newAddress() } });
  const known = await visitor(forgotPassword, { body: { username: username.toUpperCase() } });
  await until(() => mail.emails.length > 0);
  await forget();

  expect([known.status, known.reply]).toEqual([200, unknown.reply]);
  expect(Object.keys(known.response.headers)).toEqual(Object.keys(unknown.response.headers));
  expect(mail.emails.map(({ to }) => to)).toEqual([username, username]);
  for (const nothing of [undefined, null, '', ' '])
    expect((await visitor(forgotPassword, { body: { username: nothing as never } })).reply.message).toBe('Please provide username!');
});

test('the answer comes before anybody looks whether the account is there', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let calls = 0;
  const slow = {
    ...databases,
    readAcrossTenants: ((work) =>
      calls++ === 0
        ? databases.readAcrossTenants(work)
        : released.then(() => databases.readAcrossTenants(work))) as typeof databases.readAcrossTenants,
    acrossTenants: ((work, mode) => released.then(() => databases.acrossTenants(work, mode))) as typeof databases.acrossTenants,
  };
  const { username } = await openRestaurant();
  const mail = openMailbox();
  const visitor = await openVisitor(await openApp({ databases: slow, mail }));

  for (const name of [username, newAddress()]) {
    calls = 0;
    expect((await visitor(forgotPassword, { body: { username: name } })).status).toBe(200);
    expect(mail.emails).toEqual([]);
  }

  release();
  await until(() => mail.emails.length > 0);
  expect(mail.emails.map(({ to }) => to)).toEqual([username]);
});

test('an account gets three e-mails an hour that one address asks for, however many at once', async () => {
  const { visitor, username, mail } = await openAccount();
  const answers = await Promise.all(Array.from({ length: 8 }, () => visitor(forgotPassword, { body: { username } })));
  await until(() => mail.emails.length === 3);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(mail.emails).toHaveLength(3);
});

test('one address asks for ten e-mails in an hour, known or not', async () => {
  const { visitor } = await openAccount();
  const statuses: number[] = [];
  for (let time = 0; time < 11; time++) statuses.push((await visitor(forgotPassword, { body: { username: newAddress() } })).status);
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([10, 429]);
});

test('a link is good once, also for two who use it at once', async () => {
  const { forget, reset } = await openAccount();
  const token = tokenOf(await forget());

  const statuses = (await Promise.all([reset(token), reset(token, 'another one')])).map(({ status }) => status);

  expect(statuses.sort()).toEqual([200, 400]);
  expect((await reset(token)).reply).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('was already used') });
});

test('a link ends after twenty minutes', async () => {
  const { enter, forget, reset, at } = await openAccount();
  const token = tokenOf(await forget());
  at('2026-05-01T10:20:00Z');
  expect((await reset(token)).status).toBe(400);
  at('2026-05-01T10:19:59Z');
  expect((await reset(token)).status).toBe(200);
  expect((await enter(better)).status).toBe(200);
});

test('where a link is still good, whoever asks again gets a new one, and the old one ends', async () => {
  const { forget, reset } = await openAccount();
  const [old, fresh] = [tokenOf(await forget()), tokenOf(await forget())];
  expect((await reset(old)).status).toBe(400);
  expect((await reset(fresh)).status).toBe(200);
});

test('a used link is the only one of its account, and leaves those of other accounts', async () => {
  const { app, forget, reset, mail } = await openAccount();
  const other = await openRestaurant({ app });
  const [first, second, theirs] = [tokenOf(await forget()), tokenOf(await forget()), tokenOf(await forget(other.username))];
  expect(mail.emails).toHaveLength(3);

  expect((await reset(second)).status).toBe(200);

  expect((await reset(first)).status).toBe(400);
  expect((await reset(theirs)).status).toBe(200);
});

test('forged tokens, another kind of token and an empty or short password are refused', async () => {
  const { enter, forget, reset } = await openAccount();
  const { comanda_access, comanda_refresh } = cookiesOf((await enter()).response);
  const token = tokenOf(await forget());
  const { rows } = await database.query('select token_hash from password_resets order by id desc limit 5');
  expect(rows.map(({ token_hash }) => token_hash)).not.toContain(token);

  const swapped = `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`;
  for (const wrong of [swapped, token.slice(1), comanda_access!, comanda_refresh!, rows[0].token_hash, 'x', '%00', "' or 1=1"])
    expect((await reset(wrong)).status).toBe(400);
  expect((await reset(token, '')).reply.message).toBe('Please provide new password!');
  expect((await reset(token, 'seven77')).status).toBe(400);
  expect((await reset(token)).status).toBe(200);
});

test('a link sets no password of a user who was deleted, or who got another one meanwhile', async () => {
  const { app, forget, reset } = await openAccount();
  const { admin, colleague } = await openRestaurant({ app });
  const [gone, changed] = [await colleague(), await colleague()];
  const links = [tokenOf(await forget(gone.username)), tokenOf(await forget(changed.username))];

  await database.query('update members set archived_at = now() where username = $1', [gone.username]);
  await admin(updateUserPassword, { params: { username: changed.username }, body: { password } });

  for (const link of links) expect((await reset(link)).status).toBe(400);
});

test('setting a password again does not lift the pause after five wrong guesses', async () => {
  const { enter, forget, reset } = await openAccount();
  for (let guess = 0; guess < 5; guess++) await enter('guess');
  expect((await reset(tokenOf(await forget()))).status).toBe(200);
  expect((await enter(better)).status).toBe(429);
});

test('the profile is the sign-in’s user as it stands now, also while the subscription is inactive', async () => {
  const { app, admin, colleague, tenantId } = await openRestaurant();
  const { username, call } = await colleague('POS');
  const before = (await call(getProfile, {})).reply;
  expect(before).toEqual({
    username,
    name: 'Colleague',
    rights: ['void_sent', 'move_check'],
    discountLimit: null,
    role: 'user',
    photo: null,
    designation: null,
    phone: null,
    email: username,
    scope: 'POS',
    timezone: 'UTC',
    day_start: '00:00',
    tenant_id: tenantId,
    store_name: 'Test kitchen',
    till: { lockAfterMinutes: null, lockAfterSend: false, cartStaysWithTill: true },
    is_active: true,
  });

  await admin(updateUser, { params: { username }, body: { name: 'Ben', userScopes: ['ORDERS'] } });
  await database.query('update tenants set is_active = false where id = $1', [tenantId]);

  expect((await call(getProfile, {})).reply).toEqual({ ...before, name: 'Ben', scope: 'ORDERS', is_active: false });
  expect((await callAs(app, {})(getProfile, {})).status).toBe(401);
});

test('who signs in while the subscription is inactive is told so', async () => {
  const { enter, at } = await openAccount();
  expect((await enter()).reply.user.is_active).toBe(true);
  at('2026-05-18T10:00:00Z'); // 14 days of trial and 3 of grace are over
  expect((await enter()).reply.user.is_active).toBe(false);
});

test('who is signing in with the former password in the moment of its change does not get in', async () => {
  const { admin } = await openRestaurant();
  const username = newAddress();
  await admin(addUser, { body: { name: 'Ben', username, password } });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  // the password is checked at once, the session is stored later
  const acrossTenants: typeof databases.acrossTenants = (work, mode) => released.then(() => databases.acrossTenants(work, mode));
  const visitor = await openVisitor(await openApp({ databases: { ...databases, acrossTenants } }));

  const entering = visitor(signIn, { body: { username, password } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await admin(updateUserPassword, { params: { username }, body: { password: better } });
  release();

  expect((await entering).status).toBe(401);
});

test('a link that an owner asks for in the moment of getting another address does not go to the former one', async () => {
  const mail = openMailbox();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  // the account is found at once, the link is stored later
  const acrossTenants: typeof databases.acrossTenants = (work, mode) => released.then(() => databases.acrossTenants(work, mode));
  const app = await openApp({ mail, databases: { ...databases, acrossTenants } });
  const { tenantId, username } = await openRestaurant();
  const { call } = await openSuperAdmin();

  await (await openVisitor(app))(forgotPassword, { body: { username } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const body = { name: 'Test kitchen', email: newAddress() };
  expect((await call(updateTenant, { params: { id: String(tenantId) }, body })).status).toBe(200);
  release();
  // it waits for what is done beside answers
  await app.close();

  expect(mail.emails).toEqual([]);
});

test('while the storage is away nobody uses up their tries: afterwards each signs in, sets a password, and asks for a link', async () => {
  let isAway = false;
  const away =
    <T extends unknown[], R>(work: (...given: T) => Promise<R>) =>
    (...given: T): Promise<R> =>
      isAway ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) : work(...given);
  const { readAcrossTenants, acrossTenants } = databases;
  const shaky = { ...databases, readAcrossTenants: away(readAcrossTenants), acrossTenants: away(acrossTenants) } as typeof databases;
  const { enter, forget, reset, visitor, username } = await openAccount({ databases: shaky });
  const token = tokenOf(await forget());

  isAway = true;
  for (let time = 0; time < 21; time++)
    expect([(await enter()).status, (await reset(token)).status, (await visitor(forgotPassword, { body: { username } })).status]).toEqual([
      503, 503, 503,
    ]);

  isAway = false;
  expect((await reset(token)).status).toBe(200);
  expect((await enter(better)).status).toBe(200);
  await forget();
}, 60_000);

test('a colleague who goes on with a locked name does not lock everybody else of the same address out', async () => {
  const { enter, visitor } = await openAccount();
  const other = newAddress();
  await visitor(signUp, { body: { biz_name: 'Next door', username: other, password } });
  for (let guess = 0; guess < 30; guess++) expect((await enter('guess')).status).toBe(guess < 5 ? 401 : 429);
  expect((await visitor(signIn, { body: { username: other, password } })).status).toBe(200);
});
