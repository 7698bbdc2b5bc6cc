import { AppError } from '#contract/errors.ts';
import { listKitchenOrders, updateKitchenStatus } from '#contract/kitchen.ts';
import { lockChecksOf } from '#server/features/orders/checks.queries.ts';
import { findOrdersToCook } from '#server/features/orders/order-board.queries.ts';
import { toKitchenOrder } from '#server/features/orders/order-board.rules.ts';
import { kitchenMayLeave } from '#server/features/orders/order-status.rules.ts';
import { getLine, markLine } from '#server/features/orders/orders.queries.ts';
import { insertAudit } from '#server/platform/audit.queries.ts';
import { insertEvent } from '#server/platform/outbox.queries.ts';
import { handle } from '#server/platform/routes.ts';

export const kitchenRoutes = [
  handle(listKitchenOrders, async (_, { db }) => (await findOrdersToCook(db)).map(toKitchenOrder)),

  handle(updateKitchenStatus, async ({ params, body: { status } }, context) => {
    const { db, now } = context;
    const { order_id: orderId } = await getLine(db, params.id);
    await lockChecksOf(db, [orderId]);
    const line = await getLine(db, params.id);
    const from = kitchenMayLeave[status];
    if (line.order_status !== 'created' || !(await markLine(db, params.id, status, [from])))
      throw new AppError('conflict', `This item is already ${line.status}!`);
    await insertAudit(context, { action: 'status', entity: 'order_lines', entityId: params.id, before: from, after: status });
    await insertEvent(db, now, 'order_update', { orderIds: [orderId] });
    return { message: status === 'preparing' ? 'Started.' : 'Done.' };
  }),
];
