import { findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import {
  cancelOrders,
  completeAndPayOrders,
  completeOrders,
  initOrders,
  listOpenChecks,
  listOrderShelf,
  listOrders,
  type PaidInvoice,
  reopenOrders,
  summarisePayment,
  updateItemStatus,
} from '#contract/orders.ts';
import { toDecimal } from '#contract/pricing.ts';
import { findInvoicesOf, payOrders } from '#server/features/payments/payments.queries.ts';
import { assertSums } from '#server/features/pos/cart.rules.ts';
import { findPrintSettings, findStoreSettings } from '#server/features/pos/settings.queries.ts';
import { findTables } from '#server/features/tables/tables.queries.ts';
import { findActivePaymentTypes } from '#server/features/pos/store.queries.ts';
import { getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { insertAudit } from '#server/platform/audit.queries.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import type { Context } from '#server/platform/contexts.ts';
import type { Db } from '#server/platform/database.ts';
import { insertEvent } from '#server/platform/outbox.queries.ts';
import { handle } from '#server/platform/routes.ts';
import { mapInSlices } from '#server/platform/slices.ts';
import { closeSettledChecks, lockChecksOf } from './checks.queries.ts';
import {
  findDonePage,
  findOpenCheckLines,
  findOpenOrders,
  findOrders,
  findUnpaidOrders,
  findUnpaidPage,
  type OrderRow,
} from './order-board.queries.ts';
import { billOf, cardsOf, toGroup, toOpenChecks, toSummary } from './order-board.rules.ts';
import {
  cancelEmptyOrder,
  getLine,
  getStoreClock,
  insertOrderAudits,
  markLine,
  markOrdersCancelled,
  markOrdersCompleted,
  markOrdersReopened,
} from './orders.queries.ts';
import { findOrdersToLeave } from './settled-orders.queries.ts';

const PER_PAGE = 20;

const notNow = (sentence: string) => new AppError('conflict', sentence);

const getOrdersOnBill = async (db: Db, ids: number[]): Promise<OrderRow[]> => {
  const orders = await findOrders(db, ids);
  if (orders.length !== ids.length) throw new AppError('not_found', 'This order does not exist!');
  if (orders.some((order) => order.status === 'cancelled')) throw notNow('A cancelled order cannot be paid!');
  return orders;
};

type FoundInvoice = Awaited<ReturnType<typeof findInvoicesOf>>[number];

const toPaidInvoice = ({ id, created_at, payment_type, total, currency, member }: FoundInvoice): PaidInvoice => ({
  id,
  created_at: created_at.toISOString(),
  payment_type,
  total: toDecimal(BigInt(total), findCurrency(currency)!.decimals),
  member,
});

/** Two terminals took payment for one table: the later is told by whom, when and how it was paid. */
const alreadyPaid = async (db: Db, ids: number[]) =>
  new AppError('conflict', 'This order is already paid!', { body: { payments: (await findInvoicesOf(db, ids)).map(toPaidInvoice) } });

const getOrdersToBill = async (db: Db, ids: number[]): Promise<OrderRow[]> => {
  const orders = await getOrdersOnBill(db, ids);
  if (orders.some((order) => order.payment_status === 'paid')) throw await alreadyPaid(db, ids);
  return orders;
};

const findPaymentType = async (db: Db, id: number | null | undefined) => {
  if (id == null) return undefined;
  const type = (await findActivePaymentTypes(db)).find((active) => active.id === id);
  if (!type) throw new AppError('not_found', 'This payment type does not exist!');
  return type;
};

const toGroups = async (db: Db, cards: OrderRow[][]) => {
  const currency = await getCurrency(db);
  return mapInSlices(
    cards,
    (card) => toGroup(card, currency),
    (card) => card.length,
  );
};

const today = async (db: Db, now: Date): Promise<string> => businessDateOf(now, await getStoreClock(db));

/** With the last item delivered paid orders leave the board at once, if the store lets them; the caller holds their checks and announces them. */
const completeSettled = async (context: Pick<Context, 'db' | 'session' | 'now'>, orderIds: number[], checkIds: number[]) => {
  const { db, now } = context;
  const leaving = await findOrdersToLeave(db, { today: await today(db, now), now, ids: orderIds, most: orderIds.length });
  const ids = leaving.map(({ id }) => id);
  if (ids.length > 0) {
    await insertOrderAudits(context, 'complete', ids, 'completed');
    await markOrdersCompleted(db, ids);
  }
  await closeSettledChecks(db, checkIds, now);
};

export const ordersRoutes = [
  handle(listOrders, async ({ query: { unpaid, ...which } }, { db }) =>
    toGroups(db, cardsOf(await (unpaid === '1' ? findUnpaidOrders(db, which) : findOpenOrders(db, which)))),
  ),

  handle(listOrderShelf, async ({ query: { shelf, page: currentPage = 1, perPage = PER_PAGE } }, { db, now }) => {
    const page = { offset: (currentPage - 1) * perPage, limit: perPage };
    const { found, total } = await (shelf === 'unpaid' ? findUnpaidPage(db, page) : findDonePage(db, await today(db, now), page));
    // whom several orders of a day are of nobody knows any more: another party may have sat at the table since
    const orders = await toGroups(db, shelf === 'unpaid' ? cardsOf(found) : found.map((order) => [order]));
    return { orders, currentPage, perPage, totalPages: Math.ceil(total / perPage), totalOrders: total };
  }),

  handle(listOpenChecks, async (_, { db }) => toOpenChecks(await findOpenCheckLines(db), await getCurrency(db))),

  handle(initOrders, async (_, { db }) => {
    // the reply's schema leaves the day start out
    return {
      paymentTypes: await findActivePaymentTypes(db),
      printSettings: await findPrintSettings(db),
      storeSettings: await findStoreSettings(db),
      storeTables: await findTables(db),
    };
  }),

  handle(updateItemStatus, async ({ params, body: { status } }, context) => {
    const { db, now } = context;
    const { order_id: orderId } = await getLine(db, params.id);
    const checkIds = await lockChecksOf(db, [orderId]);
    // read again: only now that the check is held nobody else can change it
    const line = await getLine(db, params.id);
    if (line.order_status !== 'created') throw notNow('This order is already closed!');
    if (line.status === 'cancelled') throw notNow('This item is already cancelled!');
    if (status === 'cancelled' && line.payment_status === 'paid') throw notNow('An item of a paid order cannot be cancelled!');
    await markLine(db, params.id, { status, from: ['created', 'preparing', 'completed', 'delivered'], now });
    if (status === 'cancelled' && (await cancelEmptyOrder(db, orderId))) {
      await insertAudit(context, { action: 'cancel', entity: 'orders', entityId: orderId, before: 'created', after: 'cancelled' });
      await closeSettledChecks(db, checkIds, now);
    }
    await insertAudit(context, { action: 'status', entity: 'order_lines', entityId: params.id, before: line.status, after: status });
    if (status === 'delivered' && line.payment_status === 'paid') await completeSettled(context, [orderId], checkIds);
    await insertEvent(db, now, 'order_update', { orderIds: [orderId] });
    return { message: 'Status updated.' };
  }),

  handle(cancelOrders, async ({ body: { orderIds } }, context) => {
    const { db, now } = context;
    const checkIds = await lockChecksOf(db, orderIds);
    const orders = await findOrders(db, orderIds);
    if (orders.some((order) => order.payment_status === 'paid')) throw notNow('A paid order cannot be cancelled!');
    await insertOrderAudits(context, 'cancel', orderIds, 'cancelled');
    if ((await markOrdersCancelled(db, orderIds, now)) !== orderIds.length) throw notNow('This order is already closed!');
    await closeSettledChecks(db, checkIds, now);
    await insertEvent(db, now, 'order_update', { orderIds });
    return { message: orderIds.length === 1 ? 'Order cancelled.' : 'Orders cancelled.' };
  }),

  handle(completeOrders, async ({ body: { orderIds } }, context) => {
    const { db, now } = context;
    const checkIds = await lockChecksOf(db, orderIds);
    await insertOrderAudits(context, 'complete', orderIds, 'completed');
    if ((await markOrdersCompleted(db, orderIds)) !== orderIds.length) throw notNow('This order is already closed!');
    await closeSettledChecks(db, checkIds, now);
    await insertEvent(db, now, 'order_update', { orderIds });
    return { message: orderIds.length === 1 ? 'Order completed.' : 'Orders completed.' };
  }),

  handle(reopenOrders, async ({ body: { orderIds } }, context) => {
    const { db, now } = context;
    await lockChecksOf(db, orderIds);
    await insertOrderAudits(context, 'reopen', orderIds, 'created');
    if ((await markOrdersReopened(db, orderIds, await today(db, now), now)) !== orderIds.length)
      throw notNow('Only what was completed today can be brought back!');
    await insertEvent(db, now, 'order_update', { orderIds });
    return { message: orderIds.length === 1 ? 'Order brought back.' : 'Orders brought back.' };
  }),

  handle(summarisePayment, async ({ body: { orderIds } }, { db }) => {
    const orders = await getOrdersOnBill(db, orderIds);
    const invoices = await findInvoicesOf(db, orderIds);
    // what was paid before the store changed its currency keeps the decimals it had
    const currency = invoices[0] ? findCurrency(invoices[0].currency)! : await getCurrency(db);
    return {
      ...toSummary(orders, currency),
      invoices: invoices.map(toPaidInvoice),
    };
  }),

  handle(completeAndPayOrders, async ({ body: { orderIds, paymentTypeId, keepOpen = false, ...claims } }, context) => {
    const { db, now, session } = context;
    const checkIds = await lockChecksOf(db, orderIds);
    const orders = await getOrdersToBill(db, orderIds);
    const currency = await getCurrency(db);
    const totals = billOf(orders);
    assertSums(claims, totals, currency);
    const paymentType = await findPaymentType(db, paymentTypeId);
    const oldest = orders[0]!;
    const invoiceId = await payOrders(db, {
      businessDate: await today(db, now),
      now,
      memberId: session.memberId,
      sessionId: session.id,
      orderIds,
      subTotal: Number(totals.net),
      taxTotal: Number(totals.tax),
      total: Number(totals.total),
      currency: currency.code,
      tableId: oldest.table_id,
      tableTitle: oldest.table_title,
      floor: oldest.floor,
      deliveryType: oldest.delivery_type,
      customerType: oldest.customer_type,
      customerId: oldest.customer_id,
      paymentTypeId: paymentType?.id ?? null,
      paymentType: paymentType?.title ?? 'unspecified',
      keepOpen,
    });
    if (invoiceId === null) throw notNow('This order is already paid!');
    if (keepOpen) await completeSettled(context, orderIds, checkIds);
    else await closeSettledChecks(db, checkIds, now);
    return { message: 'Payment received.', invoiceId };
  }),
];
