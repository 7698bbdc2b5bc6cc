import type { MenuColumn } from '#contract/menu-files.ts';
import { type TenantLimitName, tenantLimits } from '#contract/tenant-limits.ts';
import type { Fault } from './menu-faults.rules.ts';
import { type FileItem, type FileOption, toUnixLines } from './menu-file.rules.ts';
import type { MenuRow } from './menu.queries.ts';

interface OptionChanges {
  added: FileOption[];
  updated: { id: number; before: number; price: number }[];
  deleted: { id: number; title: string; price: number }[];
}

export interface ItemUpdate {
  line: number;
  before: MenuRow;
  after: Pick<MenuRow, 'price' | 'net_price' | 'tax_id' | 'description' | 'allergens' | 'diets'>;
  variants: OptionChanges;
  addons: OptionChanges;
  changes: MenuColumn[];
}

export interface ImportPlan {
  faults: Fault[];
  added: FileItem[];
  updated: ItemUpdate[];
  unchanged: number;
  newCategories: string[];
}

/** How many more there are afterwards. */
export const grownBy = ({ added, deleted }: OptionChanges): number => added.length - deleted.length;
/** How many rows it touches. */
export const changesOf = ({ added, updated, deleted }: OptionChanges): number => added.length + updated.length + deleted.length;

/** How many variants and addons an item of a file has. */
export const optionsOf = ({ variants, addons }: Pick<FileItem, 'variants' | 'addons'>): number =>
  (variants?.length ?? 0) + (addons?.length ?? 0);

/** Options are told apart by title; of several with one title each is met once. */
const compareOptions = (present: MenuRow['variants'], wanted: readonly FileOption[] | undefined): OptionChanges => {
  if (!wanted) return { added: [], updated: [], deleted: [] };
  const left = Map.groupBy(present, ({ title }) => title);
  const changes: OptionChanges = { added: [], updated: [], deleted: [] };
  for (const option of wanted) {
    const known = left.get(option.title)?.shift();
    if (!known) changes.added.push(option);
    else if (known.price !== option.price) changes.updated.push({ id: known.id, before: known.price, price: option.price });
  }
  changes.deleted = [...left.values()].flat().map(({ id, title, price }) => ({ id, title, price }));
  return changes;
};

/** What is left out is the same, and so are the line breaks of another system. */
const isSameText = (present: string | null, wanted: string | null | undefined): boolean =>
  wanted === undefined || toUnixLines(present ?? '') === (wanted ?? '');

const compareItem = (
  item: FileItem,
  before: MenuRow,
  taxLabels: ReadonlyMap<number, string>,
  taxIds: ReadonlyMap<string, number>,
): ItemUpdate => {
  const presentTax = before.tax_id === null ? null : taxLabels.get(before.tax_id);
  // by label: of two taxes with one label the item keeps its own
  const isSameTax = item.tax === undefined || item.tax === presentTax;
  const after = {
    price: item.price,
    net_price: item.net_price === undefined ? before.net_price : item.net_price,
    tax_id: isSameTax ? before.tax_id : item.tax === null ? null : taxIds.get(item.tax!)!,
    description: isSameText(before.description, item.description) ? before.description : item.description!,
    allergens: item.allergens ?? before.allergens,
    diets: item.diets ?? before.diets,
  };
  const variants = compareOptions(before.variants, item.variants);
  const addons = compareOptions(before.addons, item.addons);
  const changes: MenuColumn[] = [
    ...(after.price === before.price ? [] : (['price'] as const)),
    ...(after.net_price === before.net_price ? [] : (['net_price'] as const)),
    ...(isSameTax ? [] : (['tax'] as const)),
    ...(changesOf(variants) > 0 ? (['variants'] as const) : []),
    ...(changesOf(addons) > 0 ? (['addons'] as const) : []),
    ...(['description', 'allergens', 'diets'] as const).filter((column) => String(after[column] ?? '') !== String(before[column] ?? '')),
  ];
  return { line: item.line, before, after, variants, addons, changes };
};

export const taxIdsOf = (taxLabels: ReadonlyMap<number, string>): Map<string, number> => {
  const ids = new Map<string, number>();
  for (const [id, label] of taxLabels) if (!ids.has(label)) ids.set(label, id);
  return ids;
};

const countOptions = (menu: readonly Pick<MenuRow, 'variants' | 'addons'>[]): number =>
  menu.reduce((sum, { variants, addons }) => sum + variants.length + addons.length, 0);

/** What the limits say of an import: the line that goes beyond each. What a tenant has already it may change, however much it is. */
const findBeyond = (
  { added, updated, newCategories }: ImportPlan,
  present: { items: number; options: number; categories: number },
): Fault[] => {
  const beyond = (name: TenantLimitName, count: number, changes: { line: number; by: number }[]): Fault[] => {
    const most = Math.max(tenantLimits[name].most, count);
    if (changes.reduce((sum, { by }) => sum + by, count) <= most) return [];
    let now = count;
    const first = changes.toSorted((a, b) => a.line - b.line).find(({ by }) => (now += by) > most && by > 0);
    return first ? [{ line: first.line, says: tenantLimits[name].sentence }] : [];
  };
  const isNew = new Set(newCategories);
  return [
    ...beyond(
      'menuItems',
      present.items,
      added.map(({ line }) => ({ line, by: 1 })),
    ),
    ...beyond('menuOptions', present.options, [
      ...added.map((item) => ({ line: item.line, by: optionsOf(item) })),
      ...updated.map(({ line, variants, addons }) => ({ line, by: grownBy(variants) + grownBy(addons) })),
    ]),
    ...beyond(
      'categories',
      present.categories,
      // each new one in the first line that names it
      added.flatMap(({ line, category }) => (category != null && isNew.delete(category) ? [{ line, by: 1 }] : [])),
    ),
  ];
};

const limitSentences: ReadonlySet<string> = new Set(Object.values(tenantLimits).map(({ sentence }) => sentence));

/** Whether nothing is wrong but that the tenant has as much as it may. */
export const isOnlyTooLarge = (faults: readonly Fault[]): boolean => faults.every(({ says }) => limitSentences.has(says));

const PAUSE_AFTER = 100; // items

/**
 * What an import would do: items are matched by category and title, or by title alone in a file without categories; the rest is added.
 * It pauses now and then, for whoever else wants to be served.
 */
export const planImport = function* (
  items: readonly FileItem[],
  menu: readonly MenuRow[],
  categories: readonly { title: string }[],
  taxLabels: ReadonlyMap<number, string>,
): Generator<undefined, ImportPlan> {
  const byTitle = items.length > 0 && items[0]!.category === undefined;
  const keyOf = (title: string, category: string | null | undefined) =>
    JSON.stringify((byTitle ? [title] : [category ?? '', title]).map(toUnixLines));
  const taxIds = taxIdsOf(taxLabels);
  // as it is written, and then as the screens tell titles apart: of two that differ by capitals each is met by its own spelling
  const met = new Map<FileItem, MenuRow>();
  for (const spell of [(key: string) => key, (key: string) => key.toLowerCase()]) {
    const taken = new Set(met.values());
    const left = Map.groupBy(
      menu.filter((row) => !taken.has(row)),
      ({ title, category_title }) => spell(keyOf(title, category_title)),
    );
    for (const [index, item] of items.entries()) {
      if (index % PAUSE_AFTER === 0) yield;
      const row = met.has(item) ? undefined : left.get(spell(keyOf(item.title, item.category)))?.shift();
      if (row) met.set(item, row);
    }
  }
  const known = new Set(categories.map(({ title }) => title));
  const spellings = new Map(categories.toReversed().map(({ title }) => [title.toLowerCase(), title]));
  const present = (category: string) => {
    if (known.has(category)) return category;
    const spelling = spellings.get(category.toLowerCase()) ?? category;
    spellings.set(category.toLowerCase(), spelling);
    return spelling;
  };
  const lines = new Map<string, number>();
  const plan: ImportPlan = { faults: [], added: [], updated: [], unchanged: 0, newCategories: [] };
  for (const [index, item] of items.entries()) {
    if (index % PAUSE_AFTER === 0) yield;
    const key = keyOf(item.title, item.category).toLowerCase();
    const row = met.get(item);
    const earlier = lines.get(key);
    lines.set(key, earlier ?? item.line);
    if (row) {
      const update = compareItem(item, row, taxLabels, taxIds);
      if (update.changes.length > 0) plan.updated.push(update);
      else plan.unchanged += 1;
    } else if (earlier !== undefined)
      plan.faults.push({
        line: item.line,
        title: item.title,
        column: 'title',
        value: item.title,
        says: `this dish is already in row ${earlier}.`,
      });
    else plan.added.push(item.category == null ? item : { ...item, category: present(item.category) });
  }
  plan.newCategories = [...new Set(plan.added.flatMap(({ category }) => (category == null || known.has(category) ? [] : [category])))];
  plan.faults.push(...findBeyond(plan, { items: menu.length, options: countOptions(menu), categories: categories.length }));
  return plan;
};
