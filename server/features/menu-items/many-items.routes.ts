import type { Currency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { type ItemInMany, updateMenuItems } from '#contract/menu-items.ts';
import { toText } from '#contract/pricing.ts';
import { findLastEditor, insertAudits } from '#server/platform/security/audit.queries.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findDouble } from '#server/platform/database/duplicates.queries.ts';
import { isChangedHere, mergeEdit } from '#server/platform/endpoints/edits.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { getItemsToChange, type ItemState, lockCategoriesAndTaxes, updateItemStates, type VariantState } from './many-items.queries.ts';
import { updateOptionPrices } from './menu-import.queries.ts';
import { getMenuClock, lockMenuCurrency } from './menu-items.queries.ts';
import { isSoldOut as isSoldOutOn } from './menu.rules.ts';
import { readPrice } from './prices.rules.ts';
import { idsOf } from '#server/platform/database/batches.ts';

interface Change<Row> {
  before: Row;
  after: Row;
}

/** A field that the form showed otherwise than it is stored now. */
interface Clash {
  entity: 'menu_items' | 'menu_item_variants';
  id: number;
  /** for a person: the price of "Soup" */
  name: string;
  field: string;
  value: unknown;
}

interface ManyPlan {
  items: Change<ItemState>[];
  variants: Change<VariantState>[];
  clashes: Clash[];
}

interface StoreContext {
  currency: Currency;
  /** the store's business date */
  today: string;
}

const words: Record<string, string> = { price: 'price', categoryId: 'category', taxId: 'tax', isSoldOut: 'mark of being sold out' };

const toMinorUnits = (text: string, name: string, currency: Currency): number => {
  const minor = readPrice(text, currency);
  if (minor === undefined) throw new AppError('invalid_input', `The price ${text} of ${name} is not valid!`);
  return minor;
};

/** What is to be written of many items, and what somebody else has changed since the form showed it. */
const planMany = (
  given: readonly ItemInMany[],
  items: readonly ItemState[],
  variants: readonly VariantState[],
  { currency, today }: StoreContext,
): ManyPlan => {
  const plan: ManyPlan = { items: [], variants: [], clashes: [] };
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const variantOf = new Map(variants.map((variant) => [variant.id, variant]));
  const textOf = (minor: number) => toText(BigInt(minor), currency.decimals);

  for (const { id, variants: givenVariants, ...fields } of given) {
    const before = itemOf.get(id)!;
    const name = `"${before.title}"`;
    const isSoldOut = isSoldOutOn(before, today);
    const present = { price: textOf(before.price), categoryId: before.category_id, taxId: before.tax_id, isSoldOut };
    const { values, clashes } = mergeEdit<typeof present>({ given: fields as Partial<typeof present>, present, sums: ['price'] });
    for (const field of clashes)
      plan.clashes.push({ entity: 'menu_items', id, name: `The ${words[field]} of ${name}`, field, value: present[field] });
    const after = {
      ...before,
      price: toMinorUnits(values.price, name, currency),
      category_id: values.categoryId,
      tax_id: values.taxId,
      sold_out_on: values.isSoldOut === isSoldOut ? before.sold_out_on : values.isSoldOut ? today : null,
    };
    if (JSON.stringify(after) !== JSON.stringify(before)) plan.items.push({ before, after });

    for (const { id: variantId, ...price } of givenVariants) {
      const variant = variantOf.get(variantId);
      if (variant?.item_id !== id) throw new AppError('not_found', 'This variant does not exist!');
      const its = `${name} (${variant.title})`;
      const stored = { price: textOf(variant.price) };
      const merged = mergeEdit<typeof stored>({ given: price as Partial<typeof stored>, present: stored, sums: ['price'] });
      if (merged.clashes.length > 0)
        plan.clashes.push({
          entity: 'menu_item_variants',
          id: variantId,
          name: `The price of ${its}`,
          field: 'price',
          value: stored.price,
        });
      const next = toMinorUnits(merged.values.price, its, currency);
      if (next !== variant.price) plan.variants.push({ before: variant, after: { ...variant, price: next } });
    }
  }
  return plan;
};

/** What the items are to have and had not: what stays may have been deleted meanwhile. */
const chosenIn = (items: readonly ItemInMany[], field: 'categoryId' | 'taxId'): number[] => {
  const ids = items.flatMap((given) => (isChangedHere({ given }, field) && given[field] != null ? [given[field]] : []));
  return [...new Set(ids)].sort((a, b) => a - b);
};

/** The preview that was agreed to is not the menu any more: nothing is written, and the screen shows it again. */
const assertAsShown = async (db: Db, { clashes }: ManyPlan): Promise<void> => {
  const [first] = clashes;
  if (!first) return;
  const by = await findLastEditor(db, first.entity, first.id);
  const others = clashes.length === 1 ? '' : `, and ${clashes.length - 1} more`;
  throw new AppError('changed_meanwhile', `${first.name} was changed meanwhile${others}. Nothing was changed: please look again!`, {
    body: { changed: clashes.map(({ id, field, value }) => ({ id, field, value, by })) },
  });
};

const auditPlan = (context: Context, { items, variants }: ManyPlan) =>
  insertAudits(context, [
    ...items.flatMap(({ before: { id, sold_out_on: wasSoldOut, ...before }, after: { id: _, sold_out_on: isSoldOut, ...after } }) => [
      ...(JSON.stringify(before) === JSON.stringify(after)
        ? []
        : [{ action: 'update', entity: 'menu_items', entityId: id, before, after }]),
      ...(wasSoldOut === isSoldOut
        ? []
        : [{ action: 'sold_out', entity: 'menu_items', entityId: id, before: { soldOutOn: wasSoldOut }, after: { soldOutOn: isSoldOut } }]),
    ]),
    ...variants.map(({ before, after: { title, price } }) => ({
      action: 'update',
      entity: 'menu_item_variants',
      entityId: before.id,
      before: { title: before.title, price: before.price },
      after: { title, price },
    })),
  ]);

export const manyItemsRoutes = [
  handle(updateMenuItems, async ({ body: { items: given } }, context) => {
    const { db, now } = context;
    const currency = await lockMenuCurrency(db);
    await lockCategoriesAndTaxes(db, chosenIn(given, 'categoryId'), chosenIn(given, 'taxId'));
    const present = await getItemsToChange(db, idsOf(given));
    const today = businessDateOf(now, await getMenuClock(db));
    const plan = planMany(given, present.items, present.variants, { currency, today });
    await assertAsShown(db, plan);

    if (plan.items.length > 0)
      await updateItemStates(
        db,
        plan.items.map(({ after }) => after),
      );
    if (plan.variants.length > 0)
      await updateOptionPrices(
        db,
        'menu_item_variants',
        plan.variants.map(({ after }) => after),
      );
    const moved = plan.items.flatMap(({ before, after }) => (before.category_id === after.category_id ? [] : [after.id]));
    const double = moved.length > 0 ? await findDouble(db, 'menu_items', moved) : undefined;
    if (double !== undefined) throw new AppError('conflict', `There is already an item called "${double}" in this category!`);
    await auditPlan(context, plan);

    const count = new Set([...plan.items.map(({ after }) => after.id), ...plan.variants.map(({ after }) => after.item_id)]).size;
    if (count > 0) await insertEvent(db, now, 'menu_update', {});
    return { message: count === 0 ? 'Nothing had to be changed.' : count === 1 ? '1 item updated.' : `${count} items updated.` };
  }),
];
