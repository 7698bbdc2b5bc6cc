import { addPaymentType, deletePaymentType, listPaymentTypes, togglePaymentType, updatePaymentType } from '#contract/payment-types.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { assertNotDouble } from '#server/platform/database/duplicates.queries.ts';
import { assertRowsWithin } from '#server/platform/database/row-limits.queries.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import {
  findPaymentTypes,
  getPaymentTypeToChange,
  insertPaymentType,
  markPaymentTypeArchived,
  updatePaymentTypeRow,
} from './payment-types.queries.ts';

const entity = 'payment_types';
const DOUBLE = 'There is already a payment type with this title!';

export const paymentTypesRoutes = [
  handle(listPaymentTypes, (_, { db }) => findPaymentTypes(db)),

  handle(addPaymentType, async ({ body }, context) => {
    const { id } = await insertPaymentType(context.db, body);
    await assertRowsWithin(context.db, 'paymentTypes');
    await assertNotDouble(context.db, entity, id, DOUBLE);
    await insertAudit(context, { action: 'add', entity, entityId: id, after: body });
    return { message: 'Payment type added.', id, paymentTypeId: id };
  }),

  handle(updatePaymentType, async ({ params: { id }, body }, context) => {
    const before = await getPaymentTypeToChange(context.db, id);
    const present = {
      title: before.title,
      isActive: before.is_active,
      kind: before.kind,
      givesChange: before.gives_change,
      takesTip: before.takes_tip,
      needsReference: before.needs_reference,
    };
    const after = await mergedOfRow(context, { given: body, present }, entity, id);
    await updatePaymentTypeRow(context.db, id, after);
    if (after.title !== before.title) await assertNotDouble(context.db, entity, id, DOUBLE);
    await insertAudit(context, { action: 'update', entity, entityId: id, before, after });
    return { message: 'Payment type updated.' };
  }),

  handle(togglePaymentType, async ({ params: { id }, body }, context) => {
    const before = await getPaymentTypeToChange(context.db, id);
    await updatePaymentTypeRow(context.db, id, body);
    await insertAudit(context, { action: 'toggle', entity, entityId: id, before, after: body });
    return { message: body.isActive ? 'Payment type switched on.' : 'Payment type switched off.' };
  }),

  handle(deletePaymentType, async ({ params: { id } }, context) => {
    const { db, now } = context;
    const before = await getPaymentTypeToChange(db, id);
    await markPaymentTypeArchived(db, id, now);
    await insertAudit(context, { action: 'delete', entity, entityId: id, before });
    return { message: 'Payment type deleted.' };
  }),
];
