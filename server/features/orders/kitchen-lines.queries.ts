import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { EventPayloads } from '#contract/events.ts';
import type { ReadyOrder } from '#contract/tickets.ts';
import { listOf } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';
import { insertEvents } from '#server/platform/events/outbox.queries.ts';

/** The lines whose ids these are, with the state of their orders. All must exist. */
export const getKitchenLines = async (db: Db, ids: number[]) => {
  const lines = await db
    .selectFrom('order_lines')
    .modifyFront(sql`/* get_kitchen_lines */`)
    .innerJoinLateral(
      (order) =>
        order
          .selectFrom('orders')
          .select('orders.status as order_status')
          .whereRef('orders.tenant_id', '=', 'order_lines.tenant_id')
          .whereRef('orders.id', '=', 'order_lines.order_id')
          .offset(sql.lit(0))
          .as('orders'),
      (join) => join.onTrue(),
    )
    .select(['order_lines.id', 'order_id', 'order_lines.status', 'cooked_at', 'order_status'])
    .where(sql<boolean>`order_lines.id = any(${listOf(ids)})`)
    .execute();
  if (lines.length !== ids.length) throw new AppError('not_found', 'This order item does not exist!');
  return lines;
};

/** Of a line of a deleted station the fallback: nobody looks at the other one’s screen any more. Without one it stays where it is. */
const liveStation = sql<number | null>`coalesce((
  select f.id from stations s join stations f on f.tenant_id = s.tenant_id and f.is_fallback and f.archived_at is null
  where s.tenant_id = order_lines.tenant_id and s.id = order_lines.station_id and s.archived_at is not null), station_id)`;

/** Takes lines back that a cook completed; the caller holds their checks and has looked at them. */
export const markLinesRecalled = (db: Db, ids: number[]) =>
  db
    .updateTable('order_lines')
    .set({ status: 'preparing', cooked_at: null, completed_at: null, station_id: liveStation })
    .where(sql<boolean>`id = any(${ids})`)
    .execute();

/** Which of the lines were cancelled and had not been seen by a cook until now. */
export const markLinesSeen = async (db: Db, ids: number[]): Promise<{ id: number; order_id: number }[]> =>
  db
    .updateTable('order_lines')
    .set({ cancelled_unseen_at: null })
    .where(sql<boolean>`id = any(${ids})`)
    .where('cancelled_unseen_at', 'is not', null)
    .returning(['id', 'order_id'])
    .execute();

/** Where a line is shown: one that no station has is made at the fallback (madeAt). The alias is that of the lines or of what was cooked of them. */
const shownAt = (line: string) =>
  sql`coalesce(${sql.ref(`${line}.station_id`)}, (
    select f.id from stations f where f.tenant_id = ${sql.ref(`${line}.tenant_id`)} and f.is_fallback and f.archived_at is null))`;

/** With the last item that a station cooked of an order, what was cancelled there concerns no cook any more. Another station may not have seen its own. */
export const markSeenWhenDone = (db: Db, cookedIds: number[]) =>
  sql`
    update order_lines set cancelled_unseen_at = null
    from (select distinct tenant_id, order_id, ${shownAt('order_lines')} as station_id from order_lines where id = any(${cookedIds})) made
    where order_lines.tenant_id = made.tenant_id and order_lines.order_id = made.order_id
      and ${shownAt('order_lines')} is not distinct from made.station_id and order_lines.cancelled_unseen_at is not null
      and not exists (
        select from order_lines other where other.tenant_id = made.tenant_id and other.order_id = made.order_id
          and ${shownAt('other')} is not distinct from made.station_id and other.status in ('created', 'preparing'))`.execute(db);

const READY_SHOWN = 100;

/**
 * What order_ready told since then of the orders that are open, and still waits to be carried; the latest first. Looked up for each order, which
 * `offset 0` says: joined, the planner may read every line of the restaurant.
 */
export const findReady = async (db: Db, since: Date) => {
  const { rows } = await sql<Omit<ReadyOrder, 'ready_at'> & { ready_at: Date }>`
    /* find_ready */ select o.id as order_id, o.token_no, string_agg(distinct c.table_title, ', ') as table_title, l.station_id, s.title as station_title, max(l.completed_at) as ready_at
    from orders o
    cross join lateral (select * from order_lines where tenant_id = o.tenant_id and order_id = o.id offset 0) l
    cross join lateral (select * from checks where tenant_id = o.tenant_id and id = coalesce(l.check_id, o.check_id) offset 0) c
    left join stations s on s.tenant_id = l.tenant_id and s.id = l.station_id
    where o.status = 'created' and l.status in ('created', 'preparing', 'completed')
    group by o.tenant_id, o.id, o.token_no, o.created_at, l.station_id, s.title
    -- where nobody cooks a line is completed as it is ordered, and nobody waits for it
    having bool_and(l.status = 'completed') and max(l.completed_at) > greatest(${since}::timestamptz, o.created_at)
    order by ready_at desc, o.id, l.station_id limit ${READY_SHOWN}`.execute(db);
  return rows;
};

/** Where lines go that are ready: a part of a bill may have moved to another table. The alias is that of the order and station of them. */
const tablesOf = (made: string) => sql<string | null>`(
  select string_agg(distinct c.table_title, ', ') from order_lines l
  join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
  join checks c on c.tenant_id = l.tenant_id and c.id = coalesce(l.check_id, o.check_id)
  where l.tenant_id = ${sql.ref(`${made}.tenant_id`)} and l.order_id = ${sql.ref(`${made}.order_id`)}
    and l.station_id is not distinct from ${sql.ref(`${made}.station_id`)} and l.status = 'completed')`;

/** Tells who carries it that an order waits and nothing is left to make of it where these lines, completed or cancelled just now, are made. */
export const announceReady = async (db: Db, now: Date, lineIds: number[]): Promise<void> => {
  const { rows } = await sql<EventPayloads['order_ready']>`
    /* announce_ready */ select o.id as "orderId", o.token_no as "tokenNo", ${tablesOf('made')} as "tableTitle",
      made.station_id as "stationId", s.title as "stationTitle"
    from (select distinct tenant_id, order_id, station_id from order_lines where id = any(${listOf(lineIds)})) made
    cross join lateral (select * from orders where tenant_id = made.tenant_id and id = made.order_id offset 0) o
    left join stations s on s.tenant_id = made.tenant_id and s.id = made.station_id
    where not exists (
      select from order_lines other where other.tenant_id = made.tenant_id and other.order_id = made.order_id
        and other.station_id is not distinct from made.station_id and other.status in ('created', 'preparing') offset 0)
      and exists (
        select from order_lines other where other.tenant_id = made.tenant_id and other.order_id = made.order_id
          and other.station_id is not distinct from made.station_id and other.status = 'completed' offset 0)
    order by o.id, s.id`.execute(db);
  await insertEvents(db, now, 'order_ready', rows);
};
