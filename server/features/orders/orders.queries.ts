import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { ItemStatus } from '#contract/orders.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isAny } from './checks.queries.ts';
import { idsWithStation, makeTickets } from './make-tickets.queries.ts';
import { isMade, unfinished } from './order-status.rules.ts';
import { idsOf } from '#server/platform/database/batches.ts';

/** Throws not-found when the tenant has no such item. */
export const getLine = async (db: Db, id: number) => {
  const line = await db
    .selectFrom('order_lines')
    .modifyFront(sql`/* get_line */`)
    .innerJoin('orders', (join) =>
      join.onRef('orders.tenant_id', '=', 'order_lines.tenant_id').onRef('orders.id', '=', 'order_lines.order_id'),
    )
    .leftJoin('checks', (join) =>
      join
        .onRef('checks.tenant_id', '=', 'orders.tenant_id')
        .on('checks.id', '=', (line) => line.fn.coalesce('order_lines.check_id', 'orders.check_id')),
    )
    .select([
      'order_lines.id',
      'order_id',
      'item_title',
      'unit_price',
      'checks.id as on_check',
      'checks.table_id',
      'order_lines.status',
      'orders.status as order_status',
      'payment_status',
      'order_lines.invoice_id',
      'order_lines.quantity',
      'order_lines.check_id',
    ])
    .where('order_lines.id', '=', id)
    .executeTakeFirst();
  if (!line) throw new AppError('not_found', 'This order item does not exist!');
  return line;
};

/** What a cook had still to make and is cancelled stays on the kitchen's display until a cook has seen it. */
const unseenSince = (now: Date) => sql<Date | null>`case when status in ('created', 'preparing') then ${now}::timestamptz end`;

interface Marking {
  status: ItemStatus;
  from: readonly ItemStatus[];
  now: Date;
  /** A cook completed it, and may take that back for a while. */
  isCooked?: boolean;
}

/** Leaves those alone that are not in one of the expected states: someone else was quicker. Answers whether all were. */
export const markLines = async (db: Db, ids: number[], { status, from, now, isCooked = false }: Marking): Promise<boolean> => {
  const marked = await db
    .updateTable('order_lines')
    .set({
      status,
      cooked_at: isCooked ? now : null,
      completed_at: isMade(status) ? sql<Date>`coalesce(completed_at, ${now})` : null,
      cancelled_unseen_at: status === 'cancelled' ? unseenSince(now) : null,
    })
    .where(isAny('id', ids))
    .where('status', 'in', from)
    .returning('id')
    .execute();
  if (status === 'cancelled') await makeTickets(db, 'void', idsOf(marked), now);
  return marked.length === ids.length;
};

/** Cancels the order when its last item has been. */
export const cancelEmptyOrder = async (db: Db, orderId: number): Promise<boolean> => {
  const result = await db
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('id', '=', orderId)
    .where('status', '=', 'created')
    .where((order) =>
      order.not(
        order.exists(
          order
            .selectFrom('order_lines')
            .select('order_lines.id')
            .whereRef('order_lines.tenant_id', '=', 'orders.tenant_id')
            .where('order_lines.order_id', '=', orderId)
            .where('order_lines.status', '<>', 'cancelled'),
        ),
      ),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** How many of the orders were open and unpaid, and are cancelled now with all their items. */
export const markOrdersCancelled = async (db: Db, ids: number[], now: Date): Promise<number> => {
  const result = await db
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where(isAny('id', ids))
    .where('status', '=', 'created')
    .where('invoice_id', 'is', null)
    .executeTakeFirst();
  const lines = await db
    .updateTable('order_lines')
    .set({ status: 'cancelled', cancelled_unseen_at: unseenSince(now) })
    .where(isAny('order_id', ids))
    .where('status', '<>', 'cancelled')
    .returning(['id', 'station_id'])
    .execute();
  await makeTickets(db, 'void', idsWithStation(lines), now);
  return Number(result.numUpdatedRows);
};

/** How many of the orders were open, and are completed now with the items still unfinished. */
export const markOrdersCompleted = async (db: Db, ids: number[], now: Date): Promise<number> => {
  const result = await db
    .updateTable('orders')
    .set({ status: 'completed' })
    .where(isAny('id', ids))
    .where('status', '=', 'created')
    .executeTakeFirst();
  await db
    .updateTable('order_lines')
    .set({ status: 'completed', completed_at: sql<Date>`coalesce(completed_at, ${now})` })
    .where(isAny('order_id', ids))
    .where('status', 'in', unfinished)
    .execute();
  return Number(result.numUpdatedRows);
};

/** How many of the orders were completed on this business day, and are open again; their items stay as they are. */
export const markOrdersReopened = async (db: Db, ids: number[], today: string, now: Date): Promise<number> => {
  const result = await db
    .updateTable('orders')
    .set({ status: 'created', reopened_at: now })
    .where(isAny('id', ids))
    .where('status', '=', 'completed')
    .where('business_date', '=', today)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
};

interface Writing {
  db: Db;
  /** Nulls: nobody did it, it came by itself. */
  session: { memberId: number | null; id: number | null };
  now: Date;
}

interface Why {
  reason?: string | null;
  note?: string | null;
}

/** Notes what a whole order was, with its lines, before it is cancelled, completed or reopened; call it before the change. */
export const insertOrderAudits = async ({ db, session, now }: Writing, action: string, ids: number[], after: string, why: Why = {}) => {
  await sql`
    insert into audit_log (at, member_id, session_id, reason, note, amount, table_id, action, entity, entity_id, before, after)
    select ${now}, ${session.memberId}, ${session.id}, ${why.reason ?? null}::text, ${why.note ?? null}::text, (
        select sum(l.unit_price * l.quantity)::bigint from order_lines l
        where l.tenant_id = o.tenant_id and l.order_id = o.id and l.status <> 'cancelled'),
      c.table_id, ${action}::text, 'orders', o.id,
      jsonb_build_object('status', o.status, 'lines', (
        select jsonb_object_agg(l.id, l.status) from order_lines l where l.tenant_id = o.tenant_id and l.order_id = o.id)),
      to_jsonb(${after}::text)
    from orders o join checks c on c.tenant_id = o.tenant_id and c.id = o.check_id where o.id = any(${ids})`.execute(db);
};

/** The zone and day start that today's business date follows from. */
export const getStoreClock = async (db: Db) => {
  const row = await db
    .selectFrom('store_settings')
    .select('timezone')
    .select(sql<string>`to_char(day_start, 'HH24:MI')`.as('dayStart'))
    .executeTakeFirstOrThrow();
  return row;
};
