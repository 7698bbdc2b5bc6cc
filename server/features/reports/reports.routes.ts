import { splitParts } from '#contract/adjustments.ts';
import type { Currency } from '#contract/currencies.ts';
import { type DateRange, type PeriodType, rangeOf } from '#contract/periods.ts';
import { toDecimal, toPercent } from '#contract/pricing.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { getStoreClock } from '#server/features/orders/orders.queries.ts';
import { getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { businessDateOf, businessDayBounds, type StoreClock } from '#server/platform/business-day.ts';
import type { Db } from '#server/platform/database/database.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { findBestSellers } from './best-sellers.queries.ts';
import { findNewCustomers, findReturningCustomers, findTotalCustomers } from './customers.queries.ts';
import { findCategoriesOf, findNamesOf } from './details.queries.ts';
import { hoursBegun, isRunning, previousOf, sameTimeOf, stepOf, stepsOf } from './periods.rules.ts';
import { findRestOfDay } from './rest-of-day.queries.ts';
import { addAmounts, averageOf, rank, taxOf } from './reports.rules.ts';
import { withPresentTitles } from './renamed-types.queries.ts';
import { findSums, type Figure, type Sum } from './sums.queries.ts';
import { findPartsOf } from './tax-parts.queries.ts';
import { findByReason, findChargesTotal, findDiscountsByMember, findDiscountsTotal } from './reasons.queries.ts';

interface PeriodQuery {
  type: PeriodType;
  from?: string | undefined;
  to?: string | undefined;
}

const frameOf = async (db: Db, now: Date, { type, from, to }: PeriodQuery) => {
  const clock = await getStoreClock(db);
  const today = businessDateOf(now, clock);
  const currency = await getCurrency(db);
  return { clock, today, currency, range: rangeOf(type, today, { from, to }) };
};

/** Of the last day of the period only what came before the instant `until`, when there is one. */
const figuresOf = async (db: Db, range: DateRange, clock: StoreClock, { code, decimals }: Currency, until?: Date) => {
  const amount = (minor: bigint) => toDecimal(minor, decimals);
  const sums = await findSums(db, range, ['placed', 'sale']);
  const sales = addAmounts(sums.filter(({ figure, currency }) => figure === 'sale' && currency === code));
  const bounds = { start: businessDayBounds(range.from, clock).start, end: until ?? businessDayBounds(range.to, clock).end };
  const rest = until ? await findRestOfDay(db, range.to, until, code) : { placed: 0, paid: 0, total: 0n, net: 0n, tax: 0n };
  const total = sales.total - rest.total;
  const paid = sales.orders - rest.paid;
  return {
    ordersCount: addAmounts(sums.filter(({ figure }) => figure === 'placed')).orders - rest.placed,
    newCustomers: await findNewCustomers(db, bounds),
    repeatedCustomers: await findReturningCustomers(db, range, until),
    averageOrderValue: amount(averageOf(total, paid)),
    paidOrdersCount: paid,
    netRevenue: amount(sales.net - rest.net),
    taxTotal: amount(sales.tax - rest.tax),
    revenueTotal: amount(total),
  };
};

const DETAILED: Figure[] = ['placed', 'dropped', 'member', 'payment', 'tip', 'paid_item', 'tax'];

/** Takings as they were captured, the tips beside them, and by how much cash rounding parts them from the revenue. */
const takingsOf = (of: (figure: Figure) => Sum[], amount: (minor: bigint) => number) => {
  const tipsOf = (type: string) => addAmounts(of('tip').filter(({ key }) => key === type)).total;
  const types = rank(
    of('payment'),
    ({ key }) => key,
    (label) => tipsOf(label) !== 0n,
  );
  return {
    byPaymentType: types.map(({ label, quantity, total }) => ({
      payment_type: label,
      payments: quantity,
      amount: amount(total),
      tips: amount(tipsOf(label)),
    })),
    tips: amount(addAmounts(of('tip')).total),
    rounding: amount(addAmounts(of('payment')).total - addAmounts(of('sale')).total),
  };
};

export const reportsRoutes = [
  handle(getReport, async ({ query }, { db, now, asOf }) => {
    const { clock, currency, range } = await frameOf(db, now, query);
    const items = await findBestSellers(db, range);
    const amount = (minor: bigint) => toDecimal(minor, currency.decimals);
    return {
      asOf: asOf?.toISOString(),
      ...(await figuresOf(db, range, clock, currency)),
      currency: currency.code,
      totalCustomers: await findTotalCustomers(db),
      discounts: amount(await findDiscountsTotal(db, range, currency.code)),
      charges: amount(await findChargesTotal(db, range, currency.code)),
      topSellingItems: items.map((item) => ({ ...item, price: amount(BigInt(item.price)) })),
    };
  }),

  handle(getReportDetails, async ({ query }, { db, now, asOf }) => {
    const { clock, today, currency, range } = await frameOf(db, now, query);
    const step = stepOf(range);
    const present = businessDayBounds(today, clock);
    const noted = await withPresentTitles(db, range, currency.code, await findSums(db, range, DETAILED));
    const sums = [...noted, ...(await findSums(db, range, ['sale'], step === 'hour' ? null : step))];
    const amount = (minor: bigint) => toDecimal(minor, currency.decimals);
    const of = (wanted: Figure) =>
      sums.filter(({ figure, ...sum }) => figure === wanted && (wanted === 'placed' || sum.currency === currency.code));

    const sales = of('sale');
    const salesAt = Map.groupBy(sales, ({ at, key }) => (step === 'hour' ? key : at!));
    const begun = hoursBegun(now, present.start, clock);
    const steps = stepsOf(range, { today, dayStart: clock.dayStart, begun, isSold: (at) => salesAt.has(at) });
    const salesByHour = Map.groupBy(sales, ({ key }) => key);
    const placedByHour = Map.groupBy(of('placed'), ({ key }) => key);
    const categories = await findCategoriesOf(
      db,
      of('paid_item').map(({ key }) => Number(key)),
    );
    const items = of('paid_item').map((sum) => ({ ...sum, category: categories.get(Number(sum.key)) }));
    const names = await findNamesOf(
      db,
      of('member').flatMap(({ key }) => (key ? [Number(key)] : [])),
    );
    const taxes = rank(of('tax'), ({ key }) => key);
    const partsOf = await findPartsOf(
      db,
      taxes.map(({ label }) => label),
      range,
    );
    const cancelled = addAmounts(of('dropped'));
    const whys = await findByReason(db, range, currency.code);
    const summed = (rows: readonly { count: number; amount: bigint }[]) => ({
      quantity: rows.reduce((sum, { count }) => sum + count, 0),
      amount: amount(rows.reduce((sum, row) => sum + row.amount, 0n)),
    });
    const before = previousOf(range, today);
    const until = isRunning(range, today) ? sameTimeOf(businessDayBounds(before.to, clock), present, now) : undefined;
    return {
      asOf: asOf?.toISOString(),
      currency: currency.code,
      ...range,
      previous: { ...before, until: until?.toISOString() ?? null, ...(await figuresOf(db, before, clock, currency, until)) },
      step,
      overTime: steps.map((at) => {
        const { total, orders } = addAmounts(salesAt.get(at) ?? []);
        return { at, revenue: amount(total), orders };
      }),
      byHour: Array.from({ length: 24 }, (_, index) => {
        const hour = String(index).padStart(2, '0');
        const { total } = addAmounts(salesByHour.get(hour) ?? []);
        return { hour, orders: addAmounts(placedByHour.get(hour) ?? []).orders, revenue: amount(total) };
      }),
      byCategory: rank(items, ({ category }) => String(category?.category_id ?? '')).map(({ category, quantity, total }) => ({
        category_id: category?.category_id ?? null,
        title: category?.title ?? null,
        quantity,
        sales: amount(total),
      })),
      ...takingsOf(of, amount),
      byMember: rank(of('member'), ({ key }) => key).map(({ label, quantity, total }) => ({
        name: names.get(Number(label)) ?? null,
        invoices: quantity,
        revenue: amount(total),
      })),
      byTax: taxes.map(({ label, total, tax }) => ({
        ...taxOf(label),
        rate: toPercent(taxOf(label).rate),
        sales: amount(total),
        tax: amount(tax),
        parts: splitParts(tax, partsOf.get(label) ?? []).map((part) => ({ ...part, rate: toPercent(part.rate), tax: amount(part.tax) })),
      })),
      discounts: summed(whys.filter(({ kind }) => kind === 'discount')).amount,
      charges: amount(await findChargesTotal(db, range, currency.code)),
      discountsByMember: (await findDiscountsByMember(db, range, currency.code)).map((row) => ({ ...row, amount: amount(row.amount) })),
      cancelled: {
        orders: cancelled.orders,
        quantity: cancelled.quantity,
        amount: amount(cancelled.total),
        made: summed(whys.filter(({ made }) => made)),
      },
      byReason: [...Map.groupBy(whys, ({ kind, reason }) => `${kind} ${reason}`).values()].map((rows) => ({
        kind: rows[0]!.kind,
        reason: rows[0]!.reason,
        ...(({ quantity: count, amount: sum }) => ({ count, amount: sum }))(summed(rows)),
      })),
    };
  }),
];
