import { createCustomerExport, getCustomer } from '#contract/customer-history.ts';
import { getDeliveryAddress } from '#contract/customers.ts';
import { may } from '#contract/permissions.ts';
import { toDecimal } from '#contract/pricing.ts';
import { listReservations } from '#contract/reservations.ts';
import { getCustomerByPhone } from '#server/features/customers/customers.queries.ts';
import { toCustomer } from '#server/features/customers/customers.rules.ts';
import { findInvoicesOf } from '#server/features/invoices/invoice-list.queries.ts';
import { toInvoice } from '#server/features/invoices/invoices.rules.ts';
import { getStoreClock } from '#server/features/orders/orders.queries.ts';
import { findBuyers } from '#server/features/payments/payments.queries.ts';
import { findQrOrdersOf } from '#server/features/qr-orders/qr-orders.queries.ts';
import { toQrOrder } from '#server/features/qr-orders/qr-orders.rules.ts';
import { findComingReservationsOf, findNoShows, findReservationsOf, onWire } from '#server/features/reservations/reservations.queries.ts';
import { getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { mapInSlices } from '#server/platform/work/slices.ts';
import { toCustomerOrder } from './customer-history.rules.ts';
import { findDeliveryAddress, findLastVisit, findOrdersOf, findSums } from './customer-orders.queries.ts';

const LAST_ORDERS = 10;

/** What a customer leaves behind elsewhere: read from every table, written to none. */
export const customerHistoryRoutes = [
  handle(getCustomer, async ({ params }, { db, now, session }) => {
    const customer = await getCustomerByPhone(db, params.id);
    const currency = await getCurrency(db);
    const { visits, spend } = await findSums(db, customer.id, currency.code);
    const orders = await findOrdersOf(db, customer.id, LAST_ORDERS);
    const lastVisit = await findLastVisit(db, customer.id);
    return {
      ...toCustomer(customer),
      visits,
      spend: toDecimal(BigInt(spend), currency.decimals),
      currency: currency.code,
      timezone: (await getStoreClock(db)).timezone,
      last_visit: lastVisit?.toISOString() ?? null,
      no_shows: await findNoShows(db, customer.id),
      // notes and codes of bookings are for whoever may open the bookings
      ...(may(session, listReservations.access) && { reservations: (await findComingReservationsOf(db, customer.id, now)).map(onWire) }),
      orders: orders.map((order) => toCustomerOrder(order, currency)),
    };
  }),

  handle(getDeliveryAddress, async ({ params }, { db }) => {
    const { id } = await getCustomerByPhone(db, params.id);
    return { deliveryAddress: await findDeliveryAddress(db, id) };
  }),

  handle(createCustomerExport, async ({ params }, context) => {
    const { db, now } = context;
    const customer = await getCustomerByPhone(db, params.id);
    const currency = await getCurrency(db);
    const orders = await findOrdersOf(db, customer.id);
    const invoices = await findInvoicesOf(db, customer.id);
    await insertAudit(context, { action: 'export', entity: 'customers', entityId: customer.id });
    return {
      exported_at: now.toISOString(),
      person: toCustomer(customer),
      orders: await mapInSlices(
        orders,
        (order) => toCustomerOrder(order, currency),
        ({ lines }) => lines.length,
      ),
      qr_orders: (await findQrOrdersOf(db, customer.id)).map(toQrOrder),
      invoices: await mapInSlices(invoices, toInvoice),
      buyers: await findBuyers(
        db,
        invoices.map(({ invoice_id }) => invoice_id),
      ),
      reservations: (await findReservationsOf(db, customer.id)).map(onWire),
    };
  }),
];
