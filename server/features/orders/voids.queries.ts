import { sql } from 'kysely';
import { findReasonGiven } from '#server/features/reasons/reasons.queries.ts';
import type { Db } from '#server/platform/database/database.ts';

interface Voiding {
  reasonId?: number | null | undefined;
  note?: string | null | undefined;
  /** Undefined: as the line's state says. */
  isMade?: boolean | undefined;
  memberId: number | null;
  now: Date;
}

/**
 * Notes what is being cancelled, each line once, with the reason in its words of today; call it before the lines are cancelled. Throws
 * invalid_input for a reason that does not fit, or is missing where the store wants one (wire-2.md §4).
 */
export const insertVoids = async (db: Db, which: { lineId: number } | { orderIds: number[] }, voiding: Voiding) => {
  const { void_needs_reason: isNeeded } = await db.selectFrom('store_settings').select('void_needs_reason').executeTakeFirstOrThrow();
  const given = await findReasonGiven(db, 'void', voiding, isNeeded);
  // a day is closed under this lock (server/features/day): either it has what is cancelled now, or the next closing has
  await sql`select from tenant_counters where tenant_id = (select current_tenant()) for key share`.execute(db);
  const { isMade = null, memberId, now } = voiding;
  const lines = 'lineId' in which ? sql`l.id = ${which.lineId}` : sql`l.order_id = any(${which.orderIds})`;
  await sql`
    insert into voids (order_id, line_id, business_date, currency, quantity, amount, is_made, reason_id, reason, note, member_id, created_at)
    select l.order_id, l.id, o.business_date, o.currency, l.quantity, l.unit_price * l.quantity,
      coalesce(${isMade}::boolean, l.status in ('completed', 'delivered')), ${given.reason_id}::bigint, ${given.reason}::text, ${given.note}::text,
      ${memberId}::bigint, ${now}::timestamptz
    from order_lines l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
    where ${lines} and l.status <> 'cancelled'`.execute(db);
  return given;
};
