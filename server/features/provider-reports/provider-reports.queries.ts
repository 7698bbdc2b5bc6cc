import { sql } from 'kysely';
import type { DateRange } from '#contract/periods.ts';
import type { Db } from '#server/platform/database/database.ts';
import { STANDING } from './roll-up.queries.ts';

const BEST_SELLERS = 10;

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

/** What sold most pieces of all restaurants: the pieces of each item added up over the days. */
export const findProviderBestSellers = async (db: Db, { from, to }: DateRange): Promise<BestSeller[]> => {
  const { rows } = await sql<BestSeller>`
    with sums as (
      select tenant_id, item_id, sum(qty)::bigint as qty from platform.tenant_items where day between ${from} and ${to}
      group by 1, 2 order by qty desc, tenant_id, item_id limit ${BEST_SELLERS})
    select s.tenant_id, t.name as tenant_name, s.item_id, i.title, s.qty
    from sums s
    join tenants t on t.id = s.tenant_id and t.deleted_at is null
    join platform.items i on i.tenant_id = s.tenant_id and i.item_id = s.item_id
    where s.qty > 0
    order by s.qty desc, s.tenant_id, s.item_id`.execute(db);
  return rows;
};
