import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done, flag, id, INVALID, instant, looseId, optionalId, pathId } from './fields.ts';

export const ticketKinds = ['new', 'void', 'move', 'recall'] as const;
export const ticketStates = ['queued', 'seen', 'printed', 'unseen', 'told'] as const;

/** What a station was told of an order; quantities are positive whatever its kind. */
export const ticket = z.object({
  ticket_id: id,
  order_id: id,
  token_no: z.number(),
  station_id: id,
  station_title: z.string(),
  kind: z.enum(ticketKinds),
  lines: z.array(
    z.object({
      line_id: id,
      item_title: z.string(),
      variant_title: z.string().nullable(),
      quantity: z.number(),
      notes: z.string().nullable(),
      addons: z.array(z.object({ id, title: z.string() })).nullable(),
    }),
  ),
  table_title: z.string().nullable(),
  delivery_type: z.string(),
  created_at: instant,
  state: z.enum(ticketStates),
  seen_at: instant.nullable(),
  /** the member's name */
  seen_by: z.string().nullable(),
});
export type Ticket = z.output<typeof ticket>;

export const listTickets = endpoint({
  method: 'GET',
  path: '/kitchen/tickets',
  summary: 'All tickets of an order, oldest first',
  access: ['KITCHEN', 'KITCHEN_DISPLAY', 'POS', 'ORDERS'],
  query: z.object({ order: pathId }),
  reply: z.array(ticket),
});

export const markTicketsSeen = endpoint({
  method: 'POST',
  path: '/kitchen/seen',
  summary: 'A visible page shows these tickets, none too; it says so every few seconds, and when it is closed',
  access: ['KITCHEN', 'KITCHEN_DISPLAY'],
  body: z.object({
    ticketIds: z
      .array(looseId, INVALID)
      .max(500, 'At most 500 tickets at once!')
      .transform((ids) => [...new Set(ids)]),
    /** whose screen it is; left out: it shows all of them */
    stationId: optionalId,
    /** of the page, chosen at random; left out: the device is one screen */
    screenId: z
      .string(INVALID)
      .regex(/^[\w-]{8,64}$/, INVALID)
      .optional(),
    isLeaving: flag.optional(),
  }),
  reply: done,
});

export const listUnseenTickets = endpoint({
  method: 'GET',
  path: '/kitchen/unseen',
  summary: 'The tickets of the last day that nobody saw in time, no printer printed and nobody told, oldest first',
  access: ['POS', 'ORDERS', 'KITCHEN', 'KITCHEN_DISPLAY'],
  /** sound_in: seconds until a sound calls for it, 0 from then on, so that no page needs the right time */
  reply: z.array(ticket.extend({ sound_in: z.number() })),
});
export type UnseenTicket = z.output<typeof listUnseenTickets.reply>[number];

export const sendTicketAgain = endpoint({
  method: 'POST',
  path: '/kitchen/tickets/:id/resend',
  summary: 'Put a ticket onto its station’s screens once more; its seconds begin again',
  access: ['POS', 'ORDERS'],
  params: z.object({ id: pathId }),
  body: z.object({ printerId: optionalId }),
  reply: done,
});

export const markTicketTold = endpoint({
  method: 'POST',
  path: '/kitchen/tickets/:id/told',
  summary: 'Somebody went and told the station what the ticket says',
  access: ['POS', 'ORDERS'],
  params: z.object({ id: pathId }),
  reply: done,
});

export const readyOrder = z.object({
  order_id: id,
  token_no: z.number(),
  table_title: z.string().nullable(),
  /** Null: where there are no stations. */
  station_id: id.nullable(),
  station_title: z.string().nullable(),
  ready_at: instant,
});
export type ReadyOrder = z.output<typeof readyOrder>;

/** As order_ready announced it, for whoever was not there to receive it. */
export const listReady = endpoint({
  method: 'GET',
  path: '/kitchen/ready',
  summary: 'What the stations made of the open orders in the last ten minutes and nobody delivered yet, latest first',
  access: ['POS', 'ORDERS'],
  reply: z.array(readyOrder),
});
