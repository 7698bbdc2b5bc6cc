import * as z from 'zod';
import { adjustments } from './adjustment-fields.ts';
import { billCharge, taxShare } from './bill-costs.ts';
import { endpoint } from './endpoint.ts';
import { optional, optionalId, wordOr } from './fields.ts';
import { cart, covers, customerId, deliveryTypes } from './pos.ts';

export const quoteCart = endpoint({
  method: 'POST',
  path: '/pos/quote',
  summary: 'What a cart comes to, with discounts, charges and taxes; nothing is stored',
  access: ['POS'],
  body: z.object({
    cart,
    deliveryType: wordOr(deliveryTypes, 'dinein', 'Please select a dining option!'),
    tableId: optionalId.transform((value) => value ?? null),
    /** Without it those of the open bill of the table. */
    covers: optional(covers),
    customerId,
    adjustments,
  }),
  reply: z.object({
    lines: z.array(z.object({ itemTotal: z.number(), discount: z.number(), total: z.number() })),
    discount: z.number(),
    charges: z.array(billCharge),
    taxes: z.array(taxShare),
    subTotal: z.number(),
    taxTotal: z.number(),
    total: z.number(),
  }),
});
export type Quote = z.output<typeof quoteCart.reply>;
