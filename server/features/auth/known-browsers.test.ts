import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn, signOut } from '#contract/auth.ts';
import { forgotPassword, resetPassword, signUp, updateOwnPassword } from '#contract/own-account.ts';
import { signInSuperAdmin } from '#contract/superadmin-auth.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { callAs, database, newAddress, openApp, openMailbox, openVisitor, type App } from '#server/testing/restaurant.ts';
import { until } from '#server/testing/sockets.ts';

const password = 'correct horse';
const cookiesOf = (response: { cookies: { name: string; value: string }[] }) =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));

// The clock stands still: what is counted and the pauses last, however slow the machine.
beforeEach(() => void vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

type Cookies = Record<string, string>;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** An owner who has signed in with one browser, on a server behind a proxy: strangers come from networks of their own. */
const openAccount = async () => {
  const mail = openMailbox();
  const app = await openApp({ mail, config: { trustProxy: true } });
  const username = newAddress();
  const visitor = await openVisitor(app);
  expect((await visitor(signUp, { body: { biz_name: 'Chez Ada', username, password } })).status).toBe(200);
  // the link to confirm the address
  await until(() => mail.emails.length === 1);
  mail.emails.length = 0;
  const enter = async (address: string, cookies: Cookies = {}, secret = password) =>
    callAs(app, cookies)(signIn, { body: { username, password: secret } }, from(address));
  const first = await enter('192.0.2.1');
  const { comanda_device } = cookiesOf(first.response);
  return { app, mail, username, visitor, enter, known: { comanda_device: comanda_device! } };
};
type Account = Awaited<ReturnType<typeof openAccount>>;

const lockOut = async ({ enter }: Pick<Account, 'enter'>) => {
  for (let guess = 0; guess < 20; guess++) await enter(`198.51.100.${guess}`, {}, 'guess');
};

/** Whether somebody has to wait. The pause ends by the machine's own timers: a slow one may find it over, and each failure makes it longer. */
const hasToWait = async ({ enter }: Pick<Account, 'enter'>, address: string, cookies: Cookies = {}, secret = password) => {
  for (let tries = 0; tries < 8; tries++) {
    await enter(`198.51.101.${tries}`, {}, 'guess');
    if ((await enter(address, cookies, secret)).status === 429) return true;
  }
  return false;
};

test('a stranger who guesses from many networks, and from the owner’s own, keeps no known browser out', async () => {
  const account = await openAccount();
  await lockOut(account);
  for (let guess = 0; guess < 6; guess++) await account.enter('192.0.2.1', {}, 'guess');

  expect(await hasToWait(account, '203.0.113.9')).toBe(true);
  expect((await account.enter('192.0.2.1')).status).toBe(429);
  expect((await account.enter('192.0.2.1', account.known)).status).toBe(200);
});

test('the cookie survives sign-out, and stands in the database as a hash', async () => {
  const account = await openAccount();
  const { response } = await account.enter('192.0.2.1', account.known);
  const out = await callAs(account.app, cookiesOf(response))(signOut, {});
  expect(out.response.cookies.map(({ name }) => name)).not.toContain('comanda_device');
  await lockOut(account);
  expect((await account.enter('192.0.2.1', account.known)).status).toBe(200);
  const { rows } = await database.query('select * from known_browsers order by id desc limit 20');
  expect(JSON.stringify(rows)).not.toContain(account.known.comanda_device);
  expect(await hasToWait(account, '203.0.113.9', { comanda_device: rows[0].token_hash })).toBe(true);
  expect(await hasToWait(account, '203.0.113.9', account.known)).toBe(false);
});

test('a known browser has five failures of its own, for its name only, and a forged cookie is none', async () => {
  const account = await openAccount();
  const { username: other } = await openAccount();
  for (let guess = 0; guess < 5; guess++) expect((await account.enter('192.0.2.1', account.known, 'guess')).status).toBe(401);
  const locked = await account.enter('192.0.2.1', account.known);
  expect([locked.status, Number(locked.response.headers['retry-after']) > 600]).toEqual([429, true]);
  // what it did was counted for nobody else
  expect((await account.enter('192.0.2.1')).status).toBe(200);

  const guess = async (cookies: Cookies) =>
    (await callAs(account.app, cookies)(signIn, { body: { username: other, password: 'guess' } }, from('192.0.2.77'))).status;
  for (let time = 0; time < 5; time++) expect(await guess(account.known)).toBe(401);
  for (const comanda_device of [account.known.comanda_device, 'x'.repeat(43), 'x', '', '....', `${'y'.repeat(43)}.`.repeat(9)])
    expect([comanda_device, await guess({ comanda_device })]).toEqual([comanda_device, 429]);
});

test('five members who share a browser are known there, one token each; the sixth takes the place of the first', async () => {
  const { app, known, username } = await openAccount();
  let shown: Cookies = known;
  const people = [username];
  for (let person = 0; person < 5; person++) {
    const name = newAddress();
    people.push(name);
    const visitor = callAs(app, shown);
    await visitor(signUp, { body: { biz_name: 'Chez Ben', username: name, password } });
    const body = { username: name, password };
    shown = { comanda_device: cookiesOf((await visitor(signIn, { body })).response)['comanda_device']! };
    const again = cookiesOf((await callAs(app, shown)(signIn, { body })).response);
    expect(again['comanda_device']).toBe(shown['comanda_device']);
  }
  expect(shown['comanda_device']!.split('.')).toHaveLength(5);
  const isKnown = async (name: string) => {
    for (let guess = 0; guess < 6; guess++)
      await callAs(app, {})(signIn, { body: { username: name, password: 'guess' } }, from(`198.18.${people.indexOf(name)}.1`));
    return callAs(app, shown)(signIn, { body: { username: name, password } }, from(`198.18.${people.indexOf(name)}.1`));
  };
  const statuses = [];
  for (const name of people) statuses.push((await isKnown(name)).status);
  expect(statuses).toEqual([429, 200, 200, 200, 200, 200]);
});

test('a stranger who asks for links keeps the owner from none: neither from a known browser, nor from another network', async () => {
  const { visitor, username, mail, app, known } = await openAccount();
  const ask = (address: string, cookies: Cookies = {}) => callAs(app, cookies)(forgotPassword, { body: { username } }, from(address));
  const emails = (count: number) => until(() => mail.emails.length === count);
  // from one network three, of which the first counts for itself; then from others two more each, until ten are used up
  for (let network = 0; network < 7; network++) for (let time = 0; time < 4; time++) await ask(`198.51.100.${network}`);
  await emails(7 + 10);
  await ask('203.0.113.5');
  await emails(18);
  await ask('203.0.113.5');
  for (let time = 0; time < 4; time++) expect((await ask('198.51.100.1', known)).status).toBe(200);
  await emails(21);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(mail.emails).toHaveLength(21);
  expect((await visitor(forgotPassword, { body: { username: newAddress() } }, from('203.0.113.6'))).status).toBe(200);
}, 40_000);

test('from one prefix ten requests in an hour, whatever the names; a known browser there still asks', async () => {
  const { app, username, known, mail } = await openAccount();
  const ask = async (name: string, cookies: Cookies = {}) =>
    (await callAs(app, cookies)(forgotPassword, { body: { username: name } }, from('192.0.2.1'))).status;
  for (let time = 0; time < 10; time++) expect(await ask(newAddress())).toBe(200);
  expect(await ask(username)).toBe(429);
  expect(await ask(username, known)).toBe(200);
  await until(() => mail.emails.length === 1);
});

test('who followed a mailed link signs in at once, however many guess meanwhile', async () => {
  const account = await openAccount();
  await account.visitor(forgotPassword, { body: { username: account.username } }, from('203.0.113.9'));
  await until(() => account.mail.emails.length === 1);
  const token = /token=([\w-]+)/.exec(account.mail.emails[0]!.text)![1]!;
  await lockOut(account);

  const better = 'battery staple';
  const reset = await account.visitor(resetPassword, { params: { token }, body: { password: better } }, from('203.0.113.9'));
  expect(reset.status).toBe(200);

  expect(await hasToWait(account, '203.0.113.9', {}, better)).toBe(true);
  expect((await account.enter('203.0.113.9', cookiesOf(reset.response), better)).status).toBe(200);
});

const notesOf = async (username: string) => {
  const { rows } = await database.query<{ action: string; address: string }>(
    `select action, after ->> 'address' as address from audit_log
    where entity = 'security' and member_id = (select id from members where username = $1) order by id`,
    [username],
  );
  return rows;
};

test('failures, a lock and a new browser are noted for the restaurant; a known browser is no news', async () => {
  const { enter, username, known } = await openAccount();
  await vi.waitFor(async () => expect(await notesOf(username)).toEqual([{ action: 'new device', address: '192.0.2.1' }]));
  await enter('192.0.2.1', known);
  for (let guess = 0; guess < 8; guess++) await enter('198.51.100.1', {}, 'guess');
  await vi.waitFor(
    async () => {
      const noted = (await notesOf(username)).map(({ action }) => action).sort();
      // what comes again within a minute is one more row, later
      expect(noted).toEqual(['new device', 'sign-in failed', 'sign-in locked']);
    },
    { timeout: 5000 },
  );
});

test('of a name that several restaurants have each of them is told who tries', async () => {
  const { app, enter, username, known } = await openAccount();
  const second = await openVisitor(app);
  expect((await second(signUp, { body: { biz_name: 'Chez Bob', username, password: 'another horse' } })).status).toBe(200);
  await enter('192.0.2.1', known);
  for (let guess = 0; guess < 8; guess++) await enter('198.51.100.1', {}, 'guess');
  await vi.waitFor(
    async () => {
      const { rows } = await database.query<{ tenant_id: number; action: string }>(
        `select distinct tenant_id, action from audit_log where entity = 'security' and action in ('sign-in failed', 'sign-in locked')
          and member_id in (select id from members where username = $1) order by tenant_id, action`,
        [username],
      );
      expect(rows.map(({ action }) => action)).toEqual(['sign-in failed', 'sign-in locked', 'sign-in failed', 'sign-in locked']);
      expect(new Set(rows.map(({ tenant_id: tenant }) => tenant)).size).toBe(2);
    },
    { timeout: 5000 },
  );
});

test('whose address was confirmed is none of those who took it besides: nobody but its restaurant is told who tries', async () => {
  const { app, enter, username, known } = await openAccount();
  const second = await openVisitor(app);
  expect((await second(signUp, { body: { biz_name: 'Chez Eve', username, password: 'another horse' } })).status).toBe(200);
  await database.query(
    'update members set confirmed_at = now() where id = (select min(id) from members where username = $1)', // the first one's
    [username],
  );
  await enter('192.0.2.1', known, 'guess');
  const told = async () => {
    const { rows } = await database.query<{ confirmed: boolean }>(
      `select m.confirmed_at is not null as confirmed from audit_log a join members m on m.tenant_id = a.tenant_id and m.id = a.member_id
        where a.entity = 'security' and a.action = 'sign-in failed' and m.username = $1`,
      [username],
    );
    return rows;
  };
  await vi.waitFor(async () => expect(await told()).toEqual([{ confirmed: true }]), { timeout: 5000 });
});

const addSuperAdmin = async () => {
  const username = newAddress('provider.example');
  await database.query('insert into platform.super_admins (username, name, password_hash, created_at) values ($1, $2, $3, now())', [
    username,
    'Sam',
    await hashPassword(password, systemRandom),
  ]);
  return username;
};
const enterAsSuper = (app: App, username: string, address: string, cookies: Cookies = {}, secret = password) =>
  callAs(app, cookies)(signInSuperAdmin, { body: { username, password: secret } }, from(address));

test('the same holds for a super administrator: a stranger slows down strangers only', async () => {
  const app = await openApp({ config: { trustProxy: true } });
  const username = await addSuperAdmin();
  const known = cookiesOf((await enterAsSuper(app, username, '192.0.2.1')).response);
  for (let guess = 0; guess < 10; guess++) expect((await enterAsSuper(app, username, `198.51.100.${guess}`, {}, 'guess')).status).toBe(401);

  const soon = await enterAsSuper(app, username, '203.0.113.9');
  expect([soon.status, Number(soon.response.headers['retry-after'])]).toEqual([429, 1]);
  expect((await enterAsSuper(app, username, '192.0.2.1', { comanda_device: known['comanda_device']! })).status).toBe(200);
  await vi.waitFor(
    async () => {
      const { rows } = await database.query(
        `select action, count(*)::int as count from platform.audit_log
        where after ->> 'superAdmin' = (select id::text from platform.super_admins where username = $1) group by action order by action`,
        [username],
      );
      expect(rows).toEqual([
        { action: 'new device', count: 1 },
        { action: 'sign-in failed', count: 10 },
        { action: 'sign-in locked', count: 1 },
      ]);
    },
    { timeout: 5000 },
  );
});

test('two accounts of one name in one browser: each signs in there', async () => {
  const { app, username, visitor, enter, known } = await openAccount();
  expect((await visitor(signUp, { body: { biz_name: 'Chez Bea', username, password: 'battery staple' } })).status).toBe(200);
  const other = await enter('192.0.2.1', known, 'battery staple');
  expect(other.status).toBe(200);
  const both = cookiesOf(other.response)['comanda_device']!;
  expect(both.split('.')).toHaveLength(2);
  expect((await callAs(app, { comanda_device: both })(signIn, { body: { username, password } })).status).toBe(200);
});

test('a password that is set again ends what other browsers were known for: a thief does not go on guessing there', async () => {
  const { app, mail, username, visitor, enter, known } = await openAccount();
  const countKnown = async () => {
    const { rows } = await database.query(
      'select count(*)::int as count from known_browsers where member_id = (select id from members where username = $1)',
      [username],
    );
    return rows[0].count as number;
  };
  for (let time = 0; time < 3; time++) await enter('203.0.113.50');
  expect(await countKnown()).toBe(4);
  await visitor(forgotPassword, { body: { username } }, from('192.0.2.1'));
  await until(() => mail.emails.some(({ text }) => text.includes('reset-password?token=')));
  const token = /reset-password\?token=([\w-]+)/.exec(mail.emails.map(({ text }) => text).join('\n'))![1]!;
  const next = 'battery staple';
  const { response } = await callAs(app, known)(resetPassword, { params: { token }, body: { password: next } });
  expect(await countKnown()).toBe(1);

  // so does one that is changed by hand, but for the browser where it was
  const mine = { comanda_device: cookiesOf(response)['comanda_device']! };
  const entered = cookiesOf((await enter('192.0.2.1', mine, next)).response);
  await enter('203.0.113.50', {}, next);
  expect(await countKnown()).toBe(2);
  const { status } = await callAs(app, entered)(updateOwnPassword, { body: { current: next, password: 'third horse words' } });
  expect([status, await countKnown()]).toEqual([200, 1]);
  for (let guess = 0; guess < 20; guess++) await enter(`198.51.100.${guess}`, {}, 'guess');
  expect((await enter('192.0.2.1', mine, 'third horse words')).status).toBe(200);
});
