import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import type { DateRange } from '#contract/periods.ts';
import { findInvoiceCharges } from '#server/features/orders/bill-charges.queries.ts';
import { findOrders, type LineRow, type OrderRow } from '#server/features/orders/order-board.queries.ts';
import { idsOf, listOf } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';
import { fits, isNarrowed, type Narrowing } from './invoice-filters.queries.ts';
import { findHeldPayments, findRefundFacts, findRefunds } from './refunds.queries.ts';
import { takenOf } from './refunds.rules.ts';

type Source = RawBuilder<Selectable<DB['invoices']>>;

/**
 * The invoices with these ids, each looked up by itself: for `id = any(…)` the planner may look through all invoices of the restaurant,
 * of which the average one has few. Without the limit it would see through this, too.
 */
const eachOf = (ids: RawBuilder<unknown>): Source => sql`(
  select one.* from ${ids} as wanted (id) cross join lateral (select * from invoices where id = wanted.id limit 1) one)`;

const invoices = (db: Db, from: Source = sql`invoices`) =>
  db
    .selectFrom(from.as('invoices'))
    .leftJoin('customers', (join) =>
      join.onRef('customers.tenant_id', '=', 'invoices.tenant_id').onRef('customers.id', '=', 'invoices.customer_id'),
    )
    .select([
      'invoices.id as invoice_id',
      'invoices.created_at',
      'business_date',
      'sub_total',
      'tax_total',
      'total',
      'rounding',
      'discount',
      'charges',
      'currency',
      'table_id',
      'table_title',
      'floor',
      'delivery_type',
      'customer_type',
      // the wire's customer id is the phone (cases.md N10)
      'customers.phone as customer_id',
      'customers.name',
      'customers.email',
    ]);

const withOrdersAndPayments = async <I extends { invoice_id: number }>(db: Db, found: I[]) => {
  const ids = found.map((invoice) => invoice.invoice_id);
  const { rows: orders } = await sql<{ order_id: number; invoice_id: number; payment_status: string; token_no: number }>`
    /* find_orders_of_invoices */ select id as order_id, invoice_id, payment_status, token_no from orders where invoice_id = any(${listOf(ids)})
    union select o.id, l.invoice_id, o.payment_status, o.token_no from order_lines l
    cross join lateral (select id, payment_status, token_no from orders where tenant_id = l.tenant_id and id = l.order_id offset 0) o
    where l.invoice_id = any(${listOf(ids)})
    order by order_id`.execute(db);
  const payments = await findHeldPayments(db, ids);
  const refunds = await findRefundFacts(db, ids);
  const ordersOf = Map.groupBy(orders, (order) => order.invoice_id);
  const paymentsOf = Map.groupBy(payments, (payment) => payment.invoice_id);
  return found.map((invoice) => ({
    ...invoice,
    orders: ordersOf.get(invoice.invoice_id) ?? [],
    payments: paymentsOf.get(invoice.invoice_id) ?? [],
    ...refunds.get(invoice.invoice_id)!,
  }));
};

const ofDays = (db: Db, { from, to }: DateRange) => invoices(db).where('business_date', '>=', from).where('business_date', '<=', to);

interface Page {
  offset: number;
  limit: number;
}

/** The same of what is narrowed: nobody has counted these ahead. */
const findNarrowedPage = async (db: Db, { from, to }: DateRange, { offset, limit }: Page, narrowing: Narrowing) => {
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with fitting as materialized (
      select id, business_date from invoices where business_date between ${from} and ${to} and ${fits(narrowing)})
    select (select count(*) from fitting) as total,
      array(select id from fitting order by business_date desc, id desc offset ${offset} limit ${limit}) as ids`.execute(db);
  const { total, ids } = rows[0]!;
  const page = await invoices(db, eachOf(sql`unnest(${ids}::bigint[])`))
    .orderBy('business_date', 'desc')
    .orderBy('invoices.id', 'desc')
    .execute();
  return { total, found: await withOrdersAndPayments(db, page) };
};

/**
 * One page of them, and how many there are. Days are counted ahead (0007_customers.sql), so the page of last March is found
 * without a look at the invoices since.
 */
export const findInvoicePage = async (db: Db, range: DateRange, page: Page, narrowing: Narrowing = {}) => {
  if (isNarrowed(narrowing)) return findNarrowedPage(db, range, page, narrowing);
  const [{ from, to }, { offset, limit }] = [range, page];
  const { rows } = await sql<{ total: number; day: string | null; newer: number | null }>`
    with days as (
      select business_date, invoices, sum(invoices) over (order by business_date desc)::bigint as upto
      from invoice_days where business_date between ${from} and ${to}
    )
    select counted.total, first.business_date as day, first.upto - first.invoices as newer
    from (select coalesce(sum(invoices), 0)::bigint as total from days) counted
    left join lateral (select * from days where upto > ${offset} order by business_date desc limit 1) first on true`.execute(db);
  const { total, day, newer } = rows[0]!;
  if (day === null) return { total, found: [] };
  // the offset is skipped in the index
  const ids = sql`(select id from invoices where business_date between ${from} and ${day}
    order by business_date desc, id desc offset ${offset - newer!} limit ${limit})`;
  const found = await invoices(db, eachOf(ids)).orderBy('business_date', 'desc').orderBy('invoices.id', 'desc').execute();
  return { total, found: await withOrdersAndPayments(db, found) };
};

/** The next invoices of these business dates, oldest first, after the one that was read last. */
export const findInvoicesAfter = async (
  db: Db,
  range: DateRange,
  last: { business_date: string; invoice_id: number } | undefined,
  limit: number,
  narrowing: Narrowing = {},
) => {
  const found = await ofDays(db, { ...range, from: last?.business_date ?? range.from })
    .where(fits(narrowing))
    .$if(last !== undefined, (query) =>
      query.where((invoice) =>
        invoice.or([invoice('business_date', '>', last!.business_date), invoice('invoices.id', '>', last!.invoice_id)]),
      ),
    )
    .orderBy('business_date')
    .orderBy('invoices.id')
    .limit(limit)
    .execute();
  return withOrdersAndPayments(db, found);
};

const byIds = async (db: Db, ids: readonly number[], limit: number, narrowing: Narrowing = {}) =>
  withOrdersAndPayments(
    db,
    await invoices(db, eachOf(sql`unnest(${ids}::bigint[])`))
      .where(fits(narrowing))
      .orderBy('invoices.id', 'desc')
      .limit(limit)
      .execute(),
  );

/** The newest invoices of these customers. */
const findNewestIds = async (db: Db, customerIds: readonly number[], limit: number, narrowing: Narrowing): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select i.id from unnest(${customerIds}::bigint[]) as c (id)
    cross join lateral (select id from invoices where customer_id = c.id and ${fits(narrowing)} order by id desc limit ${limit}) i
    order by i.id desc limit ${limit}`.execute(db);
  return idsOf(rows);
};

/** The invoices that a number stands for, its own and that of the order with it, then the newest of these customers. */
export const findInvoicesLike = async (
  db: Db,
  number: number | null,
  customerIds: readonly number[],
  limit: number,
  narrowing: Narrowing,
) => {
  const { rows } = await sql<{ id: number }>`
    select ${number}::bigint as id where ${number}::bigint is not null
    union select invoice_id from orders where id = ${number} and invoice_id is not null
    union select invoice_id from order_lines where order_id = ${number} and invoice_id is not null`.execute(db);
  const exact = await byIds(db, idsOf(rows), limit, narrowing);
  const theirs = await byIds(db, await findNewestIds(db, customerIds, limit, narrowing), limit);
  const known = new Set(exact.map(({ invoice_id }) => invoice_id));
  return [...exact, ...theirs.filter(({ invoice_id }) => !known.has(invoice_id))].slice(0, limit);
};

/** One invoice, with who took its payments; undefined when there is none. */
export const findInvoice = async (db: Db, id: number) => {
  const [invoice] = await byIds(db, [id], 1);
  if (!invoice) return undefined;
  const taken = await db
    .selectFrom('payments')
    .leftJoin('members', (join) =>
      join.onRef('members.tenant_id', '=', 'payments.tenant_id').onRef('members.id', '=', 'payments.member_id'),
    )
    .modifyFront(sql`/* find_takers */`)
    .select(['payments.created_at', 'members.name as member'])
    .where('payments.invoice_id', '=', id)
    .where('payments.reverses', 'is', null)
    .orderBy('payments.id')
    .execute();
  return { invoice, taken };
};

/** An invoice as it was written. */
export const findInvoiceHead = (db: Db, id: number) =>
  db.selectFrom('invoices').select(['total', 'rounding', 'currency', 'table_id']).where('id', '=', id).executeTakeFirst();

/** The lines that are on an invoice: of an order that was split only those that were paid with it. */
export const findInvoiceLines = async (db: Db, id: number): Promise<LineRow[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from orders where invoice_id = ${id} union select order_id from order_lines where invoice_id = ${id}`.execute(db);
  const orders = await findOrders(
    db,
    rows.map((row) => row.id),
  );
  return orders.flatMap((order) => order.lines.filter((line) => isOn(id, order, line) && line.status !== 'cancelled'));
};

/**
 * The orders of an invoice, each with those of its lines that are on it; of a refund what it takes back, in pieces below 0 with their share of
 * what was off the line. A refund of a sum has none.
 */
export const findOrdersOn = async (
  db: Db,
  { invoice_id: id, orders: mine }: Pick<InvoiceRow, 'invoice_id' | 'orders'>,
): Promise<OrderRow[]> => {
  const taken = await findTaken(db, id);
  const orderIds = mine.map(({ order_id }) => order_id);
  const orders = await findOrders(db, taken.length > 0 ? [...new Set(taken.map(({ order_id }) => order_id))] : orderIds);
  if (taken.length === 0) return orders.map((order) => ({ ...order, lines: order.lines.filter((line) => isOn(id, order, line)) }));
  const pieces = new Map(taken.map((row) => [row.line_id, row]));
  return orders.map((order) => ({
    ...order,
    lines: order.lines.flatMap((line) => {
      const row = pieces.get(line.id);
      return row ? [takenOf(line, row)] : [];
    }),
  }));
};

/** Which pieces of which lines a refund takes back, and how many the refunds before it took. */
const findTaken = async (db: Db, invoiceId: number) => {
  const { rows } = await sql<{ line_id: number; order_id: number; quantity: number; before: number }>`
    /* find_taken_pieces */ with pieces as (
      select r.invoice_id, x."lineId" as line_id, x.quantity from refunds mine
      join refunds r on r.tenant_id = mine.tenant_id and r.refund_of = mine.refund_of and r.invoice_id <= mine.invoice_id
      cross join lateral jsonb_to_recordset(case jsonb_typeof(r.lines) when 'array' then r.lines else '[]' end) as x ("lineId" bigint, quantity integer)
      where mine.invoice_id = ${invoiceId}
    )
    select l.id as line_id, l.order_id, sum(p.quantity)::integer as quantity,
      coalesce((select sum(b.quantity) from pieces b where b.line_id = l.id and b.invoice_id < ${invoiceId}), 0)::integer as before
    from pieces p join order_lines l on l.tenant_id = (select current_tenant()) and l.id = p.line_id
    where p.invoice_id = ${invoiceId} and p.quantity > 0
    group by l.id, l.order_id`.execute(db);
  return rows;
};

/**
 * What an invoice was charged beside its lines. Of a refund what it takes back of that, below 0: pieces leave the charges, and whoever takes
 * back all that is left takes them. A refund of a sum, and what is left after one, has no rows.
 */
export const findChargesOn = async (db: Db, { invoice_id: id, refund_of }: Pick<InvoiceRow, 'invoice_id' | 'refund_of'>) => {
  if (refund_of === null) return findInvoiceCharges(db, [id]);
  const refunds = (await findRefunds(db, refund_of)).filter((refund) => refund.id <= id);
  const left = refunds.reduce((sum, { total }) => sum + total, (await findInvoiceHead(db, refund_of))!.total);
  if (left !== 0 || refunds.some(({ lines }) => lines === null)) return [];
  return (await findInvoiceCharges(db, [refund_of])).map((rule) => ({ ...rule, value: -rule.value }));
};

/** Whether a line is on an invoice. */
export const isOn = (id: number, order: { invoice_id: number | null }, line: { invoice_id: number | null }): boolean =>
  (line.invoice_id ?? order.invoice_id) === id;

/** Every invoice of one customer, newest first. */
export const findInvoicesOf = async (db: Db, customerId: number) =>
  withOrdersAndPayments(db, await invoices(db).where('invoices.customer_id', '=', customerId).orderBy('invoices.id', 'desc').execute());

/** The currency in which these orders were paid; undefined when none of them was. */
export const findCurrencyPaid = async (db: Db, orderIds: number[]): Promise<string | undefined> => {
  const { rows } = await sql<{ currency: string }>`
    select i.currency from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
    join invoices i on i.tenant_id = o.tenant_id and i.id = coalesce(l.invoice_id, o.invoice_id)
    where o.id = any(${orderIds}) order by o.id, l.id limit 1`.execute(db);
  return rows[0]?.currency;
};

export type InvoiceRow = Awaited<ReturnType<typeof findInvoicesAfter>>[number];
