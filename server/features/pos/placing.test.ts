import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { getCheck, listChecks, payCheck, splitCheck } from '#contract/checks.ts';
import { addCustomer, deleteCustomer } from '#contract/customers.ts';
import { correctPayment, refundInvoice, setBuyer } from '#contract/invoices.ts';
import { completeAndPayOrders } from '#contract/orders.ts';
import { listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { savePrintSetting } from '#contract/print-settings.ts';
import { forgetCustomer } from '#server/features/customers/customers.queries.ts';
import { holdGuests, insertBuyer } from '#server/features/invoices/refunds.queries.ts';
import { database, databases, openRestaurant } from '#server/testing/restaurant.ts';
import { whileHeld } from '#server/testing/waiting.ts';
import { withMenu } from '#server/testing/menu.ts';
import type { OrderPayload } from './placed-payloads.rules.ts';
import { place } from './placing.queries.ts';

const open = async () => withMenu(await openRestaurant());

test('an order that meets a changed menu each time it is priced is told to come again, and not that something went wrong', async () => {
  let tries = 0;
  const stale = async () => {
    tries++;
    throw Object.assign(new Error('the menu has changed'), { code: 'CM001' });
  };
  const decide = () => ({ lines: [] }) as unknown as OrderPayload;
  const placing = { tenantId: 1, room: async () => {}, find: async (version: number) => ({ version }), decide };
  const context = { asTenant: stale, callAsTenant: stale, idempotent: undefined, now: new Date(), replayed: () => {} };
  const refused = place('place_order', placing, context as never);
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', status: 503, extras: { retryAfter: 1 } });
  expect(tries).toBe(4);
});

test('how receipts are printed is shown again, and takes nothing from what was priced before', async () => {
  const { admin, tenantId } = await open();
  const version = async () => {
    const { rows } = await database.query('select version from tenant_counters where tenant_id = $1', [tenantId]);
    return rows[0].version as number;
  };
  const before = await version();
  expect((await admin(savePrintSetting, { body: { header: 'Welcome' } })).status).toBe(200);
  expect(await version()).toBeGreaterThan(before);
  const order = {
    version: before,
    now: new Date(),
    businessDate: '2026-01-01',
    deliveryType: 'dinein',
    customerType: 'WALKIN',
    currency: 'USD',
    lines: [],
    message: '',
  };
  expect(await databases.callAsTenant('place_order', tenantId, order)).toMatchObject({ outcome: 'placed' });
});

test.each(['ordered for', 'paid for'])('a customer who is deleted while they are %s keeps nobody waiting for the numbers', async (what) => {
  const { admin, menu, tenantId } = await open();
  await admin(addCustomer, { body: { phone: '0170', name: 'Ada' } });
  const sale = { cart: [{ id: menu.soup, quantity: 1 }], customerType: 'CUSTOMER' as const, customerId: '0170' };
  const { orderId } = (await admin(createOrder, { body: sale })).reply;

  // as the deletion ends: first the customer, then the counters
  const deletion = await database.connect();
  onTestFinished(() => deletion.release(true));
  await deletion.query(`begin; set local app.tenant_id = '${tenantId}'`);
  await deletion.query('select from customers where tenant_id = $1 for update', [tenantId]);
  const selling =
    what === 'paid for'
      ? admin(completeAndPayOrders, { body: { orderIds: [orderId] } })
      : admin(createOrder, { body: { ...sale, cart: [{ id: menu.bread, quantity: 1 }] } });
  await whileHeld(deletion, selling);
  // whoever waits for the customer holds no counters yet
  await deletion.query('select from tenant_counters where tenant_id = $1 for update nowait', [tenantId]);
  await deletion.query('commit');
  expect((await selling).status).toBe(200);
});

test('a delivery that is sold while its customer is being erased is forgotten with the rest', async () => {
  const { admin, menu, tenantId } = await open();
  await admin(addCustomer, { body: { phone: '0170', name: 'Ada' } });
  const hers = {
    cart: [{ id: menu.soup, quantity: 1 }],
    customerType: 'CUSTOMER' as const,
    customerId: '0170',
    deliveryType: 'delivery' as const,
  };
  await admin(createOrder, { body: { ...hers, deliveryAddress: '1 Mill Lane' } });

  // a till that has not committed yet
  const till = await database.connect();
  onTestFinished(() => till.release(true));
  await till.query(`begin; set local app.tenant_id = '${tenantId}'`);
  await till.query('select from customers where tenant_id = $1 for key share', [tenantId]);
  await till.query(
    `insert into orders (tenant_id, id, check_id, business_date, business_hour, token_no, created_at, delivery_type, customer_type, customer_id,
       guest_name, delivery_address, currency)
     select tenant_id, id + 1000, check_id, business_date, business_hour, 1000, created_at, delivery_type, customer_type, customer_id,
       'Addie', '2 Mill Lane', currency from orders where tenant_id = $1`,
    [tenantId],
  );
  const deletion = admin(deleteCustomer, { params: { id: '0170' } });
  await whileHeld(till, deletion);
  await till.query('commit');
  expect((await deletion).status).toBe(200);
  const { rows } = await database.query('select guest_name, delivery_address from orders where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([0, 1].map(() => ({ guest_name: null, delivery_address: null })));
});

test('a diner whose order is accepted onto their named bill is deleted meanwhile, and neither holds what the other waits for', async () => {
  const { admin, menu, tenantId } = await open();
  await admin(addCustomer, { body: { phone: '0170', name: 'Ada' } });
  const sale = { cart: [{ id: menu.soup, quantity: 1 }], customerType: 'CUSTOMER' as const, customerId: '0170', tableId: menu.t1 };
  await admin(createOrder, { body: sale });
  await database.query("update checks set name = 'Ada' where tenant_id = $1", [tenantId]);
  const { rows: waiting } = await database.query(
    `insert into qr_orders (tenant_id, id, created_at, delivery_type, customer_type, guest_phone, guest_name, table_id, table_title, floor, currency)
     values ($1, 900, now(), 'dinein', 'CUSTOMER', '0170', 'Ada', $2, 'T1', 'Ground', 'USD') returning id`,
    [tenantId, menu.t1],
  );

  const third = await database.connect();
  onTestFinished(() => third.release(true));
  await third.query('begin');
  await third.query('select from checks where tenant_id = $1 for update', [tenantId]);
  const { rows } = await third.query('select pg_backend_pid() as pid');
  /** Those who wait for the third one, or for one who does. */
  const queue = async () => {
    const { rows: found } = await database.query(
      `with recursive waiting as (
         select a.pid from pg_stat_activity a where $1 = any(pg_blocking_pids(a.pid))
         union select a.pid from waiting w, pg_stat_activity a where w.pid = any(pg_blocking_pids(a.pid)))
       select from waiting`,
      [rows[0].pid],
    );
    return found.length;
  };
  const deletion = admin(deleteCustomer, { params: { id: '0170' } });
  await expect.poll(queue).toBe(1);
  const accepting = admin(createOrder, { body: { ...sale, selectedQrOrderItem: waiting[0].id } });
  await expect.poll(queue).toBe(2);
  // whoever waits for the bill holds neither the guest's order nor the customer
  await third.query('select from qr_orders where tenant_id = $1 for update nowait', [tenantId]);
  await third.query('select from customers where tenant_id = $1 for update nowait', [tenantId]);
  await third.query('commit');

  expect((await deletion).status).toBe(200);
  const refused = await accepting;
  expect([refused.status, refused.reply.message]).toEqual([404, 'This customer does not exist!']);
  const { rows: left } = await database.query('select name, erased_at is not null as erased from customers where tenant_id = $1', [
    tenantId,
  ]);
  expect(left).toEqual([{ name: null, erased: true }]);
});

test('what is paid and split while a deletion waits for a bill is forgotten with the rest', async () => {
  const { admin, menu, tenantId } = await open();
  await admin(addCustomer, { body: { phone: '0170', name: 'Ada' } });
  const cart = [menu.soup, menu.bread].map((id) => ({ id, quantity: 1 }));
  for (let n = 0; n < 3; n++) await admin(createOrder, { body: { cart, customerType: 'CUSTOMER', customerId: '0170' } });
  const [held, paid, split] = (await admin(listChecks, { query: {} })).reply.map(({ check_id: id, due }) => ({
    params: { id: String(id) },
    due,
  }));

  const till = await database.connect();
  onTestFinished(() => till.release(true));
  await till.query('begin');
  await till.query('select from checks where tenant_id = $1 and id = $2 for update', [tenantId, held!.params.id]);
  const deletion = admin(deleteCustomer, { params: { id: '0170' } });
  await whileHeld(till, deletion);

  const [cash] = (await admin(listPaymentTypes, {})).reply;
  const payments = [{ paymentTypeId: cash!.id, amount: paid!.due, reference: 'Adas card' }];
  const { invoiceId } = (await admin(payCheck, { params: paid!.params, body: { due: paid!.due, payments } })).reply;
  expect((await admin(setBuyer, { params: { id: String(invoiceId) }, body: { name: 'Ada Ltd' } })).status).toBe(200);
  const { orders } = (await admin(getCheck, { params: split!.params })).reply;
  const parts = [{ items: [{ itemId: orders[0]!.items[0]!.id, quantity: 1 }], name: 'Ada' }];
  expect((await admin(splitCheck, { params: split!.params, body: { parts } })).status).toBe(200);
  await till.query('commit');

  expect((await deletion).status).toBe(200);
  const { rows: left } = await database.query(
    `select (select count(*)::int from checks where tenant_id = $1) as checks,
       (select count(*)::int from payments where tenant_id = $1) as payments,
       array(select name from checks where tenant_id = $1 and name is not null) as names,
       array(select reference from payments where tenant_id = $1 and reference is not null
         union all select reference from check_payments where tenant_id = $1 and reference is not null) as references,
       array(select name from invoice_buyers where tenant_id = $1 and name <> '') as buyers`,
    [tenantId],
  );
  expect(left).toEqual([{ checks: 4, payments: 1, names: [], references: [], buyers: [] }]);
});

/** A paid bill of a customer, and what may be written to its invoice that tells of them. */
const openPaid = async () => {
  const { admin, menu, tenantId } = await open();
  await admin(addCustomer, { body: { phone: '0170', name: 'Ada' } });
  const [cash] = (await admin(listPaymentTypes, {})).reply;
  const guest = { customerType: 'CUSTOMER' as const, customerId: '0170' };
  const sale = { cart: [{ id: menu.bread, quantity: 1 }], ...guest, paymentTypeId: cash!.id };
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: sale })).reply;
  const at = { params: { id: String(invoiceId) } };
  const { rows } = await database.query(
    'select c.id, p.amount from customers c join payments p on p.tenant_id = c.tenant_id where c.tenant_id = $1',
    [tenantId],
  );
  const { id, amount } = rows[0] as { id: number; amount: number };
  const payments = [{ paymentTypeId: cash!.id, amount: amount / 100, reference: 'Adas card' }];
  const writing = {
    'for whom it is': () => admin(setBuyer, { ...at, body: { name: 'Ada Ltd' } }),
    'how it was paid': () => admin(correctPayment, { ...at, body: { payments } }),
    'why it was refunded': () => admin(refundInvoice, { ...at, body: { paymentTypeId: cash!.id, note: 'Ada was ill' } }),
  };
  const told = async () => {
    const { rows: found } = await database.query(
      `select name as text from invoice_buyers where tenant_id = $1 and name <> '' union all select reference from payments where tenant_id = $1 and reference is not null
       union all select note from refunds where tenant_id = $1 and note is not null`,
      [tenantId],
    );
    return found;
  };
  return { admin, tenantId, invoiceId, customer: id, writing, told };
};

test.each(['for whom it is', 'how it was paid', 'why it was refunded'] as const)(
  '%s is not written to an invoice whose customer is deleted meanwhile',
  async (what) => {
    const { tenantId, customer, writing, told } = await openPaid();
    const late = await databases.asTenant(tenantId, async (db) => {
      await forgetCustomer(db, customer, new Date());
      const call = writing[what]();
      await whileHeld(db, call);
      return { call };
    });
    expect(await late.call).toMatchObject({ status: 409, reply: { message: expect.stringMatching(/deleted meanwhile/) } });
    expect(await told()).toEqual([]);
    // what is written knowing that the customer is gone is written
    expect((await writing[what]()).status).toBe(200);
  },
);

test('a deletion waits for who writes to an invoice of the customer, and forgets it', async () => {
  const { admin, tenantId, invoiceId, told } = await openPaid();
  const late = await databases.asTenant(tenantId, async (db) => {
    expect(await holdGuests(db, invoiceId)).toBe(true);
    await insertBuyer(db, { invoiceId, memberId: 1, now: new Date() }, { name: 'Ada Ltd', taxNumber: null, address: null });
    const deletion = admin(deleteCustomer, { params: { id: '0170' } });
    await whileHeld(db, deletion);
    return { deletion };
  });
  expect((await late.deletion).status).toBe(200);
  expect(await told()).toEqual([]);
});

test.each(['', ', and follows its bill,'])(
  'an order%s reads no table from end to end, whatever the planner thinks of how large they are',
  async (follows) => {
    const { admin, menu, tenantId } = await open();
    const { checkId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } })).reply;
    const line = { item_id: menu.soup, item_title: 'Soup', base_price: 500, unit_price: 500, quantity: 1, discount: 0 };
    const tax = { tax_title: 'VAT', tax_rate: 0, tax_type: 'exclusive' };
    const order = {
      version: 1_000_000,
      key: 'plans',
      route: '/pos/create-order',
      hash: 'h',
      now: new Date(),
      businessDate: '2026-01-01',
      deliveryType: 'dinein',
      customerType: 'WALKIN',
      currency: 'USD',
      lines: [{ ...line, ...tax }],
      total: 500,
      message: '',
      ...(follows && { table: { id: menu.t2, title: 'T2', floor: 'Ground' }, checkId }),
    };
    await databases.asTenant(tenantId, async (db) => {
      // of this connection, also what it did before
      const scans = async () => {
        const { rows } = await sql<{ table: string; scans: string }>`
        select relname as table, seq_scan as scans from pg_stat_xact_user_tables where seq_scan > 0 order by relname`.execute(db);
        return rows;
      };
      // what an index costs is above a table that is thought to be empty; far below the 10,000,000,000 by which releases before 18 avoid a scan
      await sql`set local random_page_cost = 1000`.execute(db);
      // the check of a foreign key keeps the plan that it had where this connection asked it first, which may have been no order
      await sql`discard plans`.execute(db);
      const before = await scans();
      const { rows } = await sql<{ result: unknown }>`select place_order(${tenantId}, ${JSON.stringify(order)}) as result`.execute(db);
      expect(rows[0]!.result).toMatchObject({ outcome: 'placed' });
      expect(await scans()).toEqual(before);
    });
  },
);
