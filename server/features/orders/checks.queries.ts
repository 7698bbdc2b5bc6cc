import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/platform/database.ts';

const noSuchOrder = () => new AppError('not_found', 'This order does not exist!');

/** Locks the checks of these orders, always in the same sequence: whatever changes a bill holds its check. All orders must exist. */
export const lockChecksOf = async (db: Db, orderIds: number[]): Promise<number[]> => {
  const orders = await db.selectFrom('orders').select('check_id').where(isAny('id', orderIds)).execute();
  if (orders.length !== orderIds.length) throw noSuchOrder();
  const checkIds = [...new Set(orders.map((order) => order.check_id))];
  await db.selectFrom('checks').select('id').where(isAny('id', checkIds)).orderBy('id').forUpdate().execute();
  return checkIds;
};

/** Closes those of the checks on which every order is cancelled, or completed and paid. */
export const closeSettledChecks = (db: Db, checkIds: number[], now: Date) =>
  db
    .updateTable('checks')
    .set({ closed_at: now })
    .where(isAny('id', checkIds))
    .where('closed_at', 'is', null)
    .where((check) =>
      check.not(
        check.exists(
          check
            .selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.tenant_id', '=', 'checks.tenant_id')
            .whereRef('orders.check_id', '=', 'checks.id')
            .where((order) =>
              order.or([order('status', '=', 'created'), order.and([order('status', '=', 'completed'), order('invoice_id', 'is', null)])]),
            ),
        ),
      ),
    )
    .execute();

/** One parameter for the whole list, so that the statement is the same for every length. */
export const isAny = (column: 'id' | 'order_id', ids: number[]) => sql<boolean>`${sql.ref(column)} = any(${ids})`;
