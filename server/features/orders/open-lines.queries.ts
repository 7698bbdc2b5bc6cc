import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/errors.ts';
import { assertWithin, tenantLimits } from '#contract/tenant-limits.ts';
import type { Db } from '#server/platform/database/database.ts';

const { most } = tenantLimits.openLines;
const TENANTS = 10_000;
/** ms; then other nodes and ways of ordering have filled what was free */
const KEPT = 60_000;

/** The lines of all open orders, which boards read all at once; counted to one above the limit. What is completed counts no more: it can always be. */
const countOpenLines = async (db: Db): Promise<number> => {
  // each order looks up its own: a plan for the average restaurant would read the lines of all years
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from (select tenant_id, id from orders where status = 'created') s
      cross join lateral (select from order_lines l where l.tenant_id = s.tenant_id and l.order_id = s.id offset 0) line
      limit ${most + 1}
    ) counted`.execute(db);
  return rows[0]!.count;
};

/** Throws conflict when orders that are brought back come to too much. */
export const assertOpenLines = async (db: Db): Promise<void> => assertWithin('openLines', await countOpenLines(db));

/**
 * Throws conflict when so many more lines would be too many. It counts in the database only once the orders since the last time could have
 * filled what was free then, or after a minute, so that an order costs nothing more; each node does so for itself.
 */
export const openRoomForOrders = () => {
  const free = new LRUCache<number, number>({ max: TENANTS, ttl: KEPT });
  return async (tenantId: number, lines: number, count: (work: (db: Db) => Promise<number>) => Promise<number>): Promise<void> => {
    const before = free.get(tenantId) ?? 0;
    const left = (before >= lines ? before : most - (await count(countOpenLines))) - lines;
    if (left < 0) throw new AppError('conflict', tenantLimits.openLines.sentence);
    free.set(tenantId, left);
  };
};

export type RoomForOrders = ReturnType<typeof openRoomForOrders>;
