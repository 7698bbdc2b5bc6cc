import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { asOf, id, instant } from './fields.ts';
import { pastPeriods, periodQuery } from './period.ts';

/** What a period is judged by; money in the store's present currency, cancelled orders and items left out (wire.md §3). */
const figures = {
  ordersCount: z.number(),
  newCustomers: z.number(),
  repeatedCustomers: z.number(),
  averageOrderValue: z.number(),
  /** Whose average that is. */
  paidOrdersCount: z.number().optional(),
  netRevenue: z.number(),
  taxTotal: z.number(),
  revenueTotal: z.number(),
};

export const getReport = endpoint({
  method: 'GET',
  path: '/reports',
  summary: 'Sales, customers and best sellers of a period',
  access: ['REPORTS'],
  query: periodQuery(pastPeriods),
  figures: true,
  reply: z.object({
    asOf,
    ...figures,
    currency: z.string(),
    totalCustomers: z.number(),
    /** As in the details; the release before does not say them. */
    discounts: z.number().optional(),
    charges: z.number().optional(),
    topSellingItems: z.array(z.object({ id, title: z.string(), price: z.number(), orders_count: z.number() })),
  }),
});

/** Revenue is what was invoiced with tax; sales are line totals, with the tax that is in prices and without the tax on top. */
export const getReportDetails = endpoint({
  method: 'GET',
  path: '/reports/details',
  summary: 'The sales of a period over time, by category, payment type, member, hour and tax, and the period before it',
  access: ['REPORTS'],
  query: periodQuery(pastPeriods),
  figures: true,
  reply: z.object({
    asOf,
    currency: z.string(),
    from: z.string(),
    to: z.string(),
    /** The period right before, of the same length; of a period that still runs, only as much of it as has passed counts. */
    previous: z.object({
      from: z.string(),
      to: z.string(),
      /** when its last day is cut: as much of it counts as has passed of today; null when all of it does */
      until: instant.nullable(),
      ...figures,
    }),
    /** Hours of the store's day for a single day, days for up to a quarter, else months; what has not begun is left out. */
    step: z.enum(['hour', 'day', 'month']),
    overTime: z.array(z.object({ at: z.string(), revenue: z.number(), orders: z.number() })),
    /** By the wall clock of the store, from 00 to 23: orders as they were placed, revenue as it was paid. */
    byHour: z.array(z.object({ hour: z.string(), orders: z.number(), revenue: z.number() })),
    /** Paid items by the category that they stand in today, or stood in when it was deleted. */
    byCategory: z.array(z.object({ category_id: id.nullable(), title: z.string().nullable(), quantity: z.number(), sales: z.number() })),
    /** Takings as they were captured; tips are beside the amounts. */
    byPaymentType: z.array(z.object({ payment_type: z.string(), payments: z.number(), amount: z.number(), tips: z.number() })),
    tips: z.number(),
    /** How much these amounts are above the revenue, since cash has no smaller coin (wire-2.md §3); the release before does not say it. */
    rounding: z.number().optional(),
    byMember: z.array(z.object({ name: z.string().nullable(), invoices: z.number(), revenue: z.number() })),
    byTax: z.array(
      z.object({
        title: z.string(),
        rate: z.number(),
        type: z.enum(['exclusive', 'inclusive']),
        sales: z.number(),
        tax: z.number(),
        /** What the tax is made of, such as CGST and SGST; they add up to it. */
        parts: z.array(z.object({ title: z.string(), rate: z.number(), tax: z.number() })),
      }),
    ),
    /** Of the orders placed in the period: how many were cancelled as a whole, and what all cancelled items would have come to. */
    cancelled: z.object({
      orders: z.number(),
      quantity: z.number(),
      amount: z.number(),
      /** Of them, what the kitchen had made. */
      made: z.object({ quantity: z.number(), amount: z.number() }),
    }),
    /** What was taken off invoices, and what they were charged beside their lines, without tax on top (wire-2.md §3). */
    discounts: z.number(),
    charges: z.number(),
    /** What was cancelled after it was sent, taken off, and paid back; `reason` null where none was given. */
    byReason: z.array(
      z.object({ kind: z.enum(['void', 'discount', 'refund']), reason: z.string().nullable(), count: z.number(), amount: z.number() }),
    ),
    /** Who took `discounts` off, the most first; `name` null for a former member. */
    discountsByMember: z.array(z.object({ name: z.string().nullable(), count: z.number(), amount: z.number() })),
  }),
});
