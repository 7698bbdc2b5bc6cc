import { sql } from 'kysely';
import { findOrders } from '#server/features/orders/order-board.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { idsOf } from '#server/platform/database/batches.ts';

/** The newest orders of a customer, newest first; all of them without a limit. */
export const findOrdersOf = async (db: Db, customerId: number, limit?: number) => {
  const heads = await db
    .selectFrom('orders')
    .leftJoin('invoices', (join) =>
      join.onRef('invoices.tenant_id', '=', 'orders.tenant_id').onRef('invoices.id', '=', 'orders.invoice_id'),
    )
    .select(['orders.id', 'orders.invoice_id', 'invoices.currency'])
    .where('orders.customer_id', '=', customerId)
    .orderBy('orders.id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute();
  const orders = new Map((await findOrders(db, idsOf(heads))).map((order) => [order.id, order]));
  return heads.map(({ id, invoice_id, currency }) => ({ ...orders.get(id)!, invoice_id, paid_in: currency }));
};

export type CustomerOrderRow = Awaited<ReturnType<typeof findOrdersOf>>[number];

/** Where the last delivery to the customer went that has an address. */
export const findDeliveryAddress = async (db: Db, customerId: number): Promise<string | null> => {
  const order = await db
    .selectFrom('orders')
    .select('delivery_address')
    .where('customer_id', '=', customerId)
    .where('delivery_address', 'is not', null)
    .where('status', '<>', 'cancelled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return order?.delivery_address ?? null;
};

/** When the customer last ordered something that was not cancelled. */
export const findLastVisit = async (db: Db, customerId: number): Promise<Date | undefined> => {
  const order = await db
    .selectFrom('orders')
    .select('created_at')
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'cancelled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return order?.created_at;
};

/** Paid bills in all currencies, and what they came to in this one, in minor units (0007_customers.sql). */
export const findSums = async (db: Db, customerId: number, currency: string) => {
  const { rows } = await sql<{ visits: number; spend: number }>`
    select coalesce(sum(visits), 0)::bigint as visits, coalesce(sum(spend) filter (where currency = ${currency}), 0)::bigint as spend
    from customer_sums where customer_id = ${customerId}`.execute(db);
  return rows[0]!;
};
