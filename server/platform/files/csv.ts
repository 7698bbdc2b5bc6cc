import { stringify } from 'csv-stringify/sync';

/** A sum below zero is no formula: as a text it would be left out of what a spreadsheet adds up. */
const isNegative = (cell: string): boolean => /^-\d+(\.\d+)?$/.test(cell);

// Spreadsheets skip control characters and blanks before a formula; csv-stringify does not (cases.md N19).
// oxlint-disable-next-line no-control-regex -- just those are taken out
const plain = (cell: string): string => cell.replace(/[\u0000-\u001F\u007F]+/g, ' ').trim();

/**
 * Where commas divide decimals, a spreadsheet divides cells at semicolons: what comes behind one may begin a cell, too. Quotation marks are
 * doubled in the file, and such a pair at its beginning is nothing to it.
 */
const withinCell = (cell: string): string => cell.replace(/;(?=["\s]*[=+\-@＝＋－＠])/g, ";'");

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
    rows.map((row) => columns.map((column) => (typeof row[column] === 'string' ? withinCell(plain(row[column])) : row[column]))),
    { header: isFirst, columns: [...columns], bom: isFirst, cast: { string: (value) => ({ value, escape_formulas: !isNegative(value) }) } },
  );
