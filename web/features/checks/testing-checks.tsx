import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { type Check, getCheck, listChecks } from '#contract/checks.ts';
import { initOrders } from '#contract/orders.ts';
import { type Answer, answers, show } from '#web/platform/testing.tsx';
import { printSettings, storeSettings, traits } from '#web/platform/testing-store.ts';
import { CheckScreen } from './CheckScreen.tsx';

export const HOSTILE = '<img src=x onerror=alert(1)>';
export const item = (id: number, title: string, changes: Partial<Check['orders'][0]['items'][0]> = {}) => ({
  id,
  order_id: 1,
  item_id: id,
  item_title: title,
  variant_id: null,
  variant_title: null,
  price: 10,
  quantity: 2,
  status: 'created' as const,
  date: '2026-11-23T10:00:00Z',
  addons: null,
  notes: null,
  variant_price: null,
  tax_id: null,
  tax_title: null,
  tax_rate: null,
  tax_type: null,
  itemTotal: 20,
  is_paid: false,
  is_counted: true,
  ...changes,
});
export const bill: Check = {
  check_id: 5,
  name: null,
  parts: [],
  bill_no: 1,
  table_id: 1,
  table_title: 'T1',
  floor: 'Hall',
  opened_at: '2026-11-23T10:00:00Z',
  covers: null,
  delivery_type: 'dinein',
  customer_id: null,
  customer_name: null,
  member_name: 'Ada',
  total: 61.56,
  paid: 0,
  due: 61.56,
  is_billed: false,
  status: 'open',
  currency: 'USD',
  orders: [
    {
      id: 1,
      token_no: 7,
      date: '2026-11-23T10:00:00Z',
      status: 'created',
      items: [item(1, 'Soup', { notes: HOSTILE }), item(2, 'Tea', { is_paid: true, is_counted: false })],
    },
  ],
  subTotal: 57,
  taxTotal: 4.56,
  taxes: [{ title: 'VAT', rate: 8, type: 'exclusive', net: 57, tax: 4.56, parts: [] }],
  due_cash: 61.56,
  adjustments: [],
  discount: 0,
  removed_charges: [],
  charges: [],
  payments: [],
  invoices: [],
  buyer: null,
  changes: [],
  merged_into: null,
  prints: 0,
};
export const rowOf = ({ orders, ...row }: Check) => ({ ...row, orders: orders.length });
export const done = { success: true as const, message: 'Done.' };
const settings = answers(initOrders, () => ({
  paymentTypes: [
    { id: 1, title: 'Cash', is_active: true, ...traits.cash },
    { id: 2, title: 'Card', is_active: true, ...traits.card, needs_reference: true },
  ],
  printSettings,
  storeSettings: { ...storeSettings, currency: 'USD' },
  storeTables: [
    { id: 1, table_title: 'T1', floor: 'Hall', seating_capacity: 4 },
    { id: 9, table_title: 'T9', floor: 'Hall', seating_capacity: 4 },
  ],
}));
/** The page of a bill, which the pretend server answers as `now` has it. */
export const open = async (now: { bill: Check }, ...server: Answer[]) => {
  const shown = show(
    <Routes>
      <Route path="/dashboard/checks/:id" element={<CheckScreen />} />
    </Routes>,
    {
      as: { role: 'user', scopes: ['POS', 'INVOICES'] },
      path: '/dashboard/checks/5',
      server: [...server, settings, answers(getCheck, () => now.bill), answers(listChecks, () => [rowOf(now.bill)])],
    },
  );
  await screen.findByRole('heading', { level: 1, name: 'T1' });
  return shown;
};
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
