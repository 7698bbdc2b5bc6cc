// Apart from customers.ts, which the till loads before it is shown: invoices and reservations come with it.
import * as z from 'zod';
import { buyer } from './buyer.ts';
import { customer, readCustomers, writeCustomers } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, text } from './fields.ts';
import { invoice } from './invoices.ts';
import { qrOrder } from './qr-orders.ts';
import { reservation } from './reservations.ts';

/** A phone in a path, where it names a customer. */
const pathPhone = z.object({ id: text(20) });

export const customerOrder = z.object({
  id,
  date: instant,
  token_no: z.number(),
  /** What the diner called themself; left out where it is the name. */
  guest_name: z.string().optional(),
  delivery_address: z.string().optional(),
  delivery_type: z.string(),
  table_title: z.string().nullable(),
  floor: z.string().nullable(),
  status: z.string(),
  payment_status: z.string(),
  invoice_id: id.nullable(),
  /** of what was not cancelled, with tax, in the currency it was ordered in */
  total: z.number(),
  currency: z.string(),
  items: z.array(
    z.object({
      item_title: z.string(),
      variant_title: z.string().nullable(),
      addons: z.array(z.string()),
      quantity: z.number(),
      notes: z.string().nullable(),
      status: z.string(),
    }),
  ),
});
export type CustomerOrder = z.output<typeof customerOrder>;

export const getCustomer = endpoint({
  method: 'GET',
  path: '/customers/:id',
  summary: 'A customer with visits, spend and the last orders',
  access: readCustomers,
  params: pathPhone,
  reply: customer.extend({
    /** paid bills */
    visits: z.number(),
    /** what was paid in the store's present currency */
    spend: z.number(),
    currency: z.string(),
    /** of the store, for the times */
    timezone: z.string(),
    last_visit: instant.nullable(),
    /** reservations to which nobody came; left out by older servers */
    no_shows: z.number().optional(),
    /** those to come whose guests are expected, the next one first, at most 20; left out by older servers */
    reservations: z.array(reservation).optional(),
    /** the last ten, newest first */
    orders: z.array(customerOrder),
  }),
});

export const createCustomerExport = endpoint({
  method: 'POST',
  path: '/customers/:id/export',
  summary: 'Everything that is stored about a customer, for the customer',
  access: writeCustomers,
  params: pathPhone,
  reply: z.object({
    exported_at: instant,
    person: customer,
    orders: z.array(customerOrder),
    /** what was ordered by QR code and no till made an order of */
    qr_orders: z.array(qrOrder),
    invoices: z.array(invoice),
    /** for whom some of them were written; left out by older servers */
    buyers: z.array(buyer.extend({ invoice_id: id })).optional(),
    reservations: z.array(reservation),
  }),
});
