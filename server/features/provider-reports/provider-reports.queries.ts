import { sql } from 'kysely';
import { type DateRange, daysBetween } from '#contract/periods.ts';
import type { Db } from '#server/platform/database/database.ts';
import { STANDING } from './roll-up.queries.ts';

const BEST_SELLERS = 10;
/** Days of tenants that one statement adds up: some 1,400,000 rows, 0.5 s (docs/decisions/0048-best-sellers.md). */
const TENANT_DAYS = 45_000;

/** What a period adds up to, by unit: orders, or a currency's minor units (as text: a sum of all tenants may pass 2^53). */
export const findProviderFigures = async (db: Db, { from, to }: DateRange): Promise<{ unit: string; amount: string }[]> => {
  const { rows } = await sql<{ unit: string; amount: string }>`
    select unit, sum(amount)::text as amount from platform.daily_figures where day between ${from} and ${to} group by unit order by unit`.execute(
    db,
  );
  return rows;
};

/** Customers whom restaurants know now. */
export const findProviderCustomers = async (db: Db): Promise<number> => {
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

const ahead = (a: BestSeller, b: BestSeller) => b.qty - a.qty || a.tenant_id - b.tenant_id || a.item_id - b.item_id;

/**
 * What sold most pieces of all restaurants: the pieces of each item added up over the days. So many restaurants at a time that no statement
 * becomes longer with their number: an item is one restaurant's, so the best of all are among the best of each part.
 */
export const findProviderBestSellers = async (
  db: Db,
  { from, to }: DateRange,
  { tenantDays = TENANT_DAYS } = {},
): Promise<BestSeller[]> => {
  const atOnce = Math.ceil(tenantDays / (daysBetween(from, to) + 1));
  const { rows: ends } = await sql<{ last: number | null }>`select max(tenant_id) as last from platform.measured_tenants`.execute(db);
  let best: BestSeller[] = [];
  for (let after = 0; after < (ends[0]!.last ?? 0); after += atOnce) {
    const { rows } = await sql<BestSeller>`
      with sums as (
        select i.tenant_id, i.item_id, sum(i.qty)::bigint as qty from platform.tenant_items i
        where i.tenant_id > ${after} and i.tenant_id <= ${after + atOnce} and i.day between ${from} and ${to}
          and exists (select from tenants t where t.id = i.tenant_id and t.deleted_at is null)
        group by 1, 2 having sum(i.qty) > 0 order by qty desc, 1, 2 limit ${BEST_SELLERS})
      select s.tenant_id, t.name as tenant_name, s.item_id, i.title, s.qty
      from sums s
      join tenants t on t.id = s.tenant_id
      join platform.items i on i.tenant_id = s.tenant_id and i.item_id = s.item_id`.execute(db);
    best = [...best, ...rows].sort(ahead).slice(0, BEST_SELLERS);
  }
  return best;
};
