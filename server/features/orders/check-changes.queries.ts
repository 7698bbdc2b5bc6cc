import { sql } from 'kysely';
import type { changeKinds } from '#contract/checks.ts';
import { findAdjustedLines, joinDiscounts, shareDiscounts, shareTakenBack } from './adjustments.queries.ts';
import { idsOf, listOf } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';

/** What it takes to undo a change of bills. */
export interface MoveDetail {
  table_id: number | null;
  table_title: string | null;
  floor: string | null;
  bill_no: number;
}
export interface MergeDetail {
  /** The bill that was merged away. */
  from: number;
  /** What its own history says of that; a release before notes none. */
  fromText?: string;
  orders: number[];
  /** Lines of orders of other bills that were on it. */
  lines: number[];
  /** Its payments, all of them taken back where this can be undone; a release before did not note them. */
  payments?: number[];
  /** Charges that had stayed behind in a split, and came with it; a release before noted none. */
  charges?: number[];
  /** Charges that a colleague had allowed to be taken off the bill that stays, and that came with it. */
  allowed?: number[];
  /** Of the bill that stays, before. */
  covers: number | null;
  /** Its number before it became the table's main bill; a release before leaves it a part. */
  bill_no?: number;
}
export interface SplitDetail {
  /** Lines that went whole: which bill they said they were on before. */
  whole: { id: number; from: number | null }[];
  /** Lines that were made for part of a quantity. */
  halves: { id: number; of: number }[];
}

interface NewChange {
  kind: (typeof changeKinds)[number];
  text: string;
  checkIds: readonly number[];
  detail?: MoveDetail | MergeDetail | SplitDetail;
  /** Orders of diners that wait and went with the bill. */
  qrOrders?: readonly number[];
  /** Null: a guest. */
  memberId: number | null;
  now: Date;
}

/** Notes in the history of these bills what happened to them. */
export const insertCheckChange = async (
  db: Db,
  { kind, text, checkIds, detail, qrOrders = [], memberId, now }: NewChange,
): Promise<number> => {
  const { id } = await db
    .insertInto('check_changes')
    .values({
      kind,
      text,
      at: now,
      member_id: memberId,
      detail: detail === undefined ? null : JSON.stringify(detail),
      qr_orders: qrOrders.length === 0 ? null : JSON.stringify(qrOrders),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('changed_checks')
    .values(checkIds.map((checkId) => ({ check_id: checkId, change_id: id })))
    .execute();
  return id;
};

/** A guest who comes and goes is noted each time: of a longer history the latest are shown. The audit log has all of it. */
const CHANGES_SHOWN = 500;

/** The history of a bill, newest first, with all bills that each change touched; or only one change of it. */
export const findCheckChanges = (db: Db, checkId: number, changeId?: number) =>
  db
    .selectFrom('check_changes')
    .leftJoin('members', (join) =>
      join.onRef('members.tenant_id', '=', 'check_changes.tenant_id').onRef('members.id', '=', 'check_changes.member_id'),
    )
    .select(['check_changes.id', 'kind', 'at', 'text', 'detail', 'qr_orders', 'undone_at', 'members.name as member_name'])
    .select(
      // as JSON: the driver gives an array of such numbers as texts
      sql<number[]>`to_json(array(select t.check_id from changed_checks t where t.change_id = check_changes.id order by t.check_id))`.as(
        'check_ids',
      ),
    )
    .where(sql<boolean>`check_changes.id in (select change_id from changed_checks where check_id = ${checkId})`)
    .modifyFront(changeId === undefined ? sql`/* find_check_changes */` : sql`/* find_check_change */`)
    .$if(changeId !== undefined, (one) => one.where('check_changes.id', '=', changeId!))
    .orderBy('check_changes.id', 'desc')
    .limit(sql.lit(CHANGES_SHOWN))
    .execute();

export type CheckChangeRow = Awaited<ReturnType<typeof findCheckChanges>>[number];

/** The bills that were split off this one, or of which it was. */
export const findParts = async (db: Db, checkId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    /* find_parts */ select distinct others.check_id as id from changed_checks t
    join check_changes h on h.id = t.change_id and h.kind = 'split' and h.undone_at is null
    join changed_checks others on others.change_id = h.id and others.check_id <> t.check_id
    where t.check_id = ${checkId} order by 1`.execute(db);
  return idsOf(rows);
};

/** The latest change of each of these bills that could be undone, and is not. */
export const findLatestChanges = async (db: Db, checkIds: number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select max(h.id) as id from changed_checks t join check_changes h on h.id = t.change_id
    where t.check_id = any(${checkIds}) and h.detail is not null and h.undone_at is null group by t.check_id`.execute(db);
  return idsOf(rows);
};

export const markUndone = (db: Db, id: number, now: Date) =>
  db.updateTable('check_changes').set({ undone_at: now }).where('id', '=', id).execute();

type Moved = Pick<MergeDetail, 'orders' | 'lines' | 'payments'>;

/** Puts everything of a bill onto another one; answers what that was. Both are locked. */
export const moveEverything = async (db: Db, from: number, to: number): Promise<Required<Moved>> => {
  const orders = await db.updateTable('orders').set({ check_id: to }).where('check_id', '=', from).returning('id').execute();
  const lines = await db.updateTable('order_lines').set({ check_id: to }).where('check_id', '=', from).returning('id').execute();
  const payments = await db.updateTable('check_payments').set({ check_id: to }).where('check_id', '=', from).returning('id').execute();
  return { orders: idsOf(orders), lines: idsOf(lines), payments: idsOf(payments) };
};

/** The other way round, of what is still there. */
export const moveBack = async (db: Db, { orders, lines, payments = [] }: Moved, from: number, to: number) => {
  // what took one of them back meanwhile is of the same bill
  const ofThese = sql<boolean>`(id = any(${payments}) or reverses = any(${payments}))`;
  await db.updateTable('check_payments').set({ check_id: to }).where(ofThese).where('check_id', '=', from).execute();
  await db.updateTable('orders').set({ check_id: to }).where(anyOf(orders)).where('check_id', '=', from).execute();
  await db.updateTable('order_lines').set({ check_id: to }).where(anyOf(lines)).where('check_id', '=', from).execute();
};

const anyOf = (ids: number[]) => sql<boolean>`id = any(${ids})`;

/** A bill split off another one, at the same table. */
export const insertPart = async (
  db: Db,
  of: { table_id: number | null; table_title: string | null; floor: string | null },
  { billNo, name, now }: { billNo: number; name: string | null; now: Date },
): Promise<number> => {
  const { id } = await db
    .insertInto('checks')
    .values({ table_id: of.table_id, table_title: of.table_title, floor: of.floor, bill_no: billNo, name, opened_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const moveLines = (db: Db, ids: number[], to: number | null) =>
  db.updateTable('order_lines').set({ check_id: to }).where(anyOf(ids)).execute();

export interface Half {
  of: number;
  quantity: number;
  /** Null: its order's. */
  checkId: number | null;
}

/** Makes two lines of one, both with its state and snapshot, so that nothing changes but who pays; answers the new lines, in the same order. */
export const insertHalves = async (db: Db, halves: readonly Half[]): Promise<number[]> => {
  if (halves.length === 0) return [];
  const { line_no: last } = await db
    .updateTable('tenant_counters')
    .set({ line_no: sql<number>`line_no + ${halves.length}` })
    .where(sql<boolean>`tenant_id = (select current_tenant())`)
    .returning('line_no')
    .executeTakeFirstOrThrow();
  const adjusted = await findAdjustedLines(
    db,
    halves.map(({ of }) => of),
  );
  const made = halves.map((half, index) => ({ ...half, id: last - halves.length + index + 1 }));
  await sql`
    insert into order_lines (id, check_id, quantity, order_id, item_id, item_title, variant_id, variant_title, base_price, unit_price, addons, notes,
      tax_id, tax_title, tax_rate, tax_type, status, cooked_at, completed_at, cancelled_unseen_at, station_id, tax_parts, half_of)
    select h.id, h."checkId", h.quantity, l.order_id, l.item_id, l.item_title, l.variant_id, l.variant_title, l.base_price, l.unit_price, l.addons, l.notes,
      l.tax_id, l.tax_title, l.tax_rate, l.tax_type, l.status, l.cooked_at, l.completed_at, l.cancelled_unseen_at, l.station_id, l.tax_parts,
      coalesce(l.half_of, l.id)
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as h (id bigint, of bigint, quantity integer, "checkId" bigint)
    join order_lines l on l.id = h.of`.execute(db);
  await sql`
    update order_lines l set quantity = l.quantity - h.quantity
    from (select of, sum(quantity)::integer as quantity
      from jsonb_to_recordset(${JSON.stringify(halves)}::jsonb) as x (of bigint, quantity integer) group by of) h
    where l.id = h.of`.execute(db);
  await shareDiscounts(db, adjusted, made);
  await shareTakenBack(db, made);
  return idsOf(made);
};

/**
 * Makes one line of two again where both are in the same state, and no percent or price is taken off one of them alone, which would then come
 * off both. The others stay two, and the half goes to the bill of the line it was made of.
 */
export const joinHalves = async (db: Db, halves: SplitDetail['halves']): Promise<void> => {
  const pairs = JSON.stringify(halves);
  const joined = sql`
    select h.id, h.of, n.quantity from jsonb_to_recordset(${pairs}::jsonb) as h (id bigint, of bigint)
    join order_lines n on n.id = h.id join order_lines l on l.id = h.of
    where n.status = l.status and n.invoice_id is null and l.invoice_id is null
      and (n.cooked_at, n.completed_at, n.cancelled_unseen_at) is not distinct from (l.cooked_at, l.completed_at, l.cancelled_unseen_at)
      and not exists (
        select from line_adjustments x join adjustments a on a.tenant_id = x.tenant_id and a.id = x.adjustment_id
        where x.line_id in (n.id, l.id) and a.kind <> 'amount' group by a.id having count(*) = 1)`;
  const { rows } = await sql<{ id: number; of: number; quantity: number }>`${joined}`.execute(db);
  if (rows.length > 0) {
    await sql`
      update order_lines l set quantity = l.quantity + j.quantity
      from (select of, sum(quantity)::integer as quantity
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (of bigint, quantity integer) group by of) j
      where l.id = j.of`.execute(db);
    await joinDiscounts(db, rows);
    await db
      .deleteFrom('order_lines')
      .where(anyOf(idsOf(rows)))
      .execute();
  }
  await sql`
    update order_lines n set check_id = l.check_id
    from jsonb_to_recordset(${pairs}::jsonb) as h (id bigint, of bigint) join order_lines l on l.id = h.of
    where n.id = h.id`.execute(db);
};

/** Of these orders those of which something is to be paid for that is not among these lines. The orders are held until the commit. */
export const findPartlyPaid = async (db: Db, orderIds: number[], lineIds: number[]): Promise<Set<number>> => {
  // two bills of one order that are paid at once: the later sees what the earlier has paid
  await sql`/* hold_orders */ select id from orders where id = any(${listOf(orderIds)}) order by id for update`.execute(db);
  const { rows } = await sql<{ id: number }>`
    /* find_partly_paid */ select distinct l.order_id as id from order_lines l
    cross join lateral (select invoice_id from orders where tenant_id = l.tenant_id and id = l.order_id offset 0) o
    where l.order_id = any(${listOf(orderIds)}) and l.status <> 'cancelled' and l.invoice_id is null and o.invoice_id is null
      and l.id <> all(${listOf(lineIds)})`.execute(db);
  return new Set(idsOf(rows));
};

/** An order of which the last unpaid line was cancelled is paid, with the last invoice of what is left. Answers whether there was one. */
export const settlePartlyPaid = async (db: Db, orderIds: number[]): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    update orders o set invoice_id = p.invoice_id
    from (select order_id, max(invoice_id) as invoice_id from order_lines
      where order_id = any(${orderIds}) and status <> 'cancelled' group by order_id having count(*) = count(invoice_id)) p
    where o.id = p.order_id and o.invoice_id is null and o.status <> 'cancelled' returning o.id`.execute(db);
  if (rows.length > 0) await sql`select note_settled(current_tenant(), ${idsOf(rows)}::bigint[])`.execute(db);
  return rows.length > 0;
};
