import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getProfile } from '#contract/auth.ts';
import { signUp } from '#contract/own-account.ts';
import { createOrderAndInvoice, initPos } from '#contract/pos.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { deleteTenant, listSubscriptionHistory, restoreTenant, updateTenant } from '#contract/tenants.ts';
import { openPhotoFiles } from '#server/platform/files/photos.ts';
import { systemClock, systemRandom } from '#server/platform/clock-and-random.ts';
import { database, databases, openMailbox, openRestaurant, openSuperAdmin, openVisitor } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { connect, openListening } from '#server/testing/sockets.ts';
import { auditOf, of, setTenant } from '#server/testing/tenants.ts';
import { sendPartingEmails } from './parting-emails.queries.ts';
import { purgeTenants } from './purge.queries.ts';

/** One round of a node; answers what it sent to this owner. */
const emailsTo = async (username: string, { now = new Date(), fails = false } = {}) => {
  const { emails, send } = openMailbox();
  await sendPartingEmails({
    databases,
    mail: {
      send: async (email) => {
        if (fails && email.to === username) throw new Error('no mail server');
        await send(email);
      },
    },
    clock: () => now,
    onError: () => {},
  });
  return emails.filter(({ to }) => to === username);
};

/** The tables that still know something of a restaurant. */
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
    const app = await openListening({ photos, config: { purgeAfterDays: 0 } });
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
    await call(updateTenant, { ...of(mine.tenantId), body: { name: 'Renamed', email: mine.username, note: 'Late' } });
    const [code] = (await database.query('select unique_qr_code as code from store_settings where tenant_id = $1', [mine.tenantId])).rows;
    const menu = () => app.inject(`/api/v1/qrmenu/${code.code}`);
    expect((await menu()).statusCode).toBe(200);
    const socket = await connect(app, mine.cookies);
    const { reply, status } = await call(deleteTenant, of(mine.tenantId));
    expect([status, reply.message]).toEqual([200, 'Tenant deleted.']);

    expect([(await mine.admin(getProfile, {})).status, (await staff.call(initPos, {})).status]).toEqual([401, 401]);
    expect((await call(listSubscriptionHistory, of(mine.tenantId))).status).toBe(404);
    expect((await menu()).statusCode).toBe(404);
    const again = await (await openVisitor(app))(signUp, {
      body: { biz_name: 'Again', username: mine.username, password: 'battery staple' },
    });
    expect(again.status).toBe(200);
    await expect.poll(() => !socket.connected && !existsSync(folders[0]!), { timeout: 60_000 }).toBe(true);
    // but for what its owner is told, which needs none of them
    await expect.poll(() => rowsOf(mine.tenantId), { timeout: 60_000 }).toEqual(['platform.parting_letters']);
    const [told, ...more] = await emailsTo(mine.username);
    expect([told?.subject, more]).toEqual(['Test kitchen was deleted', []]);
    expect(told?.text).toContain('All its data is deleted for good.');
    expect(await rowsOf(mine.tenantId)).toEqual([]);

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
  const failed: unknown[] = [];
  const photos = { removeAll: async () => {} };
  const purgeAndLook = async () => {
    // the sums are locked while the server of another test adds up; a purge that cannot wait for it goes on in its next round
    await purgeTenants({ databases, clock: systemClock, photos, onError: (error) => failed.push(error) });
    return rowsOf(tenantId);
  };
  await expect.poll(purgeAndLook, { timeout: 30_000 }).toEqual([]);
  expect(failed.filter((error) => !/lock timeout/.test(String(error)))).toEqual([]);
});

test('a tenant that another node purges is left to it', async () => {
  const { tenantId } = await withMenu(await openRestaurant());
  const purge = () => purgeTenants({ databases, clock: systemClock, photos: { removeAll: async () => {} }, onError: () => {} });
  const node = await database.connect();
  try {
    await node.query('begin');
    await node.query("select pg_advisory_xact_lock(hashtextextended('purge ' || $1::bigint, 0))", [tenantId]);
    await setTenant(tenantId, 'deleted_at = now(), is_active = false');
    const before = await rowsOf(tenantId);
    await purge();
    expect(await rowsOf(tenantId)).toEqual(before);
    await node.query('rollback');
  } finally {
    node.release(true);
  }
  await expect.poll(() => purge().then(() => rowsOf(tenantId)), { timeout: 30_000 }).toEqual([]);
});

test('the owner of a deleted restaurant is told once, with the day until which it can be restored, however long no mail is sent', async () => {
  const app = await openListening({ config: { purgeAfterDays: 7 } });
  const { call } = await openSuperAdmin(app);
  const [mine, stranger] = [await openRestaurant({ app }), await openRestaurant({ app })];
  await mine.admin(saveStoreSetting, { body: { storeName: 'Da Nonna', timezone: 'Pacific/Kiritimati' } });
  await database.query('update members set confirmed_at = null where tenant_id = $1', [stranger.tenantId]);
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const day = (at: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Pacific/Kiritimati' }).format(at);
  const deletedOn = [day(new Date())];
  for (const { tenantId } of [mine, stranger]) await call(deleteTenant, of(tenantId));
  deletedOn.push(day(new Date()));

  expect(await emailsTo(mine.username, { fails: true })).toEqual([]);
  expect(await emailsTo(mine.username, { now: later(0.5) })).toEqual([]);
  const [told, ...more] = await emailsTo(mine.username, { now: later(2) });
  expect([told?.subject, more]).toEqual(['Da Nonna was deleted', []]);
  expect(deletedOn.map((on) => `deleted Da Nonna on ${on}. Nobody there can sign in`).some((line) => told!.text.includes(line))).toBe(true);
  expect(told?.text).toMatch(/The provider can restore it until \d+ \w+ \d{4}, as it was\./);
  expect(told?.text).not.toContain('subscription');
  expect(await emailsTo(mine.username, { now: later(48) })).toEqual([]);
  expect(await emailsTo(stranger.username, { now: later(48) })).toEqual([]);
});

test('a restaurant that was restored before its owner was told of the deletion is told nothing', async () => {
  const app = await openListening({ config: { purgeAfterDays: 7 } });
  const { call } = await openSuperAdmin(app);
  const { tenantId, username } = await openRestaurant({ app });
  await call(deleteTenant, of(tenantId));
  expect(await rowsOf(tenantId)).toContain('platform.parting_letters');
  // as a node of the release before does it, too, which knows of no such e-mail
  await call(restoreTenant, of(tenantId));
  expect(await emailsTo(username)).toEqual([]);
  expect(await rowsOf(tenantId)).not.toContain('platform.parting_letters');
});

test('what could not be sent for days is not kept', async () => {
  const app = await openListening({ config: { purgeAfterDays: 7 } });
  const { call } = await openSuperAdmin(app);
  const { tenantId, username } = await openRestaurant({ app });
  await call(deleteTenant, of(tenantId));
  for (let day = 0; day < 11; day += 1) {
    expect(await rowsOf(tenantId)).toContain('platform.parting_letters');
    await emailsTo(username, { now: new Date(Date.now() + day * 25 * 3_600_000), fails: true });
  }
  expect(await rowsOf(tenantId)).not.toContain('platform.parting_letters');
});
