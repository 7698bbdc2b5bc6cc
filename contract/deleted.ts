import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done } from './fields.ts';

/** For how long a deletion can be taken back, in ms. The page offers it for some seconds, and a call may be late. */
export const DELETED_KEPT = 3_600_000;

/** What the office deletes only by archiving it, each by its table. */
export const restorable = [
  'categories',
  'taxes',
  'payment_types',
  'store_tables',
  'menu_items',
  'menu_item_variants',
  'menu_item_addons',
  'charges',
  'reasons',
  'stations',
  'printers',
] as const;
export type Restorable = (typeof restorable)[number];

export const restoreDeleted = endpoint({
  method: 'POST',
  path: '/settings/deleted/restore',
  summary: 'Take back a deletion of the last hour; a tax, category or station is given back to what lost it and has no other since',
  access: ['SETTINGS'],
  body: z.object({
    kind: z.enum(restorable, 'Invalid request!'),
    id: z.int('Invalid request!').positive('Invalid request!'),
  }),
  reply: done,
});
