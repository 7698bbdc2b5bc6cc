import { expect, test } from 'vitest';
import type { Check } from '#contract/checks.ts';
import { printSettings, storeSettings } from '#web/platform/testing-store.ts';
import { billPaper, receiptPaper, sharePaper } from './bill-paper.ts';

const item = (id: number, title: string, isCounted: boolean) => ({
  id,
  item_title: title,
  quantity: 1,
  status: 'created',
  itemTotal: 2,
  is_paid: true,
  is_counted: isCounted,
});

const order = (id: number, ...items: object[]) => ({ id, token_no: id, date: '2026-11-23T10:00:00Z', status: 'completed', items });
const bill = {
  check_id: 5,
  status: 'closed',
  currency: 'USD',
  customer_id: null,
  delivery_type: 'dinein',
  subTotal: 2,
  taxTotal: 0,
  total: 2,
  charges: [],
  taxes: [],
  payments: [],
  invoices: [8, 7],
  buyer: { name: 'Acme', tax_number: 'DE 1', address: null },
  orders: [order(1, item(1, 'Soup', false)), order(2, item(2, 'Bread', true))],
} as unknown as Check;
const settings = { storeSettings, printSettings } as unknown as Parameters<typeof receiptPaper>[1];

test('the receipt of a closed bill has its own invoice, the buyer and the lines on that, not a round that was paid before', () => {
  const paper = receiptPaper(bill, settings, false);
  expect(paper.invoiceId).toBe(8);
  expect(paper.buyer).toEqual({ name: 'Acme', tax_number: 'DE 1', address: null });
  expect(paper.lines.map(({ title }) => title)).toEqual(['Bread']);
});

test('the receipt of a bill has the corrected means, and the time when it was paid', () => {
  const payment = (id: number, type: string, at: string, more: object) => ({ payment_id: id, payment_type: type, created_at: at, ...more });
  const payments = [
    payment(1, 'Cash', '2026-11-23T11:00:00Z', { state: 'reversed' }),
    payment(9, 'Visa', '2026-11-23T18:00:00Z', { state: 'captured', is_corrected: true }),
  ];
  const paper = receiptPaper({ ...bill, payments } as unknown as Check, settings, false);
  expect(paper.payments!.map(({ payment_type: type }) => type)).toEqual(['Visa']);
  expect(paper.date).toBe('2026-11-23T11:00:00Z');
});

test('a bill that is carried to a door says to which', () => {
  const [first, second] = bill.orders;
  const carried = { ...bill, delivery_type: 'delivery', orders: [first!, { ...second!, delivery_address: '5 Mill Lane' }] };
  expect(billPaper(carried as Check, settings, 1).deliveryAddress).toBe('5 Mill Lane');
});

test('a slip says of which bill, share and payment it is: the printer of the house asks the server for it', () => {
  const share = { number: 2, of: 4, amount: 0.5 };
  expect(sharePaper(bill, settings, share, 3)).toMatchObject({ checkId: 5, share: { ...share, paymentId: 3 } });
});

test('the receipt of a bill has the rounding of all of its invoices; what else its payments differ by from the total is none', () => {
  expect(receiptPaper({ ...bill, rounding: 0.05 }, settings, false).rounding).toBe(0.05);
  expect(receiptPaper({ ...bill, rounding: 0 }, settings, false).rounding).toBe(0);
});
