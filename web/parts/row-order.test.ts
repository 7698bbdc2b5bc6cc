import { expect, test } from 'vitest';
import { moveRow } from './row-order.ts';

const row = (id: number, category_id: number | null) => ({ id, title: `Row ${id}`, category_id });
const rows = [row(1, 7), row(2, 7), row(3, 7), row(4, 8), row(5, null)];
const move = (id: number, place: number) => moveRow(rows, id, place, ({ category_id }) => category_id);

test.each([
  [1, 1, '2,1,3,4,5'],
  [1, 2, '2,3,1,4,5'],
  [1, 99, '2,3,1,4,5'],
  [3, 0, '3,1,2,4,5'],
  [3, -1, '3,1,2,4,5'],
  [2, 1, '1,2,3,4,5'],
  [4, 3, '1,2,3,4,5'],
  [5, 0, '1,2,3,4,5'],
])('row %i goes to place %i of its group', (id, place, expected) => {
  const ids = move(id, place).map((moved) => moved.id);
  expect(ids.join()).toBe(expected);
});

test('a move to where the row stands is none', () => {
  expect(move(1, 0)).toBe(rows);
  expect(move(99, 0)).toBe(rows);
});
