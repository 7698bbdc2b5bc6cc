import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hashToken } from '#server/platform/security/tokens.ts';
import { nodesOf, planOf } from '#server/testing/plans.ts';
import { databases, openRestaurant } from '#server/testing/restaurant.ts';
import { ACCESS_COOKIE } from './session-cookies.rules.ts';
import { findSessions } from './sessions.queries.ts';

const RELATIONS = ['sessions', 'members', 'tenants', 'tenant_counters'];
const openTwo = async () => {
  const [{ tenantId, cookies }] = [await openRestaurant(), await openRestaurant()];
  return { tenantId, hash: hashToken(cookies[ACCESS_COOKIE]!) };
};

test('whose a request is, is looked up row by row, whatever the planner takes the tables for', async () => {
  const { tenantId, hash } = await openTwo();
  const plan = await databases.acrossTenants((db) =>
    planOf(
      db,
      async (watched) => expect([...(await findSessions(watched, [hash], new Date(), 3)).values()]).toMatchObject([{ tenantId }]),
      () => sql`set local enable_nestloop = off`.execute(db),
    ),
  );
  const read = nodesOf(plan).filter((node) => RELATIONS.includes(node['Relation Name'] ?? ''));
  expect(new Set(read.map((node) => node['Relation Name']))).toEqual(new Set(RELATIONS));
  expect(Math.max(...read.map((node) => node['Actual Rows']! * node['Actual Loops']!))).toBe(1);
});

test('what each request asks for is planned once for each connection', async () => {
  const { hash } = await openTwo();
  const { rows } = await databases.acrossTenants(async (db) => {
    // PostgreSQL plans a statement for its values five times before it compares
    for (let count = 0; count < 8; count++) await findSessions(db, [hash], new Date(), 3);
    return sql`select generic_plans > 0 as "isPlannedOnce" from pg_prepared_statements where name = 'find_sessions'`.execute(db);
  });
  expect(rows).toEqual([{ isPlannedOnce: true }]);
});
