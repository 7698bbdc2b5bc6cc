import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { endpoints, endpointsByName } from '#contract/index.ts';
import { routesOf } from '#server/features.ts';
import { openQrMenus } from '#server/features/qr-menu/qr-menus.queries.ts';
import { openBilling } from '#server/platform/billing/open-billing.ts';
import { openLimits } from '#server/platform/limits/limits.ts';
import { openRaster } from '#server/platform/printing/raster.ts';
import { urlFor } from '#server/platform/database/roles.ts';
import { systemClock } from '#server/platform/clock-and-random.ts';
import { openThread } from '#server/platform/work/threads.ts';
import { database, databases } from '#server/testing/restaurant.ts';

const read = (root: string, isWanted: (file: string) => boolean) =>
  (readdirSync(root, { recursive: true }) as string[])
    .map((file) => file.replaceAll('\\', '/'))
    .filter(isWanted)
    .map((file) => ({ file, feature: file.split('/')[0]!, text: readFileSync(`${root}/${file}`, 'utf8') }));

/** Whatever leads back to itself by what it uses. */
const inCircles = (uses: ReadonlyMap<string, ReadonlySet<string>>): string[] => {
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(uses.get(from) ?? [])].some((next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))));
  return [...uses.keys()].filter((one) => reaches(one, one));
};

const sources = read('server/features', (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test('every endpoint of the contract is answered once', () => {
  const qrMenus = openQrMenus({ databases, clock: systemClock, graceDays: 3 });
  const plan = { minorPrice: 200_000, currency: 'INR' };
  const config = {
    publicUrl: 'http://localhost',
    trialDays: 14,
    graceDays: 3,
    purgeAfterDays: 7,
    plan,
    usdRates: {},
    supportEmail: 's@x.example',
  };
  const files = openThread({ onError: () => {} });
  const routes = routesOf({
    databases,
    config,
    limits: openLimits(),
    qrMenus,
    files,
    raster: openRaster('unused'),
    wake: () => {},
    billing: openBilling(config),
  });
  expect(routes.map(({ endpoint }) => nameOf(endpoint)).sort()).toEqual(endpoints.map(nameOf).sort());
});

test('every endpoint has a verb for a name, and a test that calls it', () => {
  const tests = read('server/features', (file) => file.endsWith('.test.ts'))
    .map(({ text }) => text)
    .join('\n');
  const untested = [...endpointsByName.keys()].filter((name) => !new RegExp(`\\b${name}\\b`).test(tests));
  expect(untested).toEqual([]);
  const verbs =
    /^(acknowledge|add|cancel|close|complete|confirm|correct|count|create|delete|forgot|get|init|list|mark|merge|move|open|pause|pay|place|quote|recall|refresh|refund|remove|reopen|reset|restore|retry|reverse|save|search|send|set|sign|split|summarise|take|toggle|undo|update)/;
  expect([...endpointsByName.keys()].filter((name) => !verbs.test(name))).toEqual([]);
});

test('every table is walled off by tenant: forced row-level security, tenant-led key, and a policy for each role that may touch it', async () => {
  const { rows: unprotected } = await database.query(`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)`);
  expect(unprotected).toEqual([]);

  const { rows: badKeys } = await database.query(`
    select t.relname from pg_class t
    join pg_index i on i.indrelid = t.oid and i.indisprimary
    join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
    where t.relnamespace = 'public'::regnamespace and t.relname <> 'tenants' and a.attname <> 'tenant_id'`);
  expect(badKeys).toEqual([]);

  const { rows: looseKeys } = await database.query(`
    select c.conname from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid <> 'tenants'::regclass
      and not exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname = 'tenant_id')`);
  expect(looseKeys).toEqual([]);

  const { rows: policies } = await database.query(`
    select tablename, qual, with_check from pg_policies
    where schemaname = 'public' and 'comanda_app' = any(roles)
      and (qual not like '%current_tenant()%' or coalesce(with_check, qual) not like '%current_tenant()%')`);
  expect(policies).toEqual([]);
});

test('every table has a view of the tenant’s own rows, with the rights of the table, and the application finds it first', async () => {
  const { rows: unseen } = await database.query(`
    select t.relname from pg_class t
    left join pg_class v on v.relname = t.relname and v.relnamespace = 'own'::regnamespace and v.reloptions @> '{security_invoker=true}'
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and (v.oid is null or pg_get_viewdef(v.oid) not like '%current_tenant()%' or exists (
        select from unnest(array['select', 'insert', 'update', 'delete']) p
        -- where only a column may be updated the view allows it, and the table beneath it refuses the others
        where has_table_privilege('comanda_app', v.oid, p)
          <> (has_table_privilege('comanda_app', t.oid, p) or p <> 'delete' and has_any_column_privilege('comanda_app', t.oid, p))))`);
  expect(unseen).toEqual([]);
  const found = await databases.asTenant(1, (db) =>
    sql<{ is: string }>`select 'orders'::regclass::oid::regclass::text as is, current_schema`.execute(db),
  );
  expect(found.rows).toEqual([{ is: 'orders', current_schema: 'own' }]);
});

test('the application can neither bypass the walls nor own a table, and cannot change what is append-only', async () => {
  const { rows } = await database.query(`
    select rolname from pg_roles where rolname like 'comanda%' and rolname <> 'comanda_owner' and (rolsuper or rolbypassrls)
    union all
    select relname from pg_class where relnamespace = 'public'::regnamespace and relowner in (select oid from pg_roles where rolname in ('comanda_app', 'comanda_worker', 'comanda_platform'))`);
  expect(rows).toEqual([]);
  const { rows: rights } = await database.query(`
    select table_name from information_schema.role_table_grants
    where grantee in ('comanda_app', 'comanda_worker', 'comanda_platform') and privilege_type in ('UPDATE', 'DELETE') and table_schema = 'public' and table_name in ('audit_log', 'invoices', 'payments', 'refunds', 'check_payments')`);
  expect(rights).toEqual([]);
  const { rows: orders } = await database.query(`
    select table_name from information_schema.role_table_grants
    where grantee = 'comanda_worker' and table_name in ('orders', 'order_lines', 'customers', 'invoices', 'payments', 'checks')`);
  expect(orders).toEqual([]);
});

/** The tables of the provider, which are no tenant's, and why each is there. */
test('the worker, which sees all restaurants, changes of a member what sign-in and mailed links need, and no role, scope or name', async () => {
  const { rows } = await database.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'members'::regclass and attnum > 0 and not attisdropped
     and has_column_privilege('comanda_worker', attrelid, attnum, 'update') order by attname`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['confirmed_at', 'invited_at', 'password_hash', 'pin_hash']);
});

const platformTables = {
  super_admins: 'who manages the tenants',
  sessions: 'their devices',
  second_factors: 'the secrets of their authenticator apps',
  signin_challenges: 'their browsers that owe a code',
  known_browsers: 'where they signed in before; opens nothing',
  audit_log: 'what they did; append-only',
  tenant_notes: 'what the provider notes about a tenant',
  parting_letters: 'what the owner of a deleted tenant is told, until it was sent',
  measured_tenants: 'how far each tenant is added up',
  tenant_figures: 'sums of one tenant and day: numbers, no person and no order',
  daily_figures: 'the same of all tenants',
  tenant_items: 'pieces sold of an item on a day',
  items: 'what those items are called',
  kept_periods: 'periods that have sums of their own',
  period_items: 'those sums',
};

test('the platform’s tables are those that are known, out of reach of tenants, and its role reads nobody’s orders or customers', async () => {
  const { rows: tables } = await database.query<{ relname: string }>(
    "select relname from pg_class where relnamespace = 'platform'::regnamespace and relkind in ('r', 'v', 'm', 'p') order by 1",
  );
  expect(tables.map(({ relname }) => relname)).toEqual(Object.keys(platformTables).sort());

  const { rows: reached } = await database.query(`
    select rolname from pg_roles where rolname in ('comanda_app', 'comanda_worker') and has_schema_privilege(rolname, 'platform', 'usage')`);
  expect(reached).toEqual([]);

  // of each tenant table what the super administrator's calls need, and of all others nothing
  const { rows: readable } = await database.query<{ relname: string }>(`
    select relname from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r' and has_any_column_privilege('comanda_platform', c.oid, 'select')
    order by 1`);
  expect(readable.map(({ relname }) => relname)).toEqual([
    'members',
    'password_resets',
    'payment_types',
    'sessions',
    'store_settings',
    'subscription_history',
    'tenant_counters',
    'tenant_letters',
    'tenants',
  ]);
  const { rows: secrets } = await database.query(`
    select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname ~ 'hash|nonce|family|token'
      and c.relname <> 'tenant_counters' and has_column_privilege('comanda_platform', c.oid, a.attnum, 'select')`);
  expect(secrets).toEqual([]);

  const { rows: rights } = await database.query(`
    select table_name from information_schema.role_table_grants
    where grantee = 'comanda_platform' and table_schema = 'platform' and table_name = 'audit_log' and privilege_type in ('UPDATE', 'DELETE')`);
  expect(rights).toEqual([]);
});

test('without a tenant a query fails, also on a connection that has just had one', async () => {
  const client = new pg.Client({ connectionString: urlFor(inject('ownerUrl'), 'comanda_app') });
  await client.connect();
  const count = () =>
    client.query('select count(*) from orders').then(
      () => 'answered',
      (error: Error) => error.message,
    );

  const before = await count();
  await client.query("begin; set local app.tenant_id = '1'");
  const within = await count();
  await client.query('commit');
  const after = await count();
  await client.end();

  expect([before, within, after]).toEqual([
    expect.stringContaining('app.tenant_id'),
    'answered',
    expect.stringContaining('invalid input syntax'),
  ]);
  expect(() => databases.asTenant(Number.NaN, async () => 1)).toThrow('whole number');
});

test('each table is written by one feature only', () => {
  const writers = new Map<string, Set<string>>();
  for (const { feature, text } of sources)
    for (const [, table] of text.matchAll(/(?:insertInto|updateTable|deleteFrom)\(\s*'([\w.]+)'/g))
      writers.set(table!, (writers.get(table!) ?? new Set()).add(feature));
  // the tenant's counters are a mechanism of everybody's: tokens, invoice numbers and events are taken from one row
  writers.delete('tenant_counters');
  expect([...writers].filter(([, features]) => features.size > 1)).toEqual([]);
});

/** Folders that are no noun of the contract, and why. */
const otherFolders: Record<string, string> = {
  'server/emails': 'e-mails that are due; no calls',
  'server/payments': 'how invoices are paid, for orders and pos',
  'server/prices': 'what a cart costs, for pos, orders and qr-menu',
  'server/tax-rates': 'which rate holds on a day',
  'web/activity': 'the screen of audit',
  'web/expediter': 'a screen of tickets',
  'web/printing': 'the pages that a browser prints',
  'web/profile': 'one’s own account, of auth',
  'web/support': 'whom one asks for help',
};

test('a noun is spelt alike in contract, server and web', () => {
  const nouns = readdirSync('contract').map((file) => file.replace(/\.ts$/, ''));
  const folders = ['server', 'web'].flatMap((tree) =>
    [...new Set(read(`${tree}/features`, (file) => /\.tsx?$/.test(file)).map(({ feature }) => feature))].map((noun) => ({
      noun,
      folder: `${tree}/${noun}`,
    })),
  );
  expect(folders.length).toBeGreaterThan(60);
  const others = folders.filter(({ noun }) => !nouns.includes(noun)).map(({ folder }) => folder);
  expect(others.sort()).toEqual(Object.keys(otherFolders).sort());
});

test('features do not depend on each other in a circle', () => {
  const uses = new Map<string, Set<string>>();
  for (const { feature, text } of sources)
    for (const [, other] of text.matchAll(/import (?!type)[^;]*?#server\/features\/(\w[\w-]*)\//g))
      if (other !== feature) uses.set(feature, (uses.get(feature) ?? new Set()).add(other!));
  expect(inCircles(uses)).toEqual([]);
});

test('no file imports itself in a circle, not even for a type', () => {
  const uses = new Map<string, Set<string>>();
  for (const root of ['contract', 'db', 'server', 'web', 'scripts', 'tools', 'e2e'])
    for (const { file, text } of read(root, (name) => /\.tsx?$/.test(name))) {
      const imported = [...text.matchAll(/(?:from|import\(|import) ?'([#.][^']*\.tsx?)'/g)].map(([, name]) => name!);
      uses.set(
        `${root}/${file}`,
        new Set(imported.map((name) => (name.startsWith('#') ? name.slice(1) : join(root, dirname(file), name)))),
      );
    }
  expect([...uses.values()].filter((imported) => imported.size > 0).length).toBeGreaterThan(500);
  expect(inCircles(uses)).toEqual([]);
});

test('SQL stands in queries, and server files have one of the four endings', () => {
  const endings = /\.(routes|queries|rules|test)\.ts$/;
  expect(read('server/features', (file) => file.endsWith('.ts') && !endings.test(file)).map(({ file }) => file)).toEqual([]);
  const strays = sources.filter(({ file, text }) => !file.endsWith('.queries.ts') && /from 'kysely'/.test(text));
  expect(strays.map(({ file }) => file)).toEqual([]);
});

test('connections are made where several hosts are known', () => {
  const makers = read(
    'server',
    (file) => file.endsWith('.ts') && !/test|^platform\/(database\/hosts|embedded-postgres\/postmaster)\.ts$/.test(file),
  );
  expect(makers.filter(({ text }) => /new (pg\.)?Client\(/.test(text)).map(({ file }) => file)).toEqual([]);
});

test('nothing below buildApp reads the clock or makes a random value by itself', () => {
  const strays = [
    ...sources,
    ...read('server/platform', (file) => file.endsWith('.ts') && !/\.test\.ts$|^clock-and-random\.ts$|^embedded-postgres\//.test(file)),
  ].filter(({ text }) => /\bDate\.now\(|\bnew Date\(\)|Math\.random|randomBytes|randomUUID/.test(text));
  expect(strays.map(({ file }) => file)).toEqual([]);
});

test('each part is shared by at least two screens, and no screen imports another', () => {
  const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file);
  // what frames screens, such as the settings' navigation, is one user more
  const screens = [...read('web/features', isSource), ...read('web/app', isSource).map((source) => ({ ...source, feature: 'app' }))];
  const parts = read('web/parts', isSource);
  // a piece of a part is shared by the screens that share the part
  const usersOf = (part: string): Set<string> => {
    const name = part.replace(/\.tsx?$/, '');
    const wholes = parts.filter(({ file, text }) => file !== part && new RegExp(`/${name}\\.tsx?'`).test(text));
    return new Set([
      ...screens.filter(({ text }) => text.includes(`#web/parts/${part}`)).map(({ feature }) => feature),
      ...wholes.flatMap(({ file }) => [...usersOf(file)]),
    ]);
  };
  expect(parts.filter(({ file }) => usersOf(file).size < 2).map(({ file }) => file)).toEqual([]);
});
