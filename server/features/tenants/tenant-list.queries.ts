import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { DateRange } from '#contract/periods.ts';
import type { DeletedTenant, Tenant, TenantState } from '#contract/tenants.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Now, and the days of grace after a trial or a subscription: whether a tenant is active follows from both. */
export interface Moment {
  now: Date;
  graceDays: number;
}

const endOf = ({ now, graceDays }: Moment) => new Date(now.getTime() - graceDays * 86_400_000);
// two conditions rather than one expression, so that an index finds them
const isActive = (moment: Moment) => sql`t.is_active and t.active_until > ${endOf(moment)}`;
const isInactive = (moment: Moment) => sql`(not t.is_active or t.active_until is null or t.active_until <= ${endOf(moment)})`;

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const columns = (moment: Moment) => sql`
  t.id, t.name, owner.username as email, coalesce(${isActive(moment)}, false) as is_active, t.subscription_id,
  ${iso('t.subscription_start')} as subscription_start, ${iso('t.active_until')} as subscription_end, ${iso('t.created_at')} as created_at, t.plan,
  (select f.day::text from platform.tenant_figures f where f.tenant_id = t.id and f.unit = 'order' order by f.day desc limit 1) as last_order,
  (select n.note from platform.tenant_notes n where n.tenant_id = t.id) as note`;

const ownerWho = (isThere: RawBuilder<unknown>) => sql`
  left join lateral (
    select m.username from members m
    where m.tenant_id = t.id and m.role = 'admin' and ${isThere} order by m.id limit 1
  ) owner on true`;
const withOwner = ownerWho(sql`m.archived_at is null`);

const ofState = (state: TenantState, moment: Moment): RawBuilder<unknown> =>
  ({ all: sql`true`, active: isActive(moment), inactive: isInactive(moment) })[state];

/** The index finds texts that have all the pieces; position() tells those that have them in this order. */
const matches = (column: RawBuilder<unknown>, search: string) =>
  sql`search_grams(${column}) @> searched_grams(${search}) and position(lower(${search}) in lower(${column})) > 0`;

const found = (search: string | undefined) =>
  search
    ? sql`t.id in (
        select n.id from tenants n where n.deleted_at is null and ${matches(sql`n.name`, search)}
        union all
        select m.tenant_id from members m where m.role = 'admin' and m.archived_at is null and ${matches(sql`m.username`, search)})`
    : sql`true`;

const added = (range: DateRange | undefined) =>
  range
    ? sql`t.created_at >= ${`${range.from}T00:00:00Z`}::timestamptz and t.created_at < ${`${range.to}T00:00:00Z`}::timestamptz + interval '1 day'`
    : sql`true`;

interface TenantFilter {
  state: TenantState;
  search: string | undefined;
  /** UTC days on which they were added */
  range: DateRange | undefined;
}

const fits = ({ state, search, range }: TenantFilter, moment: Moment) =>
  sql`t.deleted_at is null and ${ofState(state, moment)} and ${found(search)} and ${added(range)}`;

interface TenantPageQuery extends TenantFilter {
  offset: number;
  limit: number;
}

/** One page of the tenants that are wanted, newest first, and how many there are. */
export const findTenants = async (db: Db, wanted: TenantPageQuery, moment: Moment): Promise<{ tenants: Tenant[]; total: number }> => {
  const where = fits(wanted, moment);
  const counted = await sql<{ total: number }>`select count(*)::int as total from tenants t where ${where}`.execute(db);
  const page = await sql<Tenant>`
    select ${columns(moment)}
    from (select * from tenants t where ${where} order by t.created_at desc, t.id desc limit ${wanted.limit} offset ${wanted.offset}) t
    ${withOwner} order by t.created_at desc, t.id desc`.execute(db);
  return { tenants: page.rows, total: counted.rows[0]!.total };
};

const isRestorable = ({ now }: Moment) => sql`t.deleted_at is not null and t.purge_at > ${now}`;
const DELETED_AT_MOST = 1000; // rows: what is deleted in some days

/** The deleted tenants that can still be restored, those deleted last first. */
export const findDeletedTenants = async (db: Db, moment: Moment): Promise<DeletedTenant[]> => {
  const { rows } = await sql<DeletedTenant>`
    select ${columns(moment)}, ${iso('t.deleted_at')} as deleted_at, ${iso('t.purge_at')} as purge_at
    from tenants t ${ownerWho(sql`m.archived_with_tenant`)}
    where ${isRestorable(moment)} order by t.deleted_at desc, t.id desc limit ${DELETED_AT_MOST}`.execute(db);
  return rows;
};

export const findTenantCounts = async (db: Db, moment: Moment) => {
  const { rows } = await sql<{ active: number; total: number; deleted: number }>`
    select count(*) filter (where ${isActive(moment)})::int as active, count(*)::int as total,
      (select count(*)::int from tenants t where ${isRestorable(moment)}) as deleted
    from tenants t where t.deleted_at is null`.execute(db);
  return rows[0]!;
};

const AT_ONCE = 500; // rows

/** All tenants of a state, newest first, a few hundred at a time: however many there are, no more are in memory. */
export const streamTenants = async function* (
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  wanted: TenantFilter,
  moment: Moment,
): AsyncGenerator<Tenant[]> {
  let last: { id: number; place: string } | undefined;
  do {
    const before: RawBuilder<unknown> = last ? sql`(t.created_at, t.id) < (${last.place}::timestamptz, ${last.id})` : sql`true`;
    const { rows } = await read((db) =>
      sql<Tenant & { place: string }>`
        select ${columns(moment)}, t.created_at::text as place
        from (select * from tenants t where ${fits(wanted, moment)} and ${before}
          order by t.created_at desc, t.id desc limit ${AT_ONCE}) t
        ${withOwner} order by t.created_at desc, t.id desc`.execute(db),
    );
    if (rows.length > 0) yield rows.map(({ place: _, ...tenant }) => tenant);
    last = rows.length === AT_ONCE ? rows.at(-1) : undefined;
  } while (last);
};

/** One tenant as the lists show it. With `lock` nobody else changes it until the commit. */
export const getTenant = async (db: Db, id: number, moment: Moment, lock = false): Promise<Tenant> => {
  // first: a statement that waits sees of the other tables what was before
  if (lock) await db.selectFrom('tenants').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const { rows } = await sql<Tenant>`
    select ${columns(moment)} from tenants t ${withOwner}
    where t.id = ${id} and t.deleted_at is null`.execute(db);
  if (!rows[0]) throw new AppError('not_found', 'This restaurant does not exist!');
  return rows[0];
};

interface StoreRow {
  store_name: string;
  address: string | null;
  email: string | null;
  phone: string | null;
  currency: string;
  is_qr_menu_enabled: 0 | 1;
}

export const getStoreOf = async (db: Db, tenantId: number): Promise<StoreRow> => {
  const { rows } = await sql<StoreRow>`
    select store_name, address, email, phone, currency, is_qr_menu_enabled::int as is_qr_menu_enabled
    from store_settings where tenant_id = ${tenantId}`.execute(db);
  return rows[0]!;
};

export const findMembersCount = async (db: Db, tenantId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from members where tenant_id = ${tenantId} and archived_at is null`.execute(db);
  return rows[0]!.count;
};

interface HistoryRow {
  id: number;
  tenant_id: number;
  created_at: string;
  starts_on: string;
  expires_on: string | null;
  status: 'created' | 'renewed' | 'cancelled';
}

export const findSubscriptionHistory = async (db: Db, tenantId: number): Promise<HistoryRow[]> => {
  const { rows } = await sql<HistoryRow>`
    select id, tenant_id, ${iso('created_at')} as created_at, ${iso('starts_on')} as starts_on, ${iso('expires_on')} as expires_on, status
    from subscription_history h where tenant_id = ${tenantId} order by h.created_at desc, h.id desc limit 500`.execute(db);
  return rows;
};
