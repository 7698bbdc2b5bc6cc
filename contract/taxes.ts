import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { added, decimal, done, id, pathId, title } from './fields.ts';
import { toRate } from './pricing.ts';

const WRONG_RATE = 'Invalid value provided in Tax Rate!';

/** A percentage of 0 to 100 with up to 4 decimals; comes out in 1/10,000 of a percent. */
const rate = decimal(WRONG_RATE).transform((value, context) => {
  const read = toRate(value);
  if (read === undefined) context.addIssue({ code: 'custom', message: WRONG_RATE });
  return read ?? z.NEVER;
});

const type = z.enum(['exclusive', 'inclusive'], 'Select Tax Type!');

const tax = z.object({ id, title: z.string(), rate: z.number(), type });
export type Tax = z.output<typeof tax>;

export const listTaxes = endpoint({
  method: 'GET',
  path: '/settings/taxes',
  summary: 'The taxes of the store',
  access: ['SETTINGS'],
  reply: z.array(tax),
});

export const addTax = endpoint({
  method: 'POST',
  path: '/settings/taxes/add',
  summary: 'Add a tax',
  access: ['SETTINGS'],
  body: z.object({ title: title('Provide Title!'), rate, type }),
  reply: added.extend({ taxId: id }),
});

export const updateTax = endpoint({
  method: 'POST',
  path: '/settings/taxes/:id/update',
  summary: 'Change a tax; orders keep the one they were priced with',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  body: edited(z.object({ title: title('Please provide title!'), rate, type })),
  reply: done,
});

export const deleteTax = endpoint({
  method: 'DELETE',
  path: '/settings/taxes/:id',
  summary: 'Delete a tax and clear it on the items that use it',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  reply: done,
});
