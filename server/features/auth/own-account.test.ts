import { expect, test } from 'vitest';
import { getProfile, refreshToken, signIn } from '#contract/auth.ts';
import { signUp, updateOwnPassword, updateProfile } from '#contract/own-account.ts';
import { removeOtherDevices } from '#contract/devices.ts';
import { callAs, database, newAddress, openApp, openMailbox, openRestaurant, openVisitor } from '#server/testing/restaurant.ts';
import { connect, openListening, until } from '#server/testing/sockets.ts';

const password = 'correct horse';
const better = 'battery staple';
const cookiesOf = (response: { cookies: { name: string; value: string }[] }) =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));

/** An owner on two devices. */
const openOwner = async (given?: Awaited<ReturnType<typeof openApp>>, mail = openMailbox()) => {
  const app = given ?? (await openApp({ mail }));
  const username = newAddress();
  const visitor = await openVisitor(app);
  await visitor(signUp, { body: { biz_name: 'Trattoria Sole', username, password } });
  const enter = async (secret = password) => visitor(signIn, { body: { username, password: secret } });
  const [here, there] = [cookiesOf((await enter()).response), cookiesOf((await enter()).response)];
  return { app, username, mail, enter, here, there, mine: callAs(app, here), other: callAs(app, there) };
};
const audits = async (username: string) => {
  const { rows } = await database.query<{ action: string }>(
    "select action from audit_log where member_id = (select id from members where username = $1) and entity <> 'security' order by id",
    [username],
  );
  return rows.map(({ action }) => action);
};

test('a new password ends the other devices and their sockets, keeps this one, and is told by e-mail', async () => {
  const mail = openMailbox();
  const { app, username, enter, here, there, mine, other } = await openOwner(await openListening({ mail }), mail);
  const sockets = { here: await connect(app, here), there: await connect(app, there) };

  const { status, reply } = await mine(updateOwnPassword, { body: { current: password, password: better } });

  expect({ status, reply }).toEqual({
    status: 200,
    reply: { success: true, message: 'Your password is changed. All your other devices are signed out.' },
  });
  expect([(await mine(getProfile, {})).status, (await other(getProfile, {})).status]).toEqual([200, 401]);
  expect([(await mine(refreshToken, {})).status, (await other(refreshToken, {})).status]).toEqual([200, 401]);
  await until(() => !sockets.there.connected);
  expect(sockets.here.connected).toBe(true);
  expect([(await enter()).status, (await enter(better)).status]).toEqual([401, 200]);
  await until(() => mail.emails.some(({ to, subject }) => to === username && subject === 'Your password was changed'));
  expect(await audits(username)).toContain('own password');
});

test('a wrong present password is told at its field, five times; then the right one waits too', async () => {
  const { mine, enter } = await openOwner();
  for (let guess = 0; guess < 5; guess++) {
    const { status, reply } = await mine(updateOwnPassword, { body: { current: 'guess', password: better } });
    expect([status, reply.errors]).toEqual([400, [{ path: ['current'], message: 'The current password is wrong!' }]]);
  }
  const { status, response } = await mine(updateOwnPassword, { body: { current: password, password: better } });
  expect([status, Number(response.headers['retry-after']) > 600]).toEqual([429, true]);
  // it is a limit of its own
  expect((await enter()).status).toBe(200);
});

test('what is missing or easy has its sentence, uses up no try, and changes nothing', async () => {
  const { mine, enter, other } = await openOwner();
  for (let time = 0; time < 3; time++)
    for (const easy of ['password1', 'Trattoria-Sole', 'comanda123']) {
      const { status, reply } = await mine(updateOwnPassword, { body: { current: password, password: easy } });
      expect([status, reply.errors?.[0]?.path]).toEqual([400, ['password']]);
    }
  expect((await mine(updateOwnPassword, { body: { current: '', password: better } })).reply.message).toBe(
    'Please provide current password!',
  );
  expect((await mine(updateOwnPassword, { body: { current: password, password: '' } })).reply.message).toBe('Please provide new password!');
  expect((await other(getProfile, {})).status).toBe(200);
  expect((await enter()).status).toBe(200);
});

test('two who change the password at once: one does', async () => {
  const { mine, other } = await openOwner();
  const change = (caller: typeof mine, secret: string) => caller(updateOwnPassword, { body: { current: password, password: secret } });
  const statuses = (await Promise.all([change(mine, better), change(other, 'another staple')])).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('the own name, phone and designation are changed; what is left out stays, and null clears', async () => {
  const { mine, username } = await openOwner();
  const put = async (body: object) => (await mine(updateProfile, { body: body as never })).status;
  const read = async () => {
    const { name, phone, designation, role, email } = (await mine(getProfile, {})).reply;
    return { name, phone, designation, role, email };
  };
  expect(await put({ name: ' Ada ', phone: '+39 06 555', designation: 'Chef', role: 'superadmin', email: 'x@y.z', scopes: ['POS'] })).toBe(
    200,
  );
  const first = { name: 'Ada', phone: '+39 06 555', designation: 'Chef', role: 'admin', email: username };
  expect(await read()).toEqual(first);
  expect(await put({ name: 'Ada Sole' })).toBe(200);
  expect(await read()).toEqual({ ...first, name: 'Ada Sole' });
  expect(await put({ name: 'Ada Sole', phone: null, designation: '' })).toBe(200);
  expect(await read()).toEqual({ ...first, name: 'Ada Sole', phone: null, designation: null });
  expect((await mine(updateProfile, { body: { name: '' } })).reply.message).toBe('Please provide name!');
  for (const bad of [{ name: 'x'.repeat(121) }, { name: 'Ada', phone: 'x'.repeat(41) }, { name: 'Ada', designation: 7 }, { name: null }])
    expect(await put(bad)).toBe(400);
  expect((await audits(username)).filter((action) => action === 'profile')).toHaveLength(3);
});

test('sign out everywhere else: this device and others’ stay', async () => {
  const app = await openListening();
  const { mine, here, there, other, username } = await openOwner(app);
  const neighbour = await openRestaurant({ app });
  const sockets = { here: await connect(app, here), there: await connect(app, there) };

  expect((await mine(removeOtherDevices, {})).reply.message).toBe('1 other device is signed out.');

  expect([(await mine(getProfile, {})).status, (await other(getProfile, {})).status]).toEqual([200, 401]);
  expect((await other(refreshToken, {})).status).toBe(401);
  await until(() => !sockets.there.connected);
  expect(sockets.here.connected).toBe(true);
  expect((await neighbour.admin(getProfile, {})).status).toBe(200);
  expect((await mine(removeOtherDevices, {})).reply.message).toBe('0 other devices are signed out.');
  expect((await audits(username)).filter((action) => action === 'sign-out others')).toHaveLength(2);
});

test('a colleague changes themselves and nobody else; all of it also while the subscription is inactive', async () => {
  const { colleague, admin, tenantId, username } = await openRestaurant();
  const ben = await colleague();
  await database.query('update tenants set is_active = false where id = $1', [tenantId]);
  expect((await ben.call(updateProfile, { body: { name: 'Benedict' } })).status).toBe(200);
  expect((await ben.call(removeOtherDevices, {})).status).toBe(200);
  expect((await ben.call(getProfile, {})).reply.name).toBe('Benedict');
  expect((await admin(getProfile, {})).reply).toMatchObject({ username, name: 'Test kitchen' });
});

test('a password that is changed again and again fills no mailbox that nobody confirmed', async () => {
  const { mine, mail, username } = await openOwner();
  let current = password;
  for (let time = 0; time < 12; time++) {
    const next = `${better} ${time}`;
    expect((await mine(updateOwnPassword, { body: { current, password: next } })).status).toBe(200);
    current = next;
  }
  await until(() => mail.emails.length >= 10);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(mail.emails.filter(({ to }) => to === username)).toHaveLength(10); // an hour, the link to confirm the address among them
});
