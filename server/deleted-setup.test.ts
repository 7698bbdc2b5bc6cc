import { expect, test } from 'vitest';
import { deleteCategory } from '#contract/categories.ts';
import { getCustomer } from '#contract/customer-history.ts';
import { addCustomer } from '#contract/customers.ts';
import { getDashboard, getTrend } from '#contract/dashboard.ts';
import { getInvoiceFile, invoiceRows, listInvoices, searchInvoices, summariseInvoice } from '#contract/invoices.ts';
import { getKitchenBoard } from '#contract/kitchen.ts';
import { deleteAddon, deleteMenuItem, deleteVariant, listMenuItems } from '#contract/menu-items.ts';
import { listOrders, summarisePayment } from '#contract/orders.ts';
import { addPaymentType, deletePaymentType } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice, initPos } from '#contract/pos.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { deleteTable } from '#contract/tables.ts';
import { deleteTax } from '#contract/taxes.ts';
import { openApp, openRestaurant } from './testing/restaurant.ts';
import { withMenu } from './testing/menu.ts';

test('orders, invoices and reports stay as they were when all that they used is deleted', async () => {
  const now = new Date('2026-03-04T12:00:00Z');
  const app = await openApp({ clock: () => now });
  const { admin, menu, cookies } = await withMenu(await openRestaurant({ app, now }));
  const card = (await admin(addPaymentType, { body: { title: 'Card' } })).reply.id;
  await admin(addCustomer, { body: { phone: '+15550100', name: 'Ada' } });
  const ada = { customerType: 'CUSTOMER' as const, customerId: '+15550100' };
  const cart = [
    { id: menu.soup, quantity: 2 },
    { id: menu.wine, quantity: 1, variant_id: menu.large, addons_ids: [menu.ice] },
    { id: menu.bread, quantity: 3 },
  ];
  const paid = await admin(createOrderAndInvoice, { body: { cart, ...ada, tableId: menu.t1, paymentTypeId: card } });
  const open = await admin(createOrder, { body: { cart, ...ada, tableId: menu.t2 } });
  expect([paid.status, open.status]).toEqual([200, 200]);

  const today = { query: { type: 'custom' as const, from: '2026-03-04', to: '2026-03-04' } };
  const read = async () => ({
    invoices: invoiceRows((await admin(listInvoices, today)).reply),
    found: (await admin(searchInvoices, { query: { q: 'Ada' } })).reply,
    file: (await app.inject({ url: `/api/v1${getInvoiceFile.path}`, cookies, query: today.query })).body,
    receipt: (await admin(summariseInvoice, { body: { orderIds: [paid.reply.orderId] } })).reply,
    orders: (await admin(listOrders, { query: {} })).reply,
    bill: (await admin(summarisePayment, { body: { orderIds: [open.reply.orderId] } })).reply,
    kitchen: (await admin(getKitchenBoard, { query: {} })).reply,
    report: (await admin(getReport, today)).reply,
    details: (await admin(getReportDetails, today)).reply,
    dashboard: (await admin(getDashboard, {})).reply,
    trend: (await admin(getTrend, {})).reply,
    customer: (await admin(getCustomer, { params: { id: '+15550100' } })).reply,
  });
  const before = await read();
  expect(before.invoices).toMatchObject([{ table_title: 'T1', floor: 'Ground', payment_type: 'Card', total: 25.4 }]);
  expect(before.orders.map(({ table_title }) => table_title)).toEqual(['T1', 'T2']);
  expect(before.report).toMatchObject({ ordersCount: 2, revenueTotal: 25.4 });
  expect(before.details.byCategory).toMatchObject([{ title: 'All' }]);
  expect(before.details.byTax).toHaveLength(2);

  const deleted = [
    await admin(deleteVariant, { params: { itemId: String(menu.wine), variantId: String(menu.large) } }),
    await admin(deleteAddon, { params: { itemId: String(menu.wine), addonId: String(menu.ice) } }),
    await admin(deletePaymentType, { params: { id: String(card) } }),
    await admin(deleteCategory, { params: { id: String(menu.category) } }),
  ];
  for (const id of [menu.vat, menu.duty]) deleted.push(await admin(deleteTax, { params: { id: String(id) } }));
  // the other table's bill is open still, and keeps it
  expect((await admin(deleteTable, { params: { id: String(menu.t2) } })).status).toBe(409);
  deleted.push(await admin(deleteTable, { params: { id: String(menu.t1) } }));
  for (const id of [menu.soup, menu.wine, menu.bread]) deleted.push(await admin(deleteMenuItem, { params: { id: String(id) } }));

  expect(deleted.map(({ status }) => status)).toEqual(deleted.map(() => 200));
  expect((await admin(listMenuItems, {})).reply).toEqual([]);
  expect((await admin(initPos, {})).reply).toMatchObject({ menuItems: [], categories: [], storeTables: [{ table_title: 'T2' }] });
  expect(await read()).toEqual(before);
});
