import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, INVALID } from './fields.ts';

/** What the server announces to a tenant's terminals after the commit (wire.md §6; what comes after the first three are additions of ours: §8). */
export const eventTypes = [
  'new_order',
  'order_update',
  'new_qrorder',
  'reservation_update',
  'customer_update',
  'qr_ordering',
  'menu_update',
  'check_update',
  'print_failed',
  'print_unsure',
  'ticket_unseen',
  'ticket_seen',
  'station_update',
  'display_update',
  'order_ready',
] as const;
export type EventType = (typeof eventTypes)[number];

export interface EventPayloads {
  /** `checkIds`, of this and the next: the bills whose row may have changed; left out by a release before: it may be any. */
  new_order: { tokenNo: number; orderId: number; checkIds?: number[] };
  order_update: { orderIds: number[]; checkIds?: number[] };
  new_qrorder: { orderId: number };
  reservation_update: { reservationId: number };
  customer_update: { customerId: number };
  /** It was paused or goes on, or is at its limit: GET /pos/qrorders/count tells which. */
  qr_ordering: Record<string, never>;
  /** Something is sold out or back, costs another price or tax, or is sold no more: GET /pos/init tells what is sold now. */
  menu_update: Record<string, never>;
  /** Bills were opened, moved, merged, split, paid or printed, or an invoice of theirs was refunded or its payment corrected. */
  check_update: { checkIds: number[] };
  /** A printer does not print: GET /print-jobs tells why. */
  print_failed: { jobId: number };
  /** Nobody knows whether it is on paper: GET /print-jobs asks. */
  print_unsure: { jobId: number };
  /** Nobody has seen it in its station's seconds. */
  ticket_unseen: { ticketId: number; stationId: number };
  ticket_seen: { ticketIds: number[] };
  /** A station was added, changed or deleted; a kitchen display has lost its connection, or is back: GET /settings/stations tells whose. */
  station_update: Record<string, never>;
  /** A display for guests was paired, unpaired, or is told what its till rings up: GET /displays/:id tells what. */
  display_update: { displayId: number };
  /** A station has made all of an order that is its own, what was cancelled left aside; without stations the kitchen has. Nulls: no table, no station. */
  order_ready: { orderId: number; tokenNo: number; tableTitle: string | null; stationId: number | null; stationTitle: string | null };
}

/** The second argument of every announcement: the tenant's next number, without a gap. */
export interface EventNumber {
  seq: number;
}

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'What was announced after an event number; reload when that is too long ago',
  access: 'signed-in',
  query: z.object({
    after: z
      .string(INVALID)
      .regex(/^\d{1,15}$/, INVALID)
      .transform(Number)
      .default(0),
  }),
  reply: z.object({
    // any word: during an upgrade a newer node may have announced what this release does not know, and clients pass over it
    events: z.array(z.object({ seq: id, type: z.string(), payload: z.record(z.string(), z.unknown()) })),
    seq: z.number(),
    reload: z.boolean(),
  }),
});
