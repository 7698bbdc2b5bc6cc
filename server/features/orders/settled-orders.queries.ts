import { type RawBuilder, sql } from 'kysely';
import { businessDateOf, type StoreClock } from '#server/platform/business-day.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import type { Clock } from '#server/platform/seams.ts';
import { closeSettledChecks, isAny } from './checks.queries.ts';
import { getStoreClock, insertOrderAudits, markOrdersCompleted } from './orders.queries.ts';

/** Orders of one look over all tenants: a page of an index. */
const LOOK = 20_000;

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

interface Candidate {
  tenantId: number;
  timezone: string;
  dayStart: string;
  /** The first business date of a paid order that is open; null without one. */
  oldest: string | null;
  /** One of them has been made for long enough. */
  isMade: boolean;
  /** Of the orders that were looked at, the last, and how many. */
  lastId: number;
  count: number;
}

/** As the worker: the tenants of a page of the open orders of all tenants, with what tells whether one of theirs may leave the board. */
export const findTenantsWithOpenOrders = async (
  db: Db,
  after: { tenantId: number; orderId: number },
  now: Date,
): Promise<{ tenants: Candidate[]; isLast: boolean }> => {
  const { rows: tenants } = await sql<Candidate>`
    with page as (
      select tenant_id, id, invoice_id, business_date, created_at, reopened_at from orders
      where status = 'created' and (tenant_id, id) > (${after.tenantId}::bigint, ${after.orderId}::bigint)
      order by tenant_id, id limit ${LOOK})
    select o.tenant_id as "tenantId", s.timezone, to_char(s.day_start, 'HH24:MI') as "dayStart",
      min(o.business_date) filter (where ${mayLeave}) as oldest,
      coalesce(bool_or(${mayLeave} and ${isMadeLongAgo(now)}), false) as "isMade",
      max(o.id) as "lastId", count(*) as count
    from page o join store_settings s on s.tenant_id = o.tenant_id
    group by o.tenant_id, s.timezone, s.day_start
    order by o.tenant_id`.execute(db);
  return { tenants, isLast: tenants.reduce((sum, { count }) => sum + count, 0) < LOOK };
};

/** The open orders that are paid and leave the board by themselves now, oldest first; of these ids, where some are given. */
export const findOrdersToLeave = async (
  db: Db,
  { today, now, ids, most }: { today: string; now: Date; ids?: number[]; most: number },
): Promise<{ id: number; check_id: number }[]> => {
  const { rows } = await sql<{ id: number; check_id: number }>`
    select o.id, o.check_id from orders o join store_settings s on s.tenant_id = o.tenant_id
    where o.status = 'created' and ${mayLeave} and (${ids ?? null}::bigint[] is null or o.id = any(${ids ?? null}))
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
export const lockFreeChecks = async (db: Db, checkIds: number[]): Promise<number[]> => {
  const checks = await db.selectFrom('checks').select('id').where(isAny('id', checkIds)).orderBy('id').forUpdate().skipLocked().execute();
  return checks.map(({ id }) => id);
};

interface Parts {
  databases: Pick<Databases, 'readAcrossTenants' | 'asTenant'>;
  clock: Clock;
  /** Has the tenant's terminals told. */
  nudge: (tenantId: number) => void;
  /** Hears of a tenant whose orders stay for now; it keeps nobody else's on the board. */
  onError: (error: unknown) => void;
  /** Asked between the steps. */
  isStopping?: () => boolean;
}

/** Orders of one transaction, which is as short as that of a waiter who completes a table. */
const AT_ONCE = 100;
const NOBODY = { memberId: null, id: null };

/** Completes some orders of a tenant that leave the board by themselves, as if somebody had; answers whether there may be more. */
const completeSome = async (db: Db, clock: StoreClock, now: Date): Promise<boolean> => {
  const due = { today: businessDateOf(now, clock), now, most: AT_ONCE };
  const found = await findOrdersToLeave(db, due);
  const free = new Set(await lockFreeChecks(db, [...new Set(found.map((order) => order.check_id))]));
  // asked again: only now that the checks are held nobody else can change them, nor complete them a second time
  const ids = found.filter((order) => free.has(order.check_id)).map(({ id }) => id);
  const leaving = ids.length > 0 ? await findOrdersToLeave(db, { ...due, ids }) : [];
  if (leaving.length === 0) return false;
  const orderIds = leaving.map(({ id }) => id);
  await insertOrderAudits({ db, session: NOBODY, now }, 'complete', orderIds, 'completed');
  await markOrdersCompleted(db, orderIds, now);
  await closeSettledChecks(db, [...new Set(leaving.map((order) => order.check_id))], now);
  await insertEvent(db, now, 'order_update', { orderIds });
  return found.length === AT_ONCE;
};

/** Takes paid orders off the boards of all tenants that let them leave by themselves (wire.md §5). Any number of nodes may do it at once. */
export const completeSettledOrders = async ({ databases, clock, nudge, onError, isStopping = () => false }: Parts): Promise<void> => {
  for (let after = { tenantId: 0, orderId: 0 }; !isStopping(); ) {
    const now = clock();
    const { tenants, isLast } = await databases.readAcrossTenants((db) => findTenantsWithOpenOrders(db, after, now));
    for (const { tenantId, isMade, oldest, ...store } of tenants)
      try {
        if (!isMade && (oldest === null || oldest >= businessDateOf(now, store))) continue;
        while (!isStopping() && (await databases.asTenant(tenantId, (db) => completeSome(db, store, now)))) nudge(tenantId);
        nudge(tenantId);
      } catch (error) {
        onError(error);
      }
    const last = tenants.at(-1);
    if (isLast || !last) return;
    after = { tenantId: last.tenantId, orderId: last.lastId };
  }
};
