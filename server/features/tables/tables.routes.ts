import { saveTablePlan } from '#contract/table-plans.ts';
import { addTable, deleteTable, listTables, resetTableLink, updateTable } from '#contract/tables.ts';
import { findLastEditor, insertAudit, insertAudits } from '#server/platform/security/audit.queries.ts';
import { assertNotDouble } from '#server/platform/database/duplicates.queries.ts';
import { assertRowsWithin } from '#server/platform/database/row-limits.queries.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { publicId } from '#server/platform/clock-and-random.ts';
import {
  assertNothingOwed,
  findBookedTables,
  getTableToChange,
  insertTable,
  lockTables,
  markTableArchived,
  updatePublicId,
  updateTablePlans,
  updateTableRow,
} from './tables.queries.ts';
import { comparePlans, movedMeanwhile } from './table-plan.rules.ts';
import { idsOf } from '#server/platform/database/batches.ts';

const entity = 'store_tables';
const DOUBLE = 'There is already a table with this title on this floor!';

export const tablesRoutes = [
  handle(listTables, (_, { db, now }) => findBookedTables(db, now)),

  handle(addTable, async ({ body }, context) => {
    const { id } = await insertTable(context.db, body, publicId(context.random));
    await assertRowsWithin(context.db, 'tables');
    await assertNotDouble(context.db, entity, id, DOUBLE);
    await insertAudit(context, { action: 'add', entity, entityId: id, after: body });
    return { message: 'Table added.', id, tableId: id };
  }),

  handle(updateTable, async ({ params: { id }, body }, context) => {
    const before = await getTableToChange(context.db, id);
    const present = { title: before.table_title, floor: before.floor, seatingCapacity: before.seating_capacity };
    const after = await mergedOfRow(context, { given: body, present }, entity, id);
    await updateTableRow(context.db, id, after);
    if (after.title !== before.table_title || after.floor !== before.floor) await assertNotDouble(context.db, entity, id, DOUBLE);
    await insertAudit(context, { action: 'update', entity, entityId: id, before, after });
    return { message: 'Table updated.' };
  }),

  handle(saveTablePlan, async ({ body: { tables: moves } }, context) => {
    const { db } = context;
    const present = await lockTables(db, idsOf(moves));
    const { changed, clashes } = comparePlans(present, moves);
    if (clashes.length > 0) throw movedMeanwhile(clashes, await findLastEditor(db, entity, clashes[0]!.id));
    if (changed.length > 0)
      await updateTablePlans(
        db,
        changed.map(({ move }) => move),
      );
    await insertAudits(
      context,
      changed.map(({ table, move: { id, plan } }) => {
        const { table_title, floor } = table;
        return {
          action: 'place',
          entity,
          entityId: id,
          before: { table_title, floor, plan: table.plan ?? null },
          after: { table_title, floor, plan },
        };
      }),
    );
    return { message: 'Plan saved.' };
  }),

  handle(resetTableLink, async ({ params: { id } }, context) => {
    const { db, random } = context;
    const before = await getTableToChange(db, id);
    const encrypted_id = publicId(random);
    await updatePublicId(db, id, encrypted_id);
    await insertAudit(context, { action: 'reset', entity, entityId: id, before, after: { ...before, encrypted_id } });
    return { message: 'The table has a new link.', encrypted_id };
  }),

  handle(deleteTable, async ({ params: { id } }, context) => {
    const { db, now } = context;
    const before = await getTableToChange(db, id);
    await markTableArchived(db, id, now);
    await assertNothingOwed(db, id);
    await insertAudit(context, { action: 'delete', entity, entityId: id, before });
    return { message: 'Table deleted.' };
  }),
];
