import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, INVALID } from './fields.ts';
import { planShapes, type TablePlan, tablePlan } from './tables.ts';
import { tenantLimits } from './tenant-limits.ts';

/** How large a floor's plan is, and the least table on it, in cells. */
export const PLAN_COLUMNS = 24;
export const PLAN_ROWS = 16;
export const PLAN_LEAST = 2;

const OUTSIDE = 'A table must stand within the 24 × 16 cells of the plan, and take 2 × 2 of them at least!';
const cells = z.int(OUTSIDE);
const isWithin = ({ x, y, width, height }: TablePlan): boolean =>
  Math.min(x, y) >= 0 && Math.min(width, height) >= PLAN_LEAST && x + width <= PLAN_COLUMNS && y + height <= PLAN_ROWS;
const place = z.object({ x: cells, y: cells, width: cells, height: cells, shape: z.enum(planShapes, INVALID) }).refine(isWithin, OUTSIDE);

const NO_TABLES = 'Please select a table!';
const { most, sentence } = tenantLimits.tables;

export const saveTablePlan = endpoint({
  method: 'POST',
  path: '/settings/store-tables/plan',
  summary: 'Place tables on the plan of their floor; null takes one off it',
  access: ['SETTINGS'],
  body: z.object({
    tables: z
      .array(
        z.object({
          id,
          plan: place.nullable(),
          /** Where it stood when it was moved; left out: whoever comes last places it. */
          basedOn: tablePlan.nullable().optional(),
        }),
        NO_TABLES,
      )
      .min(1, NO_TABLES)
      .max(most, sentence)
      .refine((tables) => new Set(tables.map((table) => table.id)).size === tables.length, 'A table appears twice!'),
  }),
  reply: done,
});
