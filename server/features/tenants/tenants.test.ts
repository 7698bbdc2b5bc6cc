import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { getProfile, signIn, signUp } from '#contract/auth.ts';
import { createOrderAndInvoice, initPos } from '#contract/pos.ts';
import {
  addTenant,
  countTenants,
  deleteTenant,
  listSubscriptionHistory,
  listTenants,
  listTenantsToExport,
  updateTenant,
} from '#contract/tenants.ts';
import { publicId, systemClock, systemRandom } from '#server/platform/seams.ts';
import { openPhotoFiles } from '#server/platform/photos.ts';
import { callAs, database, databases, newAddress, openApp, openRestaurant, openSuperAdmin, openVisitor } from '#server/testing.ts';
import { withMenu } from '#server/testing-menu.ts';
import { connect, openListening, until } from '#server/testing-sockets.ts';
import { purgeTenants } from './purge.queries.ts';

const password = 'battery staple';
const of = (id: number) => ({ params: { id: String(id) } });
const setTenant = (id: number, set: string) => database.query(`update tenants set ${set} where id = $1`, [id]);
const nameOf = (id: number, name: string) => database.query('update tenants set name = $2 where id = $1', [id, name]);
const auditOf = async (tenantId: number) =>
  (
    await database.query('select action, super_admin_id, before, after from platform.audit_log where tenant_id = $1 order by id', [
      tenantId,
    ])
  ).rows;

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
    before: { name: 'Bistro', email: old, isActive: true },
    after: { name: 'Bistro Nord', email: fresh, isActive: true },
  });
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

  const began = Date.now();
  await change(false);
  expect([(await mine.admin(initPos, {})).status, (await other.admin(initPos, {})).status]).toEqual([402, 200]);
  await until(() => !sockets[0]!.connected);
  expect(Date.now() - began).toBeLessThan(2000);
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

const rowsOf = async (tenantId: number): Promise<string[]> => {
  const { rows: tables } = await database.query<{ name: string }>(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.columns
    where table_schema in ('public', 'platform') and column_name = 'tenant_id' and table_name <> 'audit_log'
    union select 'public.audit_log' order by 1`);
  const left: string[] = [];
  for (const { name } of tables)
    if ((await database.query(`select 1 from ${name} where tenant_id = $1 limit 1`, [tenantId])).rows.length > 0) left.push(name);
  if ((await database.query('select 1 from tenants where id = $1', [tenantId])).rows.length > 0) left.push('tenants');
  return left;
};

test('a deleted restaurant is out at the next call, its address is free, and no row and no file of it is left; others keep theirs', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-tenants-'));
  try {
    const photos = openPhotoFiles(dataDir, systemRandom);
    const app = await openListening({ photos });
    const [mine, other] = [await withMenu(await openRestaurant({ app })), await withMenu(await openRestaurant({ app }))];
    const { call, superAdminId } = await openSuperAdmin(app);
    for (const { admin, menu } of [mine, other])
      await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 2 }], tableId: menu.t1 } });
    const folders = [mine, other].map(({ tenantId }) => join(dataDir, 'media', String(tenantId)));
    for (const folder of folders) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'photo.webp'), 'x');
    }
    const staff = await mine.colleague('POS');
    await call(updateTenant, { ...of(mine.tenantId), body: { name: 'Renamed', email: mine.username } });
    const [code] = (await database.query('select unique_qr_code as code from store_settings where tenant_id = $1', [mine.tenantId])).rows;
    const menu = () => app.inject(`/api/v1/qrmenu/${code.code}`);
    expect((await menu()).statusCode).toBe(200);
    const socket = await connect(app, mine.cookies);
    const { reply, status } = await call(deleteTenant, of(mine.tenantId));
    expect([status, reply.message]).toEqual([200, 'Tenant deleted.']);

    expect([(await mine.admin(getProfile, {})).status, (await staff.call(initPos, {})).status]).toEqual([401, 401]);
    expect((await call(listSubscriptionHistory, of(mine.tenantId))).status).toBe(404);
    expect((await menu()).statusCode).toBe(404);
    const again = await (await openVisitor(app))(signUp, { body: { biz_name: 'Again', username: mine.username, password } });
    expect(again.status).toBe(200);
    await expect.poll(() => !socket.connected && !existsSync(folders[0]!), { timeout: 10_000 }).toBe(true);
    await expect.poll(() => rowsOf(mine.tenantId), { timeout: 10_000 }).toEqual([]);

    expect(existsSync(join(folders[1]!, 'photo.webp'))).toBe(true);
    expect((await other.admin(initPos, {})).status).toBe(200);
    expect(await rowsOf(other.tenantId)).toContain('public.order_lines');
    expect((await auditOf(mine.tenantId)).map(({ action, super_admin_id }) => [action, super_admin_id])).toEqual([
      ['update tenant', superAdminId],
      ['delete tenant', superAdminId],
      ['tenant purged', null],
    ]);
    // who did what, and no longer to whom
    expect((await auditOf(mine.tenantId)).flatMap(({ before, after }) => [before, after]).filter((noted) => noted !== null)).toEqual([]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('a purge that was cut short goes on later, and nothing purges a restaurant that nobody deleted', async () => {
  const { tenantId } = await withMenu(await openRestaurant());
  await expect(database.query('select platform.purge_tenant($1, 10)', [tenantId])).rejects.toThrow('not marked as deleted');
  const client = await database.connect();
  try {
    await client.query('create temp table tenants as select id, now() as deleted_at from public.tenants where id = $1', [tenantId]);
    await expect(client.query('select platform.purge_tenant($1, 10)', [tenantId])).rejects.toThrow('not marked as deleted');
  } finally {
    // with its temporary table
    client.release(true);
  }
  await setTenant(tenantId, 'deleted_at = now(), is_active = false');
  const removed: number[] = [];
  await purgeTenants({ databases, clock: systemClock, photos: { removeAll: async (id) => void removed.push(id) } });
  // the server of another test may have come first
  await expect.poll(() => rowsOf(tenantId), { timeout: 10_000 }).toEqual([]);
});

test('lists newest first in pages of five, by part of the name or e-mail, state and days', async () => {
  const { call } = await openSuperAdmin();
  const mark = publicId(systemRandom).slice(0, 12).replace(/[_-]/g, 'x');
  const opened: number[] = [];
  for (let count = 0; count < 7; count++) {
    const { tenantId } = await openRestaurant({ now: new Date(Date.UTC(2031, 0, 1 + count, 12)) });
    await nameOf(tenantId, `Café ${mark} 100%_${count}`);
    opened.unshift(tenantId);
  }
  await setTenant(opened[0]!, 'is_active = false');
  const list = async (query: object) => {
    const { reply } = await call(listTenants, { query: { search: mark, ...query } });
    return { ids: reply.tenants.map(({ id }) => id), ...reply };
  };

  expect(await list({})).toMatchObject({ ids: opened.slice(0, 5), currentPage: 1, perPage: 5, totalTenants: 7, totalPages: 2 });
  expect((await list({ page: '2' })).ids).toEqual(opened.slice(5));
  expect((await list({ perPage: '2', page: '2' })).ids).toEqual(opened.slice(2, 4));
  expect((await list({ search: `É ${mark.toUpperCase()} 100%_3` })).ids).toEqual([opened[3]]);
  expect(await list({ search: `${mark} 100%x` })).toMatchObject({ ids: [], totalTenants: 0, totalPages: 0 });
  expect((await list({ status: 'inactive' })).ids).toEqual([opened[0]]);
  expect((await list({ status: 'active', perPage: '100' })).ids).toEqual(opened.slice(1));
  expect((await list({ type: 'custom', from: '2031-01-02', to: '2031-01-03' })).ids).toEqual([opened[4], opened[5]]);
  expect((await list({ type: 'today' })).ids).toEqual([]);
  expect((await list({ type: 'null', status: 'null', from: '', to: '', perPage: '100' })).totalTenants).toBe(7);

  const first = (await list({ perPage: '1' })).tenants[0]!;
  expect((await list({ search: first.email!.slice(2, 14) })).ids).toEqual([opened[0]]);
  expect((await list({ search: first.email!.slice(3, 5), perPage: '100' })).ids).toContain(opened[0]);
});

test.each([[{ type: 'someday' }], [{ status: 'asleep' }], [{ perPage: '101' }], [{ search: 'x'.repeat(101) }], [{ type: 'custom' }]])(
  'a list of %j is refused',
  async (query) => {
    const { call } = await openSuperAdmin();
    expect((await call(listTenants, { query: query as object })).status).toBe(400);
  },
);

test('counts what is active now: switched off, expired and never subscribed are not, the days of grace are', async () => {
  const { call } = await openSuperAdmin();
  const shown = async (set: string) => {
    const { tenantId } = await openRestaurant();
    await setTenant(tenantId, set);
    return (await call(listSubscriptionHistory, of(tenantId))).reply.tenantInfo.is_active;
  };
  expect([
    await shown("active_until = now() + interval '1 day'"),
    await shown("active_until = now() - interval '2 days'"),
    await shown("active_until = now() - interval '4 days'"),
    await shown('active_until = null'),
    await shown('is_active = false'),
  ]).toEqual([true, true, false, false, false]);

  const { reply } = await call(countTenants, {});
  const { rows } = await database.query('select count(*)::int as count from tenants where deleted_at is null');
  expect(reply.activeTenants + reply.inactiveTenants).toBe(reply.allTenants);
  expect(Math.abs(reply.allTenants - rows[0].count)).toBeLessThan(50); // other tests open restaurants meanwhile
});

test('exports all of a state, row by row; a cell that a spreadsheet would compute is harmless', async () => {
  const app = await openApp();
  const { call, cookies, superAdminId } = await openSuperAdmin(app);
  const evil = [
    '=HYPERLINK("http://evil.example","x")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\u0001 =1+1',
    '＝1',
    'a,"b"\nc',
    '<script>alert(1)</script>',
    '\u202Egnp.exe',
  ];
  const ids: number[] = [];
  for (const name of evil) {
    const { tenantId } = await openRestaurant({ now: new Date('2032-01-01T00:00:00Z') });
    await nameOf(tenantId, name);
    await setTenant(tenantId, "plan = 'Monthly', subscription_start = '2026-01-02T23:30:00Z', active_until = '2040-02-02T00:00:00Z'");
    ids.push(tenantId);
  }
  const response = await app.inject({ method: 'GET', url: '/api/v1/superadmin/tenantsData/active?format=csv', cookies });
  const { rows: audited } = await database.query('select action, tenant_id, after from platform.audit_log where super_admin_id = $1', [
    superAdminId,
  ]);
  expect(audited).toEqual([{ action: 'export tenants', tenant_id: null, after: { status: 'active', format: 'csv' } }]);
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="Active Tenants Data \d{4}-\d\d-\d\d\.csv"$/);
  const [head, ...rows] = parse(response.body, { bom: true }) as string[][];
  expect(head).toEqual(['Name', 'Email', 'Status', 'Subscription_Start_Date', 'Subscription_End_Date', 'Plan']);
  const mine = rows.slice(0, evil.length).toReversed();
  expect(mine.map(([name]) => name)).toEqual([
    `'${evil[0]}`,
    "'+1",
    "'-1",
    "'@SUM(A1)",
    'x',
    "'=1+1",
    "'＝1",
    'a,"b" c',
    '<script>alert(1)</script>',
    '\u202Egnp.exe',
  ]);
  expect(mine[1]!.slice(2)).toEqual(['Active', '2026-01-02', '2040-02-02', 'Monthly']);

  const json = await call(listTenantsToExport, { params: { status: 'all' }, query: {} });
  expect(json.reply.filter(({ id }) => ids.includes(id)).map(({ name }) => name)).toEqual(evil.toReversed());
  expect(json.reply[0]).toEqual({
    id: ids.at(-1),
    name: evil.at(-1),
    email: expect.any(String),
    is_active: true,
    subscription_id: null,
    plan: 'Monthly',
    subscription_start: '2026-01-02T23:30:00.000Z',
    subscription_end: '2040-02-02T00:00:00.000Z',
    created_at: '2032-01-01T00:00:00.000Z',
  });
  const inactive = await call(listTenantsToExport, { params: { status: 'inactive' }, query: {} });
  expect(inactive.reply.every(({ is_active }) => !is_active)).toBe(true);
  expect((await call(listTenantsToExport, { params: { status: 'some' as 'all' }, query: {} })).status).toBe(400);
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
