import { expect, test } from 'vitest';
import type { QrOrder } from '#contract/qr-orders.ts';
import { nameOf } from './qr-orders.ts';

const named = (order: Partial<QrOrder>): string =>
  nameOf({ id: 12, table_title: null, customer_name: null, customer_id: null, ...order } as QrOrder);

test('a QR order without a table is told apart by name, the end of the phone, and its number', () => {
  expect(named({ table_title: 'T1', customer_name: 'Maria', customer_id: '555-0199' })).toBe('T1 · Maria');
  expect(named({ customer_name: 'Maria', customer_id: '555-0199' })).toBe('Maria · …0199 · Order 12');
  expect(named({})).toBe('Guest · Order 12');
  const known = { customer_name: 'Martin Shaw', customer_id: '555-0199', guest_name: 'Zoë' };
  expect(named({ table_title: 'T1', ...known })).toBe('T1 · Zoë (Martin Shaw)');
  expect(named(known)).toBe('Zoë (Martin Shaw) · …0199 · Order 12');
});
