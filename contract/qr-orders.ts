import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, instant, INVALID, looseId, pathId } from './fields.ts';
import { ORDERS_AT_ONCE } from './orders.ts';

const access = ['POS'] as const;

export const qrOrderItem = z.object({
  id,
  order_id: id,
  item_id: id,
  item_title: z.string(),
  tax_id: id.nullable(),
  tax_title: z.string().nullable(),
  tax_rate: z.number().nullable(),
  tax_type: z.enum(['exclusive', 'inclusive']).nullable(),
  variant_id: id.nullable(),
  variant_title: z.string().nullable(),
  price: z.number(),
  quantity: z.number(),
  status: z.string(),
  date: instant,
  addons: z.array(z.object({ id, item_id: id, title: z.string(), price: z.number() })).nullable(),
  notes: z.string().nullable(),
});

/** What a diner has ordered and no till has taken over yet (wire.md §3). */
export const qrOrder = z.object({
  id,
  date: instant,
  delivery_type: z.string().nullable(),
  customer_type: z.enum(['WALKIN', 'CUSTOMER']),
  customer_id: z.string().nullable(),
  customer_name: z.string().nullable(),
  /** What the diner calls themself, where the store knows the phone under another name; left out otherwise. */
  guest_name: z.string().optional(),
  table_id: id.nullable(),
  table_title: z.string().nullable(),
  floor: z.string().nullable(),
  status: z.string(),
  payment_status: z.enum(['pending', 'paid']),
  items: z.array(qrOrderItem),
});
export type QrOrder = z.output<typeof qrOrder>;

export const countQrOrders = endpoint({
  method: 'GET',
  path: '/pos/qrorders/count',
  summary: 'How many QR orders wait for a till, and whether diners can order at the moment',
  access,
  reply: z.object({
    status: z.literal(true),
    totalQROrders: z.number(),
    /** Until then staff have paused ordering. */
    pausedUntil: instant.nullable().optional(),
    /** Since then the restaurant's limit of diners' orders has refused some, within its ten minutes. */
    limitReachedAt: instant.nullable().optional(),
  }),
});

/**
 * So many wait in the list; the oldest. Strangers can send hundreds in a night, of fifty lines each: more than this no till can show, and
 * cancel-all without a list takes all.
 */
export const QR_ORDERS_SHOWN = 100;

export const listQrOrders = endpoint({
  method: 'GET',
  path: '/pos/qrorders',
  summary: 'The QR orders that wait for a till, oldest first; 100 rows',
  access,
  reply: z.array(qrOrder),
});

export const cancelAllQrOrders = endpoint({
  method: 'POST',
  path: '/pos/qrorders/cancel-all',
  summary: 'Cancel every waiting QR order, or those of a list that still wait',
  access,
  /** Part-1 §7 sends none: all. A till names what it shows, so that nothing is cancelled that nobody saw. */
  body: z.object({ orderIds: z.array(looseId, INVALID).max(ORDERS_AT_ONCE, 'At most 1,000 orders at once!').optional() }),
  reply: done,
});

export const updateQrOrderStatus = endpoint({
  method: 'POST',
  path: '/pos/qrorders/update-status/:id',
  summary: 'Cancel one waiting QR order',
  access,
  params: z.object({ id: pathId }),
  body: z.object({ status: z.literal('cancelled', INVALID) }),
  reply: done,
});
