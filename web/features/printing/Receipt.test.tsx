import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PrintedReceipt } from '#web/platform/printouts.ts';
import { show } from '#web/platform/testing.tsx';
import { Receipt } from '#web/parts/Receipt.tsx';
import { PrintReceiptScreen } from './PrintReceiptScreen.tsx';
import { PrintTokenScreen } from './PrintTokenScreen.tsx';

const receipt: PrintedReceipt = {
  store: {
    store_name: 'Trattoria Comanda',
    address: '12 Harbour Street',
    phone: '555 000',
    email: 'ciao@trattoria.example',
    currency: 'EUR',
    timezone: 'Asia/Kolkata',
  },
  print: {
    page_format: '80',
    header: 'Welcome!',
    footer: 'Arrivederci',
    show_notes: 1,
    show_store_details: 1,
    show_customer_details: 1,
    print_token: 1,
  },
  date: '2026-11-21T18:45:00.000Z',
  businessDay: '2026-11-21',
  tokens: [7, 9],
  deliveryType: 'takeaway',
  customerType: 'CUSTOMER',
  customerName: 'Maria',
  tableTitle: null,
  lines: [
    { title: 'Pizza', variant: 'Large', addons: ['Basil', 'Ham'], notes: 'no salt', quantity: 2, price: 1500.5, total: 3001 },
    { title: 'Tea', variant: null, addons: [], notes: null, quantity: 1, price: 3, total: 3 },
  ],
  subTotal: 3004,
  taxTotal: 150.2,
  total: 3154.2,
  paymentType: 'Card',
};
const off = { ...receipt.print, show_notes: 0, show_store_details: 0, show_customer_details: 0, print_token: 0 } as const;
const text = (name = 'Receipt') => screen.getByRole('article', { name }).textContent ?? '';

test('says everything, in the time zone of the store, with the sums of the bill', () => {
  show(<Receipt receipt={receipt} />);

  for (const said of [
    'Trattoria Comanda',
    '12 Harbour Street',
    '555 000',
    'Welcome!',
    '7+9-20261121',
    '22 Nov 2026, 00:15',
    'Take Away',
    'Maria',
    'Pizza – Large',
    '+ Basil, Ham',
    'Notes: no salt',
    '2 × 1,500.50',
    '3,001.00',
    'Subtotal (excl. tax)€3,004.00',
    'Tax€150.20',
    'Total€3,154.20',
    'PaymentCard',
    'Arrivederci',
    'Token7 · 9',
  ])
    expect(text()).toContain(said);
  expect(text()).not.toContain('Copy');
});

test('a refund has no token, and that of a sum neither lines nor the number of an order', () => {
  const refund = { ...receipt, invoiceId: 1007, refundOf: 1005, subTotal: -3, taxTotal: -0.3, total: -3.3 };
  show(<Receipt receipt={refund} />);
  expect(text()).toContain('Refund of invoice 1005');
  expect(text()).not.toContain('Token');
  expect(text()).toContain('7+9-20261121');
  cleanup();
  show(<Receipt receipt={{ ...refund, tokens: [], lines: [] }} />);
  expect(text()).not.toContain('20261121');
  expect(screen.queryByRole('list')).toBe(null);
  expect(text()).toContain('Invoice1007');
});

test('without a business day it is numbered by the date in the time zone of the store', () => {
  const { businessDay: _, ...older } = receipt;
  show(<Receipt receipt={older} />);

  expect(text()).toContain('7+9-20261122');
});

test('the switches leave out what they name', () => {
  show(<Receipt receipt={{ ...receipt, print: { ...off, header: null, footer: null } }} />);

  for (const said of ['Trattoria', 'Harbour', 'Maria', 'no salt', 'Token', 'Welcome', 'Arrivederci']) expect(text()).not.toContain(said);
  expect(text()).toContain('Pizza');
});

test('says who sells by law, also without the details of the store', () => {
  const store = { ...receipt.store, legal_name: 'Comanda Foods <b>Ltd.</b>', tax_number: '29AAA', tax_number_label: 'GSTIN' };
  show(<Receipt receipt={{ ...receipt, store, print: off }} />);

  expect(text()).toContain('Comanda Foods <b>Ltd.</b>GSTIN: 29AAA');
  expect(text()).not.toContain('Harbour');
});

test('marks a second print, and a bill that is not paid', () => {
  show(<Receipt receipt={{ ...receipt, isCopy: true, paymentType: null }} />);

  for (const said of ['Copy', 'PaymentNot paid', 'Bill, not a receipt']) expect(text('Bill')).toContain(said);
});

test('a bill says that it is no receipt, which copy it is, its taxes and payments, and what is due', () => {
  const taxes = [
    { title: 'VAT', rate: 5, type: 'inclusive' as const, net: 2861, tax: 143 },
    { title: 'City', rate: 2, type: 'exclusive' as const, net: 3, tax: 0.06 },
  ];
  const payment = { payment_type: 'Cash', amount: 1000, tip: 5, tendered: 1010, change: 5, reference: 'slip 9' };
  show(
    <Receipt
      receipt={{
        ...receipt,
        subTotal: 2861,
        taxTotal: 143.06,
        total: 3004.06,
        taxes,
        payments: [payment],
        bill: { due: 2004.06, prints: 2 },
      }}
    />,
  );
  const bill = screen.getByRole('article', { name: 'Bill' }).textContent;
  for (const said of [
    'Bill, not a receipt',
    'Copy 2',
    // lines and sums add up: 3004 − 143 = 2861, + 143.06 = 3004.06
    'Items€3,004.00Tax in the prices-€143.00Subtotal (excl. tax)€2,861.00Tax€143.06Total€3,004.06',
    'VAT 5%€2,861.00€143.00',
    'Cash€1,000.00Tip€5.00Given€1,010.00Change€5.00slip 9',
    'Still due€2,004.06',
  ])
    expect(bill).toContain(said);
  expect(bill).not.toContain('Not paid');

  cleanup();
  show(
    <Receipt receipt={{ ...receipt, subTotal: 2871, taxTotal: 143, total: 3014, taxes, charges: [{ title: 'Service', amount: 10 }] }} />,
  );
  expect(text()).toContain(
    'Service€10.00Items and charges€3,014.00Tax in the prices-€143.00Subtotal (excl. tax)€2,871.00Tax€143.00Total€3,014.00',
  );
});

test('a slip has one share of the bill, and no lines', () => {
  const share = { number: 2, of: 4, amount: 788.55 };
  show(<Receipt receipt={{ ...receipt, share }} />);
  const unpaid = screen.getByRole('article', { name: 'Bill' }).textContent;
  expect(unpaid).toContain('Bill, not a receiptShare 2 of 4');
  expect(unpaid).toContain('Total of the bill€3,154.20Share 2 of 4€788.55');
  expect(unpaid).not.toMatch(/Pizza|Receipt/);
  cleanup();

  show(<Receipt receipt={{ ...receipt, share: { ...share, paymentId: 7 } }} />);
  expect(text()).toContain('Share 2 of 4');
  expect(text()).not.toContain('Bill, not a receipt');
});

test('takes the decimals of the currency', () => {
  show(
    <Receipt
      receipt={{ ...receipt, store: { ...receipt.store, currency: 'JPY' }, lines: [], subTotal: 3004, taxTotal: 150, total: 3154 }}
    />,
  );

  expect(text()).toContain('Total¥3,154');
  expect(text()).not.toContain('3,154.00');
});

test('what guests and owners write is text, never markup', () => {
  const hostile = '<img src=x onerror=alert(1)>';
  show(
    <Receipt
      receipt={{
        ...receipt,
        customerName: hostile,
        print: { ...receipt.print, header: hostile, footer: hostile },
        lines: [{ ...receipt.lines[0]!, title: hostile, notes: hostile }],
        taxes: [
          { title: `${hostile} tax`, rate: 5, type: 'exclusive', net: 20, tax: 1, parts: [{ title: `${hostile} part`, rate: 5, tax: 1 }] },
        ],
        charges: [{ title: `${hostile} charge`, amount: 1 }],
      }}
    />,
  );

  expect(document.querySelector('img')).toBeNull();
  for (const what of ['', ' tax', ' part', ' charge']) expect(text()).toContain(`${hostile}${what}`);
});

test('is as wide as the paper', () => {
  const { container, rerender } = show(<Receipt receipt={receipt} />);
  expect(container.querySelector('article')?.dataset['width']).toBe('80');

  rerender(<Receipt receipt={{ ...receipt, print: { ...off, page_format: '57' } }} />);
  expect(container.querySelector('article')?.dataset['width']).toBe('57');
});

test('a window without anything to print says so', () => {
  window.location.hash = '';
  show(
    <>
      <PrintReceiptScreen />
      <PrintTokenScreen />
    </>,
  );

  expect(screen.getByText(/There is no receipt to print here/)).toBeTruthy();
  expect(screen.getByText(/There is no token to print here/)).toBeTruthy();
});
