import { expect, test } from 'vitest';
import { addCharge, listCharges, updateCharge } from '#contract/charges.ts';
import { getCheck, payCheck } from '#contract/checks.ts';
import { getInvoice, refundInvoice } from '#contract/invoices.ts';
import { completeAndPayOrders, updateItemStatus } from '#contract/orders.ts';
import { addPaymentType, listPaymentTypes, updatePaymentType } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { addPrintJob, listPrintJobs } from '#contract/print-jobs.ts';
import { addPrinter, listPrinters, updatePrinter } from '#contract/printers.ts';
import { quoteCart } from '#contract/quotes.ts';
import { addStation, listStations, updateStation } from '#contract/stations.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { itemsOf, openCosts } from '#server/testing/costs.ts';
import { database } from '#server/testing/restaurant.ts';

// Old clients send null or an empty text where they mean nothing (wire.md §1).

const nothing = [null, ''] as const;
const at = (id: number) => ({ params: { id: String(id) } });
// an empty text is no field of a typed client
const any = (body: object) => body as never;

test.each(nothing)('a sale with %j in its optional fields is as one without them', async (none) => {
  const { admin, menu, cash, only, bill } = await openCosts();
  const cart = [{ id: menu.bread, quantity: 1, adjustments: none }];
  const optional = { adjustments: none, covers: none };
  expect((await admin(quoteCart, { body: any({ cart, ...optional }) })).reply).toMatchObject({ total: 2 });
  const paid = { cart, ...optional, payments: none, paymentTypeId: cash };
  expect((await admin(createOrderAndInvoice, { body: any(paid) })).status).toBe(200);

  const { orderId } = (await admin(createOrder, { body: any({ cart, tableId: menu.t1, ...optional }) })).reply;
  const { check_id: id } = await only();
  expect(await bill(id)).toMatchObject({ covers: null, adjustments: [], due: 2 });
  const body = { orderIds: [orderId], payments: none, paymentTypeId: cash };
  const { invoiceId } = (await admin(completeAndPayOrders, { body: any(body) })).reply;
  expect((await admin(getInvoice, at(invoiceId))).reply.payments).toMatchObject([{ amount: 2 }]);
});

test.each(nothing)('%j completes what is paid, and says nothing of what was made', async (none) => {
  const shop = await openCosts();
  const { admin, menu, cash, only, sell } = shop;
  await sell([
    { id: menu.bread, quantity: 1 },
    { id: menu.soup, quantity: 1 },
  ]);
  const [bread, soup] = await itemsOf(shop);
  const { check_id: id } = await only();
  await admin(updateItemStatus, { ...at(soup!.id), body: { status: 'completed' } });
  expect((await admin(updateItemStatus, { ...at(soup!.id), body: any({ status: 'cancelled', isMade: none }) })).status).toBe(200);
  const { rows } = await database.query('select is_made from voids where tenant_id = $1', [shop.tenantId]);
  expect(rows).toEqual([{ is_made: true }]);
  const payments = [{ paymentTypeId: cash, amount: 2 }];
  expect((await admin(payCheck, { ...at(id), body: any({ payments, due: 2, complete: none }) })).status).toBe(200);
  const { items } = (await admin(getCheck, at(id))).reply.orders[0]!;
  expect(items.find((item) => item.id === bread!.id)).toMatchObject({ status: 'completed' });
});

test('a refund with null for its items is of all that is left; an empty sum or list is refused', async () => {
  const { admin, menu, cash } = await openCosts();
  const sale = { cart: [{ id: menu.bread, quantity: 3 }], paymentTypeId: cash };
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: sale })).reply;
  const refund = (body: object) => admin(refundInvoice, { ...at(invoiceId), body: any({ paymentTypeId: cash, ...body }) });
  for (const body of [{ amount: '' }, { amount: null }, { items: null, amount: null }, { items: [] }, { items: '' }])
    expect((await refund(body)).status).toBe(400);
  expect((await refund({ items: null, amount: 2 })).reply).toMatchObject({ total: -2 });
  expect((await refund({ items: null })).reply).toMatchObject({ total: -4 });
});

test.each(nothing)(
  '%j in settings takes the default of what is added and leaves what is changed; what may be empty is cleared',
  async (none) => {
    const { admin, colleague } = await openCosts();
    const station = { position: none, isFallback: none, ackSeconds: none };
    const { stationId } = (await admin(addStation, { body: any({ title: 'Grill', ...station }) })).reply;
    expect((await admin(listStations, {})).reply).toMatchObject([{ position: 1, isFallback: true, ackSeconds: 10 }]);
    await admin(updateStation, { ...at(stationId), body: { title: 'Grill', position: 7, ackSeconds: 20 } });
    await admin(updateStation, { ...at(stationId), body: any({ title: 'Bar', ...station }) });
    expect((await admin(listStations, {})).reply).toMatchObject([{ title: 'Bar', position: 7, isFallback: true, ackSeconds: 20 }]);

    const paper = { width: none, codePage: none };
    const { id: printer } = (await admin(addPrinter, { body: any({ title: 'Till', kind: 'cloudprnt', ...paper }) })).reply;
    expect((await admin(listPrinters, {})).reply).toMatchObject([{ width: 80, codePage: 'windows1252' }]);
    await admin(updatePrinter, { ...at(printer), body: { width: 57, codePage: 'picture' } });
    await admin(updatePrinter, { ...at(printer), body: any({ title: 'Bar', ...paper }) });
    expect((await admin(listPrinters, {})).reply).toMatchObject([{ title: 'Bar', width: 57, codePage: 'picture' }]);
    expect((await admin(addPrintJob, { body: any({ kind: 'test', printerId: printer, copies: none }) })).status).toBe(200);
    expect((await admin(listPrintJobs, { query: {} })).reply).toHaveLength(1);

    const fits = { deliveryTypes: none, minCovers: none };
    const service = { title: 'Service', kind: 'percent', value: 10 };
    const { chargeId } = (await admin(addCharge, { body: any({ ...service, ...fits }) })).reply;
    const large = { title: 'Service', deliveryTypes: ['dinein'], minCovers: 6 };
    await admin(updateCharge, { ...at(chargeId), body: any(large) });
    expect((await admin(listCharges, {})).reply).toMatchObject([large]);
    await admin(updateCharge, { ...at(chargeId), body: any({ title: 'Service', ...fits }) });
    expect((await admin(listCharges, {})).reply).toMatchObject([{ deliveryTypes: [], minCovers: 0 }]);

    const { paymentTypeId } = (await admin(addPaymentType, { body: any({ title: 'Visa', kind: none }) })).reply;
    const kindOf = async () => (await admin(listPaymentTypes, {})).reply.find(({ id }) => id === paymentTypeId)!.kind;
    expect(await kindOf()).toBe('other');
    await admin(updatePaymentType, { ...at(paymentTypeId), body: { title: 'Visa', kind: 'card' } });
    await admin(updatePaymentType, { ...at(paymentTypeId), body: any({ title: 'Visa', kind: none }) });
    expect(await kindOf()).toBe('card');

    const { username } = await colleague('POS');
    const limit = async (discountLimit: number | null | '') => {
      await admin(updateUser, { params: { username }, body: any({ name: 'Ann', discountLimit }) });
      return (await admin(listUsers, {})).reply.find((one) => one.username === username)!.discountLimit;
    };
    expect([await limit(10), await limit(none)]).toEqual([10, null]);
  },
);
