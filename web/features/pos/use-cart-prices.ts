import { useMemo } from 'react';
import type { MenuItem } from '#contract/menu-items.ts';
import type { PosInit } from '#contract/pos.ts';
import { currencyOf } from '#contract/money-text.ts';
import { deliveryTitles } from '#web/parts/delivery-titles.ts';
import type { Sale } from './cart.ts';
import { priceCart } from './cart-prices.ts';

/** What the cart comes to, and what it would eaten in or taken away, where that is another sum. */
export const useCartPrices = (
  { lines, deliveryType, discounts }: Sale,
  menu: ReadonlyMap<number, MenuItem>,
  { storeSettings, charges, taxParts }: PosInit,
  covers: number | null,
) => {
  const { currency } = storeSettings;
  return useMemo(() => {
    const price = (option: Sale['deliveryType'], of: number | null) =>
      priceCart(lines, menu, currencyOf(currency), { deliveryType: option, charges, taxParts, discounts, covers: of });
    const cart = price(deliveryType, covers);
    const other = deliveryType === 'dinein' ? 'takeaway' : 'dinein';
    // what is taken away has no guests at a table (cart.ts)
    const { total } = price(other, other === 'takeaway' ? null : covers);
    return { cart, otherOption: total === cart.total ? undefined : { name: deliveryTitles[other], total } };
  }, [lines, menu, currency, charges, taxParts, discounts, deliveryType, covers]);
};
