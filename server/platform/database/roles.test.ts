import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedPrograms, type ForeignPostgres, rentDatabase, startForeignPostgres } from '#tools/parts/foreign-postgres.ts';
import { migrate } from './migrations.ts';
import { urlFor } from './roles.ts';

/** A database as a provider rents it out: the owner is no superuser, passwords are asked for, and what changes the form is logged. */
let postgres: ForeignPostgres;
beforeAll(async () => {
  postgres = await startForeignPostgres(process.env['COMANDA_TEST_POSTGRES'] || embeddedPrograms(), { log_statement: 'ddl' });
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
