import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDrawer } from '#contract/drawers.ts';
import { planOf } from '#server/testing/plans.ts';
import { databases, openRestaurant } from '#server/testing/restaurant.ts';
import { sumExpected } from './drawers.queries.ts';

test('of all payments only those since the drawer was opened are read, and whoever plans the statement knows the day', async () => {
  const { admin, tenantId } = await openRestaurant();
  const { drawerId } = (await admin(openDrawer, { body: { title: 'Bar', float: 100 } })).reply;
  const plan = await databases.asTenant(tenantId, (db) =>
    planOf(
      db,
      async (watched) => expect(await sumExpected(watched, [drawerId])).toEqual(new Map([[drawerId, 10_000n]])),
      // as where there are many payments
      async () => {
        await sql`set local enable_seqscan = off`.execute(db);
        await sql`set local enable_bitmapscan = off`.execute(db);
      },
    ),
  );
  expect(JSON.stringify(plan)).toMatch(/business_date >= '\d{4}-\d\d-\d\d'::date/);
});
