import { sql } from 'kysely';
import type { ChargeRule } from '#contract/adjustments.ts';
import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findPaidCharges } from './bill-charges.queries.ts';
import { findOrders, type OrderRow } from './order-board.queries.ts';

/** What was paid of orders, and what they were charged beside their lines. */
interface PaidOrders {
  orders: OrderRow[];
  charges: ChargeRule[];
}

const invoicesOf = (orders: readonly OrderRow[]): Set<number | null> =>
  new Set(
    orders.flatMap((order) => order.lines.flatMap((line) => (line.status === 'cancelled' ? [] : (line.invoice_id ?? order.invoice_id)))),
  );

/** The orders that each of these invoices is of. */
const findOrdersOf = async (db: Db, invoiceIds: number[]): Promise<Map<number, number[]>> => {
  const { rows } = await sql<{ invoice_id: number; order_id: number }>`
    select invoice_id, id as order_id from orders where invoice_id = any(${invoiceIds})
    union select invoice_id, order_id from order_lines where invoice_id = any(${invoiceIds}) order by order_id`.execute(db);
  return new Map([...Map.groupBy(rows, (row) => row.invoice_id)].map(([id, orders]) => [id, orders.map(({ order_id }) => order_id)]));
};

/** Of these orders what is on an invoice, with all that it was charged. */
const onInvoice = async (db: Db, id: number, orders: readonly OrderRow[]): Promise<PaidOrders> => ({
  orders: orders.map((order) => ({
    ...order,
    lines: order.lines.filter((line) => line.status !== 'cancelled' && (line.invoice_id ?? order.invoice_id) === id),
  })),
  charges: await findPaidCharges(db, [id]),
});

/** All that an invoice is of, where it is one of these orders. Throws not_found. */
export const getInvoiceOf = async (db: Db, id: number, asked: readonly OrderRow[]): Promise<PaidOrders> => {
  if (!invoicesOf(asked).has(id)) throw new AppError('not_found', 'This invoice does not exist!');
  const orderIds = (await findOrdersOf(db, [id])).get(id)!;
  return onInvoice(db, id, await findOrders(db, orderIds));
};

/** Orders with the charges of those invoices that are of nothing else: of the others nobody knows which part is theirs. */
export const withPaidCharges = async (db: Db, orders: OrderRow[]): Promise<PaidOrders> => {
  const asked = new Set(orders.map(({ id }) => id));
  const ordersOf = await findOrdersOf(
    db,
    [...invoicesOf(orders)].filter((id) => id !== null),
  );
  const whole = [...ordersOf].filter(([, orderIds]) => orderIds.every((id) => asked.has(id))).map(([id]) => id);
  return { orders, charges: await findPaidCharges(db, whole) };
};

/**
 * What is meant by the orders of an invoice: what is on it, not what is unpaid of them, nor what is on another invoice. Throws conflict where
 * the orders do not say which invoice it is.
 */
export const getPaidOf = async (db: Db, orders: OrderRow[]): Promise<PaidOrders> => {
  const on = invoicesOf(orders);
  const ids = [...on].filter((id) => id !== null);
  const ordersOf = await findOrdersOf(db, ids);
  const asked = new Set(orders.map(({ id }) => id));
  const [invoice, ...others] = [...ordersOf].filter(
    ([, orderIds]) => orderIds.length === asked.size && orderIds.every((id) => asked.has(id)),
  );
  if (invoice && others.length === 0) return onInvoice(db, invoice[0], orders);
  if (invoice || (ids.length > 0 && on.has(null))) throw new AppError('conflict', 'This order was paid in parts; open its invoice.');
  return withPaidCharges(db, orders);
};
