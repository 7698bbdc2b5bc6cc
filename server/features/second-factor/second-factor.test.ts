import { expect, test, vi } from 'vitest';
import { getProfile, signIn, signOut } from '#contract/auth.ts';
import { updateProfile } from '#contract/own-account.ts';
import { addSecondFactor, completeSecondFactor, getSecondFactor, removeSecondFactor, signInByCode } from '#contract/second-factor.ts';
import { deleteUser } from '#contract/users.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { callAs, database, openRestaurant, type App } from '#server/testing/restaurant.ts';
import { cookiesOf, openClock, openOwner, PASSWORD, STEP, switchOn, wrongCodeAt } from '#server/testing/factor.ts';
import { codeAt } from '#tools/parts/authenticator.ts';

const MINUTE = 60_000; // ms

/** An owner with a second factor, on a clock that the test holds. */
const openProtected = async () => {
  const clock = await openClock('2026-05-01T10:00:00Z');
  const owner = await openOwner(clock.app);
  const factor = await switchOn(owner.call, clock);
  return { ...clock, owner, ...factor };
};

/** Shows the right password; answers the cookies of a browser that owes a code. */
const owe = async (app: App, username: string) => {
  const { response } = await callAs(app, {})(signIn, { body: { username, password: PASSWORD } });
  expect(response.statusCode).toBe(409);
  return cookiesOf(response);
};
const enter = async (app: App, cookies: Record<string, string>, code: string) => callAs(app, cookies)(signInByCode, { body: { code } });
const auditOf = async (tenantId: number) =>
  (await database.query('select action, after from audit_log where tenant_id = $1 order by id', [tenantId])).rows;

test('it is switched on with the password and a code; a secret and ten recovery codes are shown this once', async () => {
  const { app, mail, now } = await openClock('2026-05-01T10:00:00Z');
  const { call, username, tenantId, memberId } = await openOwner(app);
  expect((await call(getSecondFactor, {})).reply).toEqual({ isOn: false, since: null, isRequired: false, recoveryCodesLeft: 0 });

  const wrong = await call(addSecondFactor, { body: { password: 'battery staple' } });
  expect([wrong.status, wrong.reply.errors]).toEqual([400, [{ path: ['password'], message: 'This password is not right!' }]]);
  const { reply: begun } = await call(addSecondFactor, { body: { password: PASSWORD } });
  expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(begun.uri).toBe(
    `otpauth://totp/Comanda:${encodeURIComponent(username)}?issuer=Comanda&secret=${begun.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  // begun is not on
  expect((await callAs(app, {})(signIn, { body: { username, password: PASSWORD } })).status).toBe(200);
  const mistyped = await call(completeSecondFactor, { body: { code: wrongCodeAt(begun.secret, now()) } });
  expect([mistyped.status, mistyped.reply.errors]).toEqual([400, [{ path: ['code'], message: 'This code is not right!' }]]);
  const { reply } = await call(completeSecondFactor, { body: { code: codeAt(begun.secret, now()) } });
  expect(new Set(reply.recoveryCodes).size).toBe(10);

  expect((await call(getSecondFactor, {})).reply).toEqual({
    isOn: true,
    since: '2026-05-01T10:00:00.000Z',
    isRequired: false,
    recoveryCodesLeft: 10,
  });
  // neither begun nor confirmed again by whoever holds the session: it has to be removed first
  expect((await call(addSecondFactor, { body: { password: PASSWORD } })).status).toBe(409);
  expect((await call(completeSecondFactor, { body: { code: codeAt(begun.secret, now()) } })).status).toBe(409);

  await vi.waitFor(() =>
    expect(mail.emails.map(({ to, subject }) => [to, subject])).toContainEqual([username, 'Your second factor is on']),
  );
  const { rows } = await database.query('select * from second_factors where tenant_id = $1', [tenantId]);
  expect(JSON.stringify(rows)).not.toContain(reply.recoveryCodes[0]!.replaceAll('-', ''));
  const audit = await auditOf(tenantId);
  expect(audit.map(({ action }) => action)).toContain('second factor on');
  for (const secret of [begun.secret, ...reply.recoveryCodes]) expect(JSON.stringify([audit, mail.emails])).not.toContain(secret);
  expect(rows).toMatchObject([{ member_id: memberId, confirmed_at: new Date('2026-05-01T10:00:00Z') }]);
});

test('the right password alone opens nothing: 409 and no session, until the code; an old client that ignores it has none', async () => {
  const { app, owner, secret, now } = await openProtected();
  const { status, reply, response } = await callAs(app, {})(signIn, { body: { username: owner.username, password: PASSWORD } });
  expect([status, reply.code]).toEqual([409, 'code_needed']);
  expect(reply).not.toHaveProperty('user');
  expect(response.cookies).toEqual([
    expect.objectContaining({ name: 'comanda_challenge', path: '/api/v1/auth', httpOnly: true, sameSite: 'Lax', maxAge: 300 }),
  ]);
  const held = cookiesOf(response);
  expect((await callAs(app, held)(getProfile, {})).status).toBe(401);
  expect((await callAs(app, { comanda_access: held['comanda_challenge']!, comanda_signed_in: 'true' })(getProfile, {})).status).toBe(401);

  const entered = await enter(app, held, codeAt(secret, now()));
  expect(entered.status).toBe(200);
  expect(entered.reply).toMatchObject({ success: true, message: 'Welcome back!', user: { username: owner.username, role: 'admin' } });
  expect(entered.response.cookies.map(({ name, value }) => [name, value !== ''])).toEqual([
    ['comanda_access', true],
    ['comanda_refresh', true],
    ['comanda_socket', true],
    ['comanda_signed_in', true],
    ['comanda_device', true],
    ['comanda_challenge', false],
  ]);
  expect((await callAs(app, cookiesOf(entered.response))(getProfile, {})).reply.username).toBe(owner.username);
  // the challenge was good once
  expect((await enter(app, held, codeAt(secret, new Date(now().getTime() + STEP)))).status).toBe(401);
});

test('nothing is told before the password is right, and nobody without a factor is asked', async () => {
  const { app, owner } = await openProtected();
  const other = await openOwner(app);
  const visitor = callAs(app, {});
  const wrong = await visitor(signIn, { body: { username: owner.username, password: 'wrong' } });
  const unprotected = await visitor(signIn, { body: { username: other.username, password: 'wrong' } });
  expect([wrong.status, wrong.response.cookies]).toEqual([401, []]);
  expect(unprotected.reply).toEqual(wrong.reply);
  expect((await visitor(signIn, { body: { username: other.username, password: PASSWORD } })).status).toBe(200);
});

test('a code is good once, 30 s early and late, in whichever browser', async () => {
  const { app, owner, secret, now, pass } = await openProtected();
  const [one, other] = [await owe(app, owner.username), await owe(app, owner.username)];
  const code = codeAt(secret, now());
  expect((await enter(app, one, code)).status).toBe(200);
  expect((await enter(app, other, code)).status).toBe(400);
  const before = new Date(now().getTime() - STEP);
  expect((await enter(app, other, codeAt(secret, before))).status).toBe(400);
  // a phone whose clock is half a minute fast
  expect((await enter(app, other, codeAt(secret, new Date(now().getTime() + STEP)))).status).toBe(200);
  pass(3 * STEP);
  const third = await owe(app, owner.username);
  expect((await enter(app, third, codeAt(secret, new Date(now().getTime() + 2 * STEP)))).status).toBe(400);
  expect((await enter(app, third, codeAt(secret, new Date(now().getTime() - STEP)))).status).toBe(200);
});

test('two browsers that show one code at once: one gets in', async () => {
  const { app, owner, secret, now, recoveryCodes } = await openProtected();
  for (const code of [codeAt(secret, now()), recoveryCodes[0]!]) {
    const browsers = [await owe(app, owner.username), await owe(app, owner.username)];
    const answers = await Promise.all(browsers.map((cookies) => enter(app, cookies, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  }
});

test('a recovery code signs in once, and is told and noted', async () => {
  const { app, owner, recoveryCodes } = await openProtected();
  const entered = await enter(app, await owe(app, owner.username), recoveryCodes[4]!.toLowerCase());
  expect([entered.status, entered.reply.message]).toEqual([200, 'Welcome back! Recovery codes left: 9.']);
  expect((await enter(app, await owe(app, owner.username), recoveryCodes[4]!)).status).toBe(400);
  expect((await owner.call(getSecondFactor, {})).reply.recoveryCodesLeft).toBe(9);
  expect(await auditOf(owner.tenantId)).toContainEqual({ action: 'recovery code used', after: { left: 9 } });
});

test('five wrong codes in 15 minutes lock the member, for the right code and in every browser, and nobody else', async () => {
  const { app, owner, secret, now } = await openProtected();
  const wrong = wrongCodeAt(secret, now());
  // sent at once they are counted as well
  const browsers: Record<string, string>[] = [];
  for (let count = 0; count < 8; count++) browsers.push(await owe(app, owner.username));
  const answers = await Promise.all(browsers.map((cookies) => enter(app, cookies, wrong)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  const locked = await enter(app, await owe(app, owner.username), codeAt(secret, now()));
  expect(locked.status).toBe(429);
  expect(Number(locked.response.headers['retry-after'])).toBeGreaterThan(800);
  // who is in stays in
  expect((await owner.call(getProfile, {})).status).toBe(200);
  // what comes again within a minute is one more row, later
  await vi.waitFor(async () =>
    expect((await auditOf(owner.tenantId)).filter(({ action }) => action === 'second factor failed')).toHaveLength(1),
  );

  const other = await openOwner(app);
  const theirs = await switchOn(other.call, { now, pass: () => now() });
  expect((await enter(app, await owe(app, other.username), theirs.recoveryCodes[0]!)).status).toBe(200);
});

test('what was counted turned out well counts no more', async () => {
  const { app, owner, secret, now, recoveryCodes } = await openProtected();
  for (const code of recoveryCodes.slice(0, 6)) expect((await enter(app, await owe(app, owner.username), code)).status).toBe(200);
  expect((await enter(app, await owe(app, owner.username), codeAt(secret, now()))).status).toBe(200);
});

test('the browser has five minutes', async () => {
  const { app, owner, secret, now, pass } = await openProtected();
  const cookies = await owe(app, owner.username);
  pass(5 * MINUTE - 1000);
  const inTime = await owe(app, owner.username);
  pass(1000);
  const late = await enter(app, cookies, codeAt(secret, now()));
  expect([late.status, late.reply.code, late.reply.message]).toEqual([401, 'not_signed_in', 'This took too long. Please sign in again!']);
  expect(late.response.cookies.map(({ name, value }) => [name, value])).toEqual([['comanda_challenge', '']]);
  expect((await enter(app, inTime, codeAt(secret, now()))).status).toBe(200);
});

test('without the browser that showed the password there is nobody to enter', async () => {
  const { app, owner, secret, now } = await openProtected();
  const { comanda_challenge: token } = await owe(app, owner.username);
  const code = codeAt(secret, now());
  for (const cookies of [{}, { comanda_challenge: '' }, { comanda_challenge: `${token}x` }, owner.cookies])
    expect((await enter(app, cookies as Record<string, string>, code)).status).toBe(401);
  const { rows } = await database.query<{ token_hash: string }>('select token_hash from signin_challenges where tenant_id = $1', [
    owner.tenantId,
  ]);
  expect(rows.map(({ token_hash: stored }) => stored)).not.toContain(token);
  expect((await enter(app, { comanda_challenge: rows[0]!.token_hash }, code)).status).toBe(401);
});

test('a password that is changed in between ends the challenge; so does the end of the account', async () => {
  const { app, owner, secret, now } = await openProtected();
  const cookies = await owe(app, owner.username);
  const again = await hashPassword('another password', systemRandom);
  await database.query('update members set password_hash = $2 where id = $1', [owner.memberId, again]);
  expect((await enter(app, cookies, codeAt(secret, now()))).status).toBe(401);
  // also when it is changed back to the same words
  const fresh = await hashPassword(PASSWORD, systemRandom);
  await database.query('update members set password_hash = $2 where id = $1', [owner.memberId, fresh]);
  expect((await enter(app, cookies, codeAt(secret, now()))).status).toBe(401);

  const later = await owe(app, owner.username);
  await database.query('update members set archived_at = now() where id = $1', [owner.memberId]);
  expect((await enter(app, later, codeAt(secret, now()))).status).toBe(401);
});

test('it is switched off with the password and a code, and then neither is asked for', async () => {
  const { app, owner, secret, now, mail, recoveryCodes } = await openProtected();
  const { call, username, tenantId } = owner;
  const cookies = await owe(app, username);
  const code = codeAt(secret, now());
  const wrongPassword = await call(removeSecondFactor, { body: { password: 'wrong', code } });
  expect([wrongPassword.status, wrongPassword.reply.errors?.[0]?.path]).toEqual([400, ['password']]);
  const wrongCode = await call(removeSecondFactor, { body: { password: PASSWORD, code: wrongCodeAt(secret, now()) } });
  expect([wrongCode.status, wrongCode.reply.errors?.[0]?.path]).toEqual([400, ['code']]);
  expect((await call(removeSecondFactor, { body: { password: PASSWORD, code } })).status).toBe(200);

  expect((await enter(app, cookies, recoveryCodes[0]!)).status).toBe(401);
  expect((await callAs(app, {})(signIn, { body: { username, password: PASSWORD } })).status).toBe(200);
  expect((await call(removeSecondFactor, { body: { password: PASSWORD, code } })).status).toBe(409);
  expect((await database.query('select from second_factors where tenant_id = $1', [tenantId])).rowCount).toBe(0);
  await vi.waitFor(() => expect(mail.emails.map(({ subject }) => subject)).toContain('Your second factor is off'));
  const actions = (await auditOf(tenantId)).map(({ action }) => action);
  expect(actions).toContain('second factor off');
});

test('a recovery code switches it off too; wrong ones are counted', async () => {
  const { owner, secret, now, recoveryCodes } = await openProtected();
  const wrong = { password: PASSWORD, code: wrongCodeAt(secret, now()) };
  for (let count = 0; count < 5; count++) expect((await owner.call(removeSecondFactor, { body: wrong })).status).toBe(400);
  expect((await owner.call(removeSecondFactor, { body: { password: PASSWORD, code: recoveryCodes[0]! } })).status).toBe(429);

  const another = await openProtected();
  const { status } = await another.owner.call(removeSecondFactor, { body: { password: PASSWORD, code: another.recoveryCodes[0]! } });
  expect(status).toBe(200);
});

test('wrong passwords are counted where it is switched on', async () => {
  const { app } = await openClock('2026-05-01T10:00:00Z');
  const { call } = await openOwner(app);
  for (let count = 0; count < 5; count++) expect((await call(addSecondFactor, { body: { password: 'wrong' } })).status).toBe(400);
  expect((await call(addSecondFactor, { body: { password: PASSWORD } })).status).toBe(429);
});

test('a set-up that is begun again takes the place of the one before; without one there is nothing to confirm', async () => {
  const { app, now } = await openClock('2026-05-01T10:00:00Z');
  const { call } = await openOwner(app);
  expect((await call(completeSecondFactor, { body: { code: '123456' } })).status).toBe(409);
  const { reply: first } = await call(addSecondFactor, { body: { password: PASSWORD } });
  const { reply: second } = await call(addSecondFactor, { body: { password: PASSWORD } });
  expect((await call(completeSecondFactor, { body: { code: codeAt(first.secret, now()) } })).status).toBe(400);
  expect((await call(completeSecondFactor, { body: { code: codeAt(second.secret, now()) } })).status).toBe(200);
});

test('of two restaurants each has its own: neither code nor challenge nor secret is good for the other', async () => {
  const { app, owner, secret, now, pass } = await openProtected();
  const other = await openOwner(app);
  const theirs = await switchOn(other.call, { now, pass });
  const [mine, notMine] = [await owe(app, owner.username), await owe(app, other.username)];
  expect((await enter(app, mine, codeAt(theirs.secret, now()))).status).toBe(400);
  expect((await enter(app, notMine, codeAt(secret, now()))).status).toBe(400);
  expect((await enter(app, mine, theirs.recoveryCodes[0]!)).status).toBe(400);
  const entered = await enter(app, mine, codeAt(secret, now()));
  expect(entered.reply.user.tenant_id).toBe(owner.tenantId);
  await other.call(removeSecondFactor, { body: { password: PASSWORD, code: theirs.recoveryCodes[0]! } });
  expect((await owner.call(getSecondFactor, {})).reply.isOn).toBe(true);
});

test('staff may have one as well; of a deleted account it opens nothing', async () => {
  const { app, now, pass } = await openClock('2026-05-01T10:00:00Z');
  const { admin, colleague } = await openRestaurant({ app, now: now() });
  const ben = await colleague('POS');
  await database.query('update members set password_hash = $2 where username = $1', [
    ben.username,
    await hashPassword(PASSWORD, systemRandom),
  ]);
  const { secret } = await switchOn(ben.call, { now, pass });
  const cookies = await owe(app, ben.username);
  expect((await enter(app, cookies, codeAt(secret, now()))).reply.user).toMatchObject({ role: 'user', scope: 'POS' });

  const late = await owe(app, ben.username);
  expect((await admin(deleteUser, { params: { username: ben.username } })).status).toBe(200);
  pass(STEP);
  expect((await enter(app, late, codeAt(secret, now()))).status).toBe(401);
});

test('signing in by a code ends the session that the browser showed before', async () => {
  const { app, owner, secret, now } = await openProtected();
  const { response } = await callAs(app, owner.cookies)(signIn, { body: { username: owner.username, password: PASSWORD } });
  // the password alone ends nothing
  expect((await owner.call(getProfile, {})).status).toBe(200);
  const entered = await enter(app, { ...owner.cookies, ...cookiesOf(response) }, codeAt(secret, now()));
  expect(entered.status).toBe(200);
  expect((await owner.call(getProfile, {})).status).toBe(401);
  await callAs(app, cookiesOf(entered.response))(signOut, {});
});

test('no free text and no flood of e-mails to an address that nobody confirmed', async () => {
  const { app, mail, now } = await openClock('2026-05-01T10:00:00Z');
  const { call, username } = await openOwner(app);
  await call(updateProfile, { body: { name: 'You won http://evil.example/claim' } });
  for (let time = 0; time < 8; time++) {
    const { reply: begun } = await call(addSecondFactor, { body: { password: PASSWORD } });
    const { reply } = await call(completeSecondFactor, { body: { code: codeAt(begun.secret, now()) } });
    const { status } = await call(removeSecondFactor, { body: { password: PASSWORD, code: reply.recoveryCodes[0]! } });
    expect(status).toBe(200);
  }
  await vi.waitFor(() => expect(mail.emails.length).toBeGreaterThanOrEqual(10));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const toThem = mail.emails.filter(({ to }) => to === username);
  expect(JSON.stringify(toThem)).not.toContain('evil.example');
  expect(toThem).toHaveLength(10); // an hour, the link to confirm the address among them
});
