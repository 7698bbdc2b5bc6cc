import { findCurrency } from '#contract/currencies.ts';
import type { Invoice } from '#contract/invoices.ts';
import { toDecimal, toText } from '#contract/pricing.ts';
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
    payment_type: payments.map((payment) => payment.payment_type).join(', ') || null,
    orders: orders.map(({ order_id, payment_status, token_no }) => ({ order_id, payment_status, token_no })),
  };
};

/** The number that a search text may be, of an invoice or an order. */
export const readNumber = (text: string): number | null => {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
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
