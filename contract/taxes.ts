import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { added, day, decimal, done, id, INVALID, pathId, title } from './fields.ts';
import { toRate } from './pricing.ts';

const WRONG_RATE = 'Invalid value provided in Tax Rate!';

/** A percentage of 0 to 100 with up to 4 decimals; comes out in 1/10,000 of a percent. */
const rate = decimal(WRONG_RATE).transform((value, context) => {
  const read = toRate(value);
  if (read === undefined) context.addIssue({ code: 'custom', message: WRONG_RATE });
  return read ?? z.NEVER;
});

const type = z.enum(['exclusive', 'inclusive'], 'Select Tax Type!');

const part = z.object({ title: z.string(), rate: z.number() });

/** What a tax will be, from a business day on. */
const change = z.object({ from: z.string(), rate: z.number(), parts: z.array(part) });

/** `rate` and `parts` are those of the tax itself; `inForce` the rate of today, which a schedule may have changed. The release before sends three fields. */
const tax = z.object({
  id,
  title: z.string(),
  rate: z.number(),
  type,
  parts: z.array(part).optional(),
  schedule: z.array(change).optional(),
  inForce: z.number().optional(),
});

export const PARTS = 'The parts of a tax must add up to its rate!';
const PARTS_MOST = 10;
const parts = z
  .array(z.object({ title: title('Provide Title!'), rate }), INVALID)
  .max(PARTS_MOST, `A tax has at most ${PARTS_MOST} parts!`);
const CHANGES_MOST = 50;
export const TWICE = 'A tax changes once on a day!';
const schedule = z
  .array(z.object({ from: day, rate, parts: parts.nullish() }), INVALID)
  .max(CHANGES_MOST, `At most ${CHANGES_MOST} changes of a tax, please!`);

/** The places of those changes of a tax that are for a day which an earlier one is for already. */
export const repeatedIn = (changes: readonly { from: string }[] | null | undefined): number[] =>
  (changes ?? []).flatMap(({ from }, place) => (from !== '' && changes!.findIndex((one) => one.from === from) < place ? place : []));

const checkOnce = ({ schedule: changes }: { schedule?: { from: string }[] | null | undefined }, context: z.RefinementCtx) => {
  for (const place of repeatedIn(changes)) context.addIssue({ code: 'custom', path: ['schedule', place, 'from'], message: TWICE });
};

/** Of the changes of a tax the one in force on a business day, the latest that has come; undefined before the first. */
export const changeOn = <Change extends { from: string }>(changes: readonly Change[], today: string): Change | undefined =>
  changes.filter(({ from }) => from !== '' && from <= today).sort((a, b) => (a.from < b.from ? 1 : -1))[0];

interface Rated {
  rate: number;
  parts?: { rate: number }[] | null | undefined;
}
/** Whether the parts of a tax, if it has any, come to its rate. */
export const addsUp = ({ rate: whole, parts: of }: Rated): boolean => !of?.length || of.reduce((sum, one) => sum + one.rate, 0) === whole;
const checkParts = (body: Rated & { schedule?: Rated[] | null | undefined }, context: z.RefinementCtx) => {
  if (![body, ...(body.schedule ?? [])].every(addsUp)) context.addIssue({ code: 'custom', path: ['parts'], message: PARTS });
};
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
  body: z
    .object({ title: title('Provide Title!'), rate, type, parts: parts.nullish(), schedule: schedule.nullish() })
    .superRefine(checkParts)
    .superRefine(checkOnce),
  reply: added.extend({ taxId: id }),
});

export const updateTax = endpoint({
  method: 'POST',
  path: '/settings/taxes/:id/update',
  summary: 'Change a tax; orders keep the one they were priced with',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  // a release before let a tax change twice on a day: what is stored is no obstacle to changing something else, so that the server looks
  body: edited(
    z.object({ title: title('Please provide title!'), rate, type, parts: parts.nullish(), schedule: schedule.nullish() }),
  ).superRefine(checkParts),
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
