import { addCharge, type ChargeKind, deleteCharge, listCharges, updateCharge } from '#contract/charges.ts';
import type { Currency } from '#contract/currencies.ts';
import { errorAt } from '#contract/errors.ts';
import type { deliveryTypes } from '#contract/pos.ts';
import { toDecimal, toMinor, toPercent, toRate, toText } from '#contract/pricing.ts';
import { getMenuCurrency, lockCategoryAndTax, lockMenuCurrency } from '#server/features/menu-items/menu-items.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { assertNotDouble } from '#server/platform/database/duplicates.queries.ts';
import { assertRowsWithin } from '#server/platform/database/row-limits.queries.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { type ChargeRow, findCharges, getChargeToChange, insertCharge, markChargeArchived, updateChargeRow } from './charges.queries.ts';

const entity = 'charges';
const DOUBLE = 'There is already a charge with this title!';

/** A trillion minor units: a bill with every charge that a store may have can still be added up. */
const AMOUNT_MAX = 1_000_000_000_000n;

const wrong = (message: string) => errorAt('invalid_input', 'value', message);

/** What is stored of the value of a form. */
const readValue = (kind: ChargeKind, value: string, { decimals }: Currency): number => {
  if (kind === 'percent') {
    const rate = toRate(value);
    if (rate === undefined || rate % 100 !== 0) throw wrong('Please provide a percent of 0 to 100 with at most 2 decimals!');
    return rate;
  }
  const minor = toMinor(value, decimals);
  if (minor === undefined) throw wrong(`A sum has at most ${decimals} decimals!`);
  if (minor > AMOUNT_MAX) throw wrong(`A charge is at most ${toText(AMOUNT_MAX, decimals)}!`);
  return Number(minor);
};

const shownValue = ({ kind, value }: Pick<ChargeRow, 'kind' | 'value'>, { decimals }: Currency): number =>
  kind === 'percent' ? toPercent(value) : toDecimal(BigInt(value), decimals);

const valuesOf = (charge: ChargeRow, currency: Currency) => ({
  title: charge.title,
  kind: charge.kind as ChargeKind,
  value: String(shownValue(charge, currency)),
  taxId: charge.tax_id,
  deliveryTypes: charge.delivery_types as (typeof deliveryTypes)[number][],
  minCovers: charge.min_covers,
  isActive: charge.is_active,
});

const toRow = ({ title, kind, value, taxId, deliveryTypes, minCovers, isActive }: ReturnType<typeof valuesOf>, currency: Currency) => ({
  title,
  kind,
  value: readValue(kind, value, currency),
  tax_id: taxId,
  delivery_types: [...new Set(deliveryTypes)],
  min_covers: minCovers,
  is_active: isActive,
});

/** Tills price with them. */
const announceCharges = ({ db, now }: Pick<Context, 'db' | 'now'>) => insertEvent(db, now, 'menu_update', {});

export const chargesRoutes = [
  handle(listCharges, async (_, { db }) => {
    const currency = await getMenuCurrency(db);
    return (await findCharges(db)).map((charge) => ({
      id: charge.id,
      ...valuesOf(charge, currency),
      value: shownValue(charge, currency),
    }));
  }),

  handle(addCharge, async ({ body }, context) => {
    const { db } = context;
    const currency = await lockMenuCurrency(db);
    await lockCategoryAndTax(db, null, body.taxId);
    const { taxId = null, deliveryTypes = [], minCovers = 0, isActive = true } = body;
    const charge = toRow({ ...body, taxId, deliveryTypes, minCovers, isActive }, currency);
    const { id } = await insertCharge(db, charge);
    await assertRowsWithin(db, 'charges');
    await assertNotDouble(db, entity, id, DOUBLE);
    await insertAudit(context, { action: 'add', entity, entityId: id, after: charge });
    await announceCharges(context);
    return { message: 'Charge added.', id, chargeId: id };
  }),

  handle(updateCharge, async ({ params: { id }, body }, context) => {
    const { db } = context;
    const currency = await lockMenuCurrency(db);
    const before = await getChargeToChange(db, id);
    const present = valuesOf(before, currency);
    const merged = await mergedOfRow(context, { given: body, present, sums: ['value'] }, entity, id);
    if (merged.taxId !== before.tax_id) await lockCategoryAndTax(db, null, merged.taxId);
    const after = toRow(merged, currency);
    await updateChargeRow(db, id, after);
    if (after.title !== before.title) await assertNotDouble(db, entity, id, DOUBLE);
    await insertAudit(context, { action: 'update', entity, entityId: id, before, after });
    await announceCharges(context);
    return { message: 'Charge updated.' };
  }),

  handle(deleteCharge, async ({ params: { id } }, context) => {
    const { db, now } = context;
    const before = await getChargeToChange(db, id);
    await markChargeArchived(db, id, now);
    await insertAudit(context, { action: 'delete', entity, entityId: id, before });
    await announceCharges(context);
    return { message: 'Charge deleted.' };
  }),
];
