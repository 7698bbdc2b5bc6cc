import { type RawBuilder, sql } from 'kysely';
import { businessDateOf, type StoreClock } from '#server/platform/business-day.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import type { Clock } from '#server/platform/clock-and-random.ts';
import { closeSettledChecks, isAny } from './checks.queries.ts';
import { getStoreClock, insertOrderAudits, markOrdersCompleted } from './orders.queries.ts';

/** Tenants of one statement. */
const TENANTS = 1000;
/** Open orders of one look at a tenant. */
const LOOK = 500;

const mayLeave = sql`o.invoice_id is not null and s.complete_paid_after is not null`;

/**
 * Whether an order `o` of a store `s` has been made for long enough: `complete_paid_after` minutes after its last item was completed, and
 * at once when all of them are delivered. Somebody who took it back has so many minutes too.
 */
const isMadeLongAgo = (now: Date): RawBuilder<boolean> => sql`exists (
  select from order_lines l where l.tenant_id = o.tenant_id and l.order_id = o.id
  having count(*) filter (where l.status in ('created', 'preparing')) = 0
    and count(*) filter (where l.status <> 'cancelled') > 0
    and (o.reopened_at is null and bool_and(l.status in ('delivered', 'cancelled'))
      or greatest(max(coalesce(l.completed_at, l.cooked_at, o.created_at)) filter (where l.status <> 'cancelled'), o.reopened_at)
        <= ${now}::timestamptz - s.complete_paid_after * interval '1 minute'))`;

interface Tenant extends StoreClock {
  tenantId: number;
}

/** As the worker: the next tenants that have open orders and let paid ones leave. However many orders one has, it costs a look at one of them. */
const findTenantsWithOpenOrders = async (db: Db, after: number): Promise<Tenant[]> => {
  const { rows } = await sql<Tenant>`
    select s.tenant_id as "tenantId", s.timezone, to_char(s.day_start, 'HH24:MI') as "dayStart"
    from store_settings s
    cross join lateral (select from orders o where o.tenant_id = s.tenant_id and o.status = 'created' limit 1) open
    where s.complete_paid_after is not null and s.tenant_id > ${after}
    order by s.tenant_id limit ${TENANTS}`.execute(db);
  return rows;
};

/** The next open orders of a tenant. */
const findOpenOrders = (db: Db, after: number) =>
  db
    .selectFrom('orders')
    .select(['id', sql<boolean>`invoice_id is not null`.as('isPaid')])
    .where('status', '=', 'created')
    .where('id', '>', after)
    .orderBy('id')
    .limit(LOOK)
    .execute();

/** Of these orders the open ones that are paid and leave the board by themselves now, oldest first. */
const findOrdersToLeave = async (
  db: Db,
  { today, now, ids, most }: { today: string; now: Date; ids: number[]; most: number },
): Promise<{ id: number; check_id: number }[]> => {
  const { rows } = await sql<{ id: number; check_id: number }>`
    select o.id, o.check_id from orders o join store_settings s on s.tenant_id = o.tenant_id
    where o.status = 'created' and ${mayLeave} and o.id = any(${ids})
      and (o.business_date < ${today} or ${isMadeLongAgo(now)})
    order by o.id limit ${most}`.execute(db);
  return rows;
};

/** With the last item delivered paid orders leave the board at once, if the store lets them; the caller holds their checks and announces them. */
export const completeSettled = async (context: Pick<Context, 'db' | 'session' | 'now'>, orderIds: number[], checkIds: number[]) => {
  const { db, now } = context;
  const today = businessDateOf(now, await getStoreClock(db));
  const leaving = await findOrdersToLeave(db, { today, now, ids: orderIds, most: orderIds.length });
  const ids = leaving.map(({ id }) => id);
  if (ids.length > 0) {
    await insertOrderAudits(context, 'complete', ids, 'completed');
    await markOrdersCompleted(db, ids, now);
  }
  await closeSettledChecks(db, checkIds, now);
};

/** Locks those of the checks that nobody else is changing. */
const lockFreeChecks = async (db: Db, checkIds: number[]): Promise<number[]> => {
  const checks = await db.selectFrom('checks').select('id').where(isAny('id', checkIds)).orderBy('id').forUpdate().skipLocked().execute();
  return checks.map(({ id }) => id);
};

interface Options {
  databases: Pick<Databases, 'readAcrossTenants' | 'asTenantInBackground'>;
  clock: Clock;
  /** Has the tenant's terminals told. */
  nudge: (tenantId: number) => void;
  /** Called for a tenant whose orders stay for now; it keeps nobody else's on the board. */
  onError: (error: unknown) => void;
  /** Asked between the steps. */
  isStopping?: () => boolean;
}

/** Orders of one transaction, which is as short as that of a waiter who completes a table. */
const AT_ONCE = 100;
/** ms of one tenant's turn, which goes on in the next round. */
const TURN = 5000;
const NOBODY = { memberId: null, id: null };

/**
 * Completes some orders of a tenant that leave the board by themselves, as if somebody had; answers how many, and the last order that was looked
 * at, where there may be more.
 */
const completeSome = async (db: Db, clock: StoreClock, now: Date, after: number): Promise<{ count: number; last: number | undefined }> => {
  const page = await findOpenOrders(db, after);
  const paid = page.filter(({ isPaid }) => isPaid).map(({ id }) => id);
  const due = { today: businessDateOf(now, clock), now, most: AT_ONCE };
  const found = paid.length > 0 ? await findOrdersToLeave(db, { ...due, ids: paid }) : [];
  const last = (found.length === AT_ONCE ? found : page.length === LOOK ? page : []).at(-1)?.id;
  const free = new Set(await lockFreeChecks(db, [...new Set(found.map((order) => order.check_id))]));
  // asked again: only now that the checks are held nobody else can change them, nor complete them a second time
  const ids = found.filter((order) => free.has(order.check_id)).map(({ id }) => id);
  const leaving = ids.length > 0 ? await findOrdersToLeave(db, { ...due, ids }) : [];
  if (leaving.length === 0) return { count: 0, last };
  const orderIds = leaving.map(({ id }) => id);
  await insertOrderAudits({ db, session: NOBODY, now }, 'complete', orderIds, 'completed');
  await markOrdersCompleted(db, orderIds, now);
  await closeSettledChecks(db, [...new Set(leaving.map((order) => order.check_id))], now);
  // what is paid is on no open bill
  await insertEvent(db, now, 'order_update', { orderIds, checkIds: [] });
  return { count: leaving.length, last };
};

const completeOf = async (
  { tenantId, ...store }: Tenant,
  { databases, clock, nudge, isStopping = () => false }: Options,
): Promise<void> => {
  const end = performance.now() + TURN;
  for (let after: number | undefined = 0; after !== undefined && performance.now() < end && !isStopping(); ) {
    const from: number = after;
    const { count, last } = await databases.asTenantInBackground(tenantId, (db) => completeSome(db, store, clock(), from));
    if (count > 0) nudge(tenantId);
    after = last;
  }
};

/** Takes paid orders off the boards of all tenants that let them leave by themselves (wire.md §5). Any number of nodes may do it at once. */
export const completeSettledOrders = async (options: Options): Promise<void> => {
  const { databases, onError, isStopping = () => false } = options;
  for (let after: number | undefined = 0; after !== undefined && !isStopping(); ) {
    const from: number = after;
    const tenants = await databases.readAcrossTenants((db) => findTenantsWithOpenOrders(db, from));
    for (const tenant of tenants)
      try {
        await completeOf(tenant, options);
      } catch (error) {
        onError(error);
      }
    after = tenants.length === TENANTS ? tenants.at(-1)!.tenantId : undefined;
  }
};
