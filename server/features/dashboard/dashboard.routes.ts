import { getDashboard, getTrend } from '#contract/dashboard.ts';
import { toDecimal } from '#contract/pricing.ts';
import { getStoreClock } from '#server/features/orders/orders.queries.ts';
import { findBestSellers } from '#server/features/reports/best-sellers.queries.ts';
import { findNewCustomers, findReturningCustomers } from '#server/features/reports/customers.queries.ts';
import { hoursBegun } from '#server/features/reports/periods.rules.ts';
import { findOrdersCount } from '#server/features/reports/sums.queries.ts';
import { findReservations, onWire } from '#server/features/reservations/reservations.queries.ts';
import { getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { businessDateOf, businessDayBounds } from '#server/platform/business-day.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { findHourlySales } from './dashboard.queries.ts';
import { sameWeekdaysBefore, toTrend } from './dashboard.rules.ts';

export const dashboardRoutes = [
  handle(getDashboard, async (_, { db, now }) => {
    const clock = await getStoreClock(db);
    const today = businessDateOf(now, clock);
    const range = { from: today, to: today };
    const { code, decimals } = await getCurrency(db);
    const best = await findBestSellers(db, range);
    return {
      reservations: (await findReservations(db, range, clock)).map(onWire),
      topSellingItems: best.map((item) => ({ ...item, price: toDecimal(BigInt(item.price), decimals) })),
      ordersCount: await findOrdersCount(db, range),
      newCustomerCount: await findNewCustomers(db, businessDayBounds(today, clock)),
      repeatedCustomerCount: await findReturningCustomers(db, range),
      currency: code,
      timezone: clock.timezone,
    };
  }),

  handle(getTrend, async (_, { db, now }) => {
    const clock = await getStoreClock(db);
    const today = businessDateOf(now, clock);
    const { code, decimals } = await getCurrency(db);
    const sales = await findHourlySales(db, [today, ...sameWeekdaysBefore(today)], code);
    const { start } = businessDayBounds(today, clock);
    const { comparedDays, total, hours } = toTrend(sales, today, {
      firstHour: Number(clock.dayStart.slice(0, 2)),
      begun: hoursBegun(now, start, clock),
    });
    const amount = (minor: bigint) => toDecimal(minor, decimals);
    return {
      currency: code,
      date: today,
      comparedDays,
      revenueTotal: amount(total),
      hours: hours.map((hour) => ({ ...hour, today: hour.today === null ? null : amount(hour.today), average: amount(hour.average) })),
    };
  }),
];
