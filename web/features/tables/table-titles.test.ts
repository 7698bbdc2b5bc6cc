import { expect, test } from 'vitest';
import { qrFileName, seriesOf, type StoreTable, takenOf } from './table-titles.ts';

const table = (id: number, title: string): StoreTable => ({
  id,
  table_title: title,
  floor: '-',
  seating_capacity: 2,
  encrypted_id: `e${id}`,
});

test('each table has a file of its own, also where its letters are of another script', () => {
  const tables = [table(1, 'Terrace 1'), table(2, 'Стол 1'), table(3, 'Стул 1')];
  expect(tables.map((one) => qrFileName(one, tables))).toEqual(['terrace_1-qr.png', '_____1_2-qr.png', '_____1_3-qr.png']);
});

test('several tables are numbered on from the first, and one that a floor has is found', () => {
  expect(seriesOf('T1', 3)).toEqual(['T1', 'T2', 'T3']);
  expect(seriesOf(' Table 9 ', 2)).toEqual(['Table 9', 'Table 10']);
  expect(seriesOf('B08', 3)).toEqual(['B08', 'B09', 'B10']);
  expect(seriesOf('Terrace', 2)).toEqual(['Terrace 1', 'Terrace 2']);
  expect(seriesOf('7', 2)).toEqual(['7', '8']);
  expect(seriesOf(' Window ', 1)).toEqual([' Window ']);
  const tables = [table(1, 'T2')];
  expect([takenOf(['T1', 't2 '], '-', tables), takenOf(['T2'], 'Ground', tables)]).toEqual(['t2 ', undefined]);
});
