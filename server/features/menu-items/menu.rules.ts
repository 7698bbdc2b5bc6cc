import type { MenuItem } from '#contract/menu-items.ts';
import { toDecimal, toPercent } from '#contract/pricing.ts';
import { taxOn } from '#server/features/tax-rates/tax-rates.rules.ts';
import type { MenuRow } from './menu.queries.ts';

/** True until the business day ends on which the item was marked; `today` is the store's business date. */
export const isSoldOut = ({ sold_out_on }: Pick<MenuRow, 'sold_out_on'>, today: string): boolean => sold_out_on === today;

/** A row of the menu as the wire writes it: decimals and percents, and whether it can be had on the business date `today`. */
export const toMenuItem = (
  {
    sold_out_on,
    station_id,
    made_at: _,
    tax: ofDish,
    takeaway_tax: ofTakeaway,
    tax_id_takeaway,
    description,
    allergens,
    diets,
    ...row
  }: MenuRow,
  decimals: number,
  today: string,
): MenuItem => {
  const tax = ofDish && taxOn(ofDish, today);
  const takeaway = ofTakeaway && taxOn(ofTakeaway, today);
  const amount = (minor: number) => toDecimal(BigInt(minor), decimals);
  return {
    ...row,
    price: amount(row.price),
    net_price: row.net_price === null ? null : amount(row.net_price),
    tax_rate: tax === null ? null : toPercent(tax.rate),
    tax_type: row.tax_type,
    taxIdTakeaway: takeaway && tax_id_takeaway,
    ...(takeaway && {
      takeaway_tax: { id: takeaway.id!, title: takeaway.title, rate: toPercent(takeaway.rate), type: takeaway.type },
    }),
    sold_out: isSoldOut({ sold_out_on }, today),
    stationId: station_id,
    ...(description !== null && { description }),
    ...(allergens.length > 0 && { allergens }),
    ...(diets.length > 0 && { diets }),
    variants: row.variants.map((variant) => ({ ...variant, price: amount(variant.price) })),
    addons: row.addons.map((addon) => ({ ...addon, price: amount(addon.price) })),
  };
};

const ITEM_BYTES = 400;
const OPTION_BYTES = 150;

/** How many bytes a menu's rows take in memory, about: measured, with two for each letter. */
export const weighMenu = (menu: readonly MenuRow[]): number =>
  menu.reduce(
    (sum, { title, description, variants, addons }) =>
      [...variants, ...addons].reduce(
        (all, option) => all + OPTION_BYTES + 2 * option.title.length,
        sum + ITEM_BYTES + 2 * (title.length + (description?.length ?? 0)),
      ),
    0,
  );

/** How many rows an item stands for. */
export const rowsOf = ({ variants, addons }: Pick<MenuRow, 'variants' | 'addons'>): number => 1 + variants.length + addons.length;
