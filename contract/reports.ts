import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { pastPeriods, periodQuery } from './period.ts';

export const getReport = endpoint({
  method: 'GET',
  path: '/reports',
  summary: 'Sales, customers and best sellers of a period',
  access: ['REPORTS'],
  query: periodQuery(pastPeriods),
  reply: z.object({
    ordersCount: z.number(),
    newCustomers: z.number(),
    repeatedCustomers: z.number(),
    currency: z.string(),
    averageOrderValue: z.number(),
    totalCustomers: z.number(),
    netRevenue: z.number(),
    taxTotal: z.number(),
    revenueTotal: z.number(),
    topSellingItems: z.array(z.object({ id, title: z.string(), price: z.number(), orders_count: z.number() })),
  }),
});
