import { sql } from 'kysely';
import { defaultsOf } from '#contract/payment-types.ts';
import { findMenu } from '#server/features/menu-items/menu.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { openChance } from './chance.ts';
import { imaginePast } from './past.ts';
import type { Check, Invoice, Order } from './past-rows.ts';
import { customers } from './people.ts';
import { insertRows } from './rows.ts';
import { DAY, OPENED, STORE } from './store.ts';

const hourFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: STORE.timezone });

const place = (table: Check['table']) => ({
  table_id: table?.id ?? null,
  table_title: table?.table_title ?? null,
  floor: table?.floor ?? null,
});

interface Guests {
  typeOf: (order: Order) => 'WALKIN' | 'CUSTOMER';
  customerIdOf: (order: Order) => number | null;
}

const insertInvoices = async (db: Db, invoices: Invoice[], { typeOf, customerIdOf }: Guests): Promise<void> => {
  await insertRows(
    db,
    'invoices',
    invoices.map(({ at, businessDate, memberId, totals, first }, index) => ({
      id: index + 1,
      business_date: businessDate,
      business_hour: hourFormat.format(at),
      created_at: at,
      member_id: memberId,
      sub_total: Number(totals.net),
      tax_total: Number(totals.tax),
      total: Number(totals.total),
      currency: STORE.currency,
      ...place(first.check.table),
      delivery_type: first.kind,
      customer_type: typeOf(first),
      customer_id: customerIdOf(first),
    })),
  );
  await insertRows(
    db,
    'payments',
    invoices.map(({ at, businessDate, memberId, totals, paymentType }, index) => ({
      invoice_id: index + 1,
      payment_type_id: paymentType.id,
      payment_type: paymentType.title,
      kind: paymentType.kind,
      amount: Number(totals.total),
      business_date: businessDate,
      created_at: at,
      member_id: memberId,
    })),
  );
};

/** Writes what `imaginePast` makes up, with the customers and all that follows from it; answers the ids of the customers. */
export const insertPast = async (db: Db, now: Date, ownerId: number): Promise<number[]> => {
  const members = new Map((await db.selectFrom('members').select(['id', 'designation']).execute()).map((row) => [row.designation, row.id]));
  const types = await db.selectFrom('payment_types').select(['id', 'title', 'kind']).execute();
  const paymentTypes = new Map(types.map(({ id, title, kind }) => [title, { id, title, kind: kind ?? defaultsOf(title).kind }]));
  const { checks, orders, invoices } = imaginePast({
    now,
    clock: STORE,
    menu: await findMenu(db),
    tables: await db.selectFrom('store_tables').select(['id', 'title as table_title', 'floor', 'seating_capacity']).orderBy('id').execute(),
    paymentTypes: {
      cash: paymentTypes.get('Cash')!,
      card: paymentTypes.get('Card')!,
      mobile: paymentTypes.get('Mobile Pay')!,
      gift: paymentTypes.get('Gift Card')!,
    },
    waiterId: members.get('Waiter') ?? ownerId,
    cashierId: members.get('Cashier') ?? ownerId,
    customerCount: customers.length,
  });

  const customerIds = await insertCustomers(db, now, orders);
  const customerIdOf = ({ customer }: (typeof orders)[number]) => (customer === null ? null : customerIds[customer]!);
  const typeOf = ({ customer }: (typeof orders)[number]) => (customer === null ? 'WALKIN' : 'CUSTOMER');
  // they are noted below, all at once (note_former in note_sums.sql)
  await sql`select set_config('app.notes', 'own', true)`.execute(db);
  const checkIds = await insertRows(
    db,
    'checks',
    checks.map(({ table, openedAt, closedAt }) => ({ ...place(table), opened_at: openedAt, closed_at: closedAt })),
  );
  const checkId = new Map(checks.map((check, index) => [check, checkIds[index]!]));
  const invoiceNo = new Map(invoices.map((invoice, index) => [invoice, index + 1]));
  await insertInvoices(db, invoices, { typeOf, customerIdOf });
  const orderIds = await insertRows(
    db,
    'orders',
    orders.map((order, index) => ({
      id: index + 1,
      check_id: checkId.get(order.check)!,
      business_date: order.businessDate,
      business_hour: hourFormat.format(order.at),
      token_no: order.tokenNo,
      created_at: order.at,
      member_id: order.memberId,
      delivery_type: order.kind,
      customer_type: typeOf(order),
      customer_id: customerIdOf(order),
      status: order.status,
      invoice_id: order.invoice && invoiceNo.get(order.invoice)!,
    })),
  );
  const lines = orders.flatMap(({ lines: ordered }, index) => ordered.map((line) => ({ order_id: orderIds[index]!, ...line })));
  await insertRows(
    db,
    'order_lines',
    lines.map((line, index) => ({ id: index + 1, ...line })),
  );
  // No statistics know yet what this transaction wrote; where restaurants have an order or two, PostgreSQL would walk all lines again for
  // every invoice, for longer than a statement may.
  await replan(db, 'off');
  await sql`select note_orders(current_tenant(), ${orderIds}), note_invoices(current_tenant(), ${[...invoiceNo.values()]})`.execute(db);
  await replan(db, 'on');
  const last = orders.at(-1)!;
  await db
    .updateTable('tenant_counters')
    .set({
      invoice_no: invoices.length,
      order_no: orders.length,
      line_no: lines.length,
      token_date: last.businessDate,
      token_no: last.tokenNo,
    })
    .execute();
  return customerIds;
};

/** What the connection does from now on is planned with or without nested loops, whatever plans it kept. */
const replan = async (db: Db, loops: 'on' | 'off') => {
  await sql`set local enable_nestloop = ${sql.raw(loops)}`.execute(db);
  await sql`discard plans`.execute(db);
};

/** A customer is noted with the first order; those who ordered nothing in these days came long before. */
const insertCustomers = (db: Db, now: Date, orders: { customer: number | null; at: Date }[]) => {
  const chance = openChance(60);
  const firstOrder = new Map(orders.toReversed().map(({ customer, at }) => [customer, at]));
  return insertRows(
    db,
    'customers',
    customers.map(({ name, phone, email }, index) => {
      const isOld = index < 36 || !firstOrder.has(index);
      const met = isOld ? now.getTime() - chance.between(32, OPENED) * DAY : firstOrder.get(index)!.getTime() - 60_000;
      return { name, phone, email, created_at: new Date(met) };
    }),
  );
};
