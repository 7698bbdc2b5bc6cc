import { sql } from 'kysely';
import type { DateRange } from '#contract/periods.ts';
import type { Db } from '#server/platform/database/database.ts';
import { noDays, type Spans, spansOf } from './periods.rules.ts';

/** What the sums are kept of (db/migrations/0012_report_sums.sql). */
export type Figure =
  | 'placed'
  | 'dropped'
  | 'item'
  | 'sale'
  | 'member'
  | 'payment'
  | 'tip'
  | 'paid_item'
  | 'tax'
  | 'customer_added'
  | 'customer_kept';

/** Sums of whole months and of the days around them, and what has not been folded into either. */
export const movements = (range: DateRange, figures: readonly Figure[], { months, before, after }: Spans = spansOf(range)) => {
  const columns = sql.raw('figure, starts_on, key, currency, orders, quantity, total, net, tax');
  const sums = (grain: 'day' | 'month', { from, to }: DateRange) => sql`
    select ${columns} from report_sums
    where grain = ${sql.lit(grain)} and figure = any(${figures as string[]}) and starts_on between ${from} and ${to}`;
  return sql`(
    ${sums('month', months)} union all ${sums('day', before)} union all ${sums('day', after)} union all
    select figure, day, key, currency, orders, quantity, total, net, tax from report_deltas
    where figure = any(${figures as string[]}) and day between ${range.from} and ${range.to}
  )`;
};

export interface Sum {
  figure: Figure;
  key: string;
  currency: string;
  /** the day or the first of the month, when it was asked for by time */
  at: string | null;
  orders: number;
  quantity: number;
  /** Minor units; the sum of many orders may pass 2^53. */
  total: bigint;
  net: bigint;
  tax: bigint;
}

const asSum = (row: Record<'total' | 'net' | 'tax', string> & Omit<Sum, 'total' | 'net' | 'tax'>): Sum => ({
  ...row,
  total: BigInt(row.total),
  net: BigInt(row.net),
  tax: BigInt(row.tax),
});

/** The figures of a period by key and currency, and by `step` as well when one is named. */
export const findSums = async (db: Db, range: DateRange, figures: readonly Figure[], step: 'day' | 'month' | null = null) => {
  // the sum of a month cannot tell its days
  const spans = step === 'day' ? { months: noDays, before: range, after: noDays } : spansOf(range);
  const at = step ? sql`date_trunc(${sql.lit(step)}, starts_on)::date` : sql`null::date`;
  const { rows } = await sql<Parameters<typeof asSum>[0]>`
    select figure, key, currency, ${at} as at, sum(orders)::bigint as orders, sum(quantity)::bigint as quantity,
      sum(total)::text as total, sum(net)::text as net, sum(tax)::text as tax
    from ${movements(range, figures, spans)} m
    group by 1, 2, 3, 4`.execute(db);
  return rows.map(asSum);
};

/** Orders that were sent to the kitchen in the period and not cancelled, paid or not. */
export const findOrdersCount = async (db: Db, range: DateRange): Promise<number> =>
  (await findSums(db, range, ['placed'])).reduce((sum, { orders }) => sum + orders, 0);
