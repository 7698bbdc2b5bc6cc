import { sql } from 'kysely';
import type { Captured } from '#server/features/payments/payments.rules.ts';
import { idsOf, listOf } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Amounts, StoredRefund } from './refunds.rules.ts';

interface RefundHead {
  id: number;
  rounding: number;
  created_at: Date;
  reason: string | null;
  note: string | null;
}

/** What was taken back of an invoice, the oldest first. */
export const findRefunds = async (db: Db, invoiceId: number): Promise<(StoredRefund & RefundHead)[]> => {
  const { rows } = await sql<StoredRefund & RefundHead>`
    /* find_refunds */ select i.id, i.total, i.sub_total, i.rounding, i.created_at, r.lines, r.taxes, r.items, r.reason, r.note
    from refunds r join invoices i on i.tenant_id = r.tenant_id and i.id = r.invoice_id
    where r.refund_of = ${invoiceId} order by i.id`.execute(db);
  return rows;
};

/** What a refund takes back of each tax; undefined of an invoice that is none. */
export const findOwnTaxes = async (db: Db, invoiceId: number): Promise<StoredRefund['taxes'] | undefined> => {
  const row = await db.selectFrom('refunds').select('taxes').where('invoice_id', '=', invoiceId).executeTakeFirst();
  return row?.taxes as StoredRefund['taxes'] | undefined;
};

/** Which of these invoices are refunds, of which, and what was taken back of each. */
export const findRefundFacts = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; refund_of: number | null; refunded: string }>`
    /* find_refund_facts */ select w.id, r.refund_of, coalesce((
      select sum(i.total) from refunds b join invoices i on i.tenant_id = b.tenant_id and i.id = b.invoice_id where b.refund_of = w.id), 0)::text as refunded
    from unnest(${listOf(ids)}) as w (id) left join refunds r on r.invoice_id = w.id`.execute(db);
  return new Map(rows.map(({ id, refund_of, refunded }) => [id, { refund_of, refunded: -BigInt(refunded) }]));
};

/** The bills that an invoice is of: one, or those of the orders that were paid together. */
export const findChecksOn = async (db: Db, invoiceId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    /* find_checks_on_invoice */ select check_id as id from orders where invoice_id = ${invoiceId}
    union select coalesce(l.check_id, o.check_id) from order_lines l
    cross join lateral (select check_id from orders where tenant_id = l.tenant_id and id = l.order_id offset 0) o
    where l.invoice_id = ${invoiceId}`.execute(db);
  return idsOf(rows);
};

/** The payments of these invoices as they were corrected. */
export const findHeldPayments = (db: Db, invoiceIds: readonly number[]) =>
  db
    .selectFrom('payments')
    .modifyFront(sql`/* find_held_payments */`)
    .select(['id', 'invoice_id', 'payment_type_id', 'payment_type', 'kind', 'amount', 'tip', 'tendered', 'reference', 'drawer_id'])
    .where(sql<boolean>`invoice_id = any(${listOf(invoiceIds)})`)
    .where('reverses', 'is', null)
    .where((payment) =>
      payment.not(
        payment.exists(
          payment
            .selectFrom('payments as counter')
            .select('counter.id')
            .whereRef('counter.tenant_id', '=', 'payments.tenant_id')
            .whereRef('counter.invoice_id', '=', 'payments.invoice_id')
            .whereRef('counter.reverses', '=', 'payments.id'),
        ),
      ),
    )
    .orderBy('id')
    .execute();

export type HeldPayment = Awaited<ReturnType<typeof findHeldPayments>>[number];

/**
 * Keeps the customers whose orders are on an invoice, or on what it refunds, until the commit: whoever deletes one meanwhile waits, and forgets
 * what is written to the invoice with the rest. False when one was deleted while this waited. After the drawers and before the numbers, the order
 * of those who sell (pay_orders.sql).
 */
export const holdGuests = async (db: Db, invoiceId: number): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    with sale as (select coalesce((select refund_of from refunds where invoice_id = ${invoiceId}), ${invoiceId}) as id)
    select id from customers where erased_at is null and id in (
      select customer_id from orders where invoice_id = (select id from sale)
      union select o.customer_id from order_lines l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
      where l.invoice_id = (select id from sale))`.execute(db);
  const ids = rows.map(({ id }) => id);
  const held = await sql`
    select from customers where id = any(${ids}::bigint[]) and erased_at is null order by id for key share`.execute(db);
  return held.rows.length === ids.length;
};

/**
 * Takes the tenant's next numbers before an invoice is looked at: who refunds or corrects the same one waits here, since nobody may lock
 * what nobody may change.
 */
export const takeInvoiceNo = async (db: Db, by: 0 | 1): Promise<number> => {
  const { invoice_no: no } = await db
    .updateTable('tenant_counters')
    .set({ invoice_no: sql<number>`invoice_no + ${by}` })
    .where(sql<boolean>`tenant_id = (select current_tenant())`)
    .returning('invoice_no')
    .executeTakeFirstOrThrow();
  return no;
};

interface Entry {
  invoiceId: number;
  businessDate: string;
  memberId: number;
  now: Date;
}

const payment = ({ invoiceId, businessDate, memberId, now }: Entry) => ({
  invoice_id: invoiceId,
  business_date: businessDate,
  created_at: now,
  member_id: memberId,
});

interface Refund extends Entry {
  refundOf: number;
  lines: { lineId: number; quantity: number }[] | null;
  amounts: Amounts;
  rounding: bigint;
  why: { reason_id: number | null; reason: string | null; note: string | null };
  type: { id: number; title: string; kind: Captured['kind'] };
  drawerId: number | null;
  hashPieces: string[];
}

const inJson = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? Number(-value) : value));

/** Writes a refund: an invoice with sums below 0, a payment that gives it back, what it is made of, and what the reports' sums move by. */
export const insertRefund = async (db: Db, refund: Refund): Promise<void> => {
  const { invoiceId, refundOf, businessDate, memberId, now, amounts, rounding, lines, why, type, drawerId } = refund;
  const { net, total } = amounts;
  // noted below, once all of it is there (db/functions/note_sums.sql)
  await sql`select set_config('app.notes', 'own', true)`.execute(db);
  await sql`
    insert into invoices (id, business_date, business_hour, created_at, member_id, sub_total, tax_total, total, currency, table_id, table_title, floor,
      delivery_type, customer_type, customer_id, rounding)
    select ${invoiceId}, ${businessDate}, hour_of(${now}, current_tenant()), ${now}, ${memberId}, ${Number(-net)}, ${Number(net - total)},
      ${Number(-total)}, currency, table_id, table_title, floor, delivery_type, customer_type, customer_id, ${Number(rounding)}
    from invoices where id = ${refundOf}`.execute(db);
  await db
    .insertInto('refunds')
    .values({
      invoice_id: invoiceId,
      refund_of: refundOf,
      lines: lines && JSON.stringify(lines),
      taxes: inJson(amounts.taxes),
      items: inJson(amounts.items),
      ...why,
    })
    .execute();
  await sql`select chain_invoice(current_tenant(), ${invoiceId}, ${JSON.stringify(refund.hashPieces)}::jsonb)`.execute(db);
  if (total > rounding)
    await db
      .insertInto('payments')
      .values({
        ...payment(refund),
        payment_type_id: type.id,
        payment_type: type.title,
        kind: type.kind,
        amount: Number(rounding - total),
        drawer_id: drawerId,
      })
      .execute();
  await sql`select note_invoices(current_tenant(), array[${invoiceId}]::bigint[], 0)`.execute(db);
};

/** Writes counter-entries for the payments that are replaced, and in their place others. */
export const insertCorrection = async (
  db: Db,
  entry: Entry,
  { replaced, payments }: { replaced: readonly HeldPayment[]; payments: readonly Captured[] },
  openDrawers: ReadonlySet<number>,
): Promise<void> => {
  const rows = await db
    .insertInto('payments')
    .values([
      ...replaced.map(({ id, payment_type_id, payment_type, kind, amount, tip, drawer_id }) => ({
        ...payment(entry),
        payment_type_id,
        payment_type,
        kind,
        amount: -amount,
        tip: -tip,
        reverses: id,
        // what is counted has its sum
        drawer_id: drawer_id !== null && openDrawers.has(drawer_id) ? drawer_id : null,
      })),
      ...payments.map(({ paymentTypeId, paymentType, kind, amount, tip, tendered, reference, drawerId }) => ({
        ...payment(entry),
        payment_type_id: paymentTypeId,
        payment_type: paymentType,
        kind,
        amount,
        tip,
        tendered,
        reference,
        drawer_id: drawerId,
      })),
    ])
    .returning('id')
    .execute();
  await sql`select note_payments(current_tenant(), ${rows.map(({ id }) => id)}::bigint[])`.execute(db);
};

/** False when the invoice has its buyer already. */
export const insertBuyer = async (
  db: Db,
  { invoiceId, memberId, now }: Omit<Entry, 'businessDate'>,
  { name, taxNumber, address }: { name: string; taxNumber: string | null; address: string | null },
): Promise<boolean> => {
  const result = await db
    .insertInto('invoice_buyers')
    .values({ invoice_id: invoiceId, name, tax_number: taxNumber, address, created_at: now, member_id: memberId })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'invoice_id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
};

/** What of an invoice was hashed, and its hash; undefined of one that is older than the chain. */
export const findChained = (db: Db, invoiceId: number) =>
  db.selectFrom('invoice_hashes').select(['hash', 'previous_hash', 'hashed']).where('invoice_id', '=', invoiceId).executeTakeFirst();
