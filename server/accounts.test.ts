import { expect, inject, test } from 'vitest';
import { getProfile, signIn, signUp } from '#contract/auth.ts';
import { getPlatformDashboard } from '#contract/platform-reports.ts';
import { signInSuperAdmin } from '#contract/superadmin-auth.ts';
import { runCommand } from './commands.ts';
import { callAs, database, newAddress, openRestaurant, openSuperAdmin, openVisitor } from './testing.ts';

const password = 'battery staple';

/** Runs a command as the command line does, on the test's database; `typed` is the password that is asked for. */
const run = async (args: string[], typed = password): Promise<string> => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const env = { DATABASE_URL: inject('ownerUrl'), PUBLIC_URL: 'https://pos.example' };
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
  await expect(run(['create-superadmin', email.toUpperCase()])).rejects.toThrow('This super administrator exists already!');
  await expect(run(['create-superadmin', 'sam'])).rejects.toThrow('sam is no e-mail address.');
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

  expect(await run(['reset-password', username.toUpperCase()])).toBe(
    `The member ${username.toUpperCase()} has a new password, and 2 sessions were ended.`,
  );

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

  for (const command of ['confirm', 'reset-password'])
    await expect(run([command, shared])).rejects.toThrow(
      `Nobody confirmed ${shared}, and several restaurants have it: say --tenant=NUMBER`,
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
  expect((await call(getPlatformDashboard, {})).status).toBe(401);
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
