import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { added, done, flag, id, optionalFlag, pathId, title } from './fields.ts';

const paymentType = z.object({ id, title: z.string(), is_active: z.boolean() });
export type PaymentType = z.output<typeof paymentType>;

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
  body: z.object({ title: title('Please provide Payment Type Title!'), isActive: optionalFlag.transform((value) => value ?? true) }),
  reply: added.extend({ paymentTypeId: id }),
});

export const updatePaymentType = endpoint({
  method: 'POST',
  path: '/settings/payment-types/:id/update',
  summary: 'Change a payment type',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  body: edited(z.object({ title: title('Please provide title!'), isActive: optionalFlag })),
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
