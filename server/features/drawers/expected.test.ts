import { type RootOperationNode, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDrawer } from '#contract/drawers.ts';
import { databases, openRestaurant } from '#server/testing/restaurant.ts';
import { sumExpected } from './drawers.queries.ts';

test('of all payments only those since the drawer was opened are read, and whoever plans the statement knows the day', async () => {
  const { admin, tenantId } = await openRestaurant();
  const { drawerId } = (await admin(openDrawer, { body: { title: 'Bar', float: 100 } })).reply;
  const plan = await databases.asTenant(tenantId, async (db) => {
    const asked: RootOperationNode[] = [];
    const watched = db.withPlugin({
      transformQuery: ({ node }) => (asked.push(node), node),
      transformResult: async ({ result }) => result,
    }) as typeof db;
    expect(await sumExpected(watched, [drawerId])).toEqual(new Map([[drawerId, 10_000n]]));
    // as where there are many payments
    await sql`set local enable_seqscan = off`.execute(db);
    await sql`set local enable_bitmapscan = off`.execute(db);
    const { sql: text, parameters } = db.getExecutor().compileQuery(asked.at(-1)!, { queryId: 'plan' });
    const pieces = text.split(/\$\d+/);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.join(
      pieces.flatMap((piece, at) => (at < parameters.length ? [sql.raw(piece), sql`${parameters[at]}`] : [sql.raw(piece)])),
      sql``,
    )}`.execute(db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/business_date >= '\d{4}-\d\d-\d\d'::date/);
});
