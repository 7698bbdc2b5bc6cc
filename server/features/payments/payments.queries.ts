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
}

/** Writes invoice and payment and marks the orders paid (db/functions/pay_orders.sql); null when one of them cannot be paid any more. */
export const payOrders = async (db: Db, payment: Payment): Promise<number | null> => {
  const { rows } = await sql<{ invoice_id: number | null }>`select pay_orders(${JSON.stringify(payment)}::jsonb) as invoice_id`.execute(db);
  return rows[0]?.invoice_id ?? null;
};
