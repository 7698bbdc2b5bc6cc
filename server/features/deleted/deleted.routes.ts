import { DELETED_KEPT, type Restorable, restoreDeleted } from '#contract/deleted.ts';
import { AppError } from '#contract/errors.ts';
import { assertCategoriesWithin } from '#server/features/categories/categories.queries.ts';
import { assertMenuWithin } from '#server/features/menu-items/menu-import.queries.ts';
import { assertTablesWithin } from '#server/features/tables/tables.queries.ts';
import { insertAudit } from '#server/platform/audit.queries.ts';
import type { Db } from '#server/platform/database.ts';
import { assertNotDouble } from '#server/platform/duplicates.queries.ts';
import { insertEvent } from '#server/platform/outbox.queries.ts';
import { handle } from '#server/platform/routes.ts';
import { giveCategoryBack, giveTaxBack, restoreRow } from './deleted.queries.ts';

/** What was added meanwhile counts: what is taken back obeys the limits, and is not called like another. */
const assertMayReturn = async (db: Db, kind: Restorable, id: number, title: string): Promise<void> => {
  if (kind === 'categories') await assertCategoriesWithin(db);
  if (kind === 'store_tables') await assertTablesWithin(db);
  if (kind === 'menu_items') await assertMenuWithin(db, 'menuItems', 'menuOptions');
  if (kind === 'menu_item_variants' || kind === 'menu_item_addons') await assertMenuWithin(db, 'menuOptions');
  else await assertNotDouble(db, kind, id, `There is another "${title}" by now!`);
};

export const deletedRoutes = [
  handle(restoreDeleted, async ({ body: { kind, id } }, context) => {
    const { db, now } = context;
    const row = await restoreRow(db, kind, id, new Date(now.getTime() - DELETED_KEPT));
    if (!row) throw new AppError('not_found', 'This cannot be taken back any more!');
    // with its items first, and then compared: an item is called like another only within its category
    const items = kind === 'taxes' ? await giveTaxBack(db, id) : kind === 'categories' ? await giveCategoryBack(db, id) : 0;
    await assertMayReturn(db, kind, id, row.title);
    await insertAudit(context, { action: 'restore', entity: kind, entityId: id, after: { items } });
    await insertEvent(db, now, 'menu_update', {});
    const what = kind === 'taxes' ? 'its tax' : 'its category';
    const restored = `${row.title} is back`;
    return {
      message:
        items === 0
          ? `${restored}.`
          : `${restored}; ${items === 1 ? `1 item has ${what}` : `${items} items have ${what.replace('its', 'their')}`} again.`,
    };
  }),
];
