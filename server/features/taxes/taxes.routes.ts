import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#contract/errors.ts';
import { type TaxPart, toPercent } from '#contract/pricing.ts';
import { addsUp, addTax, deleteTax, listTaxes, PARTS, repeatedIn, TWICE, updateTax } from '#contract/taxes.ts';
import { clearTaxOfItems, getMenuClock } from '#server/features/menu-items/menu-items.queries.ts';
import { findTaxRows } from '#server/features/tax-rates/tax-rates.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { assertNotDouble } from '#server/platform/database/duplicates.queries.ts';
import { assertRowsWithin } from '#server/platform/database/row-limits.queries.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { getTaxToChange, insertTax, markTaxArchived, updateTaxRow } from './taxes.queries.ts';
import { type TaxChange, taxOn, type TaxRow } from '#server/features/tax-rates/tax-rates.rules.ts';

/** A tax in the terms of its form. */
const valuesOf = ({ title, rate, type, parts, schedule }: TaxRow) => ({
  title,
  rate,
  type,
  parts: (parts ?? null) as TaxPart[] | null,
  schedule: (schedule ?? null) as TaxChange[] | null,
});

const shownParts = (parts: readonly TaxPart[] | null | undefined) =>
  (parts ?? []).map((part) => ({ title: part.title, rate: toPercent(part.rate) }));

const shownOf = ({ rate, parts, schedule }: Pick<ReturnType<typeof valuesOf>, 'rate' | 'parts' | 'schedule'>) => ({
  rate: toPercent(rate),
  parts: shownParts(parts),
  schedule: (schedule ?? []).map((change) => ({ from: change.from, rate: toPercent(change.rate), parts: shownParts(change.parts) })),
});

/** Refuses changes of which two are for one day; those that a release before has stored may stay as they are. */
const assertOnceADay = (before: ReturnType<typeof valuesOf>, after: ReturnType<typeof valuesOf>): void => {
  const repeated = repeatedIn(after.schedule);
  if (repeated.length === 0 || isDeepStrictEqual(shownOf(after).schedule, shownOf(before).schedule)) return;
  throw new AppError('invalid_input', TWICE, {
    errors: repeated.map((place) => ({ path: ['schedule', place, 'from'], message: TWICE })),
  });
};

const DOUBLE = 'There is already a tax with this title!';

export const taxesRoutes = [
  handle(listTaxes, async (_, { db, now }) => {
    const today = businessDateOf(now, await getMenuClock(db));
    return (await findTaxRows(db)).map((tax) => ({
      id: tax.id,
      title: tax.title,
      type: tax.type,
      inForce: toPercent(taxOn(tax, today).rate),
      ...shownOf(valuesOf(tax)),
    }));
  }),

  handle(addTax, async ({ body }, context) => {
    const { id } = await insertTax(context.db, { ...body, parts: body.parts ?? null, schedule: body.schedule ?? null });
    await assertRowsWithin(context.db, 'taxes');
    await assertNotDouble(context.db, 'taxes', id, DOUBLE);
    await insertAudit(context, { action: 'add', entity: 'taxes', entityId: id, after: body });
    return { message: 'Tax added.', id, taxId: id };
  }),

  handle(updateTax, async ({ params: { id }, body }, context) => {
    const before = await getTaxToChange(context.db, id);
    const present = valuesOf(before);
    const after = await mergedOfRow(context, { given: body, present, shown: shownOf(present) }, 'taxes', id);
    if (![after, ...(after.schedule ?? [])].every(addsUp)) throw new AppError('invalid_input', PARTS);
    assertOnceADay(present, after);
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
