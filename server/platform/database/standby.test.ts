import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sql } from 'kysely';
import { embeddedPrograms } from '#tools/parts/foreign-postgres.ts';
import { type Pair, startPair } from '#tools/parts/standby-postgres.ts';
import { type Databases, type Db, openDatabases, type ReadFrom } from './database.ts';
import { readAddress } from './addresses.ts';
import { migrate } from './migrations.ts';
import { urlFor } from './roles.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let pair: Pair;
let owner: pg.Client;
let standby: pg.Client;
let databases: Databases;
const open = (atMost?: number): Databases => {
  const [primary, other] = [pair.urls.both, pair.urls.standby].map(readAddress);
  const readFrom: ReadFrom = {
    appUrl: urlFor(other!, 'comanda_app'),
    platformUrl: urlFor(other!, 'comanda_platform'),
    ...(atMost !== undefined && { atMost }),
  };
  return openDatabases(urlFor(primary!, 'comanda_app'), urlFor(primary!, 'comanda_worker'), urlFor(primary!, 'comanda_platform'), readFrom);
};
beforeAll(async () => {
  pair = await startPair(process.env['COMANDA_TEST_POSTGRES'] || embeddedPrograms());
  await migrate(readAddress(pair.urls.both));
  owner = new pg.Client({ connectionString: pair.urls.primary });
  standby = new pg.Client({ connectionString: pair.standby.url('postgres') });
  for (const client of [owner, standby]) {
    client.on('error', () => {});
    await client.connect();
  }
  await owner.query(
    "insert into tenants (id, name, created_at) overriding system value select n, 'Tenant ' || n, now() from generate_series(1, 2) n",
  );
  databases = open();
});
afterAll(async () => {
  await databases?.close();
  await owner?.end();
  await standby?.end();
  await pair?.stop();
});

let titles = 0;
const addTable = async (tenantId: number) => {
  const title = `Table ${(titles += 1)}`;
  const values = sql`(${title}, '', ${title}, 2)`;
  await databases.asTenant(tenantId, (db) =>
    sql`insert into store_tables (title, floor, public_id, seating_capacity) values ${values}`.execute(db),
  );
  return title;
};
const titlesOf = async (db: Db) => {
  const { rows } = await sql<{ title: string; there: boolean }>`
    select title, pg_is_in_recovery() as there from store_tables order by id`.execute(db);
  return rows;
};
/** Holds the standby back: it receives everything, and shows none of it. */
const holdBack = async () => {
  await standby.query('select pg_wal_replay_pause()');
  onTestFinished(async () => void (await standby.query('select pg_wal_replay_resume()')));
};

test('figures are read from the standby behind the same walls, and what was stored before the question is in them', async () => {
  const mine = await addTable(1);
  await addTable(2);
  const { asOf, asTenant, asProvider } = await databases.openFigures();
  expect(asOf).toBeInstanceOf(Date);
  expect(await asTenant(1, titlesOf)).toEqual([{ title: mine, there: true }]);
  await expect(asProvider(titlesOf)).rejects.toThrow('permission denied');
  await expect(asTenant(1, (db) => sql`delete from store_tables`.execute(db))).rejects.toThrow('read-only transaction');
});

test('a standby that is behind is read as long as it is young enough, and says how old it is', async () => {
  const before = await databases.openFigures();
  const known = await before.asTenant(1, titlesOf);
  await holdBack();
  await addTable(1);
  const behind = await databases.openFigures();
  expect(behind.asOf).toEqual(before.asOf);
  expect(await behind.asTenant(1, titlesOf)).toEqual(known);
});

test('one that is too old is not read', async () => {
  const strict = open(0);
  onTestFinished(strict.close);
  await holdBack();
  const title = await addTable(1);
  const { asOf, asTenant } = await strict.openFigures();
  expect(asOf).toBeUndefined();
  expect(await asTenant(1, titlesOf)).toContainEqual({ title, there: false });
});

test('what fails on the standby is read on the primary, and one that is away is not waited for', async () => {
  const figures = await databases.openFigures();
  expect(figures.asOf).toBeInstanceOf(Date);
  const title = await addTable(1);
  await pair.standby.kill();
  expect(await figures.asTenant(1, titlesOf)).toContainEqual({ title, there: false });
  const later = await databases.openFigures();
  expect(later.asOf).toBeUndefined();
  expect(await later.asTenant(1, titlesOf)).toContainEqual({ title, there: false });
});
