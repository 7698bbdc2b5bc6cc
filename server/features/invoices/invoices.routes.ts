import { findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { initInvoices, listInvoices, searchInvoices, summariseInvoice } from '#contract/invoices.ts';
import { rangeOf } from '#contract/periods.ts';
import { findOrders } from '#server/features/orders/order-board.queries.ts';
import { toSummary } from '#server/features/orders/order-board.rules.ts';
import { getStoreClock } from '#server/features/orders/orders.queries.ts';
import { findPrintSettings, findStoreSettings } from '#server/features/pos/settings.queries.ts';
import { getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import { handle } from '#server/platform/routes.ts';
import { countInvoices, findCurrencyPaid, findInvoices, findInvoicesLike } from './invoice-list.queries.ts';
import { readSearch, toInvoice } from './invoices.rules.ts';

const PER_PAGE = 10;

export const invoicesRoutes = [
  handle(listInvoices, async ({ query: { type, from, to, page, perPage } }, { db, now }) => {
    const today = businessDateOf(now, await getStoreClock(db));
    const range = rangeOf(type, today, from && to ? { from, to } : undefined);
    if (page === undefined && perPage === undefined) return (await findInvoices(db, range)).map(toInvoice);
    const [currentPage, limit] = [page ?? 1, perPage ?? PER_PAGE];
    const totalInvoices = await countInvoices(db, range);
    const invoices = await findInvoices(db, range, { offset: (currentPage - 1) * limit, limit });
    return { invoices: invoices.map(toInvoice), currentPage, perPage: limit, totalPages: Math.ceil(totalInvoices / limit), totalInvoices };
  }),

  handle(initInvoices, async (_, { db }) => {
    // the reply's schema leaves the day start out
    return { printSettings: await findPrintSettings(db), storeSettings: await findStoreSettings(db) };
  }),

  handle(searchInvoices, async ({ query }, { db }) => {
    const text = query.q.trim();
    return text === '' ? [] : (await findInvoicesLike(db, readSearch(text))).map(toInvoice);
  }),

  handle(summariseInvoice, async ({ body: { orderIds } }, { db }) => {
    const orders = await findOrders(db, orderIds);
    if (orders.length !== orderIds.length) throw new AppError('not_found', 'This order does not exist!');
    // what was paid before the store changed its currency keeps the decimals it had
    const paidIn = await findCurrencyPaid(db, orderIds);
    return toSummary(orders, paidIn === undefined ? await getCurrency(db) : findCurrency(paidIn)!);
  }),
];
