import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

interface NewInvoice {
  businessDate: string;
  now: Date;
  memberId: number;
  subTotal: number;
  taxTotal: number;
  total: number;
  currency: string;
  tableId: number | null;
  tableTitle: string | null;
  floor: string | null;
  deliveryType: string;
  customerType: string;
  customerId: number | null;
  paymentTypeId: number | null;
  paymentType: string;
}

/** The tenant's next number: it locks the counters until the commit, so a number that was taken is used. */
const takeInvoiceNumber = async (db: Db): Promise<number> => {
  const { invoice_no } = await db
    .updateTable('tenant_counters')
    .set({ invoice_no: sql`invoice_no + 1` })
    .returning('invoice_no')
    .executeTakeFirstOrThrow();
  return invoice_no;
};

/** Writes an invoice and its payment; answers its number. */
export const insertPaidInvoice = async (db: Db, invoice: NewInvoice): Promise<number> => {
  const id = await takeInvoiceNumber(db);
  await db
    .insertInto('invoices')
    .values({
      id,
      business_date: invoice.businessDate,
      created_at: invoice.now,
      member_id: invoice.memberId,
      sub_total: invoice.subTotal,
      tax_total: invoice.taxTotal,
      total: invoice.total,
      currency: invoice.currency,
      table_id: invoice.tableId,
      table_title: invoice.tableTitle,
      floor: invoice.floor,
      delivery_type: invoice.deliveryType,
      customer_type: invoice.customerType,
      customer_id: invoice.customerId,
    })
    .execute();
  await db
    .insertInto('payments')
    .values({
      invoice_id: id,
      payment_type_id: invoice.paymentTypeId,
      payment_type: invoice.paymentType,
      amount: invoice.total,
      business_date: invoice.businessDate,
      created_at: invoice.now,
      member_id: invoice.memberId,
    })
    .execute();
  return id;
};
