import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedPrograms, type ForeignPostgres, rentDatabase, startForeignPostgres } from '#tools/parts/foreign-postgres.ts';
import { openDatabases } from './database.ts';
import { findInstallation, INSTALLATION } from './installation.ts';
import { migrate } from './migrations.ts';
import { urlFor } from './roles.ts';

let postgres: ForeignPostgres;
beforeAll(async () => {
  postgres = await startForeignPostgres(process.env['COMANDA_TEST_POSTGRES'] || embeddedPrograms(), { fsync: 'off' });
});
afterAll(() => postgres.stop());

const ask = async (url: string, statement: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client.query(statement).finally(() => client.end());
};

/** How a server names the installation, and how a command does. */
const namesOf = async (owner: string): Promise<string[]> => {
  const databases = openDatabases(urlFor(owner, 'comanda_app'), urlFor(owner, 'comanda_worker'), urlFor(owner, 'comanda_platform'));
  try {
    return [await databases.readAcrossTenants(findInstallation), (await ask(owner, INSTALLATION)).rows[0].installation];
  } finally {
    await databases.close();
  }
};

test('an installation has a name where its owner may not ask for the number of the cluster', async () => {
  const owner = await rentDatabase(postgres, 'managed');
  await migrate(owner);
  const superuser = postgres.url('managed');
  const { rows } = await ask(superuser, 'select system_identifier::text as number from pg_control_system()');
  const [named, same] = await namesOf(owner);
  expect([named!.split('-')[0], same]).toEqual([rows[0].number, named]);

  await ask(superuser, 'revoke execute on function pg_control_system() from public');
  await expect(ask(owner, 'select from pg_control_system()')).rejects.toThrow('permission denied');
  const [first, ...others] = await namesOf(owner);
  expect(first).toMatch(/^\d{13}-\d+$/);
  await migrate(owner);
  expect([...others, ...(await namesOf(owner))]).toEqual([first, first, first]);

  // a restore makes the form again
  await ask(owner, 'drop schema public, own, platform, migrations cascade; create schema public');
  await migrate(owner);
  expect(await namesOf(owner)).not.toContain(first);
});
