import * as z from 'zod';
import { endpoint } from './endpoint.ts';

export const listOrderStatus = endpoint({
  method: 'GET',
  path: '/displays/orders',
  summary: 'The tokens that are being made, and those that are ready, for guests to see',
  access: ['ORDER_STATUS_DISPLAY', 'ORDERS'],
  reply: z.object({ preparing: z.array(z.number()), ready: z.array(z.number()) }),
});
