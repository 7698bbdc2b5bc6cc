import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteTenant, listSubscriptionHistory, listTenantsToExport, restoreTenant, updateTenant } from '#contract/tenants.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { newAddress, openApp, openOwnDatabase, openRestaurant, openSuperAdmin, type Caller } from '#server/testing/restaurant.ts';
import { addSecondFactor, of } from '#server/testing/tenants.ts';

const password = 'grüße & 密码 42';
const confirmed = (text: string) => ({ headers: { 'x-confirm-password': Buffer.from(text, 'utf8').toString('latin1') } });
const ASKED = { code: 'not_allowed', message: 'Please confirm with your password!', confirm: 'password' };

let own: Awaited<ReturnType<typeof openOwnDatabase>>;
beforeAll(async () => {
  own = await openOwnDatabase();
});
afterAll(() => own.close());

const open = async ({ isFactorOn = true } = {}) => {
  const app = await openApp({ databases: own.databases });
  const restaurant = await openRestaurant({ app, databases: own.databases });
  const superAdmin = await openSuperAdmin(app, new Date(), own);
  await own.database.query('update platform.super_admins set password_hash = $2 where id = $1', [
    superAdmin.superAdminId,
    await hashPassword(password, systemRandom),
  ]);
  if (isFactorOn) await addSecondFactor(own.database, superAdmin.superAdminId);
  return { ...restaurant, ...superAdmin, username: restaurant.username };
};

type Opened = Awaited<ReturnType<typeof open>>;
type Extra = Parameters<Caller>[2];
const calls: [string, (opened: Opened, extra?: Extra) => Promise<{ status: number; reply: object }>][] = [
  ['deleting a restaurant', ({ call, tenantId }, extra) => call(deleteTenant, of(tenantId), extra)],
  [
    'changing an owner’s address',
    ({ call, tenantId }, extra) => call(updateTenant, { ...of(tenantId), body: { name: 'X', email: newAddress() } }, extra),
  ],
  [
    'cancelling a subscription',
    ({ call, tenantId, username }, extra) =>
      call(updateTenant, { ...of(tenantId), body: { name: 'X', email: username, isActive: false, cancelSubscription: true } }, extra),
  ],
  ['the export as CSV', ({ call }, extra) => callCsv(call, extra)],
  ['the export as JSON', ({ call }, extra) => call(listTenantsToExport, { params: { status: 'all' }, query: {} }, extra)],
];
/** A CSV is no JSON: what counts is the status, and why not. */
const callCsv = async (call: Caller, extra: Extra) =>
  call(listTenantsToExport, { params: { status: 'all' }, query: { format: 'csv' } }, extra).catch((error: unknown) => {
    if (error instanceof SyntaxError) return { status: 200, reply: {} };
    throw error;
  });

test.each(calls)('%s asks for the password where a second factor is on, and does nothing without it', async (_, send) => {
  const opened = await open();
  const bare = await send(opened);
  expect([bare.status, bare.reply]).toEqual([403, { success: false, ...ASKED }]);
  const wrong = await send(opened, confirmed('wrong'));
  expect(wrong.status).toBe(403);
  expect(wrong.reply).toMatchObject({ ...ASKED, errors: [{ path: ['confirmPassword'], message: 'Wrong password!' }] });
  const { tenantInfo } = (await opened.call(listSubscriptionHistory, of(opened.tenantId))).reply;
  expect(tenantInfo).toMatchObject({ name: 'Test kitchen', email: opened.username });

  expect((await send(opened, confirmed(password))).status).toBe(200);
});

test.each(calls)('%s takes no password where no second factor is on, and a wrong one is ignored', async (_, send) => {
  expect((await send(await open({ isFactorOn: false }), confirmed('wrong'))).status).toBe(200);
});

test('a second factor of another super administrator, or one that was never confirmed, asks for nothing', async () => {
  const opened = await open({ isFactorOn: false });
  const other = await open();
  await addSecondFactor(own.database, opened.superAdminId);
  await own.database.query('update platform.second_factors set confirmed_at = null where super_admin_id = $1', [opened.superAdminId]);
  expect((await calls[0]![1](opened)).status).toBe(200);
  expect((await calls[0]![1](other)).status).toBe(403);
});

test('a new name for a restaurant, and taking one back, ask for no password', async () => {
  const { call, tenantId, username } = await open();
  expect((await call(updateTenant, { ...of(tenantId), body: { name: 'Renamed', email: username } })).status).toBe(200);
  await call(deleteTenant, of(tenantId), confirmed(password));
  expect((await call(restoreTenant, of(tenantId))).status).toBe(200);
});

test('the sixth guess within a quarter of an hour is refused, also when it is right; being asked counts for nothing', async () => {
  const opened = await open();
  const remove = calls[0]![1];
  for (let count = 0; count < 6; count++) expect((await remove(opened)).status).toBe(403);
  const guesses = await Promise.all(Array.from({ length: 5 }, () => remove(opened, confirmed('wrong'))));
  expect(guesses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  const late = await remove(opened, confirmed(password));
  expect(late.status).toBe(429);
  expect((await opened.call(listSubscriptionHistory, of(opened.tenantId))).status).toBe(200);
  const noted = async () => {
    const { rows } = await own.database.query(
      "select count(*)::int as count from platform.audit_log where action = 'sign-in failed' and after ->> 'superAdminId' = $1",
      [String(opened.superAdminId)],
    );
    return rows[0].count;
  };
  // what comes again within a minute is one more row, later
  await expect.poll(noted).toBe(1);
});
