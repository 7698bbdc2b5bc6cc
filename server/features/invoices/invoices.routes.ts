import { Readable } from 'node:stream';
import { findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import {
  getInvoice,
  getInvoiceFile,
  initInvoices,
  INVOICES_FOUND,
  listInvoices,
  searchInvoices,
  summariseInvoice,
} from '#contract/invoices.ts';
import { type PeriodType, rangeOf } from '#contract/periods.ts';
import { findCustomerByPhone, findCustomerIdsLike } from '#server/features/customers/customers.queries.ts';
import { isPhoneText, phoneDigitsIn, readName, readSearch } from '#server/features/customers/customers.rules.ts';
import { findOrders } from '#server/features/orders/order-board.queries.ts';
import { toSummary } from '#server/features/orders/order-board.rules.ts';
import { getStoreClock } from '#server/features/orders/orders.queries.ts';
import { getPaidOf } from '#server/features/orders/paid-orders.queries.ts';
import { findActivePaymentTypes } from '#server/features/payment-types/payment-types.queries.ts';
import { findPrintSettings, findStoreSettings } from '#server/features/store-settings/shown-settings.queries.ts';
import { getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { sendCsv } from '#server/platform/endpoints/answers.ts';
import { writeCsv } from '#server/platform/files/csv.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import type { Db } from '#server/platform/database/database.ts';
import { handle, handleSignedIn } from '#server/platform/endpoints/routes.ts';
import { mapInSlices } from '#server/platform/work/slices.ts';
import {
  findChargesOn,
  findCurrencyPaid,
  findInvoice,
  findInvoicePage,
  findInvoicesAfter,
  findInvoicesLike,
  findOrdersOn,
  type InvoiceRow,
} from './invoice-list.queries.ts';
import { findFilters, type Narrowing } from './invoice-filters.queries.ts';
import { invoiceColumns, readNumber, toInvoice, toInvoiceCells, toOpened } from './invoices.rules.ts';
import { findBuyer } from '#server/features/payments/payments.queries.ts';
import { findChained, findOwnTaxes, findRefunds } from './refunds.queries.ts';

const PER_PAGE = 10;
const MOST_AT_ONCE = 5000; // without pages, or found by a search; the newest
const PHONE_DIGITS = 4;
const PIECE = 1000; // invoices of a file that are read at a time
const SEARCHED_CUSTOMERS = 200; // whoever types two letters gets invoices of some whom they fit, not the server's time

/** What a query narrows the list by, without what it leaves out. */
const narrowingOf = ({ paymentTypeId, deliveryType, member }: Narrowing): Narrowing => ({
  ...(paymentTypeId !== undefined && { paymentTypeId }),
  ...(deliveryType !== undefined && { deliveryType }),
  ...(member !== undefined && { member }),
});

const rangeIn = async (db: Db, { type, from, to }: { type: PeriodType; from?: string | undefined; to?: string | undefined }, now: Date) =>
  rangeOf(type, businessDateOf(now, await getStoreClock(db)), { from, to });

const findLike = async (db: Db, text: string, limit: number, narrowing: Narrowing): Promise<InvoiceRow[]> => {
  // a phone without digits stands for itself (customers.phone_key); digits among letters are no phone
  const caller = isPhoneText(text) || !/\d/.test(text) ? await findCustomerByPhone(db, text) : undefined;
  // of a few digits an invoice is meant; half of all phones have them
  const hasPhone = phoneDigitsIn(text).length >= PHONE_DIGITS;
  const named = await findCustomerIdsLike(db, hasPhone ? readSearch(text) : readName(text), SEARCHED_CUSTOMERS);
  return findInvoicesLike(db, readNumber(text), [...new Set(caller ? [caller.id, ...named] : named)], limit, narrowing);
};

export const invoicesRoutes = [
  handle(listInvoices, async ({ query }, { db, now }) => {
    const { page, perPage } = query;
    const narrowing = narrowingOf(query);
    const range = await rangeIn(db, query, now);
    if (page === undefined && perPage === undefined)
      return mapInSlices((await findInvoicePage(db, range, { offset: 0, limit: MOST_AT_ONCE }, narrowing)).found, toInvoice);
    const [currentPage, limit] = [page ?? 1, perPage ?? PER_PAGE];
    const { total: totalInvoices, found } = await findInvoicePage(db, range, { offset: (currentPage - 1) * limit, limit }, narrowing);
    return { invoices: found.map(toInvoice), currentPage, perPage: limit, totalPages: Math.ceil(totalInvoices / limit), totalInvoices };
  }),

  handleSignedIn(getInvoiceFile, async ({ query }, { asTenant, openFigures, session, now }) => {
    const search = query.q.trim();
    const narrowing = narrowingOf(query);
    const { range, timezone, found } = await asTenant(session.tenantId, async (db) => {
      const days = await rangeIn(db, query, now);
      const asked = { ...(search ? { search } : days), ...narrowing };
      await insertAudit({ db, session, now }, { action: 'export', entity: 'invoices', after: asked });
      const matches = search ? await findLike(db, search, MOST_AT_ONCE, narrowing) : undefined;
      return { range: days, timezone: (await getStoreClock(db)).timezone, found: matches };
    });
    if (found) return sendCsv('invoices-search.csv', writeCsv(invoiceColumns, toInvoiceCells(found, timezone), true));
    // Invoices are never changed and never deleted, so what is read in pieces agrees with itself; none of it waits for a slow line.
    const figures = await openFigures();
    const pieces = async function* () {
      for (let last: InvoiceRow | undefined, isFirst = true; ; isFirst = false) {
        const rows = await figures.asTenant(session.tenantId, (db) => findInvoicesAfter(db, range, last, PIECE, narrowing));
        if (isFirst || rows.length > 0) yield writeCsv(invoiceColumns, toInvoiceCells(rows, timezone), isFirst);
        if (rows.length < PIECE) return;
        last = rows.at(-1);
      }
    };
    return sendCsv(`invoices-${range.from}-${range.to}.csv`, Readable.from(pieces()), figures.asOf);
  }),

  handle(initInvoices, async (_, { db }) => {
    // the reply's schema leaves the day start out
    return {
      printSettings: await findPrintSettings(db),
      storeSettings: await findStoreSettings(db),
      paymentTypes: await findActivePaymentTypes(db),
      filters: await findFilters(db),
    };
  }),

  handle(searchInvoices, async ({ query }, { db }) => {
    const text = query.q.trim();
    if (text === '') return [];
    return (await findLike(db, text, INVOICES_FOUND, narrowingOf(query))).map(toInvoice);
  }),

  handle(getInvoice, async ({ params: { id } }, { db }) => {
    const found = await findInvoice(db, id);
    if (!found) throw new AppError('not_found', 'This invoice does not exist!');
    return toOpened(found, await findOrdersOn(db, found.invoice), {
      refunds: await findRefunds(db, id),
      buyer: await findBuyer(db, id),
      own: await findOwnTaxes(db, id),
      charges: await findChargesOn(db, found.invoice),
      chained: await findChained(db, id),
    });
  }),

  handle(summariseInvoice, async ({ body: { orderIds } }, { db }) => {
    const orders = await findOrders(db, orderIds);
    if (orders.length !== orderIds.length) throw new AppError('not_found', 'This order does not exist!');
    // what was paid before the store changed its currency keeps the decimals it had
    const paidIn = await findCurrencyPaid(db, orderIds);
    const paid = await getPaidOf(db, orders);
    return toSummary(paid.orders, paidIn === undefined ? await getCurrency(db) : findCurrency(paidIn)!, paid.charges);
  }),
];
