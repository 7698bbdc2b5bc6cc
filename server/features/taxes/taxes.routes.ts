import { toPercent } from '#contract/pricing.ts';
import { addTax, deleteTax, listTaxes, updateTax } from '#contract/taxes.ts';
import { clearTaxOfItems } from '#server/features/menu-items/menu-items.queries.ts';
import { insertAudit } from '#server/platform/audit.queries.ts';
import { assertNotDouble } from '#server/platform/duplicates.queries.ts';
import { mergedOfRow } from '#server/platform/edits.ts';
import { insertEvent } from '#server/platform/outbox.queries.ts';
import { handle } from '#server/platform/routes.ts';
import { findTaxes, getTaxToChange, insertTax, markTaxArchived, updateTaxRow } from './taxes.queries.ts';

const DOUBLE = 'There is a tax with this title already!';

export const taxesRoutes = [
  handle(listTaxes, async (_, { db }) => (await findTaxes(db)).map((tax) => ({ ...tax, rate: toPercent(tax.rate) }))),

  handle(addTax, async ({ body }, context) => {
    const { id } = await insertTax(context.db, body);
    await assertNotDouble(context.db, 'taxes', id, DOUBLE);
    await insertAudit(context, { action: 'add', entity: 'taxes', entityId: id, after: body });
    return { message: 'Tax added.', id, taxId: id };
  }),

  handle(updateTax, async ({ params: { id }, body }, context) => {
    const before = await getTaxToChange(context.db, id);
    const present = { title: before.title, rate: before.rate, type: before.type };
    const after = await mergedOfRow(context, { given: body, present, shown: { rate: toPercent(before.rate) } }, 'taxes', id);
    await updateTaxRow(context.db, id, after);
    if (after.title !== before.title) await assertNotDouble(context.db, 'taxes', id, DOUBLE);
    await insertAudit(context, { action: 'update', entity: 'taxes', entityId: id, before, after });
    await insertEvent(context.db, context.now, 'menu_update', {});
    return { message: 'Tax updated.' };
  }),

  handle(deleteTax, async ({ params: { id } }, context) => {
    const { db, now } = context;
    const before = await getTaxToChange(db, id);
    const clearedItems = await clearTaxOfItems(db, id);
    await markTaxArchived(db, id, now);
    await insertAudit(context, { action: 'delete', entity: 'taxes', entityId: id, before, after: { clearedItems } });
    await insertEvent(db, now, 'menu_update', {});
    return { message: 'Tax deleted.' };
  }),
];
