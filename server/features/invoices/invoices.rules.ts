import { stringify } from 'csv-stringify/sync';
import { findCurrency } from '#contract/currencies.ts';
import type { Invoice } from '#contract/invoices.ts';
import { toDecimal, toText } from '#contract/pricing.ts';
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

// Spreadsheets skip control characters and blanks before a formula; csv-stringify does not (reliability.md §4).
// oxlint-disable-next-line no-control-regex -- just those are taken out
const plain = (cell: string | null): string => (cell ?? '').replace(/[\u0000-\u001F\u007F]+/g, ' ').trim();

/** Invoices as lines of a CSV file, the first ones with BOM and header; sums with the decimals of their currency, times of the store. */
export const writeInvoices = (rows: readonly InvoiceRow[], timezone: string, isFirst: boolean): string => {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
  const lines = rows.map((row): Record<(typeof columns)[number], string | number> => {
    const amount = (minor: number) => toText(BigInt(minor), findCurrency(row.currency)!.decimals);
    return {
      Invoice: row.invoice_id,
      Business_Date: row.business_date,
      Time: time.format(row.created_at),
      Tokens: row.orders.map(({ token_no }) => token_no).join(' '),
      Table: plain(row.table_title),
      Floor: plain(row.floor),
      Dining_Option: row.delivery_type,
      Customer: plain(row.name),
      Phone: plain(row.customer_id),
      Payment_Type: plain(row.payments.map(({ payment_type }) => payment_type).join(', ')),
      Subtotal: amount(row.sub_total),
      Tax: amount(row.tax_total),
      Total: amount(row.total),
      Currency: row.currency,
    };
  });
  return stringify(lines, { header: isFirst, columns: [...columns], bom: isFirst, escape_formulas: true });
};
