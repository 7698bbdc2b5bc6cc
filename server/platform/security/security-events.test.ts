import { expect, test, vi } from 'vitest';
import { signIn } from '#contract/auth.ts';
import { resetPassword, signUp, forgotPassword } from '#contract/own-account.ts';
import { listDevices, removeDevice } from '#contract/devices.ts';
import { getReport } from '#contract/reports.ts';
import { addUser, deleteUser, updateUserPassword } from '#contract/users.ts';
import {
  callAs,
  database,
  databases,
  newAddress,
  openApp,
  openMailbox,
  openRestaurant,
  openVisitor,
  type App,
} from '#server/testing/restaurant.ts';
import { openListening, until } from '#server/testing/sockets.ts';
import { openSecurityEvents, type SecurityKind } from './security-events.ts';

const password = 'correct horse';
const countOf = async (app: App, kind: SecurityKind) => {
  const { payload } = await app.inject('/metrics');
  return Number(new RegExp(`comanda_security_events_total\\{kind="${kind}"\\} (\\d+)`).exec(payload)?.[1]);
};
interface Row {
  action: string;
  member_id: number | null;
  after: Record<string, unknown>;
}
const rowsOf = async (tenantId: number, action: SecurityKind) =>
  (
    await database.query<Row>(
      "select action, member_id, after from audit_log where tenant_id = $1 and entity = 'security' and action = $2 order by id",
      [tenantId, action],
    )
  ).rows;
/** Waits for what is written beside the answer. */
const rowsSoon = async (tenantId: number, action: SecurityKind, count: number) => {
  await vi.waitFor(async () => expect(await rowsOf(tenantId, action)).toHaveLength(count), 5000);
  return rowsOf(tenantId, action);
};
/** The rows of the provider's log that name this device: other tests write there too. */
const platformRowsOf = async (device: string) =>
  (
    await database.query<Row & { entity: string }>(
      "select action, entity, after from platform.audit_log where after ->> 'device' = $1 order by id",
      [device],
    )
  ).rows;

test('a call that a role or a scope does not allow is a row with address and device, of the guard and of a handler alike', async () => {
  const lines: string[] = [];
  const app = await openApp({ logTo: { write: (line) => void lines.push(line) }, config: { logLevel: 'info' } });
  const { tenantId, colleague, username } = await openRestaurant({ app });
  const { call } = await colleague('SETTINGS');
  const headers = { 'user-agent': 'A phone' };

  expect((await call(getReport, { query: { type: 'today' } }, { headers })).status).toBe(403);
  const [row] = await rowsSoon(tenantId, 'access refused', 1);
  expect(row).toMatchObject({
    member_id: expect.any(Number),
    after: { address: '127.0.0.1', device: 'A phone', route: '/api/v1/reports' },
  });

  expect((await call(deleteUser, { params: { username } }, { headers })).status).toBe(403);
  await vi.waitFor(async () => expect(await countOf(app, 'access refused')).toBe(2), 5000);
  const told = lines.filter((line) => line.includes('security event')).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(told).toMatchObject([
    { security: 'access refused', tenant: tenantId, route: '/api/v1/reports' },
    { security: 'access refused', tenant: tenantId, route: '/api/v1/users/delete/:username' },
  ]);
  for (const personal of [username, '127.0.0.1', 'A phone']) expect(JSON.stringify(told)).not.toContain(personal);
  await app.close();
  expect(await rowsOf(tenantId, 'access refused')).toHaveLength(2);
});

test('ten thousand refused calls are ten thousand on the counter, and at most two rows that tell so', async () => {
  const app = await openApp();
  const device = `Flood ${newAddress()}`;
  const headers = { origin: 'https://evil.example', 'user-agent': device };
  for (let batch = 0; batch < 100; batch++)
    await Promise.all(Array.from({ length: 100 }, () => app.inject({ method: 'POST', url: '/api/v1/auth/signout', headers })));

  expect(await countOf(app, 'foreign origin')).toBe(10_000);
  await app.close();

  const rows = await platformRowsOf(device);
  expect(rows.length).toBeLessThanOrEqual(2);
  expect(rows.reduce((sum, { after }) => sum + Number(after['times'] ?? 1), 0)).toBe(10_000);
  expect(rows.at(-1)).toMatchObject({
    action: 'foreign origin',
    entity: 'security',
    after: { address: '127.0.0.1', origin: 'https://evil.example' },
  });
}, 60_000);

test('an attack from many addresses has at most twenty-two rows a minute, and is written while it goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { tenantId } = await openRestaurant();
    let counted = 0;
    const underway: Promise<void>[] = [];
    const events = openSecurityEvents({
      databases,
      clock: () => new Date(),
      count: () => void counted++,
      inBackground: (work) => void underway.push(work()),
      onError: (error) => expect.unreachable(String(error)),
    });
    const note = (address: string) =>
      events.noteFrom({ address, device: 'Bot', route: '/x', log: { warn: () => {} } }, { kind: 'sign-in failed', tenantId, memberId: 1 });
    for (let n = 0; n < 3000; n++) note(`10.0.${n % 12}.${n % 250}`);
    for (let n = 0; n < 500; n++) note(`2001:db8::${n.toString(16)}`);
    await Promise.all(underway.splice(0));
    expect(await rowsOf(tenantId, 'sign-in failed')).toHaveLength(21);
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(underway.splice(0));

    const rows = await rowsOf(tenantId, 'sign-in failed');
    expect(counted).toBe(3500);
    const times = rows.reduce((sum, { after }) => sum + Number(after['times'] ?? 1), 0);
    expect(times).toBe(3500);
    expect(rows.length).toBeLessThanOrEqual(42);
    expect(rows.some(({ after }) => after['address'] === 'many addresses')).toBe(true);
    await events.stop();
    expect(await rowsOf(tenantId, 'sign-in failed')).toHaveLength(rows.length);
  } finally {
    vi.useRealTimers();
  }
});

test('a foreign page’s socket is noted as its request is', async () => {
  const app = await openListening();
  const { port } = app.server.address() as { port: number };
  const device = `Socket ${newAddress()}`;
  const response = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`, {
    headers: { origin: 'https://evil.example', 'user-agent': device },
  });
  expect(response.status).toBe(403);
  await vi.waitFor(
    async () =>
      expect(await platformRowsOf(device)).toMatchObject([
        { action: 'foreign origin', after: { route: 'socket', origin: 'https://evil.example' } },
      ]),
    5000,
  );
});

test('an exhausted limit is noted: a member’s in the restaurant’s log, a stranger’s in the provider’s', async () => {
  const app = await openApp();
  const { admin, colleague, tenantId } = await openRestaurant({ app });
  const { username } = await colleague();
  const change = () => admin(updateUserPassword, { params: { username }, body: { password } });
  for (let time = 0; time < 6; time++) await change();
  expect(await rowsSoon(tenantId, 'limit reached', 1)).toMatchObject([
    { member_id: expect.any(Number), after: { route: '/api/v1/users/update-password/:username' } },
  ]);

  const device = `Stranger ${newAddress()}`;
  const visitor = await openVisitor(app);
  const enter = () => visitor(signIn, { body: { username: newAddress(), password } }, { headers: { 'user-agent': device } });
  for (let time = 0; time < 21; time++) await enter();
  await vi.waitFor(async () => expect((await platformRowsOf(device)).map(({ action }) => action)).toContain('limit reached'), 5000);
});

test('sessions that somebody else ends are noted: a device removed, a password set, a link used, a user deleted', async () => {
  const mail = openMailbox();
  const app = await openApp({ mail });
  const { admin, tenantId } = await openRestaurant({ app });
  const visitor = await openVisitor(app);
  const people = [newAddress(), newAddress(), newAddress(), newAddress()];
  const devices = [];
  for (const username of people) {
    await admin(addUser, { body: { name: 'Ben', username, password } });
    const { response } = await visitor(signIn, { body: { username, password } });
    devices.push(callAs(app, Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))));
  }
  const { reply: own } = await devices[0]!(listDevices, {});

  await admin(removeDevice, { body: { device_id: own[0]!.device_id } });
  await admin(updateUserPassword, { params: { username: people[1]! }, body: { password } });
  await visitor(forgotPassword, { body: { username: people[2]! } });
  await until(() => mail.emails.some(({ to }) => to === people[2]));
  const [, token] = /token=([\w-]+)/.exec(mail.emails.find(({ to }) => to === people[2])!.text)!;
  await visitor(resetPassword, { params: { token: token! }, body: { password } });
  await admin(deleteUser, { params: { username: people[3]! } });

  await vi.waitFor(async () => expect(await countOf(app, 'session ended')).toBe(4), 5000);
  await app.close();
  const rows = await rowsOf(tenantId, 'session ended');
  // all four came from one address within a minute
  expect(rows.map(({ after }) => [after['why'], after['times']])).toEqual([
    ['device removed', undefined],
    ['user deleted', 3],
  ]);
});

test('what cannot be written is written a minute later with what follows, unless its tenant is gone', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { tenantId } = await openRestaurant();
    let isAway = true;
    const failures: unknown[] = [];
    const underway: Promise<void>[] = [];
    const events = openSecurityEvents({
      databases: {
        ...databases,
        acrossTenants: (work, mode) => (isAway ? Promise.reject(new Error('away')) : databases.acrossTenants(work, mode)),
      },
      clock: () => new Date(),
      count: () => {},
      inBackground: (work) => void underway.push(work()),
      onError: (error) => failures.push(error),
    });
    const note = (id: number) =>
      events.noteFrom(
        { address: '192.0.2.1', device: 'Bot', route: '/x', log: { warn: () => {} } },
        { kind: 'token reused', tenantId: id },
      );
    for (const id of [tenantId, tenantId, 999_999_999]) note(id);
    await Promise.all(underway.splice(0));
    isAway = false;
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(underway.splice(0));

    expect((await rowsOf(tenantId, 'token reused')).map(({ after }) => after['times'])).toEqual([2]);
    expect(await rowsOf(999_999_999, 'token reused')).toEqual([]);
    expect(failures).toHaveLength(2);
    await events.stop();
    expect(failures).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('a registration of nobody’s that is refused is not a tenant’s business', async () => {
  const app = await openApp();
  const { tenantId, username } = await openRestaurant({ app });
  expect((await (await openVisitor(app))(signUp, { body: { biz_name: 'X', username, password } })).status).toBe(409);
  await app.close();
  expect(await rowsOf(tenantId, 'access refused')).toEqual([]);
});
