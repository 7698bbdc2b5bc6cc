import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { embeddedPrograms, type ForeignPostgres, rentDatabase, startForeignPostgres } from '#tools/parts/foreign-postgres.ts';
import { dishes, openScene, OWN, price, releaseOf } from '#server/testing/releases.ts';
import { isUpToDate, knownMigrations, migrate } from './migrations.ts';
import { readRelease } from './release.ts';
import { asOwner } from '#server/platform/embedded-postgres/storage.ts';

let postgres: ForeignPostgres;
beforeAll(async () => {
  postgres = await startForeignPostgres(process.env['COMANDA_TEST_POSTGRES'] || embeddedPrograms(), { fsync: 'off' });
});
afterAll(() => postgres.stop());

test('a migration that fails takes nothing along: those before it stay done, and the views are there', async () => {
  const { url, ask } = await openScene(postgres);
  await migrate(url, { release: releaseOf({ '0001': dishes }) });
  const texts = { '0001': dishes, '0002': 'alter table dishes add column title text', '0003': 'select 1/0' };
  await expect(migrate(url, { release: releaseOf(texts) })).rejects.toThrow('division by zero');

  expect(await ask('select name from migrations.kysely_migration order by 1')).toEqual([{ name: '0001' }, { name: '0002' }]);
  expect(
    await ask("select column_name as name from information_schema.columns where table_schema = 'own' order by ordinal_position"),
  ).toEqual([{ name: 'id' }, { name: 'title' }]);
  expect(await ask('select price()')).toEqual([{ price: 1 }]);
  await migrate(url, { release: releaseOf({ ...texts, '0003': 'select 1' }) });
  expect(await ask('select price()')).toEqual([{ price: 3 }]);
});

test('a migration that meets a backup waits behind it in short turns, and nobody who sells waits for the two', async () => {
  const { url, ask, said, log } = await openScene(postgres);
  await migrate(url, { release: releaseOf({ '0001': dishes }) });
  const backup = new Client({ connectionString: url });
  await backup.connect();
  onTestFinished(() => backup.end());
  await backup.query('begin; select * from dishes');

  let isDone = false;
  const texts = { '0001': dishes, '0002': 'alter table dishes add column title text' };
  const upgrade = migrate(url, { release: releaseOf(texts), log }).finally(() => (isDone = true));
  for (let dish = 0; !said.some((line) => line.includes('tried again in 1 s')); dish++)
    await ask(`set statement_timeout = '4900ms'; insert into dishes values (${dish})`);
  expect(isDone).toBe(false);
  await backup.query('commit');
  await upgrade;
  expect(await ask('select name from migrations.kysely_migration order by 1')).toEqual([{ name: '0001' }, { name: '0002' }]);
  expect(said.at(-1)).toMatch(/^Migration 0002: /);
});

test('a new database is made without a line for each migration of the past', async () => {
  const { url, said, log } = await openScene(postgres);
  const texts = { '0001': dishes, '0002': 'alter table dishes add column title text' };
  await migrate(url, { release: releaseOf(texts), log });
  expect(said).toEqual([]);
  await migrate(url, { release: releaseOf({ ...texts, '0003': 'select 1' }), log });
  expect(said).toEqual([expect.stringMatching(/^Migration 0003: /)]);
});

test('an older release starts beside a newer one that allows it, and leaves functions and views as they are', async () => {
  const { url, ask } = await openScene(postgres);
  const texts = { '0001': dishes, '0002': 'alter table dishes add column title text' };
  const old = releaseOf({ '0001': dishes });
  await migrate(url, { release: old });
  await migrate(url, { release: releaseOf(texts) });
  await migrate(url, { release: old });
  expect(await ask('select price()')).toEqual([{ price: 2 }]);
  expect(await ask("select count(*)::int from information_schema.columns where table_schema = 'own'")).toEqual([{ count: 2 }]);

  const third = releaseOf({ ...texts, '0003': 'alter table dishes drop column title cascade' });
  third.migrations[2]!.compatibleWith = '0002';
  await migrate(url, { release: third });
  await expect(migrate(url, { release: old })).rejects.toThrow(
    'This database was changed by a newer release (0003), beside which this one cannot run: start that release or a later one.',
  );
  await migrate(url, { release: releaseOf(texts) });
  expect(await ask('select price()')).toEqual([{ price: 3 }]);
});

test('functions are replaced when they differ, and a start that changes nothing touches none', async () => {
  const { url, ask } = await openScene(postgres);
  const release = releaseOf({ '0001': dishes });
  await migrate(url, { release });
  const version = () => ask("select xmin::text from pg_proc where proname = 'price'");
  const first = await version();
  await migrate(url, { release });
  expect(await version()).toEqual(first);
  await migrate(url, {
    release: {
      ...release,
      functions: [
        { name: 'own', text: OWN },
        { name: 'price', text: price(7) },
      ],
      fingerprint: 'other',
    },
  });
  expect(await ask('select price()')).toEqual([{ price: 7 }]);
});

test('what the migrations of this release say of themselves names migrations and back-fills that there are', () => {
  const { migrations, backFills } = readRelease();
  const names = knownMigrations();
  for (const { name, compatibleWith, needs } of migrations) {
    expect(names.slice(0, names.indexOf(name) + 1)).toContain(compatibleWith);
    for (const need of needs) expect(backFills.map((backFill) => backFill.name)).toContain(need);
  }
  for (const { name } of backFills) expect(names).toContain(name);
});

/** Tables that grow with restaurants and their people, and not with what is sold. */
const SMALL = ['tenants', 'tenant_counters', 'members', 'sessions', 'store_tables', 'store_settings', 'payment_types', 'password_resets'];
const ALLOWED = {
  '0020_invitations platform.audit_log': 'the log of the provider alone',
  '0070_bills checks': 'an index of the few open bills, by which place_order of the same migration finds them',
};
/** What keeps writers of a large table waiting while its rows are read or written. */
const SLOW = [
  /^(?:with .*)?(?:update|delete from|merge into) (?:only )?([\w.]+)/,
  /^create (?:unique )?index (?:concurrently )?(?:if not exists )?(?:\w+ )?on (?:only )?([\w.]+)/,
];
const ALTER = /^alter table (?:if exists )?(?:only )?([\w.]+) (.*)/;
/** The same of one action of several of an `alter table`, without what stands in its parentheses. */
const SLOW_ACTIONS = [
  /^add (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?!.* using index)/,
  /^add (?:constraint \w+ )?(?:check|foreign key)\b(?!.* not valid$)/,
  /^add (?!constraint |unique|primary key|exclude|check|foreign key).*\b(?:check|references|unique|primary key|generated|\w*serial)\b/,
  /^add .* default .*(?:random|clock_timestamp|nextval)/, // another value for each row
  /^alter (?:column )?(?!column )\w+ (?:(?:set data )?type|set not null|set expression)\b/,
  /^validate constraint/,
];

/** The actions of an `alter table`: what is between its commas, but for those in parentheses and texts. */
const actionsOf = (text: string): string[] => {
  const actions = [''];
  let depth = 0;
  for (const sign of text.replace(/'(?:[^']|'')*'/g, "''")) {
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) actions.push('');
    else if (depth === 0) actions.push(actions.pop()! + sign);
    if (sign === '(') depth += 1;
  }
  return actions.map((action) => action.trim());
};

/** The table whose rows a statement reads or writes all, or an index of which it builds, while others wait. */
const slowTableOf = (text: string): string | undefined => {
  const statement = text.toLowerCase().replace(/\s+/g, ' ').trim();
  const [, table, actions] = ALTER.exec(statement) ?? [];
  if (table) return actionsOf(actions!).some((action) => SLOW_ACTIONS.some((slow) => slow.test(action))) ? table : undefined;
  return SLOW.map((slow) => slow.exec(statement)?.[1]).find((found) => found !== undefined);
};

test.each([
  "update t set a = 'b'",
  'with old as (select 1) delete from t using old',
  'create index x on t (a)',
  'create unique index if not exists x on only t (a)',
  'create index on t (a)',
  'alter table t add unique (a)',
  'alter table t add column b int, add constraint x primary key (a)',
  'alter table t add constraint x check (a > 0)',
  'alter table t add check (a > 0)',
  'alter table t add constraint x check (a > 0), add constraint y check (b > 0) not valid',
  "alter table t add constraint x check (a <> ' not valid')",
  'alter table t add constraint x foreign key (a, b) references u (a, b), add constraint y check (b) not valid',
  'alter table t add column a bigint references u (id)',
  'alter table if exists only t add a int check (a > 0)',
  'alter table t add column if not exists a int default 0 constraint x check (a between 0 and 9)',
  'alter table t add column a int generated always as (b + 1) stored',
  'alter table t add column a bigint generated by default as identity',
  'alter table t add column a bigserial',
  'alter table t add column a text unique',
  'alter table t add column a uuid not null default gen_random_uuid()',
  'alter table t alter column a type bigint',
  'alter table t alter a set data type bigint',
  'alter table t drop constraint x, alter column a set not null',
  'alter table t validate constraint x',
])('a large table cannot be written while this runs: %s', (statement) => {
  expect(slowTableOf(statement)).toBe('t');
});

test.each([
  "alter table t add column a text not null default 'check, unique', add column b numeric(9, 2)",
  'alter table t add column checked timestamptz default now()',
  'alter table t add constraint x check (a > 0 and b) not valid',
  "alter table t add constraint x check (a in ('1', '2')) not valid, add constraint y foreign key (a) references u (a) not valid",
  'alter table t add constraint x unique using index x',
  'alter table t alter column a set generated by default, alter column b set default 0',
  'alter table t alter column type set statistics 0',
  'alter table t drop constraint x, drop column y',
  'alter table t enable row level security',
  'create table t (a int unique check (a > 0))',
  'insert into t select 1',
])('no writer waits long for this: %s', (statement) => {
  expect(slowTableOf(statement)).toBeUndefined();
});

test('a migration rewrites no rows of a large table, reads none to check them and builds no index on it (house.md §13)', () => {
  const fresh = new Set<string>();
  const found: string[] = [];
  for (const { name, text } of readRelease().migrations.filter((migration) => migration.name > '0018')) {
    // what a `do` does where a table is small, and the bodies of functions, are nothing of this
    const code = text.replace(/--.*/g, '').replace(/\$(\w*)\$.*?\$\1\$/gs, '');
    // tables of this release are empty when it comes
    for (const [, table] of code.matchAll(/create (?:unlogged )?table ([\w.]+)/g)) fresh.add(table!);
    for (const table of code.split(';').map(slowTableOf))
      if (table && !SMALL.includes(table) && !fresh.has(table)) found.push(`${name} ${table}`);
  }
  expect(found).toEqual(Object.keys(ALLOWED));
});

test('a database of the first releases goes on, also one whose owner is no superuser', async () => {
  const owner = await rentDatabase(postgres, 'first');
  // made by the superuser of the tests before
  await postgres.ask('grant comanda_app, comanda_worker, comanda_platform to first_shop with admin option');
  await migrate(owner, { last: '0017_business_hours' });
  await asOwner(owner, async (client) => {
    await client.query('drop table migrations.compatibility, migrations.functions, migrations.back_fills');
    expect(await isUpToDate(client)).toBe(false);
  });
  // while migrations come, a node of v0.2.0 opens a table's bill with the function that it brought
  await migrate(owner, { last: knownMigrations().at(-2)! });
  const opens = (key: string) =>
    asOwner(owner, (client) =>
      client.query(
        `insert into checks (opened_at) select now() where false on conflict (tenant_id, ${key}) where closed_at is null do nothing`,
      ),
    );
  await opens('table_id');
  await migrate(owner);
  expect(await asOwner(owner, isUpToDate)).toBe(true);
  await asOwner(owner, async (client) => {
    // a node of another release with the same migrations has put its functions there
    await client.query(`begin; update migrations.functions set fingerprint = 'of another release'`);
    expect(await isUpToDate(client)).toBe(true);
    await client.query('delete from migrations.functions');
    expect(await isUpToDate(client)).toBe(false);
    // a newer release beside this one has functions of its own
    await client.query(
      `insert into migrations.kysely_migration values ('9999_newer', ''); insert into migrations.compatibility values ('9999_newer', '0001')`,
    );
    expect(await isUpToDate(client)).toBe(true);
    await client.query('rollback');
  });
  await opens('table_id, bill_no');
  await expect(opens('table_id')).rejects.toThrow('no unique or exclusion constraint');
});
