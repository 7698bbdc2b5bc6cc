import { AppError } from '#contract/errors.ts';
import { saveMenuFile } from '#contract/menu-items.ts';
import {
  labelTaxes,
  planImport,
  readMenuFile,
  taxIdsOf,
  type FileItem,
  type ItemUpdate,
} from '#server/features/menu-items/menu-file.rules.ts';
import {
  insertItems,
  insertOptions,
  lockTaxesOfMenu,
  markOptionsArchived,
  updateItems,
  updateOptionPrices,
} from '#server/features/menu-items/menu-import.queries.ts';
import { findItemOrderToChange, lockMenuCurrency } from '#server/features/menu-items/menu-items.queries.ts';
import { findMenu } from '#server/features/menu-items/menu.queries.ts';
import { insertAudit, insertAudits } from '#server/platform/audit.queries.ts';
import { handle, type Context } from '#server/platform/routes.ts';
import { insertCategory, lockCategories } from './categories.queries.ts';

// It stands with the categories because it writes both: they know the menu's items, and the items do not know them.

const addItems = async (
  context: Context,
  items: readonly FileItem[],
  categoryIds: ReadonlyMap<string, number>,
  taxIds: ReadonlyMap<string, number>,
) => {
  const { db } = context;
  const rows = items.map(({ title, price, net_price, category, tax }) => ({
    title,
    price,
    net_price: net_price ?? null,
    category_id: category == null ? null : categoryIds.get(category)!,
    tax_id: tax == null ? null : taxIds.get(tax)!,
  }));
  const ids = await insertItems(db, rows);
  for (const [table, column] of [
    ['menu_item_variants', 'variants'],
    ['menu_item_addons', 'addons'],
  ] as const) {
    const options = items.flatMap((item, index) => (item[column] ?? []).map((option) => ({ item_id: ids[index]!, ...option })));
    if (options.length > 0) await insertOptions(db, table, options);
  }
  await insertAudits(
    context,
    ids.map((id, index) => {
      const { variants, addons } = items[index]!;
      return { action: 'import', entity: 'menu_items', entityId: id, after: { ...rows[index], variants, addons } };
    }),
  );
};

const changeItems = async (context: Context, updates: readonly ItemUpdate[]) => {
  const { db, now } = context;
  await updateItems(
    db,
    updates.map(({ before, after }) => ({ id: before.id, ...after })),
  );
  for (const [table, column] of [
    ['menu_item_variants', 'variants'],
    ['menu_item_addons', 'addons'],
  ] as const) {
    const added = updates.flatMap((update) => update[column].added.map((option) => ({ item_id: update.before.id, ...option })));
    const updated = updates.flatMap((update) => update[column].updated.map(({ id, price }) => ({ id, price })));
    const deleted = updates.flatMap((update) => update[column].deleted.map(({ id }) => id));
    if (added.length > 0) await insertOptions(db, table, added);
    if (updated.length > 0) await updateOptionPrices(db, table, updated);
    if (deleted.length > 0) await markOptionsArchived(db, table, deleted, now);
  }
  await insertAudits(
    context,
    updates.map(({ before: { id, price, net_price, tax_id }, after, variants, addons }) => ({
      action: 'import',
      entity: 'menu_items',
      entityId: id,
      before: { price, net_price, tax_id },
      after: { ...after, variants, addons },
    })),
  );
};

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

export const menuImportRoutes = [
  handle(saveMenuFile, async ({ body: { csv, dryRun } }, context) => {
    const { db } = context;
    // in the order in which every change of the menu locks
    const currency = await lockMenuCurrency(db);
    const categories = await lockCategories(db);
    const taxLabels = labelTaxes(await lockTaxesOfMenu(db));
    await findItemOrderToChange(db);

    const read = readMenuFile(csv, currency, taxLabels);
    const plan = planImport(read.items, await findMenu(db), categories, taxLabels);
    const faults = [...read.faults, ...plan.faults].sort((a, b) => a.line - b.line);
    const [first] = faults;
    if (first && !dryRun) {
      const errors = faults.map(({ line, message }) => ({ path: ['csv', line], message }));
      throw new AppError('invalid_input', `Line ${first.line}: ${first.message}`, { errors });
    }

    if (!dryRun) {
      // of several categories with one title the first
      const categoryIds = new Map(categories.toReversed().map(({ id, title }) => [title, id]));
      for (const title of plan.newCategories) {
        const { id } = await insertCategory(db, title);
        categoryIds.set(title, id);
        await insertAudit(context, { action: 'add', entity: 'categories', entityId: id, after: { title } });
      }
      if (plan.added.length > 0) await addItems(context, plan.added, categoryIds, taxIdsOf(taxLabels));
      if (plan.updated.length > 0) await changeItems(context, plan.updated);
    }

    const done = plan.added.length + plan.updated.length > 0;
    return {
      message: dryRun
        ? first
          ? `${counted(faults.length, 'fault')} found.`
          : 'Nothing is wrong with this file.'
        : done
          ? `${counted(plan.added.length, 'item')} added, ${plan.updated.length} updated.`
          : 'The menu is like this file already.',
      faults,
      added: plan.added.map(({ line, title, category }) => ({ line, title, category: category ?? null })),
      updated: plan.updated.map(({ line, before, changes }) => ({ line, title: before.title, category: before.category_title, changes })),
      unchanged: plan.unchanged,
      newCategories: plan.newCategories,
    };
  }),
];
