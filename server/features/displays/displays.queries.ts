import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/**
 * The tokens of orders: preparing as they were ordered, for a day, or for as long as the kitchen works at them (numbers start over each day, and
 * what nobody made yesterday would stand beside today's); ready, the last one first, once all items
 * are completed, for ten minutes or until they are delivered. A board for guests says nothing of them but their number. Of what is
 * completed as a whole those of the last two days are looked at: no index leads from all the others to the few of ten minutes.
 */
export const findOrderStatus = async (db: Db, now: Date): Promise<{ preparing: number[]; ready: number[] }> => {
  const { rows } = await sql<{ token_no: number; is_ready: boolean }>`
    select o.token_no, bool_and(l.status in ('completed', 'delivered')) as is_ready
    from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id and l.status <> 'cancelled'
    where (o.status = 'created' or o.status = 'completed' and o.business_date > (${now}::timestamptz - interval '3 days')::date)
    group by o.tenant_id, o.id, o.token_no
    having not bool_and(l.status = 'delivered')
      and (bool_or(l.status in ('created', 'preparing')) and bool_and(o.status = 'created')
          and (max(o.created_at) > ${now}::timestamptz - interval '1 day' or bool_or(l.status = 'preparing'))
        or bool_and(l.status in ('completed', 'delivered')) and max(coalesce(l.completed_at, l.cooked_at)) > ${now}::timestamptz - interval '10 minutes')
    order by case when bool_and(l.status in ('completed', 'delivered')) then max(coalesce(l.completed_at, l.cooked_at)) end nulls first, o.id`.execute(
    db,
  );
  const tokens = (isReady: boolean) => rows.filter(({ is_ready }) => is_ready === isReady).map(({ token_no }) => token_no);
  return { preparing: tokens(false), ready: tokens(true).reverse() };
};
