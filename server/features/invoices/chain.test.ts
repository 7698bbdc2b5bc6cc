import { expect, test } from 'vitest';
import { canonicalJson } from '#contract/canonical.ts';
import { addCharge } from '#contract/charges.ts';
import { listChecks, payCheck } from '#contract/checks.ts';
import { getInvoice, refundInvoice } from '#contract/invoices.ts';
import { listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { addTax } from '#contract/taxes.ts';
import { sha256 } from '#server/platform/security/sha256.ts';
import { database, openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { verifyAfter } from '#server/testing/verify.ts';

const NOON = new Date('2026-03-10T12:00:00Z');

test('invoices are chained where they get their number, whatever paid them', async () => {
  const app = await openApp({ clock: () => NOON });
  const { admin, menu, tenantId } = await withMenu(await openRestaurant({ app, now: NOON }));
  const cash = (await admin(listPaymentTypes, {})).reply[0]!.id;
  const cart = [{ id: menu.wine, quantity: 2, adjustments: [{ kind: 'amount' as const, value: 1 }] }];
  const { invoiceId: first } = (await admin(createOrderAndInvoice, { body: { cart, paymentTypeId: cash } })).reply;
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } });
  const { check_id: id, due } = (await admin(listChecks, { query: {} })).reply[0]!;
  const { invoiceId: second } = (
    await admin(payCheck, { params: { id: String(id) }, body: { due, payments: [{ paymentTypeId: cash, amount: due, tendered: 10 }] } })
  ).reply;
  const { invoiceId: third } = (await admin(refundInvoice, { params: { id: String(first) }, body: { paymentTypeId: cash, amount: 2 } }))
    .reply;
  const opened = await Promise.all(
    [first, second!, third].map(async (no) => (await admin(getInvoice, { params: { id: String(no) } })).reply),
  );
  expect(opened.map(({ previous_hash: before }) => before)).toEqual([null, opened[0]!.hash, opened[1]!.hash]);
  for (const { hash, hashed, previous_hash: before, invoice_id: number } of opened) {
    expect(sha256(canonicalJson(hashed))).toBe(hash);
    expect(hashed).toMatchObject({ number, previous_hash: before });
  }
  expect(opened[0]!.hashed).toMatchObject({
    kind: 'sale',
    refund_of: null,
    date: NOON.toISOString(),
    total: 11,
    lines: [{ title: 'Wine', quantity: 2, price: 6, discount: 1, tax_rate: 20, tax_type: 'inclusive' }],
    payments: [{ payment_type: 'Cash', kind: 'cash', amount: 11, tip: 0, tendered: null }],
  });
  expect(opened[1]!.hashed).toMatchObject({ payments: [{ tendered: 10 }] });
  expect(opened[2]!.hashed).toMatchObject({ kind: 'refund', refund_of: first, total: -2, lines: [] });

  /** What verify says of this restaurant after these changes, which are taken back. */
  const faults = async (...altering: string[]) => {
    const said = await verifyAfter(tenantId, async (client) => {
      for (const alter of altering) await client.query(alter, [tenantId, first]);
    });
    return said.flatMap((line) => /^invoice ([^.]*)\.$/.exec(line)?.[1] ?? []);
  };
  expect(await faults()).toEqual([]);
  const altered = 'where tenant_id = $1 and invoice_id = $2';
  expect(await faults(`update invoice_hashes set hashed = replace(hashed, '"total":11', '"total":10') ${altered}`)).toEqual([
    `${first}: its hash is not that of its members`,
    `${first}: its total is 1100 and was 1000`,
  ]);
  expect(await faults(`update payments set amount = 1000 ${altered}`)).toEqual([`${first}: its sum of payments is 1000 and was 1100`]);
  expect(
    await faults(`update order_lines set quantity = 1 where tenant_id = $1 and order_id in (select id from orders where invoice_id = $2)`),
  ).toEqual([`${first}: its sum of lines is 600 and was 1200`]);
  // what reports add up, past the trigger that holds it
  const pastTriggers = "select set_config('session_replication_role', 'replica', true), $1::integer, $2::integer";
  const lessTotal = `update order_lines set total = total - 100 where tenant_id = $1 and order_id in (select id from orders where invoice_id = $2)`;
  expect(await faults(pastTriggers, lessTotal)).toEqual([`${first}: its sum of lines is 1100 and was 1200`]);
  // a tax that is moved to another rate, a time that is another
  const otherTax = `update refunds set taxes = replace(taxes::text, '200000', '70000')::jsonb where tenant_id = $1 and refund_of = $2`;
  expect(await faults(otherTax)).toEqual([`${third}: its taxes are not those that were hashed`]);
  const later = `update invoices set created_at = created_at + interval '1 hour' where tenant_id = $1 and id = $2`;
  expect(await faults(later)).toEqual([`${first}: its time is not the one that was hashed`]);
  expect(await faults(`delete from invoice_hashes ${altered}`)).toEqual([`${second!}: it does not hold the hash of the invoice before it`]);
});

test('verify finds another tax of a charge', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  const taxId = (await admin(addTax, { body: { title: 'Luxury', rate: 19, type: 'exclusive' } })).reply.id;
  await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: 10, taxId } });
  await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.wine, quantity: 2 }] } });
  const faults = (alter: string) =>
    verifyAfter(tenantId, async (client) => expect((await client.query(alter, [tenantId])).rowCount).toBe(1));
  expect(await faults('select from tenants where id = $1')).toEqual([]);
  expect(await faults('update invoice_charges set tax_rate = 70000 where tenant_id = $1')).toEqual([
    'invoice 1: its taxes are not those that were hashed.',
  ]);
});

test('a release before sells beside it: its invoice has no hash, the next one none before it, and verify has no objection', async () => {
  const app = await openApp({ clock: () => NOON });
  const { admin, menu, tenantId } = await withMenu(await openRestaurant({ app, now: NOON }));
  const sell = async () => (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply.invoiceId;
  const open = async (no: number) => (await admin(getInvoice, { params: { id: String(no) } })).reply;
  const first = await sell();
  const former = await sell();
  // as that release leaves it
  await database.query('delete from invoice_hashes where tenant_id = $1 and invoice_id = $2', [tenantId, former]);
  const third = await sell();
  await sell();
  expect(await open(former)).toMatchObject({ hash: null, previous_hash: null, hashed: null });
  expect((await open(third)).previous_hash).toBeNull();
  expect((await open(third + 1)).previous_hash).toBe((await open(third)).hash);
  expect((await open(first)).hash).not.toBeNull();
  const remarks = () => verifyAfter(tenantId);
  expect(await remarks()).toEqual([]);
  // where none is hashed nothing was compared, and nobody is to believe it was
  await database.query('delete from invoice_hashes where tenant_id = $1', [tenantId]);
  expect(await remarks()).toEqual([
    `invoice ${third + 1}: neither it nor one before it has a hash; a release before wrote them, or their hashes are gone.`,
  ]);
});
