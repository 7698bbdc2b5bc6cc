import { sql } from 'kysely';
import type { DateRange } from '#contract/periods.ts';
import type { Db } from '#server/platform/database/database.ts';

interface ByReason {
  kind: 'void' | 'discount' | 'refund';
  reason: string | null;
  /** Of a void: the kitchen had made it. */
  made: boolean;
  /** Pieces that were cancelled, discounts, or refunds. */
  count: number;
  /** In minor units, above 0. */
  amount: bigint;
}

/** What was cancelled after it was sent, on the day of its order, and what was taken off or paid back, on the day of the invoice; by reason. */
export const findByReason = async (db: Db, { from, to }: DateRange, currency: string): Promise<ByReason[]> => {
  const { rows } = await sql<Omit<ByReason, 'amount'> & { amount: string }>`
    select 'void' as kind, reason, is_made as made, sum(quantity)::integer as count, sum(amount)::text as amount
    from voids where business_date between ${from} and ${to} and currency = ${currency} group by reason, is_made
    union all
    select 'discount', reason, false, count(*)::integer, sum(amount)::text
    from invoice_discounts where business_date between ${from} and ${to} and currency = ${currency} group by reason
    union all
    select 'refund', r.reason, false, count(*)::integer, (-sum(i.total))::text
    from refunds r join invoices i on i.tenant_id = r.tenant_id and i.id = r.invoice_id
    where i.business_date between ${from} and ${to} and i.currency = ${currency} group by r.reason
    order by 1, 2 nulls last, 3`.execute(db);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
};

/** Who took money off invoices, how often and how much, in minor units; the most first. */
export const findDiscountsByMember = async (db: Db, { from, to }: DateRange, currency: string) => {
  const { rows } = await sql<{ name: string | null; count: number; amount: string }>`
    select m.name, d.count, d.amount::text from (
      select member_id, count(*)::integer as count, sum(amount) as amount from invoice_discounts
      where business_date between ${from} and ${to} and currency = ${currency} group by member_id) d
    left join members m on m.id = d.member_id
    order by d.amount desc, m.name, d.member_id`.execute(db);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
};

/** What was taken off invoices, in minor units. */
export const findDiscountsTotal = async (db: Db, { from, to }: DateRange, currency: string): Promise<bigint> => {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(amount), 0)::text as amount from invoice_discounts
    where business_date between ${from} and ${to} and currency = ${currency}`.execute(db);
  return BigInt(rows[0]!.amount);
};

/** What invoices were charged beside their lines, in minor units, without tax on top. */
export const findChargesTotal = async (db: Db, { from, to }: DateRange, currency: string): Promise<bigint> => {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(c.amount), 0)::text as amount from invoice_charges c
    join invoices i on i.tenant_id = c.tenant_id and i.id = c.invoice_id
    where c.business_date between ${from} and ${to} and i.currency = ${currency}`.execute(db);
  return BigInt(rows[0]!.amount);
};
