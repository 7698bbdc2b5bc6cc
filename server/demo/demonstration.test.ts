import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { getProfile, signIn } from '#contract/auth.ts';
import { signInSuperAdmin } from '#contract/superadmin-auth.ts';
import { OWNER, staff } from './people.ts';
import { startRealServer } from '#tools/parts/real-server.ts';
import { assertNoKnownPassword, linesOf, openDemonstration } from './demonstration.ts';
import { insertSession } from '#server/features/devices/sessions.queries.ts';
import { openTenant } from '#server/features/tenants/open-tenant.queries.ts';
import { insertMember } from '#server/features/users/members.queries.ts';
import { openDatabases, type Databases } from '#server/platform/database/database.ts';
import { urlFor } from '#server/platform/database/roles.ts';
import { publicId, systemClock, systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword, hashToken, newToken } from '#server/platform/security/tokens.ts';
import { callAs, closeOpened, openApp, openOwnDatabase, openVisitor } from '#server/testing/restaurant.ts';

// A database of its own, and some of these start a server: a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 });

const known = 'comanda-demo';
const knownHash = hashPassword(known, systemRandom);
const provider = 'superadmin@demo.example';
const usernames = [OWNER, ...staff].map(({ username }) => username);

let own: Awaited<ReturnType<typeof openOwnDatabase>>;
let asOwner: Databases;
beforeAll(async () => {
  own = await openOwnDatabase();
  asOwner = openDatabases(urlFor(own.ownerUrl, 'comanda_app'), urlFor(own.ownerUrl, 'comanda_worker'), own.ownerUrl);
}, 60_000);
afterAll(async () => {
  await asOwner.close();
  await own.close();
});

/** A database and a data directory as an older release left them: everybody has the password of the README. */
const openOldInstallation = async ({ hasSuperAdmin = true } = {}) => {
  const { database, databases, ownerUrl } = own;
  await database.query('truncate tenants, platform.super_admins cascade');
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-old-'));
  onTestFinished(async () => {
    await closeOpened();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const passwordHash = await knownHash;
  const now = new Date();
  const store = { currency: 'USD', timezone: 'UTC', uniqueQRCode: publicId(systemRandom), activeUntil: new Date('2100-01-01'), now };
  const { tenantId, memberId } = await databases.acrossTenants((db) =>
    openTenant(db, { name: 'Trattoria Comanda', username: OWNER.username, passwordHash, ...store }),
  );
  for (const { username, name, scopes } of staff)
    await databases.acrossTenants((db) =>
      insertMember(db, { tenantId, username, passwordHash, name, role: 'user', scopes: [...scopes], now }),
    );
  // filled, so that it is not painted again
  await database.query('update tenant_counters set invoice_no = 1');
  if (hasSuperAdmin)
    await database.query("insert into platform.super_admins (username, name, password_hash, created_at) values ($1, 'Super', $2, now())", [
      provider,
      passwordHash,
    ]);

  const app = await openApp({ databases });
  const enter = async (username: string, password: string) => {
    const visitor = await openVisitor(app);
    const body = { username, password };
    return (username === provider ? await visitor(signInSuperAdmin, { body }) : await visitor(signIn, { body })).status;
  };
  /** a tablet of the owner's */
  const openTablet = async () => {
    const access = newToken(systemRandom);
    const [until, refresh] = [new Date('2100-01-01'), newToken(systemRandom)];
    await databases.acrossTenants((db) =>
      insertSession(db, {
        tenantId,
        memberId,
        deviceId: publicId(systemRandom),
        accessHash: hashToken(access),
        accessExpiresAt: until,
        refreshHash: hashToken(refresh),
        refreshFamily: refresh,
        refreshExpiresAt: until,
        address: '127.0.0.1',
        deviceName: 'Tablet',
        now,
      }),
    );
    const call = callAs(app, { comanda_access: access });
    return async () => (await call(getProfile, {})).status;
  };
  const start = (isOpenToOthers: boolean) =>
    openDemonstration({ databases: asOwner, clock: systemClock, random: systemRandom, dataDir, isOpenToOthers });
  return { ownerUrl, database, dataDir, enter, openTablet, start, tenantId };
};

test('on this computer alone everybody has the known password, and that is what is printed', async () => {
  const { start, enter, dataDir } = await openOldInstallation();
  const credentials = await start(false);
  expect(credentials.map(({ username, password }) => [username, password])).toEqual([...usernames, provider].map((name) => [name, known]));
  expect(await enter(OWNER.username, known)).toBe(200);
  expect(existsSync(join(dataDir, 'demo-password'))).toBe(false);
  expect(linesOf(credentials).slice(0, 1)).toEqual(['  Owner    owner@demo.example  comanda-demo']);
  expect(linesOf(credentials).at(-1)).toContain('npm run comanda -- remove-superadmin superadmin@demo.example');
});

test('where others reach it nobody has the known password, who had it is signed out, and what is printed opens the door', async () => {
  const { start, enter, openTablet, dataDir, database } = await openOldInstallation();
  const old = await openTablet();
  await database.query("update members set pin_hash = 'of whoever had the password'");
  const credentials = await start(true);
  // nor a PIN that was set with it
  expect((await database.query('select from members where pin_hash is not null')).rowCount).toBe(0);
  const password = credentials[0]!.password!;
  expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
  for (const username of [...usernames, provider])
    expect([await enter(username, known), await enter(username, password)]).toEqual([401, 200]);
  expect(await old()).toBe(401);
  expect(statSync(join(dataDir, 'demo-password')).mode & 0o777).toBe(0o600);
});

test('later starts, there and on this computer alone, print the same and sign nobody out', async () => {
  const { start, openTablet } = await openOldInstallation();
  const first = await start(true);
  const tablet = await openTablet();
  expect(await start(true)).toEqual(first);
  expect(await start(false)).toEqual(first);
  expect(await tablet()).toBe(200);
});

test('an account with a password of its own keeps it, and no password is printed for it; one that is gone is not printed', async () => {
  const { start, enter, database } = await openOldInstallation({ hasSuperAdmin: false });
  await database.query('update members set password_hash = $1 where username = $2', [
    await hashPassword('battery staple', systemRandom),
    OWNER.username,
  ]);
  await database.query('update members set archived_at = now() where username = $1', [staff[0]!.username]);
  for (const isOpenToOthers of [false, true, false]) {
    const credentials = await start(isOpenToOthers);
    expect(credentials.map(({ username }) => username)).toEqual(usernames.filter((name) => name !== staff[0]!.username));
    expect(credentials[0]!.password).toBeUndefined();
    expect(linesOf(credentials)).toContain('  Owner    owner@demo.example  (a password of its own)');
    expect(linesOf(credentials).at(-1)).toBe('A new password is set by: npm run comanda -- reset-password owner@demo.example');
  }
  expect(await enter(OWNER.username, 'battery staple')).toBe(200);
});

test('a colleague who was added to the demonstration with the known password loses it too; a stranger of that domain is left alone', async () => {
  const { start, enter, tenantId } = await openOldInstallation();
  const passwordHash = await knownHash;
  await asOwner.acrossTenants((db) =>
    insertMember(db, { tenantId, username: 'new@demo.example', passwordHash, name: 'New', role: 'user', now: new Date() }),
  );
  const store = { currency: 'USD', timezone: 'UTC', uniqueQRCode: publicId(systemRandom), activeUntil: new Date('2100-01-01') };
  await asOwner.acrossTenants((db) =>
    openTenant(db, { name: 'Elsewhere', username: 'stranger@demo.example', passwordHash, now: new Date(), ...store }),
  );
  await start(true);
  expect([await enter('new@demo.example', known), await enter('stranger@demo.example', known)]).toEqual([401, 200]);
});

test('what stands in the file and is no password of ours is replaced', async () => {
  const { start, dataDir } = await openOldInstallation();
  writeFileSync(join(dataDir, 'demo-password'), 'x\n');
  const [{ password } = { password: '' }] = await start(true);
  expect(password).toHaveLength(19);
  expect(readFileSync(join(dataDir, 'demo-password'), 'utf8')).toBe(`${password}\n`);
});

test('a server that is no demonstration does not start while an account has the known password, and says which commands mend it', async () => {
  const { database } = await openOldInstallation();
  const commands = [`remove-superadmin ${provider}`, ...usernames.map((name) => `reset-password --member ${name}`)];
  await expect(assertNoKnownPassword(asOwner)).rejects.toThrow(commands.map((command) => `  npm run comanda -- ${command}`).join('\n'));
  await expect(assertNoKnownPassword(asOwner)).rejects.toThrow('7 accounts have the demonstration’s password');

  await database.query("update members set password_hash = 'no hash at all'; delete from platform.super_admins");
  await expect(assertNoKnownPassword(asOwner)).resolves.toBeUndefined();
});

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE_ID: 'price_1' };
test.each([
  ['DEMO=off', { DEMO: 'off' }],
  ['production', { NODE_ENV: 'production', DEMO: 'on', PUBLIC_URL: 'https://pos.example', ...stripe }],
])('the server itself refuses with %s, and starts when the accounts were mended', async (_, env: Record<string, string>) => {
  const { ownerUrl, dataDir, database } = await openOldInstallation();
  const begin = () => startRealServer(dataDir, { ...env, DATABASE_URL: ownerUrl });
  await expect(begin()).rejects.toThrow(
    /Comanda cannot start: 7 accounts have the demonstration’s password.*\n {2}npm run comanda -- remove-superadmin superadmin@demo\.example\n/,
  );
  await database.query('delete from platform.super_admins');
  await database.query('update members set password_hash = $1', [await hashPassword('battery staple', systemRandom)]);
  const server = await begin();
  try {
    expect(server.output()).toContain('There is no super administrator. One is made by: npm run comanda -- create-superadmin <email>');
  } finally {
    await server.stop();
  }
});

test('an open HOST prints other passwords than the known one, and a configured super administrator that is not made is said', async () => {
  const { ownerUrl, dataDir, database } = await openOldInstallation();
  const env = {
    DATABASE_URL: ownerUrl,
    DEMO: 'on',
    LOG_LEVEL: 'warn',
    SUPERADMIN_EMAIL: 'boss@real.example',
    SUPERADMIN_PASSWORD: 'battery staple',
  };
  const server = await startRealServer(dataDir, { ...env, HOST: '0.0.0.0' });
  await server.stop();
  expect(server.output()).toMatch(/ {2}Owner {4}owner@demo\.example {2}[a-z2-9]{4}-/);
  expect(server.output()).not.toContain(known);
  const log = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(log.map((line) => JSON.parse(line) as { level: number; msg: string })).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: expect.stringMatching(/^SUPERADMIN_EMAIL is ignored.*npm run comanda -- create-superadmin/),
    }),
  );
  const { rows } = await database.query('select username from platform.super_admins');
  expect(rows).toEqual([{ username: provider }]);
});

test('no start makes a super administrator that nobody asked for', async () => {
  const { ownerUrl, dataDir, database } = await openOldInstallation({ hasSuperAdmin: false });
  const server = await startRealServer(dataDir, { DATABASE_URL: ownerUrl, DEMO: 'on' });
  await server.stop();
  expect(server.output()).toContain('  Owner    owner@demo.example  comanda-demo');
  expect(server.output()).toContain('There is no super administrator. One is made by: npm run comanda -- create-superadmin <email>');
  expect((await database.query('select from platform.super_admins')).rowCount).toBe(0);
});
