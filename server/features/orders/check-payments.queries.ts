import { sql } from 'kysely';
import { listOf } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Captured } from '#server/features/payments/payments.rules.ts';

/** What was captured for these bills, and what was taken back of it, in its order. */
export const findCheckPayments = async (db: Db, checkIds: number[]) =>
  db
    .selectFrom('check_payments')
    .modifyFront(sql`/* find_check_payments */`)
    .leftJoin('members', (join) =>
      join.onRef('members.tenant_id', '=', 'check_payments.tenant_id').onRef('members.id', '=', 'check_payments.member_id'),
    )
    .select([
      'check_payments.id',
      'check_id',
      'payment_type_id',
      'payment_type',
      'check_payments.kind',
      'amount',
      'tip',
      'tendered',
      'reference',
      'drawer_id',
      'reverses',
      'check_payments.created_at',
      'members.name as member_name',
    ])
    .where(sql<boolean>`check_id = any(${listOf(checkIds)})`)
    .orderBy('check_payments.id')
    .execute();

export type CheckPaymentRow = Awaited<ReturnType<typeof findCheckPayments>>[number];
export type InvoicePaymentRow = Omit<CheckPaymentRow, 'check_id'> & { invoice_id: number };

/** What invoices were paid with, with counter-entries and what came in the place of what they take back. */
export const findInvoicePayments = async (db: Db, invoiceIds: number[]): Promise<InvoicePaymentRow[]> =>
  db
    .selectFrom('payments')
    .leftJoin('members', (join) =>
      join.onRef('members.tenant_id', '=', 'payments.tenant_id').onRef('members.id', '=', 'payments.member_id'),
    )
    .select([
      'payments.id',
      'invoice_id',
      'payment_type_id',
      'payment_type',
      'kind',
      'amount',
      'tip',
      'tendered',
      'reference',
      'drawer_id',
      'reverses',
      'payments.created_at',
      'members.name as member_name',
    ])
    .where(sql<boolean>`invoice_id = any(${invoiceIds})`)
    .orderBy('payments.id')
    .execute();

/** Of these invoices those that are of other bills than this, too: an old client pays orders, whatever bills they were split onto. */
export const findSharedInvoices = async (db: Db, checkId: number, invoiceIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select o.invoice_id as id from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id and l.invoice_id is null
    where o.invoice_id = any(${invoiceIds}) and l.status <> 'cancelled' and coalesce(l.check_id, o.check_id) <> ${checkId}
    union select l.invoice_id from order_lines l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
    where l.invoice_id = any(${invoiceIds}) and l.status <> 'cancelled' and coalesce(l.check_id, o.check_id) <> ${checkId}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
};

/** What cash was rounded by on these invoices together, in minor units. */
export const sumRoundings = async (db: Db, invoiceIds: readonly number[]): Promise<bigint> => {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(rounding), 0)::text as sum from invoices where id = any(${invoiceIds})`.execute(db);
  return BigInt(rows[0]!.sum);
};

/** What is captured for these bills in all, in minor units; what was taken back does not count. */
export const sumCaptured = async (db: Db, checkIds: number[]): Promise<Map<number, bigint>> => {
  const { rows } = await sql<{ check_id: number; paid: string }>`
    /* sum_captured */ select check_id, sum(amount)::text as paid from check_payments where check_id = any(${listOf(checkIds)}) group by check_id`.execute(
    db,
  );
  return new Map(rows.map(({ check_id, paid }) => [check_id, BigInt(paid)]));
};

interface Capture {
  checkId: number;
  memberId: number;
  now: Date;
}

export const insertCheckPayments = async (
  db: Db,
  payments: readonly Captured[],
  { checkId, memberId, now }: Capture,
): Promise<number[]> => {
  if (payments.length === 0) return [];
  const rows = await db
    .insertInto('check_payments')
    .values(
      payments.map((payment) => ({
        check_id: checkId,
        payment_type_id: payment.paymentTypeId,
        payment_type: payment.paymentType,
        kind: payment.kind,
        amount: payment.amount,
        tip: payment.tip,
        tendered: payment.tendered,
        reference: payment.reference,
        drawer_id: payment.drawerId,
        created_at: now,
        member_id: memberId,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** A second row takes a payment back; neither is ever changed. */
export const insertReversal = async (
  db: Db,
  payment: CheckPaymentRow,
  {
    why,
    drawerId,
    memberId,
    now,
  }: Omit<Capture, 'checkId'> & {
    why: { reason_id: number | null; reason: string | null; note: string | null };
    drawerId: number | null;
  },
) => {
  await db
    .insertInto('check_payments')
    .values({
      check_id: payment.check_id,
      payment_type_id: payment.payment_type_id,
      payment_type: payment.payment_type,
      kind: payment.kind,
      amount: -payment.amount,
      tip: -payment.tip,
      reverses: payment.id,
      drawer_id: drawerId,
      ...why,
      created_at: now,
      member_id: memberId,
    })
    .execute();
};
