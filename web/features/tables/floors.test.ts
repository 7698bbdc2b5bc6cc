import { expect, test } from 'vitest';
import { qrFileName, type StoreTable } from './floors.ts';

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
