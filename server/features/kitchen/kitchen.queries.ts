import { sql } from 'kysely';
import { listOf } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';

export const getKitchenMinutes = (db: Db) =>
  db
    .selectFrom('store_settings')
    .select(['kitchen_warn_minutes as warnMinutes', 'kitchen_late_minutes as lateMinutes'])
    .executeTakeFirstOrThrow();

/** The tables of these bills; those without one are left out. */
export const findTablesOf = async (db: Db, checkIds: readonly number[]): Promise<Map<number, string>> => {
  if (checkIds.length === 0) return new Map();
  const rows = await db.selectFrom('checks').select(['id', 'table_title']).where(sql<boolean>`id = any(${checkIds})`).execute();
  return new Map(rows.flatMap(({ id, table_title: title }) => (title === null ? [] : [[id, title]])));
};

/** The orders of which something was cancelled since then under a cook's hands, and no cook has said so yet; of these, where some are named. */
export const findCancelledUnseen = async (db: Db, since: Date, ids?: number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('order_lines')
    .innerJoin('orders', (join) =>
      join.onRef('orders.tenant_id', '=', 'order_lines.tenant_id').onRef('orders.id', '=', 'order_lines.order_id'),
    )
    .modifyFront(ids === undefined ? sql`/* find_cancelled_unseen */` : sql`/* find_cancelled_of_orders */`)
    .select('order_id')
    .distinct()
    .where('cancelled_unseen_at', '>', since)
    .$if(ids !== undefined, (line) => line.where(sql<boolean>`order_id = any(${listOf(ids!)})`))
    .where('orders.status', '<>', 'completed')
    .execute();
  return rows.map(({ order_id }) => order_id);
};

/** The orders of which a cook completed something since then, and when the last of it; latest first; of these stations’ lines, where some are named. */
export const findFinished = (db: Db, since: Date, limit: number, stationIds?: readonly (number | null)[]) =>
  db
    .selectFrom('order_lines')
    .select(['order_id', (line) => line.fn.max('cooked_at').as('finished_at')])
    .where('cooked_at', '>', since)
    .where('status', '=', 'completed')
    .$if(stationIds !== undefined, (line) => line.where(sql<boolean>`coalesce(station_id, 0) = any(${stationIds!.map((id) => id ?? 0)})`))
    .groupBy('order_id')
    .orderBy('finished_at', 'desc')
    .orderBy('order_id', 'desc')
    .limit(limit)
    .execute();
