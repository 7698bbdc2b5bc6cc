import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { signIn } from '#contract/auth.ts';
import { confirmAddress } from '#contract/own-account.ts';
import { initPos } from '#contract/pos.ts';
import { addTenant, deleteTenant, listSubscriptionHistory, updateTenant } from '#contract/tenants.ts';
import { publicId, systemRandom } from '#server/platform/clock-and-random.ts';
import {
  callAs,
  database,
  databases,
  newAddress,
  openApp,
  openMailbox,
  openRestaurant,
  openSuperAdmin,
  openVisitor,
} from '#server/testing/restaurant.ts';
import { connect, openListening, until } from '#server/testing/sockets.ts';
import { auditOf, of, setTenant } from '#server/testing/tenants.ts';

const password = 'battery staple';

test('adds a restaurant that is complete: its owner signs in and sells', async () => {
  const app = await openApp();
  const { call, superAdminId } = await openSuperAdmin(app);
  const email = newAddress();
  const { status, reply } = await call(addTenant, { body: { name: 'Bistro', email, password, isActive: true } });
  expect([status, reply.message]).toEqual([200, 'Tenant added.']);

  const entered = await (await openVisitor(app))(signIn, { body: { username: email, password } });
  expect(entered.reply.user).toMatchObject({ username: email, role: 'admin', tenant_id: reply.id, is_active: true });
  const cookies = Object.fromEntries(entered.response.cookies.map(({ name, value }) => [name, value]));
  const init = await callAs(app, cookies)(initPos, {});
  expect(init.reply).toMatchObject({ paymentTypes: [{ title: 'Cash' }], storeSettings: { store_name: 'Bistro', currency: 'USD' } });
  expect(await auditOf(reply.id)).toEqual([
    { action: 'add tenant', super_admin_id: superAdminId, before: null, after: { name: 'Bistro', email, isActive: true } },
  ]);
});

test('one that is added gets the zone, the currency and the name that were given', async () => {
  const { call } = await openSuperAdmin();
  const email = newAddress();
  const given = { ownerName: 'Nonna Rosa', currency: 'EUR', timezone: 'Europe/Rome' };
  expect((await call(addTenant, { body: { name: 'Nonna', email, password, isActive: true, ...given } })).status).toBe(200);
  const { rows } = await database.query(
    'select m.name, s.store_name, s.currency, s.timezone from members m join store_settings s using (tenant_id) where m.username = $1',
    [email],
  );
  expect(rows).toEqual([{ name: 'Nonna Rosa', store_name: 'Nonna', currency: 'EUR', timezone: 'Europe/Rome' }]);
});

test('an owner confirms the address that the provider entered by the e-mail to it, and gets what is written to owners', async () => {
  const mail = openMailbox();
  const app = await openApp({ mail });
  const { call } = await openSuperAdmin(app);
  const visitor = await openVisitor(app);
  const [first, second] = [newAddress(), newAddress()];
  const confirms = async (username: string) => {
    await until(() => mail.emails.some(({ to }) => to === username));
    const token = /confirm-address\?token=(\S+)/.exec(mail.emails.find(({ to }) => to === username)!.text)![1]!;
    const { status } = await visitor(confirmAddress, { params: { token } });
    const { rows } = await database.query('select confirmed_at is not null as is_confirmed from members where username = $1', [username]);
    return [status, rows];
  };
  const { id } = (await call(addTenant, { body: { name: 'Nonna', email: first, password, isActive: true } })).reply;
  expect(await confirms(first)).toEqual([200, [{ is_confirmed: true }]]);
  // the owner opened nothing: asked whether it was them they would say no
  const { text } = mail.emails.find(({ to }) => to === first)!;
  expect(text).toContain('The provider of Comanda opened a restaurant with this address as its owner’s.');
  expect(text).not.toContain('If it was you');
  await call(updateTenant, { ...of(id), body: { name: 'Nonna', email: second } });
  expect(await confirms(second)).toEqual([200, [{ is_confirmed: true }]]);
});

test('one that is added inactive lets its owner in to subscribe, and nothing else', async () => {
  const app = await openApp();
  const { call } = await openSuperAdmin(app);
  const email = newAddress();
  const { reply } = await call(addTenant, { body: { name: 'Later', email, password, isActive: false } });
  const entered = await (await openVisitor(app))(signIn, { body: { username: email, password } });
  const cookies = Object.fromEntries(entered.response.cookies.map(({ name, value }) => [name, value]));
  expect((await callAs(app, cookies)(initPos, {})).status).toBe(402);
  expect((await call(listSubscriptionHistory, of(reply.id))).reply.tenantInfo.is_active).toBe(false);
});

test.each([
  [{ name: '' }, 'Please provide name!'],
  [{ email: '' }, 'Please provide Email!'],
  [{ email: 'nobody' }, 'Please provide valid email!'],
  [{ password: '' }, 'Please provide password!'],
  [{ currency: 'ABC' }, 'Please select a currency!'],
  [{ timezone: 'Mars/Olympus' }, 'Please select a time zone!'],
])('adding with %j says %s', async (fault, sentence) => {
  const { call } = await openSuperAdmin();
  const { status, reply } = await call(addTenant, { body: { name: 'X', email: newAddress(), password, isActive: true, ...fault } });
  expect([status, reply.message]).toEqual([400, sentence]);
});

test('an address that is taken is refused, on adding and on changing, and nothing is changed', async () => {
  const [mine, other] = [await openRestaurant(), await openRestaurant()];
  const { call } = await openSuperAdmin();
  const added = await call(addTenant, { body: { name: 'X', email: mine.username.toUpperCase(), password, isActive: true } });
  const message = 'An account with this email already exists!';
  expect(added.reply).toMatchObject({ message, errors: [{ path: ['email'], message }] });
  expect(added.status).toBe(409);
  const changed = await call(updateTenant, { ...of(other.tenantId), body: { name: 'Renamed', email: mine.username } });
  expect([changed.status, changed.reply.errors]).toEqual([409, [{ path: ['email'], message }]]);
  expect((await call(listSubscriptionHistory, of(other.tenantId))).reply.tenantInfo).toMatchObject({
    name: 'Test kitchen',
    email: other.username,
  });
});

test('a changed e-mail is what the owner signs in with; links mailed to the old address are dead', async () => {
  const app = await openApp();
  const { call } = await openSuperAdmin(app);
  const [old, fresh] = [newAddress(), newAddress()];
  const { reply } = await call(addTenant, { body: { name: 'Bistro', email: old, password, isActive: true } });
  await database.query(
    `insert into password_resets (tenant_id, member_id, token_hash, created_at, expires_at)
     select tenant_id, id, $2, now(), now() + interval '1 hour' from members where tenant_id = $1`,
    [reply.id, publicId(systemRandom)],
  );
  expect((await call(updateTenant, { ...of(reply.id), body: { name: 'Bistro Nord', email: fresh } })).reply.message).toBe(
    'Tenant updated.',
  );

  const visitor = await openVisitor(app);
  expect((await visitor(signIn, { body: { username: old, password } })).status).toBe(401);
  const entered = await visitor(signIn, { body: { username: fresh, password } });
  expect(entered.reply.user).toMatchObject({ username: fresh, email: fresh });
  const { rows } = await database.query('select used_at from password_resets where tenant_id = $1', [reply.id]);
  expect(rows[0].used_at).not.toBeNull();
  expect((await auditOf(reply.id)).at(-1)).toMatchObject({
    action: 'update tenant',
    before: { name: 'Bistro', email: old, isActive: true, note: null },
    after: { name: 'Bistro Nord', email: fresh, isActive: true, note: null },
  });
});

test('the provider’s note: left out it stays, empty it goes, and the restaurant has no way to it', async () => {
  const app = await openApp();
  const { call, cookies } = await openSuperAdmin(app);
  const { tenantId, username } = await openRestaurant();
  const change = async (note?: string | null) => {
    const { status } = await call(updateTenant, {
      ...of(tenantId),
      body: { name: 'Bistro', email: username, ...(note !== undefined && { note }) },
    });
    return [status, (await call(listSubscriptionHistory, of(tenantId))).reply.tenantInfo.note];
  };
  expect(await change('  Pays by invoice,\ncalls on Mondays ')).toEqual([200, 'Pays by invoice,\ncalls on Mondays']);
  expect(await change()).toEqual([200, 'Pays by invoice,\ncalls on Mondays']);
  expect(await change('x'.repeat(1001))).toEqual([400, 'Pays by invoice,\ncalls on Mondays']);
  const query = { format: 'csv', search: username };
  const file = await app.inject({ method: 'GET', url: '/api/v1/superadmin/tenantsData/all', query, cookies });
  // nor does it leave the house with an export
  expect(file.body).not.toContain('Pays by invoice');
  await expect(databases.asTenant(tenantId, (db) => sql`select note from platform.tenant_notes`.execute(db))).rejects.toThrow(
    'permission denied',
  );
  expect(await change('')).toEqual([200, null]);
  const notes = (await auditOf(tenantId)).map(({ before, after }) => [before.note, after.note]);
  const note = 'Pays by invoice,\ncalls on Mondays';
  expect(notes).toEqual([
    [null, note],
    [note, note],
    [note, null],
  ]);
});

test('a changed e-mail signs the owner out at once and nobody else, and both addresses learn of it', async () => {
  const mail = openMailbox();
  const app = await openListening({ mail, config: { supportEmail: 'help@provider.example' } });
  const mine = await openRestaurant({ app });
  const staff = await mine.colleague('POS');
  const second = callAs(app, await mine.ownersDevice());
  const { call } = await openSuperAdmin(app);
  const sockets = [await connect(app, mine.cookies), await connect(app, staff.cookies)];
  const fresh = newAddress();
  await call(updateTenant, { ...of(mine.tenantId), body: { name: 'Evil http://evil.example', email: mine.username } });
  expect((await mine.admin(initPos, {})).status).toBe(200);
  expect(mail.emails).toEqual([]);

  await call(updateTenant, { ...of(mine.tenantId), body: { name: 'Evil http://evil.example', email: fresh } });

  expect([(await mine.admin(initPos, {})).status, (await second(initPos, {})).status]).toEqual([401, 401]);
  expect((await staff.call(initPos, {})).status).toBe(200);
  await until(() => !sockets[0]!.connected);
  expect(sockets[1]!.connected).toBe(true);
  await until(() => mail.emails.length === 2);
  expect(mail.emails.map(({ to }) => to)).toEqual([mine.username, fresh]);
  for (const { text } of mail.emails) expect(text).toContain('help@provider.example');
  // no text of strangers in an e-mail that strangers may cause
  expect(mail.emails.map(({ text }) => text).join()).not.toMatch(/evil/i);
  expect(mail.emails[0]!.text).not.toContain(fresh);
});

test.each([
  [{ name: '' }, "Please Provide Tenant's Name!"],
  [{ email: '' }, "Please Provide Tenant's Email!"],
  [{ email: 'nobody' }, 'Please Provide Valid Email!'],
])('changing with %j says %s', async (fault, sentence) => {
  const { tenantId, username } = await openRestaurant();
  const { call } = await openSuperAdmin();
  const { status, reply } = await call(updateTenant, { ...of(tenantId), body: { name: 'X', email: username, isActive: true, ...fault } });
  expect([status, reply.message]).toEqual([400, sentence]);
});

test('switching a restaurant off holds at its next call and closes its sockets, and no other’s; switching it on lets it in again', async () => {
  const app = await openListening();
  const [mine, other] = [await openRestaurant({ app }), await openRestaurant({ app })];
  const { call } = await openSuperAdmin(app);
  const sockets = [await connect(app, mine.cookies), await connect(app, other.cookies)];
  const change = (isActive: boolean) => call(updateTenant, { ...of(mine.tenantId), body: { name: 'X', email: mine.username, isActive } });

  await change(false);
  expect([(await mine.admin(initPos, {})).status, (await other.admin(initPos, {})).status]).toEqual([402, 200]);
  await until(() => !sockets[0]!.connected);
  expect(sockets[1]!.connected).toBe(true);

  // a terminal that waits is closed too, so that it comes again and hears
  const waiting = await connect(app, mine.cookies);
  await change(true);
  expect((await mine.admin(initPos, {})).status).toBe(200);
  await until(() => !waiting.connected);
  expect(sockets[1]!.connected).toBe(true);
});

test('switching a restaurant on whose trial is over gives it a trial; changing just its name does not, and does not lock it out', async () => {
  const { tenantId, username, admin } = await openRestaurant();
  const { call } = await openSuperAdmin();
  await setTenant(tenantId, "active_until = now() - interval '90 days'");
  expect((await admin(initPos, {})).status).toBe(402);

  await call(updateTenant, { ...of(tenantId), body: { name: 'New name', email: username, isActive: false } });
  expect((await admin(initPos, {})).status).toBe(402);
  await setTenant(tenantId, "active_until = now() + interval '30 days'");
  expect((await admin(initPos, {})).status).toBe(200);

  await setTenant(tenantId, "active_until = now() - interval '90 days'");
  await call(updateTenant, { ...of(tenantId), body: { name: 'New name', email: username, isActive: true } });
  expect((await admin(initPos, {})).status).toBe(200);
});

test('what is no restaurant is 404', async () => {
  const { call } = await openSuperAdmin();
  const nobody = of(999_999_999);
  const answers = [
    await call(updateTenant, { ...nobody, body: { name: 'X', email: newAddress() } }),
    await call(deleteTenant, nobody),
    await call(listSubscriptionHistory, nobody),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('shows a restaurant’s store, accounts and subscriptions, and no other’s', async () => {
  const [mine, other] = [await openRestaurant({ currency: 'EUR' }), await openRestaurant()];
  await mine.colleague('POS');
  for (const [tenantId, status, at] of [
    [mine.tenantId, 'created', '2026-01-01'],
    [mine.tenantId, 'renewed', '2026-02-01'],
    [other.tenantId, 'cancelled', '2026-03-01'],
  ])
    await database.query(
      "insert into subscription_history (tenant_id, created_at, starts_on, expires_on, status) values ($1, $3, $3, $3::timestamptz + interval '1 month', $2)",
      [tenantId, status, at],
    );
  const { call } = await openSuperAdmin();
  const { reply } = await call(listSubscriptionHistory, of(mine.tenantId));
  expect(reply).toMatchObject({
    tenantInfo: { id: mine.tenantId, name: 'Test kitchen', email: mine.username, is_active: true },
    storeDetails: { store_name: 'Test kitchen', currency: 'EUR', is_qr_menu_enabled: 0, address: null },
    totalUsers: 2,
    subscriptionHistory: [
      { tenant_id: mine.tenantId, status: 'renewed', starts_on: '2026-02-01T00:00:00.000Z', expires_on: '2026-03-01T00:00:00.000Z' },
      { tenant_id: mine.tenantId, status: 'created' },
    ],
  });
});
