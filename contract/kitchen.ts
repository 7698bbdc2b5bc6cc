import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done, instant, INVALID, looseId, pathId } from './fields.ts';
import { changedIds, kitchenOrder } from './orders.ts';
import { ticket } from './tickets.ts';

const access = ['KITCHEN', 'KITCHEN_DISPLAY'] as const;

/** Only these orders, and of them only what this station makes. */
const shown = z.object({ ids: changedIds, station: pathId.optional() });

/** As many as one order may have, and more: the head of a ticket moves all of it. */
const ITEMS_AT_ONCE = 1000;
const NO_ITEMS = 'Please select an item!';
const itemIds = z
  .array(looseId, NO_ITEMS)
  .min(1, NO_ITEMS)
  .max(ITEMS_AT_ONCE, 'At most 1,000 items at once!')
  .transform((ids) => [...new Set(ids)]);

export const listKitchenOrders = endpoint({
  method: 'GET',
  path: '/kitchen',
  summary: 'The orders with something still to cook, oldest first; with ids only these of them',
  access,
  query: shown,
  reply: z.array(kitchenOrder),
});

export const getKitchenBoard = endpoint({
  method: 'GET',
  path: '/kitchen/board',
  summary:
    'What a kitchen display shows: those orders and what was cancelled unseen, the time, and when a ticket is late; with ids only these',
  access,
  query: shown,
  reply: z.object({
    /** The server's clock: a tablet's own may be wrong. */
    now: instant,
    warnMinutes: z.number(),
    lateMinutes: z.number(),
    /** Cancelled items only until a cook has seen them. */
    orders: z.array(kitchenOrder),
    /** Those of the shown station that nobody has seen yet; left out by an older release. */
    tickets: z.array(ticket).optional(),
  }),
});
export type KitchenBoard = z.output<typeof getKitchenBoard.reply>;

export const finishedOrder = kitchenOrder.extend({
  /** When a cook completed the last of its items. */
  finished_at: instant,
  items: z.array(kitchenOrder.shape.items.element.extend({ is_recallable: z.boolean() })),
});
export type FinishedOrder = z.output<typeof finishedOrder>;

export const listFinishedOrders = endpoint({
  method: 'GET',
  path: '/kitchen/finished',
  summary: 'The ten orders of which a cook completed something last, latest first, and what may be recalled; of a station only its items',
  access,
  query: shown.pick({ station: true }),
  reply: z.object({ now: instant, orders: z.array(finishedOrder) }),
});

export const recallItems = endpoint({
  method: 'POST',
  path: '/kitchen/recall',
  summary: 'Take items back to preparing that a cook completed by mistake',
  access,
  body: z.object({ itemIds }),
  reply: done,
});

export const acknowledgeCancelled = endpoint({
  method: 'POST',
  path: '/kitchen/acknowledge',
  summary: 'A cook has seen that these items are cancelled',
  access,
  body: z.object({ itemIds }),
  reply: done,
});

export const updateKitchenItems = endpoint({
  method: 'POST',
  path: '/kitchen/move',
  summary: 'Move the items of a ticket on together: to preparing, or from wherever they are to completed',
  access,
  body: z.object({ itemIds, status: z.enum(['preparing', 'completed'], INVALID) }),
  reply: done,
});

export const updateKitchenStatus = endpoint({
  method: 'POST',
  path: '/kitchen/:id',
  summary: 'Move one item on: created, preparing, completed',
  access,
  params: z.object({ id: pathId }),
  body: z.object({ status: z.enum(['preparing', 'completed'], INVALID) }),
  reply: done,
});
