import { expect, test } from 'vitest';
import { addCharge, deleteCharge, listCharges, updateCharge } from '#contract/charges.ts';
import { markBilled, setCovers, splitCheck } from '#contract/checks.ts';
import { removeCharge, restoreCharge } from '#contract/discounts.ts';
import { getDay } from '#contract/day.ts';
import { getInvoice, invoiceRows, listInvoices, refundInvoice } from '#contract/invoices.ts';
import { completeAndPayOrders, listOpenChecks, summarisePayment } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { quoteCart } from '#contract/quotes.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { type Costs, itemsOf, openCosts, today } from '#server/testing/costs.ts';

const addService = ({ admin, menu }: Costs, more: object = {}) =>
  admin(addCharge, { body: { title: 'Service', kind: 'percent', value: '12.5', taxId: menu.vat, minCovers: 6, ...more } as never });

test('the print of a bill is no longer true once it is of so many guests that a charge applies', async () => {
  const shop = await openCosts();
  const { admin, menu, only, sell } = shop;
  await addService(shop);
  await sell([{ id: menu.soup, quantity: 4 }], { covers: 4 });
  const { check_id: id } = await only();
  const isBilledWith = async (...several: number[]) => {
    expect((await admin(markBilled, { params: { id: String(id) } })).status).toBe(200);
    for (const covers of several) await admin(setCovers, { params: { id: String(id) }, body: { covers } });
    return (await only()).is_billed;
  };
  expect([await isBilledWith(5), await isBilledWith(6), await isBilledWith(7), await isBilledWith(2)]).toEqual([true, false, true, false]);
});

test('a charge applies by itself to bills that fit, with its tax, and can be taken off', async () => {
  const shop = await openCosts();
  const { admin, menu, only, bill, sell, off, pay, cash } = shop;
  const { chargeId } = (await addService(shop)).reply;
  const box = { title: 'Box', kind: 'amount', value: 1, taxId: null, minCovers: 0, deliveryTypes: ['takeaway'] };
  const { chargeId: boxId } = (await addService(shop, box)).reply;
  const at = (id: number) => ({ params: { id: String(id), chargeId: String(chargeId) } });
  const { orderId } = (await sell([{ id: menu.soup, quantity: 4 }], { covers: 5 })).reply;
  const { check_id: id } = await only();
  expect(await only()).toMatchObject({ total: 19.8, charges: [] });
  await admin(setCovers, { params: { id: String(id) }, body: { covers: 6 } });
  // 12.5 % of 18.00 are 2.25, with 0.23 tax rounded once with that of the soups
  expect(await only()).toMatchObject({
    subTotal: 20.25,
    taxTotal: 2.03,
    total: 22.28,
    charges: [{ charge_id: chargeId, title: 'Service', amount: 2.25, tax: 0.23 }],
    taxes: [{ title: 'VAT', net: 20.25, tax: 2.03 }],
    removed_charges: [],
  });
  expect((await off(id, { kind: 'percent', value: 50 })).reply).toMatchObject({ total: 11.14 });
  expect((await admin(removeCharge, { ...at(id), body: {} })).reply).toMatchObject({ total: 9.9 });
  expect(await only()).toMatchObject({ charges: [], removed_charges: [{ charge_id: chargeId, title: 'Service' }] });
  expect((await admin(removeCharge, { ...at(id), body: {} })).status).toBe(409);
  expect((await admin(restoreCharge, { ...at(id), body: {} })).reply).toMatchObject({ total: 11.14 });
  // a part of the bill has no guests, and keeps its share of the service
  const [soup] = await itemsOf(shop);
  const parts = [{ items: [{ itemId: soup!.id, quantity: 1 }] }];
  const { checkIds } = (await admin(splitCheck, { params: { id: String(id) }, body: { parts } })).reply;
  const part = await bill(checkIds[0]!);
  expect(part).toMatchObject({ charges: [{ amount: 0.28 }], total: 2.78 });
  expect(await bill(id)).toMatchObject({ charges: [{ amount: 0.84 }], total: 8.35 });
  expect((await admin(listOpenChecks, {})).reply).toMatchObject([{ due: 11.13 }]);
  expect((await pay(checkIds[0]!, 2.78)).status).toBe(200);
  expect((await admin(summarisePayment, { body: { orderIds: [orderId] } })).reply).toMatchObject({
    total: 8.35,
    charges: [{ amount: 0.84 }],
  });
  expect((await admin(completeAndPayOrders, { body: { orderIds: [orderId], total: 8.35 } })).status).toBe(200);

  // a take-away has its box, paid at once or not; an old till that knows no charges may send, not cash up
  const sale = { cart: [{ id: menu.soup, quantity: 1 }], deliveryType: 'takeaway' as const };
  const asked = await admin(quoteCart, { body: sale });
  expect(asked.reply).toMatchObject({ charges: [{ title: 'Box', amount: 1, tax: 0 }], total: 5.95 });
  const claimed = { ...sale, netTotal: 4.5, taxTotal: 0.45, total: 4.95 };
  expect((await admin(createOrder, { body: claimed })).status).toBe(200);
  expect((await only()).total).toBe(5.95);
  expect((await admin(createOrderAndInvoice, { body: { ...claimed, paymentTypeId: cash } })).reply).toMatchObject({
    code: 'price_changed',
    total: 5.95,
  });
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: { ...sale, paymentTypeId: cash, total: 5.95 } })).reply;
  const invoice = await admin(getInvoice, { params: { id: String(invoiceId) } });
  expect(invoice.reply).toMatchObject({ total: 5.95, charges: 1, charged: [{ title: 'Box', amount: 1 }], summary: { total: 5.95 } });

  const report = (await admin(getReportDetails, today)).reply;
  expect(report).toMatchObject({ charges: 2.12 });
  expect(report.byTax).toMatchObject([{ title: 'VAT', sales: 14.62, tax: 1.46 }]);
  // everything comes back, the box too
  const refund = { params: { id: String(invoiceId) }, body: { paymentTypeId: cash } };
  const { reply: back } = await admin(refundInvoice, refund);
  expect(await admin(getInvoice, { params: { id: String(back.invoiceId) } })).toMatchObject({
    reply: { total: -5.95, charged: [{ title: 'Box', amount: -1, tax: 0 }], summary: { subtotal: -5.5, total: -5.95 } },
  });
  // money is less by the refund; what was charged stays charged, as pieces stay sold: rows of invoices, report and day say the same
  const after = (await admin(getReportDetails, today)).reply;
  expect(after).toMatchObject({ charges: 2.12, byTax: [{ title: 'VAT', sales: 10.12, tax: 1.01 }] });
  const rows = invoiceRows((await admin(listInvoices, today)).reply);
  const sum = (of: 'charges' | 'sub_total' | 'tax_total' | 'total') => Math.round(rows.reduce((all, row) => all + row[of], 0) * 100) / 100;
  expect(rows.find(({ invoice_id }) => invoice_id === back.invoiceId)).toMatchObject({ kind: 'refund', charges: 0, total: -5.95 });
  expect((await admin(getReport, today)).reply).toMatchObject({
    revenueTotal: sum('total'),
    netRevenue: sum('sub_total'),
    taxTotal: sum('tax_total'),
    charges: sum('charges'),
  });
  const day = (await admin(getDay, { query: {} })).reply;
  expect(day).toMatchObject({ charges: sum('charges'), net: sum('sub_total'), total: sum('total'), refunds: 5.95 });
  expect(Math.round(day.payments.reduce((all, { expected }) => all + expected, 0) * 100) / 100).toBe(sum('total'));
  expect((await admin(listCharges, {})).reply).toMatchObject([{ title: 'Service', value: 12.5, minCovers: 6 }, { title: 'Box' }]);
  const named = { params: { id: String(chargeId) } };
  expect((await admin(updateCharge, { ...named, body: { title: 'Box' } })).status).toBe(409);
  expect((await admin(updateCharge, { ...named, body: { title: 'Service', value: '101' } })).status).toBe(400);
  await admin(updateCharge, { ...named, body: { title: 'Service', value: '10', taxId: null, isActive: false } });
  await admin(deleteCharge, { params: { id: String(boxId) } });
  const left = {
    id: chargeId,
    title: 'Service',
    kind: 'percent',
    value: 10,
    taxId: null,
    deliveryTypes: [],
    minCovers: 6,
    isActive: false,
  };
  expect((await admin(listCharges, {})).reply).toEqual([left]);
});

test('an order may claim what a quote has told for the guests of the open bill', async () => {
  const shop = await openCosts();
  const { admin, menu, only, sell } = shop;
  await addService(shop, { taxId: null });
  await sell([{ id: menu.bread, quantity: 1 }], { covers: 6 });
  const sale = { cart: [{ id: menu.bread, quantity: 50 }], deliveryType: 'dinein' as const, tableId: menu.t1 };
  const { subTotal, taxTotal, total } = (await admin(quoteCart, { body: sale })).reply;
  expect(total).toBe(112.5);
  const claimed = { ...sale, netTotal: subTotal, taxTotal, total };
  expect((await admin(createOrder, { body: { ...claimed, total: 110 } })).status).toBe(409);
  expect((await admin(createOrder, { body: { ...claimed, tableId: menu.t2 } })).status).toBe(409);
  expect((await admin(createOrder, { body: claimed })).status).toBe(200);
  // 102.00 and 12.75
  expect(await only()).toMatchObject({ total: 114.75 });
});
