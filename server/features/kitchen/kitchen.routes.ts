import { AppError } from '#contract/errors.ts';
import {
  acknowledgeCancelled,
  getKitchenBoard,
  listFinishedOrders,
  listKitchenOrders,
  updateKitchenItems,
  recallItems,
  updateKitchenStatus,
} from '#contract/kitchen.ts';
import { lockChecksOf } from '#server/features/orders/checks.queries.ts';
import {
  announceReady,
  getKitchenLines,
  markLinesRecalled,
  markLinesSeen,
  markSeenWhenDone,
} from '#server/features/orders/kitchen-lines.queries.ts';
import { makeTickets } from '#server/features/orders/make-tickets.queries.ts';
import { findOrders, findOrdersToCook } from '#server/features/orders/order-board.queries.ts';
import { rowsOfCard, toKitchenOrder } from '#server/features/orders/order-board.rules.ts';
import { kitchenMayJump, kitchenMayLeave } from '#server/features/orders/order-status.rules.ts';
import { getLine, markLines } from '#server/features/orders/orders.queries.ts';
import { insertAudit, insertAudits } from '#server/platform/security/audit.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { mapInSlices } from '#server/platform/work/slices.ts';
import { assertStation, findFallback, getStationsRecalledAt } from '#server/features/stations/stations.queries.ts';
import { findCancelledUnseen, findFinished, findTablesOf, getKitchenMinutes } from './kitchen.queries.ts';
import { madeAt, recallableSince, refusalToRecall, splitBillsOf, toFinishedOrder, toTicket, unseenSince } from './kitchen.rules.ts';
import { findTicketsToSee, toWire } from './tickets.queries.ts';

const FINISHED_SHOWN = 10;

/** Throws not-found for a station of nobody’s; answers who makes what names no station: with the last one deleted whoever still asks as one. */
const getMaker = async (db: Db, stationId: number): Promise<number> => {
  await assertStation(db, stationId);
  return (await findFallback(db)) ?? stationId;
};

export const kitchenRoutes = [
  handle(listKitchenOrders, async ({ query: { station, ids } }, { db }) => {
    const orders = await findOrdersToCook(db, { ids });
    const theirs = station === undefined ? orders : madeAt(orders, station, await getMaker(db, station));
    return mapInSlices(theirs, toKitchenOrder, (order) => rowsOfCard([order]));
  }),

  handle(getKitchenBoard, async ({ query }, { db, now }) => {
    const { station, ids } = query;
    const open = await findOrdersToCook(db, { ids });
    const shown = new Set(open.map(({ id }) => id));
    const others = (await findCancelledUnseen(db, unseenSince(now), ids)).filter((id) => !shown.has(id));
    const cancelled = others.length > 0 ? await findOrders(db, others) : [];
    const orders = [...open, ...cancelled].sort((a, b) => a.id - b.id);
    const theirs = station === undefined ? orders : madeAt(orders, station, await getMaker(db, station));
    const tables = await findTablesOf(db, splitBillsOf(theirs));
    const tickets = (await findTicketsToSee(db, now, station)).map(toWire);
    return {
      now: now.toISOString(),
      ...(await getKitchenMinutes(db)),
      orders: await mapInSlices(
        theirs,
        (order) => toTicket(order, tables),
        (order) => rowsOfCard([order]),
      ),
      tickets,
    };
  }),

  handle(listFinishedOrders, async ({ query: { station } }, { db, now }) => {
    const stationIds = station === undefined ? undefined : await getStationsRecalledAt(db, station);
    const finished = await findFinished(db, recallableSince(now), FINISHED_SHOWN, stationIds);
    const byId = new Map(
      (
        await findOrders(
          db,
          finished.map((row) => row.order_id),
        )
      ).map((order) => [order.id, order]),
    );
    return {
      now: now.toISOString(),
      orders: finished.map((row) => toFinishedOrder(byId.get(row.order_id)!, row.finished_at!, now, stationIds)),
    };
  }),

  handle(recallItems, async ({ body: { itemIds } }, context) => {
    const { db, now } = context;
    const orderIds = [...new Set((await getKitchenLines(db, itemIds)).map((line) => line.order_id))];
    await lockChecksOf(db, orderIds);
    // read again: only now that the checks are held nobody else can change them
    for (const line of await getKitchenLines(db, itemIds)) {
      const refusal = refusalToRecall(line, line.order_status, now);
      if (refusal !== undefined) throw new AppError('conflict', refusal);
    }
    await markLinesRecalled(db, itemIds);
    await makeTickets(db, 'recall', itemIds, now);
    await insertAudits(
      context,
      itemIds.map((entityId) => ({ action: 'recall', entity: 'order_lines', entityId, before: 'completed', after: 'preparing' })),
    );
    await insertEvent(db, now, 'order_update', { orderIds, checkIds: [] });
    return { message: itemIds.length === 1 ? 'Item recalled.' : 'Items recalled.' };
  }),

  handle(acknowledgeCancelled, async ({ body: { itemIds } }, context) => {
    const { db, now } = context;
    await getKitchenLines(db, itemIds);
    const seen = await markLinesSeen(db, itemIds);
    // another display was quicker, and has announced it
    if (seen.length === 0) return { message: 'Seen.' };
    await insertAudits(
      context,
      seen.map(({ id }) => ({ action: 'acknowledge', entity: 'order_lines', entityId: id })),
    );
    await insertEvent(db, now, 'order_update', { orderIds: [...new Set(seen.map((line) => line.order_id))], checkIds: [] });
    return { message: 'Seen.' };
  }),

  handle(updateKitchenItems, async ({ body: { itemIds, status } }, context) => {
    const { db, now } = context;
    await lockChecksOf(db, [...new Set((await getKitchenLines(db, itemIds)).map((line) => line.order_id))]);
    // read again: only now that the checks are held nobody else can change them
    const from = kitchenMayJump[status];
    const lines = (await getKitchenLines(db, itemIds)).filter((line) => line.order_status === 'created' && from.includes(line.status));
    // what another display has moved on meanwhile is where it belongs
    if (lines.length === 0) throw new AppError('conflict', 'These items were already moved on!');
    const isCooked = status === 'completed';
    const ids = lines.map(({ id }) => id);
    await markLines(db, ids, { status, from, now, isCooked });
    const orderIds = [...new Set(lines.map((line) => line.order_id))];
    if (isCooked) await markSeenWhenDone(db, ids);
    await insertAudits(
      context,
      lines.map(({ id, status: before }) => ({ action: 'status', entity: 'order_lines', entityId: id, before, after: status })),
    );
    if (isCooked) await announceReady(db, now, ids);
    await insertEvent(db, now, 'order_update', { orderIds, checkIds: [] });
    return { message: status === 'preparing' ? 'Started.' : 'Done.' };
  }),

  handle(updateKitchenStatus, async ({ params, body: { status } }, context) => {
    const { db, now } = context;
    const { order_id: orderId } = await getLine(db, params.id);
    await lockChecksOf(db, [orderId]);
    const line = await getLine(db, params.id);
    const from = kitchenMayLeave[status];
    const isCooked = status === 'completed';
    if (line.order_status !== 'created' || !(await markLines(db, [params.id], { status, from: [from], now, isCooked })))
      throw new AppError('conflict', `This item is already ${line.status}!`);
    if (isCooked) await markSeenWhenDone(db, [params.id]);
    await insertAudit(context, { action: 'status', entity: 'order_lines', entityId: params.id, before: from, after: status });
    if (isCooked) await announceReady(db, now, [params.id]);
    await insertEvent(db, now, 'order_update', { orderIds: [orderId], checkIds: [] });
    return { message: status === 'preparing' ? 'Started.' : 'Done.' };
  }),
];
