import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { embeddedPrograms, type ForeignPostgres, rentDatabase, startForeignPostgres } from '#tools/parts/foreign-postgres.ts';
import { fillAll } from './back-fills.ts';
import { type Db, openDatabases } from './database.ts';
import { migrate } from './migrations.ts';
import { urlFor } from './roles.ts';

/** A database as a provider rents it out: the owner is no superuser, passwords are asked for, and what changes the form is logged. */
let postgres: ForeignPostgres;
beforeAll(async () => {
  postgres = await startForeignPostgres(process.env['COMANDA_TEST_POSTGRES'] || embeddedPrograms(), { fsync: 'off', log_statement: 'ddl' });
});
afterAll(() => postgres.stop());

const passwordOf = (url: string) => new URL(url).searchParams.get('password')!;
const look = async (url: string, statement: string, values: unknown[]) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client.query(statement, values).finally(() => client.end());
};
const signsIn = async (url: string) =>
  (await look(url, 'select current_user as name, current_setting($1) as path', ['search_path'])).rows[0];

test('an owner who is no superuser starts again and again; no password reaches the log', async () => {
  const owner = await rentDatabase(postgres);
  await migrate(owner);
  await migrate(owner);
  expect(await signsIn(urlFor(owner, 'comanda_app'))).toEqual({ name: 'comanda_app', path: 'own, public' });

  // the owner's password changes, and with it those of the roles
  await postgres.ask("set log_statement = 'none'; alter role comanda_shop password 'another one'");
  const changed = new URL(owner);
  changed.searchParams.set('password', 'another one');
  await migrate(changed.href);
  await signsIn(urlFor(changed.href, 'comanda_platform'));
  await expect(signsIn(urlFor(owner, 'comanda_platform'))).rejects.toThrow('password authentication failed');

  const log = postgres.log();
  expect(log).toMatch(/statement: create role comanda_app login password 'SCRAM-SHA-256\$/);
  for (const url of [owner, changed.href])
    for (const role of ['comanda_app', 'comanda_worker', 'comanda_platform'] as const)
      expect(log).not.toContain(passwordOf(urlFor(url, role)));
});

test('an owner that may make no roles any more starts; whatever the server does for others, the application’s statements are not compiled', async () => {
  const owner = await rentDatabase(postgres, 'hardened');
  await postgres.ask('grant comanda_app, comanda_worker, comanda_platform to hardened_shop with admin option');
  await migrate(owner);
  await postgres.ask(
    // as a release set it up that knew of the search path alone
    'alter role comanda_app in database hardened reset all',
    'alter role comanda_app in database hardened set search_path = own, public',
    'alter role hardened_shop nocreaterole',
  );
  await migrate(owner);

  const own = new URL(urlFor(owner, 'comanda_app'));
  own.searchParams.set('options', '-c work_mem=5MB');
  const databases = openDatabases(own.href, urlFor(owner, 'comanda_worker'), urlFor(owner, 'comanda_platform'));
  const settings = async (db: Db) =>
    (await sql<unknown>`select current_setting('jit') as jit, current_setting('work_mem') as memory`.execute(db)).rows;
  try {
    expect(await databases.asTenant(1, settings)).toEqual([{ jit: 'off', memory: '5MB' }]);
    for (const read of [databases.readAcrossTenants, databases.readAsProvider])
      expect(await read(settings)).toEqual([{ jit: 'off', memory: '4MB' }]);
  } finally {
    await databases.close();
  }
  expect((await look(owner, "select current_setting('jit') as jit", [])).rows).toEqual([{ jit: 'on' }]);
});

test('a role that was changed by hand is mended; one that no wall stops keeps the server from starting', async () => {
  await postgres.ask('create database second');
  const superuser = postgres.url('second');
  await postgres.ask('alter role comanda_worker nologin', 'alter role comanda_platform bypassrls');
  await migrate(superuser);
  const { rows } = await look(superuser, 'select rolcanlogin, rolbypassrls from pg_roles where rolname = any($1) order by rolname', [
    ['comanda_worker', 'comanda_platform'],
  ]);
  expect(rows).toEqual([
    { rolcanlogin: true, rolbypassrls: false },
    { rolcanlogin: true, rolbypassrls: false },
  ]);
  await postgres.ask('alter role comanda_app superuser');
  await expect(migrate(superuser)).rejects.toThrow('The role comanda_app is a superuser, whom no wall between tenants stops');
  await postgres.ask('alter role comanda_app nosuperuser');
});

test('an owner whom row-level security binds clears what was printed of all tenants, and nothing that is young or at the printer', async () => {
  const owner = await rentDatabase(postgres, 'bound');
  await postgres.ask('grant comanda_app, comanda_worker, comanda_platform to bound_shop with admin option');
  await postgres.ask('alter role bound_shop nobypassrls');
  await migrate(owner);
  const superuser = postgres.url('bound');
  const job = (tenant: number, content: string | null, age: string, state: string) =>
    look(
      superuser,
      `insert into print_jobs (tenant_id, printer_id, kind, content, copy_no, is_repeat, created_at, due_at, tried_from, state)
       values ($1, 1, 'bill', $2, 1, false, now() - $3::interval, case when $4 in ('queued', 'sending') then now() end, now(), $4)`,
      [tenant, content, age, state],
    );
  await look(superuser, 'alter table print_jobs disable trigger all', []);
  for (const tenant of [1, 2]) {
    await job(tenant, '{"guest": "Mara"}', '2 days', 'queued');
    await job(tenant, '{"guest": "Nils"}', '2 days', 'printed');
    await job(tenant, '{"guest": "Ada"}', '2 days', 'sending');
    await job(tenant, '{"guest": "Ben"}', '1 hour', 'queued');
  }
  const clear = async () =>
    (await look(urlFor(owner, 'comanda_worker'), "select clear_print_jobs(now() - interval '1 day', 100) as count", [])).rows[0].count;
  expect([await clear(), await clear()]).toEqual([4, 0]);
  const { rows } = await look(
    superuser,
    "select tenant_id::int, state, content->>'guest' as guest from print_jobs order by tenant_id, id",
    [],
  );
  const left = (tenant_id: number) => [
    { tenant_id, state: 'expired', guest: null },
    { tenant_id, state: 'printed', guest: null },
    { tenant_id, state: 'sending', guest: 'Ada' },
    { tenant_id, state: 'queued', guest: 'Ben' },
  ];
  expect(rows).toEqual([...left(1), ...left(2)]);
});

test('such an owner forgets, finds and fills, also where it was let past row-level security before', async () => {
  const owner = await rentDatabase(postgres, 'former');
  await postgres.ask('grant comanda_app, comanda_worker, comanda_platform to former_shop with admin option');
  await migrate(owner);
  const superuser = postgres.url('former');
  const change = (statement: string) => look(superuser, statement, []);
  await change('alter table members disable trigger all');
  await change('alter table audit_log disable trigger all');
  const archive = (username: string, email: string | null) =>
    change(`insert into members (tenant_id, username, email, password_hash, name, role, created_at, archived_at)
      values (1, '${username}', ${email === null ? null : `'${email}'`}, '', 'Mara', 'user', now(), now() - interval '100 days')`);
  await archive('mara@example.org', 'mara@example.org');
  // forgotten by a release that left the audit log as it was
  await archive('x', null);
  await change("update members set username = 'former-' || id where username = 'x'");
  const NOTED = `{"phone": "555 0100"}`;
  await change(
    `insert into audit_log (tenant_id, at, entity, entity_id, action, after) select 1, now(), 'members', id, 'update', '${NOTED}' from members`,
  );
  await change(
    "insert into migrations.back_fills (name, finished_at) values ('0144_forgotten_members', now()) on conflict (name) do update set finished_at = now()",
  );
  await change("insert into customer_texts (tenant_id, customer_id, name, phone, email) values (1, 1, ' mara', '5550100', '')");

  await postgres.ask('alter role former_shop nobypassrls');
  await migrate(owner);
  const forget = async () =>
    (await look(urlFor(owner, 'comanda_worker'), 'select forget_former_members(now(), 100) as count', [])).rows[0].count;
  expect(await forget()).toBe(2); // the member and an entry of the log
  await fillAll(owner, { log: { info: () => {}, warn: () => {}, error: () => {} } });
  expect((await change('select username ~ $$^former-$$ as is_former, email from members')).rows).toEqual([
    { is_former: true, email: null },
    { is_former: true, email: null },
  ]);
  expect((await change('select after from audit_log')).rows).toEqual([{ after: {} }, { after: {} }]);
  const app = new Client({ connectionString: urlFor(owner, 'comanda_app') });
  await app.connect();
  await app.query("select set_config('app.tenant_id', '1', false)");
  const found = await app
    .query("select customer_id::int from find_customer_texts(array['mara'], array['name'], 5)")
    .finally(() => app.end());
  expect(found.rows).toEqual([{ customer_id: 1 }]);
});

test('policies that functions of before made for such an owner are gone', async () => {
  const owner = await rentDatabase(postgres, 'policies');
  await postgres.ask('grant comanda_app, comanda_worker, comanda_platform to policies_shop with admin option');
  await migrate(owner, { last: '0149_closings_counted_where_made' });
  await postgres.ask('alter role policies_shop nobypassrls');
  for (const table of ['tenants', 'members']) await look(owner, `create policy purged on ${table} to policies_shop using (false)`, []);
  await migrate(owner);
  const { rows } = await look(owner, "select distinct polname from pg_policy where polname in ('purged', 'owner_passes')", []);
  expect(rows).toEqual([{ polname: 'owner_passes' }]);
});

test('a start takes no role’s password from the servers of another owner’s database; who owns both is told of it', async () => {
  const first = await rentDatabase(postgres, 'neighbour');
  await postgres.ask('grant comanda_app, comanda_worker, comanda_platform to neighbour_shop with admin option');
  await migrate(first);
  const server = new Client({ connectionString: urlFor(first, 'comanda_worker') });
  await server.connect();
  onTestFinished(() => server.end().catch(() => {}));
  const second = new URL(await rentDatabase(postgres, 'newcomer'));
  second.searchParams.set('password', 'of its own');
  await postgres.ask(
    "alter role newcomer_shop password 'of its own'",
    'grant comanda_app, comanda_worker, comanda_platform to newcomer_shop with admin option',
  );
  const said: string[] = [];
  const log = { info: () => {}, warn: (line: string) => void said.push(line), error: () => {} };
  await expect(migrate(second.href, { log })).rejects.toThrow('The servers of the database neighbour sign in by the roles');
  await signsIn(urlFor(first, 'comanda_app'));

  // the owner of both has another password than before
  await postgres.ask("alter role neighbour_shop password 'another one'", 'create database restored owner neighbour_shop');
  const restored = new URL(postgres.url('restored', 'neighbour_shop', 'another one'));
  await migrate(restored.href, { log });
  expect(said.filter((line) => line.includes('also for the servers of the database neighbour'))).toHaveLength(1);
  await signsIn(urlFor(restored.href, 'comanda_app'));

  // nobody is served any more
  await server.end();
  const isIn = () => migrate(second.href).then(() => signsIn(urlFor(second.href, 'comanda_app')));
  await expect.poll(() => isIn().catch(String), { timeout: 15_000 }).toMatchObject({ name: 'comanda_app' });
});
