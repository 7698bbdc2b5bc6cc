import { sql } from 'kysely';
import type { DateRange } from '#contract/periods.ts';
import type { Db } from '#server/platform/database.ts';

interface ByReason {
  kind: 'void' | 'refund';
  reason: string | null;
  /** Of a void: the kitchen had made it. */
  made: boolean;
  /** Pieces that were cancelled, or refunds. */
  count: number;
  /** In minor units, above 0. */
  amount: bigint;
}

/** What was cancelled after it was sent, on the day of its order, and what was paid back, on the day of the refund; by reason. */
export const findByReason = async (db: Db, { from, to }: DateRange, currency: string): Promise<ByReason[]> => {
  const { rows } = await sql<Omit<ByReason, 'amount'> & { amount: string }>`
    select 'void' as kind, reason, is_made as made, sum(quantity)::integer as count, sum(amount)::text as amount
    from voids where business_date between ${from} and ${to} and currency = ${currency} group by reason, is_made
    union all
    select 'refund', r.reason, false, count(*)::integer, (-sum(i.total))::text
    from refunds r join invoices i on i.tenant_id = r.tenant_id and i.id = r.invoice_id
    where i.business_date between ${from} and ${to} and i.currency = ${currency} group by r.reason
    order by 1, 2 nulls last, 3`.execute(db);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
};
