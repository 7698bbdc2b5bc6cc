import type { Currency } from '#contract/currencies.ts';
import type { MenuColumn } from '#contract/menu-files.ts';
import { readPrice } from './prices.rules.ts';

export interface Fault {
  line: number;
  /** what is wrong, from its column on: price "12,5o" is not a number. */
  says: string;
  /** of the dish, where its line can be read so far */
  title?: string;
  /** where one cell is wrong, and what stands in it */
  column?: MenuColumn;
  value?: string;
}

const MOST_OF_CELL = 200; // characters
const SHOWN_OF_CELL = 60;

/** The beginning of a cell that may be as long as a file. */
export const clipped = (cell: string): string => cell.slice(0, MOST_OF_CELL).toWellFormed();

/** A cell as a sentence quotes it. */
export const quoted = (cell: string): string => {
  const text = cell.replaceAll(/\s+/g, ' ').trim();
  return `"${text.length > SHOWN_OF_CELL ? `${text.slice(0, SHOWN_OF_CELL).toWellFormed()}…` : text}"`;
};

/** For a person, who looks for it in a spreadsheet. */
export const sentenceOf = ({ line, title, says }: Fault): string => `Row ${line}${title ? `, ${quoted(title)}` : ''}: ${says}`;

/** 1.250 where a comma stands before the cents, and 1,250 where a point does: who writes this mostly means a thousand. */
export const mayBeThousands = (text: string, { decimals }: Currency, hasDecimalComma: boolean): boolean =>
  decimals < 3 && (hasDecimalComma ? /^[1-9]\d{0,2}\.\d{3}$/ : /^[1-9]\d{0,2},\d{3}$/).test(text);
export const whyUnclear = (text: string): string =>
  `can be read as ${text.replace(/[.,]/, '')} or as ${Number(text.replace(',', '.'))}. Please write one of them`;

/** Why a cell is no price, in words that follow it. */
export const whyNoPrice = (text: string, { decimals, code }: Currency): string => {
  if (/^\d+,\d+$/.test(text)) return `is not a number. Please write ${text.replace(',', '.')}`;
  if (!/^[-+]?\d+(\.\d+)?$/.test(text)) return 'is not a number';
  if (text.startsWith('-')) return 'is below 0';
  if (/\.\d*[1-9]/.test(text) && readPrice(text.replace(/\..*/, ''), { decimals } as Currency) !== undefined)
    return decimals === 0 ? `has decimals, and ${code} has none` : `has more than ${decimals} decimals`;
  return 'is not a valid price';
};
