import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import {
  added,
  decimal,
  done,
  flag,
  id,
  INVALID,
  looseId,
  optional,
  optionalFlag,
  optionalId,
  optionalPrice,
  pathId,
  text,
  title,
} from './fields.ts';

export const paymentKinds = ['cash', 'card', 'other'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export const paymentType = z.object({
  id,
  title: z.string(),
  is_active: z.boolean(),
  kind: z.enum(paymentKinds),
  /** More may be given than is due, and change comes back. */
  gives_change: z.boolean(),
  takes_tip: z.boolean(),
  /** Each payment has a reference, such as the number of a slip. */
  needs_reference: z.boolean(),
});
export type PaymentType = z.output<typeof paymentType>;

/** What a type is by itself when nobody says (wire-2.md §2). */
export const defaultsOf = (title: string, kind: PaymentKind = title.trim().toLowerCase() === 'cash' ? 'cash' : 'other') => ({
  kind,
  givesChange: kind === 'cash',
  takesTip: kind === 'card',
  needsReference: false,
});

const traits = {
  kind: optional(z.enum(paymentKinds, INVALID)),
  givesChange: optionalFlag,
  takesTip: optionalFlag,
  needsReference: optionalFlag,
};

export const listPaymentTypes = endpoint({
  method: 'GET',
  path: '/settings/payment-types',
  summary: 'The payment types of the store, the inactive ones too',
  access: ['SETTINGS'],
  reply: z.array(paymentType),
});

export const addPaymentType = endpoint({
  method: 'POST',
  path: '/settings/payment-types/add',
  summary: 'Add a payment type',
  access: ['SETTINGS'],
  body: z.object({
    title: title('Please provide Payment Type Title!'),
    isActive: optionalFlag.transform((value) => value ?? true),
    ...traits,
  }),
  reply: added.extend({ paymentTypeId: id }),
});

export const updatePaymentType = endpoint({
  method: 'POST',
  path: '/settings/payment-types/:id/update',
  summary: 'Change a payment type',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  body: edited(z.object({ title: title('Please provide title!'), isActive: optionalFlag, ...traits })),
  reply: done,
});

export const togglePaymentType = endpoint({
  method: 'POST',
  path: '/settings/payment-types/:id/toggle',
  summary: 'Switch a payment type on or off',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  body: z.object({ isActive: flag }),
  reply: done,
});

export const deletePaymentType = endpoint({
  method: 'DELETE',
  path: '/settings/payment-types/:id',
  summary: 'Delete a payment type; payments keep its title',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  reply: done,
});

/** Payments of one call. */
const PAYMENTS_MOST = 20;
export const REFERENCE_MAX = 64;
const NO_PAYMENT = 'Please provide a payment!';

/** One payment of a bill (wire-2.md §2). `amount` is without the tip; of `tendered` what is above both comes back as change. */
export const payment = z.object({
  paymentTypeId: looseId,
  amount: decimal('Please provide an amount above 0!'),
  tip: optionalPrice('Please provide a tip of 0 or more!'),
  tendered: optionalPrice('Please provide what was given!'),
  reference: text(REFERENCE_MAX)
    .nullish()
    .transform((value) => value || null),
  /** The open drawer into which it goes. */
  drawerId: optionalId,
});
export type PaymentInput = z.input<typeof payment>;
export const paymentList = z.array(payment, NO_PAYMENT).max(PAYMENTS_MOST, `At most ${PAYMENTS_MOST} payments at once!`);
