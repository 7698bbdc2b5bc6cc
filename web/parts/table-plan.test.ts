import { expect, test } from 'vitest';
import type { TablePlan } from '#contract/tables.ts';
import { extentOf, layOut, type PlanTable } from './table-plan.ts';
import { floorsOf } from './table-floors.ts';

const tables = (count: number, plans: Record<number, TablePlan> = {}): PlanTable[] =>
  Array.from({ length: count }, (_, place) => ({ id: place, table_title: `T${place}`, floor: '-', plan: plans[place] }));
const placesOf = (list: readonly PlanTable[]) => [...layOut(list).values()].map(({ x, y, width, height }) => [x, y, width, height]);

test('tables that nobody has placed stand in reading order, beside those that somebody has', () => {
  expect(placesOf(tables(8))).toEqual([
    [0, 0, 4, 3],
    [4, 0, 4, 3],
    [8, 0, 4, 3],
    [12, 0, 4, 3],
    [16, 0, 4, 3],
    [20, 0, 4, 3],
    [0, 3, 4, 3],
    [4, 3, 4, 3],
  ]);
  const plan: TablePlan = { x: 3, y: 1, width: 3, height: 3, shape: 'round' };
  const laidOut = layOut(tables(3, { 1: plan }));
  expect(laidOut.get(1)).toBe(plan);
  expect([laidOut.get(0)?.x, laidOut.get(2)?.x]).toEqual([8, 12]);
});

test.each([
  [30, [4, 3]],
  [40, [3, 3]],
  [64, [3, 2]],
  [96, [2, 2]],
  [500, [2, 2]],
])('%i tables of a floor have room, none upon another', (count, size) => {
  const places = placesOf(tables(count));
  expect(places[0]!.slice(2)).toEqual(size);
  expect(new Set(places.map(String)).size).toBe(count);
});

test('where all places are taken the others stand below', () => {
  const whole: TablePlan = { x: 0, y: 0, width: 24, height: 16, shape: 'long' };
  expect(placesOf(tables(2, { 0: whole }))[1]).toEqual([0, 16, 2, 2]);
});

test('a plan is as large as what stands on it', () => {
  const at = (x: number, y: number): TablePlan => ({ x, y, width: 3, height: 2, shape: 'square' });
  expect(extentOf([at(4, 2), at(10, 5)])).toEqual({ left: 4, top: 2, columns: 9, rows: 5 });
});

test('floors and their tables stand as people look for them, and what has no floor comes last', () => {
  const on = (table_title: string, floor: string) => ({ table_title, floor });
  expect(
    floorsOf([on('T10', 'B'), on('Bar', '-'), on('T2', 'B'), on('T1', 'A')]).map(({ name, tables: there }) => [
      name,
      ...there.map(({ table_title }) => table_title),
    ]),
  ).toEqual([
    ['A', 'T1'],
    ['B', 'T2', 'T10'],
    ['-', 'Bar'],
  ]);
});
