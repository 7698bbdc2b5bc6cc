import { expect, test } from 'vitest';
import type { Closing } from '#contract/day.ts';
import { closingOf } from './closing.rules.ts';
import type { PaperSettings } from './documents.rules.ts';

const closing: Closing = {
  closing_no: 3,
  business_date: '2026-03-10',
  from_invoice: 1,
  to_invoice: 9,
  orders: 8,
  covers: 12,
  gross: 100,
  discounts: [{ reason: null, count: 1, amount: 10 }],
  charges: 0,
  refunds: 11,
  net: 80,
  taxes: [{ title: 'VAT', rate: 10, type: 'exclusive', net: 80, tax: 8, parts: [] }],
  total: 88,
  rounding: 0,
  tips: 0,
  payments: [],
  drawers: [],
  voids: [{ reason: null, made: true, count: 2, amount: 9 }],
  late: { count: 0, total: 0, invoices: [] },
  currency: 'EUR',
  note: null,
  grand_total: 300,
  previous_hash: null,
  hash: 'abc',
};
const settings = { store: { timezone: 'Asia/Kathmandu' }, print: { show_store_details: 0, header: null } } as unknown as PaperSettings;

test('from the net to the total of a closing’s paper nothing is taken off that the net is already less of', () => {
  const rows = closingOf(closing, { at: '2026-03-11T00:15:00.000Z', by: 'Ana' }, settings).flatMap((block) =>
    block.kind === 'row' ? [[block.left, block.right]] : [],
  );
  const from = rows.findIndex(([left]) => left === 'Net');
  expect(rows.slice(from - 3, from + 3)).toEqual([
    ['Discount without a reason (1)', '-€10.00'],
    ['Charges', '€0.00'],
    ['Refunds, tax included', '-€11.00'],
    ['Net', '€80.00'],
    ['VAT 10% of €80.00', '€8.00'],
    ['Total', '€88.00'],
  ]);
  expect(rows).toContainEqual(['Void without a reason, made (2)', '€9.00']);
});

test('a closing’s paper says when it was made, by the clock of the store, and by whom', () => {
  const told = (by: string | null) =>
    closingOf(closing, { at: '2026-03-10T22:20:00.000Z', by }, settings).flatMap((block) => (block.kind === 'text' ? [block.text] : []));
  expect(told('Ana')).toEqual(['Closing 3', '2026-03-10', 'Closed: 11 Mar 2026, 04:05', 'By: Ana', 'abc']);
  expect(told(null)).not.toContainEqual(expect.stringMatching(/^By/));
});
