import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { added, done, id, INVALID, optional, optionalFlag, optionalId, pathId, price, title } from './fields.ts';
import { COVERS_MAX, deliveryTypes } from './pos.ts';

export const chargeKinds = ['percent', 'amount'] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** What bills are charged beside their lines, service for example (wire-2.md §3). */
const charge = z.object({
  id,
  title: z.string(),
  kind: z.enum(chargeKinds),
  /** Percent, or a sum without tax on top. */
  value: z.number(),
  taxId: id.nullable(),
  /** Empty: of every dining option. */
  deliveryTypes: z.array(z.enum(deliveryTypes)),
  /** 0: of any number of guests. */
  minCovers: z.number(),
  isActive: z.boolean(),
});
export type Charge = z.output<typeof charge>;

export const listCharges = endpoint({
  method: 'GET',
  path: '/settings/charges',
  summary: 'What bills are charged beside their lines',
  access: ['SETTINGS'],
  reply: z.array(charge),
});

const GUESTS = `Please provide 0 to ${COVERS_MAX} guests!`;
const guests = z
  .union([z.number(GUESTS), z.string(GUESTS).regex(/^\d{0,4}$/, GUESTS), z.null()], GUESTS)
  .transform(Number)
  .pipe(z.int(GUESTS).min(0, GUESTS).max(COVERS_MAX, GUESTS));

const fields = {
  title: title('Please provide a title!'),
  kind: z.enum(chargeKinds, INVALID),
  value: price('Please provide a value of 0 or more!'),
  taxId: optionalId,
  /** Null or empty: of every dining option. */
  deliveryTypes: z
    .union([z.array(z.enum(deliveryTypes, INVALID), INVALID).max(100, INVALID), z.null(), z.literal('')], INVALID)
    .optional()
    .transform((given) => (given === undefined ? undefined : given || [])),
  /** Null or empty: of any number of guests. */
  minCovers: guests.optional(),
  isActive: optionalFlag,
};

export const addCharge = endpoint({
  method: 'POST',
  path: '/settings/charges/add',
  summary: 'Add a charge',
  access: ['SETTINGS'],
  body: z.object(fields),
  reply: added.extend({ chargeId: id }),
});

export const updateCharge = endpoint({
  method: 'POST',
  path: '/settings/charges/:id/update',
  summary: 'Change a charge; invoices keep what they were charged',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  body: edited(z.object({ ...fields, kind: optional(fields.kind), value: fields.value.optional() })),
  reply: done,
});

export const deleteCharge = endpoint({
  method: 'DELETE',
  path: '/settings/charges/:id',
  summary: 'Delete a charge; invoices keep what they were charged',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  reply: done,
});
