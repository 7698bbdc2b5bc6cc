import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { addCharge } from '#contract/charges.ts';
import { addCustomer } from '#contract/customers.ts';
import { cancelOrders } from '#contract/orders.ts';
import { addPaymentType, listPaymentTypes } from '#contract/payment-types.ts';
import { listChecks, payCheck, splitCheck } from '#contract/checks.ts';
import { getInvoice } from '#contract/invoices.ts';
import { addMenuItem } from '#contract/menu-items.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { quoteCart } from '#contract/quotes.ts';
import { getReportDetails } from '#contract/reports.ts';
import { addTax } from '#contract/taxes.ts';
import type { Db } from '#server/platform/database/database.ts';
import { database, databases, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const hot = [
  'orders',
  'order_lines',
  'invoices',
  'payments',
  'checks',
  'events',
  'audit_log',
  'idempotency_keys',
  'tenant_counters',
  'report_deltas',
];

test('an order fires no trigger but those of its foreign keys, and none of them asks whether its tenant exists', async () => {
  const { rows: triggers } = await database.query<{ name: string }>(
    'select tgname as name from pg_trigger where tgrelid::regclass::text = any($1) and not tgisinternal order by 1',
    [hot],
  );
  // of what is cancelled; of a call that began before the upgrade, which these functions keep from firing; and of a line whose writer does
  // not say what it comes to, as these functions do
  expect(triggers.map(({ name }) => name)).toEqual(['note_former', 'note_former', 'recount_line', 'recount_order', 'total_line']);
  const { rows: keys } = await database.query<{ table: string }>(
    `select conrelid::regclass::text as table from pg_constraint
     where contype = 'f' and confrelid = 'tenants'::regclass and conrelid::regclass::text = any($1)`,
    [hot],
  );
  expect(keys).toEqual([{ table: 'tenant_counters' }]);
});

/** Notes, those that were folded meanwhile with them. */
const notesOf = async (tenantId: number) => {
  const { rows } = await database.query<{ figure: string; orders: string; quantity: string; total: string }>(
    `select day, figure, key, currency, sum(orders) as orders, sum(quantity) as quantity, sum(total) as total, sum(net) as net, sum(tax) as tax
     from (
       select day, figure, key, currency, orders, quantity, total, net, tax from report_deltas where tenant_id = $1
       union all
       select starts_on, figure, key, currency, orders, quantity, total, net, tax from report_sums where tenant_id = $1 and grain = 'day'
     ) note
     group by day, figure, key, currency
     having sum(orders) <> 0 or sum(quantity) <> 0 or sum(total) <> 0
     order by day, figure, key`,
    [tenantId],
  );
  return rows;
};
const noteAgain = async (tenantId: number, orders: number[], invoices: number[]) => {
  // nobody folds meanwhile: what is moved from the one table to the other in between would be missed in both
  await database.query(`begin; select pg_advisory_xact_lock(726228, hashint8(${tenantId}));
    delete from report_sums where tenant_id = ${tenantId}; delete from report_deltas where tenant_id = ${tenantId}; commit`);
  await database.query('select note_orders($1, $2), note_invoices($1, $3)', [tenantId, orders, invoices]);
};

test('what an order notes for the sums is what its rows give when they are noted by themselves', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  const cart = [
    { id: menu.bread, quantity: 2 },
    { id: menu.soup, quantity: 1 },
    { id: menu.bread, quantity: 1, notes: 'warm' },
  ];
  const open = (await admin(createOrder, { body: { cart } })).reply;
  const paid = (await admin(createOrderAndInvoice, { body: { cart } })).reply;
  const written = await notesOf(tenantId);

  await noteAgain(tenantId, [open.orderId, paid.orderId], [paid.invoiceId]);

  expect(await notesOf(tenantId)).toEqual(written);
});

test('so is what a sale notes that is paid at once, with money off, a charge, two taxes and tips, and what its customer and its day are counted by', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  await admin(addCustomer, { body: { phone: '0170', name: 'Ada' } });
  await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: '12.5', taxId: menu.vat } });
  const cash = (await admin(listPaymentTypes, {})).reply[0]!.id;
  const { paymentTypeId: visa } = (await admin(addPaymentType, { body: { title: 'Visa', kind: 'card' } })).reply;
  const body = {
    cart: [
      { id: menu.soup, quantity: 3, adjustments: [{ kind: 'percent' as const, value: 10 }] },
      { id: menu.wine, quantity: 1 },
      { id: menu.soup, quantity: 1, notes: 'hot' },
      { id: menu.bread, quantity: 1 },
    ],
    adjustments: [{ kind: 'amount' as const, value: '0.77' }],
    customerType: 'CUSTOMER' as const,
    customerId: '0170',
  };
  const { total } = (await admin(quoteCart, { body })).reply;
  const payments = [
    { paymentTypeId: cash, amount: '5' },
    { paymentTypeId: visa, amount: (total - 5).toFixed(2), tip: '1.50' },
  ];
  const { reply, status } = await admin(createOrderAndInvoice, { body: { ...body, payments } });
  expect(status).toBe(200);
  const counted = async () => {
    const { rows } = await database.query(
      `select (select sum(invoices)::int from invoice_days where tenant_id = $1) as invoices, visits::int, spend::int
       from customer_sums where tenant_id = $1`,
      [tenantId],
    );
    return rows;
  };
  const [written, once] = [await notesOf(tenantId), await counted()];
  const figures = new Set(written.map((note) => note.figure));
  expect([...figures].sort()).toEqual([
    'customer_added',
    'customer_kept',
    'item',
    'member',
    'paid_item',
    'payment',
    'placed',
    'sale',
    'tax',
    'tip',
  ]);

  await noteAgain(tenantId, [reply.orderId], [reply.invoiceId]);

  const ofSales = written.filter((note) => !note.figure.startsWith('customer_'));
  expect(await notesOf(tenantId)).toEqual(ofSales);
  expect(once).toEqual([{ invoices: 1, visits: 1, spend: Math.round(total * 100) }]);
  expect(await counted()).toEqual([{ invoices: 2, visits: 2, spend: Math.round(total * 200) }]);
});

test('an order that any release cancels is noted', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 2 }] } })).reply;

  await admin(cancelOrders, { body: { orderIds: [orderId] } });

  const written = await notesOf(tenantId);
  await noteAgain(tenantId, [orderId], []);
  expect(await notesOf(tenantId)).toEqual(written);
});

test('what a call of the former release writes, which had begun before the upgrade, is noted at its commit', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  const first = (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 2 }] } })).reply;
  const copied = async (db: Db, statement: RawBuilder<{ id: number }>) => (await statement.execute(db)).rows.map(({ id }) => Number(id));
  // as its function does: no note, and no word that this one would write
  const [orders, invoices] = await databases.asTenant(tenantId, async (db) => {
    const paid = await copied(
      db,
      sql`insert into invoices (id, business_date, business_hour, created_at, sub_total, tax_total, total, currency, delivery_type, customer_type)
        select i.id + 1, i.business_date, i.business_hour, i.created_at, i.sub_total, i.tax_total, i.total, i.currency, i.delivery_type, i.customer_type
        from invoices i join orders o on o.invoice_id = i.id where o.id = ${first.orderId} returning id`,
    );
    const placed = await copied(
      db,
      sql`insert into orders (check_id, business_date, business_hour, token_no, created_at, delivery_type, customer_type, invoice_id)
        select check_id, business_date, business_hour, token_no + 1, created_at, delivery_type, customer_type, invoice_id + 1
        from orders where id = ${first.orderId} returning id`,
    );
    await sql`insert into order_lines (order_id, item_id, item_title, base_price, unit_price, quantity)
      select ${placed[0]}, item_id, item_title, base_price, unit_price, quantity from order_lines where order_id = ${first.orderId}`.execute(
      db,
    );
    return [placed, paid];
  });
  const written = await notesOf(tenantId);
  expect(written.find((note) => 'figure' in note && note.figure === 'placed')).toMatchObject({ orders: '2' });

  await noteAgain(tenantId, [first.orderId, ...orders!], [first.invoiceId, ...invoices!]);
  expect(await notesOf(tenantId)).toEqual(written);
});

test('a tie of two taxes is broken as the invoice does, where a line was split off an earlier round', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  const dish = async (title: string, rate: number) => {
    const { id: taxId } = (await admin(addTax, { body: { title, rate, type: 'exclusive' } })).reply;
    return (await admin(addMenuItem, { body: { title, price: '0.10', netPrice: null, taxId } })).reply.id;
  };
  const [a, b] = [await dish('A', 5), await dish('B', 15)];
  for (const line of [
    { id: a, quantity: 2 },
    { id: b, quantity: 1 },
  ])
    await admin(createOrder, { body: { cart: [line], tableId: menu.t1 } });
  const { check_id: id } = (await admin(listChecks, { query: {} })).reply[0]!;
  const { rows } = await database.query<{ id: string }>(
    'select l.id from order_lines l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id where o.tenant_id = $1 and o.check_id = $2 order by l.id',
    [tenantId, id],
  );
  const items = rows.map((row) => ({ itemId: Number(row.id), quantity: 1 }));
  const { checkIds } = (await admin(splitCheck, { params: { id: String(id) }, body: { parts: [{ items }] } })).reply;
  const { due } = (await admin(listChecks, { query: {} })).reply.find(({ check_id }) => check_id === checkIds[0])!;
  const cash = (await admin(listPaymentTypes, {})).reply[0]!.id;
  const body = { due, payments: [{ paymentTypeId: cash, amount: due }] };
  const { invoiceId } = (await admin(payCheck, { params: { id: String(checkIds[0]) }, body })).reply;
  const taxes = (of: readonly { title: string; tax: number }[]) => Object.fromEntries(of.map(({ title, tax }) => [title, tax]));
  const invoice = (await admin(getInvoice, { params: { id: String(invoiceId) } })).reply;
  const report = (await admin(getReportDetails, { query: { type: 'today' } })).reply;
  expect(taxes(invoice.taxes)).toEqual({ A: 0.01, B: 0.01 });
  expect(taxes(report.byTax)).toEqual(taxes(invoice.taxes));
});
