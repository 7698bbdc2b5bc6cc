import { sql } from 'kysely';
import type { Databases, Db } from '#server/platform/database/database.ts';

/** The day of figures that stand for now and not for a day. */
export const STANDING = '1970-01-01';

const TENANTS_AT_ONCE = 50;
/** ms after which a round begins with no other tenant: its transaction stays open over all that it measures. */
const TURN = 2000;
const DAYS_AT_ONCE = 31;
const NEVER = -1;
const MEASURED_AGAIN = 24 * 60 * 60 * 1000; // ms; nothing announces that a customer was added

interface Behind {
  tenantId: number;
  /** null or NEVER: never measured */
  seq: number | null;
  /** null: never measured, or by the release before, which knew no refunds */
  invoiceNo: number | null;
}

interface Measure {
  tenantId: number;
  seq: number;
  invoiceNo: number;
  /** Everything of the tenant was measured; else only `days`. */
  isFull: boolean;
  days: string[];
  figures: { day: string; unit: string; amount: number }[];
  items: { day: string; item_id: number; title: string; qty: number }[];
}

const findTenantsBehind = async (db: Db, now: Date): Promise<Behind[]> => {
  const { rows } = await sql<Behind>`
    select c.tenant_id as "tenantId", m.seq, m.invoice_no as "invoiceNo"
    from tenant_counters c
    join tenants t on t.id = c.tenant_id and t.deleted_at is null
    left join platform.measured_tenants m on m.tenant_id = c.tenant_id
    where m.invoice_no is null or c.event_seq > m.seq or c.invoice_no > m.invoice_no or m.measured_at < ${new Date(now.getTime() - MEASURED_AGAIN)}
    order by m.measured_at nulls first
    limit ${TENANTS_AT_ONCE}`.execute(db);
  return rows;
};

/**
 * The UTC days of the orders that the events after `seq` speak of, and of the invoices after `invoiceNo`, of which events tell too little.
 * Undefined when an event is missing, because it was older than what is kept: then nobody knows.
 */
const findTouchedDays = async (
  db: Db,
  { seq, invoiceNo }: { seq: number; invoiceNo: number },
  until: number,
): Promise<string[] | undefined> => {
  const { rows } = await sql<{ told: number; days: string[] }>`
    with told as (select type, payload from events where seq > ${seq}),
    named as (
      select (payload->>'orderId')::bigint as id from told where type = 'new_order'
      union select jsonb_array_elements_text(payload->'orderIds')::bigint from told where type = 'order_update')
    select (select count(*)::int from told) as told, array(
      select (o.created_at at time zone 'UTC')::date::text from named join orders o on o.id = named.id
      union select (created_at at time zone 'UTC')::date::text from invoices where id > ${invoiceNo}) as days`.execute(db);
  const { told, days } = rows[0]!;
  return told < until - seq ? undefined : days;
};

/** Every UTC day from the first order or invoice to the last, with those on which there was nothing: by the ends of an index, however long the history. */
const findAllDays = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ day: string }>`
    select day::date::text as day
    from (
      select least(first_order, first_invoice) as first, greatest(last_order, last_invoice) as last
      from (select min(business_date) as first_order, max(business_date) as last_order from orders) o,
        (select min(business_date) as first_invoice, max(business_date) as last_invoice from invoices) i
    ) known, generate_series(first - 2, last + 2, interval '1 day') day`.execute(db);
  return rows.map(({ day }) => day);
};

// The index knows business dates; a UTC day's orders have one at most two days off.
const near = (days: string[]) =>
  sql`business_date between (select min(d) - 2 from unnest(${days}::date[]) d) and (select max(d) + 2 from unnest(${days}::date[]) d)`;
const utcDay = (column: string) => sql.raw(`(${column} at time zone 'UTC')::date`);

const findFigures = async (db: Db, days: string[]): Promise<Measure['figures']> => {
  const { rows } = await sql<Measure['figures'][number]>`
    select ${utcDay('created_at')}::text as day, 'order' as unit, count(*) as amount
    from orders where ${near(days)} and ${utcDay('created_at')} = any(${days}::date[]) and status <> 'cancelled' group by 1
    union all
    select ${utcDay('created_at')}::text, currency, sum(total)::bigint
    from invoices where ${near(days)} and ${utcDay('created_at')} = any(${days}::date[]) group by 1, 2`.execute(db);
  return rows;
};

const findItems = async (db: Db, days: string[]): Promise<Measure['items']> => {
  const { rows } = await sql<Measure['items'][number]>`
    select sold.day::text as day, sold.item_id, m.title, sold.qty
    from (
      select ${utcDay('o.created_at')} as day, l.item_id, sum(l.quantity)::bigint as qty
      from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
      where o.${near(days)} and ${utcDay('o.created_at')} = any(${days}::date[]) and o.status <> 'cancelled' and l.status <> 'cancelled'
      group by 1, 2) sold
    join menu_items m on m.id = sold.item_id`.execute(db);
  return rows;
};

const findCustomersCount = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from customers where erased_at is null`.execute(db);
  return rows[0]!.count;
};

/** Puts tenants that could not be measured behind those that wait, so that they keep nobody from the sums. */
const noteAttempts = async (db: Db, failed: readonly Behind[], now: Date): Promise<void> => {
  if (failed.length === 0) return;
  const values = failed.map(({ tenantId }) => ({ tenant_id: tenantId, seq: NEVER, measured_at: now }));
  await db
    .insertInto('platform.measured_tenants')
    .values(values)
    .onConflict((row) => row.column('tenant_id').doUpdateSet({ measured_at: now }))
    .execute();
};

/** Adds a tenant up, as the tenant: no role of the platform's reads its orders. One moment of the database, so seq fits the sums. */
const measure = async (db: Db, { tenantId, seq: last, invoiceNo: lastInvoice }: Behind): Promise<Measure> => {
  const { event_seq: seq, invoice_no: invoiceNo } = await db
    .selectFrom('tenant_counters')
    .select(['event_seq', 'invoice_no'])
    .executeTakeFirstOrThrow();
  const isKnown = last !== null && last !== NEVER && lastInvoice !== null;
  const touched = isKnown ? await findTouchedDays(db, { seq: last, invoiceNo: lastInvoice }, seq) : undefined;
  const days = touched ?? (await findAllDays(db));
  const figures: Measure['figures'] = [{ day: STANDING, unit: 'customer', amount: await findCustomersCount(db) }];
  const items: Measure['items'] = [];
  for (let start = 0; start < days.length; start += DAYS_AT_ONCE) {
    const some = days.slice(start, start + DAYS_AT_ONCE);
    figures.push(...(await findFigures(db, some)));
    items.push(...(await findItems(db, some)));
  }
  return { tenantId, seq, invoiceNo, isFull: touched === undefined, days: [STANDING, ...days], figures, items };
};

const measured = (measures: readonly Measure[]) => sql`
  m as (select * from jsonb_to_recordset(${JSON.stringify(measures)}::jsonb)
    as m ("tenantId" bigint, seq bigint, "invoiceNo" bigint, "isFull" boolean, days date[], figures jsonb, items jsonb))`;

/** Puts what was measured in the place of what was known, and adds the differences to the sums of all tenants. */
const applyMeasures = async (db: Db, measures: readonly Measure[], now: Date): Promise<void> => {
  if (measures.length === 0) return;
  await sql`
    with ${measured(measures)},
    fresh as (select m."tenantId" as tenant_id, f.* from m, jsonb_to_recordset(m.figures) as f (day date, unit text, amount bigint)),
    known as (select f.* from platform.tenant_figures f join m on m."tenantId" = f.tenant_id where m."isFull" or f.day = any(m.days)),
    changed as (
      select tenant_id, day, unit, fresh.amount, coalesce(fresh.amount, 0) - coalesce(known.amount, 0) as difference
      from fresh full join known using (tenant_id, day, unit) where fresh.amount is distinct from known.amount),
    gone as (
      delete from platform.tenant_figures f using changed c
      where c.amount is null and f.tenant_id = c.tenant_id and f.day = c.day and f.unit = c.unit),
    stored as (
      insert into platform.tenant_figures select tenant_id, day, unit, amount from changed where amount is not null
      on conflict (tenant_id, day, unit) do update set amount = excluded.amount)
    insert into platform.daily_figures select day, unit, sum(difference) from changed group by day, unit having sum(difference) <> 0
    on conflict (day, unit) do update set amount = daily_figures.amount + excluded.amount`.execute(db);
  await sql`
    with ${measured(measures)},
    fresh as (select m."tenantId" as tenant_id, i.* from m, jsonb_to_recordset(m.items) as i (day date, item_id bigint, title text, qty bigint)),
    known as (select i.* from platform.tenant_items i join m on m."tenantId" = i.tenant_id where m."isFull" or i.day = any(m.days)),
    changed as (
      select tenant_id, day, item_id, fresh.qty
      from fresh full join known using (tenant_id, day, item_id) where fresh.qty is distinct from known.qty),
    gone as (
      delete from platform.tenant_items i using changed c
      where c.qty is null and i.tenant_id = c.tenant_id and i.day = c.day and i.item_id = c.item_id),
    stored as (
      insert into platform.tenant_items (tenant_id, day, item_id, qty) select tenant_id, day, item_id, qty from changed where qty is not null
      on conflict (tenant_id, day, item_id) do update set qty = excluded.qty)
    insert into platform.items select distinct on (tenant_id, item_id) tenant_id, item_id, title from fresh
    on conflict (tenant_id, item_id) do update set title = excluded.title where items.title <> excluded.title`.execute(db);
  await sql`
    with ${measured(measures)}
    insert into platform.measured_tenants (tenant_id, seq, invoice_no, measured_at) select "tenantId", seq, "invoiceNo", ${now} from m
    on conflict (tenant_id) do update set seq = excluded.seq, invoice_no = excluded.invoice_no, measured_at = excluded.measured_at`.execute(
    db,
  );
};

/** The release before this one keeps sums of months, to which this one adds nothing: should it come back, it makes them again. */
const forgetPeriods = (db: Db) => db.deleteFrom('platform.kept_periods').execute();

/** One node at a time, until the commit. */
export const takeTurn = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('platform roll-up'))`.execute(db);

/**
 * One round of the roll-up: measures the tenants whose orders, invoices or customers may have changed since it did so last, and keeps
 * the platform's sums equal to what they hold. True when there is more to do. While another node is at it, nothing happens.
 */
export const rollUp = (
  { asProvider, asTenant }: Pick<Databases, 'asProvider' | 'asTenant'>,
  now: Date,
  { onError, isStopping = () => false }: { onError?: (error: unknown) => void; isStopping?: () => boolean } = {},
): Promise<boolean> =>
  asProvider(async (db) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('platform roll-up')) as free`.execute(db);
    if (!rows[0]!.free) return false;
    await forgetPeriods(db);
    const behind = await findTenantsBehind(db, now);
    const end = performance.now() + TURN;
    const measures: Measure[] = [];
    const failed: Behind[] = [];
    // one that is too busy is measured later; the sums of all others do not wait for it
    for (const tenant of behind)
      try {
        if (isStopping() || performance.now() > end) break;
        measures.push(await asTenant(tenant.tenantId, (own) => measure(own, tenant), 'read only'));
      } catch (error) {
        if (!onError) throw error;
        onError(error);
        failed.push(tenant);
      }
    await applyMeasures(db, measures, now);
    await noteAttempts(db, failed, now);
    // a round in which nobody could be measured is not repeated at once
    const isAll = behind.length < TENANTS_AT_ONCE && measures.length + failed.length === behind.length;
    return !isAll && measures.length > 0;
  });

/** Takes what a tenant that is deleted had added to the sums out of them again. */
export const forgetTenant = async (db: Db, tenantId: number): Promise<void> => {
  await takeTurn(db);
  await applyMeasures(db, [{ tenantId, seq: 0, invoiceNo: 0, isFull: true, days: [], figures: [], items: [] }], new Date(0));
  await db.deleteFrom('platform.measured_tenants').where('tenant_id', '=', tenantId).execute();
  await db.deleteFrom('platform.items').where('tenant_id', '=', tenantId).execute();
  // of the release before
  await db.deleteFrom('platform.period_items').where('tenant_id', '=', tenantId).execute();
};
