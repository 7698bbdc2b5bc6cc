import type { Reply } from '#contract/endpoint.ts';
import { initInvoices, type Invoice, type OpenedInvoice } from '#contract/invoices.ts';
import { answers } from '#web/platform/testing.tsx';
import { printSettings, storeSettings } from '#web/platform/testing-store.ts';

export const invoice = (id: number, extra: Partial<Invoice> = {}): Invoice => ({
  invoice_id: id,
  created_at: '2026-11-21T18:30:00.000Z',
  sub_total: 20,
  tax_total: 2.6,
  total: 22.6,
  currency: 'EUR',
  table_id: 5,
  table_title: 'Table 5',
  floor: 'Terrace',
  delivery_type: 'dinein',
  customer_type: 'CUSTOMER',
  customer_id: '555',
  name: 'Maria',
  email: null,
  payment_type: 'Card',
  kind: 'sale',
  refund_of: null,
  refunded: 0,
  payments: [{ payment_type_id: 2, payment_type: 'Card', kind: 'card', amount: 22.6, tip: 0, tendered: null, change: 0, reference: 'S 7' }],
  discount: 0,
  charges: 0,
  rounding: 0,
  orders: [{ order_id: 70, payment_status: 'paid', token_no: 7 }],
  ...extra,
});

export const settings = answers(
  initInvoices,
  (): Reply<typeof initInvoices> => ({
    printSettings: { ...printSettings, page_format: '57' },
    storeSettings: { ...storeSettings, timezone: 'Asia/Kolkata' },
    paymentTypes: [{ id: 1, title: 'Cash', is_active: true, kind: 'cash', gives_change: true, takes_tip: false, needs_reference: false }],
    filters: {
      paymentTypes: [
        { id: 1, title: 'Cash' },
        { id: 2, title: 'Voucher of old' },
      ],
      members: [{ username: 'ada@example.com', name: 'Ada' }],
    },
  }),
);

export const opened = (id: number, extra: Partial<Invoice> = {}): OpenedInvoice => ({
  ...invoice(id, extra),
  invoice: invoice(id, extra),
  summary: { subtotal: 1, taxTotal: 1, total: 2, orders: [] },
  taxes: [{ title: 'VAT', rate: 13, type: 'exclusive' as const, net: 20, tax: 2.6, parts: [] }],
  items: [],
  charged: [],
  hash: null,
  previous_hash: null,
  hashed: null,
  buyer: null,
  refunds: [],
  history: [{ at: '2026-11-21T18:30:00.000Z', what: 'paid' as const, token_no: null, member: 'Ada' }],
});

export const clerk = { role: 'user' as const, scopes: ['INVOICES'] as const };
