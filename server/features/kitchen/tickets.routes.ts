import { AppError } from '#contract/errors.ts';
import { listReady, listTickets, listUnseenTickets, markTicketTold, markTicketsSeen, sendTicketAgain } from '#contract/tickets.ts';
import { findReady } from '#server/features/orders/kitchen-lines.queries.ts';
import { findOrders } from '#server/features/orders/order-board.queries.ts';
import { printAgain } from '#server/features/printers/ticket-jobs.queries.ts';
import { deleteScreen, saveScreen } from '#server/features/stations/screens.queries.ts';
import { assertStation } from '#server/features/stations/stations.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { findTicketsOf, findUnseen, markSeen, markSentAgain, markTold, toWire } from './tickets.queries.ts';

const entity = 'tickets';
/** As long as it stands on the guests' board. */
const READY_MS = 10 * 60_000;

export const ticketsRoutes = [
  handle(listTickets, async ({ query: { order } }, { db }) => {
    const found = await findTicketsOf(db, order);
    if (found.length === 0 && (await findOrders(db, [order])).length === 0) throw new AppError('not_found', 'This order does not exist!');
    return found.map(toWire);
  }),

  handle(listUnseenTickets, async (_, { db, now }) =>
    (await findUnseen(db, now)).map((row) => ({
      ...toWire(row),
      sound_in: Math.max(0, Math.ceil((row.backup_at.getTime() - now.getTime()) / 1000)),
    })),
  ),

  handle(listReady, async (_, { db, now }) =>
    (await findReady(db, new Date(now.getTime() - READY_MS))).map(({ ready_at, ...row }) => ({ ...row, ready_at: ready_at.toISOString() })),
  ),

  handle(markTicketsSeen, async ({ body: { ticketIds, stationId = null, screenId, isLeaving = false } }, { db, now, session }) => {
    if (stationId !== null) await assertStation(db, stationId);
    const seen = await markSeen(db, ticketIds, session.memberId, now);
    const screen = { screenId, sessionId: session.id, stationId };
    if (isLeaving) await deleteScreen(db, screen);
    else await saveScreen(db, screen, now);
    // another screen was quicker, and has announced it
    if (seen.length > 0) await insertEvent(db, now, 'ticket_seen', { ticketIds: seen });
    return { message: 'Seen.' };
  }),

  handle(sendTicketAgain, async ({ params: { id }, body: { printerId } }, context) => {
    const { db, now, session } = context;
    const orderId = await markSentAgain(db, id, now);
    await printAgain(db, { ticketId: id, printerId: printerId ?? null, memberId: session.memberId, now });
    await insertAudit(context, { action: 'resend', entity, entityId: id });
    await insertEvent(db, now, 'order_update', { orderIds: [orderId], checkIds: [] });
    return { message: 'Sent again.' };
  }),

  handle(markTicketTold, async ({ params: { id } }, context) => {
    const { db, now, session } = context;
    const orderId = await markTold(db, id, session.memberId, now);
    await insertAudit(context, { action: 'tell', entity, entityId: id });
    await insertEvent(db, now, 'order_update', { orderIds: [orderId], checkIds: [] });
    return { message: 'Noted that you told them.' };
  }),
];
