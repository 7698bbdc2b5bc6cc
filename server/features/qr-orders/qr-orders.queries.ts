import { sql } from 'kysely';
import { QR_ORDERS_SHOWN } from '#contract/qr-orders.ts';
import type { Db } from '#server/platform/database/database.ts';

/** How many orders of diners wait for a till. */
export const countWaiting = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('qr_orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'created')
    .executeTakeFirstOrThrow();
  return count;
};

const diners = (db: Db) =>
  db
    .selectFrom('qr_orders')
    .leftJoin('customers', (join) =>
      join.onRef('customers.tenant_id', '=', 'qr_orders.tenant_id').onRef('customers.id', '=', 'qr_orders.customer_id'),
    )
    .select([
      'qr_orders.id',
      'qr_orders.created_at',
      'delivery_type',
      'customer_type',
      'table_id',
      'table_title',
      'floor',
      'currency',
      'status',
      'guest_name',
    ])
    // the wire's customer id is the phone (cases.md N10), of a diner also before staff accept the order
    .select(({ fn }) => [
      fn.coalesce('customers.phone', 'guest_phone').as('customer_id'),
      fn.coalesce('customers.name', 'guest_name').as('customer_name'),
    ])
    .orderBy('qr_orders.id');

const withLines = async <O extends { id: number }>(db: Db, orders: O[]) => {
  const ids = orders.map(({ id }) => id);
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
  return orders.map((order) => ({ ...order, lines: linesOf.get(order.id) ?? [] }));
};

/** The first orders of diners that wait for a till, oldest first, with their lines. */
export const findWaiting = async (db: Db) =>
  withLines(db, await diners(db).where('status', '=', 'created').limit(QR_ORDERS_SHOWN).execute());

/** What a customer ordered by QR code and no till made an order of, oldest first. */
export const findQrOrdersOf = async (db: Db, customerId: number) =>
  withLines(db, await diners(db).where('qr_orders.customer_id', '=', customerId).where('status', '<>', 'completed').execute());

export type WaitingOrder = Awaited<ReturnType<typeof findWaiting>>[number];

/** Cancels those that still wait, all of them or just these, and forgets who sent them; answers which it cancelled. */
export const markWaitingCancelled = async (db: Db, ids?: number[]): Promise<number[]> => {
  const cancelled = await db
    .updateTable('qr_orders')
    .set({ status: 'cancelled', guest_phone: null, guest_name: null })
    .where('status', '=', 'created')
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids})`))
    .returning('id')
    .execute();
  return cancelled.map((row) => row.id);
};

export const isQrOrder = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('qr_orders').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
