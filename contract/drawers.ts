import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { approvalToken, done, id, instant, INVALID, pathId, price, title } from './fields.ts';
import { reasonFields } from './reasons.ts';

// A drawer of cash: opened with a float, counted blind (wire-2.md §4).
const access = ['POS'] as const;
const params = z.object({ id: pathId });

export const movementKinds = ['pay_in', 'pay_out', 'drop', 'no_sale'] as const;

const drawer = z.object({
  drawer_id: id,
  title: z.string(),
  opened_at: instant,
  member_name: z.string().nullable(),
  /** Of its sums: one that was counted before the store's currency changed keeps the one of then. */
  currency: z.string().optional(),
  float: z.number(),
  movements: z.array(
    z.object({
      movement_id: id,
      kind: z.enum(movementKinds),
      amount: z.number(),
      reason: z.string().nullable(),
      note: z.string().nullable(),
      created_at: instant,
      member_name: z.string().nullable(),
    }),
  ),
  closed_at: instant.nullable(),
  /** Null before the count, save for the owner and who holds close_day. */
  expected: z.number().nullable(),
  counted: z.number().nullable(),
  /** counted − expected. */
  difference: z.number().nullable(),
});

export const openDrawer = endpoint({
  method: 'POST',
  path: '/drawers/open',
  summary: 'Open a drawer with its float; one open drawer of a title',
  access,
  body: z.object({ title: title('Please provide title!'), float: price('Please provide the float!') }),
  reply: done.extend({ drawerId: id }),
});

export const listDrawers = endpoint({
  method: 'GET',
  path: '/drawers',
  summary: 'Open drawers, and the 50 counted last',
  access,
  reply: z.array(drawer),
});

export const getDrawer = endpoint({
  method: 'GET',
  path: '/drawers/:id',
  summary: 'A drawer with its movements',
  access,
  params,
  reply: drawer,
});

export const addDrawerMovement = endpoint({
  method: 'POST',
  path: '/drawers/:id/movement',
  summary: 'Cash goes in or out, or the drawer opens without a sale; right open_drawer',
  access,
  idempotent: true,
  params,
  body: z.object({ kind: z.enum(movementKinds, INVALID), amount: price('Please provide amount!'), ...reasonFields, approvalToken }),
  reply: done.extend({ movementId: id }),
});

export const countDrawer = endpoint({
  method: 'POST',
  path: '/drawers/:id/count',
  summary: 'Count a drawer by notes and coins, which closes it and tells what was expected',
  access,
  idempotent: true,
  params,
  body: z.object({
    denominations: z
      .array(z.object({ value: price('Please provide value!'), count: z.int(INVALID).min(0, INVALID).max(100_000, INVALID) }), INVALID)
      .max(50, INVALID),
  }),
  reply: done.extend({ expected: z.number(), counted: z.number(), difference: z.number() }),
});
