import { sql } from 'kysely';
import { addDays, type DateRange, daysBetween } from '#contract/periods.ts';
import type { Db } from '#server/platform/database.ts';
import { STANDING } from './roll-up.queries.ts';

const BEST_SELLERS = 10;

/** What a period adds up to, by unit: orders, or a currency's minor units (as text: a sum of all tenants may pass 2^53). */
export const findPlatformFigures = async (db: Db, { from, to }: DateRange): Promise<{ unit: string; amount: string }[]> => {
  const { rows } = await sql<{ unit: string; amount: string }>`
    select unit, sum(amount)::text as amount from platform.daily_figures where day between ${from} and ${to} group by unit order by unit`.execute(
    db,
  );
  return rows;
};

/** Customers whom restaurants know now. */
export const findPlatformCustomers = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ amount: number }>`
    select amount::bigint as amount from platform.daily_figures where day = ${STANDING} and unit = 'customer'`.execute(db);
  return rows[0]?.amount ?? 0;
};

/** Tenants that can work now, and those of them that have subscribed. */
export const findWorkingTenants = async (db: Db, { now, graceDays }: { now: Date; graceDays: number }) => {
  const end = new Date(now.getTime() - graceDays * 86_400_000);
  const { rows } = await sql<{ active: number; subscribed: number }>`
    select
      (select count(*)::int from tenants where is_active and deleted_at is null and active_until > ${end}) as active,
      (select count(*)::int from tenants
       where subscription_id is not null and is_active and deleted_at is null and active_until > ${end}) as subscribed`.execute(db);
  return rows[0]!;
};

interface BestSeller {
  tenant_id: number;
  tenant_name: string;
  item_id: number;
  title: string;
  qty: number;
}

/** A period as the whole months in it, whose sums are kept, and the days before and after them. */
interface Parts {
  head: DateRange;
  months: DateRange[];
  tail: DateRange;
}

const NO_DAYS: DateRange = { from: '1970-01-02', to: '1970-01-01' };
const daysOf = ({ from, to }: DateRange) => daysBetween(from, to) + 1;

const findParts = async (db: Db, range: DateRange): Promise<Parts> => {
  const { rows: months } = await sql<DateRange>`
    select from_day::text as from, to_day::text as to from platform.kept_periods
    where from_day >= ${range.from} and to_day <= ${range.to} and summed_to is null
      and from_day = date_trunc('month', from_day) and to_day = from_day + interval '1 month - 1 day'
    order by from_day`.execute(db);
  const [first, last] = [months[0], months.at(-1)];
  const days = months.reduce((sum, month) => sum + daysOf(month), 0);
  // while months of a long history are still being added there may be a gap
  if (!first || !last || days !== daysOf({ from: first.from, to: last.to })) return { head: range, months: [], tail: NO_DAYS };
  return {
    head: first.from === range.from ? NO_DAYS : { from: range.from, to: addDays(first.from, -1) },
    months,
    tail: last.to === range.to ? NO_DAYS : { from: addDays(last.to, 1), to: range.to },
  };
};

const ofMonths = (months: readonly DateRange[]) =>
  sql`unnest(${months.map(({ from }) => from)}::date[], ${months.map(({ to }) => to)}::date[]) as months (from_day, to_day)`;
const inDays = ({ head, tail }: Parts) =>
  sql<boolean>`(day between ${head.from} and ${head.to} or day between ${tail.from} and ${tail.to})`;

/** Of an item that is known, looked up by itself: as one join it would be read from all restaurants' items. */
const own = ({ from, to }: DateRange) => sql`
  select i.qty from platform.tenant_items i
  where i.tenant_id = known.tenant_id and i.item_id = known.item_id and i.day between ${from} and ${to}`;

/** Every item's pieces in each part: what a period adds up to. */
const piecesOf = (parts: Parts) => sql`
  select tenant_id, item_id, qty from platform.tenant_items where ${inDays(parts)}
  union all
  select tenant_id, item_id, qty from platform.period_items join ${ofMonths(parts.months)} using (from_day, to_day)`;

/**
 * The best sellers of a period from the `depth` best of each of its days and months, without reading the others. What is in none of these
 * lists sold at most the sum of their last entries; undefined when that could be enough for the best sellers, as where thousands sell alike.
 */
const findFromLists = async (db: Db, parts: Parts, depth: number) => {
  const { head, tail, months } = parts;
  const { rows } = await sql<{ tenant_id: number; item_id: number; qty: number; is_sure: boolean }>`
    with listed as materialized (
      select d.day as list, 'day' as kind, t.*
      from (
        select generate_series(${head.from}::date, ${head.to}::date, '1 day')::date as day
        union all select generate_series(${tail.from}::date, ${tail.to}::date, '1 day')::date) d
      cross join lateral (
        select tenant_id, item_id, qty from platform.tenant_items where day = d.day order by qty desc, tenant_id, item_id limit ${depth}) t
      union all
      select months.from_day, 'month', t.*
      from ${ofMonths(months)}
      cross join lateral (
        select tenant_id, item_id, qty from platform.period_items p where p.from_day = months.from_day and p.to_day = months.to_day
        order by qty desc, tenant_id, item_id limit ${depth}) t),
    missed as (
      select coalesce(sum(last), 0) as qty from (
        select min(qty) as last from listed group by list, kind having count(*) = ${depth}) cut),
    known as (select distinct tenant_id, item_id from listed),
    best as (
      select tenant_id, item_id, sum(sold.qty)::bigint as qty
      from known cross join lateral (
        ${own(head)} union all ${own(tail)}
        union all
        select p.qty from ${ofMonths(months)}
        join platform.period_items p using (from_day, to_day) where p.tenant_id = known.tenant_id and p.item_id = known.item_id) sold
      group by 1, 2
      order by qty desc, tenant_id, item_id limit ${BEST_SELLERS})
    select best.*, missed.qty = 0 or ((select count(*) from best) = ${BEST_SELLERS} and (select min(qty) from best) > missed.qty) as is_sure
    from best, missed`.execute(db);
  return rows.every(({ is_sure }) => is_sure) ? rows : undefined;
};

/** Deeper lists find more, but cost about as much as all items. */
const DEPTH = 200;
/** More of them would. */
const LISTS = 93;

const isKept = async (db: Db, { from, to }: DateRange): Promise<boolean> =>
  (await db
    .selectFrom('platform.kept_periods')
    .select('from_day')
    .where('from_day', '=', from)
    .where('to_day', '=', to)
    .where('summed_to', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Pieces of each item in a period, at least of those that sold most. */
const findSums = async (db: Db, range: DateRange, depth: number) => {
  const { from, to } = range;
  if (from === to) return sql`select tenant_id, item_id, qty from platform.tenant_items where day = ${from}`;
  if (await isKept(db, range))
    return sql`select tenant_id, item_id, qty from platform.period_items where from_day = ${from} and to_day = ${to}`;
  const parts = await findParts(db, range);
  const lists = daysOf(parts.head) + daysOf(parts.tail) + parts.months.length;
  const listed = lists <= LISTS ? await findFromLists(db, parts, depth) : undefined;
  return listed
    ? sql`select * from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as l (tenant_id bigint, item_id bigint, qty bigint)`
    : sql`select tenant_id, item_id, sum(qty)::bigint as qty from (${piecesOf(parts)}) pieces group by 1, 2`;
};

/**
 * What sold most pieces of all restaurants: of a day and of the kept periods by an index, of other periods from the lists of their days and
 * months. Where these cannot tell, and where they are too many, every item is added up.
 */
export const findPlatformBestSellers = async (db: Db, range: DateRange, depth = DEPTH): Promise<BestSeller[]> => {
  const sums = await findSums(db, range, depth);
  const { rows } = await sql<BestSeller>`
    select s.tenant_id, t.name as tenant_name, s.item_id, i.title, s.qty
    from (${sums} order by qty desc, tenant_id, item_id limit ${BEST_SELLERS}) s
    join tenants t on t.id = s.tenant_id and t.deleted_at is null
    join platform.items i on i.tenant_id = s.tenant_id and i.item_id = s.item_id
    where s.qty > 0
    order by s.qty desc, s.tenant_id, s.item_id`.execute(db);
  return rows;
};
