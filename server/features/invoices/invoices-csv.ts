import { findCurrency } from '#contract/currencies.ts';
import { toText } from '#contract/pricing.ts';
import { writeCsv } from '#server/platform/csv.ts';
import type { InvoiceRow } from './invoice-list.queries.ts';

const columns = [
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

/** Invoices as lines of a CSV file: sums with the decimals of their currency, times of the store. */
export const writeInvoices = (rows: readonly InvoiceRow[], timezone: string, isFirst: boolean): string => {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
  const lines = rows.map((row) => {
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
  return writeCsv(columns, lines, isFirst);
};
