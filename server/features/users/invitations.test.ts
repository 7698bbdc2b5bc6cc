import { expect, test } from 'vitest';
import { getProfile, signIn } from '#contract/auth.ts';
import { confirmAddress, forgotPassword, getPasswordLink, resetPassword, sendConfirmation, signUp } from '#contract/own-account.ts';
import { addUser, deleteUser, listUsers, sendInvitation, updateUserPassword } from '#contract/users.ts';
import { database, newAddress, openApp, openMailbox, openRestaurant, openVisitor } from '#server/testing/restaurant.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { until } from '#server/testing/sockets.ts';
import { plainName } from '#server/features/emails/emails.rules.ts';

const password = 'correct horse';
const tokenOf = ({ text }: { text: string }) => /[?&]token=([\w-]+)/.exec(text)?.[1];
const named = (username: string) => ({ params: { username } });
const EVIL = 'VERIFY http://evil.example/x';

/** A restaurant on a server whose e-mails the test reads. */
const openMailed = async () => {
  const mail = openMailbox();
  let now = new Date();
  const app = await openApp({ mail, clock: () => now });
  const restaurant = await openRestaurant({ app });
  const visitor = await openVisitor(app);
  const emailsTo = (username: string) => mail.emails.filter(({ to }) => to === username);
  /** Waits for the e-mail to an address, and for no second one. */
  const emailTo = async (username: string, count = 1) => {
    await until(() => emailsTo(username).length >= count);
    expect(emailsTo(username)).toHaveLength(count);
    return emailsTo(username).at(-1)!;
  };
  const enter = (username: string, secret = password) => visitor(signIn, { body: { username, password: secret } });
  const set = (token: string | undefined, secret = password) =>
    visitor(resetPassword, { params: { token: token ?? 'none' }, body: { password: secret } });
  const row = async (username: string) => (await restaurant.admin(listUsers, {})).reply.find((user) => user.username === username);
  const pass = (ms: number) => (now = new Date(now.getTime() + ms));
  return { ...restaurant, mail, visitor, emailsTo, emailTo, enter, set, row, pass };
};
const body = (username: string) => ({ name: 'Ben', username, userScopes: ['POS'] });

test('a colleague without a password is invited, chooses it by the link, and works with the scopes given', async () => {
  const { admin, emailTo, row, visitor, set, enter } = await openMailed();
  const username = newAddress();

  const { status, reply } = await admin(addUser, { body: body(username) });

  expect({ status, reply }).toEqual({ status: 200, reply: { success: true, message: `Invitation sent to ${username}.` } });
  expect(await row(username)).toMatchObject({ invited: true, scope: 'POS' });
  const email = await emailTo(username);
  expect(email.text).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}$/m);
  for (const guess of ['', password, 'null']) expect((await enter(username, guess || ' ')).status).toBe(401);
  const token = tokenOf(email);
  for (const phone of ['by day only', 'éxt', '<b>'])
    expect((await admin(addUser, { body: { ...body(newAddress()), phone } })).reply.message).toBe('Please provide valid phone no.!');
  for (const phone of ['+49 (6131) 123-456 ext 12', '030/1234'])
    expect((await admin(addUser, { body: { ...body(newAddress()), phone } })).status).toBe(200);
  expect((await visitor(getPasswordLink, { params: { token: token! } })).reply).toEqual({
    purpose: 'invitation',
    restaurant: 'Test kitchen',
  });

  const statuses = await Promise.all([set(token), set(token, 'another one')]);

  expect(statuses.map(({ status: each }) => each).sort()).toEqual([200, 400]);
  expect(statuses.map(({ reply: each }) => each.message)).toContain('Your password is set. Please sign in!');
  expect(statuses.find(({ status: each }) => each === 200)!.reply.username).toBe(username);
  expect(await row(username)).not.toHaveProperty('invited');
  const secret = statuses[0]!.status === 200 ? password : 'another one';
  expect((await enter(username, secret)).reply.user).toMatchObject({ username, scope: 'POS', role: 'user' });
});

test('with a password a colleague works at once; nothing asks for a confirmation', async () => {
  const { app, admin, row, enter, emailsTo } = await openMailed();
  const username = newAddress();
  await admin(addUser, { body: { ...body(username), password } });
  const { status, response } = await enter(username);
  expect(status).toBe(200);
  expect(await row(username)).not.toHaveProperty('invited');
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
  const profile = await app.inject({ url: '/api/v1/auth/profile', cookies });
  expect(profile.json()).toMatchObject({ username, confirmed: false });
  expect(emailsTo(username)).toEqual([]);
});

test('an address of another restaurant gets the same answer and the same row in both forms; its holder stays, and is told', async () => {
  const { app, admin, row, enter, emailTo, set } = await openMailed();
  const theirs = await openRestaurant({ app });
  const passwordHash = await hashPassword(password, systemRandom);
  for (const form of [{}, { password: 'the stranger’s' }]) {
    const { username: known, call } = await theirs.colleague('KITCHEN');
    await database.query('update members set password_hash = $2 where username = $1', [known, passwordHash]);
    const unknown = newAddress();

    const answers = [];
    for (const username of [known, unknown]) answers.push(await admin(addUser, { body: { ...body(username), ...form } }));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]!.reply.message.replace(known, 'x')).toBe(answers[1]!.reply.message.replace(unknown, 'x'));
    const [first, second] = [await row(known), await row(unknown)];
    expect({ ...first, username: 'x', email: 'x' }).toEqual({ ...second, username: 'x', email: 'x' });
    expect(first).toMatchObject({ invited: true });

    const email = await emailTo(known);
    expect(email.subject).toBe('Another restaurant has invited you');
    expect(tokenOf(email)).toBeUndefined();
    expect((await call(getProfile, {})).reply).toMatchObject({ tenant_id: theirs.tenantId, scope: 'KITCHEN' });
    expect((await enter(known, 'the stranger’s')).status).toBe(401);
    expect((await enter(known)).reply.user.tenant_id).toBe(theirs.tenantId);
    expect((await set('made-up')).status).toBe(400);
  }
});

test('an address that is unconfirmed elsewhere is invited, and is the restaurant’s whose link is followed', async () => {
  const { admin, visitor, emailTo, set, enter, tenantId } = await openMailed();
  const username = newAddress();
  await visitor(signUp, { body: { biz_name: 'Squatters', username, password: 'the stranger’s' } });
  await emailTo(username);

  await admin(addUser, { body: body(username) });
  const invitation = await emailTo(username, 2);
  // the account may be the reader's own restaurant, which they could not get into any more
  expect(invitation.text).toContain('If it is yours, sign in to it first, and ask for the link to confirm your address on your profile.');
  const invited = newAddress();
  await admin(addUser, { body: body(invited) });
  expect((await emailTo(invited)).text).not.toContain('Another account');
  expect((await set(tokenOf(invitation))).status).toBe(200);

  expect((await enter(username)).reply.user.tenant_id).toBe(tenantId);
  expect((await enter(username, 'the stranger’s')).status).toBe(401);
});

test('an invitation is sent again three times an hour, each link in place of the former, and ends after seven days', async () => {
  const { admin, emailTo, set, pass, enter } = await openMailed();
  const username = newAddress();
  await admin(addUser, { body: body(username) });
  const tokens = [tokenOf(await emailTo(username))];
  for (let time = 2; time < 5; time++) {
    expect((await admin(sendInvitation, named(username))).reply.message).toBe('Invitation sent.');
    tokens.push(tokenOf(await emailTo(username, time)));
  }
  expect((await admin(sendInvitation, named(username))).reply.message).toBe(
    'This invitation was sent often enough! Please try again in an hour!',
  );

  for (const dead of tokens.slice(0, 3)) expect((await set(dead)).status).toBe(400);
  pass(7 * 86_400_000 - 1000);
  expect((await set(tokens[3])).status).toBe(200);
  expect((await admin(sendInvitation, named(username))).status).toBe(409);
  expect((await enter(username)).status).toBe(200);

  const late = newAddress();
  await admin(addUser, { body: body(late) });
  const token = tokenOf(await emailTo(late));
  pass(7 * 86_400_000);
  expect((await set(token)).status).toBe(400);
});

test('an invitation is withdrawn by deleting the user; to whom scopes are missing cannot send it', async () => {
  const { admin, emailTo, set, colleague } = await openMailed();
  const username = newAddress();
  await admin(addUser, { body: body(username) });
  const token = tokenOf(await emailTo(username));
  const { call } = await colleague('SETTINGS');
  expect((await call(sendInvitation, named(username))).status).toBe(403);

  expect((await admin(deleteUser, named(username))).status).toBe(200);

  expect((await set(token)).status).toBe(400);
  expect((await admin(sendInvitation, named(username))).status).toBe(404);
});

test('members of a restaurant cause twenty e-mails an hour, whomever they write to; what fails takes none of them', async () => {
  const { admin, mail, enter } = await openMailed();
  const people = Array.from({ length: 26 }, newAddress);
  for (const username of people) expect((await admin(addUser, { body: { ...body(username), name: EVIL, password } })).status).toBe(200);
  expect((await admin(addUser, { body: body(people[0]!) })).status).toBe(409);

  const answers = [];
  for (const username of people.slice(0, 24))
    answers.push(await admin(updateUserPassword, { ...named(username), body: { password: 'battery staple' } }));
  const invited = await admin(addUser, { body: body(newAddress()) });

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.at(-1)!.reply).toMatchObject({
    code: 'too_many',
    message: 'Your restaurant has sent 20 e-mails within an hour! Please try again later!',
  });
  expect(Number(answers.at(-1)!.response.headers['retry-after'])).toBeGreaterThan(3000);
  expect(invited.status).toBe(429);
  await until(() => mail.emails.length === 20);
  expect(JSON.stringify(mail.emails)).not.toMatch(/evil|VERIFY|Ben/);
  // the refused password is as it was
  expect((await enter(people[25]!)).status).toBe(200);
}, 60_000);

test('no e-mail to an address that nobody confirmed holds what a stranger wrote', async () => {
  const { visitor, mail, admin, emailTo } = await openMailed();
  const username = newAddress();
  await visitor(signUp, { body: { biz_name: `Your prize waits: ${EVIL}`, username, password } });
  await emailTo(username);
  await visitor(forgotPassword, { body: { username } });
  const token = tokenOf(await emailTo(username, 2));
  await visitor(resetPassword, { params: { token: token! }, body: { password } });
  await emailTo(username, 3);
  const invited = newAddress();
  await admin(addUser, { body: { ...body(invited), name: EVIL } });
  await emailTo(invited);

  const unconfirmed = mail.emails.filter(({ subject }) => subject !== 'Your password was changed');
  expect(unconfirmed.map(({ text }) => text.split('\n')[0])).toEqual(['Hello,', 'Hello,', 'Hello,']);
  expect(JSON.stringify(mail.emails)).not.toMatch(/evil|VERIFY|prize waits: http/);
});

test.each([
  [EVIL, 'VERIFY http evil example x'],
  ['Zoë O’Neill-Ö & Søns (2)', 'Zoë O’Neill-Ö & Søns (2)'],
  ['evil.example', 'evil example'],
  ['<a href="//e.co">', 'a href e co'],
  ['a@b.co\r\nBcc: c@d.co', 'a b co Bcc c d co'],
  ['x'.repeat(60), 'x'.repeat(40)],
  ['明 कमला', '明 कमला'],
  ['…', ''],
])('%j stands in an e-mail as %j', (name, plain) => expect(plainName(name)).toBe(plain));

test('one address gets ten e-mails an hour, whoever causes them, and nobody is told', async () => {
  const { app, emailsTo, visitor } = await openMailed();
  const username = newAddress();
  for (let time = 0; time < 12; time++) {
    const { admin } = await openRestaurant({ app });
    expect((await admin(addUser, { body: body(username) })).status).toBe(200);
  }
  await until(() => emailsTo(username).length === 10);
  const { status } = await visitor(signUp, { body: { biz_name: 'Mine', username, password } });
  expect(status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(emailsTo(username)).toHaveLength(10);
});

test('a member of another restaurant’s address who asks for a link to confirm gets none: its holder is told', async () => {
  const { app, admin, visitor, emailTo, enter } = await openMailed();
  const username = newAddress();
  await admin(addUser, { body: { ...body(username), password } });
  const { response } = await enter(username);
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
  await visitor(signUp, { body: { biz_name: 'Holder', username, password: 'battery staple' } });
  expect((await visitor(confirmAddress, { params: { token: tokenOf(await emailTo(username))! } })).status).toBe(200);

  const { statusCode } = await app.inject({ method: sendConfirmation.method, url: `/api/v1${sendConfirmation.path}`, cookies });

  expect(statusCode).toBe(200);
  expect(tokenOf(await emailTo(username, 2))).toBeUndefined();
  const { rows } = await database.query(
    'select count(*)::int as count from members where lower(username) = lower($1) and confirmed_at is not null',
    [username],
  );
  expect(rows).toEqual([{ count: 1 }]);
});
