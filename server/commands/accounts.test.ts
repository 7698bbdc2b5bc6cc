import { expect, inject, onTestFinished, test } from 'vitest';
import { getProfile, signIn } from '#contract/auth.ts';
import { signUp } from '#contract/own-account.ts';
import { getProviderDashboard } from '#contract/provider-reports.ts';
import { signInSuperAdmin } from '#contract/superadmin-auth.ts';
import { runCommand } from './commands.ts';
import {
  callAs,
  database,
  newAddress,
  openApp,
  openOwnDatabase,
  openRestaurant,
  openSuperAdmin,
  openVisitor,
} from '#server/testing/restaurant.ts';
import { openClock, openOwner, switchOn } from '#server/testing/factor.ts';

const password = 'battery staple';

/** Runs a command as the command line does, on the test's database; `typed` is the password that is asked for. */
const run = async (args: string[], typed = password, more: Record<string, string> = {}): Promise<string> => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const env = { DATABASE_URL: inject('ownerUrl'), PUBLIC_URL: 'https://pos.example', ...more };
  await runCommand(args, { env, say, warn: say, askPassword: async () => typed });
  return said.join('\n');
};
const enter = async (username: string, secret: string) =>
  (await (await openVisitor())(signInSuperAdmin, { body: { username, password: secret } })).status;

test('the operator makes a super administrator, who signs in', async () => {
  const email = newAddress();
  expect(await run(['create-superadmin', email])).toBe(`${email} may sign in at https://pos.example/superadmin.`);
  expect(await enter(email, password)).toBe(200);
  const { rows } = await database.query(
    "select after from platform.audit_log where action = 'super administrator by operator' and after ->> 'username' = $1",
    [email],
  );
  expect(rows).toEqual([{ after: { username: email } }]);
});

test('an address that begins as an option does comes after two dashes', async () => {
  const email = `-${newAddress()}`;
  expect(await run(['create-superadmin', '--', email])).toBe(`${email} may sign in at https://pos.example/superadmin.`);
  await expect(run(['create-superadmin', email])).rejects.toThrow('Please name one address');
});

test('it is refused for an address that is none or there already, and for a password that will not do', async () => {
  const email = newAddress();
  await run(['create-superadmin', email]);
  await expect(run(['create-superadmin', email.toUpperCase()])).rejects.toThrow('This super administrator already exists!');
  await expect(run(['create-superadmin', 'sam'])).rejects.toThrow('sam is not an e-mail address.');
  await expect(run(['create-superadmin', newAddress()], 'seven77')).rejects.toThrow('The password needs at least 8 characters!');
  await expect(run(['create-superadmin', newAddress()], '')).rejects.toThrow('Please provide password!');
  await expect(run(['create-superadmin'])).rejects.toThrow('Please name one address: npm run comanda -- create-superadmin <email>');
  await expect(run(['create-superadmin', email, '--password=x'])).rejects.toThrow('Please name one address');
});

test('a member gets a new password, and is signed out everywhere; nobody else is', async () => {
  const { colleague, admin, tenantId } = await openRestaurant();
  const other = await openRestaurant();
  const { username, call, otherDevice } = await colleague('POS');
  const second = callAs(other.app, await otherDevice());
  await database.query(
    `insert into known_browsers (tenant_id, member_id, token_hash, created_at, used_at)
      select tenant_id, id, 'browser of ' || id, now(), now() from members where username = $1`,
    [username],
  );
  const browsers = async () =>
    (await database.query('select b.id from known_browsers b join members m on m.id = member_id where m.username = $1', [username])).rows;
  expect(await browsers()).toHaveLength(1);

  expect(await run(['reset-password', username.toUpperCase()])).toBe(
    `The member ${username.toUpperCase()} has a new password, and 2 sessions were ended.`,
  );

  // whoever knew the old password is a stranger now, and meets the limits of strangers
  expect(await browsers()).toEqual([]);
  for (const device of [call, second]) expect((await device(getProfile, {})).status).toBe(401);
  for (const owner of [admin, other.admin]) expect((await owner(getProfile, {})).status).toBe(200);
  expect((await (await openVisitor())(signIn, { body: { username, password } })).status).toBe(200);
  const { rows } = await database.query(
    "select member_id, before, after from audit_log where tenant_id = $1 and action = 'password by operator'",
    [tenantId],
  );
  expect(rows).toEqual([{ member_id: expect.any(Number), before: null, after: null }]);
});

test('the operator says that an address is its holder’s; of several accounts the restaurant is named', async () => {
  const visitor = await openVisitor();
  const [alone, shared] = [newAddress(), newAddress()];
  const register = (username: string, biz_name: string) =>
    visitor(signUp, { body: { biz_name, username, password: `${password} ${biz_name}` } });
  await register(alone, 'Alone');
  for (const name of ['First', 'Second']) await register(shared, name);
  const { tenant_id: second } = (await visitor(signIn, { body: { username: shared, password: `${password} Second` } })).reply.user;

  for (const time of [1, 2]) expect(await run(['confirm', alone.toUpperCase()]), `${time}`).toBe(`${alone.toUpperCase()} is confirmed.`);
  expect((await register(alone, 'Another')).status).toBe(409);

  await database.query(
    "insert into second_factors (tenant_id, member_id, secret, created_at, confirmed_at) select tenant_id, id, 'AAAA', now(), now() from members where tenant_id = $1",
    [second],
  );
  for (const command of ['confirm', 'reset-password', 'remove-second-factor'])
    await expect(run([command, shared])).rejects.toThrow(
      `Nobody confirmed ${shared}, and several restaurants have it: say --tenant=NUMBER`,
    );
  expect(await run(['remove-second-factor', shared, `--tenant=${second}`])).toBe(
    `The member ${shared} has no second factor any more: the password alone signs in.`,
  );
  expect(await run(['confirm', shared, `--tenant=${second}`])).toBe(`${shared} is confirmed.`);
  expect((await visitor(signIn, { body: { username: shared, password: `${password} First` } })).status).toBe(401);
  expect((await visitor(signIn, { body: { username: shared, password: `${password} Second` } })).status).toBe(200);
  const { rows } = await database.query("select entity from audit_log where tenant_id = $1 and action = 'confirm by operator'", [second]);
  expect(rows).toEqual([{ entity: 'members' }]);

  await expect(run(['confirm', newAddress()])).rejects.toThrow('There is no member');
  await expect(run(['confirm', shared, '--tenant=x'])).rejects.toThrow('Please say --tenant=NUMBER!');
  await expect(run(['confirm'])).rejects.toThrow('Please name one address: npm run comanda -- confirm <email>');
});

test('a super administrator gets a new password, and is signed out everywhere', async () => {
  const { username, call } = await openSuperAdmin();
  expect(await run(['reset-password', username])).toBe(`The super administrator ${username} has a new password, and 1 session was ended.`);
  expect((await call(getProviderDashboard, {})).status).toBe(401);
  const { rows } = await database.query(
    'select b.id from platform.known_browsers b join platform.super_admins a on a.id = super_admin_id where username = $1',
    [username],
  );
  expect(rows).toEqual([]);
  expect(await enter(username, password)).toBe(200);
});

test('an address that is both has to be told apart, and one that is nobody’s is refused before a password is asked for', async () => {
  const { username } = await openRestaurant();
  await run(['create-superadmin', username], 'of the provider');
  await expect(run(['reset-password', username])).rejects.toThrow(
    `${username} is a member and a super administrator: say --member or --superadmin.`,
  );
  expect(await run(['reset-password', username, '--member'])).toContain('The member');
  expect(await enter(username, 'of the provider')).toBe(200);
  expect(await run(['reset-password', '--superadmin', username])).toContain('The super administrator');
  expect(await enter(username, password)).toBe(200);

  const asked: string[] = [];
  const env = { DATABASE_URL: inject('ownerUrl') };
  const askPassword = async () => (asked.push('asked'), password);
  const nobody = newAddress();
  await expect(runCommand(['reset-password', nobody], { env, say: () => {}, warn: () => {}, askPassword })).rejects.toThrow(
    `There is no account ${nobody}.`,
  );
  expect(asked).toEqual([]);
});

test('the operator sees who may sign in, and takes it away: sessions end, it is noted, and the last one is told', async () => {
  const own = await openOwnDatabase();
  onTestFinished(() => own.close());
  const ask = (args: string[], env: Record<string, string> = {}) => run(args, password, { DATABASE_URL: own.ownerUrl, ...env });
  const nobody = 'There is no super administrator now. One is made by: npm run comanda -- create-superadmin <email>';
  expect(await ask(['list-superadmins'])).toBe(nobody);

  const app = await openApp({ databases: own.databases });
  const { username, call } = await openSuperAdmin(app, new Date(), own);
  await ask(['create-superadmin', 'sam@provider.example']);
  await own.database.query(
    "insert into platform.audit_log (at, super_admin_id, action) select '2026-03-01T12:00Z', id, 'sign-in' from platform.super_admins where username = $1",
    [username],
  );
  await own.database.query("update platform.super_admins set created_at = '2026-02-01T12:00Z'");
  expect((await ask(['list-superadmins'])).split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    [username, 'made on 2026-02-01, last signed in on 2026-03-01'],
    ['sam@provider.example', 'made on 2026-02-01, has never signed in'],
  ]);

  expect((await call(getProviderDashboard, {})).status).toBe(200);
  expect(await ask(['remove-superadmin', username.toUpperCase()])).toBe(
    `${username.toUpperCase()} is no super administrator any more, and 1 session was ended.`,
  );
  expect((await call(getProviderDashboard, {})).status).toBe(401);
  const env = { SUPERADMIN_EMAIL: 'boss@provider.example', SUPERADMIN_PASSWORD: password };
  expect(await ask(['remove-superadmin', 'sam@provider.example'], env)).toBe(
    `sam@provider.example is no super administrator any more, and 0 sessions were ended.\n${nobody}\n` +
      'The next start of the server makes the one that SUPERADMIN_EMAIL names.',
  );
  const { rows } = await own.database.query(
    "select before ->> 'username' as username from platform.audit_log where action = 'super administrator removed by operator' order by id",
  );
  expect(rows.map((row) => row.username)).toEqual([username, 'sam@provider.example']);

  await expect(ask(['remove-superadmin', username])).rejects.toThrow(`There is no super administrator ${username}.`);
  await expect(ask(['remove-superadmin'])).rejects.toThrow('Please name one address');
  await expect(ask(['list-superadmins', 'x'])).rejects.toThrow('Please write nothing behind it');
});

test('nobody gets the password of the demonstration, which everybody knows', async () => {
  const sentence = 'Everybody knows this password! Please choose another one.';
  await expect(run(['create-superadmin', newAddress()], 'comanda-demo')).rejects.toThrow(sentence);
  const { username } = await openRestaurant();
  await expect(run(['reset-password', username], 'comanda-demo')).rejects.toThrow(sentence);
  const visitor = await openVisitor();
  const body = { biz_name: 'X', username: 'owner@demo.example', password: 'comanda-demo' };
  const { status, reply } = await visitor(signUp, { body });
  expect([status, reply.message]).toEqual([400, sentence]);
});

test('a new password leaves the second factor on and says so; another command takes it off for whoever lost phone and codes', async () => {
  const clock = await openClock('2026-05-01T10:00:00Z');
  const owner = await openOwner(clock.app);
  await switchOn(owner.call, clock);

  expect(await run(['reset-password', owner.username])).toBe(
    `The member ${owner.username} has a new password, and 1 session was ended.\nThe second factor stays on: remove-second-factor takes it off.`,
  );
  const enter = async () => (await callAs(clock.app, {})(signIn, { body: { username: owner.username, password } })).status;
  expect(await enter()).toBe(409);
  expect(await run(['remove-second-factor', owner.username])).toBe(
    `The member ${owner.username} has no second factor any more: the password alone signs in.`,
  );
  expect(await enter()).toBe(200);
  await expect(run(['remove-second-factor', owner.username])).rejects.toThrow(`${owner.username} has no second factor.`);
  await expect(run(['remove-second-factor', newAddress()])).rejects.toThrow('There is no account');
  const { rows } = await database.query(
    "select member_id, after from audit_log where tenant_id = $1 and action = 'second factor by operator'",
    [owner.tenantId],
  );
  expect(rows).toEqual([{ member_id: owner.memberId, after: null }]);
});

test('a super administrator who lost phone and codes is let in again, and nobody else of that address', async () => {
  const { superAdminId, username } = await openSuperAdmin();
  await database.query(
    "insert into platform.second_factors (super_admin_id, secret, created_at, confirmed_at) values ($1, 'AAAA', now(), now())",
    [superAdminId],
  );
  expect(await run(['reset-password', username])).toContain('The second factor stays on');
  expect(await enter(username, password)).toBe(409);
  await expect(run(['remove-second-factor', '--member', username])).rejects.toThrow(`There is no account ${username}.`);
  expect(await run(['remove-second-factor', '--superadmin', username])).toBe(
    `The super administrator ${username} has no second factor any more: the password alone signs in.`,
  );
  expect(await enter(username, password)).toBe(200);
  const { rowCount } = await database.query(
    "select from platform.audit_log where action = 'second factor by operator' and after ->> 'username' = $1",
    [username],
  );
  expect(rowCount).toBe(1);
});
