import * as z from 'zod';
import { adjustmentKinds, type AdjustmentKind } from './bill-costs.ts';
import { INVALID, optional, price } from './fields.ts';
import { toRate } from './pricing.ts';
import { reasonFields } from './reasons.ts';

const WRONG_PERCENT = 'Please provide a percent of 0 to 100 with at most 2 decimals!';
/** Percents have 2 decimals, rates 4. */
const isPercent = (value: string): boolean => {
  const rate = toRate(value);
  return rate !== undefined && rate % 100 === 0;
};

export const adjustmentFields = {
  /** `price`, of a line only: the new price of one piece. */
  kind: z.enum(adjustmentKinds, INVALID),
  value: price('Please provide a value of 0 or more!'),
  ...reasonFields,
};
/** A percent has 2 decimals and is at most 100. */
export const checkPercent = ({ kind, value }: { kind: AdjustmentKind; value: string }, context: z.RefinementCtx) => {
  if (kind === 'percent' && !isPercent(value)) context.addIssue({ code: 'custom', path: ['value'], message: WRONG_PERCENT });
};

/** Money off a line or a bill (wire-2.md §3). */
export const adjustment = z.object(adjustmentFields).superRefine(checkPercent);
export type AdjustmentBody = z.output<typeof adjustment>;

const ADJUSTMENTS_MOST = 20;
export const adjustments = optional(z.array(adjustment).max(ADJUSTMENTS_MOST, `At most ${ADJUSTMENTS_MOST} discounts at once!`));
