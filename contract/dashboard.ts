import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { reservation } from './reservations.ts';

export const getDashboard = endpoint({
  method: 'GET',
  path: '/dashboard',
  summary: "The store's day so far: reservations, best sellers, orders and customers",
  access: ['DASHBOARD'],
  reply: z.object({
    reservations: z.array(reservation),
    topSellingItems: z.array(z.object({ id, title: z.string(), price: z.number(), orders_count: z.number() })),
    ordersCount: z.number(),
    newCustomerCount: z.number(),
    repeatedCustomerCount: z.number(),
    currency: z.string(),
    /** the zone in which the day is counted and times are shown */
    timezone: z.string(),
  }),
});

export const getTrend = endpoint({
  method: 'GET',
  path: '/dashboard/trend',
  summary: "Today's revenue by hour beside the average of the last eight same weekdays that had sales",
  access: ['DASHBOARD'],
  reply: z.object({
    currency: z.string(),
    /** the business day, YYYY-MM-DD */
    date: z.string(),
    /** of those eight weekdays, how many had sales and are in the average */
    comparedDays: z.number(),
    revenueTotal: z.number(),
    /** from the hour in which the day starts, 24 of them; `today` is null for hours that have not begun, in which nothing was sold */
    hours: z.array(z.object({ hour: z.int().min(0).max(23), today: z.number().nullable(), average: z.number() })),
  }),
});
