import { addReason, deleteReason, listReasons, updateReason } from '#contract/reasons.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { assertNotDouble } from '#server/platform/database/duplicates.queries.ts';
import { assertRowsWithin } from '#server/platform/database/row-limits.queries.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import {
  assertVoidReasonLeft,
  findReasons,
  getReasonToChange,
  insertReason,
  markReasonArchived,
  updateReasonRow,
} from './reasons.queries.ts';

const entity = 'reasons';
const DOUBLE = 'There is already a reason with this title!';

export const reasonsRoutes = [
  handle(listReasons, (_, { db }) => findReasons(db)),

  handle(addReason, async ({ body }, context) => {
    const { id } = await insertReason(context.db, body);
    await assertRowsWithin(context.db, 'reasons');
    await assertNotDouble(context.db, entity, id, DOUBLE);
    await insertAudit(context, { action: 'add', entity, entityId: id, after: body });
    return { message: 'Reason added.', id, reasonId: id };
  }),

  handle(updateReason, async ({ params: { id }, body }, context) => {
    const { id: _, ...before } = await getReasonToChange(context.db, id);
    const after = await mergedOfRow(context, { given: body, present: before }, entity, id);
    await updateReasonRow(context.db, id, after);
    if (before.kind === 'void' && after.kind !== 'void') await assertVoidReasonLeft(context.db);
    if (after.title !== before.title || after.kind !== before.kind) await assertNotDouble(context.db, entity, id, DOUBLE);
    await insertAudit(context, { action: 'update', entity, entityId: id, before, after });
    return { message: 'Reason updated.' };
  }),

  handle(deleteReason, async ({ params: { id } }, context) => {
    const { db, now } = context;
    const before = await getReasonToChange(db, id);
    await markReasonArchived(db, id, now);
    if (before.kind === 'void') await assertVoidReasonLeft(db);
    await insertAudit(context, { action: 'delete', entity, entityId: id, before });
    return { message: 'Reason deleted.' };
  }),
];
