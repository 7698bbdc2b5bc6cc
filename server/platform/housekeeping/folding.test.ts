import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { database, databases, openOwnDatabase, openRestaurant } from '#server/testing/restaurant.ts';
import { openMenu } from '#server/testing/menu.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findTenantsToFold } from './folding.queries.ts';
import { startFolding } from './folding.ts';

/** A database in which two restaurants have many notes, and how many notes each has left. */
const openBacklogs = async (notes: number) => {
  const { database: owner, databases: own, close } = await openOwnDatabase();
  onTestFinished(close);
  const ids: number[] = [];
  for (let count = 0; count < 2; count++) ids.push((await openRestaurant({ databases: own })).tenantId);
  await owner.query('delete from report_deltas');
  await owner.query(
    `insert into report_deltas (tenant_id, day, figure, orders)
     select id, '2026-11-01', 'placed', 1 from unnest($1::bigint[]) id, generate_series(1, $2::int)`,
    [ids, notes],
  );
  await owner.query('analyze report_deltas');
  return { own, ids: ids.toSorted((a, b) => a - b) };
};

test('whose notes wait is found without reading them', async () => {
  const { own, ids } = await openBacklogs(10_000);
  const rowsRead = async (db: Db) => {
    const { rows } = await sql<{ rows: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'report_deltas'`.execute(db);
    return rows[0]!.rows;
  };
  const { found, rows } = await own.acrossTenants(async (db) => {
    const before = await rowsRead(db);
    return { found: await findTenantsToFold(db), rows: (await rowsRead(db)) - before };
  });
  expect(found).toEqual(ids);
  expect(rows).toBeLessThanOrEqual(4);
});

test('a restaurant with many notes has a batch added up, and then it is the turn of the next one', async () => {
  const { own, ids } = await openBacklogs(12_000);
  const turns: number[] = [];
  const { fold, stop } = startFolding({
    databases: {
      ...own,
      asTenantInBackground: (tenantId, ...rest) => {
        turns.push(tenantId);
        return own.asTenantInBackground(tenantId, ...rest);
      },
    },
    onError: (error) => expect.unreachable(String(error)),
  });
  await fold();
  await stop();
  expect(turns).toEqual([...ids, ...ids, ...ids]);
});

test('a restaurant whose notes cannot be added up now keeps those of no other one waiting', async () => {
  const opened = await Promise.all([openRestaurant(), openRestaurant(), openRestaurant()]);
  for (const restaurant of opened) {
    const { soup } = await openMenu(restaurant);
    await restaurant.admin(createOrderAndInvoice, { body: { cart: [{ id: soup, quantity: 1 }] } });
  }
  const ids = opened.map(({ tenantId }) => tenantId);
  const told: unknown[] = [];
  const folded: number[] = [];
  const { fold, stop } = startFolding({
    databases: {
      ...databases,
      readAcrossTenants: async () => ids as never,
      asTenantInBackground: (tenantId, ...rest) => {
        if (tenantId === ids[1]) return Promise.reject(new Error('too much under way'));
        folded.push(tenantId);
        return databases.asTenant(tenantId, ...rest);
      },
    },
    onError: (error) => told.push(error),
  });
  await fold();
  await stop();
  expect([told.length, folded]).toEqual([1, [ids[0], ids[2]]]);
  const left = () => database.query('select from report_deltas where tenant_id = any($1)', [folded]);
  // the server of another test may be at it, too
  await expect.poll(async () => (await left()).rowCount).toBe(0);
});
