import { sql } from 'kysely';
import type { Cost } from '#contract/adjustments.ts';
import type { Currency } from '#contract/currencies.ts';
import { type ChargesOfBill, toChargeRows } from '#server/features/prices/charges.rules.ts';
import { hashPiecesOfSale } from '#server/features/prices/hashed-invoice.rules.ts';
import { listOf } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Captured } from './payments.rules.ts';

type Buyer = NonNullable<Awaited<ReturnType<typeof findBuyer>>>;

interface Payment {
  now: Date;
  businessDate: string;
  memberId: number;
  sessionId: number;
  /** Orders of which nothing is unpaid afterwards. */
  orderIds: number[];
  /** What is paid where it is not all that is unpaid of them. */
  lineIds?: number[];
  /** Those of lineIds whose orders are not among orderIds. */
  partly?: number[];
  /** The bill that is told of. */
  checkIds?: number[];
  cost: Cost;
  /** What each of several bills is charged. */
  bills?: readonly ChargesOfBill[];
  /** What is paid for, in its order: orders, then lines. */
  lines: Parameters<typeof hashPiecesOfSale>[0]['lines'];
  currency: Currency;
  rounding: bigint;
  payments: Captured[];
  tableId: number | null;
  tableTitle: string | null;
  floor: string | null;
  deliveryType: string;
  customerType: string;
  customerId: number | null;
  /** The kitchen goes on with what it still makes. */
  keepOpen: boolean;
  /** Activity has the payments, each when it was taken. */
  isCaptured?: true;
}

/** What is added up of it for pay_orders.sql, in minor units. */
interface PaidSums extends ReturnType<typeof toChargeRows> {
  currency: string;
  subTotal: number;
  taxTotal: number;
  total: number;
  rounding: number;
  discount: number;
  hashPieces: ReturnType<typeof hashPiecesOfSale>;
}

/** Writes invoice and payment and marks the orders paid (db/functions/pay_orders.sql); null when one of them cannot be paid any more. */
export const payOrders = async (db: Db, { cost, bills, lines, currency, rounding, ...payment }: Payment): Promise<number | null> => {
  const { totals } = cost;
  const p: Omit<Payment, 'cost' | 'bills' | 'lines' | 'currency' | 'rounding'> & PaidSums = {
    ...payment,
    currency: currency.code,
    subTotal: Number(totals.net),
    taxTotal: Number(totals.tax),
    total: Number(totals.total),
    rounding: Number(rounding),
    discount: Number(cost.discount),
    ...toChargeRows(cost.charges, bills),
    hashPieces: hashPiecesOfSale({ ...payment, cost, lines, currency, rounding }),
  };
  const { rows } = await sql<{
    invoice_id: number | null;
  }>`/* pay_orders */ select pay_orders(${JSON.stringify(p)}::jsonb) as invoice_id`.execute(db);
  return rows[0]?.invoice_id ?? null;
};

/** For whom an invoice is; undefined where nobody said, or where the buyer was forgotten (forget_payer.sql). */
export const findBuyer = (db: Db, invoiceId: number) =>
  db
    .selectFrom('invoice_buyers')
    .select(['name', 'tax_number', 'address'])
    .where('invoice_id', '=', invoiceId)
    .where('name', '<>', '')
    .executeTakeFirst();

/** For whom these invoices are, where somebody said; none of a buyer who was erased. */
export const findBuyers = (db: Db, invoiceIds: readonly number[]) =>
  db
    .selectFrom('invoice_buyers')
    .select(['invoice_id', 'name', 'tax_number', 'address'])
    .where(sql<boolean>`invoice_id = any(${invoiceIds})`)
    .where('name', '<>', '')
    .execute();

/** The invoices that these orders and their lines are on, the oldest first, with their payments as they were corrected. */
export const findInvoicesOf = async (db: Db, orderIds: number[]) => {
  const { rows } = await sql<{
    id: number;
    created_at: Date;
    currency: string;
    total: number;
    member: string | null;
    payments: (Pick<Captured, 'amount' | 'tip' | 'tendered' | 'reference'> & { payment_type: string })[];
    buyer: Buyer | null;
  }>`
    /* find_invoices_of_orders */ select i.id, i.created_at, i.currency, i.total, m.name as member,
      (select jsonb_build_object('name', b.name, 'tax_number', b.tax_number, 'address', b.address)
        from invoice_buyers b where b.invoice_id = i.id and b.name <> '') as buyer,
      coalesce((select jsonb_agg(jsonb_build_object('payment_type', p.payment_type, 'amount', p.amount, 'tip', p.tip, 'tendered', p.tendered,
          'reference', p.reference) order by p.id)
        from payments p where p.invoice_id = i.id and p.reverses is null
          and not exists (select from payments c where c.invoice_id = i.id and c.reverses = p.id)), '[]') as payments
    from invoices i left join members m on m.tenant_id = i.tenant_id and m.id = i.member_id
    where i.id in (select invoice_id from orders where id = any(${listOf(orderIds)})
      union select invoice_id from order_lines where order_id = any(${listOf(orderIds)}) and invoice_id is not null)
    order by i.id`.execute(db);
  return rows;
};
