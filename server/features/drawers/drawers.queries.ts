import { sql } from 'kysely';
import { assertWithin } from '#contract/tenant-limits.ts';
import type { Db } from '#server/platform/database/database.ts';
import { closedDrawer, unknownDrawer } from './drawers.rules.ts';

/** Counted ones that the list still shows. */
const COUNTED_SHOWN = 50;

const drawers = (db: Db) =>
  db
    .selectFrom('drawers as d')
    .leftJoin('members as m', (join) => join.onRef('m.tenant_id', '=', 'd.tenant_id').onRef('m.id', '=', 'd.opened_by'))
    .select(['d.id', 'd.title', 'd.opened_at', 'd.float', 'd.closed_at', 'd.expected', 'd.counted', 'd.currency', 'm.name as member_name']);

export type DrawerRow = Awaited<ReturnType<typeof findDrawers>>[number];

export const findDrawers = (db: Db) =>
  drawers(db)
    .orderBy(sql`d.closed_at is not null`)
    .orderBy('d.id', 'desc')
    .where(
      sql<boolean>`(d.closed_at is null or d.id in (select id from drawers where closed_at is not null order by closed_at desc limit ${COUNTED_SHOWN}))`,
    )
    .execute();

export const getDrawerRow = async (db: Db, id: number) => {
  const found = await drawers(db).where('d.id', '=', id).executeTakeFirst();
  if (!found) throw unknownDrawer();
  return found;
};

/** Locked until the commit: nothing goes in while it is counted. Throws unless it is open. */
export const lockOpenDrawer = async (db: Db, id: number): Promise<void> => {
  const found = await db.selectFrom('drawers').select('closed_at').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!found) throw unknownDrawer();
  if (found.closed_at) throw closedDrawer();
};

/** Keeps them open until the commit, while cash goes in or out (db/functions/share_drawers.sql). Throws unless they are open. */
export const shareDrawers = async (db: Db, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  const { rows } = await sql<{ state: string }>`
    select share_drawers(current_tenant(), ${JSON.stringify(ids)}::jsonb) as state`.execute(db);
  if (rows[0]!.state === 'unknown') throw unknownDrawer();
  if (rows[0]!.state === 'closed') throw closedDrawer();
};

/** Those of them that are still open, which they then are until the commit. */
export const findOpenDrawers = async (db: Db, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id from drawers where id = any(${ids}::bigint[]) and closed_at is null order by id for share`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** Undefined where one of this title is open. */
export const insertDrawer = (db: Db, drawer: { title: string; float: number; opened_at: Date; opened_by: number }) =>
  db
    .insertInto('drawers')
    .values(drawer)
    .onConflict((row) => row.doNothing())
    .returning('id')
    .executeTakeFirst();

export const findMovements = (db: Db, drawerIds: number[]) =>
  db
    .selectFrom('drawer_movements as v')
    .leftJoin('members as m', (join) => join.onRef('m.tenant_id', '=', 'v.tenant_id').onRef('m.id', '=', 'v.member_id'))
    .select(['v.id', 'v.drawer_id', 'v.kind', 'v.amount', 'v.reason', 'v.note', 'v.created_at', 'm.name as member_name'])
    .where(sql<boolean>`v.drawer_id = any(${drawerIds})`)
    .orderBy('v.id')
    .execute();

interface Movement {
  drawer_id: number;
  kind: string;
  amount: number;
  reason: string | null;
  note: string | null;
  created_at: Date;
  member_id: number;
}

/** After the insert, under the lock of the drawer. */
export const assertMovementsWithin = async (db: Db, id: number): Promise<void> => {
  const { count } = await db
    .selectFrom('drawer_movements')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('drawer_id', '=', id)
    .executeTakeFirstOrThrow();
  assertWithin('drawerMovements', count);
};

export const insertMovement = (db: Db, movement: Movement) =>
  db.insertInto('drawer_movements').values(movement).returning('id').executeTakeFirstOrThrow();

/**
 * What should lie in each of these drawers, from rows: its float, the cash that was paid into it with its tips, less refunds, and its movements. What was
 * captured for an open bill stands in check_payments; once the bill is closed, in payments, save what was taken back before. The currency does
 * not change while a drawer is open, so a drawer's is the store's: a refund in the currency of before moves no money of it.
 */
export const sumExpected = async (db: Db, ids: readonly number[]): Promise<Map<number, bigint>> => {
  if (ids.length === 0) return new Map();
  // by the day first: the index of payments knows no drawer. A day that is read within the statement is unknown to whoever plans it,
  // who then reads all payments
  const first = await sql<{ day: string | null }>`
    select min((opened_at - interval '2 days')::date)::text as day from drawers where id = any(${ids}::bigint[])`.execute(db);
  const { rows } = await sql<{ id: number; expected: string }>`
    with sums (drawer_id, amount) as (
      select v.drawer_id, sum(case v.kind when 'pay_in' then v.amount else -v.amount end)
      from drawer_movements v where v.drawer_id = any(${ids}::bigint[]) group by v.drawer_id
      union all
      select p.drawer_id, sum(p.amount + p.tip) from payments p join invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
        and i.currency = (select currency from store_settings)
      where p.business_date >= ${first.rows[0]!.day}::date
        and p.drawer_id = any(${ids}::bigint[]) and p.kind = 'cash' group by p.drawer_id
      union all
      select p.drawer_id, sum(p.amount + p.tip) from check_payments p join checks c on c.tenant_id = p.tenant_id and c.id = p.check_id
      where p.drawer_id = any(${ids}::bigint[]) and p.kind = 'cash' and (c.closed_at is null or p.reverses is not null
        or exists (select from check_payments r where r.tenant_id = p.tenant_id and r.reverses = p.id)) group by p.drawer_id)
    select d.id, (d.float + coalesce(sum(s.amount), 0))::text as expected
    from drawers d left join sums s on s.drawer_id = d.id where d.id = any(${ids}::bigint[]) group by d.id, d.float`.execute(db);
  return new Map(rows.map(({ id, expected }) => [id, BigInt(expected)]));
};

interface Count {
  denominations: string;
  expected: number;
  counted: number;
  closed_at: Date;
  closed_by: number;
}

export const updateCounted = (db: Db, id: number, count: Count) => db.updateTable('drawers').set(count).where('id', '=', id).execute();

/**
 * Drawers that were opened until an instant, are counted in the store's currency and in no closing: one that is counted after midnight is of the
 * day it was opened. `since`: those before it are for the closings of days before.
 */
export const findCountedDrawers = (db: Db, currency: string, until: Date, since?: Date) =>
  db
    .selectFrom('drawers')
    .select(['id', 'title', 'opened_at', 'closed_at', 'float', 'expected', 'counted'])
    .where('opened_at', '<', until)
    .$if(since !== undefined, (drawers) => drawers.where('opened_at', '>=', since!))
    .where('closed_at', 'is not', null)
    .where('closing_no', 'is', null)
    .where((drawer) => drawer.or([drawer('currency', 'is', null), drawer('currency', '=', currency)]))
    .orderBy('id')
    .execute();
export type CountedDrawer = Awaited<ReturnType<typeof findCountedDrawers>>[number];

export const updateClosedDrawers = (db: Db, ids: number[], no: number) =>
  db.updateTable('drawers').set({ closing_no: no }).where('id', 'in', ids).execute();
