import { stringify } from 'csv-stringify/sync';
import { cellText } from '#contract/csv-cells.ts';

/** A sum below zero is no formula: as a text it would be left out of what a spreadsheet adds up. */
const isNegative = (cell: string): boolean => /^-\d+(\.\d+)?$/.test(cell);

/**
 * Rows as lines of a CSV file, the first ones with the header and the byte order mark, which tells Excel that the text is UTF-8.
 * A cell that a spreadsheet would compute begins with an apostrophe.
 */
export const writeCsv = <C extends string>(
  columns: readonly C[],
  rows: readonly Record<C, string | number | null>[],
  isFirst: boolean,
): string =>
  stringify(
    rows.map((row) => columns.map((column) => (typeof row[column] === 'string' ? cellText(row[column]) : row[column]))),
    { header: isFirst, columns: [...columns], bom: isFirst, cast: { string: (value) => ({ value, escape_formulas: !isNegative(value) }) } },
  );
