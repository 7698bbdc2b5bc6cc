import { AppError } from '#contract/errors.ts';
import { cancelAllQrOrders, countQrOrders, listQrOrders, updateQrOrderStatus } from '#contract/qr-orders.ts';
import { findLimitReached } from '#server/features/qr-menu/qr-limits.queries.ts';
import { findQrPause } from '#server/features/store-settings/store-settings.queries.ts';
import { insertAudits } from '#server/platform/security/audit.queries.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { countWaiting, findWaiting, isQrOrder, markWaitingCancelled } from './qr-orders.queries.ts';
import { toQrOrder } from './qr-orders.rules.ts';

const cancel = async (context: Context, ids?: number[]): Promise<number> => {
  const { db, now } = context;
  const cancelled = await markWaitingCancelled(db, ids);
  if (cancelled.length === 0) return 0;
  await insertAudits(
    context,
    cancelled.map((entityId) => ({ action: 'cancel', entity: 'qr_orders', entityId, before: 'created', after: 'cancelled' })),
  );
  // no order of the kitchen has changed, but other tills are to count again
  await insertEvent(db, now, 'order_update', { orderIds: [], checkIds: [] });
  return cancelled.length;
};

export const qrOrdersRoutes = [
  handle(countQrOrders, async (_, { db, now }) => ({
    status: true as const,
    totalQROrders: await countWaiting(db),
    pausedUntil: (await findQrPause(db, now))?.toISOString() ?? null,
    limitReachedAt: (await findLimitReached(db, now))?.toISOString() ?? null,
  })),

  handle(listQrOrders, async (_, { db }) => (await findWaiting(db)).map(toQrOrder)),

  handle(cancelAllQrOrders, async ({ body: { orderIds } }, context) => {
    const count = await cancel(context, orderIds);
    return { message: count === 1 ? '1 QR order cancelled.' : `${count} QR orders cancelled.` };
  }),

  handle(updateQrOrderStatus, async ({ params: { id } }, context) => {
    if ((await cancel(context, [id])) > 0) return { message: 'QR order cancelled.' };
    if (await isQrOrder(context.db, id)) throw new AppError('conflict', 'This QR order was already accepted or cancelled!');
    throw new AppError('not_found', 'This QR order does not exist!');
  }),
];
