import { expect, test } from 'vitest';
import { getProfile, signIn } from '#contract/auth.ts';
import { confirmAddress, forgotPassword, getPasswordLink, resetPassword, sendConfirmation, signUp } from '#contract/own-account.ts';
import { addTenant, updateTenant } from '#contract/tenants.ts';
import { addUser } from '#contract/users.ts';
import {
  callAs,
  database,
  newAddress,
  openApp,
  openMailbox,
  openRestaurant,
  openSuperAdmin,
  openVisitor,
  type App,
} from '#server/testing/restaurant.ts';
import { until } from '#server/testing/sockets.ts';

const password = 'correct horse';
const better = 'battery staple';
const tokensOf = ({ text }: { text: string }) => [...text.matchAll(/[?&]token=([\w-]+)/g)].map(([, token]) => token!);
const cookiesOf = (response: { cookies: { name: string; value: string }[] }) =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));

/** A server whose e-mails the test reads. */
const openMailed = async () => {
  const mail = openMailbox();
  let now = new Date();
  const app = await openApp({ mail, clock: () => now });
  const visitor = await openVisitor(app);
  /** Waits for the next e-mail that `cause` brings. */
  const emailAfter = async (cause: () => Promise<unknown>) => {
    const { length } = mail.emails;
    await cause();
    await until(() => mail.emails.length > length);
    return mail.emails.at(-1)!;
  };
  /** Registers a restaurant; answers the e-mail that came. */
  const register = (username: string, biz_name = 'Chez Ada', secret = password) =>
    emailAfter(() => visitor(signUp, { body: { biz_name, username, password: secret } }));
  const confirm = (token: string) => visitor(confirmAddress, { params: { token } });
  const enter = (username: string, secret = password) => visitor(signIn, { body: { username, password: secret } });
  return { app, mail, visitor, register, confirm, enter, emailAfter, pass: (ms: number) => (now = new Date(now.getTime() + ms)) };
};
const signedIn = async (app: App, username: string, secret = password) =>
  callAs(app, cookiesOf((await (await openVisitor(app))(signIn, { body: { username, password: secret } })).response));

test('who registers is in at once, and is asked to confirm the address by a link that is good once', async () => {
  const { app, register, confirm } = await openMailed();
  const username = newAddress();
  const email = await register(username);
  expect(email).toMatchObject({ to: username, subject: 'Confirm your address' });
  // which account: a stranger may have opened one with this address on another day
  expect(email.text).toMatch(
    /^The account of an owner, opened on \d{4}-\d\d-\d\d at \d\d:\d\d UTC:\nhttp:\/\/localhost:3000\/confirm-address\?token=[\w-]{43}$/m,
  );
  const owner = await signedIn(app, username);
  expect((await owner(getProfile, {})).reply.confirmed).toBe(false);

  const [token] = tokensOf(email);
  const statuses = (await Promise.all([confirm(token!), confirm(token!)])).map(({ status }) => status);

  expect(statuses.sort()).toEqual([200, 400]);
  expect((await confirm(token!)).reply.message).toContain('was already used');
  expect((await owner(getProfile, {})).reply).not.toHaveProperty('confirmed');
});

test('an address that a stranger added or registered is not taken: its holder registers, confirms, and works', async () => {
  const { app, visitor, register, confirm, enter } = await openMailed();
  const [added, registered] = [newAddress(), newAddress()];
  const stranger = await openRestaurant({ app });
  await stranger.admin(addUser, { body: { name: 'Mine', username: added, password: 'the stranger’s' } });
  await register(registered, 'Squatters', 'the stranger’s');

  for (const username of [added, registered]) {
    const email = await register(username);
    // before anybody confirmed it, each password opens its own account
    expect((await enter(username)).reply.user.name).toBe('Chez Ada');
    expect((await enter(username, 'the stranger’s')).status).toBe(200);

    expect((await confirm(tokensOf(email)[0]!)).status).toBe(200);

    expect((await enter(username)).reply.user.name).toBe('Chez Ada');
    const lost = await enter(username, 'the stranger’s');
    expect([lost.status, lost.reply.message]).toEqual([401, expect.stringContaining('Somebody else has confirmed this address!')]);
    // an owner runs the restaurant, and has nobody there to ask
    expect(lost.reply.message).toContain(username === registered ? 'support@comanda.example' : 'Ask who runs your restaurant');
    const again = { biz_name: 'Another', username: username.toUpperCase(), password };
    expect((await visitor(signUp, { body: again })).status).toBe(409);
  }
});

test('of two who have one address the first to confirm it keeps it', async () => {
  const { register, confirm, enter } = await openMailed();
  const username = newAddress();
  const [first, second] = [await register(username, 'First'), await register(username, 'Second', better)];

  expect((await confirm(tokensOf(second)[0]!)).status).toBe(200);
  const late = await confirm(tokensOf(first)[0]!);

  expect([late.status, late.reply.message]).toEqual([400, 'Another account has already confirmed this address!']);
  expect([(await enter(username, better)).reply.user.name, (await enter(username)).status]).toEqual(['Second', 401]);
});

test('who comes later pushes nobody out of a name that nobody confirmed, and gets in by confirming it', async () => {
  const { app, visitor, register, enter, confirm, emailAfter } = await openMailed();
  const username = newAddress();
  await register(username, 'First');
  await register(username, 'Second', `${better} Second`);
  // more have no place at the sign-in before they confirm the address, and are told so instead of never getting in
  const third = { biz_name: 'Third', username, password: `${better} Third` };
  let answer: Awaited<ReturnType<typeof visitor<typeof signUp>>> | undefined;
  const email = await emailAfter(async () => (answer = await visitor(signUp, { body: third })));
  expect([answer?.status, answer?.reply.message]).toEqual([200, expect.stringContaining('open the link that we have mailed to you')]);
  // nor do colleagues' accounts, of which anybody can add any number, take the places of owners
  for (const name of ['One', 'Two', 'Three'])
    await (await openRestaurant({ app })).admin(addUser, { body: { name, username, password: `${better} ${name}` } });

  expect((await enter(username)).reply.user.name).toBe('First');
  expect((await enter(username, `${better} Second`)).reply.user.name).toBe('Second');
  expect((await enter(username, `${better} One`)).reply.user.name).toBe('One');
  expect((await enter(username, `${better} Two`)).status).toBe(401);
  expect((await enter(username, third.password)).status).toBe(401);

  // and so no stranger who was there before keeps the holder out
  expect((await confirm(tokensOf(email)[0]!)).status).toBe(200);
  expect((await enter(username, third.password)).reply.user.name).toBe('Third');
  expect((await enter(username)).status).toBe(401);
});

test('an address of a deleted restaurant, which may come back, keeps nobody else of that name from a new password', async () => {
  const { register, confirm, enter, emailAfter, visitor } = await openMailed();
  const username = newAddress();
  expect((await confirm(tokensOf(await register(username, 'Deleted'))[0]!)).status).toBe(200);
  await database.query('update members set archived_at = now(), archived_with_tenant = true where username = $1', [username]);
  const { admin } = await openRestaurant();
  await admin(addUser, { body: { name: 'Here', username, password } });
  const [token] = tokensOf(await emailAfter(() => visitor(forgotPassword, { body: { username } })));
  expect((await visitor(resetPassword, { params: { token: token! }, body: { password: better } })).status).toBe(200);
  expect((await enter(username, better)).reply.user.name).toBe('Here');
});

test('the same registration sent twice makes one restaurant; with another password it is another one', async () => {
  const { visitor, pass } = await openMailed();
  const body = { biz_name: 'Chez Twin', username: newAddress(), password };
  const send = async (other = {}) => (await visitor(signUp, { body: { ...body, ...other } })).status;
  const other = { username: newAddress() };
  expect([await send(other), await send({ ...other, password: better })]).toEqual([200, 200]);
  expect([await send(), await send()]).toEqual([200, 409]);
  // past the minutes of one visit it is no guess at the password of another
  pass(11 * 60 * 1000);
  expect(await send()).toBe(200);
});

test('a link to set a password confirms the address; where several accounts have it the e-mail has a link for each', async () => {
  const { app, register, enter, emailAfter, visitor } = await openMailed();
  const username = newAddress();
  await register(username, 'VERIFY http://evil.example/x', 'the stranger’s');
  await register(username, 'Mine');

  const email = await emailAfter(() => visitor(forgotPassword, { body: { username } }));
  expect(email.text).not.toMatch(/evil|VERIFY|Mine/);
  const [theirs, mine] = tokensOf(email);
  expect((await visitor(resetPassword, { params: { token: mine! }, body: { password: better } })).status).toBe(200);

  expect((await enter(username, better)).reply.user.name).toBe('Mine');
  expect((await (await signedIn(app, username, better))(getProfile, {})).reply).not.toHaveProperty('confirmed');
  expect((await visitor(resetPassword, { params: { token: theirs! }, body: { password } })).status).toBe(400);
  expect(tokensOf(await emailAfter(() => visitor(forgotPassword, { body: { username } })))).toHaveLength(1);
});

test('a confirming link sets no password, and a link to set one confirms nothing by itself', async () => {
  const { register, confirm, visitor, emailAfter } = await openMailed();
  const username = newAddress();
  const [confirming] = tokensOf(await register(username));
  const [setting] = tokensOf(await emailAfter(() => visitor(forgotPassword, { body: { username } })));
  expect((await visitor(resetPassword, { params: { token: confirming! }, body: { password } })).status).toBe(400);
  expect((await visitor(getPasswordLink, { params: { token: confirming! } })).status).toBe(400);
  expect((await confirm(setting!)).status).toBe(400);
  // looked at any number of times, by a mail scanner too, it is still good
  for (let time = 0; time < 3; time++)
    expect((await visitor(getPasswordLink, { params: { token: setting! } })).reply).toEqual({ purpose: 'reset', restaurant: null });
  expect((await visitor(resetPassword, { params: { token: setting! }, body: { password: better } })).status).toBe(200);
  expect((await confirm(confirming!)).status).toBe(200);
});

test('a link to confirm ends after seven days, and when another one is sent, three times an hour', async () => {
  const { app, register, confirm, emailAfter, pass } = await openMailed();
  const username = newAddress();
  const [first] = tokensOf(await register(username));
  const owner = await signedIn(app, username);
  const send = () => owner(sendConfirmation, {});

  const tokens = [];
  for (let time = 0; time < 3; time++) tokens.push(tokensOf(await emailAfter(send))[0]!);
  expect((await send()).reply).toMatchObject({ code: 'too_many', message: expect.stringContaining('often enough') });

  for (const dead of [first!, tokens[0]!, tokens[1]!]) expect((await confirm(dead)).status).toBe(400);
  pass(7 * 86_400_000);
  expect((await confirm(tokens[2]!)).status).toBe(400);
});

test('who is confirmed is sent no further link', async () => {
  const { app, mail } = await openMailed();
  const { admin } = await openRestaurant({ app });
  expect((await admin(sendConfirmation, {})).reply.message).toBe('Your address is already confirmed.');
  expect(mail.emails).toEqual([]);
});

test('an owner whose address the provider changes has confirmed the new one no more, and links of the old one are dead', async () => {
  const { app, register, confirm, enter } = await openMailed();
  const [username, next] = [newAddress(), newAddress()];
  const email = await register(username);
  const { tenant_id: id } = (await enter(username)).reply.user;
  const { call } = await openSuperAdmin(app);
  const change = (email: string) => call(updateTenant, { params: { id: `${id}` }, body: { name: 'Chez Ada', email, isActive: true } });

  expect((await change(next)).status).toBe(200);

  expect((await confirm(tokensOf(email)[0]!)).status).toBe(400);
  expect((await enter(next)).status).toBe(200);
  const { rows } = await database.query('select confirmed_at from members where tenant_id = $1', [id]);
  expect(rows).toEqual([{ confirmed_at: null }]);
  // the provider is told what is taken
  const { username: taken } = await openRestaurant({ app });
  expect((await change(taken)).status).toBe(409);
  expect((await call(addTenant, { body: { name: 'X', email: taken, password, isActive: true } })).status).toBe(409);
});
