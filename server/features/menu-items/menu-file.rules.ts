import { stringify } from 'csv-stringify/sync';
import { type Allergen, allergens, type Diet, diets } from '#contract/allergens.ts';
import type { Currency } from '#contract/currencies.ts';
import { text as textOf, title as titleOf } from '#contract/fields.ts';
import { type MenuColumn, menuColumns } from '#contract/menu-files.ts';
import { DESCRIPTION_MAX } from '#contract/menu-items.ts';
import { toPercent, toText } from '#contract/pricing.ts';
import { tenantLimits } from '#contract/tenant-limits.ts';
import { clipped, type Fault, mayBeThousands, quoted, whyNoPrice, whyUnclear } from './menu-faults.rules.ts';
import { MAX_FAULTS, readHeader, readRecords } from './menu-records.rules.ts';
import type { MenuRow } from './menu.queries.ts';
import { readPrice, withoutCurrency } from './prices.rules.ts';

export interface FileOption {
  title: string;
  /** minor units */
  price: number;
}

/** A line of a menu file. Undefined: the file has no such column, so the value stays. */
export interface FileItem {
  line: number;
  title: string;
  price: number;
  category: string | null | undefined;
  net_price: number | null | undefined;
  /** by its label: titles need not be unique */
  tax: string | null | undefined;
  variants: FileOption[] | undefined;
  addons: FileOption[] | undefined;
  description: string | null | undefined;
  allergens: Allergen[] | undefined;
  diets: Diet[] | undefined;
}

export interface NamedTax {
  id: number;
  title: string;
  /** 1/10,000 of a percent */
  rate: number;
  type: string;
}

const MAX_LINES = 50_000; // ten for each of as many items as there may be: a cell may hold line breaks
const MAX_OPTIONS = 50; // variants, or addons, of an item
const NAMED_TAXES = 10; // of a fault that lists them

/** Of all items of a file; a tenant that has more already may read its own file again. */
interface MostInFile {
  items: number;
  options: number;
}
const mostOfNew: MostInFile = { items: tenantLimits.menuItems.most, options: tenantLimits.menuOptions.most };

export const toUnixLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** What a file calls each tax: its title, with rate and type when another one is called so too. */
export const labelTaxes = (taxes: readonly NamedTax[]): Map<number, string> => {
  const sameTitle = Map.groupBy(taxes, ({ title }) => title);
  return new Map(
    taxes.map(({ id, title, rate, type }) => [id, sameTitle.get(title)!.length > 1 ? `${title} ${toPercent(rate)}% ${type}` : title]),
  );
};

// Spreadsheets run what looks like a formula. csv-stringify puts a ' before it; what carries one already, or begins with
// control characters, gets its own here, so that reading takes off exactly one (cases.md N19).
// oxlint-disable-next-line no-control-regex -- just those are what a spreadsheet skips before a formula
const GUARDED = /^['\u0000-\u0020]+[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
// oxlint-disable-next-line no-control-regex -- as above
const GUARD = /^'['\u0000-\u0020]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
const guard = (cell: string): string => (GUARDED.test(cell) ? `'${cell}` : cell);
const unguard = (cell: string): string => (GUARD.test(cell) ? cell.slice(1) : cell);

const escapeOption = (title: string): string => title.replace(/[\\|]/g, '\\$&');

/** Writes items of the menu as CSV: the first ones with the header, and with a BOM, by which spreadsheets know UTF-8. */
export const writeMenuFile = (
  menu: readonly MenuRow[],
  { decimals }: Currency,
  taxLabels: ReadonlyMap<number, string>,
  isFirst: boolean,
): string => {
  const price = (minor: number | null) => (minor === null ? '' : toText(BigInt(minor), decimals));
  const options = (of: readonly FileOption[]) => of.map((option) => `${escapeOption(option.title)}=${price(option.price)}`).join('|');
  const rows = menu.map(
    (item): Record<MenuColumn, string> => ({
      category: guard(item.category_title ?? ''),
      title: guard(item.title),
      price: price(item.price),
      net_price: price(item.net_price),
      tax: guard(item.tax_id === null ? '' : (taxLabels.get(item.tax_id) ?? '')),
      variants: guard(options(item.variants)),
      addons: guard(options(item.addons)),
      description: guard(toUnixLines(item.description ?? '')),
      allergens: item.allergens.join('; '),
      diets: item.diets.join('; '),
    }),
  );
  return stringify(rows, { header: isFirst, columns: [...menuColumns], bom: isFirst, escape_formulas: true, quoted_match: /[\r\n]/ });
};

// Once for all files: a schema is dear to build, and a file has thousands of cells that need one.
const titles = {
  item: titleOf('Please enter title!'),
  category: titleOf('Please provide Category Title!'),
  variant: titleOf('Please provide variant title!'),
  addon: titleOf('Please provide addon title!'),
};
const descriptions = textOf(DESCRIPTION_MAX);

const SEPARATOR = /(?<!\\)(?:\\\\)*\|/; // a | that no \ stands before, or an even number of them

const splitOptions = (cell: string): string[] => {
  const parts: string[] = [];
  let rest = cell;
  for (let found = SEPARATOR.exec(rest); found; found = SEPARATOR.exec(rest)) {
    const end = found.index + found[0].length;
    parts.push(rest.slice(0, end - 1));
    rest = rest.slice(end);
  }
  return [...parts, rest].map((part) => part.trim()).filter((part) => part !== '');
};

/** Reads one cell after the other and collects what is wrong with its line. */
const openLine = (line: number, dish: string | undefined, faults: Fault[], currency: Currency, hasDecimalComma: boolean) => {
  let told = 0;
  const fault = (says: string, cell?: { column: MenuColumn; value: string }): undefined => {
    if (told < MAX_FAULTS)
      faults.push({ line, ...(dish && { title: dish }), ...(cell && { column: cell.column, value: clipped(cell.value) }), says });
    told += 1;
    return undefined;
  };
  /** `of` says what of the cell it is, where the cell holds several things. */
  const title = (value: string, kind: keyof typeof titles, column: MenuColumn): string | undefined => {
    const result = titles[kind].safeParse(value);
    if (result.success) return result.data;
    const what = column === 'title' || column === 'category' ? column : `${column}: the title`;
    const isMissing = value.trim() === '';
    return fault(
      isMissing ? `${what} is missing.` : `${what} ${quoted(value)} is too long or no text. ${result.error.issues[0]!.message}`,
      {
        column,
        value,
      },
    );
  };
  const price = (cell: string, column: MenuColumn, of?: string): number | undefined => {
    const value = withoutCurrency(cell.trim(), currency);
    const isUnclear = mayBeThousands(value, currency, hasDecimalComma);
    const minor = readPrice(hasDecimalComma ? value.replace(/^(\d+),(\d+)$/, '$1.$2') : value, currency);
    if (minor !== undefined && !isUnclear) return minor;
    const what = of === undefined ? column : `${column}: the price`;
    const whose = of === undefined ? '' : ` of ${quoted(of)}`;
    return fault(
      value === ''
        ? `${what}${whose} is missing.`
        : `${what} ${quoted(value)}${whose} ${isUnclear ? whyUnclear(value) : whyNoPrice(value, currency)}.`,
      {
        column,
        value,
      },
    );
  };
  const options = (cell: string, column: 'variants' | 'addons'): FileOption[] =>
    (cell.split('|', 2 * MAX_OPTIONS).length > MAX_OPTIONS
      ? (fault(`${column}: an item has at most ${MAX_OPTIONS}.`, { column, value: cell }), [])
      : splitOptions(cell)
    ).flatMap((part) => {
      const sign = part.lastIndexOf('=');
      if (sign < 0) fault(`${column} ${quoted(part)} is not written as Small=4.50|Large=6.`, { column, value: part });
      if (sign < 0) return [];
      const written = part.slice(0, sign).replace(/\\([\\|])/g, '$1');
      const name = title(written, column === 'variants' ? 'variant' : 'addon', column);
      const cost = price(part.slice(sign + 1), column, written);
      return name === undefined || cost === undefined ? [] : [{ title: name, price: cost }];
    });
  const description = (value: string): string | undefined => {
    const { data, error } = descriptions.safeParse(value);
    return (
      data ?? fault(`description ${quoted(value)} is too long or no text. ${error?.issues[0]?.message}`, { column: 'description', value })
    );
  };
  const words = <W extends string>(cell: string, column: MenuColumn, known: readonly W[]): W[] => {
    const given = new Set<string>(
      cell
        .toLowerCase()
        .split(/[;,|]/)
        .map((word) => word.trim()),
    );
    const fitting = new Set<string>([...known, '']);
    for (const word of given)
      if (!fitting.has(word)) fault(`${column} ${quoted(word)} is not one of ${known.join(', ')}.`, { column, value: word });
    return known.filter((word) => given.has(word));
  };
  return { fault, title, price, options, description, words };
};

/** Reads a menu file, comma or semicolon, with or without BOM; every fault has the number of its line, from 1. */
export const readMenuFile = (
  csv: string,
  currency: Currency,
  taxLabels: ReadonlyMap<number, string>,
  most: MostInFile = mostOfNew,
): { items: FileItem[]; faults: Fault[] } => {
  const faults: Fault[] = [];
  const text = toUnixLines(csv.replace(/^\uFEFF/, ''));
  if (text.split('\n', MAX_LINES + 1).length > MAX_LINES)
    return { items: [], faults: [{ line: MAX_LINES, says: `A menu file has at most ${MAX_LINES} lines!` }] };
  const [first = ''] = text.split('\n', 1);
  const delimiter = first.split(';').length > first.split(',').length ? ';' : ',';
  const [header, ...records] = readRecords(text, delimiter, faults);
  const columns = readHeader(header?.record ?? [], faults);
  if (faults.some(({ line }) => line === 1)) return { items: [], faults };
  const rows = records.filter(({ record }) => record.some((cell) => cell.trim() !== ''));
  if (rows.length > most.items) return { items: [], faults: [{ line: rows[most.items]!.line, says: tenantLimits.menuItems.sentence }] };

  const labels = new Set(taxLabels.values());
  const taxes =
    labels.size === 0
      ? 'There are no taxes.'
      : `Taxes are ${[...labels].slice(0, NAMED_TAXES).join(', ')}${labels.size > NAMED_TAXES ? ', …' : '.'}`;
  let left = most.options;
  const items = rows.flatMap(({ line, record }): FileItem[] => {
    if (left < 0) return []; // told already
    const dish = (record[columns.indexOf('title')] ?? '').trim();
    const { fault, title, price, options, description, words } = openLine(line, unguard(dish), faults, currency, delimiter === ';');
    if (record.length > columns.length && record.slice(columns.length).some((cell) => cell.trim() !== ''))
      fault('There are more cells than columns!');
    const cell = (column: MenuColumn): string | undefined => {
      const index = columns.indexOf(column);
      return index < 0 ? undefined : unguard((record[index] ?? '').trim());
    };
    /** undefined: no such column; null: an empty cell */
    const optional = <T>(column: MenuColumn, read: (text: string) => T): T | null | undefined => {
      const text = cell(column);
      return text === undefined ? undefined : text === '' ? null : read(text);
    };
    const list = <T>(column: MenuColumn, read: (text: string) => T[]): T[] | undefined =>
      optional(column, read) ?? (columns.includes(column) ? [] : undefined);
    const before = faults.length;
    const item = {
      line,
      category: optional('category', (text) => title(text, 'category', 'category')),
      title: title(cell('title') ?? '', 'item', 'title') ?? '',
      price: price(cell('price') ?? '', 'price') ?? 0,
      net_price: optional('net_price', (text) => price(text, 'net_price')),
      tax: optional('tax', (text) =>
        labels.has(text) ? text : fault(`tax ${quoted(text)} does not exist. ${taxes}`, { column: 'tax', value: text }),
      ),
      variants: list('variants', (text) => options(text, 'variants')),
      addons: list('addons', (text) => options(text, 'addons')),
      description: optional('description', description),
      allergens: list('allergens', (text) => words(text, 'allergens', allergens)),
      diets: list('diets', (text) => words(text, 'diets', diets)),
    };
    left -= (item.variants?.length ?? 0) + (item.addons?.length ?? 0);
    if (left < 0) fault(tenantLimits.menuOptions.sentence);
    return faults.length === before ? [item] : [];
  });
  faults.sort((a, b) => a.line - b.line);
  return { items, faults };
};
