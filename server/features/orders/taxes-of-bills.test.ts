import { expect, test } from 'vitest';
import { payCheck } from '#contract/checks.ts';
import { getInvoice, refundInvoice } from '#contract/invoices.ts';
import { initPos } from '#contract/pos.ts';
import { quoteCart } from '#contract/quotes.ts';
import { addTax, listTaxes, updateTax } from '#contract/taxes.ts';
import { addMenuItem } from '#contract/menu-items.ts';
import { openCosts } from '#server/testing/costs.ts';

test('a tax is told in its parts, changes on its day, and is another one for what is taken away', async () => {
  const shop = await openCosts();
  const { admin, menu, only, sell, cash } = shop;
  const parts = [
    { title: 'CGST', rate: 2.5 },
    { title: 'SGST', rate: 2.5 },
  ];
  const gst = { title: 'GST', rate: 5, type: 'exclusive' as const };
  expect((await admin(addTax, { body: { ...gst, parts: [parts[0]!] } })).reply).toMatchObject({
    message: 'The parts of a tax must add up to its rate!',
  });
  const { taxId } = (await admin(addTax, { body: { ...gst, parts } })).reply;
  // an old client that changes the rate is told, too
  const rename = (rate: number) => admin(updateTax, { params: { id: String(taxId) }, body: { ...gst, rate } });
  expect([(await rename(6)).status, (await rename(5)).status]).toEqual([400, 200]);
  const item = { title: 'Rice', price: 1.3, netPrice: null, taxId, taxIdTakeaway: menu.vat };
  const { menuItemId: rice } = (await admin(addMenuItem, { body: item })).reply;
  const asked = { cart: [{ id: rice, quantity: 1 }] };
  expect((await admin(quoteCart, { body: { ...asked, deliveryType: 'takeaway' } })).reply).toMatchObject({ total: 1.43 });
  await sell([{ id: rice, quantity: 1 }]);
  // 0.07 of tax: the earlier part has the odd unit
  const share = {
    title: 'GST',
    rate: 5,
    net: 1.3,
    tax: 0.07,
    parts: [
      { ...parts[0], tax: 0.04 },
      { ...parts[1], tax: 0.03 },
    ],
  };
  expect((await only()).taxes).toMatchObject([share]);
  // from today on it is 10 %: what was ordered before keeps its rate
  const day = new Date().toISOString().slice(0, 10);
  const schedule = [
    { from: day, rate: 10 },
    { from: '2999-01-01', rate: 20 },
  ];
  await admin(updateTax, { params: { id: String(taxId) }, body: { ...gst, schedule } });
  expect((await admin(listTaxes, {})).reply.find(({ id }) => id === taxId)).toMatchObject({
    rate: 5,
    parts,
    inForce: 10,
    schedule: [{ from: day, parts: [] }, {}],
  });
  const shown = (await admin(initPos, {})).reply.menuItems.find(({ id }) => id === rice);
  expect(shown).toMatchObject({ tax_id: taxId, tax_rate: 10, taxIdTakeaway: menu.vat, takeaway_tax: { title: 'VAT', rate: 10 } });
  await sell([{ id: rice, quantity: 1 }]);
  expect((await only()).taxes).toMatchObject([share, { title: 'GST', rate: 10, net: 1.3, tax: 0.13, parts: [] }]);
  const { check_id: id, due } = await only();
  const { invoiceId } = (
    await admin(payCheck, { params: { id: String(id) }, body: { due, payments: [{ paymentTypeId: cash, amount: due }] } })
  ).reply;
  const invoice = await admin(getInvoice, { params: { id: String(invoiceId) } });
  expect(invoice.reply.taxes).toMatchObject([share, { rate: 10 }]);
  const { invoiceId: refundId } = (await admin(refundInvoice, { params: { id: String(invoiceId) }, body: { paymentTypeId: cash } })).reply;
  const refund = await admin(getInvoice, { params: { id: String(refundId) } });
  expect(refund.reply.taxes).toMatchObject([{ net: -1.3, tax: -0.07, parts: [{ tax: -0.04 }, { tax: -0.03 }] }, { tax: -0.13 }]);
});
