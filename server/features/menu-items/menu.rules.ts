import type { MenuItem } from '#contract/menu-items.ts';
import { toDecimal, toPercent } from '#contract/pricing.ts';
import type { MenuRow } from './menu.queries.ts';

/** A row of the menu as the wire writes it: decimals and percents. */
export const toMenuItem = (row: MenuRow, decimals: number): MenuItem => {
  const amount = (minor: number) => toDecimal(BigInt(minor), decimals);
  return {
    ...row,
    price: amount(row.price),
    net_price: row.net_price === null ? null : amount(row.net_price),
    tax_rate: row.tax_rate === null ? null : toPercent(row.tax_rate),
    tax_type: row.tax_type,
    variants: row.variants.map((variant) => ({ ...variant, price: amount(variant.price) })),
    addons: row.addons.map((addon) => ({ ...addon, price: amount(addon.price) })),
  };
};
