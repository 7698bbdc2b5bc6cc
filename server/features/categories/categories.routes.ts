import { addCategory, deleteCategory, listCategories, saveCategoryOrder, updateCategory } from '#contract/categories.ts';
import { AppError } from '#contract/errors.ts';
import { clearCategoryOfItems, lockStation } from '#server/features/menu-items/menu-items.queries.ts';
import { putInOrder } from '#server/features/menu-items/order.rules.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { assertNotDouble } from '#server/platform/database/duplicates.queries.ts';
import { assertRowsWithin } from '#server/platform/database/row-limits.queries.ts';
import { isChangedHere, mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import {
  findCategories,
  findCategoryOrderToChange,
  getCategoryToChange,
  insertCategory,
  markCategoryArchived,
  updateCategoryPositions,
  updateCategoryRow,
} from './categories.queries.ts';
import { type ImportContext, menuImportRoutes } from './menu-import.routes.ts';
import { sampleMenuRoutes } from './sample-menu.routes.ts';

const DOUBLE = 'There is already a category with this title!';

export const categoriesRoutes = (parts: ImportContext) => [
  handle(listCategories, (_, { db }) => findCategories(db)),

  handle(addCategory, async ({ body }, context) => {
    await lockStation(context.db, body.stationId);
    const { id } = await insertCategory(context.db, body.title, body.stationId ?? null);
    await assertRowsWithin(context.db, 'categories');
    await assertNotDouble(context.db, 'categories', id, DOUBLE);
    await insertAudit(context, { action: 'add', entity: 'categories', entityId: id, after: body });
    return { message: 'Category added.', id, categoryId: id };
  }),

  handle(updateCategory, async ({ params: { id }, body }, context) => {
    const before = await getCategoryToChange(context.db, id);
    // what stays as it is may have been deleted meanwhile
    if (isChangedHere<typeof body>({ given: body }, 'stationId')) await lockStation(context.db, body.stationId);
    const present = { title: before.title, stationId: before.stationId };
    const after = await mergedOfRow(context, { given: body, present }, 'categories', id);
    await updateCategoryRow(context.db, id, after);
    if (after.title !== before.title) await assertNotDouble(context.db, 'categories', id, DOUBLE);
    await insertAudit(context, { action: 'update', entity: 'categories', entityId: id, before, after });
    return { message: 'Category updated.' };
  }),

  handle(deleteCategory, async ({ params: { id } }, context) => {
    const { db, now } = context;
    const before = await getCategoryToChange(db, id);
    const clearedItems = await clearCategoryOfItems(db, id);
    await markCategoryArchived(db, id, now);
    await insertAudit(context, { action: 'delete', entity: 'categories', entityId: id, before, after: { clearedItems } });
    return { message: 'Category deleted.' };
  }),

  handle(saveCategoryOrder, async ({ body: { ids } }, context) => {
    const order = putInOrder(await findCategoryOrderToChange(context.db), ids);
    if (!order) throw new AppError('not_found', 'This category does not exist!');
    await updateCategoryPositions(context.db, order);
    await insertAudit(context, { action: 'reorder', entity: 'categories', after: { ids } });
    return { message: 'Order saved.' };
  }),

  ...menuImportRoutes(parts),
  ...sampleMenuRoutes,
];
