import type { Reply } from '#contract/endpoint.ts';
import type { listTables } from '#contract/tables.ts';

export type StoreTable = Reply<typeof listTables>[number];

/** The titles of several tables that are added together: from 'T4' on, three are T4, T5 and T6; of 'Terrace' Terrace 1 to 3. */
export const seriesOf = (first: string, count: number): string[] => {
  if (count === 1) return [first];
  const [, name = '', digits] = /^(.*?)(\d{1,9})?$/.exec(first.trim()) ?? [];
  const numbered = digits === undefined ? `${name} ` : name;
  return Array.from({ length: count }, (_, place) => numbered + String(Number(digits ?? 1) + place).padStart(digits?.length ?? 1, '0'));
};

/** The first of these titles that a floor has already; the server looks past case and blanks at the ends, too. */
export const takenOf = (titles: readonly string[], floor: string, tables: readonly StoreTable[]): string | undefined => {
  const keyOf = (text: string) => text.trim().toLowerCase();
  const known = new Set(tables.filter((table) => keyOf(table.floor) === keyOf(floor)).map(({ table_title: title }) => keyOf(title)));
  return titles.find((title) => known.has(keyOf(title)));
};

const plainName = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]/g, '_');

/** 'Window 1' gives window_1-qr.png (part-2 §9). Where titles of other scripts would give the same, each has its number, too. */
export const qrFileName = ({ id, table_title: title }: StoreTable, tables: readonly StoreTable[]): string => {
  const name = plainName(title);
  const isShared = tables.some((other) => other.id !== id && plainName(other.table_title) === name);
  return `${name}${isShared ? `_${id}` : ''}-qr.png`;
};
