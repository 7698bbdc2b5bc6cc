import { AppError } from '#contract/errors.ts';
import {
  cancelOrders,
  completeAndPayOrders,
  completeOrders,
  initOrders,
  listOpenChecks,
  listOrderShelf,
  listOrders,
  ONLY_ONE_ITEM,
  reopenOrders,
  summarisePayment,
  updateItemStatus,
} from '#contract/orders.ts';
import { may } from '#contract/permissions.ts';
import { toDecimal } from '#contract/pricing.ts';
import { hasHadCharges } from '#server/features/charges/charges.queries.ts';
import { shareDrawers } from '#server/features/drawers/drawers.queries.ts';
import { payOrders } from '#server/features/payments/payments.queries.ts';
import { drawersOf, paymentsOf, roundingOf } from '#server/features/payments/payments.rules.ts';
import { assertSums } from '#server/features/prices/cart.rules.ts';
import { findPrintSettings, findStoreSettings } from '#server/features/store-settings/shown-settings.queries.ts';
import { findTables } from '#server/features/tables/tables.queries.ts';
import { fixedCharges } from '#server/features/prices/charges.rules.ts';
import { findActivePaymentTypes } from '#server/features/payment-types/payment-types.queries.ts';
import { getCashStep, getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import type { Db } from '#server/platform/database/database.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { insertHalves } from './check-changes.queries.ts';
import { closeVoidedChecks } from './voided-bills.queries.ts';
import { insertVoids } from './voids.queries.ts';
import { assertRight } from '#server/platform/security/rights.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { mapInSlices } from '#server/platform/work/slices.ts';
import { findChargesOfCards, findOrderCharges } from './bill-charges.queries.ts';
import { assertBillNotFull } from './bill-lines.queries.ts';
import { settlePartlyPaid } from './check-changes.queries.ts';
import { closeSettledChecks, lockChecksOf, markUnbilled } from './checks.queries.ts';
import { assertStillCovered } from './covered.queries.ts';
import { assertOpenLines } from './open-lines.queries.ts';
import { findDonePage, findOpenOrders, findOrders, findUnpaidOrders, findUnpaidPage, type OrderRow } from './order-board.queries.ts';
import { billedLines, cardsOf, costOfOrders, rowsOfCard, toGroup, toOpenChecks } from './order-board.rules.ts';
import {
  cancelEmptyOrder,
  getLine,
  getStoreClock,
  insertOrderAudits,
  markLines,
  markOrdersCancelled,
  markOrdersCompleted,
  markOrdersReopened,
} from './orders.queries.ts';
import { announceReady } from './kitchen-lines.queries.ts';
import { getOrdersOnBill, getOrdersToBill } from './orders-to-bill.queries.ts';
import { findOwed } from './owed.queries.ts';
import { findCaptured, summaryOf } from './payment-summary.queries.ts';
import { completeSettled } from './settled-orders.queries.ts';

const PER_PAGE = 20;

const notNow = (sentence: string) => new AppError('conflict', sentence);

/** Where a delivery goes is for whoever may open its bill, not for a screen on the wall. */
const withoutAddresses = (cards: OrderRow[][]): OrderRow[][] =>
  cards.map((card) => card.map((order) => ({ ...order, delivery_address: null })));

/** `ofCards` may still be under way: what else a board needs is asked for in the same round trip. */
const toGroups = async (ofCards: OrderRow[][] | Promise<OrderRow[][]>, { db, now, session }: Pick<Context, 'db' | 'now' | 'session'>) => {
  const [found, currency, hasCharges] = await Promise.all([ofCards, getCurrency(db), hasHadCharges(db)]);
  const cards = may(session, listOpenChecks.access) ? found : withoutAddresses(found);
  const chargesOf = hasCharges ? await findChargesOfCards(db, cards, now) : undefined;
  return mapInSlices(cards, (card) => toGroup(card, currency, chargesOf), rowsOfCard);
};

const today = async (db: Db, now: Date): Promise<string> => businessDateOf(now, await getStoreClock(db));

/** What is not cancelled of these orders, as it was ordered. */
const valueOf = (orders: readonly OrderRow[]): bigint =>
  orders
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => (line.status === 'cancelled' ? sum : sum + BigInt(line.unit_price) * BigInt(line.quantity)), 0n);

interface Voiding {
  quantity: number | null | undefined;
  reasonId?: number | null | undefined;
  note: string | null;
  isMade?: boolean | undefined;
  approvalToken?: string | null | undefined;
}

/** Notes what is about to be cancelled, after the right was asked. A part becomes a line of its own, which is answered. */
const voidLine = async (context: Context, line: Awaited<ReturnType<typeof getLine>>, { quantity, approvalToken, ...why }: Voiding) => {
  const { db, now, session } = context;
  if (quantity != null && quantity > line.quantity) throw notNow(`There are only ${line.quantity} of this item!`);
  const pieces = quantity ?? line.quantity;
  const value = BigInt(line.unit_price) * BigInt(pieces);
  const { code: currency, decimals } = await getCurrency(db);
  const asked = { targetId: line.id, target: 'line' as const, amount: toDecimal(value, decimals), currency, approvalToken };
  await assertRight(context, 'void_sent', asked);
  const [part] =
    quantity == null || quantity === line.quantity ? [] : await insertHalves(db, [{ of: line.id, quantity, checkId: line.check_id }]);
  if (part !== undefined) await assertBillNotFull(db, line.on_check!);
  const lineId = part ?? line.id;
  const given = await insertVoids(db, { lineId }, { ...why, memberId: session.memberId, now });
  await insertAudit(context, {
    action: 'void',
    entity: 'order_lines',
    entityId: line.id,
    before: { status: line.status },
    after: { status: 'cancelled', quantity: pieces, item: line.item_title, orderId: line.order_id, isMade: why.isMade },
    amount: value,
    tableId: line.table_id,
    reason: given.reason,
    note: given.note,
  });
  return lineId;
};

/** What a void of a line does to its order and to its bills; answers the parts that get what one of them was not paid with, which are announced last. */
const settleAfterVoid = async (context: Context, orderId: number, checkIds: number[]): Promise<number[]> => {
  const { db, now } = context;
  await assertStillCovered(db, checkIds, now);
  const isEmpty = await cancelEmptyOrder(db, orderId);
  if (isEmpty) await insertAudit(context, { action: 'cancel', entity: 'orders', entityId: orderId, before: 'created', after: 'cancelled' });
  const isPaidNow = !isEmpty && (await settlePartlyPaid(db, [orderId]));
  const parts = await closeVoidedChecks(context, checkIds, [orderId]);
  if (isPaidNow) await completeSettled(context, [orderId], checkIds);
  await markUnbilled(db, checkIds);
  return parts;
};

export const ordersRoutes = [
  handle(listOrders, ({ query: { unpaid, ...which } }, context) =>
    toGroups((unpaid === '1' ? findUnpaidOrders : findOpenOrders)(context.db, which).then(cardsOf), context),
  ),

  handle(listOrderShelf, async ({ query: { shelf, page: currentPage = 1, perPage = PER_PAGE } }, context) => {
    const { db, now } = context;
    const page = { offset: (currentPage - 1) * perPage, limit: perPage };
    const { found, total } = await (shelf === 'unpaid' ? findUnpaidPage(db, page) : findDonePage(db, await today(db, now), page));
    // whom several orders of a day are of nobody knows any more: another party may have sat at the table since
    const orders = await toGroups(shelf === 'unpaid' ? cardsOf(found) : found.map((order) => [order]), context);
    return { orders, currentPage, perPage, totalPages: Math.ceil(total / perPage), totalOrders: total };
  }),

  handle(listOpenChecks, async (_, { db, now }) => toOpenChecks(await findOwed(db, now, true), await getCurrency(db))),

  handle(initOrders, async (_, { db }) => {
    // the reply's schema leaves the day start out
    return {
      paymentTypes: await findActivePaymentTypes(db),
      printSettings: await findPrintSettings(db),
      storeSettings: await findStoreSettings(db),
      storeTables: await findTables(db),
    };
  }),

  handle(updateItemStatus, async ({ params, body: { status, quantity, ...voiding } }, context) => {
    const { db, now } = context;
    const { order_id: orderId } = await getLine(db, params.id);
    const checkIds = await lockChecksOf(db, [orderId]);
    // read again: only now that the check is held nobody else can change it
    const line = await getLine(db, params.id);
    if (line.order_status !== 'created') throw notNow('This order is already closed!');
    if (line.status === 'cancelled') throw notNow('This item is already cancelled!');
    if (status === 'cancelled' && (line.payment_status === 'paid' || line.invoice_id !== null))
      throw notNow('An item of a paid order cannot be cancelled!');
    if (quantity != null && status !== 'cancelled') throw new AppError('invalid_input', ONLY_ONE_ITEM);
    const lineId = status === 'cancelled' ? await voidLine(context, line, { ...voiding, quantity }) : params.id;
    await markLines(db, [lineId], { status, from: ['created', 'preparing', 'completed', 'delivered'], now });
    const parts = status === 'cancelled' ? await settleAfterVoid(context, orderId, checkIds) : [];
    if (status !== 'cancelled')
      await insertAudit(context, { action: 'status', entity: 'order_lines', entityId: params.id, before: line.status, after: status });
    if (status === 'delivered' && line.payment_status === 'paid') await completeSettled(context, [orderId], checkIds);
    const wasOpen = line.status === 'created' || line.status === 'preparing';
    // with the last open item cancelled the others wait, too
    if (wasOpen && (status === 'completed' || status === 'cancelled')) await announceReady(db, now, [params.id]);
    await insertEvent(db, now, 'order_update', { orderIds: [orderId], checkIds: status === 'cancelled' ? checkIds : [] });
    if (parts.length > 0) await insertEvent(db, now, 'check_update', { checkIds: parts });
    return { message: 'Status updated.' };
  }),

  handle(cancelOrders, async ({ body: { orderIds, quantity: _, ...voiding } }, context) => {
    const { db, now, session } = context;
    const checkIds = await lockChecksOf(db, orderIds);
    const orders = await findOrders(db, orderIds);
    if (orders.some((order) => order.payment_status === 'paid' || order.lines.some((line) => line.invoice_id !== null)))
      throw notNow('A paid order cannot be cancelled!');
    const { code: currency, decimals } = await getCurrency(db);
    await assertRight(context, 'void_sent', {
      targetId: orderIds.join(','),
      target: 'order',
      amount: toDecimal(valueOf(orders), decimals),
      currency,
      approvalToken: voiding.approvalToken,
    });
    const why = await insertVoids(db, { orderIds }, { ...voiding, memberId: session.memberId, now });
    await insertOrderAudits(context, 'cancel', orderIds, 'cancelled', why);
    if ((await markOrdersCancelled(db, orderIds, now)) !== orderIds.length) throw notNow('This order is already closed!');
    await assertStillCovered(db, checkIds, now);
    await markUnbilled(db, checkIds);
    const parts = await closeVoidedChecks(context, checkIds, orderIds);
    await insertEvent(db, now, 'order_update', { orderIds, checkIds });
    if (parts.length > 0) await insertEvent(db, now, 'check_update', { checkIds: parts });
    return { message: orderIds.length === 1 ? 'Order cancelled.' : 'Orders cancelled.' };
  }),

  handle(completeOrders, async ({ body: { orderIds } }, context) => {
    const { db, now } = context;
    const checkIds = await lockChecksOf(db, orderIds);
    await insertOrderAudits(context, 'complete', orderIds, 'completed');
    if ((await markOrdersCompleted(db, orderIds, now)) !== orderIds.length) throw notNow('This order is already closed!');
    await closeSettledChecks(db, checkIds, now);
    await insertEvent(db, now, 'order_update', { orderIds, checkIds });
    return { message: orderIds.length === 1 ? 'Order completed.' : 'Orders completed.' };
  }),

  handle(reopenOrders, async ({ body: { orderIds } }, context) => {
    const { db, now } = context;
    const checkIds = await lockChecksOf(db, orderIds);
    await insertOrderAudits(context, 'reopen', orderIds, 'created');
    if ((await markOrdersReopened(db, orderIds, await today(db, now), now)) !== orderIds.length)
      throw notNow('Only what was completed today can be brought back!');
    await assertOpenLines(db);
    await insertEvent(db, now, 'order_update', { orderIds, checkIds });
    return { message: orderIds.length === 1 ? 'Order brought back.' : 'Orders brought back.' };
  }),

  handle(summarisePayment, async ({ body: { orderIds, invoiceId } }, { db, now }) =>
    summaryOf(db, await getOrdersOnBill(db, orderIds), { invoiceId: invoiceId ?? null, now }),
  ),

  handle(completeAndPayOrders, async ({ body: { orderIds, paymentTypeId, payments, drawerId, keepOpen = false, ...claims } }, context) => {
    const { db, now, session } = context;
    const checkIds = await lockChecksOf(db, orderIds);
    const orders = await getOrdersToBill(db, orderIds);
    const currency = await getCurrency(db);
    const bills = await findOrderCharges(db, orders, now);
    const cost = costOfOrders(orders, fixedCharges(bills));
    const { totals } = cost;
    if ((await findCaptured(db, orders)) > 0n) throw notNow('This bill has payments; pay it from the bill.');
    assertSums(claims, totals, currency);
    const types = new Map((await findActivePaymentTypes(db)).map((type) => [type.id, type]));
    const type = paymentTypeId == null ? undefined : types.get(paymentTypeId);
    if (paymentTypeId != null && !type) throw new AppError('not_found', 'This payment type does not exist!');
    const oldest = orders[0]!;
    const held = paymentsOf({ payments, type, drawerId }, types, { currency, total: totals.total, step: await getCashStep(db) });
    await shareDrawers(db, drawersOf(held));
    const invoiceId = await payOrders(db, {
      businessDate: await today(db, now),
      now,
      memberId: session.memberId,
      sessionId: session.id,
      orderIds,
      cost,
      bills,
      lines: billedLines(orders),
      currency,
      tableId: oldest.table_id,
      tableTitle: oldest.table_title,
      floor: oldest.floor,
      deliveryType: oldest.delivery_type,
      customerType: oldest.customer_type,
      customerId: oldest.customer_id,
      rounding: roundingOf(held),
      payments: held,
      checkIds,
      keepOpen,
    });
    if (invoiceId === null) throw notNow('This order is already paid!');
    context.sign({ kind: 'invoice', number: invoiceId });
    if (keepOpen) await completeSettled(context, orderIds, checkIds);
    else await closeSettledChecks(db, checkIds, now);
    return { message: 'Payment received.', invoiceId, tableTitle: oldest.table_title };
  }),
];
