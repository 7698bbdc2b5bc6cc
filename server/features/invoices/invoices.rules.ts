import { findCurrency } from '#contract/currencies.ts';
import type { Invoice, OpenedInvoice } from '#contract/invoices.ts';
import { toDecimal, toPercent, toText } from '#contract/pricing.ts';
import type { OrderRow } from '#server/features/orders/order-board.queries.ts';
import { taxesOf, toSummary } from '#server/features/orders/order-board.rules.ts';
import type { InvoiceRow } from './invoice-list.queries.ts';

/** An invoice as the wire writes it, with the decimals of the currency it was paid in. */
export const toInvoice = ({ business_date, payments, orders, ...row }: InvoiceRow): Invoice => {
  const amount = (minor: number) => toDecimal(BigInt(minor), findCurrency(row.currency)!.decimals);
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    sub_total: amount(row.sub_total),
    tax_total: amount(row.tax_total),
    total: amount(row.total),
    payment_type: [...new Set(payments.map((payment) => payment.payment_type))].join(', ') || null,
    orders: orders.map(({ order_id, payment_status, token_no }) => ({ order_id, payment_status, token_no })),
  };
};

interface Found {
  invoice: InvoiceRow;
  payments: { payment_type: string; amount: number; created_at: Date; member: string | null }[];
}

/** An invoice with all that is known of it; its orders' lines in the currency it was paid in. */
export const toOpened = ({ invoice, payments }: Found, orders: OrderRow[]): OpenedInvoice => {
  const currency = findCurrency(invoice.currency)!;
  const amount = (minor: number | bigint) => toDecimal(BigInt(minor), currency.decimals);
  return {
    invoice: toInvoice(invoice),
    summary: toSummary(orders, currency),
    taxes: taxesOf(orders).map(({ rate, tax, ...share }) => ({ ...share, rate: toPercent(rate), tax: amount(tax) })),
    payments: payments.map((payment) => ({ payment_type: payment.payment_type, amount: amount(payment.amount) })),
    history: [
      ...orders.map(({ created_at, token_no }) => ({ at: created_at, what: 'ordered' as const, token_no, member: null })),
      ...payments.map(({ created_at, member }) => ({ at: created_at, what: 'paid' as const, token_no: null, member })),
    ].map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  };
};

/** The number that a search text may be, of an invoice or an order; '#972' means it as well. */
export const readNumber = (text: string): number | null => {
  const [, digits] = /^#?\s*(\d{1,16})$/.exec(text) ?? [];
  const number = Number(digits ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : null;
};

export const invoiceColumns = [
  'Invoice',
  'Business_Date',
  'Time',
  'Tokens',
  'Table',
  'Floor',
  'Dining_Option',
  'Customer',
  'Phone',
  'Payment_Type',
  'Subtotal',
  'Tax',
  'Total',
  'Currency',
] as const;

type InvoiceCells = Record<(typeof invoiceColumns)[number], string | number | null>;

/** Invoices as cells of a spreadsheet: sums with the decimals of their currency, times of the store. */
export const toInvoiceCells = (rows: readonly InvoiceRow[], timezone: string): InvoiceCells[] => {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
  return rows.map((row) => {
    const amount = (minor: number) => toText(BigInt(minor), findCurrency(row.currency)!.decimals);
    return {
      Invoice: row.invoice_id,
      Business_Date: row.business_date,
      Time: time.format(row.created_at),
      Tokens: row.orders.map(({ token_no }) => token_no).join(' '),
      Table: row.table_title,
      Floor: row.floor,
      Dining_Option: row.delivery_type,
      Customer: row.name,
      Phone: row.customer_id,
      Payment_Type: row.payments.map(({ payment_type }) => payment_type).join(', '),
      Subtotal: amount(row.sub_total),
      Tax: amount(row.tax_total),
      Total: amount(row.total),
      Currency: row.currency,
    };
  });
};
