import { CsvError, parse } from 'csv-parse/sync';
import { type MenuColumn, menuColumns } from '#contract/menu-files.ts';
import type { Fault } from './menu-faults.rules.ts';

/** Of one line that are told. */
export const MAX_FAULTS = 10;

/** The columns in the order of the file; undefined where one has no name. */
export const readHeader = (cells: readonly string[], faults: Fault[]): (MenuColumn | undefined)[] => {
  const names = cells.map((cell) => cell.trim().toLowerCase().replaceAll(' ', '_'));
  const before = faults.length;
  for (const name of new Set(names)) {
    // a line of 5 MB has a million of them
    if (faults.length - before === MAX_FAULTS) break;
    if (name !== '' && !menuColumns.includes(name as MenuColumn))
      faults.push({ line: 1, says: `There is no column "${name}"! Columns are ${menuColumns.join(', ')}.` });
    else if (name !== '' && names.indexOf(name) !== names.lastIndexOf(name))
      faults.push({ line: 1, says: `The column "${name}" appears twice!` });
  }
  for (const name of ['title', 'price']) if (!names.includes(name)) faults.push({ line: 1, says: `The column "${name}" is missing!` });
  return names.map((name) => (name === '' ? undefined : (name as MenuColumn)));
};

const STEP = 64; // lines, at first; what a stray quotation mark makes unreadable is read again, and must not be the whole rest

const isOpenQuote = (error: unknown): boolean => error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED';

/** The records with the lines they begin in. A line with a stray quotation mark is a fault, and reading goes on behind it. */
export const readRecords = (text: string, delimiter: string, faults: Fault[]): { line: number; record: string[] }[] => {
  const lines = text.split('\n');
  const records: { line: number; record: string[] }[] = [];
  let read = 0;
  let step = STEP;
  while (read < lines.length) {
    const from = read;
    const end = Math.min(from + step, lines.length);
    try {
      parse(`${lines.slice(from, end).join('\n')}\n`, {
        delimiter,
        relax_column_count: true,
        on_record: (record: string[], info) => {
          records.push({ line: read + 1, record });
          read = from + info.lines;
          return null;
        },
      });
      read = end;
      step *= 2;
    } catch (error) {
      if (isOpenQuote(error) && end < lines.length) {
        step *= 2; // the rest of this record is still to come
        continue;
      }
      faults.push({ line: read + 1, says: 'The quotation marks do not match!' });
      read += 1;
      step = STEP;
    }
  }
  return records;
};
