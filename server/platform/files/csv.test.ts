import { expect, test } from 'vitest';
import { writeCsv } from './csv.ts';

const cellOf = (name: string) => writeCsv(['name'], [{ name }], false).trimEnd();

test.each([
  ['=1+1', "'=1+1"],
  ['Café;=1+1', "Café;'=1+1"],
  ["Café; @cmd|'/c calc'!A0;x", "Café;' @cmd|'/c calc'!A0;x"],
  ['Café;＋1', "Café;'＋1"],
  ['Café;"=1+1;x', `"Café;'""=1+1;x"`],
  ['-12.50', '-12.50'],
  ['Café; bar; 2 = 2', 'Café; bar; 2 = 2'],
])('%s is no formula, whether a spreadsheet divides at commas or at semicolons', (name, cell) => {
  expect(cellOf(name)).toBe(cell);
});
