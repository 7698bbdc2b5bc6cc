import { expect, test } from 'vitest';
import type { CheckRow } from '#contract/checks.ts';
import { findBills } from './BillList.tsx';

const bill = {
  check_id: 1,
  bill_no: 1,
  name: null,
  table_title: 'Terraße 7',
  floor: 'Überdachung',
  delivery_type: 'dinein',
  customer_name: 'Zoë',
  customer_id: '+49 30 1234-567',
  member_name: 'İnci',
} as unknown as CheckRow;

test.each(['terrasse', '7 uber', 'ZOE', '1234567', 'inci', ''])('%j finds a bill', (text) => {
  expect(findBills([bill], text)).toEqual([bill]);
});

test('what is called otherwise is not found', () => {
  expect(findBills([bill], 'garden')).toEqual([]);
});
