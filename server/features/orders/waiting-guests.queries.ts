import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

// The nouns qr-orders and qr-menu are built on this one: written in their own feature this would be a circle.

interface Seat {
  table_id: number;
  table_title: string | null;
  floor: string | null;
}

/** What diners of a table have ordered and nobody has accepted yet goes with their bill, or it would open another one; answers which. */
export const moveWaiting = async (db: Db, fromTable: number, to: Seat): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update qr_orders set table_id = ${to.table_id}, table_title = ${to.table_title}, floor = ${to.floor}
    where table_id = ${fromTable} and status = 'created' returning id`.execute(db);
  return rows.map(({ id }) => id);
};

/** The other way round, of those that still wait. */
export const moveWaitingBack = (db: Db, ids: readonly number[], to: Seat) =>
  sql`
    update qr_orders set table_id = ${to.table_id}, table_title = ${to.table_title}, floor = ${to.floor}
    where id = any(${ids}) and status = 'created'`.execute(db);
