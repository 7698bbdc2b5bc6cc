import { expect, test } from 'vitest';
import { listChecks, payCheck } from '#contract/checks.ts';
import { closeDay } from '#contract/day.ts';
import { refundInvoice } from '#contract/invoices.ts';
import { completeAndPayOrders } from '#contract/orders.ts';
import { listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { openApp, openRestaurant } from './testing/restaurant.ts';
import { withMenu } from './testing/menu.ts';
import { until } from './testing/sockets.ts';
import type { FiscalDocument } from './platform/fiscal.ts';

test('each invoice, refund and closing is given to a signing device; one that fails keeps no sale back', async () => {
  const signed: FiscalDocument[] = [];
  const fiscal = {
    sign: async (document: FiscalDocument) => {
      signed.push(document);
      throw new Error('The device is not there.');
    },
  };
  const now = new Date('2026-03-10T12:00:00Z');
  const app = await openApp({ clock: () => now, fiscal, logTo: { write: () => {} } });
  const { admin, menu, tenantId } = await withMenu(await openRestaurant({ app, now, timezone: 'UTC' }));
  const paymentTypeId = (await admin(listPaymentTypes, {})).reply[0]!.id;
  const cart = [{ id: menu.bread, quantity: 1 }];

  const { invoiceId } = (await admin(createOrderAndInvoice, { body: { cart, paymentTypeId } })).reply;
  const { orderId } = (await admin(createOrder, { body: { cart } })).reply;
  expect((await admin(completeAndPayOrders, { body: { orderIds: [orderId], paymentTypeId } })).status).toBe(200);
  await admin(createOrder, { body: { cart, tableId: menu.t1 } });
  const { check_id: id, due } = (await admin(listChecks, { query: {} })).reply[0]!;
  const payments = [{ paymentTypeId, amount: due }];
  expect((await admin(payCheck, { params: { id: String(id) }, body: { payments, due } })).reply.invoiceId).toBe(invoiceId + 2);
  const refund = { paymentTypeId, note: 'Cold' };
  expect((await admin(refundInvoice, { params: { id: String(invoiceId) }, body: refund })).status).toBe(200);
  expect((await admin(closeDay, { body: { businessDate: '2026-03-10' } })).status).toBe(200);
  // what was refused has no number
  expect((await admin(closeDay, { body: { businessDate: '2026-03-10' } })).status).toBe(409);

  await until(() => signed.length === 5);
  expect(signed).toEqual([
    ...[0, 1, 2, 3].map((step) => ({ tenantId, kind: 'invoice', number: invoiceId + step })),
    { tenantId, kind: 'closing', number: 1 },
  ]);
});
