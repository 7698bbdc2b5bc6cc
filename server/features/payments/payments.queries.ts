import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

interface Payment {
  now: Date;
  businessDate: string;
  memberId: number;
  sessionId: number;
  orderIds: number[];
  subTotal: number;
  taxTotal: number;
  total: number;
  currency: string;
  paymentTypeId: number | null;
  paymentType: string;
  tableId: number | null;
  tableTitle: string | null;
  floor: string | null;
  deliveryType: string;
  customerType: string;
  customerId: number | null;
  /** The kitchen goes on with what it still makes. */
  keepOpen: boolean;
}

/** Writes invoice and payment and marks the orders paid (db/functions/pay_orders.sql); null when one of them cannot be paid any more. */
export const payOrders = async (db: Db, payment: Payment): Promise<number | null> => {
  const { rows } = await sql<{
    invoice_id: number | null;
  }>`/* pay_orders */ select pay_orders(${JSON.stringify(payment)}::jsonb) as invoice_id`.execute(db);
  return rows[0]?.invoice_id ?? null;
};

/** The invoices that these orders are on, the oldest first. */
export const findInvoicesOf = (db: Db, orderIds: number[]) =>
  db
    .selectFrom('invoices')
    .innerJoin('payments', (join) =>
      join.onRef('payments.tenant_id', '=', 'invoices.tenant_id').onRef('payments.invoice_id', '=', 'invoices.id'),
    )
    .leftJoin('members', 'members.id', 'payments.member_id')
    .select(['invoices.id', 'invoices.created_at', 'invoices.currency', 'invoices.total', 'payment_type', 'members.name as member'])
    .where((invoice) =>
      invoice.exists(
        invoice
          .selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.tenant_id', '=', 'invoices.tenant_id')
          .whereRef('orders.invoice_id', '=', 'invoices.id')
          .where(sql<boolean>`orders.id = any(${orderIds})`),
      ),
    )
    .orderBy('invoices.id')
    .execute();
