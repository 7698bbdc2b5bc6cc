import * as z from 'zod';
import { listChecks } from './checks.ts';
import { endpoint } from './endpoint.ts';

export const getCheckSums = endpoint({
  method: 'GET',
  path: '/checks/sums',
  summary: 'How many bills are open, and what is due and paid on all of them',
  access: listChecks.access,
  reply: z.object({ bills: z.number(), due: z.number(), paid: z.number() }),
});
