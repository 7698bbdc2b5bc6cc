import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { getProfile, refreshToken, signIn } from '#contract/auth.ts';
import { forgotPassword, resetPassword, signUp } from '#contract/own-account.ts';
import { createOrder, initPos } from '#contract/pos.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import {
  countTenants,
  deleteTenant,
  listDeletedTenants,
  listSubscriptionHistory,
  listTenants,
  listTenantsToExport,
  restoreTenant,
  updateTenant,
} from '#contract/tenants.ts';
import { systemClock, systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword, hashToken } from '#server/platform/security/tokens.ts';
import {
  callAs,
  database,
  databases,
  newAddress,
  openApp,
  openRestaurant,
  openSuperAdmin,
  openVisitor,
  type App,
} from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { connect, openListening, until } from '#server/testing/sockets.ts';
import { auditOf, of, setTenant } from '#server/testing/tenants.ts';
import { purgeTenants } from './purge.queries.ts';

const DAY = 86_400_000; // ms
const password = 'battery staple';

const setPassword = async (username: string) =>
  database.query('update members set password_hash = $2 where username = $1', [username, await hashPassword(password, systemRandom)]);

/** A restaurant that sells by QR code, has a picture and staff who can sign in. */
const openBistro = async (app: App, dataDir: string) => {
  const mine = await withMenu(await openRestaurant({ app }));
  await mine.admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true } });
  const { uniqueQRCode: qrcode } = (await mine.admin(getStoreSetting, {})).reply;
  const staff = await mine.colleague('POS');
  for (const { username } of [mine, staff]) await setPassword(username);
  const folder = join(dataDir, 'media', String(mine.tenantId));
  mkdirSync(folder, { recursive: true });
  await sharp({ create: { width: 512, height: 512, channels: 3, background: 'red' } }).toFile(join(folder, 'dish.webp'));
  const get = async (path: string) => (await app.inject(path)).statusCode;
  const enter = async (username: string) => (await (await openVisitor(app))(signIn, { body: { username, password } })).status;
  const order = () =>
    callAs(app, {})(placeQrOrder, {
      params: { qrcode },
      body: { deliveryType: null, cartItems: [{ id: mine.menu.soup, quantity: 1 }], customerType: 'WALKIN' },
    });
  return {
    ...mine,
    staff,
    /** what the public and the people of the restaurant are answered now */
    seen: async () => ({
      menu: await get(`/api/v1/qrmenu/${qrcode}`),
      page: await get(`/m/${qrcode}`),
      order: (await order()).status,
      photo: await get(`/media/${mine.tenantId}/dish.webp`),
      smallPhoto: await get(`/media/${mine.tenantId}/small/dish.webp`),
      encodedPhoto: await get(`/media/%${String(mine.tenantId).charCodeAt(0).toString(16)}${String(mine.tenantId).slice(1)}/dish.webp`),
      owner: await enter(mine.username),
      staff: await enter(staff.username),
    }),
  };
};

const OPEN = { menu: 200, page: 200, order: 200, photo: 200, smallPhoto: 200, encodedPhoto: 200, owner: 200, staff: 200 };
const SHUT = { menu: 404, page: 404, order: 404, photo: 404, smallPhoto: 404, encodedPhoto: 404, owner: 401, staff: 401 };

const openFolder = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-restore-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
};

test('a deleted restaurant is shut at once, and is as it was when it is restored; its sessions are over for good', async () => {
  const dataDir = openFolder();
  const app = await openListening({ config: { dataDir }, pages: () => '<p>menu</p>' });
  const mine = await openBistro(app, dataDir);
  const { call, superAdminId } = await openSuperAdmin(app);
  const { reply: sold } = await mine.admin(createOrder, { body: { cart: [{ id: mine.menu.soup, quantity: 2 }] } });
  const former = await mine.colleague('POS');
  await database.query('update members set archived_at = now() where username = $1', [former.username]);
  const socket = await connect(app, mine.cookies);
  expect(await mine.seen()).toEqual(OPEN);

  expect((await call(deleteTenant, of(mine.tenantId))).reply.message).toBe('Tenant deleted.');

  expect(await mine.seen()).toEqual(SHUT);
  await until(() => !socket.connected);
  expect([(await mine.admin(initPos, {})).status, (await mine.staff.call(initPos, {})).status]).toEqual([401, 401]);
  // the addresses stay taken, for new restaurants and for colleagues elsewhere
  for (const username of [mine.username, mine.staff.username.toUpperCase()])
    expect((await (await openVisitor(app))(signUp, { body: { biz_name: 'Again', username, password } })).status).toBe(409);

  expect((await call(restoreTenant, of(mine.tenantId))).reply.message).toBe('Tenant restored.');

  expect(await mine.seen()).toEqual(OPEN);
  expect([(await mine.admin(getProfile, {})).status, (await mine.staff.call(getProfile, {})).status]).toEqual([401, 401]);
  const { rows } = await database.query('select count(*)::int as open from sessions where tenant_id = $1 and ended_at is null', [
    mine.tenantId,
  ]);
  expect(rows[0].open, 'sessions of those who signed in since').toBe(2);
  const { rows: orders } = await database.query('select id from orders where tenant_id = $1', [mine.tenantId]);
  expect(orders.map(({ id }) => id)).toContain(sold.orderId);
  const { rows: gone } = await database.query('select archived_at from members where username = $1', [former.username]);
  expect(gone[0].archived_at, 'who had left before').not.toBeNull();
  expect((await auditOf(mine.tenantId)).map(({ action, super_admin_id }) => [action, super_admin_id])).toEqual([
    ['delete tenant', superAdminId],
    ['restore tenant', superAdminId],
  ]);
});

test('the lists leave a deleted restaurant out and name it among the deleted, with the day of its purge', async () => {
  const app = await openApp({ config: { purgeAfterDays: 30 } });
  const { call } = await openSuperAdmin(app);
  const { tenantId, username } = await openRestaurant({ app });
  const began = Date.now();
  await call(deleteTenant, of(tenantId));

  const { reply: deleted } = await call(listDeletedTenants, {});
  const row = deleted.find(({ id }) => id === tenantId)!;
  expect(row).toMatchObject({ name: 'Test kitchen', email: username, is_active: false });
  expect(Date.parse(row.deleted_at)).toBeGreaterThanOrEqual(began - 1000);
  expect(Date.parse(row.purge_at) - Date.parse(row.deleted_at)).toBe(30 * DAY);
  expect((await call(listTenants, { query: { search: username } })).reply.totalTenants).toBe(0);
  expect((await call(listTenantsToExport, { params: { status: 'all' }, query: {} })).reply.map(({ id }) => id)).not.toContain(tenantId);
  expect((await call(listSubscriptionHistory, of(tenantId))).status).toBe(404);
  expect((await call(updateTenant, { ...of(tenantId), body: { name: 'X', email: username } })).status).toBe(404);
  expect((await call(deleteTenant, of(tenantId))).status).toBe(404);
  const { reply: counts } = await call(countTenants, {});
  expect(counts.purgeAfterDays).toBe(30);
  expect(counts.deletedTenants).toBeGreaterThan(0);

  await call(restoreTenant, of(tenantId));
  expect((await call(listDeletedTenants, {})).reply.map(({ id }) => id)).not.toContain(tenantId);
  expect((await call(listTenants, { query: { search: username } })).reply.totalTenants).toBe(1);
});

test('one that was switched off comes back switched off', async () => {
  const { tenantId, username, app } = await openRestaurant();
  const { call } = await openSuperAdmin(app);
  await call(updateTenant, { ...of(tenantId), body: { name: 'X', email: username, isActive: false } });
  await call(deleteTenant, of(tenantId));
  await call(restoreTenant, of(tenantId));
  expect((await call(listSubscriptionHistory, of(tenantId))).reply.tenantInfo.is_active).toBe(false);
});

test('a subscription was cancelled with the restaurant: it is not subscribed any more, and open for the time that was paid', async () => {
  const { tenantId, app } = await openRestaurant();
  const { call } = await openSuperAdmin(app);
  await setTenant(tenantId, "subscription_id = 'test_1', subscription_start = '2026-01-01', plan = 'Monthly'");
  await call(deleteTenant, of(tenantId));
  expect((await call(restoreTenant, of(tenantId))).reply.message).toBe(
    'Tenant restored. Its subscription was cancelled when it was deleted.',
  );
  const { reply } = await call(listSubscriptionHistory, of(tenantId));
  expect(reply.tenantInfo).toMatchObject({ is_active: true, subscription_id: null, subscription_start: null, plan: null });
  expect(reply.subscriptionHistory).toMatchObject([{ status: 'cancelled', starts_on: '2026-01-01T00:00:00.000Z' }]);
  const { rows: emails } = await database.query('select kind from tenant_letters where tenant_id = $1', [tenantId]);
  expect(emails.map(({ kind }) => kind)).toContain('cancelled');
});

test('links and tokens of before open nothing, neither while it is deleted nor afterwards', async () => {
  const app = await openApp();
  const { tenantId, username } = await openRestaurant({ app });
  const { call } = await openSuperAdmin(app);
  await setPassword(username);
  const visitor = await openVisitor(app);
  const entered = await visitor(signIn, { body: { username, password } });
  const cookies = Object.fromEntries(entered.response.cookies.map(({ name, value }) => [name, value]));
  await database.query(
    `insert into password_resets (tenant_id, member_id, token_hash, created_at, expires_at)
     select tenant_id, id, $2, now(), now() + interval '1 hour' from members where tenant_id = $1`,
    [tenantId, hashToken('mailed')],
  );
  const tries = async () => [
    (await callAs(app, cookies)(refreshToken, {})).status,
    (await visitor(resetPassword, { params: { token: 'mailed' }, body: { password } })).status,
  ];
  await call(deleteTenant, of(tenantId));
  expect(await tries()).toEqual([401, 400]);
  // the same answer as ever, and no e-mail
  expect((await visitor(forgotPassword, { body: { username } })).status).toBe(200);
  await call(restoreTenant, of(tenantId));
  expect(await tries()).toEqual([401, 400]);
});

test('nothing is purged before its day, and nothing is restored after it', async () => {
  const { tenantId, app } = await openRestaurant();
  const { call } = await openSuperAdmin(app);
  const photos = { removeAll: async () => {} };
  // while another test has the turn of the roll-up, nothing is purged
  const purge = () => purgeTenants({ databases, clock: systemClock, photos, onError: () => {} });
  await call(deleteTenant, of(tenantId));
  await purge();
  await expect(database.query('select platform.purge_tenant($1, 10)', [tenantId])).rejects.toThrow('not marked as deleted for good');
  expect((await database.query('select from members where tenant_id = $1', [tenantId])).rowCount).toBe(1);

  await setTenant(tenantId, "purge_at = now() - interval '1 second'");
  const late = await call(restoreTenant, of(tenantId));
  expect([late.status, late.reply.message]).toEqual([404, 'There is no deleted restaurant to restore!']);
  const left = async () => {
    await purge();
    return (await database.query('select from tenants where id = $1', [tenantId])).rowCount;
  };
  await expect.poll(left, { timeout: 20_000 }).toBe(0);
});

test('what is restored between the look and the purge stays', async () => {
  const { tenantId, app, username } = await openRestaurant();
  const { call } = await openSuperAdmin(app);
  await call(deleteTenant, of(tenantId));
  const readAsProvider: typeof databases.readAsProvider = async () => {
    await call(restoreTenant, of(tenantId));
    return [tenantId] as never;
  };
  await purgeTenants({ databases: { ...databases, readAsProvider }, clock: systemClock, photos: { removeAll: async () => {} } });
  expect((await database.query('select from members where username = $1', [username])).rowCount).toBe(1);
});

test('what is no deleted restaurant is 404', async () => {
  const { tenantId, app } = await openRestaurant();
  const { call } = await openSuperAdmin(app);
  expect((await call(restoreTenant, of(tenantId))).status).toBe(404);
  expect((await call(restoreTenant, of(999_999_999))).status).toBe(404);
});

test('an address of a deleted restaurant is free again once it is purged at once', async () => {
  const app = await openApp({ config: { purgeAfterDays: 0 } });
  const { tenantId, username } = await openRestaurant({ app });
  const { call } = await openSuperAdmin(app);
  await call(deleteTenant, of(tenantId));
  expect((await call(restoreTenant, of(tenantId))).status).toBe(404);
  expect((await call(listDeletedTenants, {})).reply.map(({ id }) => id)).not.toContain(tenantId);
  expect((await (await openVisitor(app))(signUp, { body: { biz_name: newAddress(), username, password } })).status).toBe(200);
});
