import * as z from 'zod';
import { id } from './fields.ts';

// What a bill shows of discounts, charges and taxes (wire-2.md §3): shapes alone, which every screen may load.

export const adjustmentKinds = ['percent', 'amount', 'price'] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** Money off, as a bill shows it. */
export const givenAdjustment = z.object({
  adjustment_id: id,
  /** Of the line; null: of the whole bill. */
  item_id: id.nullable(),
  kind: z.enum(adjustmentKinds),
  /** Percent, or a sum. */
  value: z.number(),
  /** What it takes off this bill. */
  amount: z.number(),
  /** With it the same is given again; the release before does not say it. */
  reason_id: id.nullable().optional(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  member_name: z.string().nullable(),
  /** It comes off further rounds, too: not of a line, nor what came with another bill. The release before does not say it. */
  is_for_rounds: z.boolean().optional(),
});
export type GivenAdjustment = z.output<typeof givenAdjustment>;

/** What a bill is charged beside its lines. */
export const billCharge = z.object({
  charge_id: id,
  title: z.string(),
  /** Without tax on top. */
  amount: z.number(),
  tax: z.number(),
});
export type BillCharge = z.output<typeof billCharge>;

/** A charge with what makes it: a percent, or none where it is a sum, and its tax. The release before does not say it of all. */
export const ruledCharge = billCharge.extend({
  rule: z
    .object({
      percent: z.number().nullable(),
      tax: z.object({ id: id.nullable(), title: z.string(), rate: z.number(), type: z.enum(['exclusive', 'inclusive']) }).nullable(),
    })
    .optional(),
});
export type RuledCharge = z.output<typeof ruledCharge>;

/** The tax of lines by rate, as bills, invoices and quotes show it: what it is of, what it comes to, and its parts. */
export const taxShare = z.object({
  title: z.string(),
  rate: z.number(),
  type: z.enum(['exclusive', 'inclusive']),
  net: z.number(),
  tax: z.number(),
  parts: z.array(z.object({ title: z.string(), rate: z.number(), tax: z.number() })),
});
export type ShownTax = z.output<typeof taxShare>;
