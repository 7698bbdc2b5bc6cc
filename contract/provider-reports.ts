import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { asOf, id } from './fields.ts';
import { pastPeriods, periodQuery } from './period.ts';

const access = 'superadmin';

const figures = z.object({
  asOf,
  activeTenants: z.number(),
  /** subscribed restaurants × the plan's price, and twelve times that, in planCurrency */
  mrr: z.number(),
  arr: z.number(),
  planCurrency: z.string(),
  ordersProcessedToday: z.number(),
  /** in USD */
  salesVolumeToday: z.number(),
  /** currencies with sales in the period for which no rate is configured: their sales are not in the volume */
  unconverted: z.array(z.string()),
});

export const getProviderDashboard = endpoint({
  method: 'GET',
  path: '/superadmin/dashboard',
  summary: 'Restaurants, revenue and orders of the platform today (UTC)',
  access,
  reply: figures,
});

export const getProviderReport = endpoint({
  method: 'GET',
  path: '/superadmin/reports',
  summary: 'Orders, sales and best sellers of all restaurants in a period of UTC days',
  access,
  query: periodQuery(pastPeriods),
  reply: figures.extend({
    totalCustomers: z.number(),
    ordersProcessed: z.number(),
    salesVolume: z.number(),
    topSellingItems: z.array(z.object({ tenant_id: id, tenant_name: z.string(), item_id: id, title: z.string(), qty: z.number() })),
  }),
});
