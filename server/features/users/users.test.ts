import { expect, test } from 'vitest';
import { getProfile, signIn } from '#contract/auth.ts';
import { listEvents } from '#contract/events.ts';
import { scopes } from '#contract/permissions.ts';
import { addUser, deleteUser, listScopes, listUsers, restoreUser, updateUser, updateUserPassword } from '#contract/users.ts';
import { type Caller, database, openApp, openMailbox, openRestaurant, openVisitor } from '#server/testing/restaurant.ts';
import { until } from '#server/testing/sockets.ts';

let people = 0;
const newAddress = () => `Person-${process.pid}-${Date.now()}-${++people}@example.com`;
const password = 'correct horse';
const named = (username: string) => ({ params: { username } });
const ben = (username: string) => ({ name: 'Ben', username, password });

test('nobody deletes themself, or takes SETTINGS from themself; the owner still may', async () => {
  const { admin, colleague } = await openRestaurant();
  const { call, username } = await colleague('SETTINGS', 'POS');
  const refused = [
    await call(deleteUser, { params: { username } }),
    await call(updateUser, { params: { username }, body: { name: 'Me', userScopes: ['POS'] } }),
  ];
  expect(refused.map(({ status, reply }) => [status, reply.message])).toEqual([
    [409, 'You cannot delete yourself!'],
    [409, 'You cannot take SETTINGS from yourself!'],
  ]);
  expect((await call(updateUser, { params: { username }, body: { name: 'Me', userScopes: ['SETTINGS'] } })).status).toBe(200);
  expect((await admin(deleteUser, { params: { username } })).status).toBe(200);
});

test('whoever finds a session open sets no other password for it among the users: that takes the present one', async () => {
  const { colleague } = await openRestaurant();
  const { call, username } = await colleague('SETTINGS');
  const { status, reply } = await call(updateUserPassword, { ...named(username.toUpperCase()), body: { password: 'battery staple' } });
  expect([status, reply.message]).toEqual([409, 'You change your own password on your profile!']);
  expect((await call(getProfile, {})).status).toBe(200);
});

test('a member has sixty passwords a minute hashed, though none is stored', async () => {
  const { admin, username } = await openRestaurant();
  const add = async () => (await admin(addUser, { body: ben(username) })).status;
  for (let nth = 0; nth < 60; nth++) expect(await add()).toBe(409);
  expect(await add()).toBe(429);
});

test('a colleague who was added is listed, and signs in with the scopes given', async () => {
  const { app, admin, username: owner } = await openRestaurant();
  const username = newAddress();
  const body = { ...ben(username), designation: 'Waiter', phone: '+1 555', email: 'ben@home.example', userScopes: ['POS', 'ORDERS'] };

  const { status, reply } = await admin(addUser, { body });

  expect({ status, reply }).toEqual({ status: 200, reply: { success: true, message: 'User added.' } });
  expect((await admin(listUsers, {})).reply).toMatchObject([
    { username: owner, name: 'Test kitchen', role: 'admin', photo: null, designation: null, phone: null, email: owner, scope: '' },
    {
      username,
      name: 'Ben',
      role: 'user',
      photo: null,
      designation: 'Waiter',
      phone: '+1 555',
      email: 'ben@home.example',
      scope: 'POS,ORDERS',
      invited: true,
    },
  ]);
  const visitor = await openVisitor(app);
  const { reply: signedIn } = await visitor(signIn, { body: { username: username.toLowerCase(), password } });
  expect(signedIn.user).toMatchObject({ username, role: 'user', scope: 'POS,ORDERS', is_active: true });
});

test.each([
  ['an array', ['POS', ' REPORTS '], 'POS,REPORTS'],
  ['a text', 'REPORTS, POS,', 'POS,REPORTS'],
  ['repeated names', ['POS', 'POS'], 'POS'],
  ['an empty text', '', ''],
  ['null', null, ''],
  ['nothing', undefined, ''],
])('scopes are taken as %s', async (_, userScopes, scope) => {
  const { admin } = await openRestaurant();
  const username = newAddress();
  expect((await admin(addUser, { body: { ...ben(username), userScopes } })).status).toBe(200);
  expect((await admin(listUsers, {})).reply.find((user) => user.username === username)?.scope).toBe(scope);
});

test.each([[['POS,SETTINGS']], [['pos']], ['POS,WAITER'], [['VIEW_RESERVATION']], [['__proto__']], [['']], [{}], [7], [[7]]])(
  'scopes %j are refused',
  async (userScopes) => {
    const { admin, colleague } = await openRestaurant();
    const { username } = await colleague('POS');
    const added = await admin(addUser, { body: { ...ben(newAddress()), userScopes: userScopes as never } });
    const updated = await admin(updateUser, { ...named(username), body: { name: 'Ben', userScopes: userScopes as never } });
    expect([added.status, updated.status]).toEqual([400, 400]);
    expect((await admin(listUsers, {})).reply.map(({ scope }) => scope)).toEqual(['', 'POS']);
  },
);

test.each([
  [{ username: 'a@b.co', password }, 'Please provide name!'],
  [{ name: ' ', username: 'a@b.co', password }, 'Please provide name!'],
  [{ name: 'Ben', password }, 'Please provide username!'],
  [{ name: 'Ben', username: 'ben', password }, 'Please provide valid email!'],
  [{ name: 'Ben', username: 'a@b.co', password: null }, 'Please provide password!'],
  [{ name: 'Ben', username: 'a@b.co', password: '' }, 'Please provide password!'],
  [{ name: 'Ben', username: 'a@b.co', password: 'seven77' }, 'The password needs at least 8 characters!'],
  [{ name: 'Ben', username: 'a@b.co', password, email: 'ben' }, 'Please provide valid email!'],
])('adding %j is refused with its sentence', async (body, sentence) => {
  const { admin } = await openRestaurant();
  const { status, reply } = await admin(addUser, { body: body as never });
  expect({ status, message: reply.message }).toEqual({ status: 400, message: sentence });
});

test('an address that is in this restaurant is refused whatever its case; that of a deleted user is free', async () => {
  const { admin, colleague, username: owner } = await openRestaurant();
  const { username } = await colleague();

  for (const taken of [username, username.toUpperCase(), owner])
    for (const form of [ben(taken), { ...ben(taken), password: undefined }])
      expect((await admin(addUser, { body: form })).reply).toMatchObject({
        code: 'conflict',
        errors: [{ path: ['username'], message: 'An account with this email already exists!' }],
      });

  await admin(deleteUser, named(username));
  expect((await admin(addUser, { body: ben(username) })).status).toBe(200);
});

test('an update changes what is given, keeps what is left out, clears what is null, and can be looked up', async () => {
  const { admin, colleague, tenantId } = await openRestaurant();
  const { username } = await colleague('POS', 'KITCHEN');
  const given = { name: 'Ada', designation: 'Chef', phone: '123', email: 'ada@home.example' };

  const { reply } = await admin(updateUser, { ...named(username.toUpperCase()), body: given });
  const first = (await admin(listUsers, {})).reply[1];
  await admin(updateUser, { ...named(username), body: { name: 'Ada L.', phone: '', email: null, userScopes: 'REPORTS' } });
  const second = (await admin(listUsers, {})).reply[1];

  expect(reply).toEqual({ success: true, message: 'User updated.' });
  expect(first).toMatchObject({ username, ...given, scope: 'POS,KITCHEN' });
  expect(second).toMatchObject({ name: 'Ada L.', designation: 'Chef', phone: null, email: null, scope: 'REPORTS' });
  const { rows } = await database.query(
    "select before->'scopes' as before, after->'scopes' as after from audit_log where tenant_id = $1 and entity = 'members' order by id",
    [tenantId],
  );
  expect(rows.at(-1)).toEqual({ before: ['POS', 'KITCHEN'], after: ['REPORTS'] });
});

test('nothing that a client sends makes an admin of a user', async () => {
  const { admin, colleague } = await openRestaurant();
  const { username } = await colleague();
  const more = { role: 'admin', tenant_id: 1, username: 'other@example.com', scopes: ['POS'], archived_at: null };
  await admin(updateUser, { ...named(username), body: { name: 'Eve', ...more } as never });
  await admin(addUser, { body: { ...ben(newAddress()), ...more, username: newAddress() } as never });
  expect((await admin(listUsers, {})).reply.map(({ role, scope }) => ({ role, scope }))).toEqual([
    { role: 'admin', scope: '' },
    { role: 'user', scope: '' },
    { role: 'user', scope: '' },
  ]);
});

test('no one touches an admin here, not even the admin', async () => {
  const { admin, staff, username } = await openRestaurant();
  const manager = await staff(...scopes);
  const rowOf = async () => (await database.query('select * from members where username = $1', [username])).rows;
  const before = await rowOf();

  for (const caller of [admin, manager]) {
    expect((await caller(updateUser, { ...named(username), body: { name: 'Eve' } })).status).toBe(403);
    expect((await caller(updateUserPassword, { ...named(username), body: { password } })).status).toBe(403);
    expect((await caller(deleteUser, named(username))).status).toBe(403);
  }
  expect(await rowOf()).toEqual(before);
  expect((await admin(listEvents, { query: {} })).status).toBe(200);
});

test('who is no admin grants only what they hold', async () => {
  const { admin, colleague } = await openRestaurant();
  const manager = await colleague('SETTINGS', 'POS', 'VIEW_RESERVATIONS');
  const waiter = await colleague('POS');
  const add = async (userScopes: string[]) => (await manager.call(addUser, { body: { ...ben(newAddress()), userScopes } })).status;
  const update = async (username: string, userScopes: string[]) =>
    (await manager.call(updateUser, { ...named(username), body: { name: 'Ben', userScopes } })).status;

  expect([await add(['POS']), await add(['SETTINGS', 'VIEW_RESERVATIONS']), await add([])]).toEqual([200, 200, 200]);
  // RESERVATIONS is another scope than VIEW_RESERVATIONS, however alike they look
  expect([await add(['RESERVATIONS']), await add(['POS', 'REPORTS'])]).toEqual([403, 403]);
  expect([await update(waiter.username, ['POS', 'SETTINGS']), await update(waiter.username, ['POS', 'REPORTS'])]).toEqual([200, 403]);
  expect(await update(manager.username, ['SETTINGS', 'POS', 'REPORTS'])).toBe(403);
  expect((await admin(listUsers, {})).reply.find(({ username }) => username === waiter.username)?.scope).toBe('POS,SETTINGS');
});

test('who is no admin changes, resets and deletes only colleagues whose scopes they hold all', async () => {
  const { admin, colleague } = await openRestaurant();
  const manager = await colleague('SETTINGS', 'POS');
  const stronger = await colleague('POS', 'REPORTS');
  const weaker = await colleague('POS');

  expect((await manager.call(updateUser, { ...named(stronger.username), body: { name: 'Eve' } })).status).toBe(403);
  expect((await manager.call(updateUser, { ...named(stronger.username), body: { name: 'Eve', userScopes: [] } })).status).toBe(403);
  expect((await manager.call(updateUserPassword, { ...named(stronger.username), body: { password } })).status).toBe(403);
  expect((await manager.call(deleteUser, named(stronger.username))).status).toBe(403);
  expect((await manager.call(updateUser, { ...named(weaker.username), body: { name: 'Wendy' } })).status).toBe(200);
  expect((await manager.call(updateUserPassword, { ...named(weaker.username), body: { password } })).status).toBe(200);
  expect((await manager.call(deleteUser, named(weaker.username))).status).toBe(200);
  expect((await admin(listUsers, {})).reply.map(({ name }) => name)).toEqual(['Test kitchen', 'Colleague', 'Colleague']);
});

test('a user of another restaurant does not exist', async () => {
  const [mine, theirs] = [await openRestaurant(), await openRestaurant()];
  const { username } = await theirs.colleague('POS');

  for (const name of [username, theirs.username, newAddress()]) {
    expect((await mine.admin(updateUser, { ...named(name), body: { name: 'Eve' } })).status).toBe(404);
    expect((await mine.admin(updateUserPassword, { ...named(name), body: { password } })).status).toBe(404);
    expect((await mine.admin(deleteUser, named(name))).status).toBe(404);
  }
  expect((await mine.admin(listUsers, {})).reply).toHaveLength(1);
  expect((await theirs.admin(listUsers, {})).reply.map(({ name }) => name)).toEqual(['Test kitchen', 'Colleague']);
});

test('a new password lets its user in, the former does not, and the user is told by mail', async () => {
  const mail = openMailbox();
  const app = await openApp({ mail });
  const { admin } = await openRestaurant({ app });
  const username = newAddress();
  await admin(addUser, { body: ben(username) });

  const { reply } = await admin(updateUserPassword, { ...named(username), body: { password: 'battery staple' } });

  expect(reply).toEqual({ success: true, message: 'Password updated.' });
  const visitor = await openVisitor(app);
  expect((await visitor(signIn, { body: { username, password } })).status).toBe(401);
  expect((await visitor(signIn, { body: { username, password: 'battery staple' } })).status).toBe(200);
  await until(() => mail.emails.length > 0);
  expect(mail.emails).toMatchObject([{ to: username, subject: 'Your password was changed' }]);
  expect(JSON.stringify(mail.emails)).not.toContain('battery staple');
  for (const wrong of [undefined, '', null])
    expect((await admin(updateUserPassword, { ...named(username), body: { password: wrong as never } })).reply.message).toBe(
      'Provide new password!',
    );
});

test('the password of one colleague is changed five times an hour at most, and each has their own count', async () => {
  let now = new Date('2026-05-05T10:00:00Z');
  const app = await openApp({ clock: () => now });
  const { admin } = await openRestaurant({ app, now });
  const [one, other] = [newAddress(), newAddress()];
  await admin(addUser, { body: ben(one) });
  await admin(addUser, { body: { ...ben(other) } });
  const change = async (username: string) => (await admin(updateUserPassword, { ...named(username), body: { password } })).status;

  for (let times = 0; times < 5; times++) expect(await change(one)).toBe(200);
  expect([await change(one), await change(other)]).toEqual([429, 200]);

  now = new Date(now.getTime() + 61 * 60 * 1000);
  expect(await change(one)).toBe(200);
});

test('a deleted user is gone from the list, cannot sign in and cannot be deleted again; the log still names them', async () => {
  const { app, admin, tenantId } = await openRestaurant();
  const username = newAddress();
  await admin(addUser, { body: ben(username) });

  expect((await admin(deleteUser, named(username))).reply).toEqual({ success: true, message: 'User deleted.' });

  expect((await admin(listUsers, {})).reply).toHaveLength(1);
  const visitor = await openVisitor(app);
  expect((await visitor(signIn, { body: { username, password } })).status).toBe(401);
  expect((await admin(deleteUser, named(username))).status).toBe(404);
  const { rows } = await database.query(
    "select action, before->>'username' as username from audit_log where tenant_id = $1 and entity = 'members' order by id",
    [tenantId],
  );
  expect(rows.at(-1)).toEqual({ action: 'delete', username });
});

test('a deletion is taken back within an hour, with password and second factor, by who may delete', async () => {
  let now = new Date();
  const app = await openApp({ clock: () => now });
  const { admin, colleague, tenantId } = await openRestaurant({ app });
  const stranger = await openRestaurant({ app });
  const username = newAddress();
  await admin(addUser, { body: { ...ben(username), userScopes: ['POS', 'REPORTS'] } });
  const before = (await admin(listUsers, {})).reply;
  await database.query(
    'insert into second_factors (tenant_id, member_id, secret, created_at) select tenant_id, id, $2, now() from members where username = $1',
    [username, 'A'.repeat(32)],
  );
  await admin(deleteUser, named(username));

  expect((await stranger.admin(restoreUser, named(username))).status).toBe(404);
  expect((await (await colleague('SETTINGS', 'POS')).call(restoreUser, named(username))).status).toBe(403);
  const { reply } = await admin(restoreUser, named(username));
  expect(reply).toEqual({ success: true, message: 'Ben is back, and signs in again with the same password.' });
  expect((await admin(listUsers, {})).reply).toEqual(expect.arrayContaining(before));
  expect((await (await openVisitor(app))(signIn, { body: { username, password } })).status).toBe(200);
  const { rowCount } = await database.query('select from second_factors where tenant_id = $1', [tenantId]);
  expect(rowCount).toBe(1);
  expect((await admin(restoreUser, named(username))).status).toBe(404);

  await admin(deleteUser, named(username));
  await admin(addUser, { body: ben(username) });
  expect((await admin(restoreUser, named(username))).status).toBe(409);
  await admin(deleteUser, named(username));
  now = new Date(now.getTime() + 61 * 60 * 1000);
  expect((await admin(restoreUser, named(username))).reply.message).toBe('This cannot be taken back any more!');
});

test('no password and no hash of one is in any answer or in the log', async () => {
  const { admin, tenantId, staff } = await openRestaurant();
  const username = newAddress();
  const added = await admin(addUser, { body: ben(username) });
  const changed = await admin(updateUserPassword, { ...named(username), body: { password: 'battery staple' } });
  const listed = await (await staff('SETTINGS'))(listUsers, {});
  const { rows } = await database.query('select * from audit_log where tenant_id = $1', [tenantId]);
  const told = JSON.stringify([added.reply, changed.reply, listed.reply, rows]);
  for (const secret of ['correct horse', 'battery staple', 'argon2', 'hash']) expect(told).not.toContain(secret);
});

test('users are for the admin and the settings scope; the scopes are the 21 names', async () => {
  const { admin, staff } = await openRestaurant();
  const others = scopes.filter((scope) => scope !== 'SETTINGS');
  const waiter = await staff(...others);

  expect((await waiter(listUsers, {})).status).toBe(403);
  expect((await waiter(listScopes, {})).status).toBe(403);
  expect((await waiter(addUser, { body: ben(newAddress()) })).status).toBe(403);
  expect((await (await staff('SETTINGS'))(listUsers, {})).status).toBe(200);
  expect((await admin(listScopes, {})).reply).toEqual([...scopes]);
});

test('rights and a limit of discounts are given by whoever holds them, and are read as a list', async () => {
  const { admin, colleague } = await openRestaurant();
  const ben = await colleague('SETTINGS');
  const add = (caller: Caller, more: object) => {
    const username = newAddress();
    return caller(addUser, { body: { name: 'Cy', username, password: 'a long enough one', ...more } }).then(({ status }) => ({
      status,
      username,
    }));
  };
  const rightsOf = async (username: string) => {
    const found = (await admin(listUsers, {})).reply.find((user) => user.username === username)!;
    return [found.rights, found.discountLimit];
  };

  expect(await rightsOf((await add(admin, {})).username)).toEqual([['void_sent', 'move_check'], null]);
  const cy = await add(admin, { rights: 'refund, discount', discountLimit: 10 });
  expect(await rightsOf(cy.username)).toEqual([['discount', 'refund'], 10]);
  expect((await add(admin, { rights: ['fly'] })).status).toBe(400);
  expect((await add(ben.call, { rights: ['refund'] })).status).toBe(403);
  expect((await add(ben.call, { rights: ['move_check'] })).status).toBe(200);
  expect((await ben.call(updateUser, { params: { username: cy.username }, body: { name: 'Cyd' } })).status).toBe(403);
  await admin(updateUser, { params: { username: ben.username }, body: { name: 'Ben', rights: ['discount', 'refund'], discountLimit: 20 } });
  expect((await ben.call(updateUser, { params: { username: cy.username }, body: { name: 'Cy', discountLimit: 30 } })).status).toBe(403);
  expect(
    (await ben.call(updateUser, { params: { username: cy.username }, body: { name: 'Cy', rights: '', discountLimit: 15 } })).status,
  ).toBe(200);
  expect(await rightsOf(cy.username)).toEqual([[], 15]);
  expect((await ben.call(getProfile, {})).reply).toMatchObject({ rights: ['discount', 'refund'], discountLimit: 20 });
});

test('nobody gives by saying nothing what they do not hold, nor touches who may give more off', async () => {
  const { admin, colleague } = await openRestaurant();
  const ben = await colleague('SETTINGS');
  const be = (rights: string, discountLimit: number | null) =>
    admin(updateUser, { params: { username: ben.username }, body: { name: 'Ben', rights, discountLimit } });
  const add = async (more: object) =>
    (await ben.call(addUser, { body: { name: 'Cy', username: newAddress(), password: 'a long enough one', ...more } })).status;
  await be('discount', 20);
  // the usual rights, of which he has none
  expect(await add({})).toBe(403);
  expect([await add({ rights: '' }), await add({ rights: '', discountLimit: null })]).toEqual([200, 200]);
  // no limit is more than his own
  expect([await add({ rights: 'discount' }), await add({ rights: 'discount', discountLimit: null })]).toEqual([403, 403]);
  expect([await add({ rights: 'discount', discountLimit: 20 }), await add({ rights: '', discountLimit: 21 })]).toEqual([200, 403]);

  const dee = await colleague();
  const change = async (body: object) =>
    (await ben.call(updateUser, { params: { username: dee.username }, body: { name: 'Dee', ...body } })).status;
  await admin(updateUser, { params: { username: dee.username }, body: { name: 'Dee', rights: '', discountLimit: null } });
  expect([await change({}), await change({ rights: 'discount' }), await change({ rights: 'discount', discountLimit: 20 })]).toEqual([
    200, 403, 200,
  ]);
  expect(await change({ discountLimit: null })).toBe(403);
  await admin(updateUser, { params: { username: dee.username }, body: { name: 'Dee', rights: 'discount', discountLimit: 21 } });
  const password = 'one that Ben would know';
  expect((await ben.call(updateUserPassword, { params: { username: dee.username }, body: { password } })).status).toBe(403);
  expect([await change({}), (await ben.call(deleteUser, { params: { username: dee.username } })).status]).toEqual([403, 403]);
  await be('discount', 21);
  expect(await change({})).toBe(200);
});
