import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { added, done, id, pathId, requiredText, title } from './fields.ts';

const NO_CAPACITY = "Please provide Seating Capacity or '0'";
const WRONG_CAPACITY = "Please provide Valid Seating Capacity count or '0'";

/** Forms send texts, programs send numbers; 0 is a value (wire.md §1). */
const seatingCapacity = z
  .union(
    [
      z.number(NO_CAPACITY),
      z
        .string(NO_CAPACITY)
        .trim()
        .min(1, NO_CAPACITY)
        .regex(/^-?\d+$/, WRONG_CAPACITY),
    ],
    NO_CAPACITY,
  )
  .transform(Number)
  .pipe(z.int(WRONG_CAPACITY).min(0, WRONG_CAPACITY).max(10_000, WRONG_CAPACITY));

export const planShapes = ['round', 'square', 'long'] as const;
const cells = z.int();
/** Where a table stands on the plan of its floor, in cells from its upper left corner. */
export const tablePlan = z.object({ x: cells, y: cells, width: cells, height: cells, shape: z.enum(planShapes) });
export type TablePlan = z.output<typeof tablePlan>;

type Place = TablePlan | null | undefined;
/** Whether a table stands in the same place, in the same size and shape, or twice in none. */
export const isSamePlan = (one: Place, other: Place): boolean =>
  one && other ? tablePlan.keyof().options.every((field) => one[field] === other[field]) : !one && !other;

export const storeTable = z.object({
  id,
  encrypted_id: z.string(),
  table_title: z.string(),
  floor: z.string(),
  seating_capacity: z.number(),
  /** Left out where nobody has placed it. */
  plan: tablePlan.optional(),
});

const body = z.object({
  title: title('Please provide Title!'),
  floor: requiredText(120, "Please provide Floor or use '-'"),
  seatingCapacity,
});

export const listTables = endpoint({
  method: 'GET',
  path: '/settings/store-tables',
  summary: 'The tables of the store',
  access: ['SETTINGS'],
  /** `coming_reservations` is left out where there are none. */
  reply: z.array(storeTable.extend({ coming_reservations: z.number().optional() })),
});

export const addTable = endpoint({
  method: 'POST',
  path: '/settings/store-tables/add',
  summary: 'Add a table',
  access: ['SETTINGS'],
  body,
  reply: added.extend({ tableId: id }),
});

export const updateTable = endpoint({
  method: 'POST',
  path: '/settings/store-tables/:id/update',
  summary: 'Change a table',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  body: edited(body),
  reply: done,
});

export const deleteTable = endpoint({
  method: 'DELETE',
  path: '/settings/store-tables/:id',
  summary: 'Delete a table; orders keep its title and floor',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  reply: done,
});

export const resetTableLink = endpoint({
  method: 'POST',
  path: '/settings/store-tables/:id/reset-link',
  summary: 'Give a table another public id; the QR code that was printed for it stops working at once',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  reply: done.extend({ encrypted_id: z.string() }),
});
