import { expect, test } from 'vitest';
import type { CheckRow } from '#contract/checks.ts';
import type { OrderGroup } from '#contract/orders.ts';
import type { Station } from '#contract/stations.ts';
import { owedOf } from './owed.ts';

const item = (id: number, status: string, station_id?: number) => ({ id, status, station_id, item_title: `Dish ${id}` });
const group = (table: number | null, date: string, ...items: object[]) =>
  ({
    table_id: table,
    table_title: table === null ? null : `T${table}`,
    orders: [{ id: 1, token_no: 7, date, items }],
  }) as unknown as OrderGroup;
const stations = [
  { id: 2, title: 'Grill' },
  { id: 3, title: 'Bar' },
] as Station[];

test('what each station owes to each bill, oldest bill first; delivered and cancelled is owed by nobody', () => {
  const bills = owedOf(
    [
      group(null, '2026-03-10T18:05:00Z', item(1, 'created')),
      group(4, '2026-03-10T18:00:00Z', item(2, 'completed', 2), item(3, 'preparing', 3), item(4, 'delivered', 3), item(5, 'cancelled', 2)),
      group(5, '2026-03-10T17:00:00Z', item(6, 'delivered', 2)),
    ],
    stations,
  );
  expect(
    bills.map(({ title, stations: owing }) => [title, owing.map((one) => [one.title, one.isReady, one.items.map(({ id }) => id)])]),
  ).toEqual([
    [
      'T4',
      [
        ['Bar', false, [3]],
        ['Grill', true, [2]],
      ],
    ],
    ['Token 7', [['Kitchen', false, [1]]]],
  ]);
});

const onBill = (id: number, check_id?: number) => ({ ...item(id, 'completed', 2), check_id });
const round = (table: number | null, token: number, check_id: number, ...items: object[]) =>
  ({
    table_id: table,
    table_title: table === null ? null : `T${table}`,
    orders: [{ id: token, token_no: token, date: `2026-03-10T18:00:0${token}Z`, check_id, items }],
  }) as unknown as OrderGroup;
const check = (check_id: number, bill_no: number | null, table_title: string | null, name: string | null = null) =>
  ({ check_id, bill_no, table_title, name }) as CheckRow;
const cards = (groups: OrderGroup[], checks: CheckRow[]) =>
  owedOf(groups, stations, checks).map(({ title, tokens, stations: owing }) => [
    title,
    tokens,
    owing.flatMap((one) => one.items.map(({ id }) => id)),
  ]);

test('the parts of a table that was split are cards of their own, and one touch delivers one of them', () => {
  const groups = [round(4, 1, 10, onBill(1), onBill(2, 11), onBill(3, 12))];
  expect(cards(groups, [check(10, 1, 'T4'), check(11, 2, 'T4'), check(12, 3, 'T4', 'Anna')])).toEqual([
    ['T4', [1], [1]],
    ['T4 · bill 2', [1], [2]],
    ['T4 · Anna', [1], [3]],
  ]);
  // a part that went to another table, and one that is paid
  expect(cards(groups, [check(10, 1, 'T4'), check(11, 1, 'T9')])).toEqual([
    ['T4 · token 1', [1], [1]],
    ['T9', [1], [2]],
    ['T4 · token 1', [1], [3]],
  ]);
});

test('the rounds of a bill are one card, also without a table', () => {
  const rounds = [round(null, 1, 10, onBill(1)), round(null, 2, 10, onBill(2)), round(null, 3, 20, onBill(3))];
  expect(cards(rounds, [check(10, null, null), check(20, null, null)])).toEqual([
    ['Token 1', [1, 2], [1, 2]],
    ['Token 3', [3], [3]],
  ]);
});
