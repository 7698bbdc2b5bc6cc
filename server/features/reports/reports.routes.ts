import { rangeOf } from '#contract/periods.ts';
import { toDecimal } from '#contract/pricing.ts';
import { getReport } from '#contract/reports.ts';
import { getStoreClock } from '#server/features/orders/orders.queries.ts';
import { getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { businessDateOf, businessDayBounds } from '#server/platform/business-day.ts';
import { handle } from '#server/platform/routes.ts';
import { averageOf } from './reports.rules.ts';
import { findCustomerCounts, findOrdersCount, findBestSellers, findSales } from './reports.queries.ts';

export const reportsRoutes = [
  handle(getReport, async ({ query: { type, from, to } }, { db, now }) => {
    const clock = await getStoreClock(db);
    const range = rangeOf(type, businessDateOf(now, clock), from && to ? { from, to } : undefined);
    const { start } = businessDayBounds(range.from, clock);
    const { end } = businessDayBounds(range.to, clock);
    const { code, decimals } = await getCurrency(db);
    const amount = (minor: bigint) => toDecimal(minor, decimals);
    const sales = await findSales(db, range, code);
    const customers = await findCustomerCounts(db, range, { start, end });
    return {
      ordersCount: (await findOrdersCount(db, range)).orders,
      newCustomers: customers.added,
      repeatedCustomers: customers.repeated,
      totalCustomers: customers.total,
      currency: code,
      averageOrderValue: amount(averageOf(BigInt(sales.total), sales.orders)),
      netRevenue: amount(BigInt(sales.net)),
      taxTotal: amount(BigInt(sales.tax)),
      revenueTotal: amount(BigInt(sales.total)),
      topSellingItems: (await findBestSellers(db, range, code)).map((item) => ({ ...item, price: amount(BigInt(item.price)) })),
    };
  }),
];
