import * as z from 'zod';
import { adjustmentFields, checkPercent } from './adjustment-fields.ts';
import { endpoint } from './endpoint.ts';
import { approvalToken, done, id, looseId, pathId } from './fields.ts';

const settle = ['POS', 'ORDERS'] as const;
const params = z.object({ id: pathId });

const changed = done.extend({ checkId: id, adjustmentId: id, total: z.number(), due: z.number() });

export const addAdjustment = endpoint({
  method: 'POST',
  path: '/checks/:id/adjustments/add',
  summary: 'Take money off a line of a bill, or off the whole bill; right discount',
  access: settle,
  idempotent: true,
  params,
  body: z.object({ ...adjustmentFields, itemId: looseId.nullable(), approvalToken }).superRefine(checkPercent),
  reply: changed,
});

export const removeAdjustment = endpoint({
  method: 'POST',
  path: '/checks/:id/adjustments/remove',
  summary: 'Take a discount of a bill back; right discount',
  access: settle,
  idempotent: true,
  params,
  body: z.object({ adjustmentId: looseId, approvalToken }),
  reply: changed,
});

export const restoreAdjustment = endpoint({
  method: 'POST',
  path: '/checks/:id/adjustments/restore',
  summary: 'Put a discount back that was taken back on this bill; right discount',
  access: settle,
  idempotent: true,
  params,
  body: z.object({ adjustmentId: looseId, approvalToken }),
  reply: changed,
});

const charged = done.extend({ checkId: id, total: z.number(), due: z.number() });

export const removeCharge = endpoint({
  method: 'POST',
  path: '/checks/:id/charges/:chargeId/remove',
  summary: 'Take a charge off a bill; right discount',
  access: settle,
  params: params.extend({ chargeId: pathId }),
  body: z.object({ approvalToken }).optional(),
  reply: charged,
});

export const restoreCharge = endpoint({
  method: 'POST',
  path: '/checks/:id/charges/:chargeId/restore',
  summary: 'Put a charge back on a bill it was taken off; right discount',
  access: settle,
  params: params.extend({ chargeId: pathId }),
  body: z.object({ approvalToken }).optional(),
  reply: charged,
});
