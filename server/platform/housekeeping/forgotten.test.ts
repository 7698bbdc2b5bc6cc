import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { signOut } from '#contract/auth.ts';
import { forgotPassword } from '#contract/own-account.ts';
import { listEvents } from '#contract/events.ts';
import { addUser, deleteUser } from '#contract/users.ts';
import { openAgeing } from '#server/testing/ageing.ts';
import { callAs } from '#server/testing/restaurant.ts';
import { startHousekeeping } from './housekeeping.ts';
import { forgetFormerMembers } from './housekeeping.queries.ts';

const DAY = 86_400_000;

const { database, databases, dataDir, app, openRestaurant, openSuperAdmin } = await openAgeing();

/** Adds colleagues with all that is known of somebody; answers their ids. */
const adding =
  ({ admin, tenantId }: Pick<Awaited<ReturnType<typeof openRestaurant>>, 'admin' | 'tenantId'>) =>
  async (name: string): Promise<number> => {
    const username = `${name}-${tenantId}@example.com`;
    const body = { username, name, password: 'olive-branch-77', phone: '+4917612345678', email: username, userScopes: ['POS' as const] };
    expect((await admin(addUser, { body })).status).toBe(200);
    return (await database.query('select id from members where username = $1', [username])).rows[0].id;
  };

test('sessions that are over go after 30 days, links for a new password after a week; who is signed in stays so', async () => {
  const { admin, ownersDevice, tenantId, username } = await openRestaurant();
  const ended = await ownersDevice();
  await callAs(app, ended)(signOut, {});
  const provider = await openSuperAdmin();
  await callAs(app, {})(forgotPassword, { body: { username } });
  const count = async () => {
    const { rows } = await database.query(
      `select (select count(*) from sessions where tenant_id = $1 and ended_at is not null) as ended,
        (select count(*) from sessions where tenant_id = $1 and ended_at is null) as open,
        (select count(*) from password_resets where tenant_id = $1) as links,
        (select count(*) from platform.sessions where super_admin_id = $2) as providers`,
      [tenantId, provider.superAdminId],
    );
    return rows[0];
  };
  await vi.waitFor(async () => expect(await count()).toEqual({ ended: 1, open: 1, links: 1, providers: 1 }), 5000);
  const tidyIn = async (days: number) => {
    const { tidy, stop } = startHousekeeping({ databases, dataDir, clock: () => new Date(Date.now() + days * DAY), onError: () => {} });
    await stop();
    await tidy();
    return count();
  };
  // whoever is there uses the session, which moves its end
  await database.query("update sessions set refresh_expires_at = now() + interval '90 days' where tenant_id = $1", [tenantId]);
  await database.query('update platform.sessions set ended_at = now() where super_admin_id = $1', [provider.superAdminId]);

  expect(await tidyIn(6)).toEqual({ ended: 1, open: 1, links: 1, providers: 1 });
  expect(await tidyIn(29)).toEqual({ ended: 1, open: 1, links: 0, providers: 1 });
  expect(await tidyIn(31)).toEqual({ ended: 0, open: 1, links: 0, providers: 0 });
  expect((await admin(listEvents, { query: { after: '0' } })).status).toBe(200);
});

test('a browser that nobody signed in with for a year is forgotten', async () => {
  const { tenantId } = await openRestaurant();
  const { superAdminId } = await openSuperAdmin();
  for (const [browser, days] of [
    ['old', 367],
    ['used', 364],
  ] as const) {
    const at = new Date(Date.now() - days * DAY);
    await database.query(
      `insert into known_browsers (tenant_id, member_id, token_hash, created_at, used_at)
      select $1, min(id), $2, $3, $3 from members where tenant_id = $1`,
      [tenantId, `${browser} ${tenantId}`, at],
    );
    await database.query('insert into platform.known_browsers (super_admin_id, token_hash, created_at, used_at) values ($1, $2, $3, $3)', [
      superAdminId,
      `${browser} ${superAdminId}`,
      at,
    ]);
  }
  const { tidy, stop } = startHousekeeping({ databases, dataDir, clock: () => new Date(), onError: () => {} });
  await stop();
  await tidy();
  const { rows } = await database.query(
    `select token_hash from known_browsers where tenant_id = $1
    union all select token_hash from platform.known_browsers where super_admin_id = $2`,
    [tenantId, superAdminId],
  );
  expect(rows.map(({ token_hash }) => token_hash)).toEqual([`used ${tenantId}`, `used ${superAdminId}`]);
});

test('sign-ins that waited for a code go when their minutes are over', async () => {
  const { tenantId } = await openRestaurant();
  const { superAdminId } = await openSuperAdmin();
  const from = new Date();
  const until = (minutes: number) => new Date(from.getTime() + minutes * 60_000);
  for (const minutes of [1, 5]) {
    await database.query(
      `insert into signin_challenges (tenant_id, token_hash, member_id, password_mark, expires_at)
       select tenant_id, $2, id, '', $3 from members where tenant_id = $1`,
      [tenantId, `${tenantId} ${minutes}`, until(minutes)],
    );
    await database.query(
      "insert into platform.signin_challenges (token_hash, super_admin_id, password_mark, expires_at) values ($1, $2, '', $3)",
      [`${superAdminId} ${minutes}`, superAdminId, until(minutes)],
    );
  }
  const left = async (minutes: number) => {
    const { tidy, stop } = startHousekeeping({ databases, dataDir, clock: () => until(minutes), onError: () => {} });
    await stop();
    await tidy();
    const { rows } = await database.query(
      `select (select count(*) from signin_challenges where tenant_id = $1) as members,
        (select count(*) from platform.signin_challenges where super_admin_id = $2) as providers`,
      [tenantId, superAdminId],
    );
    return rows[0];
  };

  expect(await left(0)).toEqual({ members: 2, providers: 2 });
  expect(await left(2)).toEqual({ members: 1, providers: 1 });
  expect(await left(6)).toEqual({ members: 0, providers: 0 });
});

test('what attacks looked like goes after 180 days, and so do the addresses of sign-ins; all else that was noted stays', async () => {
  const { tenantId } = await openRestaurant();
  const device = `Old ${tenantId}`;
  await database.query(
    `insert into audit_log (tenant_id, at, action, entity, after) values
      ($1, now(), 'access refused', 'security', '{"address": "192.0.2.1"}'),
      ($1, now(), 'sign-in', 'sessions', '{"address": "192.0.2.1", "kept": true}'),
      ($1, now(), 'update', 'members', '{"address": "kept"}')`,
    [tenantId],
  );
  await database.query(
    `insert into platform.audit_log (at, action, entity, after) values
      (now(), 'foreign origin', 'security', $1), (now(), 'export tenants', null, $1)`,
    [JSON.stringify({ device })],
  );
  const left = async () => ({
    tenant: (await database.query('select entity, after from audit_log where tenant_id = $1 order by id', [tenantId])).rows,
    platform: (await database.query("select action from platform.audit_log where after ->> 'device' = $1 order by id", [device])).rows,
  });
  const before = await left();
  const tidyIn = async (days: number) => {
    const onError = (error: unknown) => expect.unreachable(String(error));
    const { tidy, stop } = startHousekeeping({ databases, dataDir, clock: () => new Date(Date.now() + days * DAY), onError });
    await stop();
    await tidy();
    return left();
  };

  expect(await tidyIn(179)).toEqual(before);
  expect(await tidyIn(181)).toEqual({
    tenant: [
      { entity: 'sessions', after: { kept: true } },
      { entity: 'members', after: { address: 'kept' } },
    ],
    platform: [{ action: 'export tenants' }],
  });
});

test('of who left only the name is known after 90 days; who works here and who can come back with a restaurant is known as before', async () => {
  const { admin, tenantId } = await openRestaurant();
  const add = adding({ admin, tenantId });
  const [left, stayed, deleted] = [await add('left'), await add('stayed'), await add('deleted')];
  expect((await admin(deleteUser, { params: { username: `left-${tenantId}@example.com` } })).status).toBe(200);
  await database.query('update members set archived_at = now(), archived_with_tenant = true where id = $1', [deleted]);
  await database.query("insert into second_factors (tenant_id, member_id, secret, created_at) values ($1, $2, 'x', now())", [
    tenantId,
    left,
  ]);
  await database.query(
    "insert into known_browsers (tenant_id, member_id, token_hash, created_at, used_at) values ($1, $2, $3, now(), now() + interval '90 days')",
    [tenantId, left, `left ${tenantId}`],
  );
  const known = async (id: number) =>
    (
      await database.query(
        `select name, username, email, phone, password_hash <> '' as has_password,
          (select count(*) from second_factors where member_id = m.id) as factors, (select count(*) from known_browsers where member_id = m.id) as browsers
         from members m where id = $1`,
        [id],
      )
    ).rows[0];
  const before = [await known(left), await known(stayed), await known(deleted)];
  const tidyIn = async (days: number) => {
    const onError = (error: unknown) => expect.unreachable(String(error));
    const { tidy, stop } = startHousekeeping({ databases, dataDir, clock: () => new Date(Date.now() + days * DAY), onError });
    await stop();
    await tidy();
    return [await known(left), await known(stayed), await known(deleted)];
  };

  expect(before[0]).toMatchObject({ phone: '+4917612345678', has_password: true, factors: 1, browsers: 1 });
  expect(await tidyIn(89)).toEqual(before);
  const forgotten = { name: 'left', username: `former-${left}`, email: null, phone: null, has_password: false, factors: 0, browsers: 0 };
  // Activity says what was done to an account; with which address, no longer than the account does
  const told = async (id: number) =>
    (
      await database.query(
        `select string_agg(concat(action, before, after), ' ' order by id) as text from audit_log where entity = 'members' and entity_id = $1`,
        [id],
      )
    ).rows[0].text as string;
  await database.query(
    `insert into audit_log (tenant_id, at, member_id, action, entity, entity_id, after)
     values ($1, now(), $2, 'sign-in', 'sessions', 1, '{"address": "192.0.2.7"}'),
      ($1, now(), $2, 'update', 'printers', 1, '{"address": "192.168.7.7"}')`,
    [tenantId, left],
  );
  expect(await told(left)).toContain('+4917612345678');
  expect(await tidyIn(91)).toEqual([forgotten, before[1], before[2]]);
  expect(await told(left)).toMatch(/add.*"name": "left".*delete/);
  expect(await told(left)).not.toMatch(/49176|@example|photo/);
  expect((await database.query("select after from audit_log where member_id = $1 and action = 'sign-in'", [left])).rows).toEqual([
    { after: {} },
  ]);
  // what they did for the house stays
  expect((await database.query("select after from audit_log where member_id = $1 and entity = 'printers'", [left])).rows).toEqual([
    { after: { address: '192.168.7.7' } },
  ]);
  expect(await told(stayed)).toContain('+4917612345678');
});

test('who signed in more often than one statement can forget is forgotten in parts, with the name at the end', async () => {
  const { admin, tenantId } = await openRestaurant();
  const id = await adding({ admin, tenantId })('former-cook');
  const username = `former-cook-${tenantId}@example.com`;
  await database.query(
    `insert into audit_log (tenant_id, at, member_id, action, entity, entity_id, after)
     select $1, now(), $2, 'sign-in', 'sessions', n, '{"address": "192.0.2.7"}' from generate_series(1, 4500) n`,
    [tenantId, id],
  );
  expect((await admin(deleteUser, { params: { username } })).status).toBe(200);
  // before everybody else who left
  await database.query("update members set archived_at = now() - interval '10 years' where id = $1", [id]);
  const known = async () =>
    (
      await database.query(
        `select username, (select count(*)::int from audit_log where member_id = m.id and after ? 'address') as addresses,
           (select count(*)::int from audit_log where entity = 'members' and entity_id = m.id and (before ? 'phone' or after ? 'phone')) as phones
         from members m where id = $1`,
        [id],
      )
    ).rows[0];
  const { phones } = await known();
  expect(phones).toBeGreaterThan(0);
  const before = new Date(Date.now() - 91 * DAY);
  await databases.acrossTenants((db) => forgetFormerMembers(db, before));
  expect(await known()).toEqual({ username, addresses: 2500 + phones, phones: 0 });
  const { tidy, stop } = startHousekeeping({
    databases,
    dataDir,
    clock: () => new Date(),
    onError: (error) => expect.unreachable(String(error)),
  });
  await stop();
  await tidy();
  expect(await known()).toEqual({ username: `former-${id}`, addresses: 0, phones: 0 });
});

test('the log forgets those, too, who were forgotten before it did', async () => {
  const { admin, tenantId } = await openRestaurant();
  const add = adding({ admin, tenantId });
  const [left, stayed] = [await add('left'), await add('stayed')];
  for (const id of [left, stayed])
    await database.query(
      `insert into audit_log (tenant_id, at, member_id, action, entity, entity_id, after)
       values ($1, now(), $2, 'sign-in', 'sessions', 1, '{"address": "192.0.2.7", "device": "Phone"}'),
        ($1, now(), $2, 'update', 'printers', 1, '{"address": "of the printer"}')`,
      [tenantId, id],
    );
  expect((await admin(deleteUser, { params: { username: `left-${tenantId}@example.com` } })).status).toBe(200);
  // as the release before left it
  await database.query("update members set username = 'former-' || id, email = null, phone = null, photo = null where id = $1", [left]);
  const told = async (id: number) =>
    (
      await database.query(
        `select string_agg(concat(action, before, after), ' ' order by id) as text from audit_log
         where tenant_id = $1 and (entity = 'members' and entity_id = $2 or member_id = $2)`,
        [tenantId, id],
      )
    ).rows[0].text as string;
  const kept = await told(stayed);
  expect(await told(left)).toMatch(/\+49176.*192\.0\.2\.7/);
  const backFill = await readFile(new URL('../../../db/back-fills/0144_forgotten_members.sql', import.meta.url), 'utf8');
  const { rows } = await database.query(backFill, [JSON.stringify([tenantId, 0]), 1000]);
  expect(rows[0]).toMatchObject({ position: expect.arrayContaining([expect.any(Number)]), rows: expect.any(Number) });
  expect(await told(left)).toMatch(/add.*"name": "left".*sign-in.*delete/);
  expect(await told(left)).not.toMatch(/49176|@example|photo|192\.0|Phone/);
  expect(await told(left)).toContain('of the printer');
  expect(await told(stayed)).toBe(kept);
  // once more, behind the last one, is nothing
  expect((await database.query(backFill, [JSON.stringify([2 ** 40, 0]), 1000])).rows[0]).toMatchObject({ rows: 0 });
});
