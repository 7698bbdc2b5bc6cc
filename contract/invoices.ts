import * as z from 'zod';
import { ruledCharge } from './bill-costs.ts';
import { buyer } from './buyer.ts';
import { endpoint } from './endpoint.ts';
import {
  approvalToken,
  decimal,
  done,
  id,
  instant,
  INVALID,
  looseId,
  optionalId,
  optionalText,
  paging,
  pathId,
  text,
  title,
} from './fields.ts';
import { orderIds, orderSummary, summaryItem } from './orders.ts';
import { paymentKinds, paymentList, paymentType } from './payment-types.ts';
import { absent, allPeriods, periodQuery } from './period.ts';
import { deliveryTypes } from './pos.ts';
import { printSettings, storeSettings } from './shown-settings.ts';
import { reasonFields } from './reasons.ts';
import { taxShare } from './bill-costs.ts';

const access = ['INVOICES'] as const;

export const invoice = z.object({
  invoice_id: id,
  created_at: instant,
  sub_total: z.number(),
  tax_total: z.number(),
  total: z.number(),
  /** it was paid in, whatever the store's is now */
  currency: z.string(),
  table_id: id.nullable(),
  table_title: z.string().nullable(),
  floor: z.string().nullable(),
  delivery_type: z.string(),
  customer_type: z.string(),
  customer_id: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** The types it was paid with, each once, joined by a comma. */
  payment_type: z.string().nullable(),
  kind: z.enum(['sale', 'refund']),
  /** Of a refund: the invoice that it takes back. */
  refund_of: id.nullable(),
  /** What was taken back of it so far. */
  refunded: z.number(),
  /** As they were corrected. */
  payments: z.array(
    z.object({
      /** The release before does not say it. */
      payment_id: id.optional(),
      payment_type_id: id.nullable(),
      payment_type: z.string(),
      kind: z.enum(paymentKinds),
      amount: z.number(),
      tip: z.number(),
      tendered: z.number().nullable(),
      change: z.number(),
      reference: z.string().nullable(),
    }),
  ),
  /** Money off, charges without tax on top, and cash rounding. */
  discount: z.number(),
  charges: z.number(),
  rounding: z.number(),
  orders: z.array(z.object({ order_id: id, payment_status: z.string(), token_no: z.number() })),
});
export type Invoice = z.output<typeof invoice>;

export const invoicePage = z.object({
  invoices: z.array(invoice),
  currentPage: z.number(),
  perPage: z.number(),
  totalPages: z.number(),
  totalInvoices: z.number(),
});

const left = <T extends z.ZodType>(schema: T) => z.preprocess(absent, schema.optional());
/** What else narrows a list of them; each may be left out. */
const narrowing = {
  /** One of its payments, as they were corrected, is of this type. */
  paymentTypeId: left(pathId),
  deliveryType: left(z.enum(deliveryTypes, INVALID)),
  /** The username of who sold it. */
  member: left(text(254)),
};

export const listInvoices = endpoint({
  method: 'GET',
  path: '/invoices',
  summary:
    'The invoices of a period, newest first, at most 5,000; with page or perPage one page of them. Payment type, dining option and member narrow it',
  access,
  query: periodQuery(allPeriods, { ...paging, ...narrowing }),
  reply: z.union([z.array(invoice), invoicePage]),
});

/** The rows of either kind of answer. */
export const invoiceRows = (answer: z.output<typeof listInvoices.reply>): Invoice[] => (Array.isArray(answer) ? answer : answer.invoices);

export const getInvoiceFile = endpoint({
  method: 'GET',
  path: '/invoices/export',
  summary:
    'The invoices of a period as a CSV file (text/csv), one invoice a line, oldest first; with q instead those that the search finds, newest first, at most 5,000',
  access,
  query: periodQuery(allPeriods, { q: text(100).default(''), ...narrowing }),
  reply: z.string(),
});

export const initInvoices = endpoint({
  method: 'GET',
  path: '/invoices/init',
  summary: 'Settings for printing an invoice, payment types for taking one back, and what a list may be narrowed by',
  access,
  reply: z.object({
    printSettings,
    storeSettings,
    paymentTypes: z.array(paymentType),
    /** Those that are switched off or deleted, and members who left, among them. */
    filters: z.object({
      paymentTypes: z.array(z.object({ id, title: z.string() })),
      members: z.array(z.object({ username: z.string(), name: z.string() })),
    }),
  }),
});

/** So many a search finds; the newest. */
export const INVOICES_FOUND = 20;

export const searchInvoices = endpoint({
  method: 'GET',
  path: '/invoices/search',
  summary: 'Invoices by number, order, part of a name, or four digits of a phone and more, however grouped; 20 rows',
  access,
  query: z.object({ q: text(100).default(''), ...narrowing }),
  reply: z.array(invoice),
});

/** What happened on the way to the invoice: an order came in, a payment was taken. */
const invoiceEvent = z.object({
  at: instant,
  what: z.enum(['ordered', 'paid']),
  token_no: z.number().nullable(),
  member: z.string().nullable(),
});

export const getInvoice = endpoint({
  method: 'GET',
  path: '/invoices/:id',
  summary: 'One invoice with its lines, the tax of each rate, its payments and how it came about',
  access,
  params: z.object({ id: pathId }),
  reply: invoice.extend({
    invoice,
    summary: orderSummary,
    /** As ordered; `refundable`: how many pieces may still be taken back. */
    items: z.array(summaryItem.extend({ refundable: z.number() })),
    taxes: z.array(taxShare),
    /** What was charged beside the lines. */
    charged: z.array(ruledCharge),
    buyer: buyer.nullable(),
    refunds: z.array(z.object({ invoice_id: id, total: z.number(), created_at: instant, reason: z.string().nullable() })),
    /** Of a sale: what was paid and is not given back yet; below 0 where coins made it more. */
    to_give_back: z.number().optional(),
    history: z.array(invoiceEvent),
    /** Chained to the invoice before it (wire-2.md §4): SHA-256 of the canonical JSON of `hashed`. Null: it is older than the chain. */
    hash: z.string().nullable(),
    previous_hash: z.string().nullable(),
    hashed: z.record(z.string(), z.unknown()).nullable(),
  }),
});
export type OpenedInvoice = z.output<typeof getInvoice.reply>;

export const summariseInvoice = endpoint({
  method: 'POST',
  path: '/invoices/orders',
  summary: 'The orders of an invoice with their sums, for printing it again',
  access,
  body: z.object({ orderIds }),
  reply: orderSummary,
});

const MORE = 'Please choose what to refund!';

export const refundInvoice = endpoint({
  method: 'POST',
  path: '/invoices/:id/refund',
  summary: 'Take an invoice back: items, a sum, or all that is left; right refund',
  access,
  idempotent: true,
  params: z.object({ id: pathId }),
  body: z.object({
    items: z
      .array(z.object({ itemId: looseId, quantity: z.int(MORE).min(1, MORE).max(999, MORE) }), MORE)
      .min(1, MORE)
      .max(1000, INVALID)
      .nullish(),
    /** Not null nor empty: whoever sends that meant a sum, and would take all back. */
    amount: decimal('Please provide an amount above 0!').optional(),
    paymentTypeId: looseId,
    /** The open drawer out of which it is given. */
    drawerId: optionalId,
    ...reasonFields,
    approvalToken,
  }),
  reply: done.extend({ invoiceId: id, total: z.number() }),
});

export const correctPayment = endpoint({
  method: 'POST',
  path: '/invoices/:id/correct-payment',
  summary: 'Say how an invoice was really paid, for the same sum; right refund',
  access,
  idempotent: true,
  params: z.object({ id: pathId }),
  body: z.object({
    payments: paymentList.min(1, 'Please provide a payment!'),
    /** The ids of the payments that stood when somebody looked: others by now → 409. */
    basedOn: z.array(looseId, INVALID).max(1000, INVALID).optional(),
    approvalToken,
  }),
  reply: done,
});

export const setBuyer = endpoint({
  method: 'POST',
  path: '/invoices/:id/buyer',
  summary: 'Say for whom an invoice is, once',
  access,
  params: z.object({ id: pathId }),
  body: z.object({
    name: title("Please provide the buyer's name!"),
    taxNumber: optionalText(40),
    address: optionalText(300),
  }),
  reply: done,
});
