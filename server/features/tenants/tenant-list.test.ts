import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { countTenants, listSubscriptionHistory, listTenants, listTenantsToExport } from '#contract/tenants.ts';
import { publicId, systemRandom } from '#server/platform/clock-and-random.ts';
import { database, openApp, openRestaurant, openSuperAdmin } from '#server/testing/restaurant.ts';
import { of, setTenant } from '#server/testing/tenants.ts';

const nameOf = (id: number, name: string) => database.query('update tenants set name = $2 where id = $1', [id, name]);

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
  const exported = async (query: object) =>
    (await call(listTenantsToExport, { params: { status: 'all' }, query: { search: mark, ...query } })).reply.map(({ id }) => id);
  expect(await exported({})).toEqual(opened);
  expect(await exported({ type: 'custom', from: '2031-01-02', to: '2031-01-03' })).toEqual([opened[4], opened[5]]);
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

test.each([
  [{ type: 'someday' }],
  [{ status: 'asleep' }],
  [{ perPage: '101' }],
  [{ search: 'x'.repeat(101) }],
  [{ type: 'custom', from: '2031-01-05', to: '2031-01-02' }],
])('a list of %j is refused', async (query) => {
  const { call } = await openSuperAdmin();
  expect((await call(listTenants, { query: query as object })).status).toBe(400);
});

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
    // after those of any other test that runs beside this one
    const { tenantId } = await openRestaurant({ now: new Date('2400-01-01T00:00:00Z') });
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
    // a number, as a refund's sum is
    '-1',
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
    created_at: '2400-01-01T00:00:00.000Z',
    last_order: null,
    note: null,
  });
  const inactive = await call(listTenantsToExport, { params: { status: 'inactive' }, query: {} });
  expect(inactive.reply.every(({ is_active }) => !is_active)).toBe(true);
  expect((await call(listTenantsToExport, { params: { status: 'some' as 'all' }, query: {} })).status).toBe(400);
});
