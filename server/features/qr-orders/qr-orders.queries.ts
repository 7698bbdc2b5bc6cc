import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

/** How many orders of diners wait for a till. */
export const countWaiting = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('qr_orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'created')
    .executeTakeFirstOrThrow();
  return count;
};

/** Strangers can send hundreds in a night, of fifty lines each: more than this no till can show, and cancel-all takes all. */
const SHOWN = 100;

/** The first orders of diners that wait for a till, oldest first, with their lines. */
export const findWaiting = async (db: Db) => {
  const waiting = await db
    .selectFrom('qr_orders')
    .leftJoin('customers', (join) =>
      join.onRef('customers.tenant_id', '=', 'qr_orders.tenant_id').onRef('customers.id', '=', 'qr_orders.customer_id'),
    )
    .select([
      'qr_orders.id',
      'qr_orders.created_at',
      'delivery_type',
      'customer_type',
      // the wire's customer id is the phone (reliability.md N10)
      'customers.phone as customer_id',
      'customers.name as customer_name',
      'table_id',
      'table_title',
      'floor',
      'currency',
      'status',
    ])
    .where('status', '=', 'created')
    .orderBy('qr_orders.id')
    .limit(SHOWN)
    .execute();
  const ids = waiting.map(({ id }) => id);
  const lines = await db
    .selectFrom('qr_order_lines')
    .select([
      'id',
      'qr_order_id',
      'item_id',
      'item_title',
      'variant_id',
      'variant_title',
      'unit_price',
      'addons',
      'quantity',
      'notes',
      'tax_id',
      'tax_title',
      'tax_rate',
      'tax_type',
    ])
    .where(sql<boolean>`qr_order_id = any(${ids})`)
    .orderBy('id')
    .execute();
  const linesOf = Map.groupBy(lines, (line) => line.qr_order_id);
  return waiting.map((order) => ({ ...order, lines: linesOf.get(order.id) ?? [] }));
};

export type WaitingOrder = Awaited<ReturnType<typeof findWaiting>>[number];

/** Cancels those that still wait, all of them or just one; answers which it cancelled. */
export const markWaitingCancelled = async (db: Db, id?: number): Promise<number[]> => {
  const cancelled = await db
    .updateTable('qr_orders')
    .set({ status: 'cancelled' })
    .where('status', '=', 'created')
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .returning('id')
    .execute();
  return cancelled.map((row) => row.id);
};

export const isQrOrder = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('qr_orders').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
