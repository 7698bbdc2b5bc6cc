import { findCurrency } from '#contract/currencies.ts';
import type { Invoice } from '#contract/invoices.ts';
import { toDecimal } from '#contract/pricing.ts';
import type { InvoiceRow } from './invoice-list.queries.ts';

/** An invoice as the wire writes it, with the decimals of the currency it was paid in. */
export const toInvoice = ({ currency, business_date, payments, orders, ...row }: InvoiceRow): Invoice => {
  const amount = (minor: number) => toDecimal(BigInt(minor), findCurrency(currency)!.decimals);
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    sub_total: amount(row.sub_total),
    tax_total: amount(row.tax_total),
    total: amount(row.total),
    payment_type: payments.map((payment) => payment.payment_type).join(', ') || null,
    orders: orders.map(({ order_id, payment_status, token_no }) => ({ order_id, payment_status, token_no })),
  };
};

/** The number that a search text may be, of an invoice or an order. */
export const readNumber = (text: string): number | null => {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
};
