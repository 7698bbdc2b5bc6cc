import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listChecks, payCheck } from '#contract/checks.ts';
import { closeDay, type Closing, getClosing, getDay, listClosings } from '#contract/day.ts';
import { countDrawer, openDrawer } from '#contract/drawers.ts';
import { correctPayment, refundInvoice } from '#contract/invoices.ts';
import { cancelOrders } from '#contract/orders.ts';
import { addPaymentType, listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { addPrintJob } from '#contract/print-jobs.ts';
import { addPrinter } from '#contract/printers.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { verifyChains } from '#server/chains.ts';
import { database, databases, openApp, openRestaurant, type Restaurant, whileHeld } from '#server/testing.ts';
import { withMenu } from '#server/testing-menu.ts';

/** The same numbers for the same seed. */
const dice = (seed: number) => {
  let state = seed * 7919 + 1;
  return (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
};

/** A restaurant whose time the test holds. */
const openAt = async (opening: string, timezone = 'UTC') => {
  let held = new Date(opening);
  const app = await openApp({ clock: () => held });
  const restaurant = await withMenu(await openRestaurant({ app, now: held, timezone }));
  const { admin, menu } = restaurant;
  const { paymentTypeId: card } = (await admin(addPaymentType, { body: { title: 'Visa', kind: 'card' } })).reply;
  const cash = (await admin(listPaymentTypes, {})).reply[0]!.id;
  return {
    ...restaurant,
    cash,
    card,
    at: (instant: string) => void (held = new Date(instant)),
    sell: async (quantity: number, paymentTypeId = cash) =>
      (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity }], paymentTypeId } })).reply.invoiceId,
    close: (businessDate: string, counts: { paymentTypeId: number; amount: number }[] = []) =>
      admin(closeDay, { body: { businessDate, counts } }),
    closing: async (no: number) => (await admin(getClosing, { params: { no: String(no) } })).reply,
    x: async () => (await admin(getDay, {})).reply,
  };
};

const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = value as Record<string, unknown>;
  return `{${Object.keys(members)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(members[key])}`)
    .join(',')}}`;
};

const cents = (amount: number) => Math.round(amount * 100);
const rowsOf = async <T extends object>(table: string, { tenantId }: Pick<Restaurant, 'tenantId'>): Promise<T[]> =>
  (await database.query<T>(`select * from ${table} where tenant_id = $1 order by 2`, [tenantId])).rows;

/** What a closing is to say of the invoices and payments that came into it, by plain loops over raw rows. */
const recount = async (shop: Restaurant, isIn: (row: { id: number; business_date: string }, table: 'invoices' | 'payments') => boolean) => {
  type Invoice = { id: number; business_date: string; sub_total: number; tax_total: number; total: number; rounding: number };
  const all = await rowsOf<Invoice>('invoices', shop);
  const invoices = all.filter((row) => isIn(row, 'invoices'));
  const payments = (
    await rowsOf<{ id: number; business_date: string; payment_type: string; amount: number; tip: number }>('payments', shop)
  ).filter((row) => isIn(row, 'payments'));
  const orders = await rowsOf<{ id: number; invoice_id: number | null }>('orders', shop);
  const lines = await rowsOf<{ order_id: number; unit_price: number; quantity: number; status: string }>('order_lines', shop);
  const paid = new Set(orders.filter(({ invoice_id }) => invoices.some(({ id }) => id === invoice_id)).map(({ id }) => id));
  let gross = 0;
  for (const line of lines) if (paid.has(line.order_id) && line.status !== 'cancelled') gross += line.unit_price * line.quantity;
  const sum = (pick: (row: Invoice) => number) => invoices.reduce((all, row) => all + pick(row), 0);
  const means: Record<string, number> = {};
  for (const { payment_type, amount } of payments) means[payment_type] = (means[payment_type] ?? 0) + amount;
  return {
    gross,
    net: sum(({ sub_total }) => sub_total),
    tax: sum(({ tax_total }) => tax_total),
    total: sum(({ total }) => total),
    refunds: 0 - sum(({ total }) => Math.min(total, 0)),
    rounding: sum(({ rounding }) => rounding),
    tips: payments.reduce((all, { tip }) => all + tip, 0),
    means,
    from: invoices[0]?.id ?? null,
    to: invoices.at(-1)?.id ?? null,
  };
};

const shown = (closing: Omit<Closing, 'hash' | 'previous_hash' | 'closing_no' | 'note' | 'grand_total'>) => ({
  gross: cents(closing.gross),
  net: cents(closing.net),
  tax: closing.taxes.reduce((all, { tax }) => all + cents(tax), 0),
  total: cents(closing.total),
  refunds: cents(closing.refunds),
  rounding: cents(closing.rounding),
  tips: cents(closing.tips),
  means: Object.fromEntries(closing.payments.map((row) => [row.payment_type, cents(row.expected)])),
  from: closing.from_invoice,
  to: closing.to_invoice,
});

/** One thing that happens in a restaurant. */
const happen = async (shop: Awaited<ReturnType<typeof openAt>>, next: (most: number) => number, sold: number[]) => {
  const { admin, menu, cash, card, sell } = shop;
  const body = { cart: [{ id: [menu.soup, menu.wine, menu.bread][next(3)]!, quantity: 1 + next(3) }], tableId: menu.t1 };
  switch (next(6)) {
    case 0: {
      const { orderId } = (await admin(createOrder, { body })).reply;
      return next(2) === 0 ? admin(cancelOrders, { body: { orderIds: [orderId] } }) : undefined;
    }
    case 1: {
      const [check] = (await admin(listChecks, {})).reply;
      if (!check || check.due === 0) return undefined;
      const payments = [{ paymentTypeId: next(2) ? cash : card, amount: check.due }].map((one) =>
        one.paymentTypeId === card ? { ...one, tip: 1.5 } : one,
      );
      return admin(payCheck, { params: { id: String(check.check_id) }, body: { due: check.due, payments } });
    }
    case 2:
      if (sold.length === 0) return undefined;
      return admin(refundInvoice, { params: { id: String(sold[next(sold.length)]) }, body: { amount: 1, paymentTypeId: cash } });
    case 3: {
      const id = await sell(2, cash);
      return admin(correctPayment, { params: { id: String(id) }, body: { payments: [{ paymentTypeId: card, amount: 9.9 }] } });
    }
    default:
      sold.push(await sell(1 + next(4), next(2) ? cash : card));
      return undefined;
  }
};

// Kiritimati is a day ahead; in Sydney and Santiago clocks change in the nights that follow
test.each([
  ['Pacific/Kiritimati', '2026-03-10'],
  ['Australia/Sydney', '2026-04-04'],
  ['America/Santiago', '2026-09-05'],
])('X is the report, and closings are the raw rows, each once: %s', async (timezone, first) => {
  const next = dice(first.length + timezone.length);
  const shop = await openAt(`${first}T01:00:00Z`, timezone);
  await shop.admin(saveStoreSetting, { body: { cashRounding: '0.05' } });
  const sold: number[] = [];
  const marks = { invoices: 0, payments: 0 };
  const closed: string[] = [];
  let grand = 0;
  for (let step = 0; step < 4; step++) {
    for (let hour = 0; hour < 5; hour++) {
      const at = Date.parse(`${first}T10:00:00Z`) + step * 86_400_000 + hour * 3 * 3_600_000;
      shop.at(new Date(at).toISOString());
      await happen(shop, next, sold);
    }
    sold.push(await shop.sell(1));
    const x = await shop.x();
    const { reply: report } = await shop.admin(getReport, { query: { type: 'today' } });
    const { reply: details } = await shop.admin(getReportDetails, { query: { type: 'today' } });
    expect([x.total, x.net, x.orders, x.charges]).toEqual([report.revenueTotal, report.netRevenue, report.ordersCount, details.charges]);
    expect(x.payments.map((row) => [row.payment_type, row.expected]).toSorted()).toEqual(
      details.byPaymentType.map((row) => [row.payment_type, row.amount]).toSorted(),
    );

    // days that were passed over come first, as the refusal says
    for (let day = x.business_date; ; ) {
      const { reply, status } = await shop.close(day);
      if (status === 409 && reply.message.startsWith('Close ')) {
        day = reply.message.slice(6, 16);
        continue;
      }
      const isLate = closed.includes(x.business_date);
      if (status === 409) break;
      const closing = await shop.closing(reply.closingNo);
      const expected = await recount(
        shop,
        (row, table) => row.business_date === day || (closed.includes(row.business_date) && row.id > marks[table]),
      );
      expect(shown(closing)).toEqual(expected);
      expect(Object.values(expected.means).reduce((all, amount) => all + amount, 0)).toBe(expected.total + expected.rounding);
      grand += expected.total;
      expect(cents(closing.grand_total)).toBe(grand);
      closed.push(day);
      for (const table of ['invoices', 'payments'] as const)
        marks[table] = Math.max(...(await rowsOf<{ id: number }>(table, shop)).map(({ id }) => id));
      if (day === x.business_date || isLate) break;
      day = x.business_date;
    }
  }
  const { rows } = await database.query<{ closing_no: number; document: string; hash: string }>(
    'select * from closings where tenant_id = $1 order by closing_no',
    [shop.tenantId],
  );
  expect(rows.map(({ closing_no }) => closing_no)).toEqual(rows.map((_, index) => index + 1));
  for (const [index, { closing_no }] of rows.entries()) {
    const { hash, ...members } = await shop.closing(closing_no);
    expect(createHash('sha256').update(canonical(members)).digest('hex')).toBe(hash);
    expect(members.previous_hash).toBe(rows[index - 1]?.hash ?? null);
  }
});

test('the oldest day first, each once, none that has not begun; what comes later is late', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  const { sell, close, closing, admin, cash, tenantId } = shop;
  await sell(1);
  shop.at('2026-03-11T12:00:00Z');
  await sell(2);
  expect((await close('2026-03-11')).reply).toMatchObject({ message: 'Close 2026-03-10 first!' });
  expect((await close('2026-03-12')).status).toBe(400);
  expect((await close('2026-03-10', [{ paymentTypeId: cash, amount: 5 }])).reply).toMatchObject({ closingNo: 1 });
  expect((await close('2026-03-10')).status).toBe(409);
  expect((await closing(1)).payments).toEqual([{ payment_type: 'Cash', kind: 'cash', expected: 4.95, counted: 5, difference: 0.05 }]);

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
  const { rows: jobs } = await database.query('select content from print_jobs where tenant_id = $1', [tenantId]);
  expect(JSON.stringify(jobs)).toMatch(/Closing 2.*Drawer Bar.*-\$1\.00.*Grand total/);
  const { reply: list } = await admin(listClosings, { query: { type: 'custom', from: '2026-03-10', to: '2026-03-11' } });
  expect(list).toMatchObject([
    { closing_no: 2, business_date: '2026-03-11', total: 9.9, difference: -1 },
    { closing_no: 1, business_date: '2026-03-10', total: 4.95, difference: 0.05 },
  ]);
  for (const change of ['update closings set note = null', 'delete from closings'])
    await expect(databases.asTenant(tenantId, (db) => db.executeQuery({ sql: change, parameters: [] } as never))).rejects.toMatchObject({
      code: '42501',
    });
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

test('who may not close the day needs somebody who may', async () => {
  const { staff } = await openRestaurant();
  const body = { businessDate: new Date().toISOString().slice(0, 10) };
  expect((await (await staff('REPORTS'))(closeDay, { body })).reply).toMatchObject({
    action: 'close_day',
    targetId: body.businessDate,
    amount: null,
  });
});

test('verify finds one altered row', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  await shop.sell(1);
  await shop.close('2026-03-10');
  await shop.sell(2);
  shop.at('2026-03-11T12:00:00Z');
  await shop.close('2026-03-11');
  const faults = async (...altering: string[]) => {
    const client = await database.connect();
    try {
      await client.query('begin');
      for (const alter of altering) await client.query(`${alter} where tenant_id = ${shop.tenantId}`);
      const said: string[] = [];
      await verifyChains(client, (line) => said.push(line));
      return said
        .filter((line) => line.startsWith(`Restaurant ${shop.tenantId}, closing`))
        .map((line) => line.replace(/.*closing/, 'closing'));
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  expect(await faults()).toEqual([]);
  expect(await faults("update closings set document = replace(document, '4.95', '3.95')")).toEqual([
    'closing 1: its hash is not that of its members.',
  ]);
  expect(await faults('update invoices set total = total + 1, sub_total = sub_total + 1')).toEqual([
    'closing 1: its invoices come to 496 and not to 495.',
    'closing 2: its invoices come to 991 and not to 990.',
  ]);
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
    await whileHeld(closing);
    await sql`
      insert into invoices (id, business_date, business_hour, created_at, sub_total, tax_total, total, currency, delivery_type, customer_type)
      select id + 1, business_date, business_hour, created_at, sub_total, tax_total, total, currency, delivery_type, customer_type
      from invoices`.execute(db);
    return { call: closing };
  });
  expect((await call).status).toBe(200);
  expect(await shop.closing(1)).toMatchObject({ total: 9.9, to_invoice: 2 });
});
