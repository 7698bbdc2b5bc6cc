import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dishes, openScene, releaseOf } from '#server/testing/releases.ts';
import { embeddedPrograms, type ForeignPostgres, startForeignPostgres } from '#tools/parts/foreign-postgres.ts';
import { fillAll } from './back-fills.ts';
import { migrate } from './migrations.ts';

let postgres: ForeignPostgres;
beforeAll(async () => {
  postgres = await startForeignPostgres(process.env['COMANDA_TEST_POSTGRES'] || embeddedPrograms(), { fsync: 'off' });
});
afterAll(() => postgres.stop());

const FILL = `
  with batch as (select id from dishes where id > coalesce($1::jsonb::int, 0) order by id limit $2),
  filled as (update dishes d set title = 'Dish ' || d.id from batch b where b.id = d.id returning d.id)
  select max(id) as position, count(*) as rows from filled`;

/** Somebody who writes this dish, and has not committed. */
const holdRow = async (url: string, id: number): Promise<Client> => {
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query(`begin; update dishes set id = id where id = ${id}`);
  return holder;
};

test('a back-fill goes on where it was cut short, says how far it is, and is done before a migration that needs it', async () => {
  const { url, ask, said, log } = await openScene(postgres);
  const texts = { '0001': dishes, '0002': 'alter table dishes add column title text; insert into dishes select generate_series(1, 25)' };
  const backFills = [{ name: '0002', text: FILL }];
  await migrate(url, { release: releaseOf(texts, { backFills }) });

  // the second batch waits for a row until the node stops
  const holder = await holdRow(url, 15);
  const stopping = new AbortController();
  const filling = fillAll(url, { log, backFills, atOnce: 10, signal: stopping.signal });
  await expect.poll(() => ask('select rows::int from migrations.back_fills')).toEqual([{ rows: 10 }]);
  stopping.abort();
  await filling;
  await holder.end();
  expect(await ask('select position, rows::int, finished_at from migrations.back_fills')).toEqual([
    { position: 10, rows: 10, finished_at: null },
  ]);
  expect(await ask('select count(title)::int as titled from dishes')).toEqual([{ titled: 10 }]);
  const contract = releaseOf({ ...texts, '0003': 'alter table dishes alter column title set not null' }, { backFills });
  contract.migrations[2]!.needs = ['0002'];
  // two nodes at once
  await Promise.all([migrate(url, { release: contract, log }), fillAll(url, { log, backFills, atOnce: 3 })]);
  expect(await ask('select rows::int, finished_at is not null as done from migrations.back_fills')).toEqual([{ rows: 25, done: true }]);
  expect(said).toContain('Back-fill 0002: 25 rows, done.');
  expect(await ask("select id from dishes where title <> 'Dish ' || id")).toEqual([]);
});

test('an index of a large table is built while others write, and one that was left half built is built again; two nodes take turns', async () => {
  const { url, ask, log } = await openScene(postgres);
  const text = '-- concurrently: one\ncreate index concurrently if not exists dishes_id on public.dishes (id);';
  const backFills = [{ name: '0001', text }];
  await migrate(url, { release: releaseOf({ '0001': `${dishes}; insert into dishes select generate_series(1, 25)` }, { backFills }) });
  await ask('create index dishes_id on dishes (id)');
  await ask("update pg_index set indisvalid = false where indexrelid = 'dishes_id'::regclass");
  await Promise.all([fillAll(url, { log, backFills }), fillAll(url, { log, backFills })]);
  expect(await ask("select indisvalid as valid from pg_index where indexrelid = 'dishes_id'::regclass")).toEqual([{ valid: true }]);
  expect(await ask('select name from migrations.back_fills where finished_at is not null')).toEqual([{ name: '0001' }]);
});

test('whoever builds an index holds no lock of the session, which outlives what a line drops', async () => {
  const { url, ask, log } = await openScene(postgres);
  const held = `select count(*)::int as turns, count(*) filter (where pid = pg_backend_pid())::int as own
    from pg_locks where locktype = 'advisory' and objid = 726229 and database = (select oid from pg_database where datname = current_database())`;
  const backFills = [{ name: '0001', text: `-- concurrently: one\ncreate table held as ${held};` }];
  await migrate(url, { release: releaseOf({ '0001': dishes }, { backFills }) });
  await fillAll(url, { log, backFills });
  expect(await ask('select turns, own from held')).toEqual([{ turns: 1, own: 0 }]);
  expect(await ask(held)).toEqual([{ turns: 0, own: 0 }]);
});

test('a node that stops does not wait for an index that is being built', async () => {
  const { url, ask, said, log } = await openScene(postgres);
  const text = '-- concurrently: one\ncreate index concurrently if not exists dishes_id on public.dishes (id);';
  const backFills = [{ name: '0001', text }];
  await migrate(url, { release: releaseOf({ '0001': `${dishes}; insert into dishes select generate_series(1, 25)` }, { backFills }) });
  // the build waits for whoever writes
  const holder = await holdRow(url, 15);
  const stopping = new AbortController();
  const filling = fillAll(url, { log, backFills, signal: stopping.signal });
  const building = "select count(*)::int as builds from pg_stat_progress_create_index where phase like 'waiting%'";
  await expect.poll(() => ask(building)).toEqual([{ builds: 1 }]);
  stopping.abort();
  await filling;
  expect(said).toEqual([]);
  await holder.end();

  await fillAll(url, { log, backFills });
  expect(await ask("select indisvalid as valid from pg_index where indexrelid = 'dishes_id'::regclass")).toEqual([{ valid: true }]);
});
