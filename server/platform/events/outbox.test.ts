import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { databases, openOwnDatabase, openRestaurant } from '#server/testing/restaurant.ts';
import { until } from '#server/testing/sockets.ts';
import type { Db } from '#server/platform/database/database.ts';
import { startDispatcher } from './outbox.ts';
import { type Announcement, findAnnounced, insertEvent, takeUnannounced } from './outbox.queries.ts';

const EVENTS = 60;

type Numbered = Pick<Announcement, 'tenantId'> & { seq: number | null };

test('two dispatchers on one database emit each event once, in order', async () => {
  // nobody else looks at the outbox of this database
  const { databases: own, close } = await openOwnDatabase();
  const { tenantId } = await openRestaurant({ databases: own });
  const emitted: number[] = [];
  const failures: unknown[] = [];
  const dispatchers = [1, 2].map(() =>
    startDispatcher({ databases: own, emit: ({ seq }) => emitted.push(seq), onError: (error) => failures.push(error) }),
  );
  onTestFinished(async () => {
    for (const dispatcher of dispatchers) await dispatcher.stop();
    await close();
  });

  for (let orderId = 1; orderId <= EVENTS; orderId++) {
    await own.asTenant(tenantId, (db) => insertEvent(db, new Date(), 'order_update', { orderIds: [orderId] }));
    for (const dispatcher of dispatchers) dispatcher.nudge(tenantId);
  }
  await until(() => emitted.includes(EVENTS));

  expect(emitted).toEqual(Array.from({ length: EVENTS }, (_, index) => index + 1));
  expect(failures).toEqual([]);
});

test('what could not be told is told at the next look', async () => {
  const { databases: own, close } = await openOwnDatabase();
  const { tenantId } = await openRestaurant({ databases: own });
  const told: number[] = [];
  const failures: unknown[] = [];
  const dispatcher = startDispatcher({
    databases: own,
    emit: ({ seq }) => {
      if (failures.length === 0) throw new Error('nobody received it');
      told.push(seq);
    },
    onError: (error) => failures.push(error),
  });
  onTestFinished(async () => {
    await dispatcher.stop();
    await close();
  });

  for (const orderId of [1, 2]) await own.asTenant(tenantId, (db) => insertEvent(db, new Date(), 'order_update', { orderIds: [orderId] }));
  dispatcher.nudge(tenantId);
  await until(() => failures.length === 1);
  dispatcher.nudge(tenantId);
  await until(() => told.includes(2));
  expect(told).toEqual([1, 2]);
});

test('a tenant that is gone is looked for once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const looks: Promise<unknown>[] = [];
  const acrossTenants: typeof databases.acrossTenants = (work, mode) => {
    const look = databases.acrossTenants(work, mode);
    looks.push(look);
    return look;
  };
  const failures: unknown[] = [];
  const { nudge, stop } = startDispatcher({
    databases: { ...databases, acrossTenants },
    emit: () => {},
    onError: (error) => failures.push(error),
    sweepEvery: 3_600_000,
  });
  onTestFinished(stop);

  nudge(Number.MAX_SAFE_INTEGER);
  for (let seen = -1; looks.length > seen && looks.length < 9; ) {
    seen = looks.length;
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(looks);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect([looks.length, failures]).toEqual([1, []]);
});

test('the first nudge after a pause is looked at at once, and those that come soon after are one look', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let looks = 0;
  const acrossTenants: typeof databases.acrossTenants = () => {
    looks += 1;
    return Promise.reject(new Error('no database in this test'));
  };
  const { nudge, stop } = startDispatcher({
    databases: { ...databases, acrossTenants },
    emit: () => {},
    onError: () => {},
    sweepEvery: 3_600_000,
  });
  await vi.advanceTimersByTimeAsync(1000);

  nudge(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toBe(1);

  for (let count = 0; count < 5; count++) nudge(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(looks).toBe(2);
  await stop();
});

test('what is new is found without reading what was announced before, however long the history', async () => {
  const { database, databases: own, close } = await openOwnDatabase();
  onTestFinished(close);
  const { tenantId } = await openRestaurant({ databases: own });
  // planned by PostgreSQL for good while there is next to nothing, as on a new platform
  await own.asTenant(tenantId, (db) => insertEvent(db, new Date(), 'order_update', { orderIds: [1] }));
  await database.query('analyze events');
  for (let count = 0; count < 8; count++) await own.acrossTenants((db) => takeUnannounced(db, [tenantId]));
  const history = 50_000;
  await database.query(
    `insert into events (tenant_id, seq, type, payload, created_at)
     select $1, n, 'order_update', '{}', now() from generate_series(1, $2::int) n on conflict do nothing`,
    [tenantId, history],
  );
  await database.query('update event_cursors set announced_seq = $2 where tenant_id = $1', [tenantId, history - 2]);

  const rowsRead = async (db: Db) => {
    const { rows } = await sql<{ rows: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'events'`.execute(db);
    return rows[0]!.rows;
  };
  const read = (find: (db: Db) => Promise<Numbered[]>) =>
    own.acrossTenants(async (db) => {
      const before = await rowsRead(db);
      const found = await find(db);
      return { found: found.map(({ seq }) => seq), rows: (await rowsRead(db)) - before };
    });
  const last = { found: [history - 1, history], rows: 2 };
  expect(await read((db) => takeUnannounced(db, [tenantId]))).toEqual(last);
  expect(await read((db) => findAnnounced(db, new Map([[tenantId, history - 2]])))).toEqual(last);
});

test('a tenant with a long backlog keeps none from its turn', async () => {
  const { database, databases: own, close } = await openOwnDatabase();
  onTestFinished(close);
  const tenantIds: number[] = [];
  for (let count = 0; count < 2; count++) tenantIds.push((await openRestaurant({ databases: own })).tenantId);
  const [long, short] = tenantIds.toSorted((a, b) => a - b) as [number, number];
  await database.query('delete from events');
  await database.query(
    `insert into events (tenant_id, seq, type, payload, created_at)
     select id, n, 'order_update', '{}', now()
     from unnest($1::bigint[], $2::int[]) as t (id, count), generate_series(1, count) n`,
    [
      [long, short],
      [3000, 2],
    ],
  );
  const of = (tenantId: number, found: Numbered[]) => found.filter((one) => one.tenantId === tenantId).map(({ seq }) => seq);
  const all = { long: Array.from({ length: 500 }, (_, index) => index + 1), short: [1, 2] };

  const unannounced = await own.acrossTenants((db) => takeUnannounced(db, [long, short]));
  expect({ long: of(long, unannounced), short: of(short, unannounced) }).toEqual(all);

  await database.query('update event_cursors set announced_seq = 3000');
  const announced = await own.acrossTenants((db) => findAnnounced(db, new Map([long, short].map((tenantId) => [tenantId, 0]))));
  expect({ long: of(long, announced), short: of(short, announced) }).toEqual(all);
});
