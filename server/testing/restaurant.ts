import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts';
import type { ErrorCode, FieldError } from '#contract/errors.ts';
import type { Scope } from '#contract/permissions.ts';
import { endlessBuckets } from '#tools/bench/endless-buckets.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';
import { buildApp } from '#server/app.ts';
import type { AppOptions } from '#server/app-options.ts';
import { insertMember } from '#server/features/users/members.queries.ts';
import { ACCESS_COOKIE } from '#server/features/devices/session-cookies.rules.ts';
import { insertSession } from '#server/features/devices/sessions.queries.ts';
import { insertProviderSession } from '#server/features/superadmin-auth/provider-sessions.queries.ts';
import { PLATFORM_ACCESS_COOKIE } from '#server/features/superadmin-auth/super-admin-cookies.rules.ts';
import { openTenant } from '#server/features/tenants/open-tenant.queries.ts';
import { openDatabases, type Databases, type Db } from '#server/platform/database/database.ts';
import { watchAudit } from './audit.ts';
import type { Email } from '#server/platform/mail.ts';
import { urlFor, type Role } from '#server/platform/database/roles.ts';
import { publicId, systemClock, systemRandom } from '#server/platform/clock-and-random.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';

const ownerUrl = inject('ownerUrl');
const openPool = (connectionString: string) => {
  const pool = new pg.Pool({ connectionString, max: 2 });
  // the pool forgets a connection before it is closed, and the database may be stopped in between
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
};
/** The database past every wall, for looking at what is stored. */
export const database = openPool(ownerUrl);
export const databases = openDatabases(
  urlFor(ownerUrl, 'comanda_app'),
  urlFor(ownerUrl, 'comanda_worker'),
  urlFor(ownerUrl, 'comanda_platform'),
);

/** Of a password that nobody knows: whoever is made here is signed in already. */
const NOBODYS_HASH = '$argon2id$v=19$m=8,t=1,p=1$WJoJvpFozqPrDukdTwfBwg$519AzLq513k3jhO4DBASwtprzFAP0WLC9Ji8lEaCOSk';

const config = {
  publicUrl: 'http://localhost:3000',
  dataDir: join(tmpdir(), 'comanda-no-media'),
  trialDays: 14,
  graceDays: 3,
  purgeAfterDays: 7,
  plan: { minorPrice: 200_000, currency: 'INR' },
  supportEmail: 'support@comanda.example',
  usdRates: { USD: 1, EUR: 1.1, JPY: 0.007 },
  trustProxy: false,
  logLevel: 'silent',
};
const opened: { close: () => Promise<unknown> }[] = [];

/** Closes the servers of a file of tests. The database's pools serve all files of a worker, and end with it. */
export const closeOpened = async (): Promise<void> => {
  shared = undefined;
  for (const app of opened.splice(0)) await app.close();
};

/** What a refusal adds to a reply; each test says by the status which of the two it expects. */
export interface Failure {
  code: ErrorCode;
  message: string;
  errors?: FieldError[];
}
export interface Extra {
  headers?: Record<string, string>;
  /** whence the call comes; this machine, unless a test of limits says otherwise */
  address?: string | undefined;
}
/** A mail that keeps what it is given. */
export const openMailbox = () => {
  const emails: Email[] = [];
  return { emails, send: async (email: Email) => void emails.push(email) };
};

export type App = Awaited<ReturnType<typeof buildApp>>;

/** Servers with an https address; their cookies have other names. */
const secured = new WeakSet<App>();
const cookieOn = (app: App, name: string, prefix: '__Host-' | '__Secure-') => (secured.has(app) ? `${prefix}${name}` : name);

/** A server around the test's database; `options` replaces the clock, the randomness or the configuration. */
export const openApp = async (
  options: Partial<Omit<AppOptions, 'config'>> & { config?: Partial<AppOptions['config']> } = {},
): Promise<App> => {
  const app = await buildApp({
    clock: systemClock,
    random: systemRandom,
    mail: openMailbox(),
    // all tests come from one address, and share a machine that may be busy
    buckets: endlessBuckets,
    lag: () => 0,
    ...options,
    databases: watchAudit(options.databases ?? databases),
    config: { ...config, ...options.config },
  });
  opened.push(app);
  if (options.config?.publicUrl?.startsWith('https:')) secured.add(app);
  await app.ready();
  return app;
};

/** A database that no other test writes to, for what adds all restaurants up; `close` removes it. */
export const openOwnDatabase = async () => {
  const scratch = await openScratchDatabase({ fsync: 'off' });
  const url = (role: Role) => urlFor(scratch.ownerUrl, role);
  const own = {
    ownerUrl: scratch.ownerUrl,
    database: openPool(scratch.ownerUrl),
    databases: openDatabases(url('comanda_app'), url('comanda_worker'), url('comanda_platform')),
  };
  const close = async () => {
    await own.databases.close();
    await own.database.end();
    await scratch.stop();
  };
  return { ...own, close };
};

let shared: Promise<App> | undefined;
const sharedApp = () => (shared ??= openApp());

const pathOf = (endpoint: Endpoint, params: Record<string, unknown>) =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** Calls an endpoint with these cookies; answers the status, the typed reply and the raw response. */
export const callAs =
  (app: App, cookies: Record<string, string>) =>
  async <E extends Endpoint>(endpoint: E, input: CallInput<E>, { headers, address }: Extra = {}) => {
    const { params = {}, query, body } = input as { params?: Record<string, unknown>; query?: Record<string, string>; body?: object };
    const request: InjectOptions = {
      method: endpoint.method,
      url: `/api/v1${pathOf(endpoint, params)}`,
      cookies,
      ...(headers && { headers }),
      ...(address && { remoteAddress: address }),
      ...(query && { query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])) }),
      ...(body !== undefined && { payload: body }),
    };
    const response = await app.inject(request);
    return { status: response.statusCode, reply: response.json() as Reply<E> & Failure, response };
  };

export type Caller = ReturnType<typeof callAs>;

interface Opening {
  /** a server of its own, for instance with a clock that the test holds */
  app?: App;
  now?: Date;
  currency?: string;
  timezone?: string;
  /** a database of its own, which `app` uses too */
  databases?: Databases;
}

/** Begins with a letter: after a command, what begins with a dash is an option, and in a table that is exported it gets an apostrophe. */
export const newAddress = (host = 'example.com'): string => `a${publicId(systemRandom).toLowerCase()}@${host}`;

/** A restaurant of its own for each test: nothing to clean up, and tests may run side by side. */
export const openRestaurant = async ({
  app: given,
  now = new Date(),
  currency = 'USD',
  timezone = 'UTC',
  databases: on = databases,
}: Opening = {}) => {
  const app = given ?? (await sharedApp());
  const username = newAddress();

  const insertSessionOf = async (db: Db, tenantId: number, memberId: number) => {
    const access = newToken(systemRandom);
    await insertSession(db, {
      tenantId,
      memberId,
      deviceId: publicId(systemRandom),
      accessHash: hashToken(access),
      accessExpiresAt: new Date('2100-01-01'),
      refreshHash: hashToken(newToken(systemRandom)),
      refreshFamily: newToken(systemRandom),
      refreshExpiresAt: new Date('2100-01-01'),
      address: '127.0.0.1',
      deviceName: 'Test',
      now,
    });
    return { [cookieOn(app, ACCESS_COOKIE, '__Host-')]: access };
  };

  const { tenantId, memberId, ownerCookies } = await on.acrossTenants(async (db) => {
    const tenant = await openTenant(db, {
      name: 'Test kitchen',
      username,
      passwordHash: NOBODYS_HASH,
      currency,
      timezone,
      uniqueQRCode: publicId(systemRandom),
      activeUntil: new Date(now.getTime() + 14 * 86_400_000),
      isConfirmed: true,
      now,
    });
    // Each restaurant counts from elsewhere, so that another's number is none of one's own: a test that tries it meets nothing.
    const from = (tenant.tenantId % 20_000) * 100_000;
    await db.updateTable('tenant_counters').set({ order_no: from, line_no: from }).where('tenant_id', '=', tenant.tenantId).execute();
    return { ...tenant, ownerCookies: await insertSessionOf(db, tenant.tenantId, tenant.memberId) };
  });

  const signInAs = (id: number) => on.acrossTenants((db) => insertSessionOf(db, tenantId, id));

  const colleague = async (...scopes: Scope[]) => {
    const name = newAddress();
    const passwordHash = NOBODYS_HASH;
    const { id, cookies } = await on.acrossTenants(async (db) => {
      const member = { tenantId, username: name, passwordHash, name: 'Colleague', role: 'user', scopes, isConfirmed: true, now } as const;
      const { id: added } = await insertMember(db, member);
      return { id: added, cookies: await insertSessionOf(db, tenantId, added) };
    });
    return { username: name, cookies, call: callAs(app, cookies), otherDevice: () => signInAs(id) };
  };

  return {
    app,
    tenantId,
    username,
    cookies: ownerCookies,
    admin: callAs(app, ownerCookies),
    /** A new colleague with just these scopes. */
    staff: async (...scopes: Scope[]) => (await colleague(...scopes)).call,
    /** The same with its username, its cookies, and another device where it signs in. */
    colleague,
    /** Another device of the owner's. */
    ownersDevice: () => signInAs(memberId),
  };
};

export type Restaurant = Awaited<ReturnType<typeof openRestaurant>>;

/** A super administrator of the test's own, signed in. */
export const openSuperAdmin = async (given?: App, now = new Date(), on = { database, databases }) => {
  const app = given ?? (await sharedApp());
  const username = newAddress('provider.example');
  const access = newToken(systemRandom);
  const { rows } = await on.database.query<{ id: number }>(
    'insert into platform.super_admins (username, name, password_hash, created_at) values ($1, $2, $3, $4) returning id',
    [username, 'Super', NOBODYS_HASH, now],
  );
  const superAdminId = rows[0]!.id;
  await on.databases.asProvider((db) =>
    insertProviderSession(db, {
      superAdminId,
      accessHash: hashToken(access),
      accessExpiresAt: new Date('2100-01-01'),
      refreshHash: hashToken(newToken(systemRandom)),
      refreshFamily: newToken(systemRandom),
      expiresAt: new Date('2100-01-01'),
      address: '127.0.0.1',
      deviceName: 'Test',
      now,
    }),
  );
  const cookies = { [cookieOn(app, PLATFORM_ACCESS_COOKIE, '__Secure-')]: access };
  return { superAdminId, username, cookies, call: callAs(app, cookies) };
};

/** Somebody without a session. */
export const openVisitor = async (given?: App): Promise<Caller> => callAs(given ?? (await sharedApp()), {});
