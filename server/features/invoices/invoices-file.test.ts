import { expect, test } from 'vitest';
import { addCharge } from '#contract/charges.ts';
import { payCheck } from '#contract/checks.ts';
import { addAdjustment } from '#contract/discounts.ts';
import { getInvoiceFile, refundInvoice } from '#contract/invoices.ts';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { at, openBills } from '#server/testing/bills.ts';
import { addCustomer, noteInvoices } from '#server/testing/invoices.ts';
import { withMenu } from '#server/testing/menu.ts';
import { database, openRestaurant } from '#server/testing/restaurant.ts';

test('the invoices of a period come as a file that no spreadsheet runs', async () => {
  const { app, admin, cookies, tenantId, menu } = await withMenu(await openRestaurant({ timezone: 'Asia/Kolkata' }));
  const evil = await addCustomer(tenantId, '-1-5550100', ' \t=HYPERLINK("http://x","y"), "Ada"');
  await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 2 }], tableId: menu.t1 } });
  await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }], ...evil } });
  const fetchFile = (query: object, by: Record<string, string> = cookies) =>
    app.inject({ method: 'GET', url: `/api/v1${getInvoiceFile.path}`, cookies: by, query: query as Record<string, string> });

  const { statusCode, headers, body } = await fetchFile({ type: 'today' });

  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toMatch(/^attachment; filename="invoices-(\d{4}-\d\d-\d\d)-\1\.csv"$/);
  const [header, first, second, end] = body.split('\n');
  expect(header).toBe(
    '\uFEFFInvoice,Business_Date,Time,Tokens,Table,Floor,Dining_Option,Customer,Phone,Payment_Type,Subtotal,Tax,Total,Currency,Refund_Of,Discount,Charges,Cash_Rounding,Tips',
  );
  expect(first).toMatch(
    /^1,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,1,T1,Ground,dinein,,,unspecified,9\.00,0\.90,9\.90,USD,,0\.00,0\.00,0\.00,0\.00$/,
  );
  expect(second).toContain(`,"'=HYPERLINK(""http://x"",""y""), ""Ada""",'-1-5550100,`);
  expect(end).toBe('');
  const ofSearch = await fetchFile({ type: 'yesterday', q: '2' });
  expect(ofSearch.headers['content-disposition']).toBe('attachment; filename="invoices-search.csv"');
  expect(ofSearch.body.split('\n').slice(1)).toEqual([second, '']);
  expect((await fetchFile({ type: 'yesterday' })).body.split('\n')).toHaveLength(2);
  expect((await fetchFile({ type: 'custom', from: 'never' })).statusCode).toBe(400);
  const { rows } = await database.query("select after from audit_log where tenant_id = $1 and action = 'export' order by id", [tenantId]);
  expect(rows.map(({ after }) => after.search)).toEqual([undefined, '2', undefined]);

  const theirs = await openRestaurant();
  expect((await fetchFile({ type: 'today' }, theirs.cookies)).body.split('\n')).toHaveLength(2);
  expect((await fetchFile({ type: 'today' }, {})).statusCode).toBe(401);
});

test('the file tells what adds up: what was taken off and charged, by how much cash was rounded, tips, and what a refund takes back', async () => {
  const restaurant = await openBills();
  const { app, admin, cookies, menu, sell, bill, cash, visa } = restaurant;
  await admin(saveStoreSetting, { body: { ...(await admin(getStoreSetting, {})).reply, cashRounding: 0.05 } });
  await admin(addCharge, { body: { title: 'Table', kind: 'amount', value: 2, taxId: null, deliveryTypes: ['dinein'], minCovers: 0 } });
  const id = await sell(menu.t1);
  await admin(addAdjustment, { ...at(id), body: { itemId: null, kind: 'percent', value: 33.33 } });
  await admin(payCheck, { ...at(id), body: { payments: [{ paymentTypeId: visa, amount: 5.02, tip: 1.5 }], due: (await bill(id)).due } });
  const { due } = await bill(id);
  const { invoiceId } = (await admin(payCheck, { ...at(id), body: { payments: [{ paymentTypeId: cash, amount: due }], due } })).reply;
  await admin(refundInvoice, { ...at(invoiceId!), body: { paymentTypeId: visa } });

  const { body } = await app.inject({ method: 'GET', url: `/api/v1${getInvoiceFile.path}?type=today`, cookies });
  const [header, sale, refund] = body.split('\n').map((line) =>
    line
      .replaceAll(/"[^"]*"/g, 'several')
      .split(',')
      .slice(10),
  );
  expect(header).toEqual(['Subtotal', 'Tax', 'Total', 'Currency', 'Refund_Of', 'Discount', 'Charges', 'Cash_Rounding', 'Tips']);
  // 18.00 less 6.00, 10 % tax on the soups, and 2.00 a table; of 10.18 left there are coins for 10.20
  expect(sale).toEqual(['14.00', '1.20', '15.20', 'USD', '', '6.00', '2.00', '0.02', '1.50']);
  expect(refund).toEqual(['-14.00', '-1.20', '-15.20', 'USD', '1', '0.00', '0.00', '-0.02', '0.00']);
});

test('a long file is read in pieces and has each invoice once', async () => {
  const { app, admin, cookies, tenantId, menu } = await withMenu(await openRestaurant());
  await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }] } });
  await database.query(
    `insert into invoices (tenant_id, id, business_date, business_hour, created_at, sub_total, tax_total, total, currency, delivery_type, customer_type)
     select tenant_id, n, business_date - (n % 3)::int, business_hour, created_at, sub_total, tax_total, total, currency, delivery_type, customer_type
     from invoices, generate_series(2, 2500) n where tenant_id = $1`,
    [tenantId],
  );
  await noteInvoices(tenantId, 2500);

  const { body } = await app.inject({ method: 'GET', url: `/api/v1${getInvoiceFile.path}?type=last_7days`, cookies });

  const numbers = body
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]));
  expect(numbers).toHaveLength(2500);
  expect(new Set(numbers).size).toBe(2500);
});
