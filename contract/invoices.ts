import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, paging, pathId, text } from './fields.ts';
import { orderIds, orderSummary } from './orders.ts';
import { allPeriods, periodQuery } from './period.ts';
import { printSettings, storeSettings } from './pos.ts';

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
  payment_type: z.string().nullable(),
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

export const listInvoices = endpoint({
  method: 'GET',
  path: '/invoices',
  summary: 'The invoices of a period, newest first, at most 5,000; with page or perPage one page of them',
  access,
  query: periodQuery(allPeriods, paging),
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
  query: periodQuery(allPeriods, { q: text(100).default('') }),
  reply: z.string(),
});

export const initInvoices = endpoint({
  method: 'GET',
  path: '/invoices/init',
  summary: 'Settings for printing an invoice',
  access,
  reply: z.object({ printSettings, storeSettings }),
});

export const searchInvoices = endpoint({
  method: 'GET',
  path: '/invoices/search',
  summary: 'Invoices by number, order, part of a name, or four digits of a phone and more; 20 rows',
  access,
  query: z.object({ q: text(100).default('') }),
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
  reply: z.object({
    invoice,
    summary: orderSummary,
    taxes: z.array(z.object({ title: z.string(), rate: z.number(), type: z.enum(['exclusive', 'inclusive']), tax: z.number() })),
    payments: z.array(z.object({ payment_type: z.string(), amount: z.number() })),
    history: z.array(invoiceEvent),
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
