import { sql } from 'kysely';
import type { DateRange } from '#contract/periods.ts';
import type { Db } from '#server/platform/database.ts';

const SEARCH_ROWS = 20; // wire.md §3

const invoices = (db: Db) =>
  db
    .selectFrom('invoices')
    .leftJoin('customers', (join) =>
      join.onRef('customers.tenant_id', '=', 'invoices.tenant_id').onRef('customers.id', '=', 'invoices.customer_id'),
    )
    .select([
      'invoices.id as invoice_id',
      'invoices.created_at',
      'sub_total',
      'tax_total',
      'total',
      'currency',
      'table_id',
      'table_title',
      'floor',
      'delivery_type',
      'customer_type',
      // the wire's customer id is the phone (reliability.md N10)
      'customers.phone as customer_id',
      'customers.name',
      'customers.email',
    ])
    .orderBy('invoices.id', 'desc');

const withOrdersAndPayments = async <I extends { invoice_id: number }>(db: Db, found: I[]) => {
  const ids = found.map((invoice) => invoice.invoice_id);
  const orders = await db
    .selectFrom('orders')
    .select(['id as order_id', 'invoice_id', 'payment_status', 'token_no'])
    .where(sql<boolean>`invoice_id = any(${ids})`)
    .orderBy('id')
    .execute();
  const payments = await db
    .selectFrom('payments')
    .select(['invoice_id', 'payment_type'])
    .where(sql<boolean>`invoice_id = any(${ids})`)
    .orderBy('id')
    .execute();
  const ordersOf = Map.groupBy(orders, (order) => order.invoice_id!);
  const paymentsOf = Map.groupBy(payments, (payment) => payment.invoice_id);
  return found.map((invoice) => ({
    ...invoice,
    orders: ordersOf.get(invoice.invoice_id) ?? [],
    payments: paymentsOf.get(invoice.invoice_id) ?? [],
  }));
};

interface Page {
  offset: number;
  limit: number;
}

/** The invoices of these business dates, newest first; all of them, or one page. */
export const findInvoices = async (db: Db, { from, to }: DateRange, page?: Page) => {
  const found = await invoices(db)
    .where('business_date', '>=', from)
    .where('business_date', '<=', to)
    .$if(page !== undefined, (query) => query.offset(page!.offset).limit(page!.limit))
    .execute();
  return withOrdersAndPayments(db, found);
};

export const countInvoices = async (db: Db, { from, to }: DateRange): Promise<number> => {
  const { count } = await db
    .selectFrom('invoices')
    .select((invoice) => invoice.fn.countAll<number>().as('count'))
    .where('business_date', '>=', from)
    .where('business_date', '<=', to)
    .executeTakeFirstOrThrow();
  return count;
};

interface Wanted {
  /** an invoice or an order, when the text is a number */
  number: number | null;
  /** as customers.phone_key has it */
  phoneKey: string;
  /** a pattern of LIKE */
  name: string;
}

/** The newest invoices with this number, order, phone or part of a name. */
export const findInvoicesLike = async (db: Db, { number, phoneKey, name }: Wanted) => {
  const found = await invoices(db)
    .where((invoice) =>
      invoice.or([
        invoice('invoices.id', '=', number),
        invoice('invoices.id', 'in', invoice.selectFrom('orders').select('orders.invoice_id').where('orders.id', '=', number)),
        invoice('phone_key', '=', phoneKey),
        invoice('customers.name', 'ilike', name),
      ]),
    )
    .limit(SEARCH_ROWS)
    .execute();
  return withOrdersAndPayments(db, found);
};

/** The currency in which these orders were paid; undefined when none of them was. */
export const findCurrencyPaid = async (db: Db, orderIds: number[]): Promise<string | undefined> => {
  const invoice = await db
    .selectFrom('orders')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.tenant_id', '=', 'orders.tenant_id').onRef('invoices.id', '=', 'orders.invoice_id'),
    )
    .select('currency')
    .where(sql<boolean>`orders.id = any(${orderIds})`)
    .orderBy('orders.id')
    .limit(1)
    .executeTakeFirst();
  return invoice?.currency;
};

export type InvoiceRow = Awaited<ReturnType<typeof findInvoices>>[number];
