import { chargeLine, type ChargeRule } from '#contract/adjustments.ts';
import { findCurrency } from '#contract/currencies.ts';
import type { Invoice, OpenedInvoice } from '#contract/invoices.ts';
import { toDecimal, toText } from '#contract/pricing.ts';
import type { PaymentKind } from '#contract/payment-types.ts';
import { changeOf } from '#server/features/payments/payments.rules.ts';
import type { OrderRow } from '#server/features/orders/order-board.queries.ts';
import { toRuledCharges, toShare, toTaxShares } from '#server/features/prices/charges.rules.ts';
import { costOfOrders, toSummary } from '#server/features/orders/order-board.rules.ts';
import type { InvoiceRow } from './invoice-list.queries.ts';
import type { findRefunds } from './refunds.queries.ts';
import { leftOf, leftOfPaid, type StoredRefund } from './refunds.rules.ts';

/** An invoice as the wire writes it, with the decimals of the currency it was paid in. */
export const toInvoice = ({ business_date, payments, orders, refunded, ...row }: InvoiceRow): Invoice => {
  const { decimals } = findCurrency(row.currency)!;
  const amount = (minor: number | bigint) => toDecimal(BigInt(minor), decimals);
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    sub_total: amount(row.sub_total),
    tax_total: amount(row.tax_total),
    total: amount(row.total),
    payment_type: typesOf(payments) || null,
    kind: row.refund_of === null ? 'sale' : 'refund',
    refunded: amount(refunded),
    payments: payments.map((payment) => ({
      payment_id: payment.id,
      payment_type_id: payment.payment_type_id,
      payment_type: payment.payment_type,
      kind: payment.kind as PaymentKind,
      amount: amount(payment.amount),
      tip: amount(payment.tip),
      tendered: payment.tendered === null ? null : amount(payment.tendered),
      change: amount(changeOf(payment)),
      reference: payment.reference,
    })),
    discount: amount(row.discount),
    charges: amount(row.charges),
    rounding: amount(row.rounding),
    orders: orders.map(({ order_id, payment_status, token_no }) => ({ order_id, payment_status, token_no })),
  };
};

const typesOf = (payments: InvoiceRow['payments']): string => [...new Set(payments.map(({ payment_type }) => payment_type))].join(', ');

interface InvoiceAndRefunds {
  invoice: InvoiceRow;
  taken: { created_at: Date; member: string | null }[];
}

interface Later {
  refunds: Awaited<ReturnType<typeof findRefunds>>;
  buyer: OpenedInvoice['buyer'] | undefined;
  /** Of a refund: what it takes back of each tax. */
  own: StoredRefund['taxes'] | undefined;
  charges: readonly ChargeRule[];
  chained: { hash: string; previous_hash: string | null; hashed: string } | undefined;
}

/** An invoice with all that is known of it; its orders' lines in the currency it was paid in. */
export const toOpened = (
  { invoice, taken }: InvoiceAndRefunds,
  orders: OrderRow[],
  { refunds, buyer, own, charges, chained }: Later,
): OpenedInvoice => {
  const currency = findCurrency(invoice.currency)!;
  const amount = (minor: number | bigint) => toDecimal(BigInt(minor), currency.decimals);
  const written = toInvoice(invoice);
  const cost = costOfOrders(orders, charges);
  const left = leftOf(
    orders.flatMap(({ lines }) => lines.filter(({ status }) => status !== 'cancelled')),
    refunds,
    charges,
  );
  const taxes = own
    ? own
        .filter(({ sales, tax }) => sales !== 0 || tax !== 0)
        .map(({ parts = [], ...row }) => {
          const [sales, tax] = [BigInt(row.sales), BigInt(row.tax)];
          return toShare({ ...row, tax, parts }, row.type === 'exclusive' ? sales : sales - tax, currency.decimals);
        })
    : toTaxShares([...cost.lines, ...cost.charges.map(chargeLine)], currency);
  const bill = toSummary(orders, currency, charges);
  // several refunds are rounded as the one sale was, which no refund's lines add up to by themselves
  const summary = own ? { ...bill, subtotal: written.sub_total, taxTotal: written.tax_total, total: written.total, taxes } : bill;
  return {
    ...written,
    invoice: written,
    summary,
    items: summary.orders.flatMap(({ items }) =>
      items.map((item) => ({ ...item, refundable: left.total > 0n ? (left.pieces.get(item.id) ?? 0) : 0 })),
    ),
    taxes,
    charged: toRuledCharges(cost.charges, currency),
    buyer: buyer ?? null,
    ...(!own && { to_give_back: amount(leftOfPaid([invoice, ...refunds])) }),
    hash: chained?.hash ?? null,
    previous_hash: chained?.previous_hash ?? null,
    hashed: chained ? (JSON.parse(chained.hashed) as Record<string, unknown>) : null,
    refunds: refunds.map(({ id, total, created_at, reason, note }) => ({
      invoice_id: id,
      total: amount(total),
      created_at: created_at.toISOString(),
      reason: [reason, note].filter(Boolean).join(': ') || null,
    })),
    history: [
      ...(own ? [] : orders).map(({ created_at, token_no }) => ({ at: created_at, what: 'ordered' as const, token_no, member: null })),
      ...taken.map(({ created_at, member }) => ({ at: created_at, what: 'paid' as const, token_no: null, member })),
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
  'Refund_Of',
  'Discount',
  'Charges',
  'Cash_Rounding',
  'Tips',
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
      Payment_Type: typesOf(row.payments),
      Subtotal: amount(row.sub_total),
      Tax: amount(row.tax_total),
      Total: amount(row.total),
      Currency: row.currency,
      Refund_Of: row.refund_of,
      Discount: amount(row.discount),
      Charges: amount(row.charges),
      Cash_Rounding: amount(row.rounding),
      Tips: amount(row.payments.reduce((sum, { tip }) => sum + tip, 0)),
    };
  });
};
