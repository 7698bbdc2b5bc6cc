import { findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import type { PaidInvoice } from '#contract/paid-invoices.ts';
import { toDecimal } from '#contract/pricing.ts';
import { findInvoicesOf } from '#server/features/payments/payments.queries.ts';
import { changeOf } from '#server/features/payments/payments.rules.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findOrders, type OrderRow } from './order-board.queries.ts';

/** The orders, of which none is cancelled. */
export const getOrdersOnBill = async (db: Db, ids: number[]): Promise<OrderRow[]> => {
  const orders = await findOrders(db, ids);
  if (orders.length !== ids.length) throw new AppError('not_found', 'This order does not exist!');
  if (orders.some((order) => order.status === 'cancelled')) throw new AppError('conflict', 'A cancelled order cannot be paid!');
  return orders;
};

type FoundInvoice = Awaited<ReturnType<typeof findInvoicesOf>>[number];

/** Who took the payment of an order, when and how; several types of payment are joined by a comma. */
export const toPaidInvoice = ({ id, created_at, total, currency, member, payments, buyer }: FoundInvoice): PaidInvoice => {
  const amount = (minor: number | bigint) => toDecimal(BigInt(minor), findCurrency(currency)!.decimals);
  return {
    id,
    created_at: created_at.toISOString(),
    payment_type: [...new Set(payments.map((payment) => payment.payment_type))].join(', '),
    total: amount(total),
    member,
    payments: payments.map((payment) => ({
      payment_type: payment.payment_type,
      amount: amount(payment.amount),
      tip: amount(payment.tip),
      tendered: payment.tendered === null ? null : amount(payment.tendered),
      change: amount(changeOf(payment)),
      reference: payment.reference,
    })),
    buyer,
  };
};

/** Two terminals took payment for one table: the later is told by whom, when and how it was paid. */
const alreadyPaid = async (db: Db, ids: number[]) =>
  new AppError('conflict', 'This order is already paid!', { body: { payments: (await findInvoicesOf(db, ids)).map(toPaidInvoice) } });

/** The orders, of which none is paid. */
export const getOrdersToBill = async (db: Db, ids: number[]): Promise<OrderRow[]> => {
  const orders = await getOrdersOnBill(db, ids);
  if (orders.some((order) => order.payment_status === 'paid')) throw await alreadyPaid(db, ids);
  return orders;
};
