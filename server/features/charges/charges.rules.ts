import type { ChargeRule } from '#contract/adjustments.ts';
import type { Currency } from '#contract/currencies.ts';
import type { StoreCharge } from '#contract/pos.ts';
import { toDecimal, toPercent } from '#contract/pricing.ts';
import { type TaxRow, taxOn } from '#server/features/tax-rates/tax-rates.rules.ts';
import type { ChargeRow } from './charges.queries.ts';

/** A charge of the store with where it applies by itself. */
export interface StoreChargeRule extends ChargeRule {
  deliveryTypes: readonly string[];
  minCovers: number;
}

/** The active charges with their taxes as they are on a business date; a deleted tax is none. */
export const rulesOf = (charges: readonly ChargeRow[], taxes: readonly TaxRow[], today: string): StoreChargeRule[] =>
  charges
    .filter(({ is_active }) => is_active)
    .map(({ id, title, kind, value, tax_id, delivery_types, min_covers }) => {
      const tax = taxes.find((one) => one.id === tax_id);
      return {
        id,
        title,
        kind: kind as ChargeRule['kind'],
        value: BigInt(value),
        tax: tax ? taxOn(tax, today) : null,
        deliveryTypes: delivery_types,
        minCovers: min_covers,
      };
    });

type Kept = Omit<StoreChargeRule, 'value'> & { value: number };

/** Charges as a bill keeps them that is partly paid. */
export const toKept = (rules: readonly StoreChargeRule[]): string =>
  JSON.stringify(rules.map((rule): Kept => ({ ...rule, value: Number(rule.value) })));

/** The other way round. */
export const readKept = (kept: unknown): StoreChargeRule[] => (kept as Kept[]).map((rule) => ({ ...rule, value: BigInt(rule.value) }));

/** What staff, or a split, said of a charge of a bill. */
export interface ChargeMark {
  charge_id: number;
  is_kept: boolean;
  is_removed: boolean;
}

/** Whether a charge is one of this dining option, however many guests there are. */
export const isOfOption = ({ deliveryTypes }: Pick<StoreChargeRule, 'deliveryTypes'>, deliveryType: string): boolean =>
  deliveryTypes.length === 0 || deliveryTypes.includes(deliveryType);

/** Those of the charges that a bill has (wire-2.md §3). */
export const chargesThatFit = (
  rules: readonly StoreChargeRule[],
  { deliveryType, covers, marks = [] }: { deliveryType: string; covers: number | null; marks?: readonly ChargeMark[] },
): StoreChargeRule[] =>
  rules.filter((rule) => {
    const mark = marks.find(({ charge_id }) => charge_id === rule.id);
    if (mark?.is_removed) return false;
    const fits = isOfOption(rule, deliveryType) && (covers ?? 0) >= rule.minCovers;
    return fits || mark?.is_kept === true;
  });

/** A charge as a till prices with it. */
export const toStoreCharge = (
  { id, title, kind, value, tax, deliveryTypes, minCovers }: StoreChargeRule,
  { decimals }: Currency,
): StoreCharge => ({
  id,
  title,
  kind,
  value: kind === 'percent' ? toPercent(Number(value)) : toDecimal(value, decimals),
  tax: tax && { id: tax.id!, title: tax.title, rate: toPercent(tax.rate), type: tax.type },
  deliveryTypes: deliveryTypes as StoreCharge['deliveryTypes'],
  minCovers,
});
