import { sql } from 'kysely';
import type { Closing } from '#contract/day.ts';
import type { DateRange } from '#contract/periods.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { LastClosing } from './day.queries.ts';

/** Nobody sells, cancels or closes until the commit: numbers are given under this lock. Answers the last number of an invoice. */
export const lockNumbers = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ invoice_no: number }>`
    select invoice_no from tenant_counters where tenant_id = (select current_tenant()) for update`.execute(db);
  return rows[0]!.invoice_no;
};

export const findLastClosing = (db: Db): Promise<LastClosing | undefined> =>
  db
    .selectFrom('closings')
    .select(['closing_no', 'last_invoice', 'last_payment', 'last_void', 'closed_at', 'hash'])
    .orderBy('closing_no', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The newest of them that there is; 0 where there is none. */
export const findLastId = async (db: Db, table: 'payments' | 'voids'): Promise<number> => {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(db);
  return rows[0]!.id ?? 0;
};

export const isClosed = async (db: Db, day: string): Promise<boolean> =>
  (await db.selectFrom('closings').select('closing_no').where('business_date', '=', day).executeTakeFirst()) !== undefined;

const findOpenBefore = async (db: Db, day: string, which: 'min' | 'max'): Promise<string | undefined> => {
  const { rows } = await sql<{ day: string | null }>`
    select ${sql.raw(which)}(d.business_date)::text as day from invoice_days d, store_settings s
    where d.business_date >= s.closes_from and d.business_date < ${day} and d.invoices > 0
      and not exists (select from closings c where c.business_date = d.business_date)`.execute(db);
  return rows[0]!.day ?? undefined;
};

/** The oldest day before this one that sold something and was not closed. */
export const findOldestOpen = (db: Db, day: string) => findOpenBefore(db, day, 'min');

/** The last such day: what was counted until its end is in its closing, or in one before it. */
export const findNewestOpen = (db: Db, day: string) => findOpenBefore(db, day, 'max');

/** What all closings in this currency came to. */
export const sumTotals = async (db: Db, currency: string): Promise<bigint> => {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(total), 0)::text as sum from closings where currency = ${currency}`.execute(db);
  return BigInt(rows[0]!.sum);
};

interface NewClosing {
  closing_no: number;
  business_date: string;
  closed_at: Date;
  member_id: number;
  currency: string;
  gross: string;
  total: string;
  difference: string;
  grand_total: string;
  note: string | null;
  last_invoice: number;
  last_payment: number;
  last_void: number;
  document: string;
  hash: string;
}

/** Stores a closing, and its number in the counters too: who deletes both is then seen (decision 45). Whoever closes holds them (lockNumbers). */
export const insertClosing = async (db: Db, closing: NewClosing): Promise<void> => {
  await db
    .insertInto('closings')
    .values({ ...closing, has_open_days: true })
    .execute();
  await db
    .updateTable('tenant_counters')
    .set({ closing_no: closing.closing_no })
    .where(sql<boolean>`tenant_id = (select current_tenant())`)
    .execute();
};

export const findClosings = async (db: Db, { from, to }: DateRange) => {
  const { rows } = await sql<{
    closing_no: number;
    business_date: string;
    closed_at: Date;
    member_name: string | null;
    currency: string;
    gross: string;
    total: string;
    difference: string;
  }>`
    select c.closing_no, c.business_date::text as business_date, c.closed_at, m.name as member_name, c.currency, c.gross::text as gross,
      c.total::text as total, c.difference::text as difference
    from closings c left join members m on m.tenant_id = c.tenant_id and m.id = c.member_id
    where c.business_date between ${from} and ${to} order by c.closing_no desc`.execute(db);
  return rows;
};

/** When a closing was made, and by whom; also of one that an older release has made, which does not say so itself. */
export const findClosingAct = (db: Db, no: number): Promise<{ closed_at: Date; member_name: string | null } | undefined> =>
  db
    .selectFrom('closings')
    .leftJoin('members', (join) =>
      join.onRef('members.tenant_id', '=', 'closings.tenant_id').onRef('members.id', '=', 'closings.member_id'),
    )
    .select(['closings.closed_at', 'members.name as member_name'])
    .where('closing_no', '=', no)
    .executeTakeFirst();

/** A closing as it was made; undefined where there is none. */
export const getClosingDocument = async (db: Db, no: number): Promise<Closing | undefined> => {
  const row = await db.selectFrom('closings').select(['document', 'hash']).where('closing_no', '=', no).executeTakeFirst();
  return row && { ...(JSON.parse(row.document) as Omit<Closing, 'hash'>), hash: row.hash };
};
