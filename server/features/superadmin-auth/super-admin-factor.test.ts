import { expect, test, vi } from 'vitest';
import { getProfile, signIn } from '#contract/auth.ts';
import { signInByCode } from '#contract/second-factor.ts';
import {
  addSuperAdminFactor,
  completeSuperAdminFactor,
  getSuperAdminFactor,
  refreshSuperAdmin,
  removeSuperAdminFactor,
  signInSuperAdmin,
  signInSuperAdminByCode,
  signOutSuperAdmin,
} from '#contract/superadmin-auth.ts';
import { countTenants } from '#contract/tenants.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { callAs, database, newAddress, type App, type Caller } from '#server/testing/restaurant.ts';
import { cookiesOf, openClock, openOwner, PASSWORD, STEP, switchOn, wrongCodeAt } from '#server/testing/factor.ts';
import { codeAt } from '#tools/parts/authenticator.ts';

const START = '2026-05-01T10:00:00Z';
const DEMANDED = 'Please switch your second factor on first!';

const addSuperAdmin = async () => {
  const username = newAddress('provider.example');
  const { rows } = await database.query<{ id: number }>(
    'insert into platform.super_admins (username, name, password_hash, created_at) values ($1, $2, $3, now()) returning id',
    [username, 'Sam', await hashPassword(PASSWORD, systemRandom)],
  );
  return { username, id: rows[0]!.id };
};

const show = (app: App, username: string) => callAs(app, {})(signInSuperAdmin, { body: { username, password: PASSWORD } });
const enter = (app: App, cookies: Record<string, string>, code: string) => callAs(app, cookies)(signInSuperAdminByCode, { body: { code } });
const auditOf = async (id: number) =>
  (
    await database.query(
      "select action, after from platform.audit_log where super_admin_id = $1 or (after ->> 'superAdminId')::int = $1 order by id",
      [id],
    )
  ).rows;

type Clock = Awaited<ReturnType<typeof openClock>>;
const switchOnProvider = async (call: Caller, { now, pass }: Pick<Clock, 'now' | 'pass'>) => {
  const { reply: begun } = await call(addSuperAdminFactor, { body: { password: PASSWORD } });
  const { reply } = await call(completeSuperAdminFactor, { body: { code: codeAt(begun.secret, now()) } });
  pass(STEP);
  return { secret: begun.secret, uri: begun.uri, recoveryCodes: reply.recoveryCodes };
};

/** A super administrator, signed in before a second factor was switched on. */
const openProtected = async (production = false) => {
  const clock = await openClock(START, { config: { production } });
  const { username, id } = await addSuperAdmin();
  const { response } = await show(clock.app, username);
  const cookies = cookiesOf(response);
  const call = callAs(clock.app, cookies);
  return { ...clock, username, id, cookies, call, ...(await switchOnProvider(call, clock)) };
};
const owe = async (app: App, username: string) => {
  const { status, response } = await show(app, username);
  expect(status).toBe(409);
  return cookiesOf(response);
};

test('in production a super administrator without a second factor may do nothing but set it up', async () => {
  const { app, now, pass } = await openClock(START, { config: { production: true } });
  const { username } = await addSuperAdmin();
  const { status, response } = await show(app, username);
  expect(status).toBe(200);
  const cookies = cookiesOf(response);
  const call = callAs(app, cookies);
  const refused = await call(countTenants, {});
  expect(refused.reply).toEqual({ success: false, code: 'second_factor_required', message: DEMANDED });
  expect((await call(getSuperAdminFactor, {})).reply).toEqual({ isOn: false, since: null, isRequired: true, recoveryCodesLeft: 0 });

  // begun is not on, nor is it after a renewal of the session
  const { reply: begun } = await call(addSuperAdminFactor, { body: { password: PASSWORD } });
  expect((await call(countTenants, {})).status).toBe(403);
  const renewed = callAs(app, cookiesOf((await call(refreshSuperAdmin, {})).response));
  expect((await renewed(countTenants, {})).status).toBe(403);
  expect((await renewed(completeSuperAdminFactor, { body: { code: codeAt(begun.secret, now()) } })).status).toBe(200);
  expect((await renewed(countTenants, {})).status).toBe(200);

  pass(STEP);
  const entered = await enter(app, await owe(app, username), codeAt(begun.secret, now()));
  expect((await callAs(app, cookiesOf(entered.response))(countTenants, {})).status).toBe(200);
  // whoever takes it off is asked for it again
  pass(STEP);
  expect((await renewed(removeSuperAdminFactor, { body: { password: PASSWORD, code: codeAt(begun.secret, now()) } })).status).toBe(200);
  expect((await renewed(countTenants, {})).status).toBe(403);
  expect((await renewed(signOutSuperAdmin, {})).status).toBe(200);
});

test('in development it is offered, and nothing waits for it', async () => {
  const { app } = await openClock(START);
  const { username } = await addSuperAdmin();
  const call = callAs(app, cookiesOf((await show(app, username)).response));
  expect((await call(countTenants, {})).status).toBe(200);
  expect((await call(getSuperAdminFactor, {})).reply).toMatchObject({ isOn: false, isRequired: false });
});

test('the right password alone opens nothing; the code does, once', async () => {
  const { app, username, id, secret, uri, now, recoveryCodes, mail, call } = await openProtected();
  expect(uri).toContain(`totp/Comanda%20Provider:${encodeURIComponent(username)}`);
  const { status, reply, response } = await show(app, username);
  expect([status, reply.code, 'user' in reply]).toEqual([409, 'code_needed', false]);
  expect(response.cookies).toEqual([
    expect.objectContaining({ name: 'comanda_challenge', path: '/api/v1/superadmin', httpOnly: true, maxAge: 300 }),
  ]);
  const held = cookiesOf(response);
  expect((await callAs(app, held)(countTenants, {})).status).toBe(401);
  const code = codeAt(secret, now());
  expect((await enter(app, held, wrongCodeAt(secret, now()))).status).toBe(400);
  const entered = await enter(app, held, code);
  expect(entered.reply).toMatchObject({ message: 'Welcome back!', user: { username, role: 'superadmin' } });
  expect((await callAs(app, cookiesOf(entered.response))(countTenants, {})).status).toBe(200);

  const again = await owe(app, username);
  expect((await enter(app, again, code)).status).toBe(400);
  expect((await enter(app, again, recoveryCodes[0]!)).reply.message).toBe('Welcome back! Recovery codes left: 9.');
  expect((await enter(app, await owe(app, username), recoveryCodes[0]!)).status).toBe(400);
  expect((await call(getSuperAdminFactor, {})).reply).toMatchObject({ isOn: true, recoveryCodesLeft: 9 });

  await call(removeSuperAdminFactor, { body: { password: PASSWORD, code: recoveryCodes[1]! } });
  expect((await show(app, username)).status).toBe(200);
  await vi.waitFor(() =>
    expect(mail.emails.map(({ to, subject }) => [to, subject])).toEqual([
      [username, 'Your second factor is on'],
      [username, 'Your second factor is off'],
    ]),
  );
  const audit = await auditOf(id);
  const actions = ['second factor on', 'recovery code used', 'second factor off'];
  expect(audit.map(({ action }) => action).filter((action) => actions.includes(action))).toEqual([
    'second factor on',
    'recovery code used',
    'recovery code used',
    'second factor off',
  ]);
  for (const hidden of [secret, ...recoveryCodes]) expect(JSON.stringify([audit, mail.emails])).not.toContain(hidden);
});

test('five wrong codes lock the super administrator, for the right one too, and are noted', async () => {
  const { app, username, id, secret, now } = await openProtected();
  const cookies = await owe(app, username);
  for (let count = 0; count < 5; count++) expect((await enter(app, cookies, wrongCodeAt(secret, now()))).status).toBe(400);
  expect((await enter(app, await owe(app, username), codeAt(secret, now()))).status).toBe(429);
  await vi.waitFor(async () => {
    const { rows } = await database.query(
      "select from platform.audit_log where action = 'second factor failed' and (after ->> 'superAdmin')::int = $1",
      [id],
    );
    // what comes again within a minute is one more row, later
    expect(rows).toHaveLength(1);
  });
});

test('a password that is changed in between, and five minutes, end the challenge', async () => {
  const { app, username, id, secret, now, pass } = await openProtected();
  const cookies = await owe(app, username);
  pass(5 * 60_000);
  expect((await enter(app, cookies, codeAt(secret, now()))).status).toBe(401);
  const later = await owe(app, username);
  await database.query('update platform.super_admins set password_hash = $2 where id = $1', [
    id,
    await hashPassword(PASSWORD, systemRandom),
  ]);
  expect((await enter(app, later, codeAt(secret, now()))).status).toBe(401);
});

test('it is switched on and off with the right password and code only, and wrong ones are counted', async () => {
  const { call, recoveryCodes, secret, now } = await openProtected();
  expect((await call(addSuperAdminFactor, { body: { password: PASSWORD } })).status).toBe(409);
  expect((await call(completeSuperAdminFactor, { body: { code: '123456' } })).status).toBe(409);
  const wrong = { password: PASSWORD, code: wrongCodeAt(secret, now()) };
  for (let count = 0; count < 5; count++) expect((await call(removeSuperAdminFactor, { body: wrong })).status).toBe(400);
  expect((await call(removeSuperAdminFactor, { body: { password: PASSWORD, code: recoveryCodes[0]! } })).status).toBe(429);
});

test('a challenge of one kind is none of the other', async () => {
  const { app, username, secret, now, pass } = await openProtected();
  const owner = await openOwner(app);
  const theirs = await switchOn(owner.call, { now, pass });
  const provider = await owe(app, username);
  const { response } = await callAs(app, {})(signIn, { body: { username: owner.username, password: PASSWORD } });
  expect((await callAs(app, provider)(signInByCode, { body: { code: codeAt(secret, now()) } })).status).toBe(401);
  expect((await enter(app, cookiesOf(response), codeAt(theirs.secret, now()))).status).toBe(401);
  expect((await owner.call(getProfile, {})).status).toBe(200);
});

test('with the super administrator their factor goes', async () => {
  const { id } = await openProtected();
  await database.query('delete from platform.super_admins where id = $1', [id]);
  expect((await database.query('select from platform.second_factors where super_admin_id = $1', [id])).rowCount).toBe(0);
});
