import { sql } from 'kysely';
import { addDays, type DateRange } from '#contract/periods.ts';
import type { Db } from '#server/platform/database/database.ts';
import { monthOf, spansOf } from './periods.rules.ts';
import { movements } from './sums.queries.ts';

const countOf = async (db: Db, statement: ReturnType<typeof sql<{ count: number }>>): Promise<number> =>
  (await statement.execute(db)).rows[0]!.count;

/** All that were not erased. */
export const findTotalCustomers = (db: Db) =>
  countOf(
    db,
    sql`
    select coalesce(sum(quantity), 0)::bigint as count from (
      select quantity from report_sums where grain = 'month' and figure = 'customer_kept'
      union all
      select quantity from report_deltas where figure = 'customer_kept'
    ) kept`,
  );

const midnight = (date: string) => new Date(`${date}T00:00:00Z`);

/** Those that were added between two instants, half-open: by sums of whole UTC days, and at the edges one by one, by the index customers_newest. */
export const findNewCustomers = (db: Db, { start, end }: { start: Date; end: Date }) => {
  const first = addDays(new Date(start.getTime() - 1).toISOString().slice(0, 10), 1);
  const last = end.toISOString().slice(0, 10); // the day in which the period ends
  const counted = (from: Date, to: Date) => sql`(select count(*) from customers where created_at >= ${from} and created_at < ${to})`;
  if (first >= last) return countOf(db, sql`select ${counted(start, end)} as count`);
  return countOf(
    db,
    sql`
    select ${counted(start, midnight(first))} + ${counted(midnight(last), end)} + coalesce((
      select sum(quantity) from ${movements({ from: first, to: addDays(last, -1) }, ['customer_added'])} m
    ), 0)::bigint as count`,
  );
};

/**
 * Customers with an order in the period and another one before that, ever. Counted without telling them apart: their second order,
 * if it lies in the period, or else the one order whose predecessor lies before the period. Whole months come from a sum for each
 * pair of months; the days around them, and orders after the first days of the month in which the period begins, from the visits.
 * Customers with changes not folded yet are taken out of that, as their days have them (customer_days), and counted by the days as they
 * are now: those of the changes from the orders. With `until` nothing counts that was ordered from that instant of the last day on.
 */
export const findReturningCustomers = (db: Db, range: DateRange, until?: Date) => {
  const { from, to } = range;
  const { months, before, after } = spansOf(range);
  const has = sql`(is_second or previous_on < ${from})`;
  const within = ({ from: first, to: last }: DateRange) => sql`visited_on between ${first} and ${last}`;
  const late = until
    ? sql`(select count(*) from report_visits v join orders o on o.tenant_id = v.tenant_id and o.id = v.order_id
         where v.visited_on = ${to} and (v.is_second or v.previous_on < ${from}) and o.created_at >= ${until}
           and v.customer_id <> all(array(select id from changed)))`
    : sql`0`;
  const isEarly = until ? sql`(business_date < ${to} or created_at < ${until})` : sql`true`;
  // whose days are not known, until the back-fill of 0035_customer_days or a fold was there
  const unknown = sql`customer_id = any(array(select id from changed where id not in (select id from known)))`;
  const returning = (days: 'folded' | 'present') => sql`(select count(*) from (
    select from ${sql.raw(days)} group by customer_id
    having sum(orders) filter (where day between ${from} and ${to}) > (case when min(day) < ${from} then 0 else 1 end)) returned)`;
  return countOf(
    db,
    sql`
    with noted as (select distinct customer_id, day from report_deltas where customer_id is not null),
    changed as (select distinct customer_id as id from noted),
    known as (select id from changed where exists (select from customer_days where customer_id = id)),
    folded as (
      select customer_id, day, orders from customer_days where customer_id = any(array(select id from known)) and orders > 0 and day <= ${to}),
    asked as (
      select customer_id, day from noted where customer_id in (select id from known)
      ${until ? sql`union select id, ${to}::date from known` : sql``}),
    -- by the day, whoever ordered, as the fold does it
    ordered as materialized (
      select customer_id, business_date as day from orders
      where business_date = any(array(select day from asked where day <= ${to})) and status <> 'cancelled' and ${isEarly}),
    present as (
      select customer_id, day, orders from folded where (customer_id, day) not in (select customer_id, day from asked)
      union all
      select customer_id, day, count(*) from ordered join asked using (customer_id, day) group by 1, 2
      union all
      select customer_id, business_date, count(*) from orders
      where ${unknown} and business_date <= ${to} and status <> 'cancelled' and ${isEarly} group by 1, 2)
    select (
      (select coalesce(sum(quantity), 0) from report_sums
       where grain = 'month' and figure = 'returning' and starts_on between ${months.from} and ${months.to}
         and (key = 'second' or key < ${from.slice(0, 7)}))
      + (select count(*) from report_visits
         where previous_on >= ${monthOf(from)} and previous_on < ${from} and not is_second
           and visited_on >= ${months.from} and visited_on < (${months.to}::date + interval '1 month')::date and ${months.from} <= ${months.to})
      + (select count(*) from report_visits where ${within(before)} and ${has})
      + (select count(*) from report_visits where ${within(after)} and ${has})
      - ${returning('folded')}
      - (select count(*) from report_visits where ${unknown} and ${within(range)} and ${has})
      - ${late}
      + ${returning('present')}
    )::bigint as count`,
  );
};
