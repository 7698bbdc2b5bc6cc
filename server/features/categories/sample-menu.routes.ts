import { AppError } from '#contract/errors.ts';
import { addSampleMenu, removeSampleMenu } from '#contract/categories.ts';
import { insertItems, insertOptions } from '#server/features/menu-items/menu-import.queries.ts';
import { findItemOrderToChange, lockMenuCurrency, markItemArchived } from '#server/features/menu-items/menu-items.queries.ts';
import { optionTables } from '#server/features/menu-items/options.queries.ts';
import { findMenu } from '#server/features/menu-items/menu.queries.ts';
import { insertAudit, insertAudits } from '#server/platform/security/audit.queries.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { insertCategory, lockCategories, markCategoryArchived } from './categories.queries.ts';
import { findOrderedItems, insertSampleMenu, takeSampleMenu, updateSampleMenu } from './sample-menu.queries.ts';
import { facesOf, sampleMenu, samplePrice, untouched } from './sample-menu.rules.ts';
import { idsOf } from '#server/platform/database/batches.ts';

export const sampleMenuRoutes = [
  handle(addSampleMenu, async (_, context) => {
    const { db, now } = context;
    const { decimals } = await lockMenuCurrency(db);
    if (!(await insertSampleMenu(db, decimals, now))) throw new AppError('conflict', 'The sample menu was already added!');
    const known = new Map((await lockCategories(db)).map(({ id, title }) => [title, id]));
    if ((await findItemOrderToChange(db)).length > 0) throw new AppError('conflict', 'The sample menu is for a menu that is still empty!');

    const categoryIds: number[] = [];
    for (const { category, dishes } of sampleMenu) {
      const own = known.get(category);
      const categoryId = own ?? (await insertCategory(db, category)).id;
      if (own === undefined) categoryIds.push(categoryId);
      const price = (option: { price: number }) => samplePrice(option.price, decimals);
      const rows = dishes.map((dish) => ({
        title: dish.title,
        price: price(dish),
        net_price: null,
        category_id: categoryId,
        tax_id: null,
      }));
      const ids = await insertItems(db, rows);
      for (const [column, table] of optionTables) {
        const options = dishes.flatMap((dish, index) =>
          (dish[column] ?? []).map((option) => ({ item_id: ids[index]!, title: option.title, price: price(option) })),
        );
        if (options.length > 0) await insertOptions(db, table, options);
      }
    }
    const items = (await findMenu(db)).map(facesOf);
    await updateSampleMenu(db, items, categoryIds);
    await insertAudit(context, { action: 'add sample', entity: 'menu_items', after: { items, categoryIds } });
    await insertEvent(db, now, 'menu_update', {});
    return { message: 'The sample menu is in.' };
  }),

  handle(removeSampleMenu, async (_, context) => {
    const { db, now } = context;
    const { decimals } = await lockMenuCurrency(db);
    const sample = await takeSampleMenu(db);
    if (!sample) throw new AppError('conflict', 'There is no sample menu!');
    const categories = await lockCategories(db);
    await findItemOrderToChange(db);
    const same = untouched(sample.items, await findMenu(db), sample.decimals, decimals);
    const ordered = new Set(await findOrderedItems(db, idsOf(same)));
    const leaving = same.filter(({ id }) => !ordered.has(id));
    for (const { id } of leaving) await markItemArchived(db, id, now);
    await insertAudits(
      context,
      leaving.map((item) => ({ action: 'delete', entity: 'menu_items', entityId: item.id, before: facesOf(item) })),
    );
    // what somebody named again, or put something into, is theirs
    const used = new Set((await findMenu(db)).map(({ category_id: id }) => id));
    const titles = new Set(sampleMenu.map(({ category }) => category));
    const empty = categories.filter(({ id, title }) => sample.categoryIds.includes(id) && titles.has(title) && !used.has(id));
    for (const { id, title } of empty) {
      await markCategoryArchived(db, id, now);
      await insertAudit(context, { action: 'delete', entity: 'categories', entityId: id, before: { title } });
    }
    await insertEvent(db, now, 'menu_update', {});
    const kept = sample.items.length - leaving.length;
    return {
      message: kept > 0 ? 'The sample menu is out, but for what you sold or changed.' : 'The sample menu is out.',
      removed: leaving.length,
    };
  }),
];
