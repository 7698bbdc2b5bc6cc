import type { Currency } from '#contract/currencies.ts';
import type { DaySums } from '#contract/day.ts';
import { toDecimal, toText } from '#contract/pricing.ts';
import type { CountedDrawer } from '#server/features/drawers/drawers.queries.ts';
import { toShare } from '#server/features/prices/charges.rules.ts';
import { taxOf } from '#server/features/reports/reports.rules.ts';
import type { findInvoiceSums, findPaymentSums, findTaxes, Reasoned, Rows } from './day.queries.ts';

/** What was counted of each payment type, in minor units. */
export interface Count {
  id: number;
  title: string;
  kind: string;
  amount: bigint;
}

interface DayFigures {
  orders: number;
  sums: Awaited<ReturnType<typeof findInvoiceSums>>;
  discounts: Omit<Reasoned, 'made'>[];
  voids: Reasoned[];
  taxes: Awaited<ReturnType<typeof findTaxes>>;
  payments: Awaited<ReturnType<typeof findPaymentSums>>;
  drawers: CountedDrawer[];
}

/** Payments by type, with what was counted of each; one that was counted and not paid by has a row, too. */
export const matchCounts = (payments: DayFigures['payments'], counts: readonly Count[]) => {
  const left = new Map(counts.map((count) => [count.id, count]));
  const take = (has: (count: Count) => boolean): bigint | null => {
    const mine = [...left.values()].filter(has);
    for (const { id } of mine) left.delete(id);
    return mine.length === 0 ? null : mine.reduce((sum, { amount }) => sum + amount, 0n);
  };
  const rows = payments.map(({ payment_type: title, kind, ids, amount, tips, kinds }) => ({
    title,
    kind,
    expected: BigInt(amount),
    tips: BigInt(tips),
    kinds,
    counted: take((count) => (count.title === title && count.kind === kind) || ids.includes(String(count.id))),
  }));
  return [
    ...rows,
    ...[...left.values()].map(({ title, kind, amount }) => ({
      title,
      kind,
      expected: 0n,
      tips: 0n,
      kinds: {} as Record<string, string>,
      counted: amount as bigint | null,
    })),
  ];
};
type Matched = ReturnType<typeof matchCounts>[number];

/** By how much more was counted than expected. Cash that was counted by drawer is not missing where nobody counted it as a whole. */
export const differenceOf = (payments: readonly Matched[], drawers: readonly CountedDrawer[]): bigint => {
  const counted = payments.filter((payment) => payment.counted !== null);
  const whole = counted.reduce((sum, { counted: found, expected }) => sum + found! - expected, 0n);
  if (counted.some(({ kind }) => kind === 'cash')) return whole;
  return drawers.reduce((sum, drawer) => sum + BigInt(drawer.counted!) - BigInt(drawer.expected!), whole);
};

/** What was counted again after its difference was shown; `counted` is null where it is not counted any more. */
export const recountsOf = (first: readonly Count[], counts: readonly Count[], decimals: number) =>
  first.flatMap(({ id, title, amount }) => {
    const now = counts.find((count) => count.id === id)?.amount;
    if (now === amount) return [];
    return [{ payment_type: title, first: toText(amount, decimals), counted: now === undefined ? null : toText(now, decimals) }];
  });

/** The closing's note: a second count is said before what was typed, so that whoever reads the closing knows that it was not blind. */
export const noteOf = (recounted: ReturnType<typeof recountsOf>, typed: string | null): string | null => {
  if (recounted.length === 0) return typed;
  const said = recounted.map(({ payment_type: title, first, counted }) => `${title} ${first}, then ${counted ?? 'not counted'}`);
  return `Counted again after the difference was shown: ${said.join('; ')}.${typed === null ? '' : ` ${typed}`}`;
};

/** A day as the wire says it. */
export const toDay = (
  rows: Rows,
  { orders, sums, discounts, voids, taxes, drawers, payments }: DayFigures,
  matched: readonly Matched[],
  currency: Currency,
): DaySums => {
  const { decimals } = currency;
  const amount = (minor: bigint | number | string) => toDecimal(BigInt(minor), decimals);
  return {
    business_date: rows.day,
    from_invoice: rows.invoices[0] ?? null,
    to_invoice: rows.invoices.at(-1) ?? null,
    orders,
    covers: Number(sums.covers),
    gross: amount(sums.gross),
    discounts: discounts.map((row) => ({ ...row, amount: amount(row.amount) })),
    voids: voids.map((row) => ({ ...row, amount: amount(row.amount) })),
    net: amount(sums.net),
    taxes: taxes.rows.map(({ key, total, tax }) => {
      const of = taxOf(key);
      const net = of.type === 'inclusive' ? BigInt(total) - BigInt(tax) : BigInt(total);
      return toShare({ ...of, tax: BigInt(tax), parts: taxes.partsOf.get(key) ?? [] }, net, decimals);
    }),
    charges: amount(sums.charges),
    total: amount(sums.total),
    refunds: amount(sums.refunds),
    rounding: amount(sums.rounding),
    tips: amount(payments.reduce((sum, { tips }) => sum + BigInt(tips), 0n)),
    payments: matched.map(({ title, kind, expected, tips, kinds, counted }) => ({
      payment_type: title,
      kind,
      expected: amount(expected),
      counted: counted === null ? null : amount(counted),
      difference: counted === null ? null : amount(counted - expected),
      tips: amount(tips),
      ...(Object.keys(kinds).some((paid) => paid !== kind) && {
        kinds: Object.fromEntries(Object.entries(kinds).map(([paid, sum]) => [paid, amount(sum)])),
      }),
    })),
    drawers: drawers.map(({ id, title, opened_at, closed_at, float, expected, counted }) => ({
      drawer_id: id,
      title,
      opened_at: opened_at.toISOString(),
      closed_at: closed_at!.toISOString(),
      float: amount(float),
      expected: amount(expected!),
      counted: amount(counted!),
      difference: amount(counted! - expected!),
    })),
    late: { count: rows.late.length, total: amount(sums.late), invoices: rows.late },
  };
};
