import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done, INVALID } from './fields.ts';

/** What a new restaurant does before its first evening, in this order. */
export const firstSteps = ['store', 'items', 'tables', 'card', 'staff', 'print'] as const;
export type FirstStep = (typeof firstSteps)[number];

const access = ['SETTINGS'] as const;

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/settings/first-steps',
  summary: 'Which steps of the first hour are done; the list is over when all are, or when somebody put it away',
  access,
  reply: z.object({
    isOver: z.boolean(),
    done: z.array(z.enum(firstSteps)),
    /** the menu is, or contains, the sample */
    hasSampleMenu: z.boolean(),
    /** what is sold may be taxed; no step, as many sell without */
    hasTax: z.boolean().optional(),
  }),
});

export const completeFirstStep = endpoint({
  method: 'POST',
  path: '/settings/first-steps/complete',
  summary: 'Tick a step off by hand, or put the whole list away',
  access,
  body: z.object({ step: z.enum([...firstSteps, 'all'], INVALID) }),
  reply: done,
});
