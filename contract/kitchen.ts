import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done, INVALID, pathId } from './fields.ts';
import { kitchenOrder } from './orders.ts';

const access = ['KITCHEN', 'KITCHEN_DISPLAY'] as const;

export const listKitchenOrders = endpoint({
  method: 'GET',
  path: '/kitchen',
  summary: 'The orders with something still to cook, oldest first',
  access,
  reply: z.array(kitchenOrder),
});

export const updateKitchenStatus = endpoint({
  method: 'POST',
  path: '/kitchen/:id',
  summary: 'Move one item on: created, preparing, completed',
  access,
  params: z.object({ id: pathId }),
  body: z.object({ status: z.enum(['preparing', 'completed'], INVALID) }),
  reply: done,
});
