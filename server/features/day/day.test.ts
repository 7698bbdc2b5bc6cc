import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getCheck, listChecks, payCheck, splitCheck } from '#contract/checks.ts';
import { closeDay, listClosings } from '#contract/day.ts';
import { countDrawer, openDrawer } from '#contract/drawers.ts';
import { correctPayment, getInvoice, refundInvoice } from '#contract/invoices.ts';
import { cancelOrders } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { addPrintJob } from '#contract/print-jobs.ts';
import { addPrinter } from '#contract/printers.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { getDocument } from '#server/features/printers/documents.queries.ts';
import { insertVoids } from '#server/features/orders/voids.queries.ts';
import { database, databases, openRestaurant } from '#server/testing/restaurant.ts';
import { whileHeld } from '#server/testing/waiting.ts';
import { cents, openAt } from '#server/testing/day.ts';
import { verifyAfter } from '#server/testing/verify.ts';

test('the oldest day first, each once, none that has not begun; what comes later is late', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  const { sell, close, closing, admin, cash, tenantId } = shop;
  await sell(1);
  shop.at('2026-03-11T12:00:00Z');
  await sell(2);
  expect((await close('2026-03-11')).reply).toMatchObject({ message: 'Close 10 Mar 2026 first!' });
  expect((await close('2026-03-12')).status).toBe(400);
  expect((await close('2026-03-10', [{ paymentTypeId: cash, amount: 5 }])).reply).toMatchObject({ closingNo: 1 });
  expect((await close('2026-03-10')).status).toBe(409);
  expect((await closing(1)).payments).toMatchObject([{ payment_type: 'Cash', kind: 'cash', expected: 4.95, counted: 5, difference: 0.05 }]);

  // a drawer is in the closing that comes after its count
  const { drawerId } = (await admin(openDrawer, { body: { title: 'Bar', float: 10 } })).reply;
  await admin(countDrawer, { params: { id: String(drawerId) }, body: { denominations: [{ value: 9, count: 1 }] } });
  expect((await close('2026-03-11')).reply).toMatchObject({ closingNo: 2 });
  const late = await sell(3);
  // the running day is closed: X still is of all of it
  expect((await shop.x()).total).toBe(24.75);
  shop.at('2026-03-13T12:00:00Z');
  // nothing was sold on the 12th, nor today
  expect((await close('2026-03-13')).reply).toMatchObject({ closingNo: 3 });
  const { drawers } = await closing(2);
  expect(drawers).toMatchObject([{ title: 'Bar', expected: 10, counted: 9, difference: -1 }]);
  expect(await closing(3)).toMatchObject({
    orders: 0,
    drawers: [],
    total: 14.85,
    late: { count: 1, total: 14.85, invoices: [late] },
    grand_total: 29.7,
  });
  const printerId = (await admin(addPrinter, { body: { title: 'Office', kind: 'cloudprnt' } })).reply.id;
  expect((await admin(addPrintJob, { body: { kind: 'closing', id: 2, printerId } })).status).toBe(200);
  expect((await admin(addPrintJob, { body: { kind: 'closing', id: 9, printerId } })).status).toBe(404);
  // not from the job: the printing of other tests' servers goes by the database's own time, and takes a job of March for an old one
  const now = new Date('2026-03-13T12:00:00Z');
  const paper = await databases.asTenant(tenantId, (db) => getDocument(db, { kind: 'closing', id: 2, printer: 'Office', now }));
  expect(JSON.stringify(paper)).toMatch(/Closing 2.*Drawer Bar.*-\$1\.00.*Grand total/);
  const { reply: list } = await admin(listClosings, { query: { type: 'custom', from: '2026-03-10', to: '2026-03-11' } });
  expect(list).toMatchObject([
    { closing_no: 2, business_date: '2026-03-11', currency: 'USD', total: 9.9, difference: -1 },
    { closing_no: 1, business_date: '2026-03-10', total: 4.95, difference: 0.05 },
  ]);
  for (const change of ['update closings set note = null', 'delete from closings'])
    await expect(databases.asTenant(tenantId, (db) => db.executeQuery({ sql: change, parameters: [] } as never))).rejects.toMatchObject({
      code: '42501',
    });
});

test('X has the drawers that a closing of the same day will have: those of a day that is closed first are in that one', async () => {
  const shop = await openAt('2026-03-09T12:00:00Z');
  const { admin, sell, close, closing } = shop;
  const count = async (title: string) => {
    const { drawerId } = (await admin(openDrawer, { body: { title, float: 10 } })).reply;
    await admin(countDrawer, { params: { id: String(drawerId) }, body: { denominations: [{ value: 10, count: 1 }] } });
  };
  await sell(1);
  await count('Monday');
  // nothing is sold on Tuesday, and nobody has to close it
  shop.at('2026-03-10T12:00:00Z');
  await count('Tuesday');
  shop.at('2026-03-11T12:00:00Z');
  await sell(1);
  await count('Wednesday');
  const titles = (drawers: { title: string }[]) => drawers.map(({ title }) => title);
  expect(titles((await shop.x()).drawers)).toEqual(['Tuesday', 'Wednesday']);
  await close('2026-03-09');
  expect(titles((await shop.x()).drawers)).toEqual(['Tuesday', 'Wednesday']);
  await close('2026-03-11');
  expect([titles((await closing(1)).drawers), titles((await closing(2)).drawers)]).toEqual([['Monday'], ['Tuesday', 'Wednesday']]);
});

test('two who close the same day at once while tills sell: one closing, and no sale that is in none', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  const { sell, close, closing } = shop;
  await sell(1);
  const sales = Array.from({ length: 8 }, () => sell(1));
  const closers = await Promise.all([close('2026-03-10'), close('2026-03-10'), ...sales]);
  expect(
    closers
      .slice(0, 2)
      .map((one) => (one as { status: number }).status)
      .toSorted(),
  ).toEqual([200, 409]);
  shop.at('2026-03-11T12:00:00Z');
  await close('2026-03-11');
  const [first, second] = [await closing(1), await closing(2)];
  expect(cents(first.total + second.total)).toBe(9 * 495);
  expect(second.late.count).toBe((second.to_invoice ?? first.to_invoice)! - first.to_invoice!);
});

test('each payment type is counted once', async () => {
  const { close, cash, card } = await openAt('2026-03-10T12:00:00Z');
  const count = (paymentTypeId: number, amount: number) => ({ paymentTypeId, amount });
  const { status, reply } = await close('2026-03-10', [count(cash, 5), count(card, 1), count(cash, 6)]);
  expect([status, reply.message]).toEqual([400, 'A payment type appears twice!']);
  expect((await close('2026-03-10', [count(cash, 5), count(card, 1)])).status).toBe(200);
});

test('who may not close the day needs somebody who may', async () => {
  const { staff } = await openRestaurant();
  const body = { businessDate: new Date().toISOString().slice(0, 10) };
  expect((await (await staff('REPORTS'))(closeDay, { body })).reply).toMatchObject({
    action: 'close_day',
    targetId: body.businessDate,
    amount: null,
  });
});

test('a refund and a correction are dated on their own day, though the sale was on an earlier one', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  const { admin, cash, card } = shop;
  const [first, second] = [await shop.sell(1), await shop.sell(2)];
  shop.at('2026-03-11T12:00:00Z');
  const at = (id: number) => ({ params: { id: String(id) } });
  const refund = await admin(refundInvoice, { ...at(first), body: { paymentTypeId: cash } });
  expect(refund.reply.total).toBe(-4.95);
  expect((await admin(correctPayment, { ...at(second), body: { payments: [{ paymentTypeId: card, amount: 9.9 }] } })).status).toBe(200);
  const paid = async (date: string) => {
    const query = { type: 'custom' as const, from: date, to: date };
    const { revenueTotal, ordersCount } = (await admin(getReport, { query })).reply;
    const { rows } = await database.query<{ payment_type: string; amount: number }>(
      `select payment_type, sum(amount)::int as amount from payments where tenant_id = $1 and business_date = $2 group by 1 order by 1`,
      [shop.tenantId, date],
    );
    return { revenueTotal, ordersCount, payments: Object.fromEntries(rows.map(({ payment_type: type, amount }) => [type, amount])) };
  };
  expect(await paid('2026-03-10')).toEqual({ revenueTotal: 14.85, ordersCount: 2, payments: { Cash: 1485 } });
  expect(await paid('2026-03-11')).toEqual({ revenueTotal: -4.95, ordersCount: 0, payments: { Cash: -1485, Visa: 990 } });
  // the X report of today has the counter-entries, and no sale
  const byType = (await shop.x()).payments.map(({ payment_type: type, expected }) => [type, expected]);
  expect(Object.fromEntries(byType)).toEqual({ Cash: -14.85, Visa: 9.9 });
  expect((await admin(getInvoice, at(refund.reply.invoiceId))).reply.hashed).toMatchObject({ kind: 'refund', refund_of: first });
});

test('verify finds one altered row', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  await shop.sell(1);
  await shop.close('2026-03-10');
  const second = await shop.sell(2);
  shop.at('2026-03-11T12:00:00Z');
  const { admin, menu, card } = shop;
  await admin(correctPayment, { params: { id: String(second) }, body: { payments: [{ paymentTypeId: card, amount: 9.9 }] } });
  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } })).reply;
  await admin(cancelOrders, { body: { orderIds: [orderId], isMade: true } });
  await shop.close('2026-03-11');
  const faults = async (...altering: string[]) => {
    const said = await verifyAfter(shop.tenantId, async (client) => {
      for (const alter of altering) await client.query(`${alter} where tenant_id = ${shop.tenantId}`);
    });
    return said.filter((line) => line.startsWith('closing'));
  };
  expect(await faults()).toEqual([]);
  expect(await faults("update closings set document = replace(document, '4.95', '3.95')")).toEqual([
    'closing 1: its hash is not that of its members.',
    'closing 1: its total is 4.95 and was 3.95.',
    'closing 1: its grand total is 4.95 and was 3.95.',
    'closing 1: its payments of kind cash come to 495 and not to 395.',
  ]);
  expect(await faults('update invoices set total = total + 1, sub_total = sub_total + 1')).toEqual([
    'closing 1: its invoices come to 496 and not to 495.',
    'closing 2: its invoices come to 991 and not to 990.',
  ]);
  expect(await faults("update payments set payment_type = 'Cash', kind = 'cash'")).toEqual([
    'closing 2: its payments of kind cash come to 990 and not to 0.',
    'closing 2: its payments of kind card come to 0 and not to 990.',
  ]);
  expect(await faults('update payments set tip = tip + 1')).toContain('closing 2: its tips come to 3 and not to 0.');
  for (const change of ['update voids set amount = amount - 1', 'update voids set is_made = false', 'delete from voids'])
    expect(await faults(change)).toEqual(['closing 2: what was cancelled is not what it says.']);
  expect(await faults('delete from closings')).toEqual(['closing 2: it was made, and the last closing is 0.']);
  const altered = "update closings set hash = repeat('0', 64)";
  expect((await faults(altered)).join()).toContain('closing 2: its hash is not that of its members.');
});

test('a closing waits for a sale that has its number', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  await shop.sell(1);
  const { call } = await databases.asTenant(shop.tenantId, async (db) => {
    await sql`select set_config('app.notes', 'own', true)`.execute(db);
    await sql`update tenant_counters set invoice_no = invoice_no + 1`.execute(db);
    const closing = shop.close('2026-03-10');
    await whileHeld(db, closing);
    await sql`
      insert into invoices (id, business_date, business_hour, created_at, sub_total, tax_total, total, currency, delivery_type, customer_type)
      select id + 1, business_date, business_hour, created_at, sub_total, tax_total, total, currency, delivery_type, customer_type
      from invoices`.execute(db);
    return { call: closing };
  });
  expect((await call).status).toBe(200);
  expect(await shop.closing(1)).toMatchObject({ total: 9.9, to_invoice: 2 });
});

test('what is cancelled after the closing of its day is in the next one; a drawer is of the day it was opened', async () => {
  const shop = await openAt('2026-03-10T22:00:00Z');
  const { admin, menu, sell, close, closing, tenantId } = shop;
  await sell(1);
  const order = async (quantity: number) =>
    (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity }], tableId: menu.t1 } })).reply.orderId;
  const orders = [await order(1), await order(2), await order(3), await order(4)];
  const cancel = (which: number) => admin(cancelOrders, { body: { orderIds: [orders[which]!], isMade: true } });
  const voided = async (no: number) => (await closing(no)).voids.map(({ made, count, amount }) => [made, count, amount]);
  const { drawerId } = (await admin(openDrawer, { body: { title: 'Bar', float: 10 } })).reply;
  await cancel(0);
  shop.at('2026-03-11T00:20:00Z');
  await admin(countDrawer, { params: { id: String(drawerId) }, body: { denominations: [{ value: 10, count: 1 }] } });
  await close('2026-03-10');
  expect(await voided(1)).toEqual([[true, 1, 4.5]]);
  expect((await closing(1)).drawers).toMatchObject([{ title: 'Bar', difference: 0 }]);

  shop.at('2026-03-11T00:30:00Z');
  await cancel(1);
  await sell(1);
  await close('2026-03-11');
  expect(await voided(2)).toEqual([[true, 2, 9]]);

  // a release before closed the day: it kept no last one
  await database.query('update closings set last_void = null where tenant_id = $1', [tenantId]);
  shop.at('2026-03-12T12:00:00Z');
  await cancel(2);
  await sell(1);
  await close('2026-03-12');
  expect(await voided(3)).toEqual([[true, 3, 13.5]]);
});

test('a closing waits for whoever is cancelling, and has it', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  const { admin, menu, tenantId } = shop;
  await shop.sell(1);
  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 2 }], tableId: menu.t1 } })).reply;
  const { call } = await databases.asTenant(tenantId, async (db) => {
    await insertVoids(db, { orderIds: [orderId] }, { memberId: null, now: new Date() });
    const closed = shop.close('2026-03-10');
    await whileHeld(db, closed);
    return { call: closed };
  });
  expect((await call).status).toBe(200);
  expect((await shop.closing(1)).voids).toMatchObject([{ count: 2 }]);
});

test('guests are counted on the day on which their bill is paid, not again with its other part', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  const { admin, menu, cash, close, closing } = shop;
  await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 2 }], tableId: menu.t1, covers: 4 } });
  const { check_id: id } = (await admin(listChecks, { query: {} })).reply[0]!;
  const call = (of: number) => ({ params: { id: String(of) } });
  const [line] = (await admin(getCheck, call(id))).reply.orders[0]!.items;
  const parts = [{ items: [{ itemId: line!.id, quantity: 1 }] }];
  const [part] = (await admin(splitCheck, { ...call(id), body: { parts } })).reply.checkIds;
  const pay = (of: number) => admin(payCheck, { ...call(of), body: { due: 2, payments: [{ paymentTypeId: cash, amount: 2 }] } });
  expect((await pay(id)).status).toBe(200);
  await close('2026-03-10');
  shop.at('2026-03-11T12:00:00Z');
  expect((await pay(part!)).status).toBe(200);
  await close('2026-03-11');
  expect([(await closing(1)).covers, (await closing(2)).covers]).toEqual([4, 0]);
});

test('a type of which only tips are left is in the takings', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  const { admin, menu, cash, card } = shop;
  const cart = [{ id: menu.bread, quantity: 10 }];
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: { cart, paymentTypeId: card } })).reply;
  shop.at('2026-03-11T12:00:00Z');
  const payments = [{ paymentTypeId: cash, amount: 20 }];
  await admin(correctPayment, { params: { id: String(invoiceId) }, body: { payments } });
  await admin(createOrderAndInvoice, { body: { cart, payments: [{ paymentTypeId: card, amount: 20, tip: 2 }] } });
  const { byPaymentType, tips } = (await admin(getReportDetails, { query: { type: 'today' } })).reply;
  expect(tips).toBe(2);
  expect(byPaymentType).toEqual([
    { payment_type: 'Cash', payments: 1, amount: 20, tips: 0 },
    { payment_type: 'Visa', payments: 0, amount: 0, tips: 2 },
  ]);
});
