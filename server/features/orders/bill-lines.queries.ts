import { type RawBuilder, sql } from 'kysely';
import { assertWithin } from '#contract/tenant-limits.ts';
import { findInBatches, listOf } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { LineRow } from './order-board.queries.ts';

/** A line of a bill, with what its order says. */
export interface BillLine extends LineRow {
  on_check: number;
  /** The bill of its order, whose card it stands on. */
  card_id: number;
  token_no: number;
  order_status: 'created' | 'completed' | 'cancelled';
  ordered_at: Date;
  delivery_address: string | null;
  delivery_type: string;
  customer_type: string;
  customer_id: number | null;
  member_id: number | null;
  half_of: number | null;
}

const columns = sql`c.id as on_check, o.check_id as card_id, o.token_no, o.status as order_status, o.created_at as ordered_at, o.delivery_address,
  o.delivery_type, o.customer_type,
  o.customer_id, o.member_id, coalesce(l.invoice_id, o.invoice_id) as invoice_id, l.check_id, l.id, l.order_id, l.item_id, l.item_title, l.variant_id,
  l.variant_title, l.base_price, l.unit_price, l.addons, l.quantity, l.notes, l.tax_id, l.tax_title, l.tax_rate, l.tax_type, l.status, l.cooked_at,
  l.cancelled_unseen_at, l.station_id, l.discount, l.tax_parts, l.half_of`;

/** A line as what is owed is added up from it. */
export type OwedLine = Pick<
  BillLine,
  | 'on_check'
  | 'delivery_type'
  | 'id'
  | 'order_id'
  | 'status'
  | 'invoice_id'
  | 'unit_price'
  | 'quantity'
  | 'discount'
  | 'tax_id'
  | 'tax_title'
  | 'tax_rate'
  | 'tax_type'
  | 'tax_parts'
>;

const owedColumns = sql`c.id as on_check, o.delivery_type, l.id, l.order_id, l.status, l.invoice_id, l.unit_price, l.quantity, l.discount, l.tax_id,
  l.tax_title, l.tax_rate, l.tax_type, l.tax_parts`;

interface LineSelection {
  /** What each screen asks for at every announcement is planned once: planning it takes longer than its work. */
  name: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  which: RawBuilder<unknown>;
}

/**
 * Looked up for each bill, which `offset 0` says: joined, the planner reads all orders of the restaurant for some hundred bills, and where the
 * tables have grown since they were analyzed for one.
 */
const selectLines = async <Row>(db: Db, { name, columns, which }: LineSelection): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    ${name} select ${columns} from checks c
    cross join lateral (select * from orders where tenant_id = c.tenant_id and check_id = c.id offset 0) o
    cross join lateral (select * from order_lines where tenant_id = o.tenant_id and order_id = o.id and check_id is null offset 0) l
    where ${which}
    union all
    select ${columns} from checks c
    cross join lateral (select * from order_lines where tenant_id = c.tenant_id and check_id = c.id offset 0) l
    cross join lateral (select * from orders where tenant_id = l.tenant_id and id = l.order_id offset 0) o
    where ${which}
    order by order_id, id`.execute(db);
  return rows;
};

/** Every line of these bills, whatever its state; a line is on its order's bill unless it was split off it. */
export const findBillLines = (db: Db, checkIds: number[]) =>
  findInBatches(checkIds, (ids) =>
    selectLines<BillLine>(db, { name: sql`/* find_bill_lines */`, columns, which: sql`c.id = any(${listOf(ids)})` }),
  );

/** Refuses a change by which this bill has come to have too many lines. */
export const assertBillNotFull = async (db: Db, checkId: number): Promise<void> => {
  const { rows } = await sql<{ count: number }>`select lines_of_bill(current_tenant(), ${checkId}) as count`.execute(db);
  assertWithin('billLines', rows[0]!.count);
};

const isOwedLine = sql`l.status <> 'cancelled' and o.invoice_id is null and l.invoice_id is null`;

/** What is still to be paid for on these open bills, and nothing else of it. */
export const findOwedLines = (db: Db, checkIds: number[]) =>
  findInBatches(checkIds, (ids) =>
    selectLines<OwedLine>(db, {
      name: sql`/* find_owed_lines */`,
      columns: owedColumns,
      which: sql`c.id = any(${listOf(ids)}) and ${isOwedLine}`,
    }),
  );

/** The same on the open bills of tables. Each till asks for it after each announcement. */
export const findOwedLinesAtTables = (db: Db) =>
  selectLines<OwedLine>(db, {
    name: sql`/* find_owed_at_tables */`,
    columns: owedColumns,
    which: sql`c.closed_at is null and c.table_id is not null and ${isOwedLine}`,
  });

/** Whether it is still to be paid for. */
export const isOwed = (line: { status: string; invoice_id: number | null }): boolean =>
  line.status !== 'cancelled' && line.invoice_id === null;

/** The people that these lines name: who ordered them, and for whom. */
export const findPeople = async (db: Db, lines: readonly BillLine[]) => {
  const ids = (of: (line: BillLine) => number | null) => [...new Set(lines.map(of))].filter((id) => id !== null);
  const members = await db
    .selectFrom('members')
    .modifyFront(sql`/* find_members_of_lines */`)
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${listOf(ids(({ member_id }) => member_id))})`)
    .execute();
  const customers = await db
    .selectFrom('customers')
    .modifyFront(sql`/* find_customers_of_lines */`)
    .select(['id', 'phone', 'name'])
    .where(sql<boolean>`id = any(${listOf(ids(({ customer_id }) => customer_id))})`)
    .execute();
  return {
    members: new Map(members.map(({ id, name }) => [id, name])),
    customers: new Map(customers.map(({ id, phone, name }) => [id, { phone, name }])),
  };
};
