import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { findInBatches, listOf } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';
import { lostAgainstAnother } from '#server/platform/database/failures.ts';

const noSuchOrder = () => new AppError('not_found', 'This order does not exist!');
const noSuchBill = () => new AppError('not_found', 'This bill does not exist!');

/** The bills that these orders and their lines are on. */
export const findChecksOf = async (db: Db, orderIds: number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    /* find_checks_of_orders */ select check_id as id from orders where id = any(${listOf(orderIds)})
    union select check_id from order_lines where order_id = any(${listOf(orderIds)}) and check_id is not null`.execute(db);
  return rows.map(({ id }) => id);
};

/** Locks bills, always in the same sequence. Those that this tenant does not have are left out. */
export const lockChecks = (db: Db, ids: number[]) =>
  db.selectFrom('checks').selectAll().where(isAny('id', ids)).orderBy('id').forUpdate().execute();

export type CheckRow = Awaited<ReturnType<typeof lockChecks>>[number];

/** Locks the checks of these orders, always in the same sequence: whatever changes a bill holds its check. All orders must exist. */
export const lockChecksOf = async (db: Db, orderIds: number[]): Promise<number[]> => {
  const orders = await db.selectFrom('orders').modifyFront(sql`/* find_order_ids */`).select('id').where(isAny('id', orderIds)).execute();
  if (orders.length !== orderIds.length) throw noSuchOrder();
  const locked = await findChecksOf(db, orderIds);
  await lockChecks(db, locked);
  const checkIds = await findChecksOf(db, orderIds);
  // what was split or merged while this waited is on another bill, which may come before those that are held: again, with all of them
  if (!checkIds.every((id) => locked.includes(id))) throw lostAgainstAnother();
  return checkIds;
};

/** The bill, locked. */
export const getCheckToChange = async (db: Db, id: number): Promise<CheckRow> => {
  const [check] = await lockChecks(db, [id]);
  if (!check) throw noSuchBill();
  return check;
};

export const getCheckRow = async (db: Db, id: number): Promise<CheckRow> => {
  const check = await db.selectFrom('checks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!check) throw noSuchBill();
  return check;
};

/** All, or those of these. */
export const findOpenChecks = async (db: Db, { ids }: { ids?: number[] | undefined } = {}) => {
  const open = db.selectFrom('checks').where('closed_at', 'is', null).orderBy('id');
  const wanted = ids ?? (await open.modifyFront(sql`/* find_open_ids */`).select('id').execute()).map(({ id }) => id);
  return findInBatches(wanted, (some) => open.selectAll().where(isAny('id', some)).execute());
};

/** Of those of tables, what is needed to know what is owed on them. */
export const findChecksAtTables = (db: Db) =>
  db
    .selectFrom('checks')
    .modifyFront(sql`/* find_checks_at_tables */`)
    .select(['id', 'table_id', 'table_title', 'floor', 'opened_at', 'closed_at', 'covers', 'charge_rules'])
    .where('closed_at', 'is', null)
    .where('table_id', 'is not', null)
    .orderBy('id')
    .execute();

/**
 * Whether a line of the bill `checks.id` is still to be paid for. Looked up for each bill, which `offset 0` says: in one plan for all tenants the
 * planner may read every unpaid line of the restaurant instead.
 */
const hasOwedLines: RawBuilder<boolean> = sql`(
  exists (select from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id and l.check_id is null
    where o.tenant_id = checks.tenant_id and o.check_id = checks.id and o.invoice_id is null and l.invoice_id is null and l.status <> 'cancelled' offset 0)
  or exists (select from order_lines l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
    where l.tenant_id = checks.tenant_id and l.check_id = checks.id and o.invoice_id is null and l.invoice_id is null and l.status <> 'cancelled' offset 0))`;

/** Closes those of the bills on which nothing is left to be paid for, and answers them. */
export const closeSettledChecks = async (db: Db, checkIds: number[], now: Date): Promise<CheckRow[]> => {
  const { rows } = await sql<CheckRow>`
    update checks set closed_at = ${now}
    where id = any(${checkIds}) and closed_at is null and not ${hasOwedLines} returning *`.execute(db);
  return rows;
};

/** What was printed of these bills is not true any more. */
export const markUnbilled = (db: Db, checkIds: number[]) =>
  db.updateTable('checks').set({ billed_at: null }).where(isAny('id', checkIds)).where('billed_at', 'is not', null).execute();

type Changes = Partial<
  Pick<
    CheckRow,
    | 'table_id'
    | 'table_title'
    | 'floor'
    | 'bill_no'
    | 'covers'
    | 'billed_at'
    | 'prints'
    | 'closed_at'
    | 'merged_into'
    | 'invoice_id'
    | 'is_adjusted'
    | 'charge_rules'
  >
>;

export const updateCheck = (db: Db, id: number, changes: Changes) => db.updateTable('checks').set(changes).where('id', '=', id).execute();

/** The highest number of the open bills of a table. */
export const findLastBillNo = async (db: Db, tableId: number): Promise<number> => {
  const { last } = await db
    .selectFrom('checks')
    .select(sql<number>`coalesce(max(bill_no), 1)`.as('last'))
    .where('table_id', '=', tableId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return last;
};

/** The table, unless it was deleted. */
export const findTableToSitAt = (db: Db, id: number) =>
  db.selectFrom('store_tables').select(['id', 'title', 'floor']).where('id', '=', id).where('archived_at', 'is', null).executeTakeFirst();

/** The table where bills may be moved to. */
export const getTableToSitAt = async (db: Db, id: number) => {
  const table = await findTableToSitAt(db, id);
  if (!table) throw new AppError('not_found', 'This table does not exist!');
  return table;
};

/** One parameter for the whole list, so that the statement is the same for every length. */
export const isAny = (column: 'id' | 'order_id', ids: number[]) => sql<boolean>`${sql.ref(column)} = any(${listOf(ids)})`;

export const findOpenBill = (db: Db, tableId: number, billNo: number) =>
  db
    .selectFrom('checks')
    .select('id')
    .where('table_id', '=', tableId)
    .where('bill_no', '=', billNo)
    .where('closed_at', 'is', null)
    .executeTakeFirst();

export const findCheckRows = (db: Db, ids: number[]) => db.selectFrom('checks').selectAll().where(isAny('id', ids)).orderBy('id').execute();

export const findOpenMainBill = (db: Db, tableId: number) =>
  db
    .selectFrom('checks')
    .selectAll()
    .where('table_id', '=', tableId)
    .where('bill_no', '=', 1)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
