import { sql } from 'kysely';
import type { HandlerInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { addTable } from '#contract/tables.ts';
import type { Db } from '#server/platform/database/database.ts';
import { type PlanMove, withPlan } from './table-plan.rules.ts';

type TableValues = HandlerInput<typeof addTable>['body'];

const tables = (db: Db) =>
  db
    .selectFrom('store_tables')
    .select(['id', 'public_id as encrypted_id', 'title as table_title', 'floor', 'seating_capacity'])
    .where('archived_at', 'is', null);

const comingReservations = (now: Date) => sql<number>`(
  select count(*)::int from reservations r
  where r.tenant_id = store_tables.tenant_id and r.table_id = store_tables.id and r.status <> 'cancelled' and r.date > ${now})`;

const plan = ['plan_x', 'plan_y', 'plan_width', 'plan_height', 'plan_shape'] as const;

export const findTables = async (db: Db) => (await tables(db).select(plan).orderBy('floor').orderBy('id').execute()).map(withPlan);

/** With how many reservations are to come, where some are. */
export const findBookedTables = async (db: Db, now: Date) => {
  const rows = await tables(db)
    .select([...plan, comingReservations(now).as('coming')])
    .orderBy('floor')
    .orderBy('id')
    .execute();
  return rows.map(({ coming, ...row }) => ({ ...withPlan(row), ...(coming > 0 && { coming_reservations: coming }) }));
};

/** Those of the tables that there are, locked until the commit. */
export const lockTables = async (db: Db, ids: readonly number[]) =>
  (await tables(db).select(plan).where(sql<boolean>`id = any(${ids}::bigint[])`).orderBy('id').forNoKeyUpdate().execute()).map(withPlan);

/** Places the tables on the plan, or takes them off it. */
export const updateTablePlans = (db: Db, moves: readonly PlanMove[]) =>
  sql`
    update store_tables t set plan_x = (m.plan ->> 'x')::int, plan_y = (m.plan ->> 'y')::int, plan_width = (m.plan ->> 'width')::int,
      plan_height = (m.plan ->> 'height')::int, plan_shape = m.plan ->> 'shape'
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m (id bigint, plan jsonb)
    where t.tenant_id = current_tenant() and t.id = m.id`.execute(db);

/** The table as it stands, locked until the commit. */
export const getTableToChange = async (db: Db, id: number) => {
  const table = await tables(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!table) throw new AppError('not_found', 'This table does not exist!');
  return table;
};

export const insertTable = (db: Db, { title, floor, seatingCapacity }: TableValues, publicId: string) =>
  db
    .insertInto('store_tables')
    .values({ public_id: publicId, title, floor, seating_capacity: seatingCapacity })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updateTableRow = (db: Db, id: number, { title, floor, seatingCapacity }: TableValues) =>
  db.updateTable('store_tables').set({ title, floor, seating_capacity: seatingCapacity }).where('id', '=', id).execute();

export const updatePublicId = (db: Db, id: number, publicId: string) =>
  db.updateTable('store_tables').set({ public_id: publicId }).where('id', '=', id).execute();

/**
 * Throws conflict while a bill stands open under the table. After it is marked as deleted, which has
 * raised the tenant's version: an order of the same moment is met here, or does not find the table.
 */
export const assertNothingOwed = async (db: Db, id: number): Promise<void> => {
  const { rows } = await sql`
    select from checks c where c.closed_at is null and c.table_id = ${id} and (
      exists (select from orders o where o.tenant_id = c.tenant_id and o.check_id = c.id and o.status <> 'cancelled' and o.invoice_id is null)
      or exists (select from order_lines l where l.tenant_id = c.tenant_id and l.check_id = c.id and l.status <> 'cancelled' and l.invoice_id is null))
    limit 1`.execute(db);
  if (rows.length > 0) throw new AppError('conflict', 'This table has an unpaid bill! Please take the payment or cancel its orders first.');
};

export const markTableArchived = (db: Db, id: number, now: Date) =>
  db.updateTable('store_tables').set({ archived_at: now }).where('id', '=', id).execute();
