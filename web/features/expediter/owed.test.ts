import { expect, test } from 'vitest';
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
