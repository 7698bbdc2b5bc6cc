import { findCurrency } from '#contract/currencies.ts';
import { toDecimal } from '#contract/pricing.ts';
import { findInvoicesOf } from '#server/features/payments/payments.queries.ts';
import { fixedCharges } from '#server/features/prices/charges.rules.ts';
import { getCurrency } from '#server/features/store-settings/currency.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findOpenCharges, findOrderCharges } from './bill-charges.queries.ts';
import { findBillLines, isOwed } from './bill-lines.queries.ts';
import { sumCaptured } from './check-payments.queries.ts';
import { findCheckRows } from './checks.queries.ts';
import { sumsOf } from './checks.rules.ts';
import type { OrderRow } from './order-board.queries.ts';
import { billOf, toSummary } from './order-board.rules.ts';
import { toPaidInvoice } from './orders-to-bill.queries.ts';
import { getInvoiceOf, withPaidCharges } from './paid-orders.queries.ts';
import { idsOf } from '#server/platform/database/batches.ts';

/** The bills that something unpaid of these orders is on. */
const billsOf = (orders: readonly OrderRow[]): number[] => {
  const owed = orders.flatMap((order) =>
    order.lines.filter((line) => order.payment_status === 'pending' && isOwed(line)).map((line) => line.check_id ?? order.check_id),
  );
  return [...new Set(owed)];
};

/** What is captured for the bills that something unpaid of these orders is on. */
export const findCaptured = async (db: Db, orders: readonly OrderRow[]): Promise<bigint> =>
  [...(await sumCaptured(db, billsOf(orders))).values()].reduce((sum, paid) => sum + paid, 0n);

/** What is left to be paid of those bills, which may have more on them than these orders. */
const findDue = async (db: Db, orders: readonly OrderRow[], now: Date): Promise<bigint> => {
  const ids = billsOf(orders);
  const checks = await findCheckRows(db, ids);
  const lines = await findBillLines(db, ids);
  const captured = await sumCaptured(db, ids);
  const open = await findOpenCharges(db, checks, lines, now);
  return checks.reduce((sum, check) => {
    const mine = lines.filter(({ on_check }) => on_check === check.id);
    return sum + sumsOf(check, mine, { captured: captured.get(check.id), charges: open.get(check.id)!.charges }).due;
  }, 0n);
};

/** What the bill of these orders comes to; of those that are paid also what one of their invoices does. */
export const summaryOf = async (db: Db, orders: OrderRow[], { invoiceId, now }: { invoiceId: number | null; now: Date }) => {
  const invoices = await findInvoicesOf(db, idsOf(orders));
  // what was paid before the store changed its currency keeps the decimals it had
  const currency = invoices[0] ? findCurrency(invoices[0].currency)! : await getCurrency(db);
  if (invoiceId !== null || orders.every((order) => order.payment_status === 'paid')) {
    const paid = invoiceId === null ? await withPaidCharges(db, orders) : await getInvoiceOf(db, invoiceId, orders);
    const summary = toSummary(paid.orders, currency, paid.charges);
    const shown = invoices.filter(({ id }) => invoiceId === null || id === invoiceId);
    return { ...summary, invoices: shown.map(toPaidInvoice), paid: summary.total, due: 0 };
  }
  const charges = fixedCharges(await findOrderCharges(db, orders, now));
  const captured = await findCaptured(db, orders);
  const due = captured === 0n ? billOf(orders, charges).total : await findDue(db, orders, now);
  return {
    ...toSummary(orders, currency, charges),
    invoices: invoices.map(toPaidInvoice),
    paid: toDecimal(captured, currency.decimals),
    due: toDecimal(due, currency.decimals),
  };
};
