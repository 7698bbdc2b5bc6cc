import * as z from 'zod';
import { buyer } from './buyer.ts';
import { id, instant } from './fields.ts';

/** On which invoice an order was paid: `member` is whoever took the payment. */
export const paidInvoice = z.object({
  id,
  created_at: instant,
  payment_type: z.string(),
  total: z.number(),
  member: z.string().nullable(),
  /** As they were corrected. A server of before does not tell them. */
  payments: z
    .array(
      z.object({
        payment_type: z.string(),
        amount: z.number(),
        tip: z.number(),
        tendered: z.number().nullable(),
        change: z.number(),
        reference: z.string().nullable().optional(),
      }),
    )
    .optional(),
  /** Null: nobody asked for a name on it. A server of before does not tell. */
  buyer: buyer.nullable().optional(),
});
export type PaidInvoice = z.output<typeof paidInvoice>;
