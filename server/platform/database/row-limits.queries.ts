import { sql } from 'kysely';
import { assertWithin } from '#contract/tenant-limits.ts';
import type { Db } from './database.ts';

/** Which rows each of these limits counts. */
const counted = {
  categories: sql`categories where archived_at is null`,
  tables: sql`store_tables where archived_at is null`,
  taxes: sql`taxes where archived_at is null`,
  charges: sql`charges where archived_at is null`,
  paymentTypes: sql`payment_types where archived_at is null`,
  reasons: sql`reasons where archived_at is null`,
  stations: sql`stations where archived_at is null`,
  printers: sql`printers where archived_at is null`,
  openDrawers: sql`drawers where closed_at is null`,
} as const;

export type RowLimit = keyof typeof counted;

/** Until the commit nobody else adds such rows: for who decides by those that are there, which may be none to lock. */
export const lockAdding = (db: Db, limit: RowLimit) =>
  sql`select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'limit', ${limit}::text, current_tenant()), 0))`.execute(db);

/**
 * Throws conflict when the tenant has more of these rows than it may. After the write: of two at once the second waits here for the first one's
 * commit, and counts what it added.
 */
export const assertRowsWithin = async (db: Db, limit: RowLimit): Promise<void> => {
  await lockAdding(db, limit);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${counted[limit]}`.execute(db);
  assertWithin(limit, rows[0]!.count);
};
